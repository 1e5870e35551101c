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
from seahaven.roads.routing.graph import Graph
from seahaven.roads.routing.paths import Paths, route_along
from seahaven.roads.routing.route import Route


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
        return route_along(self.lane_map, self.graph, self.paths, route, self.length[route], self.time[route])

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
