"""How near our lanes come to the centre lines that esmini computed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, angle_between
from seahaven.roads.lanemap import LaneMap

__all__ = ["Agreement", "agreement", "centre_lines"]

KINK = 1e-3
"""The least jump of a lane's heading, in radians, that counts as a kink."""
NEAR_KINK = 1.0
"""How far from a kink, in metres, headings are not compared."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """For each of esmini's points on driving lanes: metres from our centre line, metres in height, radians.

    Turns near kinks are NaN. `missing` names lanes that we do not have.
    """

    distance: Floats
    height: Floats
    turn: Floats
    missing: tuple[str, ...]

    def share(self, within: float) -> float:
        """The share of points, in percent, no further than that from our centre lines."""
        return 100.0 * float(np.mean(self.distance <= within)) if len(self.distance) else 100.0

    @property
    def turns(self) -> Floats:
        """The differences of headings away from kinks."""
        return self.turn[np.isfinite(self.turn)]

    @classmethod
    def of_all(cls, parts: list[Agreement]) -> Agreement:
        """Several files together."""
        return cls(
            np.concatenate([part.distance for part in parts]),
            np.concatenate([part.height for part in parts]),
            np.concatenate([part.turn for part in parts]),
            tuple(name for part in parts for name in part.missing),
        )


def centre_lines(path: Path) -> Iterator[tuple[str, Floats]]:
    """The driving lanes of a reference file: name, and rows x, y, z, heading of the centre, along the road.

    The file has each lane's outer border, at the same stations for all lanes of a section (and of lane 0 the
    middle): the centre is half way between it and the border of the next lane inwards. Its headings are those of the
    centre already.
    """
    borders = dict(_borders(path))
    for (road, section, number), (is_driving, rows) in borders.items():
        inner = borders.get((road, section, number - 1 if number > 0 else number + 1))
        if is_driving and number != 0 and inner is not None and len(inner[1]) == len(rows):
            yield f"{road}:{section}:{number}", np.column_stack((0.5 * (rows + inner[1])[:, :3], rows[:, 3]))


def _borders(path: Path) -> Iterator[tuple[tuple[str, int, int], tuple[bool, Floats]]]:
    """Every lane of a reference file by road, section and number: whether it is for driving, and its rows."""
    with gzip.open(path, "rt", encoding="ascii") as file:
        for block in file.read().split("lane,")[1:]:
            head, *lines = block.strip().splitlines()
            road, section, number, use = (part.strip() for part in head.split(","))
            rows = np.array([line.split(",") for line in lines], dtype=np.float64).reshape(-1, 4)
            yield (road, int(section), int(number)), (use == "driving", rows)


def agreement(lane_map: LaneMap, path: Path) -> Agreement:
    """Compare a lane map with a reference file."""
    names = {lane_map.name(lane): lane for lane in range(len(lane_map))}
    parts, missing = [], []
    for name, rows in centre_lines(path):
        if name in names:
            parts.append(_compare(lane_map, names[name], rows))
        else:
            missing.append(name)
    columns = np.concatenate(parts) if parts else np.empty((0, 3))
    return Agreement(columns[:, 0], columns[:, 1], columns[:, 2], tuple(missing))


def _compare(lane_map: LaneMap, lane: int, rows: Floats) -> Floats:
    """Distance, height and turn of each point. esmini's headings run along the road, ours with the traffic.

    esmini's headings leave out that a lane swings sideways where a road is banked more and more, though its points
    have it: a heading agrees if it is that of esmini, or that of the line from esmini's point before to the one after.
    """
    s, distance = _nearest(lane_map, lane, rows[:, :2])
    here = lane_map.place(np.full(len(s), lane), s)
    along = here.heading if lane_map.along[lane] else here.heading + np.pi
    turn = np.abs(angle_between(along, rows[:, 3]))
    across = rows[2:, :2] - rows[:-2, :2]
    drawn = np.abs(angle_between(along[1:-1], np.arctan2(across[:, 1], across[:, 0])))
    turn[1:-1] = np.minimum(turn[1:-1], drawn)
    turn[_near_kinks(lane_map, lane, s)] = np.nan
    return np.column_stack((distance, np.abs(here.z - rows[:, 2]), turn))


def _nearest(lane_map: LaneMap, lane: int, points: Floats) -> tuple[Floats, Floats]:
    """The s of the nearest place on a lane's centre line for each point, and the distance."""
    low, high = lane_map.first[lane], lane_map.first[lane + 1] - 1
    x, y, dx, dy = lane_map.plan[low:high, :4].T
    s, length = lane_map.plan[low:high, 10:12].T
    qx, qy = points[:, :1] - x, points[:, 1:] - y
    square = np.where(length > 0.0, length * length, 1.0)
    share = np.clip((qx * dx + qy * dy) / square, 0.0, 1.0)
    away = np.hypot(qx - share * dx, qy - share * dy)
    best = away.argmin(axis=1)
    rows = np.arange(len(points))
    return s[best] + share[rows, best] * length[best], away[rows, best]


def _near_kinks(lane_map: LaneMap, lane: int, s: Floats) -> NDArray[np.bool_]:
    low, high = lane_map.first[lane], lane_map.first[lane + 1] - 1
    starts, changes = lane_map.course[low:high, 4], lane_map.course[low:high, 5]
    jumps = np.flatnonzero(np.abs(starts[1:] - (starts + changes)[:-1]) > KINK)
    kinks = lane_map.plan[low + 1 + jumps, 10]
    away = np.abs(s[:, np.newaxis] - kinks).min(axis=1, initial=np.inf)
    near: NDArray[np.bool_] = away < NEAR_KINK
    return near
