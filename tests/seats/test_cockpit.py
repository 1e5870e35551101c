"""What a driver does in the cockpit: gears, hand brake, lights, horn and gaze, and what of it others see."""

from __future__ import annotations

from collections.abc import Callable
from math import sin
from typing import Any

import pytest

from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import (
    Controls,
    LaneControls,
    MotionControls,
    PanelControls,
    PedalControls,
    PlannedPose,
    TrajectoryControls,
    View,
)
from tests.seats.driving import Drive, driven

GAZE = 0.4


def pedals(wheel: float = 0.0, throttle: float = 0.0, brake: float = 0.0, **more: Any) -> Callable[[View], Any]:
    """A driver that does the same all the time."""
    return lambda view: PedalControls(wheel, throttle, brake, **more)


def with_pedals(driver: Any, **options: Any) -> Drive:
    return driven(driver, controls="pedals", rate=100, **options)


def cockpit(drive: Drive) -> Any:
    """The only cockpit."""
    table = drive.world.family("cockpit")
    return drive.world.entity(int(table.ids[0]))


def hill() -> Tracks:
    """A motorway that rises by 6 %, up to its last 200 m."""
    builder = Builder("hill")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(200.0).grade(-0.06).straight(1500.0)
    return Tracks(Router(LaneMap(builder.build())).routes(["M1"], ["M1"]))


def looking(kind: str, gaze: float | None) -> Callable[[View], Controls]:
    """A driver that looks somewhere, with controls of a kind."""
    poses = tuple(PlannedPose(t, 20.0 * t, 0.0, 0.0) for t in (0.0, 1.0, 2.0))
    controls: dict[str, Controls] = {
        "pedals": PedalControls(0.0, 0.2, 0.0, gaze=gaze), "motion": MotionControls(0.0, gaze=gaze),
        "trajectory": TrajectoryControls(poses, gaze=gaze), "lane": LaneControls(0.0, gaze=gaze),
    }  # fmt: skip
    return lambda view: controls[kind]


@pytest.mark.parametrize("kind", ["pedals", "motion", "trajectory", "lane"])
def test_the_gaze_of_a_vehicle_is_that_which_its_occupant_reports(kind: str) -> None:
    drive = driven(looking(kind, GAZE), controls=kind)
    drive.go(0.5)
    assert drive.row.gaze == GAZE
    if kind != "lane":
        assert cockpit(drive).gaze == GAZE


@pytest.mark.parametrize("kind", ["pedals", "motion", "trajectory", "lane"])
def test_a_gaze_that_is_not_reported_is_not_known(kind: str) -> None:
    drive = driven(looking(kind, None), controls=kind)
    seen = set()
    for _ in range(60):  # the driver machine beneath would have looked into a mirror by then
        drive.go(0.5)
        seen.add(drive.row.gaze)
    assert seen == {0.0}
    if kind != "lane":
        assert cockpit(drive).gaze is None


def test_with_a_panel_the_driver_machine_looks_where_it_likes() -> None:
    drive = driven(lambda view: PanelControls(), controls="panel")
    seen = set()
    for _ in range(120):
        drive.go(0.5)
        seen.add(drive.row.gaze)
    assert len(seen) > 1


@pytest.mark.parametrize("kind", ["motion", "trajectory"])
def test_a_driver_without_pedals_has_none_in_its_cockpit_and_the_vehicle_says_what_it_used(kind: str) -> None:
    drive = driven(looking(kind, None), controls=kind)
    drive.go(1.0)
    row = cockpit(drive)
    assert (row.throttle, row.brake) == (None, None)
    assert 0.0 < row.push < 0.5
    assert row.pressure == 0.0


def test_pedals_are_in_the_cockpit_as_they_are_worked() -> None:
    drive = with_pedals(lambda view: PedalControls(0.01, 0.3, 0.0) if view.date < 1e9 else PedalControls(0.0, 0.0, 0.7))
    drive.go(1.0)
    assert (cockpit(drive).throttle, cockpit(drive).brake, cockpit(drive).wheel) == (0.3, 0.0, 0.01)
    drive.go(0.5)
    assert (cockpit(drive).throttle, cockpit(drive).brake) == (0.0, 0.7)


def test_in_neutral_the_engine_neither_pulls_nor_brakes() -> None:
    neutral, drive = with_pedals(pedals(throttle=1.0, gear="neutral")), with_pedals(pedals(gear="drive"))
    neutral.go(3.0)
    drive.go(3.0)
    assert 18.0 < neutral.row.speed < 20.0
    assert cockpit(neutral).engine > 200.0  # it revs up
    assert drive.row.speed < neutral.row.speed - 0.1  # the engine drags in gear


def test_it_rolls_back_in_neutral_and_park_and_hand_brake_hold_it_on_a_hill() -> None:
    on_the_slope: dict[str, Any] = {"speed": 0.0, "tracks": hill(), "lane": "M1:0:4", "s": 600.0}
    rolling = with_pedals(pedals(gear="neutral"), **on_the_slope)
    parked = with_pedals(pedals(gear="park"), **on_the_slope)
    braked = with_pedals(pedals(gear="neutral", hand_brake=True), **on_the_slope)
    begun = parked.row.s
    for drive in (rolling, parked, braked):
        drive.go(5.0)
    assert rolling.row.speed < -1.0
    assert rolling.row.s < begun - 3.0
    assert (parked.row.speed, braked.row.speed) == (0.0, 0.0)
    assert parked.row.s == pytest.approx(begun, abs=0.01)
    assert braked.row.s == pytest.approx(begun, abs=0.01)


def test_park_is_refused_while_it_rolls_and_holds_once_it_is_slow() -> None:
    drive = with_pedals(pedals(gear="park"), speed=15.0)
    drive.go(2.0)
    assert drive.row.speed > 13.0  # the pawl does not engage: it rolls as in neutral
    slow = with_pedals(pedals(gear="park"), speed=1.0)
    slow.go(1.0)
    assert slow.row.speed == 0.0


def test_the_hand_brake_stops_it_on_the_move() -> None:
    drive = with_pedals(pedals(hand_brake=True, gear="neutral"), speed=10.0)
    drive.go(6.0)
    assert drive.row.speed == 0.0
    assert not drive.row.brake_light  # it lights no brake light


def test_lights_and_horn_are_seen_by_others_in_the_columns_of_the_vehicle() -> None:
    def signalling(view: View) -> PedalControls:
        is_late = view.date >= 1e9
        return PedalControls(
            0.01 * sin(view.step), 0.2, 0.0, turn_light="left", headlamps="dipped" if is_late else "off", horn=is_late
        )

    drive = with_pedals(signalling)
    drive.go(0.5)
    assert (drive.row.headlamps, drive.row.horn, drive.row.turn_light) == ("off", False, "left")
    drive.go(1.0)
    assert (drive.row.headlamps, drive.row.horn) == ("dipped", True)
