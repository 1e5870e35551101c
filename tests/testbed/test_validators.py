"""Each validator on a recording in which it must fail, and on one in which it must pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.files import parse_yaml
from seahaven.measures import JunctionDrive, StopPassed, Taken
from seahaven.testbed import VALIDATORS, Evidence, Finding, Goal, Goals, MustReader, judge
from seahaven.testbed.answers import AnswerTimes
from seahaven.testbed.faults import Fault
from seahaven.testbed.report import finding_text
from seahaven.testbed.states import ReportedStates
from tests.testbed.recorded import OTHER, WIDTH, driven, evidence, street

COUNT = 100
RAMP = np.linspace(0.0, 1.0, COUNT)
BRAKING = np.maximum(10.0 - 0.6 * np.maximum(np.arange(COUNT) - 40, 0), 0.0)
"""Speeds of a vehicle that brakes with 6 m/s² after 4 s."""


@dataclass(frozen=True)
class Case:
    """A requirement as a file has it, what it is held against, and what must come of it."""

    must: str
    good: Evidence
    bad: Evidence
    margin: float
    """Of the bad recording."""
    time: float | None = None
    other: str = ""
    reason: str = ""


def junctions(**what: Any) -> Evidence:
    return evidence(driven(), junctions=JunctionDrive(1, **what))


def on_mission(*reached: float, within: float | None = None, **speeds: Any) -> Evidence:
    """A drive of 100 m with checkpoints at some of them (m from its start)."""
    lane_map = street().lane_map
    place = [lane_map.place(lane_map.lane_at("street", -2, 0.0), 102.0 + way) for way in reached]
    points = tuple(Goal(str(k), float(p.x), float(p.y)) for k, p in enumerate(place, 1))
    return evidence(driven(**speeds), goals=Goals(points, within))


def crossing(late: float) -> Evidence:
    """A vehicle crosses the subject's path from the right, 50 m ahead of where that begins."""
    across = driven()
    x = across["x"][0] + 50.0
    moves = {"x": x, "y": across["y"] - 60.0 + 10.0 * (np.arange(COUNT) * 0.1 - late) + 8.0, "heading": 0.5 * np.pi}
    return evidence(driven(), {**moves, "speed": 10.0})


def reporting(*told: str) -> Evidence:
    """Software that reports other states every two seconds, several in one text."""
    return evidence(driven(), states=tuple(ReportedStates(2.0 * k, tuple(one.split())) for k, one in enumerate(told)))


STANDING = driven(0.0, start=204.0)
CASES = {
    "no_collision": Case(
        "no_collision",
        evidence(driven(), driven(start=140.0)),
        evidence(driven(), STANDING, crash=True),
        -10.0,
        9.9,
        "bea",
        "to blame: it ran into what stood there",
    ),
    "distance": Case(
        "distance: 1 m",
        evidence(driven(), driven(start=150.0)),
        evidence(driven(), driven(9.0, start=114.5)),
        -0.4,
        9.9,
        "bea",
    ),
    "time_to_collision": Case(
        "time_to_collision: 2 s",
        evidence(driven(), driven(start=130.0)),
        evidence(driven(count=50), driven(0.0, start=163.0, count=50)),
        -1.0,
        4.9,
        "bea",
    ),
    "post_encroachment": Case("post_encroachment: 1 s", crossing(3.0), crossing(0.0), -1.0, None, "bea"),
    "time_gap": Case(
        "time_gap: 1 s",
        evidence(driven(), driven(start=120.0)),
        evidence(driven(), driven(start=110.0)),
        -0.4,
        0.0,
        "bea",
    ),
    "safe_distance": Case(
        "safe_distance",
        evidence(driven(), driven(start=140.0)),
        evidence(driven(), driven(start=112.0)),
        -6.125,
        0.6,
        "bea",
    ),
    "keep_lane": Case(
        "keep_lane: 0.1 m",
        evidence(driven(offset=0.6)),
        evidence(driven(offset=1.5 * RAMP)),
        0.725 - 1.5 + 0.1,
        9.9,
    ),
    "keep_road": Case(
        "keep_road",
        evidence(driven(offset=0.6)),
        evidence(driven(offset=-2.0 * RAMP)),
        0.725 - 2.0 + 0.1,
        9.9,
    ),
    "right_direction": Case(
        "right_direction",
        evidence(driven()),
        evidence(driven(heading=np.pi * RAMP)),
        -0.5 * np.pi,
        9.9,
    ),
    "speed_limit": Case(
        "speed_limit: 2 km/h", evidence(driven(14.0)), evidence(driven(8.0 + 8.0 * RAMP)), -16.0 + 52 / 3.6, 9.9
    ),
    "speed": Case(
        "speed: {at_most: 12 m/s, at_least: 2 m/s}",
        evidence(driven(10.0)),
        evidence(driven(10.0 * RAMP)),
        -2.0,
        0.0,
    ),
    "red_light": Case(
        "red_light", junctions(amber=(3.0,)), junctions(red=(3.0,)), -10.0, 3.0, reason="the light was red"
    ),
    "stop_sign": Case(
        "stop_sign",
        junctions(stops=(StopPassed(4.0, 0.0),)),
        junctions(stops=(StopPassed(4.0, 2.3),)),
        -2.0,
        4.0,
        reason="least speed 2.3 m/s",
    ),
    "right_of_way": Case(
        "right_of_way", junctions(), junctions(taken=(Taken(5.0, OTHER, 0.4),)), -0.6, 5.0, "bea", "it had to yield"
    ),
    "acceleration": Case(
        "acceleration: {braking: 4 m/s²}", evidence(driven(10.0 + 10.0 * RAMP)), evidence(driven(BRAKING)), -2.0, 4.2
    ),
    "jerk": Case("jerk: 5 m/s³", evidence(driven(10.0 + 10.0 * RAMP)), evidence(driven(BRAKING)), -4.6, None),
    "checkpoints": Case(
        "checkpoints",
        on_mission(30.0, 60.0),
        on_mission(60.0, 30.0),
        -1.0,
        None,
        reason="checkpoint 2 was not reached",
    ),
    "in_time": Case("in_time: 8 s", on_mission(70.0), on_mission(90.0), -0.8),
    "progress": Case("progress: 80 m", evidence(driven()), evidence(driven(6.0)), 59.4 - 80.0, 9.9),
    "keep_moving": Case("keep_moving: 5 s", evidence(driven(BRAKING)), evidence(driven(0.0)), -4.9, 9.9),
    "no_fault": Case(
        "no_fault",
        evidence(driven()),
        evidence(driven(), faults=(Fault(3.0, "it raised", False),)),
        -1.0,
        3.0,
        reason="it raised",
    ),
    "punctual": Case(
        "punctual: 1",
        evidence(driven(), faults=(Fault(2.0, "late", True),)),
        evidence(driven(), faults=tuple(Fault(2.0 + k, "late", True) for k in range(3))),
        -2.0,
        4.0,
    ),
    "answer_time": Case(
        "answer_time: 50 ms",
        evidence(driven(), answers=AnswerTimes(np.array([0.0, 5.0]), np.array([0.01, 0.02]))),
        evidence(driven(), answers=AnswerTimes(np.array([0.0, 5.0]), np.array([0.01, 0.2]))),
        -0.15,
        5.0,
    ),
    "reports": Case(
        "reports: wait",
        reporting("drive", "wait", "drive"),
        reporting("drive city", "drive"),
        -1.0,
        reason="it reported drive, city from 0 s on",
    ),
    "never_reports": Case(
        "never_reports: lost",
        reporting("drive", "wait"),
        reporting("drive", "wait lost", "drive"),
        -1.0,
        2.0,
        reason="it reported wait, lost from 2 s on",
    ),
    "reports_in_order": Case(
        "reports_in_order: [drive, wait, drive]",
        reporting("start", "drive city", "wait city", "drive city"),
        reporting("drive", "wait", "stop", "wait"),
        -1.0,
        2.0,
        reason="it did not report drive after wait",
    ),
    "transitions": Case(
        "transitions: {allowed: {drive: [wait], wait: [drive, stop]}}",
        reporting("drive city", "wait city", "stop", "drive"),
        reporting("drive", "stop", "drive"),
        -1.0,
        2.0,
        reason="it passed from drive to stop at 2 s",
    ),
}


def found(must: str, seen: Evidence) -> Finding:
    document = parse_yaml(f"must:\n  - {must}\n")
    (finding,) = judge(MustReader(document, ["tests"]).requirements(), seen).findings
    return finding


def test_each_validator_has_its_case() -> None:
    assert CASES.keys() == VALIDATORS.keys()


@pytest.mark.parametrize("name", CASES)
def test_it_passes_where_it_must(name: str) -> None:
    finding = found(CASES[name].must, CASES[name].good)
    assert finding.has_passed(), finding


@pytest.mark.parametrize("name", CASES)
def test_it_fails_where_it_must_with_margin_time_place_and_clip(name: str) -> None:
    case = CASES[name]
    finding = found(case.must, case.bad)
    assert not finding.has_passed()
    assert finding.margin == pytest.approx(case.margin, abs=0.07)
    assert (finding.other, finding.reason) == (case.other, case.reason)
    assert case.time is None or finding.time == pytest.approx(case.time, abs=0.051)
    k = case.bad.at(finding.time)
    assert (finding.x, finding.y) == pytest.approx((case.bad.mine("x")[k], case.bad.mine("y")[k]), abs=1e-3)
    assert finding.clip[0] <= finding.time <= finding.clip[1]


def test_the_leader_that_brakes_as_hard_as_it_may_leaves_time_to_respond() -> None:
    """A vehicle that cut in is too near; braking properly within half a second is all that can be asked."""
    near = driven(10.0, start=112.0)
    speed = np.where(np.arange(COUNT) > 4, np.maximum(10.0 - 0.4 * (np.arange(COUNT) - 4), 0.0), 10.0)
    assert found("safe_distance", evidence(driven(speed), near)).has_passed()


def test_lanes_may_be_left_with_the_turn_light_on_unless_told() -> None:
    change = evidence(driven(offset=WIDTH * RAMP, turn_light=1.0))
    assert found("keep_lane", change).has_passed()
    assert not found("keep_lane: {may_change: false}", change).has_passed()


def test_a_finding_says_which_states_the_software_reported_then() -> None:
    finding = found("progress: 1 km", reporting("drive", "wait city"))
    assert finding.states == ("wait", "city")
    assert finding_text(finding).endswith("; it reported: wait, city")
    assert found("progress: 1 km", evidence(driven())).states == ()


def test_states_are_required_only_of_software_that_reports_any() -> None:
    with pytest.raises(InputError, match=r"'never_reports' is about states .*, and it reported none; have its driver"):
        found("never_reports: lost", evidence(driven()))


def test_states_combine_with_what_happens() -> None:
    seen = reporting("drive", "wait", "drive")
    assert found("after: {when: {reports: wait}, then: {reports: drive}, within: 2.1 s}", seen).has_passed()
    assert not found("after: {when: {reports: wait}, then: {reports: drive}, within: 1 s}", seen).has_passed()
    assert found("not: {reports: lost}", seen).has_passed()


def own(seen: Evidence) -> Any:
    return 0.2 - abs(seen.mine("offset"))


def nonsense(seen: Evidence) -> Any:
    return np.zeros(3)


def test_a_requirement_of_ones_own_is_a_function() -> None:
    name = "tests.testbed.test_validators:own"
    assert found(f'own: "{name}"', evidence(driven(offset=0.1))).has_passed()
    finding = found(f'own: "{name}"', evidence(driven(offset=RAMP)))
    assert (finding.has_passed(), finding.margin, finding.requirement) == (False, pytest.approx(-0.8), name)
    with pytest.raises(InputError, match=r"nonsense' gave an array of shape \(3,\); expected a number for each of 100"):
        found('own: "tests.testbed.test_validators:nonsense"', evidence(driven()))


@pytest.mark.parametrize(
    ("must", "passes"),
    [
        ("and: [speed_limit, no_collision]", True),
        ("and: [speed_limit, progress: 1 km]", False),
        ("or: [speed_limit, progress: 1 km]", True),
        ("not: {progress: 1 km}", True),
        ("not: speed_limit", False),
        ("within: {time: 7 s, holds: {speed: 0.1 m/s}}", True),
        ("within: {time: 3 s, holds: {speed: 0.1 m/s}}", False),
        ("after: {when: {distance: 100 m}, then: {speed: 0.1 m/s}}", False),
        ("after: {when: {speed: 5 m/s}, then: {speed: 1 m/s}, within: 2 s}", True),
        ("until: {holds: {speed: {at_least: 2 m/s}}, until: {speed: 3 m/s}}", True),
        ("until: {holds: {speed: {at_least: 9 m/s}}, until: {speed: 3 m/s}}", False),
    ],
)
def test_requirements_are_combined(must: str, passes: bool) -> None:
    assert found(must, evidence(driven(BRAKING))).has_passed() is passes


@pytest.mark.parametrize(
    ("must", "message"),
    [
        ("speed_limt", r":2:5: there is no requirement 'speed_limt'; did you mean 'speed_limit'"),
        ("speed_limit: {tolerence: 1 m/s}", r":2:19: unknown key 'tolerence'; did you mean 'tolerance'"),
        ("distance: 1 s", r":2:15: at_least: "),
        ("distance", r"missing key 'at_least'"),
        ("right_of_way: 3", r":2:19: 'right_of_way' takes no single value"),
        ("and: speed_limit", r":2:10: expected a list of requirements, found 'speed_limit'"),
        ("{speed_limit: 1 m/s, distance: 1 m}", r":2:5: expected one name, or one name with its parameters"),
        ("within: {time: 3 s, hold: speed_limit}", r"unknown key 'hold'"),
        ('own: "os:getcwd"', r"package 'os', which is not allowed"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(must: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        MustReader(parse_yaml(f"must:\n  - {must}\n", file="drive.yaml")).requirements()
