"""Which column each node of a graph stands in, and in which order, so that most arrows point right and few cross.

The usual layered drawing: arrows that would close a circle are turned round, columns follow from the longest way to
a node, and an arrow past a column gets a *lane* in it, a place of its own among the nodes, so that it never runs
through a box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

__all__ = ["Columns", "arrange"]

_SWEEPS = 12

Edge = tuple[int, int]


@dataclass(slots=True)
class Columns:
    """Nodes and lanes in columns from left to right, each from top to bottom.

    Nodes are 0, 1, ... as given, lanes the numbers after them. `chains[e]` has what the e-th edge goes through from
    left to right, and `is_turned[e]` says that its arrow points left.
    """

    members: list[list[int]]
    chains: list[list[int]]
    is_turned: list[bool]
    left: dict[int, list[Edge]] = field(default_factory=lambda: defaultdict(list))
    """For each node, what comes in from the column before it: (neighbour, edge)."""
    right: dict[int, list[Edge]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for edge, chain in enumerate(self.chains):
            for before, after in pairwise(chain):
                self.right[before].append((after, edge))
                self.left[after].append((before, edge))


def arrange(count: int, edges: Sequence[Edge], start: int) -> Columns:
    """Put `count` nodes in columns, the start in the first; no edge may lead from a node to itself."""
    is_turned = _turned(count, edges, start)
    forward = [(b, a) if turned else (a, b) for (a, b), turned in zip(edges, is_turned, strict=True)]
    ranks = _ranks(count, forward)
    members: list[list[int]] = [[] for _ in range(max(ranks) + 1)]
    lanes_above, lanes_below, chains, lane = [list(c) for c in members], [list(c) for c in members], [], count
    for (before, after), turned in zip(forward, is_turned, strict=True):
        chain = [before]
        for rank in range(ranks[before] + 1, ranks[after]):
            (lanes_below if turned else lanes_above)[rank].append(lane)
            chain.append(lane)
            lane += 1
        chains.append([*chain, after])
    for node in range(count):
        members[ranks[node]].append(node)
    stacked = [above + nodes + below for above, nodes, below in zip(lanes_above, members, lanes_below, strict=True)]
    return _uncrossed(Columns(stacked, chains, is_turned))


def _turned(count: int, edges: Sequence[Edge], start: int) -> list[bool]:
    """Which edges lead back to a node that is still being explored, or to the start."""
    turned = [target == start for _, target in edges]
    leaving: dict[int, list[int]] = defaultdict(list)
    for edge, (source, _) in enumerate(edges):
        leaving[source].append(edge)
    open_nodes: set[int] = set()
    seen: set[int] = set()

    def explore(node: int) -> None:
        seen.add(node)
        open_nodes.add(node)
        for edge in leaving[node]:
            target = edges[edge][1]
            if target in open_nodes:
                turned[edge] = True
            elif target not in seen:
                explore(target)
        open_nodes.remove(node)

    for node in (start, *range(count)):
        if node not in seen:
            explore(node)
    return turned


def _ranks(count: int, forward: Sequence[Edge]) -> list[int]:
    """The longest way to each node; there are no circles, so that at most `count` rounds are needed."""
    ranks = [0] * count
    for _ in range(count):
        for before, after in forward:
            ranks[after] = max(ranks[after], ranks[before] + 1)
    return ranks


def _uncrossed(columns: Columns) -> Columns:
    """Order each column by where its neighbours stand, to and fro, and keep the best order seen."""
    best, fewest = [list(column) for column in columns.members], _crossings(columns)
    for sweep in range(_SWEEPS):
        is_right = sweep % 2 == 1
        for column in reversed(columns.members) if is_right else columns.members:
            _sort(column, columns.right if is_right else columns.left, _heights(columns))
        if (crossings := _crossings(columns)) < fewest:
            best, fewest = [list(column) for column in columns.members], crossings
    columns.members = best
    return columns


def _heights(columns: Columns) -> dict[int, float]:
    """Where in its column each node stands, from 0 at the top to 1."""
    return {node: (position + 0.5) / len(column) for column in columns.members for position, node in enumerate(column)}


def _sort(column: list[int], ends: Mapping[int, Sequence[Edge]], heights: Mapping[int, float]) -> None:
    """Order a column by the mean of its neighbours' heights; who has none stays where it is."""

    def wish(node: int) -> float:
        others = [heights[other] for other, _ in ends[node]]
        return sum(others) / len(others) if others else heights[node]

    column.sort(key=wish)


def _crossings(columns: Columns) -> int:
    position = _heights(columns)
    total = 0
    for column in columns.members:
        ends = [(position[node], position[other]) for node in column for other, _ in columns.right[node]]
        total += sum(a < c and b > d for a, b in ends for c, d in ends)
    return total
