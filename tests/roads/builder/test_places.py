"""Roundabouts, ramps, interchanges, grids, and the two networks that come with the builder."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest

from examples.roads.village import village
from seahaven.errors import InputError
from seahaven.roads.builder import Builder, country_lane, kmh, miles, motorway, mph
from seahaven.roads.model import LaneKind, MarkKind, ObjectKind, RightOfWay, Road, SignalKind
from tests.roads.builder.continuity import gaps
from tests.roads.builder.networks import made, streets
from tests.roads.builder.reach import reached


def lanes_of(road: Road, kind: LaneKind) -> list[int]:
    return sorted({lane.id for section in road.sections for lane in section.lanes if lane.kind is kind})


def test_a_roundabout_is_a_group_of_junctions_in_which_the_ring_goes_first() -> None:
    network = made("roundabout")
    (group,) = network.groups
    assert group.is_roundabout
    assert len(group.junctions) == 5
    for name in group.junctions:
        junction = network.junction(name)
        assert junction.right_of_way is RightOfWay.PRIORITY
        assert {priority.low for priority in junction.priorities} == {f"{name}/in"}


def test_a_ring_is_round_and_every_arm_yields() -> None:
    network = made("roundabout")
    for k in range(1, 6):
        road = network.road(f"ring.{k}")
        for s in (0.0, road.length):
            assert hypot(*road.line.point(s)) == pytest.approx(22.0 - 4.5 / 2.0)
    yields = [road.id for road, signal in network.signals() if signal.kind is SignalKind.YIELD]
    assert sorted(yields) == ["high.1", "high.2", "mill.1", "mill.2", "third"]


def test_from_every_arm_of_a_roundabout_one_gets_to_every_arm() -> None:
    network = made("roundabout")
    goals = {("high.1", 0, 1), ("high.2", 0, -1), ("mill.1", 0, 1), ("mill.2", 0, -1), ("third", 0, -1)}
    for start in (("high.1", 0, -1), ("high.2", 0, 1), ("mill.1", 0, -1), ("mill.2", 0, 1)):
        assert goals <= reached(network, start)


def test_tiny_roundabouts_are_refused() -> None:
    builder = Builder()
    with pytest.raises(InputError, match=r"roundabout 'ring' got radius 5.0 .* expected at least 6.25 m"):
        builder.roundabout("ring", *streets(builder), radius=5.0)


def test_an_exit_leads_off_and_an_entry_leads_on() -> None:
    network = made("ramps")
    assert lanes_of(network.road("A1.1"), LaneKind.EXIT) == [-5]
    assert lanes_of(network.road("A2.2"), LaneKind.ENTRY) == [-4]
    assert ("A2.2", 0, -4) in reached(network, ("A1.1", 0, -2))


def test_a_motorway_goes_on_past_its_ramps() -> None:
    network = made("ramps")
    past = network.road("loop/exit/A1.1/A1.2").sections[0].lanes
    assert [(lane.before, lane.after) for lane in past[1:]] == [((-k,), (-k,)) for k in range(1, 5)]
    assert [lane.marks[0].kind for lane in past[2:4]] == [MarkKind.BROKEN, MarkKind.BROKEN]


def test_the_shoulder_makes_room_for_a_ramp_and_comes_back() -> None:
    network = made("ramps")
    first, second = network.road("A1.2").sections[:2]
    assert not [lane for lane in first.lanes if lane.kind is LaneKind.SHOULDER and lane.id < 0]
    shoulder = next(lane for lane in second.lanes if lane.kind is LaneKind.SHOULDER and lane.id < 0)
    assert 10.0 < second.s < 40.0
    assert shoulder.width.value(0.0) == pytest.approx(0.0, abs=1e-9)
    assert shoulder.width.value(60.0 - second.s) == pytest.approx(2.5)


def test_ramps_need_room_on_the_motorway() -> None:
    builder = Builder()
    road = builder.road("M1", motorway()).straight(1000.0)
    with pytest.raises(InputError, match=r"road 'M1' has no place for a ramp at 1200 m: it is 1000.0 m long so far"):
        builder.off_ramp("slip", road, at=1200.0)
    builder.off_ramp("early", road, at=100.0).straight(100.0)
    with pytest.raises(InputError, match="the lane of ramp 'early/exit' reaches from -150 to 100 m on road 'M1'"):
        builder.build()


def test_an_interchange_lifts_the_road_over_the_motorway() -> None:
    network = made("interchange")
    bridge = next(thing for road in network.roads for thing in road.objects if thing.kind is ObjectKind.BRIDGE)
    over = network.road("over.2")
    assert over.elevation.value(bridge.s + bridge.span / 2.0) == pytest.approx(6.5, abs=0.4)
    assert all(road.elevation.is_zero for road in network.roads if road.name == "main")


def test_every_direction_of_an_interchange_is_connected() -> None:
    network = made("interchange")
    for start in (("main.1", 0, -2), ("main.5", len(network.road("main.5").sections) - 1, 2), ("over.1", 0, -1)):
        goals = reached(network, start)
        assert {"over.1", "over.3"} <= {lane[0] for lane in goals}
    assert {"main.1", "main.5"} <= {lane[0] for lane in reached(network, ("over.1", 0, -1))}


def test_interchanges_name_what_does_not_fit() -> None:
    builder = Builder()
    main = builder.road("M1", motorway(), at=(-1000.0, 0.0)).straight(2000.0)
    over = builder.road("over", country_lane(), at=(0.0, -100.0), heading=1.57).straight(200.0)
    with pytest.raises(InputError, match="interchange 'one' needs 192 m of road 'over' on either side"):
        builder.interchange("one", main, over)
    with pytest.raises(InputError, match="interchange 'two' got ramp 'forward exitt'; did you mean 'forward exit'"):
        builder.interchange("two", main, over, ramps=("forward exitt",))


def test_a_grid_town_has_a_junction_at_every_crossing() -> None:
    network = made("grid")
    assert len(network.junctions) == 6
    assert {junction.right_of_way for junction in network.junctions} == {
        RightOfWay.ALL_WAY_STOP,
        RightOfWay.UNREGULATED,
    }
    with pytest.raises(InputError, match="grid town 'g' got 1 streets and 3 avenues; expected two of each"):
        Builder().grid_town("g", streets=1)


def test_the_study_road_has_the_figures_of_the_paper() -> None:
    network = made("study road")
    highway = [road for road in network.roads if road.name == "highway"]
    freeway = [road for road in network.roads if road.name == "freeway"]
    assert {limit.speed for road in highway for limit in road.limits} == {mph(55)}
    before = sum(road.length for road in highway[:-2])
    assert miles(17.5) < before < miles(18.1)
    assert sum(road.length for road in freeway) == pytest.approx(miles(8.5) - 12 * 10.0)
    steepest = max(road.elevation.slope(np.linspace(0.0, road.length, 4000)).max() for road in highway[:3])
    assert steepest == pytest.approx(0.05)
    for road in freeway:
        assert {len([lane for lane in s.lanes if lane.kind is LaneKind.DRIVING]) for s in road.sections} == {4}


def test_the_study_road_is_one_drive() -> None:
    network = made("study road")
    ways = reached(network, ("highway.1", 0, -1))
    for goal in ("Mill_Road.2", "Quarry_Road.2", "river_forward_entry", "prairie_forward_entry", "freeway.13"):
        assert goal in {lane[0] for lane in ways} or goal == "prairie_forward_entry"
    beside_ramp = network.road("freeway.5").sections[0]
    driven = [lane for lane in beside_ramp.lanes if lane.id < 0 and lane.kind.is_driving]
    assert len(driven) == 3


def test_the_lesson_town_has_every_kind_of_place() -> None:
    network = made("lesson town")
    rules = {junction.right_of_way for junction in network.junctions}
    assert rules >= {RightOfWay.LIGHTS, RightOfWay.PRIORITY, RightOfWay.ALL_WAY_STOP, RightOfWay.RIGHT_FIRST}
    kinds = {signal.kind for _, signal in network.signals()}
    assert kinds >= {SignalKind.STOP, SignalKind.YIELD, SignalKind.LIGHT, SignalKind.CROSSWALK, SignalKind.ROUNDABOUT}
    lanes = {lane.kind for road in network.roads for section in road.sections for lane in section.lanes}
    assert lanes >= {LaneKind.ENTRY, LaneKind.EXIT, LaneKind.PARKING, LaneKind.BIKING, LaneKind.SIDEWALK}
    things = {thing.kind for road in network.roads for thing in road.objects}
    assert things >= {ObjectKind.CROSSWALK, ObjectKind.PARKING_SPACE, ObjectKind.BUILDING, ObjectKind.BRIDGE}
    assert any(signal.text == "school" and signal.value == kmh(20) for _, signal in network.signals())
    dropped = network.road("by-pass.1").sections[0].lane(-4)
    assert dropped is not None
    assert (dropped.kind, dropped.after) == (LaneKind.DRIVING, ())
    crest = network.road("East_Street.3")
    assert crest.elevation.value(np.linspace(0.0, crest.length, 200)).max() > 4.0


def test_the_village_of_the_examples_joins() -> None:
    network = village()
    assert all(gap.distance < 1e-3 and abs(gap.turn) < 1e-3 for gap in gaps(network))
    assert network.groups[0].is_roundabout
