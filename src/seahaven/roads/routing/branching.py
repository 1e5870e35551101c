"""All ways that a driver may take from a place, without a route."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.roads.routing.graph import Graph
from seahaven.roads.routing.router import Router

MOST_BRANCHES = 100_000


class Branches(NamedTuple):
    """The tree of lanes ahead of a place, in the order of the distance at which they begin.

    Branch i drives on `lane[i]` from its beginning, `distance[i]` metres ahead of the place (negative for the lane on
    which the place lies), after branch `parent[i]`; -1 for the first. `changes` counts the lane changes up to there.
    """

    lane: Integers
    distance: Floats
    parent: Integers
    changes: Integers

    def path(self, branch: int) -> tuple[int, ...]:
        """The lanes from the place to a branch."""
        found = [branch]
        while self.parent[found[-1]] >= 0:
            found.append(int(self.parent[found[-1]]))
        return tuple(int(self.lane[one]) for one in reversed(found))


def branches(router: Router, lane: int, s: float, distance: float, *, with_changes: bool = False) -> Branches:
    """Every way over the router's lanes from a place on, as far as the given distance.

    With changes, lanes beside are branches, too, wherever the router would change to them; each such branch begins
    where its section does. A lane that several ways lead to is there for each of them. More than 100,000 branches are
    refused; look less far then.
    """
    lane_map, graph = router.lane_map, router.graph
    if not (0.0 <= s <= lane_map.length[lane] and 0.0 <= distance < np.inf):
        name, length = lane_map.name(lane), lane_map.length[lane]
        raise InputError(
            f"branches got s={s!r} on lane '{name}' and distance {distance!r}; expected s up to {length!r}"
        )
    tree: list[tuple[int, float, int, int]] = [(lane, -s, -1, 0)]
    waiting = deque([0])
    while waiting:
        here = waiting.popleft()
        for branch in _onward(graph, tree, here, distance, with_changes=with_changes):
            waiting.append(len(tree))
            tree.append(branch)
            if len(tree) > MOST_BRANCHES:
                raise InputError(f"more than {MOST_BRANCHES} ways lead on within {distance:g} m; look less far ahead")
    order = sorted(range(len(tree)), key=lambda k: (tree[k][1], k))
    place = {old: new for new, old in enumerate(order)}
    rows = [tree[k] for k in order]
    return Branches(
        np.array([row[0] for row in rows], dtype=np.int64),
        np.array([row[1] for row in rows]),
        np.array([place.get(row[2], -1) for row in rows], dtype=np.int64),
        np.array([row[3] for row in rows], dtype=np.int64),
    )


def _onward(
    graph: Graph, tree: list[tuple[int, float, int, int]], here: int, distance: float, *, with_changes: bool
) -> list[tuple[int, float, int, int]]:
    """The branches that follow one."""
    lane, start, parent, changes = tree[here]
    found = []
    came_sideways = parent >= 0 and tree[parent][1] == start and tree[parent][3] != changes
    if with_changes and not came_sideways:
        rows = range(graph.onward.reach_first[lane], graph.onward.reach_first[lane + 1])
        steps = [(int(graph.onward.reach_lane[k]), abs(int(graph.onward.reach_changes[k]))) for k in rows]
        found += [(other, start, here, changes + count) for other, count in steps if count]
    end = start + float(graph.sides.length[lane])
    if end <= distance:
        nexts = graph.onward.next_lane[graph.onward.next_first[lane] : graph.onward.next_first[lane + 1]]
        found += [(int(onto), end, here, changes) for onto in nexts]
    return found
