"""The arms of junctions, and where they lie as seen by whoever arrives."""

from math import degrees
from pathlib import Path as File

import pytest

from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import Arm, JunctionLogic
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star

HERE = File(__file__).parents[1] / "data"


def arm(logic: JunctionLogic, name: str) -> Arm:
    return next(one for one in logic.arms("middle") if name in one.roads)


def name(found: Arm | None) -> str | None:
    return None if found is None else found.roads[0]


def test_arms_are_ordered_counter_clockwise() -> None:
    arms = logic_of(star((90, 0, 270, 180))).arms("middle")
    bearings = [degrees(one.bearing) for one in arms]
    assert bearings == sorted(bearings)
    assert [one.index for one in arms] == [0, 1, 2, 3]


@pytest.mark.parametrize("left_hand", [False, True])
def test_at_a_crossing_each_side_has_its_arm(left_hand: bool) -> None:
    logic = logic_of(star(CROSS, left_hand=left_hand))
    south = arm(logic, "south")
    assert name(logic.from_right(south)) == "east"
    assert name(logic.from_left(south)) == "west"
    assert name(logic.opposite(south)) == "north"


def test_the_foot_of_a_tee_has_nothing_opposite() -> None:
    logic = logic_of(star(TEE))
    assert logic.opposite(arm(logic, "south")) is None
    assert name(logic.from_right(arm(logic, "south"))) == "east"
    assert name(logic.from_right(arm(logic, "west"))) == "south"
    assert logic.from_left(arm(logic, "west")) is None
    assert name(logic.opposite(arm(logic, "west"))) == "east"


def test_an_arm_has_the_lanes_of_both_directions() -> None:
    logic = logic_of(star(TEE))
    east = arm(logic, "east")
    assert [logic.lane_map.name(lane) for lane in (*east.incoming, *east.outgoing)] == ["east:0:-1", "east:0:1"]
    assert not east.is_one_way
    assert logic.arm_of(east.incoming[0]) == east
    assert logic.arm_of(east.outgoing[0]) is None


def test_one_way_arms_and_dead_ends_are_known() -> None:
    logic = logic_of(star(TEE, one_way={"south": "in", "east": "out"}))
    assert arm(logic, "south").is_one_way
    assert arm(logic, "south").outgoing == ()
    assert arm(logic, "east").incoming == ()
    assert arm(logic, "east").is_dead_end
    assert not arm(logic, "south").is_dead_end


def test_two_roads_side_by_side_are_one_arm() -> None:
    logic = logic_of(read_roads(HERE / "tee.net.xml"))
    assert [one.roads for one in logic.arms("centre")] == [
        ("to_south",),
        ("east_in", "east_out"),
        ("west_in", "west_out"),
    ]


def test_roads_that_only_meet_end_to_end_have_bearings(shared_data: File) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "esmini" / "soderleden.xodr"))
    (junction,) = logic.lane_map.network.junctions
    bearings = [round(degrees(one.bearing)) for one in logic.arms(junction.id)]
    assert len(bearings) == 3
    assert len(set(bearings)) == 3


def test_multi_intersections_has_tees_and_crossings(shared_data: File) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "esmini" / "multi_intersections.xodr"))
    assert [len(logic.arms(one.id)) for one in logic.lane_map.network.junctions] == [4, 3, 4, 3, 3]
