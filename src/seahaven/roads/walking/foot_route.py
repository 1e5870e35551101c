"""Routes on foot: lines of points with room to either side, on which crosswalks are marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from seahaven.geometry import Floats, Indices, Integers
from seahaven.roads.walking.passage import Passage
from seahaven.roads.walking.strand import Strand
from seahaven.roads.walking.web import Link

__all__ = ["FootRoute", "Ground", "Leg", "lay_route"]

DOORSTEP = 2.0
"""So many metres along the pavement one walks from a door to its middle."""
CORNER_ROOM = 0.5
"""The room to either side where one walks round a corner, in metres."""
SHARP, ROUND = 0.15, 0.6
"""A bend (rad) that is a corner, and how many metres before and behind it one begins and ends to turn."""
STRAY, FINE = 0.02, 0.03
"""How far a line may stray from where it was (m), and which change of slope or of widening is too slight to matter."""
SAME = 1e-6


class Leg(NamedTuple):
    """A link that is walked, from one s on it to another; of crosswalks and corners all of it, one way or the other."""

    link: Link
    begin: float
    end: float

    @classmethod
    def whole(cls, link: Link) -> Self:
        """All of a link, from its start to its end."""
        return cls(link, link.low, link.high) if link.strand >= 0 else cls(link, 0.0, link.length)

    def reversed(self) -> Self:
        """The other way."""
        return self._replace(begin=self.end, end=self.begin)


@dataclass(frozen=True, slots=True, eq=False)
class FootRoute:
    """A way on foot: points x, y, z; at each the room to either side; and what each stretch between two is.

    `crosswalk` is the crosswalk on which a stretch lies, -1 for none, and `sense` whether that is walked along its axis
    (1) or against it (-1). `far` is how far to the left of the stretch the other side of the road beside it begins,
    negative to the right, 0 where there is no road.
    """

    points: Floats
    room: Floats
    crosswalk: Indices
    sense: Indices
    far: Floats

    @property
    def s(self) -> Floats:
        """How far along it each point is, in metres."""
        steps = np.hypot(*np.diff(self.points[:, :2], axis=0).T)
        s: Floats = np.concatenate(([0.0], np.cumsum(steps)))
        return s

    @property
    def length(self) -> float:
        """In metres."""
        return float(self.s[-1])

    @property
    def crosswalks(self) -> tuple[int, ...]:
        """The crosswalks that it takes, in order."""
        on = self.crosswalk.tolist()
        return tuple(one for k, one in enumerate(on) if one >= 0 and (k == 0 or on[k - 1] != one))


class _Stretch(NamedTuple):
    """Points with their room, and what lies between them."""

    points: Floats
    room: Floats
    crosswalk: int = -1
    sense: int = 0
    far: float = 0.0

    def onward(self) -> _Stretch:
        """What it adds behind its first point: points that do not lie where the one before them does."""
        dx, dy = np.diff(self.points[:, :2], axis=0).T
        keep = np.flatnonzero(np.hypot(dx, dy) > SAME) + 1
        return self._replace(points=self.points[keep], room=self.room[keep])


class Ground:
    """What routes are laid over: strands, crosswalks and the corners between them."""

    def __init__(
        self, strands: Sequence[Strand], passages: Sequence[Passage], nodes: Sequence[tuple[float, float, float]]
    ) -> None:
        self._strands, self._passages, self._nodes = strands, passages, nodes
        self._between: dict[Leg, _Stretch] = {}

    def between(self, leg: Leg) -> _Stretch:
        """What a leg between the first and the last of a route adds: it is a whole link, and laid once each way."""
        if leg not in self._between:
            self._between[leg] = self.stretch(leg).onward()
        return self._between[leg]

    def stretch(self, leg: Leg) -> _Stretch:
        """All points of a leg."""
        link, is_back = leg.link, leg.end < leg.begin
        if link.strand >= 0:
            return _along(self._strands[link.strand], leg.begin, leg.end)
        ends = np.array([self._nodes[link.start], self._nodes[link.end]])
        points = ends[::-1] if is_back else ends
        if link.passage < 0:
            return _Stretch(points, np.full(2, CORNER_ROOM))
        half = 0.5 * self._passages[link.passage].width
        return _Stretch(points, np.full(2, half), link.passage, -1 if is_back else 1)


def lay_route(legs: Sequence[Leg], ground: Ground, *, doors: bool) -> FootRoute:
    """The route over some legs."""
    ends = [ground.stretch(leg) for leg in (legs[0], *legs[1:][-1:])]
    if doors:
        ends[0] = _from_door(ends[0])
        ends[-1] = _turned(_from_door(_turned(ends[-1])))
    first, *last = ends
    stretches = [first.onward(), *map(ground.between, legs[1:-1]), *(one.onward() for one in last)]
    marks: list[tuple[int, int, float]] = []
    for one in stretches:
        marks += [(one.crosswalk, one.sense, one.far)] * len(one.points)
    points, room = (np.concatenate(column) for column in list(zip(*stretches, strict=True))[:2])
    return _route(np.vstack((first.points[:1], points)), np.concatenate((first.room[:1], room)), marks)


def _route(points: Floats, room: Floats, marks: Sequence[tuple[int, int, float]]) -> FootRoute:
    if not marks:  # somebody who wants to be where it is
        points = np.vstack((points, points + np.array([0.01, 0.0, 0.0])))
        room, marks = np.repeat(room, 2), [(-1, 0, 0.0)]
    kept = _turning_points(points, room, marks)
    points, room, marks = points[kept], room[kept], [marks[k] for k in kept[:-1]]
    at, of = _around_corners(points)
    crosswalk, sense, far = (np.array(column)[of] for column in zip(*marks, strict=True))
    s = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points[:, :2], axis=0).T))))
    points = np.column_stack([np.interp(at, s, column) for column in points.T])
    return FootRoute(
        points, np.interp(at, s, room), crosswalk.astype(np.int32), sense.astype(np.int32), far.astype(np.float64)
    )  # fmt: skip


def _turning_points(points: Floats, room: Floats, marks: Sequence[tuple[int, int, float]]) -> list[int]:
    """The points at which a line bends, widens or becomes something else: what lies between can be left out."""
    steps = np.diff(points[:, :2], axis=0)
    length = np.maximum(np.hypot(steps[:, 0], steps[:, 1]), SAME)
    heading = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0])).tolist()
    slope, widening = (np.diff(points[:, 2]) / length).tolist(), (np.diff(room) / length).tolist()
    s, kept, last = np.concatenate(([0.0], np.cumsum(length))).tolist(), [0], 0
    for k in range(1, len(marks)):
        bend = abs(heading[k] - heading[last])
        is_same = bend * (s[k + 1] - s[last]) < 8.0 * STRAY and bend < SHARP and marks[k] == marks[k - 1]
        if not is_same or abs(slope[k] - slope[last]) > FINE or abs(widening[k] - widening[last]) > FINE:
            kept.append(k)
            last = k
    return [*kept, len(marks)]


def _around_corners(points: Floats) -> tuple[Floats, Integers]:
    """How far along a line its points are, and others just before and behind sharp corners; and whose stretch begins.

    Beside the line one walks round its corners within a step, not from the corner before to the one after.
    """
    steps = np.diff(points[:, :2], axis=0)
    length = np.hypot(steps[:, 0], steps[:, 1])
    heading = np.arctan2(steps[:, 1], steps[:, 0])
    s = np.concatenate(([0.0], np.cumsum(length)))
    bend = np.abs((np.diff(heading) + np.pi) % (2.0 * np.pi) - np.pi)
    sharp = np.flatnonzero(bend > SHARP) + 1
    before = s[sharp] - np.minimum(ROUND, length[sharp - 1] / 3.0)
    after = s[sharp] + np.minimum(ROUND, length[sharp] / 3.0)
    at = np.unique(np.concatenate((s, before, after)))
    of = np.clip(np.searchsorted(s, at[:-1], side="right") - 1, 0, len(length) - 1)
    return at, of


def _along(strand: Strand, begin: float, end: float) -> _Stretch:
    """A part of a strand, one way or the other."""
    low, high = min(begin, end), max(begin, end)
    inner = slice(*np.searchsorted(strand.s, (low + SAME, high - SAME)).tolist())
    points = np.vstack((strand.at(low), strand.points[inner], strand.at(high)))
    room = np.concatenate(([strand.room_at(low)], strand.room[inner], [strand.room_at(high)]))
    part = _Stretch(points, room, far=strand.far)
    return part if end >= begin else _turned(part)


def _turned(one: _Stretch) -> _Stretch:
    return one._replace(points=one.points[::-1], room=one.room[::-1], sense=-one.sense, far=-one.far)


def _from_door(one: _Stretch) -> _Stretch:
    """A stretch that begins at the side of the pavement away from the road, and a few steps on is in its middle."""
    steps = np.hypot(*np.diff(one.points[:, :2], axis=0).T)
    if one.crosswalk >= 0 or steps.sum() <= DOORSTEP:
        return one
    s = np.concatenate(([0.0], np.cumsum(steps)))
    middle = np.array([np.interp(DOORSTEP, s, column) for column in one.points.T])
    rest = one.points[s > DOORSTEP + SAME]
    dx, dy = (middle[:2] - one.points[0, :2]) / DOORSTEP
    out = one.room[0] * (-1.0 if one.far > 0.0 else 1.0)
    door = one.points[0] + np.array([-dy * out, dx * out, 0.0])
    room = np.concatenate(([0.0, np.interp(DOORSTEP, s, one.room)], one.room[s > DOORSTEP + SAME]))
    return one._replace(points=np.vstack((door, middle, rest)), room=room)
