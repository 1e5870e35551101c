"""Roundabouts that the file draws without naming them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seahaven.roads import LaneMap
from seahaven.roads.junctions import ConflictKind, JunctionLogic, Reason, Verdict, rings
from tests.behaviour.junctions.crossings import roundabout


@pytest.mark.parametrize("left_hand", [False, True])
def test_who_enters_a_ring_that_nobody_named_yields_to_who_is_in_it(left_hand: bool) -> None:
    named = roundabout(left_hand=left_hand).network
    roads = tuple(replace(road, signals=()) for road in named.roads)
    junctions = tuple(replace(junction, priorities=(), right_of_way=None) for junction in named.junctions)
    bare = replace(named, groups=(), roads=roads, junctions=junctions)
    logic = JunctionLogic.of(LaneMap(bare))
    (ring,) = rings(logic.lane_map)
    road = [bare.roads[k].id for k in logic.lane_map.road.tolist()]
    met = 0
    for way in logic.ways:
        for conflict in logic.conflicts(way):
            foe = logic.ways[conflict.foe]
            if conflict.kind is ConflictKind.MERGE and road[foe.incoming] in ring.roads:
                assert road[way.incoming] not in ring.roads
                assert (conflict.verdict, conflict.reason) == (Verdict.YIELD, Reason.ROUNDABOUT)
                met += 1
    assert met == 4
