"""Turn trees: from every lane the way to the next junction at which one can turn left, go straight on or turn right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi, tau
from typing import Any

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Turn

__all__ = ["TURNS", "TurnTree", "turn_trees"]

TURNS = (Turn.LEFT, Turn.STRAIGHT, Turn.RIGHT)
"""The turns that there are trees for."""
PASSING = 1000.0
"""Seconds that count for coming through a junction without turning: more than any changes of lanes before it."""
BENDING = 100.0
"""Seconds that count for each radian of a bend on the way: who has no reason to turn goes straight on."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnTree:
    """Where one turn can be made: for each lane that leads into a junction from which it can, the lane to go on by."""

    turn: Turn
    onward: Mapping[int, int]

    def grown(self, lane_map: LaneMap, web: Any, seconds: Floats) -> tuple[
        Floats, Integers, Integers
    ]:  # fmt: skip
        """Of each lane the seconds to the turn, or to the edge of the network where there is none ahead, and the ways.

        The ways are as `tree_kernels.grow` has them. Behind the turn they lead on as if it were to be made again.
        """
        import seahaven.roads.routing.tree_kernels as kernels

        passing = seconds + np.where(lane_map.junction >= 0, PASSING, 0.0) + BENDING * _bends(lane_map)
        goals = np.array(sorted(self.onward), np.int64)
        _, best, onward, leaving = kernels.grow(web, passing, goals, seconds[goals])
        onward[goals] = [self.onward[lane] for lane in goals.tolist()]
        last = np.setdiff1d(np.arange(len(seconds)), web.previous_lane)
        _, to_edge, outward, off = kernels.grow(web, passing, last, seconds[last])
        is_lost = np.isinf(best)
        best = np.where(is_lost, to_edge, best)
        onward = np.where(is_lost, np.where(outward == -2, -1, outward), onward)
        return best, onward, np.where(is_lost, off, leaving)


def turn_trees(lane_map: LaneMap, is_open: Truths) -> tuple[TurnTree, ...]:
    """The trees of all turns for those who may use some lanes.

    Only junctions count at which one can choose: where all ways on lead onto the same road, there is nothing to turn.
    """
    onward: dict[Turn, dict[int, int]] = {turn: {} for turn in TURNS}
    exits: dict[tuple[str, int], set[tuple[int, bool]]] = {}
    ways = [
        way
        for way in JunctionLogic.of(lane_map).ways
        if way.incoming >= 0 and way.outgoing >= 0 and is_open[[way.incoming, *way.lanes, way.outgoing]].all()
    ]
    for way in ways:
        onto = int(lane_map.road[way.outgoing]), bool(lane_map.along[way.outgoing])
        exits.setdefault((way.junction, way.origin), set()).add(onto)
    for way in ways:
        if way.turn in onward and len(exits[way.junction, way.origin]) > 1:
            onward[way.turn].setdefault(way.incoming, (*way.lanes, way.outgoing)[0])
    return tuple(TurnTree(turn, onward[turn]) for turn in TURNS)


def _bends(lane_map: LaneMap) -> Floats:
    """By how much lanes inside junctions bend, in radians."""
    turn = lane_map.heading[lane_map.first[1:] - 1] - lane_map.heading[lane_map.first[:-1]]
    return np.where(lane_map.junction >= 0, np.abs((turn + pi) % tau - pi), 0.0)
