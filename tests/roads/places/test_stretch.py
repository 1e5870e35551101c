"""Stretches of road as places."""

from __future__ import annotations

from math import radians
from pathlib import Path

import pytest

from seahaven.roads.builder import Builder, RoadPlan, kmh, motorway, two_lane_highway
from seahaven.roads.places import Place, Survey
from tests.roads.places.surveys import found, names, roads, survey_of, survey_of_file, town


def drawn() -> tuple[Builder, RoadPlan]:
    builder = Builder("one road")
    return builder, builder.road("way", two_lane_highway())


def along(survey: Survey, text: str) -> list[Place]:
    """The places in the direction in which the road was drawn."""
    return [place for place in found(survey, text) if survey.lane_map.along[place.extent[0].lane]]


def test_a_straight_reaches_from_bend_to_bend() -> None:
    builder, road = drawn()
    road.straight(400.0).left(radians(60.0), radius=100.0, transition=0.0).straight(150.0)
    survey = survey_of(builder.build())
    assert [place.size for place in along(survey, "straight of at least 50 m")] == pytest.approx(
        [400.0, 150.0], abs=2.0
    )
    (long,) = along(survey, "straight of at least 300 m")
    assert long.pose.point == pytest.approx((200.0, long.pose.y), abs=2.0)
    assert [piece.end - piece.begin for piece in long.extent] == pytest.approx([400.0], abs=2.0)
    assert along(survey, "straight of at most 200 m")[0].size == pytest.approx(150.0, abs=2.0)


def test_curves_have_a_side_and_a_radius() -> None:
    builder, road = drawn()
    road.straight(100.0).left(radians(60.0), radius=100.0).straight(60.0).right(radians(40.0), radius=60.0).straight(
        99.0
    )
    survey = survey_of(builder.build())
    ahead = along(survey, "curve")
    assert [place.kind for place in ahead] == ["left curve", "right curve"]
    assert [place.size for place in ahead] == pytest.approx([100.0, 60.0], abs=3.0)
    assert len(along(survey, "right curve")) == 1
    assert [place.kind for place in along(survey, "curve with radius below 80 m")] == ["right curve"]
    back = [place.kind for place in found(survey, "curve") if place not in ahead]
    assert sorted(back) == ["left curve", "right curve"]


def test_a_slight_turn_is_neither_straight_nor_a_curve() -> None:
    builder, road = drawn()
    road.straight(100.0).left(radians(10.0), radius=300.0, transition=0.0).straight(100.0)
    survey = survey_of(builder.build())
    assert along(survey, "curve") == []
    assert len(along(survey, "straight")) == 2


def test_a_hill_is_a_crest_between_two_sags() -> None:
    builder, road = drawn()
    road.straight(300.0).hill(9.0, grade=0.06, top=30.0, over=60.0).straight(300.0)
    survey = survey_of(builder.build())
    (crest,) = along(survey, "crest")
    assert crest.size == pytest.approx(0.12, abs=0.005)
    before, after = along(survey, "sag")
    assert before.pose.x < crest.pose.x < after.pose.x
    assert along(survey, "crest of change at least 30 %") == []


def test_the_long_hills_of_highways_are_crests_too() -> None:
    builder, road = drawn()
    road.straight(300.0).hill(20.0, grade=0.05).straight(300.0)
    assert along(survey_of(builder.build()), "crest")


def test_lanes_beside_a_road_are_told_by_their_kind() -> None:
    survey = town()
    assert {road.split(".")[0] for road in roads(survey, "road with bike lane")} == {"High_Street"}
    assert {road.split(".")[0] for road in roads(survey, "road with parking lane")} == {
        "East_Street",
        "West_Street",
        "Mill_Lane",
    }
    assert all(place.name.startswith("by-pass.") for place in found(survey, "motorway"))
    assert len(found(survey, "road with entry lane")) == len(found(survey, "road with exit lane")) == 2


def test_a_pavement_on_either_side_counts_in_a_one_way_street() -> None:
    assert "Mill_Lane" in roads(town(), "road with pavement")


def test_a_speed_limit_bounds_its_stretch() -> None:
    builder, road = drawn()
    road.limit(kmh(70)).straight(200.0).limit(kmh(50)).straight(120.0).limit(kmh(70)).straight(100.0)
    survey = survey_of(builder.build())
    (slow,) = along(survey, "road with speed limit 50 km/h")
    assert slow.size == pytest.approx(120.0, abs=1.0)
    assert along(survey, "road of at least 150 m with speed limit 50 km/h") == []
    assert [place.size for place in along(survey, "road with speed limit 70 km/h")] == pytest.approx(
        [200, 100], abs=1.0
    )


def test_a_lane_drop_lies_where_the_lane_ends() -> None:
    builder = Builder("narrowing")
    builder.road("M1", motorway(lanes=3)).straight(400.0).drop_lane().straight(500.0)
    survey = survey_of(builder.build())
    (drop,) = along(survey, "lane drop")
    end = max(piece.end for piece in drop.extent)
    assert end > 0.0
    assert 350.0 < drop.pose.x < 520.0
    assert [place for place in found(survey, "lane drop") if place != drop] == []


def test_crosswalks_know_lights_and_junctions() -> None:
    survey = town()
    assert names(survey, "crosswalk without lights and without junction") == ["High Street/crosswalk 1"]
    assert names(survey, "crosswalk with lights and without junction") == ["School Lane/crosswalk 1"]
    assert len(found(survey, "crosswalk")) == 20


def test_dead_ends_are_turning_circles_and_edges_of_the_map() -> None:
    ends = found(town(), "dead end")
    assert [place.name for place in ends][:2] == ["west close", "east close"]
    assert len(ends) == 7


def test_what_a_place_has_and_has_not_is_on_its_own_lanes() -> None:
    survey = town()
    straight = found(survey, "straight of at least 90 m")
    with_crosswalk = found(survey, "straight of at least 90 m with crosswalk")
    without = found(survey, "straight of at least 90 m without crosswalk")
    assert with_crosswalk
    assert without
    assert len(with_crosswalk) + len(without) == len(straight)


def test_the_other_directions_exits_do_not_interrupt_a_motorway() -> None:
    longest = max(place.size for place in found(town(), "straight"))
    assert longest > 630.0


def test_a_curve_in_a_file_has_the_radius_of_its_arc(shared_data: Path) -> None:
    survey = survey_of_file(shared_data / "xodr" / "esmini" / "curve_r100.xodr")
    assert [place.size for place in found(survey, "curve")] == pytest.approx([100.0, 100.0], abs=6.0)


def test_lanes_that_swerve_aside_make_no_curves_of_a_road(shared_data: Path) -> None:
    survey = survey_of_file(shared_data / "xodr" / "esmini" / "parking_demo.xodr")
    assert sorted(place.kind for place in found(survey, "curve")) == ["left curve", "right curve"]


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("two_plus_one.xodr", {"lane drop": 2}),
        ("crest-curve.xodr", {"crest": 2, "left curve": 1, "right curve": 1}),
    ],
)
def test_real_roads_have_what_their_names_say(shared_data: Path, file: str, counts: dict[str, int]) -> None:
    survey = survey_of_file(shared_data / "xodr" / "esmini" / file)
    assert {text: len(found(survey, text)) for text in counts} == counts
