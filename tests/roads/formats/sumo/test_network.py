import gzip
import re
from math import dist

import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import (
    Access,
    Crossing,
    Direction,
    End,
    JunctionKind,
    JunctionLink,
    LaneKind,
    Limit,
    MarkKind,
    ObjectKind,
    Priority,
    RightOfWay,
    RoadKind,
    RoadLink,
    SignalKind,
)
from tests.roads.formats.sumo.nets import TEE, changed, tee


def lane(network, road, number):
    return network.road(road).sections[0].lane(number)


def test_an_edge_is_a_road_whose_lanes_count_from_the_left():
    road = tee().road("west_in")
    assert [lane.id for lane in road.sections[0].lanes] == [0, -1, -2]
    assert [lane.name for lane in road.sections[0].lanes] == ["", "west_in_1", "west_in_0"]
    assert road.sections[0].lane(-2).points == ((0.0, -4.8, 0.0), (90.0, -4.8, 0.0))
    assert (road.before, road.after) == (None, JunctionLink("centre"))
    assert road.length == 90.0


def test_the_middle_of_the_road_lies_where_widths_lead_back_to_the_points():
    network = tee()
    for road in network.roads:
        t = road.lane_offset.value(0.0)
        for lane in (lane for lane in road.sections[0].lanes if lane.id < 0):
            width = lane.width.value(0.0)
            x, y = road.line.offset_point(0.0, t - 0.5 * width)
            assert dist((x, y), lane.points[0][:2]) < 1e-9
            t -= width


def test_permissions_say_what_a_lane_is_for():
    network = tee()
    assert lane(network, "west_in", -2).kind is LaneKind.BUS
    assert lane(network, "west_in", -2).access == (Access(0.0, allow=("bus", "taxi")),)
    assert lane(network, "west_in", -1).kind is LaneKind.DRIVING
    assert lane(network, "east_out", -2).access == (Access(0.0, deny=("bicycle", "pedestrian")),)
    assert lane(network, "east_out", -2).kind is LaneKind.DRIVING
    pavement = lane(network, "to_south", -2)
    assert (pavement.kind, pavement.direction, pavement.width.value(0.0)) == (LaneKind.SIDEWALK, Direction.BOTH, 2.0)
    assert lane(network, ":centre_c0", -1).kind is LaneKind.CROSSWALK


def test_speeds_are_limits_of_lanes():
    assert lane(tee(), "to_south", -1).limits == (Limit(0.0, 8.33),)


def test_changes_that_are_not_permitted_show_in_the_marks():
    network = tee()
    between = lane(network, "east_out", -1).marks[0]
    assert (between.kind, between.permission) == (MarkKind.BROKEN_SOLID, Crossing.DECREASE)
    assert lane(network, "west_in", -1).marks[0].permission is Crossing.BOTH
    assert lane(network, "to_south", -1).marks[0].kind is MarkKind.CURB


def test_a_connection_over_inner_lanes_is_a_way_through_the_junction():
    network = tee()
    junction = network.junction("centre")
    ways = {(way.incoming, way.connecting): way.lanes for way in junction.connections}
    assert ways == {
        ("west_in", ":centre_0"): ((-2, -2), (-1, -1)),
        ("east_in", ":centre_2"): ((-1, -1),),
        ("east_in", ":centre_3"): ((-1, -1),),
    }
    through = network.road(":centre_0")
    assert (through.junction, through.before) == ("centre", RoadLink("west_in", End.END))
    assert (lane(network, ":centre_0", -2).before, lane(network, ":centre_0", -2).after) == ((-2,), (-2,))


def test_a_turn_with_a_place_to_wait_is_two_roads_that_join():
    network = tee()
    first, second = network.road(":centre_2"), network.road(":centre_4")
    assert (first.before, first.after) == (RoadLink("east_in", End.END), RoadLink(":centre_4", End.START))
    assert (second.before, second.after) == (RoadLink(":centre_2", End.END), RoadLink("to_south", End.START))
    assert second.sections[0].lane(-1).after == (-1,)
    assert second.junction == "centre"


def test_who_waits_for_whom_is_kept_lane_by_lane_for_all_pieces_of_a_way():
    priorities = tee().junction("centre").priorities
    assert set(priorities) == {
        Priority(high, low, lane, -1)
        for low in (":centre_2", ":centre_4")
        for high, lane in ((":centre_0", -1), (":centre_0", -2), (":centre_c0", -1))
    }


def test_ways_that_would_wait_for_each_other_have_no_priority(tmp_path):
    path = changed(tmp_path, ('index="0" response="00000"', 'index="0" response="00100"'))
    pairs = {(p.high, p.high_lane) for p in read_sumo(path).junction("centre").priorities}
    assert pairs == {(":centre_0", -1), (":centre_c0", -1)}


@pytest.mark.parametrize(("type_name", "count"), [("priority", 1), ("right_before_left", 1), ("allway_stop", 0)])
def test_ways_that_would_wait_for_each_other_are_remarked_where_one_should_go_first(tmp_path, type_name, count):
    types = ('type="traffic_light"', f'type="{type_name}"')
    path = changed(tmp_path, ('index="0" response="00000"', 'index="0" response="00100"'), types)
    found = [remark.message for remark in read_sumo(path).remarks if "would each wait" in remark.message]
    assert len(found) == count
    assert all("junction 'centre' the ways by" in message for message in found)


@pytest.mark.parametrize(
    ("type_name", "rule"),
    [
        ("priority", RightOfWay.PRIORITY),
        ("right_before_left", RightOfWay.RIGHT_FIRST),
        ("left_before_right", RightOfWay.LEFT_FIRST),
        ("allway_stop", RightOfWay.ALL_WAY_STOP),
        ("unregulated", RightOfWay.UNREGULATED),
        ("zipper", None),
    ],
)
def test_the_type_of_a_junction_is_its_rule(tmp_path, type_name, rule):
    path = changed(tmp_path, ('type="traffic_light"', f'type="{type_name}"'))
    assert read_sumo(path).junction("centre").right_of_way is rule


def test_junctions_that_nothing_leads_through_are_left_out():
    network = tee()
    assert [junction.id for junction in network.junctions] == ["centre"]
    assert network.road("east_out").after is None
    assert network.junction("centre").outline[0] == (90.0, 3.2)


def test_a_light_has_a_signal_for_each_letter_and_its_program():
    network = tee()
    (controller,) = network.controllers
    assert controller.signals == tuple(f"lamp:{k}" for k in range(5))
    (program,) = controller.programs
    assert (program.id, program.offset, program.is_actuated) == ("day", 5.0, False)
    assert [phase.states for phase in program.phases] == ["GGgGr", "yyyyr", "rrrrG"]
    walk = program.phases[2]
    assert (walk.duration, walk.shortest, walk.longest, walk.name, walk.next) == (10.0, 5.0, 20.0, "walk", (0,))
    assert network.junction("centre").controllers == ("lamp",)
    signals = {signal.id: (road.id, signal.lanes, signal.kind) for road, signal in network.signals()}
    assert signals["lamp:0"] == (":centre_0", ((-2, -2),), SignalKind.LIGHT)
    assert signals["lamp:2"] == (":centre_2", ((-1, -1),), SignalKind.LIGHT)
    assert signals["lamp:4"] == (":centre_c0", ((-1, -1),), SignalKind.PEDESTRIAN_LIGHT)


def test_a_connection_without_a_letter_has_no_light(tmp_path):
    network = read_sumo(changed(tmp_path, ('linkIndex="3"', 'linkIndex="-1"')))
    assert not network.road(":centre_3").signals
    assert network.controllers[0].programs[0].phases[0].states == "GGgr"


def test_amber_with_priority_is_amber(tmp_path):
    network = read_sumo(changed(tmp_path, ('state="yyyyr"', 'state="YYyyr"')))
    assert network.controllers[0].programs[0].phases[1].states == "yyyyr"


def test_one_letter_may_count_on_several_roads(tmp_path):
    network = read_sumo(changed(tmp_path, ('linkIndex="3"', 'linkIndex="2"')))
    assert [signal.id for signal in network.road(":centre_2").signals] == ["lamp:2"]
    assert [use.id for use in network.road(":centre_3").signal_uses] == ["lamp:2"]
    assert network.controllers[0].programs[0].phases[2].states == "rrrG"


def test_a_program_of_an_additional_file_comes_first(tmp_path):
    more = tmp_path / "more.add.xml"
    more.write_text(
        '<add><tlLogic id="lamp" type="actuated" programID="night"><phase minDur="9" state="ooooo"/></tlLogic></add>'
    )
    (controller,) = read_sumo(TEE, additional=[more]).controllers
    assert [program.id for program in controller.programs] == ["night", "day"]
    assert controller.programs[0].is_actuated
    assert controller.programs[0].phases[0].duration == 9.0


def test_a_plan_of_switching_says_which_program_comes_first(tmp_path):
    more = tmp_path / "more.add.xml"
    more.write_text(
        '<additional><tlLogic id="lamp" programID="night"><phase duration="9" state="ooooo"/></tlLogic>'
        '<WAUT id="plan" refTime="0" startProg="day"><wautSwitch time="80000" to="night"/></WAUT>'
        '<wautJunction wautID="plan" junctionID="lamp"/></additional>'
    )
    network = read_sumo(TEE, additional=[more])
    assert [program.id for program in network.controllers[0].programs] == ["day", "night"]
    assert [remark.rule for remark in network.remarks] == ["sumo:waut"]


def test_a_stop_is_a_sign_at_the_end_of_the_road(tmp_path):
    path = changed(
        tmp_path,
        ('type="traffic_light"', 'type="priority_stop"'),
        ('linkIndex="2" dir="l" state="o"', 'linkIndex="2" dir="l" state="s"'),
    )
    (sign,) = read_sumo(path).road("east_in").signals
    assert (sign.kind, sign.s, sign.lanes) == (SignalKind.STOP, 90.0, ((-1, -1),))


def test_walking_areas_are_zones_and_crossings_have_a_crosswalk():
    network = tee()
    zone = network.zones[0]
    assert (zone.id, zone.on_foot) == (":centre_w0", True)
    assert zone.exits == ((":centre_c0", 0, -1), ("to_south", 0, -2))
    (crosswalk,) = network.road(":centre_c0").objects
    assert crosswalk.kind is ObjectKind.CROSSWALK
    assert [corner[:2] for corner in crosswalk.outlines[0].corners][:2] == [(0.0, 2.0), (0.0, -2.0)]


def test_heights_names_kinds_and_the_place_on_the_globe_are_kept():
    network = tee()
    road = network.road("to_south")
    assert road.elevation.value(0.0) == -0.5
    assert road.elevation.value(50.0) == pytest.approx(-3.0)
    assert (network.road("east_in").name, network.road("east_in").kinds) == (
        "Elm Street",
        ((0.0, RoadKind.RESIDENTIAL),),
    )
    assert network.georeference == "+proj=utm +zone=32 +ellps=WGS84"
    assert network.offset == (500.0, 20.5, 0.0, 0.0)


def test_a_roundabout_is_a_group_of_junctions():
    (group,) = tee().groups
    assert (group.junctions, group.is_roundabout) == (("centre",), True)


def test_a_gzipped_network_is_the_same(tmp_path):
    path = tmp_path / "tee.net.xml.gz"
    path.write_bytes(gzip.compress(TEE.read_bytes()))
    assert read_sumo(path) == tee()


def test_lanes_that_fan_out_from_one_point_become_a_road_each(tmp_path):
    path = changed(tmp_path, ('shape="90.00,-4.80 110.00,-4.80"', 'shape="90.00,-1.60 110.00,-4.80"'))
    network = read_sumo(path)
    assert not network.has_road(":centre_0")
    assert network.road(":centre_0_1").sections[0].lane(-1).points == ((90.0, -1.6, 0.0), (110.0, -1.6, 0.0))
    assert network.road(":centre_0_0").sections[0].lane(-1).before == (-2,)
    assert network.road(":centre_0_0").after == RoadLink("east_out", End.START)


def test_a_lane_that_is_a_single_point_is_drawn_out_a_little(tmp_path):
    path = changed(tmp_path, ('shape="110.00,1.60 90.00,1.60"', 'shape="110.00,1.60 110.00,1.60"'))
    road = read_sumo(path).road(":centre_3")
    assert road.line.length == pytest.approx(0.01)
    assert road.sections[0].lane(-1).points[-1] == pytest.approx((109.99, 1.6, 0.0))


def test_a_stated_length_that_differs_is_remarked_and_not_used(tmp_path):
    network = read_sumo(changed(tmp_path, ('length="90.00" shape="200.00,1.60', 'length="120.00" shape="200.00,1.60')))
    assert network.road("east_in").length == 90.0
    assert "lane 'east_in_0' is said to be 120 m long and drawn 90.00 m" in str(network.remarks[0])


def test_without_inner_lanes_roads_join_directly(tmp_path):
    text = TEE.read_text()
    for via in (":centre_0_0", ":centre_0_1", ":centre_2_0", ":centre_3_0"):
        text = text.replace(f' via="{via}"', "")
    path = tmp_path / "direct.net.xml"
    path.write_text(text)
    network = read_sumo(path)
    junction = network.junction("centre")
    assert junction.kind is JunctionKind.DIRECT
    assert (junction.connections[0].incoming, junction.connections[0].connecting) == ("west_in", "east_out")
    assert network.road("west_in").signals[0].s == 90.0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'from=":centre_3" to="west_out"',
            'from=":centre_3" to="west_ou"',
            r"leads to the edge 'west_ou'.*did you mean 'west_out'",
        ),
        (
            'fromLane="1" toLane="1" via',
            'fromLane="7" toLane="1" via',
            "fromLane 7; expected 0 to 1, the lanes of edge 'west_in'",
        ),
        ('via=":centre_3_0"', 'via=":centre_3_9"', "via the lane ':centre_3_9'.*did you mean"),
        ('shape="0.00,-1.60 90.00,-1.60"', 'shape="0.00,-1.60 90.00"', "'90.00' in its shape; expected points"),
        ('shape="0.00,-1.60 90.00,-1.60"', 'shape="0.00,-1.60 nan,-1.60"', "expected finite numbers"),
        ('shape="0.00,-1.60 90.00,-1.60"', 'shape=""', "empty shape"),
        ('state="yyyyr"', 'state="yyyy"', "phases of 4 and 5 letters"),
        ('state="yyyyr"', 'state="yyyyq"', "'q' in its state"),
        ('linkIndex="4"', 'linkIndex="5"', "states of 5 letters; expected at least 6"),
        ('linkIndex="4"', 'linkIndex="-2"', "linkIndex -2; expected 0"),
        ('<edge id="west_in"', '<edge id="west_out"', "expected west_out_0"),
        ('<junction id="west"', '<junction id="east"', "the id 'east' of line"),
        ('from="west" to="centre"', 'from="west" to="center"', "the junction 'center'.*did you mean 'centre'"),
        ('response="10011"', 'response="1011"', "expected 5 of 0 and 1"),
        ('<request index="4"', '<request index="3"', "requests of index 0, 1, 2, 3, 3"),
        ('function="crossing"', 'function="crosing"', "did you mean 'crossing'"),
        ('nodes="centre"', 'nodes="center"', "did you mean 'centre'"),
        ('netOffset="-500.00,-20.50"', 'netOffset="-500.00"', "expected x,y"),
        ('width="2.00"', 'width="-2.00"', "expected at least 0"),
        (':centre_3_0 :centre_c0_0"', ':centre_3_0 :centre_c0_7"', "':centre_c0_7' among its intLanes"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_place(tmp_path, old, new, message):
    with pytest.raises(InputError, match=message) as caught:
        read_sumo(changed(tmp_path, (old, new)))
    assert caught.value.at.line > 1


def test_a_file_that_is_no_network_is_refused(tmp_path):
    path = tmp_path / "routes.rou.xml"
    path.write_text("<routes/>")
    with pytest.raises(InputError, match=r"holds <routes>; expected the <net> of a SUMO network"):
        read_sumo(path)


def dark(folder, *, is_named):
    """The network without its traffic light, which connections name all the same, or do not."""
    text = TEE.read_text()
    start, end = text.index("<tlLogic"), text.index("</tlLogic>") + len("</tlLogic>")
    text = text[:start] + text[end:]
    path = folder / "dark.net.xml"
    path.write_text(text if is_named else re.sub(' tl="lamp" linkIndex="[0-9]"', "", text))
    return path


def line_of(path, words):
    return 1 + path.read_text().split(words)[0].count("\n")


def test_a_light_without_program_is_remarked_where_it_is_named(tmp_path):
    path = dark(tmp_path, is_named=True)
    network = read_sumo(path)
    assert network.controllers[0].programs == ()
    (remark,) = network.remarks
    assert str(remark) == (
        f"{path}:{line_of(path, '<connection')}: traffic light 'lamp', which connections name, has no program; "
        "one is made for it (net/connection[1]) [seahaven:light.program]"
    )


def test_a_light_without_program_is_told_of_once(tmp_path):
    network = read_sumo(dark(tmp_path, is_named=True))
    plan = SignalPlan.of(JunctionLogic(LaneMap(network)))
    assert [one.is_made for one in plan.controllers] == [True]
    assert plan.remarks == ()


def test_a_junction_of_lights_without_any_is_remarked(tmp_path):
    path = dark(tmp_path, is_named=False)
    network = read_sumo(path)
    (remark,) = network.remarks
    assert str(remark) == (
        f"{path}:{line_of(path, '<junction')}: junction 'centre' is of type 'traffic_light', but no connection in it "
        "names a light; it has none, and goes by the priorities that it states, or else by the rules of the road "
        "(net/junction[@id='centre']) [sumo:junction-without-light]"
    )
    logic = JunctionLogic(LaneMap(network))
    assert not any(logic.lights(way.index) for way in logic.ways)
    assert len(SignalPlan.of(logic)) == 0
