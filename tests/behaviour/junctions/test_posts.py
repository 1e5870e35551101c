"""Lights beside the road, away from junctions."""

from __future__ import annotations

import pytest

from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import LIGHTS, VEHICLES, Signals, Traffic, placed
from seahaven.world import WEATHER, World


@pytest.mark.parametrize("rate", [10.0, 2.0])
def test_one_stops_at_the_red_light_of_a_crosswalk_and_goes_on_at_green(rate: float) -> None:
    builder = Builder("street")
    builder.road("main", town_street(), at=(0.0, 0.0)).straight(300.0).crosswalk(lights=True).straight(200.0)
    lane_map = LaneMap(builder.build())
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    road = lane_map.network.roads[0].id
    tracks = Tracks(Router(lane_map, "car").routes([road], [road]))
    world = World([VEHICLES, WEATHER, *LIGHTS])
    lane = int(tracks.arrays.lane[0])
    line = float(plan.lane_s[plan.lane_first[lane]])
    # Its light turns amber after 30 s, when it is still some 60 m away.
    car = world.add("vehicle", name="car", speed=5.0, top_speed=5.0, **placed(tracks, lane, line - 210.0, route=0))
    root = Module("root", Traffic("traffic", tracks=tracks, rate_hz=rate), Signals("signals", plan=plan, rate_hz=rate))
    with Controller(root, store=world) as run:
        run.advance(47 * SECOND)
        assert world["car"].speed < 0.1
        assert line - 3.0 < world["car"].s + 0.5 * world["car"].length < line + 0.5
        run.advance(20 * SECOND)
        assert world["car"].s > line + 10.0
    assert car
