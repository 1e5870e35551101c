"""The location scout: all places along all ways that the student may take, when, and how likely."""

from __future__ import annotations

from itertools import pairwise

import pytest

from seahaven.direction import Outlook
from seahaven.roads.builder import lesson_town
from seahaven.roads.junctions import JunctionLogic, Way
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, Turn
from seahaven.roads.places import Onward, Survey, parse
from seahaven.stage import Prospect, Scout
from seahaven.stage.chances import chances

KINDS = [parse(text) for text in ("junction", "T-junction with lights", "crosswalk")]
REACH = 500.0


@pytest.fixture(scope="module")
def survey() -> Survey:
    return Survey(JunctionLogic.of(LaneMap.of(lesson_town())))


def driving(speed: float = 13.0) -> Outlook:
    return Outlook(speed=speed, usual=speed, expected=speed, pace=speed, lasting=speed)


def look(survey: Survey, s: float, leaning: Turn | None = None) -> list[Prospect]:
    lane = survey.lane_map.index("High_Street.1:0:-1")
    return Scout(survey, KINDS, REACH).look(lane, s, driving(), leaning)[KINDS[0]]


def test_the_next_junction_is_certain_and_further_ones_are_shared_out(survey: Survey) -> None:
    first, *later = look(survey, 20.0)
    assert (first.place.name, first.probability) == ("west", 1.0)
    assert all(one.probability < 1.0 for one in later)
    assert first.earliest < first.likely < first.latest
    assert first.likely == pytest.approx(first.way / 13.0, abs=0.5)


def test_a_turn_that_the_student_shows_becomes_likely(survey: Survey) -> None:
    def chance(leaning: Turn | None) -> float:
        return sum(one.probability for one in look(survey, 20.0, leaning) if "church" in one.place.name)

    assert chance(Turn.STRAIGHT) > 1.5 * chance(None)
    assert chance(Turn.LEFT) < 0.5 * chance(None)


def test_places_that_are_passed_are_dropped(survey: Survey) -> None:
    lane = survey.lane_map.index("High_Street.1:0:-1")
    end = float(survey.lane_map.length[lane])
    assert all(one.way >= 0.0 for one in look(survey, end))


def test_chances_of_carriageways_never_exceed_one_and_part_evenly(survey: Survey) -> None:
    lane_map = survey.lane_map
    for lane in range(0, len(lane_map), 7):
        if not tuple(LaneKind)[lane_map.kind[lane]].is_driving:
            continue
        found = chances(survey.logic, Onward(lane_map, lane, 0.0, 400.0))
        assert all(0.0 <= chance <= 1.0 + 1e-12 for chance in found.values())


def drive(survey: Survey, lane: int, choices: list[int]) -> list[int]:
    """The lanes of a drive: at each junction the way with a number, among those of the lane."""
    lanes = [lane]
    for choice in choices:
        while not (ways := _ways(survey, lanes[-1])):
            onward = [one for one in survey.lane_map.successors(lanes[-1]) if _is_driven(survey, one)]
            if not onward:
                return lanes
            lanes.append(onward[0])
        way = ways[choice % len(ways)]
        lanes += [*way.lanes, way.outgoing]
    return lanes


def _ways(survey: Survey, lane: int) -> list[Way]:
    ways = survey.logic.ways_from(lane)
    return [way for way in ways if _is_driven(survey, way.outgoing) and way.turn is not Turn.BACK]


def _is_driven(survey: Survey, lane: int) -> bool:
    return lane >= 0 and tuple(LaneKind)[survey.lane_map.kind[lane]].is_driving


@pytest.mark.parametrize("seed", range(6))
def test_no_junction_on_the_way_actually_taken_is_missed(survey: Survey, seed: int) -> None:
    """Exhaustively: every junction that a random drive comes to was on the list 200 m before, on the arm of arrival."""
    start = survey.lane_map.index(("High_Street.1:0:-1", "Church_Lane:0:-1", "Mill_Lane:0:-1")[seed % 3])
    lanes = drive(survey, start, [(seed * 7 + 3 * k) % 5 for k in range(8)])
    scout, along, expected = Scout(survey, KINDS, REACH), 0.0, []
    begins = [0.0]
    for lane in lanes:
        begins.append(begins[-1] + float(survey.lane_map.length[lane]))
    stops = {stop.lane: place.name for place in survey.all(KINDS[0]) for arm in place.arms for stop in arm.stops}
    for before, after in pairwise(range(len(lanes))):
        name = stops.get(lanes[before])
        if name is not None and survey.logic.ways_from(lanes[before]) and begins[after] > 200.0:
            expected.append((begins[after], lanes[before], name))
    for end, lane, name in expected:
        along = end - 200.0
        here = next(k for k in range(len(lanes)) if begins[k] <= along < begins[k + 1])
        found = scout.look(lanes[here], along - begins[here], driving())[KINDS[0]]
        assert any(one.place.name == name and lane in one.place.arrival.incoming for one in found if one.place.arrival)
    assert expected
