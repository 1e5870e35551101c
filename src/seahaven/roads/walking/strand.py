"""Strands: pavements, and edges of roads without any, as lines with some room to either side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt

import numpy as np

from seahaven.geometry import Floats, Truths
from seahaven.roads.junctions import VEHICLES
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, RoadKind

__all__ = ["ROADWAY", "Strand", "edges", "pavements", "with_far_sides"]

BESIDE = 0.6
"""How far beside a road without pavement one walks, in metres from its edge."""
NARROW = 0.4
"""The room to either side that one has there."""
ONTO = 0.8
"""How far beyond the far edge of a road one has crossed it."""
WIDEST, STEP = 40.0, 0.5
"""How far across a road is looked for, in metres, and how finely."""
NEAR = 4.0
"""A road that begins further away from the edge of a pavement is not beside it."""
LEAST = 2.0
"""A road is at least so wide, in metres."""
ISLAND = 6.0
"""Roadways that lie further apart are two roads; what lies between is the other side of the first."""
_KINDS = tuple(LaneKind)
ROADWAY = VEHICLES | {LaneKind.PARKING, LaneKind.SHOULDER, LaneKind.STOP, LaneKind.BORDER}
"""What is driven or parked on."""


@dataclass(frozen=True, slots=True, eq=False)
class Strand:
    """A line along which people walk either way: its points x, y, z and the room to either side, at each.

    `far` is how many metres to the left of the line, negative to the right, the other side of the road beside it
    begins; 0 where no road is beside it, and in junctions.
    """

    lane: int
    points: Floats
    s: Floats
    room: Floats
    is_edge: bool = False
    far: float = 0.0

    @property
    def length(self) -> float:
        """In metres, in the plane."""
        return float(self.s[-1])

    def at(self, s: float) -> tuple[float, float, float]:
        """The place at s."""
        row, share = self._stretch(s)
        x, y, z = (self.points[row] + share * (self.points[row + 1] - self.points[row])).tolist()
        return x, y, z

    def room_at(self, s: float) -> float:
        """The room to either side at s."""
        row, share = self._stretch(s)
        return float(self.room[row] + share * (self.room[row + 1] - self.room[row]))

    def left_at(self, s: float) -> tuple[float, float]:
        """The direction to the left of the line at s."""
        row, _ = self._stretch(s)
        dx, dy = (self.points[row + 1, :2] - self.points[row, :2]).tolist()
        length = max(hypot(dx, dy), 1e-9)
        return -dy / length, dx / length

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """The distance to the nearest place on the line, and the s there."""
        start, step = self.points[:-1, :2], np.diff(self.points[:, :2], axis=0)
        square = np.maximum((step**2).sum(axis=1), 1e-12)
        share = np.clip(((np.array([x, y]) - start) * step).sum(axis=1) / square, 0.0, 1.0)
        apart = np.hypot(*(np.array([x, y]) - start - share[:, None] * step).T)
        row = int(np.argmin(apart))
        return float(apart[row]), min(float(self.s[row] + share[row] * sqrt(square[row])), self.length)

    def _stretch(self, s: float) -> tuple[int, float]:
        """The stretch that holds s, and how far along it, from 0 to 1, that is."""
        row = min(max(int(np.searchsorted(self.s, s, side="right")) - 1, 0), len(self.s) - 2)
        span = float(self.s[row + 1] - self.s[row])
        return row, min(max((s - float(self.s[row])) / span, 0.0), 1.0) if span > 0.0 else 0.0


def pavements(lane_map: LaneMap) -> Iterator[Strand]:
    """The pavements, in the order of lanes."""
    for lane in np.flatnonzero(lane_map.kind == _KINDS.index(LaneKind.SIDEWALK)).tolist():
        widest = lane_map.strips.width[lane_map.first[lane] : lane_map.first[lane + 1]].max()
        if lane_map.length[lane] > 0.0 and widest > 0.0:
            yield _strand(lane_map, lane, 0)


def edges(lane_map: LaneMap) -> Iterator[Strand]:
    """The edges of roads that have no pavement on any side, motorways and junctions left out."""
    sidewalks = np.flatnonzero(lane_map.kind == _KINDS.index(LaneKind.SIDEWALK))
    walked = set(zip(lane_map.road[sidewalks].tolist(), lane_map.section[sidewalks].tolist(), strict=True))
    for lane in range(len(lane_map)):
        road = lane_map.network.roads[lane_map.road[lane]]
        is_closed = lane_map.junction[lane] >= 0 or any(kind is RoadKind.MOTORWAY for _, kind in road.kinds)
        if is_closed or (int(lane_map.road[lane]), int(lane_map.section[lane])) in walked:
            continue
        if _KINDS[lane_map.kind[lane]] not in ROADWAY or lane_map.length[lane] <= 0.0:
            continue
        for side, beside in ((1, lane_map.left), (-1, lane_map.right)):
            if beside[lane] < 0:
                yield _strand(lane_map, lane, side)


def _strand(lane_map: LaneMap, lane: int, side: int) -> Strand:
    """A lane as a strand, or its edge on one side."""
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    half = 0.5 * lane_map.strips.width[rows]
    aside = side * (half + BESIDE)
    x, y = lane_map.x[rows] + aside * lane_map.normal_x[rows], lane_map.y[rows] + aside * lane_map.normal_y[rows]
    points = np.column_stack((x, y, lane_map.z[rows]))
    s = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    return Strand(lane, points, s, np.full(len(s), NARROW) if side else half.copy(), bool(side))


def with_far_sides(strands: Sequence[Strand], lane_map: LaneMap) -> tuple[Strand, ...]:
    """The strands, each with where the other side of the road beside it begins."""
    distances = np.arange(STEP, WIDEST, STEP)
    if not strands:
        return ()
    middles = [0.5 * strand.length for strand in strands]
    places = np.array([strand.at(s) for strand, s in zip(strands, middles, strict=True)])
    left = np.array([strand.left_at(s) for strand, s in zip(strands, middles, strict=True)])
    reach = distances * np.array([1.0, -1.0])[:, None]
    x = places[:, 0, None, None] + left[:, 0, None, None] * reach
    y = places[:, 1, None, None] + left[:, 1, None, None] * reach
    z = np.broadcast_to(places[:, 2, None, None], x.shape)
    is_road = lane_map.match(x, y, z=z, reach=0.0, kinds=ROADWAY).lane >= 0
    return tuple(
        strand if lane_map.junction[strand.lane] >= 0 else replace(strand, far=_far(on, distances, room))
        for strand, on, room in zip(strands, is_road, map(Strand.room_at, strands, middles), strict=True)
    )


def _far(is_road: Truths, distances: Floats, room: float) -> float:
    """The far side of the nearer of the roads to the left and right, given where along either side a road is."""
    found = []
    for side, on in zip((1.0, -1.0), is_road, strict=True):
        at = distances[on]
        if not len(at) or at[0] > room + NEAR:
            continue
        last = np.flatnonzero(np.diff(at) > ISLAND)
        end = float(at[last[0]] if len(last) else at[-1])
        if end - at[0] >= LEAST and end < WIDEST - 2.0 * STEP:
            found.append((float(at[0]), side * (end + ONTO)))
    return min(found)[1] if found else 0.0
