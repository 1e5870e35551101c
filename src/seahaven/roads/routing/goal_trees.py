"""Goal trees: from every lane the way to a goal, for those who have to leave the route that they had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing.graph import Graph, tapers
from seahaven.roads.routing.route_table import RouteTable
from seahaven.roads.routing.turn_trees import TurnTree, turn_trees

__all__ = ["GoalTrees", "Grove", "WayOn", "goal_trees"]

CHANGE_COST = 8.0
"""Seconds that a change of lane has to save: whoever was just given a new route had better stay where it is."""
TIGHT = 90.0
"""Seconds that a change has to save, besides, for which there is less room than one likes to have: about as long one
stands where it does not succeed."""
MOST = 1_000_000
"""So many entries at most are made, by default: about 100 MB with all that is made of them."""


class _Web(NamedTuple):
    """The lane graph as the search backwards takes it; `beside` are rows of `reach`, from the lanes they lead to."""

    left: Integers
    right: Integers
    reach_first: Integers
    reach_lane: Integers
    reach_changes: Integers
    reach_cost: Floats
    beside_first: Integers
    beside: Integers
    beside_lane: Integers
    previous_first: Integers
    previous_lane: Integers


class _Goal(NamedTuple):
    """Where routes end: any of some lanes, at an s on each."""

    lanes: tuple[int, ...]
    s: tuple[float, ...]


class WayOn(NamedTuple):
    """A way on from a lane: the entry that holds to it, the lane that it leads onto, and the seconds from there on."""

    entry: int
    onto: int
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Grove:
    """The trees of one graph, one for each goal; all have as many entries, in the same order.

    Those of a tree are first one for each open lane, then one for each way on from the lanes outside junctions, which
    holds to that way, whatever the best one is.
    """

    lane_map: LaneMap
    graph: Graph = field(repr=False)
    goals: tuple[_Goal, ...]
    slot: Integers
    """Of a lane its place among the open ones, or -1."""
    link_lane: Integers
    link_next: Integers
    turns: tuple[TurnTree, ...] = ()
    """Trees that lead to turns instead of goals, one for each of `TURNS`, or none; they come behind the others."""

    def __len__(self) -> int:
        """The number of trees."""
        return len(self.goals) + len(self.turns)

    @property
    def counts(self) -> tuple[int, int]:
        """The number of trees that lead to goals, and of those that lead to turns."""
        return len(self.goals), len(self.turns)

    @property
    def size(self) -> int:
        """The entries of one tree."""
        return int(self.slot.max(initial=-1)) + 1 + len(self.link_lane)

    def plant(self, base: int, route: int, arrays: Any, cost: Floats) -> None:
        """Fill in the entries of all trees from `base` on, as routes from `route` on."""
        import seahaven.roads.routing.tree_kernels as kernels

        web, length = self._web(), self.lane_map.length.copy()
        for k in range(len(self)):
            follows, left_over, best, onward, leaving = self._tree(k, web, length)
            kernels.fill_tree(
                web, length, follows, left_over, self.slot, best, onward, leaving, self.link_lane, self.link_next,
                base + k * self.size, route + k, arrays, cost,
            )  # fmt: skip

    def _tree(self, k: int, web: _Web, length: Floats) -> tuple[Floats, Floats, Floats, Integers, Integers]:
        """How far the lanes of a tree can be followed, the metres and seconds left, and where one goes on."""
        import seahaven.roads.routing.tree_kernels as kernels

        clock = self.graph.clock
        seconds = clock[self.lane_map.first[1:] - 1]
        if k >= len(self.goals):
            best, onward, leaving = self.turns[k - len(self.goals)].grown(self.lane_map, web, seconds)
            return *kernels.measured_on(web, length, onward, leaving), best, onward, leaving
        goal = self.goals[k]
        lanes, end_s = np.array(goal.lanes, np.int64), np.zeros(len(length))
        end_s[lanes] = goal.s
        spans = [slice(int(self.lane_map.first[lane]), int(self.lane_map.first[lane + 1])) for lane in goal.lanes]
        at_end = [np.interp(s, self.lane_map.s[span], clock[span]) for s, span in zip(goal.s, spans, strict=True)]
        own, best, onward, leaving = kernels.grow(web, seconds, lanes, np.array(at_end, np.float64))
        return *kernels.measured(web, length, end_s, own, onward, leaving), best, onward, leaving

    def _costs(self) -> Floats:
        """What it costs to leave a section by each of the lanes of `reach`."""
        costs: Floats = CHANGE_COST * np.abs(self.graph.onward.reach_changes) + TIGHT * _tight(self.graph)
        return costs

    def _web(self) -> _Web:
        import seahaven.roads.routing.tree_kernels as kernels

        onward, sides = self.graph.onward, self.graph.sides
        beside_first, beside = kernels.turned_round(onward.reach_first, onward.reach_lane)
        previous_first, links = kernels.turned_round(onward.next_first, onward.next_lane)
        reaching = np.repeat(np.arange(len(self.lane_map)), np.diff(onward.reach_first))
        leading = np.repeat(np.arange(len(self.lane_map)), np.diff(onward.next_first))
        return _Web(
            sides.left, sides.right, onward.reach_first, onward.reach_lane, onward.reach_changes, self._costs(),
            beside_first, beside, reaching[beside], previous_first, leading[links],
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class GoalTrees:
    """Trees for the goals of the routes of some tables.

        trees = goal_trees(tables)
        tracks = Tracks(*tables, trees=trees)
        tracks.tree_of(route)               a route to the same goal that begins on every lane

    A tree is a route as any other, but has an entry for every lane from which a way leads to its goal: whoever is on it
    cannot lose its way. Checkpoints on the way are none of its business.
    """

    groves: tuple[Grove, ...]
    tree_of: Indices
    """Of each route of the tables, in their order, the number of its tree; -1 where there is none."""
    grove_of: Indices
    """Of each route of the tables, the number of the grove that its tree would stand in; -1 without a way."""

    def __len__(self) -> int:
        return sum(map(len, self.groves))

    @property
    def size(self) -> int:
        """How many entries all of them have."""
        return sum(grove.size * len(grove) for grove in self.groves)


def goal_trees(tables: Sequence[RouteTable], *, turns: bool = False, most: int = MOST) -> GoalTrees:
    """The trees for the goals of all routes; where those take more than `most` entries, for the most frequent goals.

    With `turns` there are further ones, which lead to the next junction at which one can turn left, go straight on, or
    turn right (`Tracks.turning`): for those who are told to.
    """
    graphs, keys = _keys(tables)
    lane_map = tables[0].lane_map
    bare = [_grove(lane_map, graph, turn_trees(lane_map, graph.open_to) if turns else ()) for graph in graphs]
    kept, room = set[tuple[int, _Goal]](), most
    for key, _ in Counter(key for key in keys if key).most_common():
        if bare[key[0]].size <= room:
            kept.add(key)
            room -= bare[key[0]].size
    groves, number, first = list[Grove](), dict[tuple[int, _Goal], int](), 0
    for k, grove in enumerate(bare):
        goals = tuple(dict.fromkeys(key[1] for key in keys if key in kept and key and key[0] == k))
        number |= {(k, goal): first + row for row, goal in enumerate(goals)}
        groves.append(replace(grove, goals=goals))
        first += len(groves[-1])
    tree_of = np.array([number.get(key, -1) if key else -1 for key in keys], np.int32)
    return GoalTrees(tuple(groves), tree_of, np.array([key[0] if key else -1 for key in keys], np.int32))


def _keys(tables: Sequence[RouteTable]) -> tuple[list[Graph], list[tuple[int, _Goal] | None]]:
    """The graphs that differ, and for each route which of them is its own, and its goal; None without a route."""
    graphs, keys = list[Graph](), list[tuple[int, _Goal] | None]()
    for table in tables:
        own = next((k for k, graph in enumerate(graphs) if _is_alike(graph, table.graph)), len(graphs))
        graphs += [table.graph] if own == len(graphs) else []
        is_reached = table.is_reached.tolist()
        keys += [(own, _goal(table, route)) if is_reached[route] else None for route in range(len(table))]
    return graphs, keys


def _is_alike(graph: Graph, other: Graph) -> bool:
    return graph is other or (
        np.array_equal(graph.open_to, other.open_to)
        and np.array_equal(graph.clock, other.clock)
        and np.array_equal(graph.onward.reach_lane, other.onward.reach_lane)
        and np.array_equal(_tight(graph), _tight(other))
    )


def _tight(graph: Graph) -> Truths:
    """Of each row of `reach`, whether its changes have less room than those like to have whose graph it is."""
    sides, onward = graph.sides, graph.onward
    if not len(onward.reach_changes):
        return np.zeros(0, np.bool_)
    lane = np.repeat(np.arange(len(onward.reach_first) - 1), np.diff(onward.reach_first))
    room = np.maximum.reduceat(sides.run, sides.first[:-1], axis=1)
    tight: Truths = room[np.where(onward.reach_changes < 0, 0, 1), lane] < graph.roomy * np.abs(onward.reach_changes)
    return tight


def _goal(table: RouteTable, route: int) -> _Goal:
    """Where a route ends: on its last lane, or any of those beside it where any will do."""
    paths, lane_map = table.paths, table.lane_map
    lane, s = int(paths.lanes[paths.first[route + 1] - 1]), float(paths.end_s[route])
    if not paths.passing_any[paths.passing_first[route + 1] - 1]:
        return _Goal((lane,), (s,))
    share = s / max(float(lane_map.length[lane]), 1e-9)
    lanes = sorted({lane, *_beside(table.graph.sides.left, lane), *_beside(table.graph.sides.right, lane)})
    lost = tapers(lane_map)
    lanes = [one for one in lanes if lost[one] <= (1.0 - share) * float(lane_map.length[one])] or lanes
    # Places are rounded, lest every route have a goal of its own; a centimetre is nobody's concern.
    return _Goal(tuple(lanes), tuple(round(share * float(lane_map.length[one]), 2) for one in lanes))


def _beside(neighbour: Integers, lane: int) -> Iterator[int]:
    while neighbour[lane] >= 0:
        lane = int(neighbour[lane])
        yield lane


def _grove(lane_map: LaneMap, graph: Graph, turns: tuple[TurnTree, ...]) -> Grove:
    """The trees of a graph without goals yet."""
    slot = np.where(graph.open_to, np.cumsum(graph.open_to) - 1, -1).astype(np.int64)
    lane = np.repeat(np.arange(len(lane_map)), np.diff(graph.onward.next_first))
    is_outside = lane_map.junction[lane] < 0
    return Grove(lane_map, graph, (), slot, lane[is_outside], graph.onward.next_lane[is_outside], turns)
