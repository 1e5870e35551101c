"""How far off the middle of their lane long vehicles drive in tight bends, so that they keep clear of others.

The axles of a vehicle keep to a line. Between them it cuts the corner, and its ends swing out, the further the longer
it is. Along a pavement inside a junction the line therefore bulges away from the kerb, and along a narrow road away
from those who come the other way, over the verge where there is no more than that. Motion, and whoever reckons with
the bodies of others, take the line from here.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.lanemap.lane_map import DRIVING, LaneMap
from seahaven.roads.model import LaneKind

__all__ = ["AXLE", "LONG", "SHORT", "berths"]

AXLE = 0.3
"""From the middle of a vehicle to its axles, as a share of its length."""
LONG, WIDE = 13.0, 2.55
"""Length and width (m) of the vehicle for which lines are found out: a bus."""
SHORT = 6.0
"""Up to this length (m) vehicles keep to the middle of their lane; from there on their berth grows with its square."""
LEAST = 0.02
"""Curvature (1/m) from which on a bend is tight."""
SPARE = 0.0
"""Metres that are left between a long vehicle and what it keeps off."""
RAMP = 0.35
"""Share of a lane inside a junction over which a line leaves its middle, and comes back to it."""
EASE = 8.0
"""Metres over which a line leaves the middle of a road before a bend, and comes back to it behind."""
STEP = 0.5
ROUNDS = 4
"""How often a line is found out anew: a bulge makes a bend tighter."""
HELPS = 0.3
"""Where a metre of bulge keeps a vehicle off by less than this it does not help."""
FURTHEST = 1.5
"""Metres that a line leaves the middle at most."""
PARTS = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Where along its flank a vehicle is looked at, as shares of its length."""


def berths(lane_map: LaneMap) -> Floats:
    """For each vertex of the map how many metres to the left of the lane's middle the axles of a bus go.

    Those of others go `(length² - SHORT²) / (LONG² - SHORT²)` times as far. It is 0 at both ends of each lane, so that
    lines go on from one to the next.
    """
    return lane_map.known(_found)


def _found(lane_map: LaneMap) -> Floats:
    found = np.zeros(len(lane_map.s))
    for lane, side, is_inside in _tight(lane_map):
        own = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
        line = _Line(lane_map, lane)
        found[own] = np.interp(lane_map.s[own], line.s, -side * (line.bulge(side) if is_inside else line.drift(side)))
    found.setflags(write=False)
    return found


def _tight(lane_map: LaneMap) -> Iterator[tuple[int, int, bool]]:
    """The lanes on which lines leave the middle, the side that they keep off, and whether they are in a junction."""
    kinds = tuple(LaneKind)
    is_driven = np.array([kind in DRIVING for kind in kinds])[lane_map.kind]
    bends = np.maximum.reduceat(np.abs(lane_map.curvature), lane_map.first[:-1]) if len(lane_map) else np.empty(0)
    for lane in np.flatnonzero(is_driven & (bends > LEAST)).tolist():
        curvature = lane_map.curvature[lane_map.first[lane] : lane_map.first[lane + 1]]
        inner = 1 if float(curvature.sum()) > 0.0 else -1
        if lane_map.junction[lane] >= 0:
            if _beside(lane_map, lane, inner) == kinds.index(LaneKind.SIDEWALK):
                yield lane, inner, True
        else:
            for side, opposite in ((1, lane_map.left_opposite), (-1, lane_map.right_opposite)):
                other = _beside(lane_map, lane, -side)
                if opposite[lane] and other in (-1, kinds.index(LaneKind.SHOULDER)):
                    yield lane, side, False


def _beside(lane_map: LaneMap, lane: int, side: int) -> int:
    """What kind of lane lies to a side of another; -1 for none."""
    other = int((lane_map.left if side > 0 else lane_map.right)[lane])
    return int(lane_map.kind[other]) if other >= 0 else -1


class _Line:
    """The middle of a lane at even steps, straight on beyond its ends, and what a bus that follows it sweeps over."""

    def __init__(self, lane_map: LaneMap, lane: int) -> None:
        length = float(lane_map.length[lane])
        beyond = STEP * np.arange(1.0, LONG / STEP)
        self.s: Floats = np.linspace(0.0, length, max(int(length / STEP), 4) + 1)
        self.length = length
        self.at = np.concatenate((-beyond[::-1], self.s, length + beyond))
        here = np.clip(self.at, 0.0, length)
        place = lane_map.place(np.full(len(here), lane), here)
        self.along_x, self.along_y = np.cos(place.heading), np.sin(place.heading)
        self.x = place.x + (self.at - here) * self.along_x
        self.y = place.y + (self.at - here) * self.along_y
        self.half = 0.5 * lane_map.width(np.full(len(here), lane), here)

    def bulge(self, side: int) -> Floats:
        """How far the line has to leave the middle, at most so far as to keep a bus off a side, inside a junction."""
        u = np.minimum(self.s, self.length - self.s) / (RAMP * self.length)
        shape = np.clip(u, 0.0, 1.0) ** 2 * (3.0 - 2.0 * np.clip(u, 0.0, 1.0))
        near, most = AXLE * LONG, 0.0
        helps = 0.5 * (np.interp(self.s - near, self.s, shape) + np.interp(self.s + near, self.s, shape))
        is_helped = helps > HELPS
        for _ in range(ROUNDS):
            wanted = np.maximum(self.over(side, -side * most * shape) + SPARE, 0.0)
            most += float((wanted[is_helped] / helps[is_helped]).max(initial=0.0))
        return min(most, FURTHEST) * shape

    def drift(self, side: int) -> Floats:
        """How far the line has to leave the middle to keep a bus off a side of a road."""
        near, ends = round(AXLE * LONG / STEP), np.minimum(self.s, self.length - self.s) / EASE
        found = np.zeros(len(self.s))
        for _ in range(ROUNDS):
            wanted = np.maximum(self.over(side, -side * found) + SPARE, 0.0)
            widest = np.max([np.roll(np.pad(wanted, near), k)[near:-near] for k in range(-near, near + 1)], axis=0)
            found = np.minimum(np.minimum(_eased(found + widest), ends), FURTHEST)
        return found

    def over(self, side: int, shift: Floats) -> Floats:
        """How far beyond a side of the lane a bus reaches whose middle is at each of the places."""
        x, y = (
            place + sense * np.interp(self.at, self.s, shift, left=0.0, right=0.0) * along
            for place, sense, along in ((self.x, -1.0, self.along_y), (self.y, 1.0, self.along_x))
        )
        front, rear = (self._point(self.s + ahead, x, y) for ahead in (AXLE * LONG, -AXLE * LONG))
        along = (front - rear) / np.linalg.norm(front - rear, axis=1)[:, None]
        flank = 0.5 * (front + rear) + 0.5 * side * WIDE * np.column_stack((-along[:, 1], along[:, 0]))
        reached = [self._beyond(side, self.s + part * LONG, flank + part * LONG * along) for part in PARTS]
        furthest: Floats = np.max(reached, axis=0)
        return furthest

    def _point(self, s: Floats, x: Floats, y: Floats) -> Floats:
        return np.column_stack((np.interp(s, self.at, x), np.interp(s, self.at, y)))

    def _beyond(self, side: int, s: Floats, points: Floats) -> Floats:
        """How far beyond a side of the lane points lie that are at about s."""
        for _ in range(2):
            away = points - self._point(s, self.x, self.y)
            along = self._point(s, self.along_x, self.along_y)
            s = s + np.sum(away * along, axis=1)
        away, along = points - self._point(s, self.x, self.y), self._point(s, self.along_x, self.along_y)
        aside: Floats = side * (away[:, 1] * along[:, 0] - away[:, 0] * along[:, 1]) - np.interp(s, self.at, self.half)
        return aside


def _eased(values: Floats) -> Floats:
    """The same without corners: the mean over some metres around."""
    reach = round(0.5 * EASE / STEP)
    eased: Floats = np.convolve(np.pad(values, reach), np.full(2 * reach + 1, 1.0 / (2 * reach + 1)), mode="valid")
    return eased
