"""Why there is no route from one place to another."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Integers, Truths
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing.graph import Graph


class NoRouteError(InputError):
    """There is no way from one place to another; the message names both, and says why."""


def explain(lane_map: LaneMap, graph: Graph, starts: Iterable[int], ends: Iterable[int], is_open: Truths) -> str:
    """What keeps one from getting from any of the starts to any of the ends."""
    starts, ends = sorted(set(starts)), sorted(set(ends))
    if is_open[ends].any() and _leads(graph, starts, ends, graph.open_to):
        return "every way leads over what is to be avoided"
    if not is_open[ends].any():
        return "where it ends is to be avoided"
    sideways = _sideways(graph)
    if _leads(graph, starts, ends, graph.open_to, sideways):
        return "every way needs a lane change that is not permitted, or has too little room"
    ahead, behind = _spread(graph, starts, is_open, sideways), _spread(graph, ends, is_open, sideways, back=True)
    if not _leads(graph, starts, ends, is_open, sideways, both_ways=True):
        return "they lie in parts of the network that are not joined"
    dead_ends = [
        lane
        for lane in np.flatnonzero(ahead).tolist()
        if graph.onward.next_first[lane] == graph.onward.next_first[lane + 1]
    ]
    entries = np.bincount(graph.onward.next_lane, minlength=len(graph.sides.length))
    sources = [lane for lane in np.flatnonzero(behind).tolist() if not entries[lane]]
    if dead_ends and ahead.sum() <= behind.sum():
        return f"all one can do is drive to a dead end, the end of lane '{lane_map.name(dead_ends[0])}'"
    if sources:
        return f"one can only come from lane '{lane_map.name(sources[0])}', to which no lane leads"
    return "the lanes between them lead the other way"


def _sideways(graph: Graph) -> Truths:
    """All lanes that lie beside another one: what could be changed to if nothing forbade it."""
    return (graph.sides.left >= 0) | (graph.sides.right >= 0)


def _leads(
    graph: Graph,
    starts: list[int],
    ends: list[int],
    is_open: Truths,
    sideways: Truths | None = None,
    *,
    both_ways: bool = False,
) -> bool:
    known = _spread(graph, starts, is_open, sideways, both_ways=both_ways)
    return bool(known[ends].any())


def _spread(
    graph: Graph,
    starts: list[int],
    is_open: Truths,
    sideways: Truths | None = None,
    *,
    back: bool = False,
    both_ways: bool = False,
) -> Truths:
    """The lanes that one can come to; with `sideways` by any change between lanes side by side, permitted or not."""
    sources, targets = _arcs(graph, sideways is not None)
    keep = is_open[sources] & is_open[targets]
    sources, targets = sources[keep], targets[keep]
    if back:
        sources, targets = targets, sources
    if both_ways:
        sources, targets = np.concatenate((sources, targets)), np.concatenate((targets, sources))
    known = np.zeros(len(graph.sides.length), dtype=bool)
    known[starts] = True
    count = 0
    while count != known.sum():
        count = int(known.sum())
        known[targets[known[sources]]] = True
    return known


def _arcs(graph: Graph, any_change: bool) -> tuple[Integers, Integers]:
    lanes = np.arange(len(graph.sides.length))
    pairs = [(np.repeat(lanes, np.diff(graph.onward.next_first)), graph.onward.next_lane)]
    if any_change:
        pairs += [(lanes[other >= 0], other[other >= 0]) for other in (graph.sides.left, graph.sides.right)]
    else:
        pairs.append((np.repeat(lanes, np.diff(graph.onward.reach_first)), graph.onward.reach_lane))
    sources, targets = zip(*pairs, strict=True)
    return np.concatenate(sources), np.concatenate(targets)
