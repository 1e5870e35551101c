"""Where one waits."""

from dataclasses import replace
from pathlib import Path as File

import numpy as np
import pytest

from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import ConflictKind
from seahaven.roads.model import Facing, ObjectKind, Outline, RightOfWay, RoadObject, Signal, SignalKind
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, way


def line(s: float) -> RoadObject:
    """A painted line across the lane that leads in."""
    corners = ((s - 0.2, 0.0), (s - 0.2, -3.5), (s + 0.2, -3.5), (s + 0.2, 0.0))
    outline = Outline(tuple((u, v, 0.0, 0.0) for u, v in corners), on_road=True)
    return RoadObject("line", ObjectKind.STOP_LINE, s, -1.75, outlines=(outline,), facing=Facing.ALONG)


def crosswalk(s: float) -> RoadObject:
    return RoadObject("walk", ObjectKind.CROSSWALK, s, 0.0, length=3.0, width=7.0)


def test_one_waits_at_the_lanes_end_where_nothing_else_is_said() -> None:
    logic = logic_of(star(CROSS))
    lane, s = logic.stop(way(logic, "south>north"))
    assert (logic.lane_map.name(lane), s) == ("south:0:-1", pytest.approx(80.0))


def test_one_waits_at_the_near_edge_of_a_painted_line() -> None:
    logic = logic_of(star(CROSS, objects={"south": [line(76.0)]}))
    for name in ("south>north", "south>west", "south>east"):
        assert logic.stop(way(logic, name)) == (way(logic, name).incoming, pytest.approx(75.8))
    assert logic.stop(way(logic, "north>south"))[1] == pytest.approx(80.0)


def test_a_line_may_be_given_by_its_size_and_heading() -> None:
    thing = RoadObject("line", ObjectKind.STOP_LINE, 77.0, -1.75, heading=1.5707963, length=3.5, width=0.0)
    logic = logic_of(star(CROSS, objects={"south": [thing]}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(76.95)


def test_a_line_may_be_a_signal() -> None:
    signal = Signal("line", SignalKind.STOP_LINE, 74.0, facing=Facing.ALONG)
    logic = logic_of(star(CROSS, signals={"south": [signal]}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(74.0)


def test_without_a_line_one_waits_at_the_sign_if_it_is_near() -> None:
    logic = logic_of(star(CROSS, signs={"south": SignalKind.STOP}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(75.0)
    far = Signal("far", SignalKind.STOP, 50.0, facing=Facing.ALONG)
    logic = logic_of(star(CROSS, signals={"south": [far]}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(80.0)


def test_a_line_far_away_is_not_the_junctions() -> None:
    logic = logic_of(star(CROSS, objects={"south": [line(30.0)]}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(80.0)


@pytest.mark.parametrize("bearings", [CROSS, (0, 50, 180, 230), (0, 20, 180)])
def test_who_waits_is_clear_of_the_ways_of_others(bearings: tuple[int, ...]) -> None:
    logic = logic_of(star(bearings, radius=10.0))
    for one in logic.ways:
        for conflict in logic.conflicts(one):
            if conflict.kind is not ConflictKind.DIVERGE:
                assert logic.tables.way_stop[one.index] < conflict.begin


def test_who_waits_does_not_stand_on_a_crosswalk() -> None:
    logic = logic_of(star(CROSS, objects={"south": [crosswalk(77.0)]}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(77.0 - 1.5 - 1.0)
    behind = logic_of(star(CROSS, objects={"south": [crosswalk(60.0)]}))
    assert behind.stop(way(behind, "south>north"))[1] == pytest.approx(80.0)


def test_a_line_before_a_crosswalk_stays_where_it_is() -> None:
    logic = logic_of(star(CROSS, objects={"south": [crosswalk(77.0), line(73.0)]}))
    assert logic.stop(way(logic, "south>north"))[1] == pytest.approx(72.8)


def test_who_turns_left_waits_for_oncoming_traffic_inside() -> None:
    logic = logic_of(star(CROSS))
    place = logic.wait_inside(way(logic, "south>west"))
    conflict = logic.conflict(way(logic, "south>west"), way(logic, "north>south"))
    assert place is not None
    assert conflict is not None
    assert place == pytest.approx(conflict.begin - 0.5)
    assert logic.wait_inside(way(logic, "south>north")) is None
    assert logic.wait_inside(way(logic, "south>east")) is None


def test_who_turns_right_waits_inside_in_left_hand_traffic() -> None:
    logic = logic_of(star(CROSS, left_hand=True))
    assert logic.wait_inside(way(logic, "south>east")) is not None
    assert logic.wait_inside(way(logic, "south>west")) is None


def test_nobody_waits_inside_who_goes_first() -> None:
    logic = logic_of(star(TEE, priorities=[("east>south", "west>east"), ("east>south", "west>south")]))
    assert all(logic.wait_inside(one) is None for one in logic.ways)


def test_a_line_on_a_section_before_the_last_is_found() -> None:
    network = star(CROSS, signals={"south": [Signal("line", SignalKind.STOP_LINE, 70.0, facing=Facing.ALONG)]})
    south = network.road("south")
    (section,) = south.sections
    lanes = tuple(replace(lane, before=(lane.id,), after=(lane.id,)) if lane.id else lane for lane in section.lanes)
    cut = replace(south, sections=tuple(replace(section, s=s, lanes=lanes) for s in (0.0, 75.0)))
    logic = logic_of(replace(network, roads=tuple(cut if road is south else road for road in network.roads)))
    lane, s = logic.stop(way(logic, "south>north"))
    assert (logic.lane_map.name(lane), s) == ("south:0:-1", pytest.approx(70.0))


def test_an_incoming_lane_that_lies_under_others_for_long_is_remarked() -> None:
    logic = logic_of(star((0, 4, 180), rule=RightOfWay.RIGHT_FIRST))
    assert all(np.isfinite(logic.tables.way_stop))
    assert logic.tables.way_stop.min() > -25.0


def test_lines_of_real_files_are_found(shared_data: File) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "esmini" / "multi_intersections.xodr"))
    assert logic.tables.way_stop == pytest.approx(np.full(42, -4.0), abs=0.01)
    town = logic_of(read_roads(shared_data / "xodr" / "carla" / "Town10HD.xodr"))
    assert np.count_nonzero((town.tables.way_stop > 0.0) & (town.tables.way_stop < 5.0)) > 60
