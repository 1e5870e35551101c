"""Routes as those who drive along them need them: for each lane on or beside a route, what is next, left and right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, Turn
from seahaven.roads.routing.goal_trees import GoalTrees, Grove, WayOn, goal_trees
from seahaven.roads.routing.graph import tapers
from seahaven.roads.routing.route_table import RouteTable
from seahaven.roads.routing.track_arrays import TrackArrays
from seahaven.roads.routing.turn_trees import TURNS
from seahaven.roads.routing.twins import with_twins

__all__ = ["Tracks"]

Made = TypeVar("Made")
RUN_UP = 1000.0
"""Metres of a refuge beyond which it is not looked how far it goes on."""
REFUGES = frozenset({LaneKind.STOP, LaneKind.SHOULDER})
"""Kinds of lanes beside the road on which one may stop."""


class Tracks:
    """What vehicles on the routes of some tables, one after the other, drive along.

        tracks = Tracks(router.routes(["ring"], ["ring"]), closed=True)
        entry = tracks.locate(route=0, lane=lane_map.index("ring:0:-1"))

    Routes are numbered through all tables. With `closed`, a route whose last lanes lead on into its first ones is
    driven round and round. `trees` are further routes, to the goals of the others, that begin on every lane.
    """

    is_immutable: ClassVar[bool] = True

    tables: tuple[RouteTable, ...]
    arrays: TrackArrays
    lane_map: LaneMap
    trees: GoalTrees | None
    notes: dict[Any, Any]
    """What others have made of these tracks, by what made it; see `known`."""

    def __init__(self, *tables: RouteTable, closed: bool = False, trees: GoalTrees | None = None) -> None:
        if not tables:
            raise InputError("Tracks got no table of routes; expected at least one")
        if any(table.lane_map is not tables[0].lane_map for table in tables):
            raise InputError("Tracks got routes of different lane maps; expected the same one for all")
        self.tables = tables
        self.notes = {}
        self.lane_map = tables[0].lane_map
        parts, routes, entries = [], 0, 0
        self._first_route, self._first_entry = [0], [0]
        for table in tables:
            part = _entries(table)
            if closed:
                part = _closed(table, part)
            parts.append(_moved(part, routes, entries))
            routes, entries = routes + len(table), entries + len(part.lane)
            self._first_route.append(routes)
            self._first_entry.append(entries)
        arrays = TrackArrays(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
        arrays = arrays._replace(drop=_less_tapers(self.lane_map, arrays))
        # Lanes of one road differ in length; a route ends at the latest where the lane does that one is on.
        is_last = (arrays.following < 0) & np.isinf(arrays.drop)
        shortest = np.minimum(arrays.remaining, self.lane_map.length[arrays.lane])
        arrays = arrays._replace(remaining=np.where(is_last, shortest, arrays.remaining))
        stage = np.concatenate(_stages(tables))
        self.arrays = with_twins(self.lane_map, _with_refuges(self.lane_map, arrays, stage), stage)
        self.trees = trees
        self._tree_first = len(self.arrays.lane)
        self._tree_cost: Floats = np.empty(0)
        if trees:
            self._plant(trees)
        for column in self.arrays:
            column.setflags(write=False)

    @classmethod
    def of(cls, *tables: RouteTable, closed: bool = False, turns: bool = False) -> Tracks:
        """The tracks of some tables, with trees to turn off by if `turns`, as worlds with the same tables share them.

        The last few are kept with their lane map, and with them what is `known` of them.
        """
        if not tables:
            return cls()
        return tables[0].lane_map.recent(_shared, tables, closed, turns)

    def _plant(self, trees: GoalTrees) -> None:
        """Add the entries of goal trees behind all others."""
        first, size = self._tree_first, trees.size
        self.arrays = TrackArrays(*(np.concatenate((one, np.zeros(size, one.dtype))) for one in self.arrays))
        cost, base, route = np.full(first + size, np.inf), first, self._first_route[-1]
        for grove in trees.groves:
            grove.plant(base, route, self.arrays, cost)
            base, route = base + grove.size * len(grove), route + len(grove)
        self.arrays.twin[first:] = -1
        self.arrays.drop[first:] = _less_tapers(self.lane_map, self.arrays)[first:]
        self._tree_cost = cost[first:].astype(np.float32)

    def known(self, make: Callable[[Tracks], Made]) -> Made:
        """What a function makes of these tracks; made once, and shared by all runs and forks that ask for it."""
        if make not in self.notes:
            self.notes[make] = make(self)
        made: Made = self.notes[make]
        return made

    def with_lanes(self) -> tuple[Indices, Indices]:
        """Lanes and successors of all entries, and behind them of all lanes.

        The row of a lane is for vehicles without a route, which take the first lane that leads on.
        """
        lane_map, count = self.lane_map, len(self.arrays.lane)
        has_next = np.diff(lane_map.next_first) > 0
        onward = np.full(len(lane_map), -1, np.int64)
        onward[has_next] = lane_map.next_lane[lane_map.next_first[:-1][has_next]] + count
        lanes = np.concatenate((self.arrays.lane, np.arange(len(lane_map), dtype=np.int32)))
        return lanes.astype(np.int32), np.concatenate((self.arrays.following, onward)).astype(np.int32)

    def __len__(self) -> int:
        """The number of routes, trees included."""
        return self._first_route[-1] + (len(self.trees) if self.trees else 0)

    @property
    def planned(self) -> int:
        """The number of routes without the trees, which come behind them."""
        return self._first_route[-1]

    def tree_of(self, route: int) -> int:
        """The route of the tree that leads to the same goal; -1 where there is none."""
        if self.trees is None or route < 0:
            return -1
        if route >= self.planned:
            return route
        tree = int(self.trees.tree_of[route])
        return tree + self.planned if tree >= 0 else -1

    def turning(self, route: int, turn: Turn) -> int:
        """The route that leads to the next junction at which whoever is on a route can turn this way; -1 for none.

        It is there if the trees were made with `turns`, begins on every lane from which there is such a junction, or
        the edge of the network, and leads on behind it as if the same had been asked for again.
        """
        if self.trees is None or route < 0 or turn not in TURNS:
            return -1
        if route < self.planned:
            own = int(self.trees.grove_of[route])
            if own < 0:
                return -1
            grove, first = self.trees.groves[own], self.planned + sum(map(len, self.trees.groves[:own]))
        else:
            _, grove, number = self._base(route)
            first = route - number
        return first + len(grove.goals) + TURNS.index(turn) if grove.turns else -1

    @property
    def has_goal(self) -> Truths:
        """Of each route, whether it leads to a goal; those to the next turn do not."""
        groves = self.trees.groves if self.trees else ()
        parts = [(True, self.planned), *((part == 0, size) for one in groves for part, size in enumerate(one.counts))]
        return np.repeat(*np.array(parts).T.astype(np.int64)).astype(np.bool_)

    def turns_on(self, tree: int) -> Mapping[int, int]:
        """Where the turn of a turn tree is made: of each lane from which it can be, the lane by which one goes on."""
        _, grove, number = self._base(tree)
        return grove.turns[number - len(grove.goals)].onward if number >= len(grove.goals) else {}

    def ways_on(self, tree: int, lane: int) -> list[WayOn]:
        """The ways on from a lane outside junctions that lead to the goal of a tree, the best one first."""
        base, grove, _ = self._base(tree)
        links = np.flatnonzero(grove.link_lane == lane)
        entries = base + int(grove.slot.max(initial=-1)) + 1 + links
        seconds = self._tree_cost[entries - self._tree_first]
        found = zip(entries.tolist(), grove.link_next[links].tolist(), seconds.tolist(), strict=True)
        return sorted((WayOn(*one) for one in found if one[2] < np.inf), key=lambda way: (way.seconds, way.entry))

    def others_from(self, route: int, lane: int) -> tuple[Integers, Integers]:
        """The routes to other goals that a vehicle on a route might take from a lane instead, and the entries there.

        They are the trees of the grove in which the tree of its own goal stands, those to the next turn left out.
        """
        tree = self.tree_of(route)
        if tree < 0:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        base, grove, number = self._base(tree)
        slot = int(grove.slot[lane])
        first = np.arange(len(grove.goals), dtype=np.int64)
        if slot < 0 or not len(first):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        entries = base + (first - number) * grove.size + slot
        known = self._tree_cost[entries - self._tree_first] < np.inf
        return (tree + first - number)[known], entries[known]

    def _base(self, tree: int) -> tuple[int, Grove, int]:
        """Where the entries of a tree begin, the grove that it stands in, and its number there."""
        base, number = self._tree_first, tree - self.planned
        for grove in self.trees.groves if self.trees else ():
            if number < len(grove):
                return base + number * grove.size, grove, number
            base, number = base + grove.size * len(grove), number - len(grove)
        raise InputError(f"route {tree} is no tree; these tracks have {len(self) - self.planned} trees")

    def _on_tree(self, tree: int, lanes: Integers) -> Integers:
        """The entries of lanes on a tree, or -1 from where no way leads to its goal."""
        base, grove, _ = self._base(tree)
        slot = grove.slot[lanes]
        is_known = slot >= 0
        is_known &= self._tree_cost[base - self._tree_first + np.maximum(slot, 0)] < np.inf
        return np.where(is_known, base + slot, -1)

    def __repr__(self) -> str:
        return f"<Tracks: {len(self)} routes, {len(self.arrays.lane)} entries>"

    def locate(self, route: Any, lane: Any) -> Any:
        """The entry of a lane on or beside a route, -1 where it is neither; one value or arrays.

        A route that comes by a lane twice has two entries for it; this is the first.
        """
        routes, lanes = np.broadcast_arrays(np.asarray(route, np.int64), np.asarray(lane, np.int64))
        found = np.full(routes.shape, -1, np.int64)
        for table, first, entry in zip(self.tables, self._first_route, self._first_entry, strict=False):
            here = (routes >= first) & (routes < first + len(table))
            if here.any():
                rows = table.locate(routes[here] - first, lanes[here])
                found[here] = np.where(rows >= 0, rows + entry, self._refuge(routes[here], lanes[here]))
        for tree in np.unique(routes[(routes >= self.planned) & (routes < len(self))]).tolist():
            found[routes == tree] = self._on_tree(tree, lanes[routes == tree])
        if (~((routes >= 0) & (routes < len(self)))).any():
            raise InputError(f"there is a route that these tracks lack; they have {len(self)}, numbered from 0")
        return int(found) if found.ndim == 0 else found

    def beginning(self, route: int) -> range:
        """The entries of the lanes, from left to right, on or beside which a route begins; a tree begins anywhere."""
        if not 0 <= route < self.planned:
            raise InputError(f"there is no planned route {route}; these tracks have {self.planned}, numbered from 0")
        table = bisect_right(self._first_route, route) - 1
        best, first = self.tables[table].best, self._first_entry[table]
        stage = int(best.stage_first[route - self._first_route[table]])
        return range(first + int(best.entry_first[stage]), first + int(best.entry_first[stage + 1]))

    def _refuge(self, routes: Integers, lanes: Integers) -> Integers:
        """The first entries of refuges beside routes, or -1."""
        keys, entries = self.known(_refuges)
        if not len(entries):
            return np.full(routes.shape, -1, np.int64)
        wanted = routes * len(self.lane_map) + lanes
        at = np.minimum(np.searchsorted(keys, wanted), len(entries) - 1)
        return np.where(keys[at] == wanted, entries[at], -1)


def _shared(_: LaneMap, tables: tuple[RouteTable, ...], closed: bool, turns: bool) -> Tracks:
    return Tracks(*tables, closed=closed, trees=goal_trees(tables, turns=True) if turns else None)


def _refuges(tracks: Tracks) -> tuple[Integers, Integers]:
    """The keys (route and lane) by which refuges are found, in order, and their entries."""
    entries = np.flatnonzero(tracks.arrays.is_refuge)
    keys = tracks.arrays.route[entries].astype(np.int64) * len(tracks.lane_map) + tracks.arrays.lane[entries]
    order = np.argsort(keys, kind="stable")
    return keys[order], entries[order]


def _entries(table: RouteTable) -> TrackArrays:
    """The entries of one table."""
    import seahaven.roads.routing.track_kernels as kernels

    best, lane_map = table.best, table.lane_map
    lane, stage = best.entry_lane, best.entry_stage
    count, rows = len(lane), np.arange(len(lane))
    route_of = np.repeat(np.arange(len(table)), np.diff(best.stage_first))
    is_beside = np.append(stage[1:] == stage[:-1], False)[:count]
    left = np.where(np.roll(is_beside, 1) & (lane_map.left[lane] == np.roll(lane, 1)), rows - 1, -1)
    right = np.where(is_beside & (lane_map.right[lane] == np.roll(lane, -1)), rows + 1, -1)
    last = np.zeros(len(route_of), bool)
    last[best.stage_first[1:][table.is_reached] - 1] = True
    follows = best.entry_reach >= np.append(best.stage_first[1:], 0)[route_of][stage]
    ends_anywhere = last & ~np.isin(np.arange(len(route_of)), stage[follows])
    is_goal = ends_anywhere[stage] & ~_narrow_at_end(table, ends_anywhere)
    goes_all_the_way = follows | kernels.leads_to(best.entry_next, is_goal)
    left, right, shift = left.astype(np.int32), right.astype(np.int32), best.entry_offset.astype(np.int32)
    kernels.best_shifts(best.entry_first, best.entry_next, best.entry_reach, goes_all_the_way, left, right, shift)
    return TrackArrays(
        lane.astype(np.int32),
        route_of[stage].astype(np.int32),
        best.entry_next.astype(np.int32),
        left,
        right,
        np.where(goes_all_the_way, np.inf, best.entry_metres),
        shift,
        table.length[route_of[stage]] - best.stage_begin[stage],
        np.zeros(count, np.bool_),
        np.full(count, -1, np.int32),
    )


def _narrow_at_end(table: RouteTable, ends_anywhere: Truths) -> Truths:
    """Of each entry, whether its lane, and not all beside it, has tapered off where its route may end on any."""
    best, lane_map, lost = table.best, table.lane_map, tapers(table.lane_map)
    narrow = np.zeros(len(best.entry_lane), np.bool_)
    length = np.repeat(table.length, np.diff(best.stage_first)) - best.stage_begin
    for stage in np.flatnonzero(ends_anywhere).tolist():
        own = slice(int(best.entry_first[stage]), int(best.entry_first[stage + 1]))
        lanes = best.entry_lane[own]
        found = (lost[lanes] > 0.0) & (length[stage] > lane_map.length[lanes] - lost[lanes])
        narrow[own] = found & ~found.all()
    return narrow


def _closed(table: RouteTable, part: TrackArrays) -> TrackArrays:
    """The entries with those of the last stage leading on into the first, where the lanes do."""
    best, lane_map = table.best, table.lane_map
    following, remaining = part.following.copy(), part.remaining.copy()
    stage_entries = best.entry_first
    for route in np.flatnonzero(table.is_reached).tolist():
        first, last = int(best.stage_first[route]), int(best.stage_first[route + 1]) - 1
        starts = {int(part.lane[e]): e for e in range(stage_entries[first], stage_entries[first + 1])}
        is_closed = False
        for e in range(stage_entries[last], stage_entries[last + 1]):
            for lane in lane_map.successors(int(part.lane[e])):
                if lane in starts and following[e] < 0:
                    following[e], is_closed = starts[lane], True
        if is_closed:
            remaining[stage_entries[first] : stage_entries[last + 1]] = np.inf
    drop = _drops(lane_map.length[part.lane], following, part.drop, is_closed=np.isinf(remaining))
    shift = _shifts(best.entry_stage, best.entry_first, drop, part)
    return part._replace(following=following, remaining=remaining, drop=drop, shift=shift)


def _drops(length: Floats, following: Indices, drop: Floats, *, is_closed: Truths) -> Floats:
    """How far the entries of closed routes can be followed: summed up until a lane ends, or one has gone round."""
    drops = drop.copy()
    for entry in np.flatnonzero(is_closed).tolist():
        metres, at = 0.0, entry
        for _ in range(len(following) + 1):
            metres += length[at]
            at = int(following[at])
            if at < 0:
                break
        drops[entry] = metres if at < 0 else np.inf
    return drops


def _shifts(stage: Integers, entry_first: Integers, drop: Floats, part: TrackArrays) -> Indices:
    """How many lanes to the left the nearest of the lanes lies that can be followed furthest, in closed routes."""
    shift = part.shift.copy()
    for entry in np.flatnonzero(np.isinf(part.remaining)).tolist():
        low, high = int(entry_first[stage[entry]]), int(entry_first[stage[entry] + 1])
        best = np.flatnonzero(drop[low:high] == drop[low:high].max()) + low
        shift[entry] = entry - best[np.argmin(np.abs(best - entry))]
    return shift


def _less_tapers(lane_map: LaneMap, arrays: TrackArrays) -> Floats:
    """How far lanes follow the routes, up to where the last of them gets too narrow."""
    last = np.where(arrays.following >= 0, arrays.following, np.arange(len(arrays.following)))
    for _ in range(len(last).bit_length()):
        last = last[last]
    lost = tapers(lane_map)[arrays.lane[last]]
    return np.where(np.isfinite(arrays.drop), np.maximum(arrays.drop - lost, 0.0), arrays.drop)


def _moved(part: TrackArrays, routes: int, entries: int) -> TrackArrays:
    """The entries of a table as they are numbered behind those of others."""

    def further(rows: Indices) -> Indices:
        return np.where(rows >= 0, rows + entries, -1).astype(np.int32)

    return part._replace(
        route=(part.route + routes).astype(np.int32),
        following=further(part.following),
        left=further(part.left),
        right=further(part.right),
    )


def _stages(tables: tuple[RouteTable, ...]) -> list[Integers]:
    """Of each entry its stage, numbered through all tables."""
    stages, first = [], 0
    for table in tables:
        stages.append(table.best.entry_stage + first)
        first += len(table.best.entry_first) - 1
    return stages


def _with_refuges(lane_map: LaneMap, arrays: TrackArrays, stage: Integers) -> TrackArrays:
    """The entries, and one for each refuge beside them; what lies beyond its end is the refuge of the next stage."""
    codes = np.array([kind in REFUGES for kind in LaneKind])[lane_map.kind]
    neighbours = {"left": lane_map.left, "right": lane_map.right}
    opposite = {"left": lane_map.left_opposite, "right": lane_map.right_opposite}
    columns = {name: getattr(arrays, name).copy() for name in TrackArrays._fields}
    more: list[tuple[int, int, str]] = []
    for side, beside in neighbours.items():
        next_to = beside[arrays.lane]
        there = np.flatnonzero((next_to >= 0) & ~opposite[side][arrays.lane] & codes[next_to] & (columns[side] < 0))
        more += [(int(next_to[e]), e, side) for e in there.tolist()]
    first, after = len(stage), _stages_after(arrays, stage)
    at = {(int(stage[e]), lane): first + k for k, (lane, e, _) in enumerate(more)}
    rows: dict[str, list[Any]] = {name: [] for name in TrackArrays._fields}
    for k, (lane, e, side) in enumerate(more):
        columns[side][e] = first + k
        onward = [at.get((after[e], other), -1) for other in lane_map.successors(lane)]
        given = {
            "lane": lane, "route": arrays.route[e], "following": max(onward, default=-1), "left": -1, "right": -1,
            "drop": 0.0, "shift": arrays.shift[e], "remaining": arrays.remaining[e], "is_refuge": True,
            "twin": -1,
        }  # fmt: skip
        given["right" if side == "left" else "left"] = e
        given["shift"] += -1 if side == "left" else 1
        for name, value in given.items():
            rows[name].append(value)
    whole = TrackArrays(
        *(np.concatenate((columns[name], np.array(rows[name], columns[name].dtype))) for name in TrackArrays._fields)
    )
    return whole._replace(drop=_refuge_drops(lane_map, whole))


def _refuge_drops(lane_map: LaneMap, arrays: TrackArrays) -> Floats:
    """How far entries can be followed: refuges as far as they go on."""
    drop = arrays.drop.copy()
    for entry in np.flatnonzero(arrays.is_refuge).tolist():
        metres, at = 0.0, entry
        while at >= 0 and metres < RUN_UP:
            metres += float(lane_map.length[arrays.lane[at]])
            at = int(arrays.following[at])
        drop[entry] = metres
    return drop


def _stages_after(arrays: TrackArrays, stage: Integers) -> list[int]:
    """Of each entry the stage that comes after its own: the route's first one behind the last of a closed one."""
    count = int(stage.max(initial=-1)) + 1
    route, closing = np.full(count + 1, -1, np.int64), np.full(count + 1, -1, np.int64)
    route[stage] = arrays.route
    leads_on = arrays.following >= 0
    closing[stage[leads_on]] = stage[arrays.following[leads_on]]
    after = np.where(route[1:] == route[:-1], np.arange(1, count + 1), closing[:-1])
    found: list[int] = after[stage].tolist()
    return found
