"""Finding places: near a pose, and ahead on the ways a driver may take."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.roads.builder import lesson_town
from seahaven.roads.places import Place, Wanted, find, junction, parse, straight
from tests.roads.places.surveys import found, survey_of, survey_of_file, town


def ahead(text: str, lane: str, s: float, distance: float) -> tuple[Place, ...]:
    survey = town()
    return find(survey, parse(text), ahead=(survey.lane_map.index(lane), s, distance))


def test_places_near_a_pose_come_nearest_first() -> None:
    places = find(town(), junction(), near=Pose(-300.0, 20.0, 0.0))
    assert [place.name for place in places[:2]] == ["west", "mill"]
    assert places[0].earliest == places[0].latest == pytest.approx(20.0, abs=1.0)
    assert [place.earliest for place in places] == sorted(place.earliest for place in places)


def test_only_what_lies_within_reach_is_near() -> None:
    assert [place.name for place in find(town(), junction(), near=(-300.0, 0.0), within=130.0)] == ["west", "mill"]


def test_a_reach_without_a_place_to_be_near_is_refused() -> None:
    with pytest.raises(InputError, match=r"find got within=10.0 without near; say near which pose or point"):
        find(town(), junction(), within=10.0)


def test_the_lane_of_a_driver_may_be_named() -> None:
    lane = town().lane_map.index("High_Street.1:0:-1")
    named = find(town(), junction(), ahead=("High_Street.1:0:-1", 20.0, 320.0))
    assert named == find(town(), junction(), ahead=(lane, 20.0, 320.0)) != ()
    with pytest.raises(InputError, match=r"there is no lane 'High_Street.1:0:-7'; did you mean"):
        find(town(), junction(), ahead=("High_Street.1:0:-7", 20.0, 320.0))
    with pytest.raises(InputError, match=r"expected a lane, an s on it and a distance"):
        find(town(), junction(), ahead=(lane, 20.0))  # type: ignore[arg-type] # that is the point


def test_whoever_is_on_a_long_straight_is_near_it() -> None:
    places = find(town(), straight(least=500.0), near=(-800.0, 550.0))
    assert places[0].earliest < 20.0


def test_junctions_ahead_come_in_the_order_of_driving() -> None:
    places = ahead("junction", "High_Street.1:0:-1", 20.0, 320.0)
    assert [place.name for place in places] == ["west", "mill", "church"]
    assert [place.earliest for place in places] == pytest.approx([146.0, 264.0, 298.0], abs=2.0)


def test_what_lies_behind_is_not_ahead() -> None:
    assert ahead("crosswalk", "High_Street.2:0:-1", 120.0, 50.0) == ()
    assert ahead("junction", "High_Street.1:0:1", 10.0, 400.0) == ()


def test_a_junction_ahead_knows_the_arm_of_arrival() -> None:
    (place,) = ahead("T-junction with stop", "High_Street.1:0:-1", 20.0, 320.0)
    assert place.arrival is not None
    assert place.arrival.roads == ("High_Street.2",)
    right = place.from_right()
    assert right is not None
    assert right.roads == ("Church_Lane",)
    (spot,) = right.before_stop(60.0)
    assert town().lane_map.name(spot.lane) == "Church_Lane:0:1"
    assert place.from_left() is None


def test_one_may_ask_on_which_arm_one_arrives() -> None:
    on_main = ahead("T-junction with stop on the priority road", "High_Street.1:0:-1", 20.0, 700.0)
    on_side = ahead("T-junction with stop on the side road", "High_Street.1:0:-1", 20.0, 700.0)
    assert [place.arrival and place.arrival.roads for place in on_main] == [("High_Street.2",)]
    assert [place.arrival and place.arrival.roads for place in on_side] == [("Church_Lane",)]
    stems = ahead("T-junction on the stem", "High_Street.1:0:-1", 20.0, 700.0)
    assert all(place.arrival is not None and place.arrival.is_stem for place in stems)


def test_several_ways_have_an_earliest_and_a_latest_arrival() -> None:
    places = ahead("junction", "High_Street.1:0:-1", 20.0, 900.0)
    assert all(place.earliest <= place.latest for place in places)
    assert any(place.latest > place.earliest + 5.0 for place in places)


def test_a_driver_may_change_lanes_to_get_somewhere() -> None:
    exits = ahead("exit", "by-pass.1:0:-2", 10.0, 800.0)
    assert [place.name for place in exits] == ["north_forward_exit/exit"]
    ramps = ahead("curve", "by-pass.1:0:-2", 10.0, 1000.0)
    assert "north_forward_exit:0:-1" in {place.name for place in ramps}


def test_a_stretch_that_the_driver_is_on_is_no_distance_away() -> None:
    (here, *_) = ahead("road with bike lane", "High_Street.1:0:-1", 20.0, 100.0)
    assert (here.earliest, here.latest) == (0.0, 0.0)


def test_roundabouts_are_met_where_one_enters() -> None:
    (place,) = ahead("roundabout", "High_Street.5:0:-1", 10.0, 150.0)
    assert place.arrival is not None
    assert place.arrival.control == "yield"
    assert [arm and arm.roads[0] for arm in (place.from_right(), place.opposite(), place.from_left())] == [
        "East_Street.2",
        "High_Street.6",
        "East_Street.1",
    ]


def test_the_same_question_has_the_same_answer() -> None:
    other = survey_of(lesson_town())
    for text in ("junction", "curve", "road with parking lane", "crosswalk"):
        assert found(other, text) == found(town(), text)
        spot = (town().lane_map.index("High_Street.1:0:-1"), 20.0, 600.0)
        assert find(other, parse(text), ahead=spot) == find(town(), parse(text), ahead=spot)


def test_questions_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="both near and ahead"):
        find(town(), junction(), near=(0.0, 0.0), ahead=(0, 0.0, 10.0))
    with pytest.raises(InputError, match=r"within=-1.0; expected a number of metres from 0 on"):
        find(town(), junction(), near=(0.0, 0.0), within=-1.0)
    with pytest.raises(InputError, match="distance nan; expected a finite number"):
        find(town(), junction(), ahead=(0, 0.0, float("nan")))
    with pytest.raises(InputError, match="says nothing of what is wanted"):
        find(town(), Wanted())


def test_places_in_a_sumo_town_have_lanes_that_are_there(shared_data: Path) -> None:
    survey = survey_of_file(shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml")
    length = survey.lane_map.length
    for text in ("junction", "straight of at least 100 m", "curve", "lane drop", "dead end", "road"):
        places = found(survey, text)
        assert places, text
        assert all(0.0 <= one.begin <= one.end <= length[one.lane] + 1e-6 for place in places for one in place.extent)
        assert all(0.0 <= spot.s <= length[spot.lane] + 1e-6 for place in places for spot in place.entries)
    assert len(found(survey, "junction with lights")) == 13
