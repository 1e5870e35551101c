from __future__ import annotations

import pytest

from seahaven.behaviour import Action, Pilot, Sighting
from seahaven.geometry import Line, Path, Pose
from seahaven.kernel import SECOND, Controller, Module
from seahaven.world import VEHICLE, PilotState, World

STRAIGHT = Line(Pose(0.0, 0.0, 0.0), 2000.0)


def decided(seconds: float = 0.2, **given: object) -> Controller:
    """A pilot at the origin after a moment, its inputs held."""
    world = World([VEHICLE])
    own = world.add("vehicle", "own", x=0.0, y=0.0)
    values = {"pose": Pose(0.0, 0.0, 0.0), "speed": 10.0, "course": STRAIGHT, **given}
    pilot = Pilot("pilot", rate=10, **values)
    world.grant("pilot", "vehicle", ids=own)
    run = Controller(Module("root", pilot), store=world)
    run.advance(round(seconds * SECOND))
    return run


def test_alone_it_accelerates_to_its_desired_speed() -> None:
    assert decided().get("pilot.wish") > 0.5
    assert decided(speed=13.9).get("pilot.wish") == pytest.approx(0.0, abs=0.01)
    assert decided(speed=20.0).get("pilot.wish") < 0.0
    assert decided().get("pilot.action") is Action.DRIVE


def test_close_behind_a_slower_car_it_brakes() -> None:
    run = decided(ahead=Sighting(2, 8.0, 5.0))
    assert run.get("pilot.wish") < -3.0
    assert run.get("pilot.action") is Action.FOLLOW


def test_it_slows_before_a_curve_and_not_long_before() -> None:
    bend = Path(Pose(0.0, 0.0, 0.0)).line(30.0).arc(60.0, curvature=1 / 12).line(500.0)
    assert decided(course=bend).get("pilot.action") is Action.CURVE
    far = Path(Pose(0.0, 0.0, 0.0)).line(300.0).arc(60.0, curvature=1 / 12).line(500.0)
    assert decided(course=far).get("pilot.action") is Action.DRIVE


def test_it_stops_at_the_end_of_the_course() -> None:
    run = decided(course=Line(Pose(0.0, 0.0, 0.0), 30.0), speed=10.0)
    assert run.get("pilot.action") is Action.STOP
    assert run.get("pilot.wish") < -1.0


def test_it_sleeps_until_it_wakes_then_drives_off() -> None:
    assert decided(0.2, wakes=1.0).get("pilot.state") is PilotState.IDLE
    assert decided(1.2, wakes=1.0, speed=0.0).get("pilot.state") is PilotState.SEMI_ACTIVE
    assert decided(1.4, wakes=1.0).get("pilot.state") is PilotState.ACTIVE


def test_it_has_arrived_when_it_stands_at_the_end() -> None:
    run = decided(0.5, pose=Pose(1999.0, 0.0, 0.0), speed=0.0)
    assert run.get("pilot.state") is PilotState.TERMINATED


def test_after_a_contact_it_brakes_for_good() -> None:
    run = decided(contact=True)
    assert (run.get("pilot.state"), run.get("pilot.wish")) == (PilotState.ACCIDENT, -8.0)
    assert run.store["own"].pilot == "accident"


def test_it_looks_where_it_goes() -> None:
    left = Path(Pose(0.0, 0.0, 0.0)).arc(100.0, curvature=1 / 30)
    assert decided(course=left).get("pilot.gaze") > 0.1
    assert decided().get("pilot.gaze") == pytest.approx(0.0)
