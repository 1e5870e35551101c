"""Stretches of road: straights, curves, crests and sags, and where lanes lie beside, begin or end."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, RoadKind
from seahaven.roads.places.carriageway import Carriageway, Chain, Course, beside, pieces
from seahaven.roads.places.place import Place, Spot
from seahaven.roads.places.wanted import Bend, WantedCurve, WantedHill, WantedRoad, WantedStraight

STRAIGHT_RADIUS = 1000.0
"""A road that bends less than a circle of this radius is straight."""
CURVE_RADIUS = 500.0
"""A road that bends more than a circle of this radius is a curve, if it goes on bending"""
CURVE_TURN = radians(15.0)
"""until it has turned by this much."""
BEND_WINDOW = 10.0
"""Over how many metres a bend is measured, and how far apart the parts of one curve may lie."""
HILL_RADIUS = 10_000.0
"""A road whose grade changes faster than on a vertical circle of this radius goes over a crest or through a sag."""
HILL_WINDOW = 20.0
"""Over how many metres that is measured, and how far apart the parts of one crest may lie."""
DROP_LENGTH = 100.0
"""How many metres of road before the end of a lane, or of the road, belong to a lane drop or a dead end."""
SAME_LIMIT = 0.3
"""How far, in m/s, a speed limit may be from the wanted one."""

_KINDS = tuple(LaneKind)
_MERGING = frozenset(
    {LaneKind.ENTRY, LaneKind.EXIT, LaneKind.ON_RAMP, LaneKind.OFF_RAMP, LaneKind.CONNECTING_RAMP, LaneKind.SLIP}
)


class Run(NamedTuple):
    """A part of a chain, from where to where along it, and what measures it."""

    begin: float
    end: float
    size: float


def straights(course: Course, wanted: WantedStraight) -> Iterator[Run]:
    """The straights of a chain."""
    bend = np.abs(np.diff(course.heading)) * STRAIGHT_RADIUS
    for first, last in _runs(bend <= np.diff(course.u) * (1.0 + 1e-9)):
        begin, end = float(course.u[first]), float(course.u[last])
        if wanted.least - 1e-6 <= end - begin <= wanted.most:
            yield Run(begin, end, end - begin)


def curves(course: Course, wanted: WantedCurve) -> Iterator[tuple[Run, Bend]]:
    """The curves of a chain, each with its tightest radius, and the side to which it turns."""
    bend = _change(course.u, course.heading, BEND_WINDOW)
    for side, sign in ((Bend.LEFT, 1.0), (Bend.RIGHT, -1.0)):
        if wanted.side not in (None, side):
            continue
        for first, last in _joined(course.u, _runs(sign * bend >= 1.0 / CURVE_RADIUS), BEND_WINDOW):
            turned = sign * float(course.heading[last - 1] - course.heading[first])
            radius = 1.0 / float((sign * bend[first:last]).max())
            if turned >= CURVE_TURN and wanted.least <= radius <= wanted.most:
                yield Run(float(course.u[first]), float(course.u[last - 1]), radius), side


def hills(course: Course, wanted: WantedHill) -> Iterator[Run]:
    """The crests, or sags, of a chain, each with the change of grade."""
    sign = -1.0 if wanted.is_crest else 1.0
    bend = sign * _change(course.u, course.grade, HILL_WINDOW)
    for first, last in _joined(course.u, _runs(bend >= 1.0 / HILL_RADIUS), HILL_WINDOW):
        change = sign * float(course.grade[last - 1] - course.grade[first])
        if change >= wanted.change - 1e-9:
            yield Run(float(course.u[first]), float(course.u[last - 1]), change)


def roads(lane_map: LaneMap, chain: Chain, wanted: WantedRoad) -> Iterator[Run]:
    """The stretches of a chain that are as wanted all along."""
    spans: list[tuple[float, float]] = []
    for k, one in enumerate(chain.carriageways):
        if not _fits(lane_map, one, wanted):
            continue
        for low, high in _spans(lane_map, one.main, wanted):
            begin, end = chain.starts[k] + low, chain.starts[k] + high
            if spans and abs(spans[-1][1] - begin) < 1e-6:
                spans[-1] = spans[-1][0], end
            else:
                spans.append((begin, end))
    yield from (Run(low, high, high - low) for low, high in spans if high - low >= max(wanted.least, 1e-3))


def lane_drops(lane_map: LaneMap, chain: Chain) -> Iterator[Run]:
    """Where a lane of a chain ends and others go on; the stretch before its end."""
    for k, one in enumerate(chain.carriageways):
        lanes = _through(lane_map, one)
        led = [bool(lane_map.successors(lane)) for lane in lanes]
        narrows = False
        if k + 1 < len(chain.carriageways):
            narrows = len(_through(lane_map, chain.carriageways[k + 1])) < len(lanes)
        if narrows or (any(led) and not all(led)):
            end = chain.starts[k + 1]
            yield Run(max(end - DROP_LENGTH, 0.0), end, float(len(lanes)))


def dead_ends(lane_map: LaneMap, chain: Chain) -> Iterator[Run]:
    """The last stretch of a chain from which no lane leads on."""
    if not any(lane_map.successors(lane) for lane in chain.carriageways[-1].lanes):
        yield Run(max(chain.length - DROP_LENGTH, 0.0), chain.length, 0.0)


def stretch(lane_map: LaneMap, chain: Chain, run: Run, kind: str) -> Place:
    """The place of a part of a chain; its pose is that of its middle."""
    middle, s = chain.spot(0.5 * (run.begin + run.end))
    placed = lane_map.place(chain.carriageways[middle].main, s)
    first, low = chain.spot(run.begin)
    if low >= chain.starts[first + 1] - chain.starts[first] and first + 1 < len(chain.carriageways):
        first, low = first + 1, 0.0
    one = chain.carriageways[first]
    entries = tuple(Spot(lane, beside(lane_map, one.main, lane, low)) for lane in one.lanes)
    return Place(
        kind,
        lane_map.name(one.main),
        Pose(placed.x, placed.y, placed.heading),
        pieces(lane_map, chain, run.begin, run.end),
        entries,
        size=run.size,
    )


def road_kind(lane_map: LaneMap, lane: int, road_s: float) -> RoadKind:
    """The kind of road on which a lane lies."""
    kinds = lane_map.network.roads[lane_map.road[lane]].kinds
    known = [kind for s, kind in kinds if s <= road_s + 1e-6]
    return known[-1] if known else RoadKind.UNKNOWN


def _through(lane_map: LaneMap, one: Carriageway) -> list[int]:
    """The lanes that are not there only to merge or to leave."""
    return [lane for lane in one.lanes if _KINDS[lane_map.kind[lane]] not in _MERGING]


def _fits(lane_map: LaneMap, one: Carriageway, wanted: WantedRoad) -> bool:
    # Ramps belong to motorways by their kind, but nobody who asks for a motorway means one.
    if wanted.kind is RoadKind.MOTORWAY and not _through(lane_map, one):
        return False
    if not one.beside.issuperset(wanted.beside) or one.beside.intersection(wanted.not_beside):
        return False
    return wanted.lanes is None or len(one.lanes) == wanted.lanes


def _spans(lane_map: LaneMap, main: int, wanted: WantedRoad) -> Iterator[tuple[float, float]]:
    """The parts of a carriageway under the wanted limit on the wanted kind of road, by the stretches of a lane."""
    first, last = int(lane_map.first[main]), int(lane_map.first[main + 1]) - 1
    fits = np.ones(last - first, dtype=bool)
    if wanted.limit is not None:
        fits &= np.abs(lane_map.strips.limit[first:last] - wanted.limit) <= SAME_LIMIT
    if wanted.kind is not None:
        middles = 0.5 * (lane_map.road_s[first:last] + lane_map.road_s[first + 1 : last + 1])
        fits &= np.array([road_kind(lane_map, main, s) is wanted.kind for s in middles.tolist()], dtype=bool)
    for begin, end in _runs(fits):
        yield float(lane_map.s[first + begin]), float(lane_map.s[first + end])


def _runs(truths: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where rows of truths begin, and the first after them."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], truths, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def _joined(u: Floats, runs: list[tuple[int, int]], gap: float) -> list[tuple[int, int]]:
    """The same, those as one that lie less than a gap apart."""
    found: list[tuple[int, int]] = []
    for first, last in runs:
        if found and u[first] - u[found[-1][1] - 1] <= gap:
            found[-1] = found[-1][0], last
        else:
            found.append((first, last))
    return found


def _change(u: Floats, values: Floats, window: float) -> Floats:
    """By how much a value changes per metre within a window around each place, which is cut short at the ends."""
    low, high = np.maximum(u - 0.5 * window, u[0]), np.minimum(u + 0.5 * window, u[-1])
    change: Floats = (np.interp(high, u, values) - np.interp(low, u, values)) / np.maximum(high - low, 1e-9)
    return change
