"""Seats: what the controls of each kind do to a vehicle, and what happens when an occupant in Python fails."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np
import pytest

from seahaven.errors import OccupantError, SnapshotError, StepError
from seahaven.kernel import Module, Visits, fork
from seahaven.seats import (
    Hello,
    LaneControls,
    MotionControls,
    OccupantFault,
    OccupantIs,
    PanelControls,
    PlannedPose,
    PressedItem,
    TrajectoryControls,
    View,
)
from tests.seats.driving import Drive, coasting, driven


class Ear(Module, edge=True):
    """Keeps the events that it hears."""

    def observe(self, events: list[Any]) -> None:
        heard.extend(event.value for event in events)


heard: list[Any] = []


def told(drive: Drive, kind: type) -> list[Any]:
    return [value for value in heard if isinstance(value, kind)]


def listening(drive: Drive) -> Drive:
    heard.clear()
    drive.controller.add(Ear("ear"))
    return drive


def test_a_lane_level_wish_moves_the_vehicle_at_once_and_to_the_next_lane() -> None:
    def drive(view: View) -> LaneControls:
        return LaneControls(1.0, shift=1 if 1.0 <= view.time < 1.2 else 0, turn_light="left")

    driven_by = driven(drive, controls="lane")
    driven_by.go(0.2)
    assert driven_by.row.speed == pytest.approx(20.2)
    assert driven_by.row.turn_light == "left"
    driven_by.go(6.0)
    assert driven_by.row.motion == "lane"


def test_braking_lights_the_brake_lights() -> None:
    drive = driven(lambda view: LaneControls(-2.0), controls="lane")
    drive.go(0.3)
    assert drive.row.brake_light
    assert drive.row.speed < 20.0


def test_acceleration_and_curvature_lead_along_a_circle() -> None:
    drive = driven(lambda view: MotionControls(0.0, 0.01), speed=15.0, controls="motion")
    drive.go(3.0)
    turned = drive.row.heading
    drive.go(2.0)
    assert drive.row.yaw_rate == pytest.approx(0.01 * drive.row.speed, rel=0.05)
    assert drive.row.heading > turned > 0.3


def test_a_trajectory_is_followed_in_place_and_time() -> None:
    radius, speed = 150.0, 15.0

    def drive(view: View) -> TrajectoryControls:
        times = [0.1 * k for k in range(31)]
        poses = [
            PlannedPose(
                t, radius * sin(speed * t / radius), radius * (1.0 - cos(speed * t / radius)), speed * t / radius
            )
            for t in times
        ]
        return TrajectoryControls(tuple(poses), "left")

    drive_on = driven(drive, speed=10.0, controls="trajectory")
    drive_on.go(3.0)
    assert drive_on.row.lane >= 0  # still on asphalt
    assert drive_on.row.yaw_rate == pytest.approx(drive_on.row.speed / radius, rel=0.1)
    drive_on.go(5.0)
    assert drive_on.row.speed == pytest.approx(15.0, abs=0.3)
    assert drive_on.row.turn_light == "left"


def test_a_trajectory_that_ends_ends_in_a_stand() -> None:
    def drive(view: View) -> TrajectoryControls:
        room = max(160.0 - view.ego.x, 0.0)
        return TrajectoryControls((PlannedPose(0.0, 0.0, 0.0, 0.0), PlannedPose(2.0, min(20.0, room), 0.0, 0.0)))

    drive_on = driven(drive, speed=10.0, controls="trajectory")
    drive_on.go(15.0)
    assert drive_on.row.speed == pytest.approx(0.0, abs=0.05)


def test_presses_reach_the_driver_machine() -> None:
    def drive(view: View) -> PanelControls:
        return PanelControls((PressedItem("adjust_speed", 8.0),) if view.step == 0 else ())

    drive_on = driven(drive, controls="panel")
    drive_on.go(15.0)
    assert drive_on.row.speed == pytest.approx(8.0, abs=0.3)


def test_a_seat_has_a_rate_of_its_own() -> None:
    dates = []

    def drive(view: View) -> LaneControls:
        dates.append((view.step, view.date, view.period))
        return LaneControls(0.0)

    driven(drive, controls="lane", rate=50).go(0.1)
    assert dates == [(k, k * 20_000_000, 0.02) for k in range(5)]


def test_an_object_is_greeted_and_let_go() -> None:
    class Driver:
        def __init__(self, calm: float) -> None:
            said.append(calm)

        def begin(self, hello: Hello) -> None:
            said.append((hello.vehicle.name, hello.controls, hello.rate, hello.vehicle.kind, hello.parameters))

        def drive(self, view: View) -> LaneControls:
            return LaneControls(0.0)

        def end(self, reason: str) -> None:
            said.append(reason)

    said: list[Any] = []
    drive = driven(Driver, controls="lane", parameters={"calm": 0.5})
    drive.go(0.2)
    drive.controller.end()
    assert said == [0.5, ("ego", "lane", 10.0, "car", {"calm": 0.5}), "the run is over"]


def test_who_drives_is_told_once() -> None:
    drive = listening(driven(coasting, controls="lane"))
    drive.go(1.0)
    assert told(drive, OccupantIs) == [OccupantIs(drive.ego, "driver 'mine'", "lane")]


def failing(view: View) -> Any:
    """Raise, or return nonsense, at the steps 2 and 3."""
    if view.step == 2:
        raise ZeroDivisionError("no time left")
    return MotionControls(1.0) if view.step == 3 else LaneControls(1.0)


def test_a_driver_that_raises_ends_the_drive_by_name_step_and_last_answer() -> None:
    drive = driven(failing, controls="lane")
    with pytest.raises(StepError) as error:
        drive.go(1.0)
    for part in (
        "driver 'mine' at step 2 (0.2 s)",
        "ZeroDivisionError: no time left",
        "test_seat.py",
        "acceleration=1",
    ):
        assert part in str(error.value)
    assert isinstance(error.value.__cause__, OccupantError)


@pytest.mark.parametrize(("policy", "slower"), [("hold", False), ("brake", True)])
def test_a_driver_that_fails_may_go_on(policy: str, slower: bool) -> None:
    drive = listening(driven(failing, controls="lane", on_fault=policy))
    drive.go(0.4)
    assert (drive.row.speed < 19.0) == slower
    first, second = told(drive, OccupantFault)
    assert (first.step, first.goes_on) == (2, True)
    assert "ZeroDivisionError" in first.what
    assert "it sent controls of kind 'motion'; the seat takes 'lane'" in second.what
    drive.go(1.0)
    assert len(told(drive, OccupantFault)) == 2


@pytest.mark.parametrize("policy", ["hold", "brake"])
@pytest.mark.parametrize("kind", ["motion", "trajectory", "panel"])
def test_every_kind_can_hold_or_brake(kind: str, policy: str) -> None:
    answers = {
        "motion": MotionControls(0.0),
        "trajectory": TrajectoryControls((PlannedPose(0.0, 0.0, 0.0, 0.0), PlannedPose(10.0, 200.0, 0.0, 0.0))),
        "panel": PanelControls(),
    }
    drive = driven(lambda view: answers[kind] if view.step < 5 else None, controls=kind, on_fault=policy)
    drive.go(2.0)
    assert (drive.row.speed < 14.0) == (policy == "brake")


def test_what_is_no_driver_is_refused_before_the_start() -> None:
    drive = driven(3, controls="lane")  # type: ignore[arg-type]
    with pytest.raises(StepError, match="driver 'mine' cannot drive: it is neither a function nor an object"):
        drive.go(0.1)


def test_a_run_with_a_driver_that_may_remember_things_cannot_be_forked() -> None:
    drive = driven(coasting, controls="lane")
    drive.go(0.5)
    with pytest.raises(SnapshotError, match="driver 'mine' drives 'ego', and what it remembers cannot be copied"):
        fork(drive.controller)


def test_a_stateless_driver_drives_on_alike_in_a_fork() -> None:
    drive = driven(lambda view: LaneControls(0.1 * (25.0 - view.ego.speed)), controls="lane", stateless=True)
    drive.go(1.0)
    with fork(drive.controller) as twin:
        twin.run(3_000_000_000)
        drive.go(2.0)
        assert twin.store.digest() == drive.world.digest()


@pytest.mark.parametrize("kind", ["lane", "motion", "panel"])
def test_the_same_bytes_come_whichever_modules_are_visited(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {
        "lane": lambda view: LaneControls(0.1 * (25.0 - view.ego.speed)),
        "motion": lambda view: MotionControls(0.1 * (25.0 - view.ego.speed), 0.002 * np.cos(view.time)),
        "panel": lambda view: PanelControls((PressedItem("adjust_speed", 15.0),) if view.step == 20 else ()),
    }
    digests = set()
    for visits in Visits:
        monkeypatch.setattr("seahaven.kernel.Controller.usual_visits", visits)
        drive = driven(answers[kind], controls=kind, others=({"lane": "M1:0:-4", "s": 160.0, "speed": 15.0},))
        drive.go(8.0)
        digests.add(drive.world.digest())
    assert len(digests) == 1


def test_the_same_driver_gives_the_same_bytes() -> None:
    def run() -> str:
        drive = driven(
            lambda view: MotionControls(0.2, 0.001 * np.sin(view.time)),
            controls="motion",
            rate=20,
            others=({"lane": "M1:0:-4", "s": 200.0},),
        )
        drive.go(5.0)
        return drive.world.digest()

    assert run() == run()
