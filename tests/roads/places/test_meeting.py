"""Junctions as places: shapes, controls, and arms as whoever arrives sees them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.roads.builder import lesson_town
from seahaven.roads.model import RightOfWay, SignalKind
from seahaven.roads.places import Control, Place, Spot, find, junction
from tests.roads.junctions.stars import CROSS, TEE, star
from tests.roads.places.surveys import found, names, survey_of, survey_of_file, town


def only(**options: object) -> Place:
    (one,) = find(survey_of(star(**options)), junction())  # type: ignore[arg-type] # whatever a star takes
    return one


@pytest.mark.parametrize(
    ("bearings", "kind"),
    [
        (TEE, "T-junction"),
        ((0, 155, 270), "T-junction"),
        ((0, 145, 270), "Y-junction"),
        ((0, 120, 240), "Y-junction"),
        ((0, 180, 220), "Y-junction"),
        (CROSS, "crossing"),
        ((0, 72, 144, 216, 288), "crossing"),
    ],
)
def test_shapes_follow_from_where_arms_lie(bearings: tuple[float, ...], kind: str) -> None:
    place = only(bearings=bearings)
    assert place.kind == kind
    assert len(place.arms) == len(bearings)


def test_the_stem_of_a_tee_is_the_road_that_ends_there() -> None:
    assert [arm.roads for arm in only(bearings=TEE).arms if arm.is_stem] == [("south",)]


@pytest.mark.parametrize("left_hand", [False, True])
def test_whoever_arrives_sees_arms_to_the_right_left_and_ahead(left_hand: bool) -> None:
    place = only(bearings=CROSS, left_hand=left_hand)
    south = next(arm for arm in place.arms if arm.roads == ("south",))
    sides = [place.from_right(south), place.opposite(south), place.from_left(south)]
    assert [arm and arm.roads[0] for arm in sides] == ["east", "north", "west"]
    assert place.arm_of(south.incoming[0]) is south


def test_a_side_that_is_not_there_is_none() -> None:
    place = only(bearings=TEE)
    west = next(arm for arm in place.arms if arm.roads == ("west",))
    assert place.from_left(west) is None


def test_without_a_way_to_it_one_has_to_say_on_which_arm_one_arrives() -> None:
    place = only(bearings=TEE)
    with pytest.raises(InputError, match="say on which arm one arrives"):
        place.from_right()
    with pytest.raises(InputError, match="lane 999 is on no arm of T-junction 'middle'"):
        place.arm_of(999)


def control_of(place: Place, road: str) -> Control | None:
    return next(arm.control for arm in place.arms if road in arm.roads)


def test_a_side_road_yields_and_the_main_road_has_priority() -> None:
    place = only(bearings=TEE, signs={"south": SignalKind.STOP})
    assert [control_of(place, road) for road in ("south", "east", "west")] == ["stop", "priority", "priority"]
    assert place.controls == (Control.STOP, Control.PRIORITY)


def test_stated_priorities_count_without_signs() -> None:
    over = [(high, low) for high in ("east>west", "west>east") for low in ("south>west", "south>east")]
    place = only(bearings=TEE, priorities=over)
    assert [control_of(place, road) for road in ("south", "east", "west")] == ["yield", "priority", "priority"]


def test_stop_signs_for_all_are_an_all_way_stop() -> None:
    place = only(signs=dict.fromkeys(("south", "east", "west", "north"), SignalKind.STOP))
    assert place.controls == (Control.ALL_WAY_STOP,)


@pytest.mark.parametrize("rule", [RightOfWay.RIGHT_FIRST, None])
def test_without_signs_the_right_goes_before_the_left(rule: RightOfWay | None) -> None:
    assert only(rule=rule).controls == (Control.RIGHT_FIRST,)


def test_an_arm_from_which_nobody_comes_has_no_control() -> None:
    place = only(bearings=TEE, one_way={"south": "out"}, rule=RightOfWay.RIGHT_FIRST)
    assert control_of(place, "south") is None
    assert place.controls == (Control.RIGHT_FIRST,)


def test_a_role_is_cast_by_arm_and_distance_before_the_stop_line() -> None:
    place = only(bearings=CROSS)
    south = next(arm for arm in place.arms if arm.roads == ("south",))
    right = place.from_right(south)
    assert right is not None
    (stop,) = right.stops
    assert right.before_stop(60.0) == (Spot(stop.lane, stop.s - 60.0),)
    assert right.lane_map.name(stop.lane) == "east:0:-1"
    assert right.before_stop(500.0) == ()
    with pytest.raises(InputError, match=r"before_stop got -1.0; expected a finite number of metres from 0 on"):
        right.before_stop(-1.0)


def test_a_role_further_back_begins_on_the_road_before() -> None:
    (place,) = found(town(), "T-junction with lights")
    stem = next(arm for arm in place.arms if arm.is_stem)
    right = place.from_right(stem)
    assert right is not None
    (spot,) = right.before_stop(200.0)
    assert town().lane_map.name(spot.lane).startswith("High_Street.3:")


def test_the_lesson_town_has_what_its_table_says() -> None:
    survey = town()
    assert names(survey, "crossing with lights") == ["station"]
    assert names(survey, "crossing with all-way stop") == ["middle school"]
    assert names(survey, "crossing with right before left") == ["west school"]
    assert names(survey, "crossing with stop") == ["east school"]
    assert "west" in names(survey, "crossing with yield")
    assert names(survey, "T-junction with lights") == ["market"]
    assert names(survey, "T-junction with stop") == ["church"]
    assert "church school" in names(survey, "T-junction with yield")
    assert names(survey, "T-junction with right before left") == ["mill"]
    assert names(survey, "roundabout with 4 arms and yield") == ["east"]
    assert len(found(survey, "exit")) == len(found(survey, "entry")) == 2
    assert names(survey, "junction with lights and crosswalk") == ["station", "market"]


def test_the_mirrored_town_has_the_same_junctions() -> None:
    mirrored = survey_of(lesson_town(left_hand=True))
    for text in ("T-junction with lights", "T-junction with stop", "crossing with stop", "roundabout", "exit", "entry"):
        assert len(found(mirrored, text)) == len(found(town(), text)), text


@pytest.mark.parametrize("left_hand", [False, True])
def test_a_roundabout_that_nobody_named_is_found_by_its_ring(left_hand: bool) -> None:
    (place,) = found(survey_of(replace(lesson_town(left_hand=left_hand), groups=())), "roundabout")
    assert len(place.arms) == 4
    assert abs(place.pose.x - 300.0) < 3.0
    assert abs(place.pose.y) < 3.0


def test_blocks_of_one_way_streets_are_no_roundabouts() -> None:
    assert names(town(), "roundabout") == ["east"]


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("carla/Town01.xodr", {"T-junction": 12, "junction": 12, "roundabout": 0, "dead end": 0}),
        ("carla/Town02.xodr", {"T-junction": 8, "junction": 8}),
        ("carla/Town10HD.xodr", {"T-junction": 8, "crossing": 1, "junction with lights": 5}),
        ("esmini/multi_intersections.xodr", {"T-junction": 3, "crossing": 2, "junction with lights": 5}),
        ("esmini/fabriksgatan.xodr", {"crossing": 1, "dead end": 4}),
        ("esmini/soderleden.xodr", {"junction": 0, "entry": 1}),
    ],
)
def test_real_towns_have_the_junctions_that_their_maps_show(
    shared_data: Path, file: str, counts: dict[str, int]
) -> None:
    survey = survey_of_file(shared_data / "xodr" / file)
    assert {text: len(found(survey, text)) for text in counts} == counts
