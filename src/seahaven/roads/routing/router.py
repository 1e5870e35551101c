"""Routes between places, for one class of road users."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite, isinf, nan
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.recent import Recent
from seahaven.roads.routing.checkpoint import Checkpoint, Checkpoints, Spots
from seahaven.roads.routing.explanation import NoRouteError, explain
from seahaven.roads.routing.graph import FOLLOW, LEFT, RIGHT, Graph, lane_graph
from seahaven.roads.routing.paths import Paths, route_along
from seahaven.roads.routing.road_user import CAR, RoadUser, road_user
from seahaven.roads.routing.route import Passing, Route
from seahaven.roads.routing.route_table import RouteTable, route_table

By: TypeAlias = Literal["time", "length"]
"""What is to be least: seconds or metres."""
MOST_REMEMBERED = 10_000
"""How many routes a shared router remembers; when there are more, it starts again from none."""
MOST_TABLES = 8
"""How many tables of routes a shared router keeps."""
CHANGE_LENGTH = 10.0
"""Metres that a lane change needs at least."""
CHANGE_COST = {"time": 2.0, "length": 1.0}
"""What a lane change costs: seconds of a route that is to be fast, metres of one that is to be short."""


class _Legs(NamedTuple):
    """What the search found: for each target its cost, its source, and the lanes and moves that lead there."""

    cost: Floats
    source: Integers
    first: Integers
    lanes: Integers
    moves: Integers


class Router:
    """Finds the fastest or shortest way over the lanes of a map that are open to a road user.

    The user is a `RoadUser`, or the name of one that comes with this room: "car", "truck", "bus", "taxi", "motorcycle",
    "bicycle", "tram", "emergency".

    A lane change is taken to need `change_length` metres on which it is permitted without a break, several in a row
    one after the other, and costs `change_cost` (seconds or metres; by default 2 s, or 1 m) each. Inside junctions
    lanes are not changed, unless `change_in_junctions` says so. Of ways that cost the same always the same one is
    taken. One turns round only where the map has lanes that do.
    """

    lane_map: LaneMap
    user: RoadUser
    change_length: float
    graph: Graph

    def __init__(
        self,
        lane_map: LaneMap,
        user: RoadUser | str = CAR,
        *,
        change_length: float = CHANGE_LENGTH,
        change_cost: float | None = None,
        change_in_junctions: bool = False,
    ) -> None:
        for name, value in (("change_length", change_length), ("change_cost", change_cost or 0.0)):
            if not (isfinite(value) and value >= 0.0):
                raise InputError(f"Router got {name} {value!r}; expected a finite number from 0 on")
        self.lane_map = lane_map
        self.user = road_user(user)
        self.change_length = float(change_length)
        self._change_cost = CHANGE_COST if change_cost is None else dict.fromkeys(CHANGE_COST, float(change_cost))
        self.graph = lane_graph(lane_map, self.user, change_length=self.change_length, in_junctions=change_in_junctions)
        self._checkpoints = Checkpoints(lane_map, self.user, self.graph.open_to)
        self._found: dict[tuple[tuple[Checkpoint, ...], By], Route] | None = None
        self._tables: Recent[tuple[tuple[Route, ...], RouteTable]] | None = None

    @classmethod
    def of(cls, lane_map: LaneMap, user: RoadUser, *, is_roomy: bool = False) -> Router:
        """The router of a road user with nothing else asked for, as everybody shares it; it remembers its routes.

        A roomy one changes lanes only where the user has as many metres for it as it likes to.
        """
        return lane_map.known(_shared, user, is_roomy)

    def __repr__(self) -> str:
        return f"<Router for {self.user.name} on {int(self.graph.open_to.sum())} of {len(self.lane_map)} lanes>"

    def route(
        self,
        start: Checkpoint,
        end: Checkpoint,
        *,
        via: Sequence[Checkpoint] = (),
        by: By = "time",
        avoid: Sequence[int | str] = (),
    ) -> Route:
        """The best route from one place to another, by way of checkpoints in their order.

        `avoid` names lanes and roads that are blocked; to plan anew, ask from where one is. A start on a blocked
        lane can still be left sideways.
        """
        places = (start, *via, end)
        if self._found is None or avoid:
            return self._route(places, by, self._is_open(avoid))
        if (places, by) not in self._found:
            if len(self._found) >= MOST_REMEMBERED:
                self._found.clear()
            self._found[places, by] = self._route(places, by, self._is_open(()))
        return self._found[places, by]

    def _route(self, places: tuple[Checkpoint, ...], by: By, is_open: Truths) -> Route:
        import seahaven.roads.routing.leg_kernels as kernels

        found = [self._checkpoints.spot(one, at_end=k > 0) for k, one in enumerate(places)]
        spots = Spots.joined(found)
        # The places of a checkpoint are the targets of one leg and the sources of the next, at the cost to get there.
        cost = np.full(len(spots.lane), inf)
        cost[spots.of(0)] = 0.0
        legs = self._search(spots._replace(first=spots.first[:-1]), cost, spots.first[1:], spots, cost, by, is_open)
        for k in range(1, len(places) if isinf(cost[spots.of(-1)].min()) else 0):
            if isinf(cost[spots.of(k)].min()):
                self._refuse(places[k - 1 : k + 1], found[k - 1], found[k], is_open)
        return self._measured(spots, kernels.join(spots.first, spots.s, spots.is_road, *legs))

    def _measured(self, spots: Spots, legs: tuple[Any, ...]) -> Route:
        """The route of legs that were joined."""
        import seahaven.roads.routing.table_kernels as kernels

        lanes, moves, must_s, place, s, start_s, end_s = legs
        first, passing_first = np.array([0, len(lanes)]), np.array([0, len(place)])
        columns = first, lanes, moves, np.array([start_s]), np.array([end_s])
        paths = Paths(*columns, must_s, passing_first, place, s, spots.is_road[1:])
        _, _, _, _, length, time, _ = kernels.stages(self.graph.sides, self.graph.clock, *columns)
        return route_along(self.lane_map, self.graph, paths, 0, length[0], time[0])

    def routes(
        self,
        starts: Sequence[Checkpoint] | Integers,
        ends: Sequence[Checkpoint] | Integers,
        *,
        by: By = "time",
        avoid: Sequence[int | str] = (),
    ) -> RouteTable:
        """The best route from each start to the end beside it; `is_reached` of the table is False where none is.

        An array of lanes is the quickest to be read. One of the two may have a single checkpoint for all.
        """
        count = max(len(starts), len(ends))
        if not {len(starts), len(ends)} <= {1, count}:
            raise InputError(f"routes got {len(starts)} starts and {len(ends)} ends; expected as many of each, or one")
        start, end = self._checkpoints.spots(starts, at_end=False), self._checkpoints.spots(ends, at_end=True)
        rows = np.arange(count)
        from_, to = (rows if len(given) == count else np.zeros(count, dtype=np.int64) for given in (starts, ends))
        known, group = _alike(start)
        order = np.argsort(group[from_], kind="stable")
        target, query = _taken(end, to[order])
        counts = np.bincount(group[from_][order][query], minlength=len(known))
        source, _ = _taken(start, known)
        free, cost = np.zeros(len(source.lane)), np.full(len(target.lane), inf)
        legs = self._search(source, free, _first(counts), target, cost, by, self._is_open(avoid))
        begin = source.s[np.maximum(legs.source + source.first[group[from_[order[query]]]], 0)]
        return route_table(self.lane_map, self.graph, _cheapest(legs, order[query], begin, target.s, end.is_road[to]))

    def along(self, paths: Paths) -> RouteTable:
        """The routes along paths that a router of the same lanes and road user has found, such as `table.paths`."""
        return route_table(self.lane_map, self.graph, paths)

    def table(self, routes: Sequence[Route]) -> RouteTable:
        """Routes together, as arrays; a shared router gives the same table again for the same routes, of late."""
        if self._tables is None:
            return self._table(routes)
        kept = tuple(routes)  # with the table, so that no other route can have one of these ids
        return self._tables.get((*map(id, kept),), lambda: (kept, self._table(kept)))[1]

    def _table(self, routes: Sequence[Route]) -> RouteTable:
        first = _first([len(route.lanes) for route in routes])
        lanes = np.array([lane for route in routes for lane in route.lanes], dtype=np.int64)
        moves, must_s = np.zeros(len(lanes), dtype=np.int64), np.full(len(lanes), nan)
        for low, route in zip(first.tolist(), routes, strict=False):
            sides = {(change.from_lane, change.to_lane): change.side for change in route.changes}
            for k, step in enumerate(zip(route.lanes, route.lanes[1:], strict=False)):
                moves[low + k] = {None: FOLLOW, "left": LEFT, "right": RIGHT}[sides.get(step)]
            for one in route.checkpoints:
                if not one.any_lane:
                    must_s[low + one.place] = one.s
        ends = [np.array([getattr(one, name) for one in routes], dtype=np.float64) for name in ("start_s", "end_s")]
        passings = _passings([route.checkpoints for route in routes])
        return route_table(self.lane_map, self.graph, Paths(first, lanes, moves, ends[0], ends[1], must_s, *passings))

    def _search(
        self,
        source: Spots,
        source_cost: Floats,
        target_first: Integers,
        target: Spots,
        cost: Floats,
        by: By,
        is_open: Truths,
    ) -> _Legs:
        """The best ways from each group of sources, as the rows of `source` have them, to its targets.

        What they cost is filled in.
        """
        import seahaven.roads.routing.search_kernels as kernels

        if by not in CHANGE_COST:
            raise InputError(f"a route got by={by!r}{nearest(str(by), CHANGE_COST)}")
        graph = self.graph
        found = kernels.search(
            graph.sides, graph.onward, graph.steps, graph.clock if by == "time" else graph.sides.s,
            self._change_cost[by], self.change_length, is_open, source.first, source.lane, source.s, source_cost,
            target_first, target.lane, target.s, cost,
        )  # fmt: skip
        return _Legs(cost, *found)

    def _is_open(self, avoid: Sequence[int | str]) -> Truths:
        """Of each lane, whether routes may lead over it."""
        is_open = self.graph.open_to.copy()
        for one in avoid:
            roads = self._checkpoints.roads(one)
            if roads:
                is_open[np.isin(self.lane_map.road, roads)] = False
            else:
                is_open[self._checkpoints.lane(one)] = False
        return is_open

    def _refuse(self, places: Sequence[Checkpoint], start: Spots, end: Spots, is_open: Truths) -> NoReturn:
        names = [self._checkpoints.name(place) for place in places]
        why = explain(self.lane_map, self.graph, start.lane.tolist(), end.lane.tolist(), is_open)
        raise NoRouteError(f"there is no route for {self.user.name} from {names[0]} to {names[1]}: {why}")


def _shared(lane_map: LaneMap, user: RoadUser, is_roomy: bool) -> Router:
    router = Router(lane_map, user, change_length=user.change if is_roomy else CHANGE_LENGTH)
    router._found, router._tables = {}, Recent(MOST_TABLES)
    return router


def _first(counts: Sequence[int] | Integers) -> Integers:
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)


def _alike(spots: Spots) -> tuple[Integers, Integers]:
    """Checkpoints that differ from all before them, and for each checkpoint which of these it is like."""
    known: dict[bytes, int] = {}
    keys = (spots.lane[rows].tobytes() + spots.s[rows].tobytes() for rows in map(spots.of, range(len(spots.is_road))))
    group = np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.int64)
    return np.unique(group, return_index=True)[1], group


def _taken(spots: Spots, rows: Integers) -> tuple[Spots, Integers]:
    """Some checkpoints of many, and for each of their places which of these it belongs to."""
    counts = np.diff(spots.first)[rows]
    first, owner = _first(counts), np.repeat(np.arange(len(rows)), counts)
    place = spots.first[rows][owner] + np.arange(len(owner)) - first[owner]
    return Spots(first, spots.lane[place], spots.s[place], spots.is_road[rows]), owner


def _cheapest(legs: _Legs, query: Integers, start_s: Floats, end_s: Floats, any_lane: Truths) -> Paths:
    """Of the ways to the places of each query's end the cheapest; the first of equal ones."""
    order = np.lexsort((np.arange(len(query)), legs.cost, query))
    best = order[np.flatnonzero(np.diff(query[order], prepend=-1))]
    counts = np.diff(legs.first)[best]
    first = _first(counts)
    owner = np.repeat(np.arange(len(best)), counts)
    rows = legs.first[best][owner] + np.arange(len(owner)) - first[owner]
    must_s = np.full(len(rows), nan)
    ends = np.flatnonzero((counts > 0) & ~any_lane)
    must_s[first[1:][ends] - 1] = end_s[best[ends]]
    found = np.flatnonzero(counts > 0)
    passings = _first((counts > 0).astype(np.int64)), counts[found] - 1, end_s[best[found]], any_lane[found]
    return Paths(first, legs.lanes[rows], legs.moves[rows], start_s[best], end_s[best], must_s, *passings)


def _passings(routes: Sequence[Sequence[Passing]]) -> tuple[Integers, Integers, Floats, Truths]:
    """The checkpoints of routes, one after the other, as arrays."""
    flat = [one for route in routes for one in route]
    return (
        _first([len(route) for route in routes]),
        np.array([one.place for one in flat], dtype=np.int64),
        np.array([one.s for one in flat], dtype=np.float64),
        np.array([one.any_lane for one in flat], dtype=bool),
    )
