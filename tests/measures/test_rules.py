"""Red lights and rights of way at a crossroads: cases on both sides of each limit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.geometry import Floats
from seahaven.measures import (
    Lanes,
    Passage,
    is_right_of_way_taken,
    light_at,
    light_passed,
    must_yield,
    passages,
    rights_taken,
    stop_passed,
)
from seahaven.measures.passage import crossing_time
from seahaven.roads import LaneMap
from seahaven.roads.formats.rndf import read_rndf
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import SignalKind
from seahaven.world import LightState
from tests.roads.junctions.stars import CROSS, logic_of, star, way
from tests.roads.junctions.test_signal_plan import box, cross, only

SPEED = 10.0


@pytest.fixture(scope="module")
def crossroads() -> JunctionLogic:
    """Arms to the east and west have right of way; those to the north and south yield."""
    return logic_of(star(CROSS, signs={"north": SignalKind.YIELD, "south": SignalKind.YIELD}))


def driven(logic: JunctionLogic, name: str, *, at: float, shift: float = 0.0) -> tuple[Floats, Floats, Floats]:
    """Times, lanes and places of a car that takes a way at 10 m/s; its centre leaves the incoming lane at a time."""
    course = way(logic, name)
    times = np.arange(at - 5.0, at + 6.0, 0.1) + shift
    places = [logic.place(course, SPEED * (time - at)) for time in times.tolist()]
    return times, np.array([lane for lane, _ in places]), np.array([s for _, s in places])


def test_a_passage_is_found_from_lanes_and_places(crossroads: JunctionLogic) -> None:
    times, lanes, s = driven(crossroads, "south>north", at=20.0)
    (passage,) = passages(times, lanes, s, 4.0, crossroads)
    assert passage.way == way(crossroads, "south>north").index
    assert passage.front_at(0.0) == pytest.approx(19.8)
    assert passage.rear_at(0.0) == pytest.approx(20.2)
    assert passage.front_at(-1000.0) is None


def test_a_car_that_began_inside_has_no_passage(crossroads: JunctionLogic) -> None:
    times, lanes, s = driven(crossroads, "south>north", at=20.0)
    inside = times > 20.3
    assert passages(times[inside], lanes[inside], s[inside], 4.0, crossroads) == []


def test_a_line_is_crossed_between_two_samples() -> None:
    times, along = np.array([0.0, 1.0, 2.0]), np.array([0.0, 4.0, 10.0])
    assert crossing_time(times, along, 7.0) == 1.5
    assert crossing_time(times, along, 0.0) is None  # it was there from the first
    assert crossing_time(times, along, 10.1) is None


def test_a_light_counts_as_it_is_when_the_front_passes_the_stop_line() -> None:
    plan = cross(box("box", "south", "north", "east", "west", programs=only("GGrr")))
    logic = plan.logic
    (passage,) = passages(*driven(logic, "south>north", at=20.0), 4.0, logic)
    line = passage.front_at(float(logic.tables.way_stop[passage.way]))
    assert line is not None
    for change, expected in ((line - 0.01, LightState.RED), (line + 0.01, LightState.AMBER)):
        times = np.array([0.0, change])
        states = np.full((2, len(plan)), int(LightState.AMBER))
        states[1] = int(LightState.RED)
        assert light_passed(passage, plan, times, states) == (pytest.approx(line), expected)


def test_without_a_light_none_is_passed(crossroads: JunctionLogic) -> None:
    (passage,) = passages(*driven(crossroads, "south>north", at=20.0), 4.0, crossroads)
    assert light_passed(passage, SignalPlan.of(crossroads), np.zeros(1), np.zeros((1, 0))) is None


def test_a_light_holds_from_its_change_on() -> None:
    assert light_at([0.0, 5.0], [int(LightState.GREEN), int(LightState.RED)], passed=4.99) is LightState.GREEN
    assert light_at([0.0, 5.0], [int(LightState.GREEN), int(LightState.RED)], passed=5.0) is LightState.RED


def meeting(logic: JunctionLogic, own: str, other: str, *, later: float, braking: float = 0.0) -> list[float]:
    """By how many seconds a right of way was missed; the other car comes so much later than the first."""
    (mine,) = passages(*driven(logic, own, at=20.0), 4.0, logic)
    (foe,) = passages(*driven(logic, other, at=20.0 + later), 4.0, logic)
    return [taken.margin for taken in rights_taken(mine, [(2, foe, np.full(len(foe.time), -braking))], logic)]


def _between(logic: JunctionLogic, own: str, other: str) -> float:
    """From when the first car, at 20 s, has left the place where both meet, to when the other one is there."""
    (mine,) = passages(*driven(logic, own, at=20.0), 4.0, logic)
    (foe,) = passages(*driven(logic, other, at=20.0), 4.0, logic)
    conflict = logic.conflict(way(logic, own), way(logic, other))
    assert conflict is not None
    left, there = mine.rear_at(conflict.end), foe.front_at(conflict.foe_begin)
    assert left is not None
    assert there is not None
    return there - left


@pytest.mark.parametrize(("spare", "is_taken"), [(0.95, True), (1.05, False)])
def test_right_of_way_is_taken_by_less_than_a_second(crossroads: JunctionLogic, spare: float, is_taken: bool) -> None:
    later = spare - _between(crossroads, "south>north", "east>west")
    margins = meeting(crossroads, "south>north", "east>west", later=later)
    assert margins == ([pytest.approx(spare, abs=0.01)] if is_taken else [])


@pytest.mark.parametrize(("braking", "is_taken"), [(1.9, False), (2.1, True)])
def test_right_of_way_is_taken_from_a_car_that_has_to_brake(
    crossroads: JunctionLogic, braking: float, is_taken: bool
) -> None:
    later = 3.0 - _between(crossroads, "south>north", "east>west")
    assert bool(meeting(crossroads, "south>north", "east>west", later=later, braking=braking)) is is_taken


def test_who_brakes_after_the_place_was_left_was_not_hindered(crossroads: JunctionLogic) -> None:
    later = 3.0 - _between(crossroads, "south>north", "east>west")
    (mine,) = passages(*driven(crossroads, "south>north", at=20.0), 4.0, crossroads)
    (foe,) = passages(*driven(crossroads, "east>west", at=20.0 + later), 4.0, crossroads)
    conflict = crossroads.conflict(way(crossroads, "south>north"), way(crossroads, "east>west"))
    assert conflict is not None
    left = mine.rear_at(conflict.end)
    assert left is not None
    for braked, is_taken in ((foe.time > left, False), (foe.time <= left, True)):
        rights = rights_taken(mine, [(2, foe, np.where(braked, -3.5, 0.0))], crossroads)
        assert bool(rights) is is_taken


def test_a_car_with_right_of_way_takes_nothing(crossroads: JunctionLogic) -> None:
    later = 0.5 - _between(crossroads, "east>west", "south>north")
    assert meeting(crossroads, "east>west", "south>north", later=later) == []


def test_a_car_that_yields_comes_second_and_takes_nothing(crossroads: JunctionLogic) -> None:
    assert meeting(crossroads, "south>north", "east>west", later=-3.0) == []


def test_a_car_that_ran_a_red_light_has_no_right_of_way(crossroads: JunctionLogic) -> None:
    (mine,) = passages(*driven(crossroads, "east>west", at=20.0), 4.0, crossroads)
    later = 0.5 - _between(crossroads, "east>west", "south>north")
    (foe,) = passages(*driven(crossroads, "south>north", at=20.0 + later), 4.0, crossroads)
    others: list[tuple[int, Passage, Floats]] = [(2, foe, np.zeros(len(foe.time)))]
    assert rights_taken(mine, others, crossroads) == []
    assert [taken.entity for taken in rights_taken(mine, others, crossroads, ran_red=True)] == [2]


def test_the_rule_takes_arrays() -> None:
    assert is_right_of_way_taken([1.0, 1.0], [2.0, 2.0], [2.5, 9.0], [0.0, 3.0]).tolist() == [True, True]


def test_the_least_speed_before_a_stop_sign_counts() -> None:
    logic = logic_of(star(CROSS, signs={"north": SignalKind.STOP, "south": SignalKind.STOP}))
    (passage,) = passages(*driven(logic, "south>north", at=20.0), 4.0, logic)
    line = passage.front_at(float(logic.tables.way_stop[passage.way]))
    assert line is not None
    speed = np.where(np.abs(passage.time - (line - 0.3)) < 0.15, 0.1, SPEED)
    stop = stop_passed(passage, speed, logic)
    assert stop is not None
    assert (stop.time, stop.least_speed) == (pytest.approx(line), 0.1)
    early = stop_passed(passage, np.where(passage.time < line - 1.0, 0.0, SPEED), logic)
    assert early is not None
    assert early.least_speed == SPEED


def test_ways_without_a_stop_sign_have_none_to_pass(crossroads: JunctionLogic) -> None:
    (passage,) = passages(*driven(crossroads, "south>north", at=20.0), 4.0, crossroads)
    assert stop_passed(passage, np.full(len(passage.time), SPEED), crossroads) is None


def test_it_is_known_from_lanes_alone_who_has_to_yield(crossroads: JunctionLogic) -> None:
    lanes = Lanes(crossroads.lane_map)
    JunctionLogic.of(lanes.lane_map)
    south, east = (driven(crossroads, name, at=20.0)[1].tolist() for name in ("south>north", "east>west"))
    inside = 55
    assert must_yield(lanes, south[:inside], east[:inside]) is True
    assert must_yield(lanes, east[:inside], south[:inside]) is False
    assert must_yield(lanes, south[:20], east[:inside]) is None


def test_a_stop_before_a_short_lane_counts() -> None:
    """The lane before the junction is 3 m long, so that whoever stops at its line stands on the one before it."""
    ground = Path(__file__).parents[2] / "examples" / "roads" / "proving_ground.rndf"
    lane_map = LaneMap(read_rndf(ground))
    logic = JunctionLogic.of(lane_map)
    before, short, inside = (lane_map.index(f"{road}:0:-1") for road in ("1.1.6-7", "1.1.7", "1.1.7-8"))
    length, way = float(lane_map.length[before]), float(lane_map.length[short])
    along = np.arange(0.0, length + way + 4.0, 0.5)
    lanes = np.where(along < length, before, np.where(along < length + way, short, inside))
    s = along - np.where(lanes == before, 0.0, np.where(lanes == short, length, length + way))
    (found,) = passages(along / 5.0, lanes, s, 4.6, logic)
    assert logic.ways[found.way].incoming == short
    assert found.along[0] == pytest.approx(-length - way)
    assert np.diff(found.along) == pytest.approx(0.5)
