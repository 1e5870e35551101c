"""Carriageways: the lanes of a road that run one way, and chains of them from one junction to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.places.place import Piece

STEP = 2.0
"""How many metres apart, at most, a chain's course is looked at."""

_KINDS = tuple(LaneKind)


@dataclass(frozen=True, slots=True)
class Carriageway:
    """The driving lanes of one section that run the same way, the straightest of which stands for all."""

    index: int
    lanes: tuple[int, ...]
    main: int
    beside: frozenset[LaneKind]
    """The kinds of lanes on its side of the road; on both sides where all traffic runs one way."""


class Course(NamedTuple):
    """A chain looked at every few metres: how far along it, the heading, unwrapped, and the grade."""

    u: Floats
    heading: Floats
    grade: Floats


@dataclass(frozen=True, slots=True)
class Chain:
    """Carriageways that lead on into each other without a junction, and how far along it each begins, and it ends."""

    carriageways: tuple[Carriageway, ...]
    starts: tuple[float, ...]

    @property
    def length(self) -> float:
        """How long it is along its main lanes."""
        return self.starts[-1]

    def spot(self, u: float) -> tuple[int, float]:
        """The carriageway, by its number in the chain, and the s on its main lane at a distance along the chain."""
        k = int(np.clip(np.searchsorted(self.starts, u, side="right") - 1, 0, len(self.carriageways) - 1))
        return k, min(max(u - self.starts[k], 0.0), self.starts[k + 1] - self.starts[k])


def carriageways(
    lane_map: LaneMap, junctions: Collection[int] = (), left_out: Collection[int] = ()
) -> list[Carriageway]:
    """All carriageways outside of junctions, and inside of the given ones, but for those of some roads."""
    driven = np.array([kind.is_driving for kind in _KINDS])[lane_map.kind]
    inside = np.isin(lane_map.junction, [-1, *junctions]) & ~np.isin(lane_map.road, list(left_out))
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for lane in np.flatnonzero(driven & inside & (lane_map.length > 0.0)).tolist():
        groups.setdefault(_key(lane_map, lane), []).append(lane)
    bent = np.round(_turned(lane_map), 6)
    kinds = _kinds_by_side(lane_map)
    found = []
    for index, ((road, section, along), lanes) in enumerate(groups.items()):
        sides = (along,) if (road, section, not along) in groups else (True, False)
        beside = frozenset().union(*(kinds.get((road, section, side), ()) for side in sides))
        main = min(lanes, key=lambda lane: (_KINDS[lane_map.kind[lane]] is not LaneKind.DRIVING, bent[lane], lane))
        found.append(Carriageway(index, tuple(lanes), main, beside))
    return found


def _turned(lane_map: LaneMap) -> Floats:
    """By how much each lane turns in all, to and fro; lanes that widen or swerve turn more than those beside them."""
    if not len(lane_map):
        return np.empty(0)
    steps = np.abs(np.diff(lane_map.heading, append=0.0))
    steps[lane_map.first[1:] - 1] = 0.0
    turned: Floats = np.add.reduceat(steps, lane_map.first[:-1])
    return turned


def _key(lane_map: LaneMap, lane: int) -> tuple[int, int, bool]:
    return int(lane_map.road[lane]), int(lane_map.section[lane]), bool(lane_map.along[lane])


def _kinds_by_side(lane_map: LaneMap) -> dict[tuple[int, int, bool], set[LaneKind]]:
    found: dict[tuple[int, int, bool], set[LaneKind]] = {}
    widest = np.maximum.reduceat(lane_map.strips.width, lane_map.first[:-1]) if len(lane_map) else np.empty(0)
    for lane in np.flatnonzero(widest > 0.3).tolist():
        found.setdefault(_key(lane_map, lane), set()).add(_KINDS[lane_map.kind[lane]])
    return found


def chains(lane_map: LaneMap, known: Sequence[Carriageway]) -> list[Chain]:
    """The chains of all carriageways: each leads on if it leads to one only, which comes from it only.

    They begin and end outside of junctions.
    """
    owner = {lane: one.index for one in known for lane in one.lanes}
    after = [_joined(owner, [other for lane in one.lanes for other in lane_map.successors(lane)]) for one in known]
    before = [_joined(owner, [last for lane in one.lanes for last in lane_map.predecessors(lane)]) for one in known]
    leads = [k if k >= 0 and before[k] == index and k != index else -1 for index, k in enumerate(after)]
    led = {k for k in leads if k >= 0}
    found, taken = [], set[int]()
    for start in sorted(range(len(known)), key=lambda index: (index in led, index)):
        if start not in taken:
            row = _outside(lane_map, known, list(_follow(start, leads, taken)))
            if not row:
                continue
            starts = np.concatenate(([0.0], np.cumsum([lane_map.length[known[k].main] for k in row])))
            found.append(Chain(tuple(known[k] for k in row), tuple(starts.tolist())))
    return found


def _outside(lane_map: LaneMap, known: Sequence[Carriageway], row: list[int]) -> list[int]:
    """A row of carriageways without those at its ends that lie in junctions."""
    outside = [k for k, index in enumerate(row) if lane_map.junction[known[index].main] < 0]
    return row[outside[0] : outside[-1] + 1] if outside else []


def _joined(owner: dict[int, int], lanes: list[int]) -> int:
    """The one carriageway to which lanes belong; -1 if there are several, or lanes of none."""
    found = {owner.get(lane, -1) for lane in lanes}
    return found.pop() if len(found) == 1 else -1


def _follow(start: int, leads: Sequence[int], taken: set[int]) -> Iterator[int]:
    while start >= 0 and start not in taken:
        taken.add(start)
        yield start
        start = leads[start]


def courses(lane_map: LaneMap, known: Sequence[Chain]) -> list[Course]:
    """The course of every chain."""
    rows = [np.linspace(0.0, one.length, max(int(np.ceil(one.length / STEP)), 1) + 1) for one in known]
    lanes, along = [], []
    for chain, u in zip(known, rows, strict=True):
        k = np.clip(np.searchsorted(chain.starts, u, side="right") - 1, 0, len(chain.carriageways) - 1)
        lanes.append(np.array([one.main for one in chain.carriageways])[k])
        along.append(u - np.array(chain.starts)[k])
    if not known:
        return []
    placed = lane_map.place(np.concatenate(lanes), np.concatenate(along))
    cuts = np.cumsum([len(u) for u in rows])[:-1]
    headings, grades = np.split(placed.heading, cuts), np.split(placed.grade, cuts)
    return [Course(u, np.unwrap(h), grade) for u, h, grade in zip(rows, headings, grades, strict=True)]


def pieces(lane_map: LaneMap, chain: Chain, begin: float, end: float) -> tuple[Piece, ...]:
    """The lanes on a stretch of a chain, carriageway by carriageway, each with the s from which to which it lies."""
    found = []
    for k, one in enumerate(chain.carriageways):
        low, high = max(begin, chain.starts[k]), min(end, chain.starts[k + 1])
        if high > low:
            found += [
                Piece(lane, *sorted(beside(lane_map, one.main, lane, u - chain.starts[k]) for u in (low, high)))
                for lane in one.lanes
            ]
    return tuple(found)


def beside(lane_map: LaneMap, main: int, lane: int, s: float) -> float:
    """The s on a lane beside an s on another lane of the same section that runs the same way."""
    rows, others = (slice(lane_map.first[one], lane_map.first[one + 1]) for one in (main, lane))
    if lane == main:
        return s
    share = np.interp(s, lane_map.s[rows], lane_map.road_s[rows])
    stations = lane_map.road_s[others]
    flip = 1.0 if lane_map.along[lane] else -1.0
    return float(np.interp(flip * share, flip * stations, lane_map.s[others]))
