"""Paths: routes as the search finds them, and the value that each of them makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.lanemap import LaneMap
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


def route_along(lane_map: LaneMap, graph: Graph, paths: Paths, index: int, length: float, time: float) -> Route:
    """One of many routes as a value; its length and time are given."""
    rows = slice(int(paths.first[index]), int(paths.first[index + 1]))
    lanes, moves = paths.lanes[rows].tolist(), paths.moves[rows].tolist()
    return Route(
        tuple(lanes),
        tuple(_changes(graph, lanes, moves)),
        float(paths.start_s[index]),
        float(paths.end_s[index]),
        float(length),
        float(time),
        tuple(_edges(lane_map, paths.lanes[rows])),
        tuple(_passings(paths, slice(int(paths.passing_first[index]), int(paths.passing_first[index + 1])))),
    )


def _passings(paths: Paths, rows: slice) -> Iterator[Passing]:
    columns = paths.passing_place, paths.passing_s, paths.passing_any
    return map(Passing, *(column[rows].tolist() for column in columns))


def _edges(lane_map: LaneMap, lanes: Integers) -> Iterator[RoadEdge]:
    """The roads outside junctions, one after the other.

    A road is begun anew, being a ring, or taken the other way, where its next section is not the one that follows.
    """
    road, along, section = lane_map.road[lanes], lane_map.along[lanes], lane_map.section[lanes].astype(np.int64)
    step = np.diff(section) * np.where(along[1:], 1, -1)
    is_again = (road[1:] == road[:-1]) & (along[1:] == along[:-1]) & ((step == 0) | (step == 1))
    is_new = lane_map.junction[lanes] < 0
    is_new[1:] &= ~is_again
    for index, is_along in zip(road[is_new].tolist(), along[is_new].tolist(), strict=True):
        yield RoadEdge(lane_map.network.roads[index].id, is_along)


def _changes(graph: Graph, lanes: list[int], moves: list[int]) -> Iterator[Change]:
    for k, move in enumerate(moves):
        if move != FOLLOW:
            side: Any = "left" if move == LEFT else "right"
            yield Change(lanes[k], lanes[k + 1], side, tuple(_windows(graph, lanes[k], 0 if move == LEFT else 1)))


def _windows(graph: Graph, lane: int, side: int) -> Iterator[tuple[float, float]]:
    """The stretches of a lane on which a change is permitted and may begin."""
    first, last = int(graph.sides.first[lane]), int(graph.sides.first[lane + 1]) - 1
    s, run = graph.sides.s[first : last + 1], graph.sides.run[side, first:last]
    is_permitted = np.concatenate(([False], run > 0.0, [False]))
    starts = np.flatnonzero(is_permitted[1:] & ~is_permitted[:-1])
    ends = np.flatnonzero(is_permitted[:-1] & ~is_permitted[1:])
    for a, b in zip(starts.tolist(), ends.tolist(), strict=True):
        if graph.sides.opening[side, first + a] == first + a:
            yield float(s[a]), float(s[b])
