"""Many routes as arrays, with the best lanes of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.lanemap.asking import NO_LANES, answer, as_lanes, side_by_side
from seahaven.roads.routing.graph import FOLLOW, LEFT, Graph
from seahaven.roads.routing.route import Change, Passing, RoadEdge, Route


class Paths(NamedTuple):
    """Routes as the search has them: those of route i are the lanes from `first[i]` on; none where there is no way.

    `moves` says how one goes on from each lane: along it, to the left, to the right. `must_s` is, of a lane that has
    to be driven on for a checkpoint, the s up to which; NaN of all others. The checkpoints of route i begin with
    `passing_first[i]`: which of its lanes each is on, the s, and whether any lane of the road would do.
    """

    first: Integers
    lanes: Integers
    moves: Integers
    start_s: Floats
    end_s: Floats
    must_s: Floats
    passing_first: Integers
    passing_place: Integers
    passing_s: Floats
    passing_any: Truths


class BestLanes(NamedTuple):
    """The lanes on and beside every route, stage by stage: a stage is what a route has of one section of a road.

    Stages of route r begin with `stage_first[r]`, entries of stage k with `entry_first[k]`: one for each lane, from
    left to right, and after these one for each lane inside a junction that leads from the lanes before it to those
    behind it on a road of its own. An entry says how many metres from the lane's beginning it can be followed before
    a lane change is needed to stay on the route.
    """

    stage_first: Integers
    stage_begin: Floats
    """How far along the route a stage begins; negative for the first one, if the route begins further on."""
    stage_enter: Integers
    """The entries of the lanes by which the route itself comes into a stage, and leaves it."""
    stage_leave: Integers
    entry_first: Integers
    entry_lane: Integers
    entry_stage: Integers
    entry_metres: Floats
    entry_reach: Integers
    """The last stage that one comes to without a change; one more if the lane is the one to end on."""
    entry_next: Integers
    """The entry by which one goes on into the next stage, or -1."""
    entry_offset: Integers
    """How many lanes to the left the nearest of the best ones lies; negative to the right."""


class Best(NamedTuple):
    """Of a lane on or beside a route: metres that it can be followed, and lanes to the left to the nearest best one."""

    lane: int
    metres: float
    offset: int


@dataclass(frozen=True, slots=True, eq=False)
class RouteTable:
    """Many routes, as read-only arrays; `table[i]` gives one of them as a value.

    A route that could not be found has no lanes, an infinite length and time, and is False in `is_reached`.
    """

    lane_map: LaneMap
    graph: Graph = field(repr=False)
    paths: Paths = field(repr=False)
    length: Floats
    time: Floats
    changes: Integers
    best: BestLanes = field(repr=False)

    def __len__(self) -> int:
        return len(self.length)

    def __getitem__(self, index: int) -> Route:
        route = range(len(self))[index]
        if not self.is_reached[route]:
            raise InputError(f"route {route} was not found; ask `is_reached` first, or `Router.route` for the reason")
        low, high = self.paths.first[route], self.paths.first[route + 1]
        return Route(
            tuple(self.paths.lanes[low:high].tolist()),
            tuple(self._changes(low, high)),
            float(self.paths.start_s[route]),
            float(self.paths.end_s[route]),
            float(self.length[route]),
            float(self.time[route]),
            tuple(self._edges(low, high)),
            tuple(self._passings(route)),
        )

    def __iter__(self) -> Iterator[Route]:
        return (self[i] for i in range(len(self)))

    @property
    def is_reached(self) -> Truths:
        """Of each route, whether there is one."""
        return np.diff(self.paths.first) > 0

    def best_lanes(self, route: int, stage: int) -> tuple[Best, ...]:
        """The lanes of a stage of a route, from left to right; then those that lead through the junction beside it."""
        b, k = self.best, int(self.best.stage_first[range(len(self))[route]]) + stage
        rows = range(b.entry_first[k], b.entry_first[k + 1])
        return tuple(Best(int(b.entry_lane[e]), float(b.entry_metres[e]), int(b.entry_offset[e])) for e in rows)

    def locate(self, route: Any, lane: Any, hint: Any = None) -> Any:
        """The entries of `best` for lanes on or beside routes, -1 where a lane is neither.

        A route may come by a lane twice; the hint is the entry of before, from which on it is looked for.
        """
        import seahaven.roads.routing.table_kernels as kernels

        hints = NO_LANES if hint is None else as_lanes("locate", hint)
        shape, (routes, lanes, hints) = side_by_side(as_lanes("locate", route), as_lanes("locate", lane), hints)
        found = np.empty(len(routes), dtype=np.int64)
        b = self.best
        bad = kernels.locate(b.stage_first, b.entry_first, b.entry_lane, b.entry_stage, routes, lanes, hints, found)
        if bad >= 0:
            raise InputError(
                f"there is no route {int(routes[bad])}; this table has {len(self)} routes, numbered from 0"
            )
        return answer(found, shape)

    def _passings(self, route: int) -> Iterator[Passing]:
        p = self.paths
        for row in range(p.passing_first[route], p.passing_first[route + 1]):
            yield Passing(int(p.passing_place[row]), float(p.passing_s[row]), bool(p.passing_any[row]))

    def _edges(self, low: int, high: int) -> Iterator[RoadEdge]:
        lane_map, before = self.lane_map, -1
        for k in range(low, high):
            lane = self.paths.lanes[k]
            again = before >= 0 and lane_map.road[lane] == lane_map.road[before] and not self._turns_round(before, lane)
            if lane_map.junction[lane] < 0 and not again:
                yield RoadEdge(lane_map.network.roads[lane_map.road[lane]].id, bool(lane_map.along[lane]))
            before = lane

    def _turns_round(self, before: int, lane: int) -> bool:
        """Whether a road is begun anew, being a ring, or taken the other way."""
        step = int(self.lane_map.section[lane]) - int(self.lane_map.section[before])
        expected = (0, 1) if self.lane_map.along[lane] else (0, -1)
        return bool(self.lane_map.along[lane] != self.lane_map.along[before]) or step not in expected

    def _changes(self, low: int, high: int) -> Iterator[Change]:
        for k in range(low, high):
            if self.paths.moves[k] != FOLLOW:
                lane, to = int(self.paths.lanes[k]), int(self.paths.lanes[k + 1])
                side: Any = "left" if self.paths.moves[k] == LEFT else "right"
                yield Change(lane, to, side, tuple(self._windows(lane, 0 if side == "left" else 1)))

    def _windows(self, lane: int, side: int) -> Iterator[tuple[float, float]]:
        """The stretches of a lane on which a change is permitted and may begin."""
        rows = slice(self.graph.sides.first[lane], self.graph.sides.first[lane + 1] - 1)
        s, run = (
            self.graph.sides.s[self.graph.sides.first[lane] : self.graph.sides.first[lane + 1]],
            self.graph.sides.run[side, rows],
        )
        is_permitted = np.concatenate(([False], run > 0.0, [False]))
        starts = np.flatnonzero(is_permitted[1:] & ~is_permitted[:-1])
        ends = np.flatnonzero(is_permitted[:-1] & ~is_permitted[1:])
        for a, b in zip(starts.tolist(), ends.tolist(), strict=True):
            if self.graph.sides.opening[side, self.graph.sides.first[lane] + a] == self.graph.sides.first[lane] + a:
                yield float(s[a]), float(s[b])


def route_table(lane_map: LaneMap, graph: Graph, paths: Paths) -> RouteTable:
    """The routes along given paths, measured, and with their best lanes."""
    import seahaven.roads.routing.table_kernels as kernels

    columns = paths.first, paths.lanes, paths.moves, paths.start_s, paths.end_s
    stage_first, enter, leave, begin, length, time, changes = kernels.stages(graph.sides, graph.clock, *columns)
    onward, junction = graph.onward[:2], lane_map.junction.astype(np.int64)
    entry_first, abreast, entry_lane, entry_stage = kernels.entries(
        graph.sides, *onward, junction, stage_first, paths.lanes, enter
    )
    metres, reach, entry_next, offset = kernels.best(
        graph.sides, *onward, junction, stage_first, entry_first, abreast, entry_lane, paths.lanes, enter, leave,
        *_musts(paths, leave),
    )  # fmt: skip
    enter_lane, leave_lane = paths.lanes[enter], paths.lanes[leave]
    best = BestLanes(
        stage_first, begin,
        _entries(entry_first, entry_lane, enter_lane), _entries(entry_first, entry_lane, leave_lane),
        entry_first, entry_lane, entry_stage, metres, reach, entry_next, offset,
    )  # fmt: skip
    missing = np.diff(paths.first) == 0
    length[missing], time[missing] = np.inf, np.inf
    for column in (*paths, *best, length, time, changes):
        column.setflags(write=False)
    return RouteTable(lane_map, graph, paths, length, time, changes, best)


def _entries(entry_first: Integers, entry_lane: Integers, lanes: Integers) -> Integers:
    """The entry of one lane in each stage."""
    wanted = np.repeat(lanes, np.diff(entry_first))
    return np.flatnonzero(entry_lane == wanted)


def _musts(paths: Paths, leave: Integers) -> tuple[Integers, Floats]:
    """For each stage the lane that has to be driven on there, and up to which s."""
    lane, s = np.full(len(leave), -1, dtype=np.int64), np.zeros(len(leave))
    at = np.flatnonzero(~np.isnan(paths.must_s))
    stage = np.searchsorted(leave, at)
    lane[stage], s[stage] = paths.lanes[at], paths.must_s[at]
    return lane, s
