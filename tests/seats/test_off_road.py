"""What is beside the roads in a running world: walls, poles, pavements, kerbs and slopes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import pi
from typing import Any

import numpy as np
import pytest

from seahaven.geometry import Box, Pose
from seahaven.kernel import Controller, Visits
from seahaven.motion import Crash
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway, town_street
from seahaven.roads.model import ObjectKind
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import PedalControls, View
from seahaven.world import solids_of
from tests.seats.driving import Drive, Told, driven

LANE = "main:0:-1"


@cache
def town() -> Tracks:
    """A street with a pavement on either side, a house on the right at 100 m, and a pole in the road at 200 m."""
    builder = Builder("town")
    road = builder.road("main", town_street(), at=(0.0, 0.0)).straight(100.0)
    road.beside(ObjectKind.BUILDING, "right", distance=9.0).straight(100.0)
    road.beside(ObjectKind.POLE, "right", distance=1.7, length=0.2, width=0.2, height=4.0).straight(200.0)
    return Tracks(Router(LaneMap(builder.build())).routes(["main"], ["main"]))


def pedals(wheel: float = 0.0, throttle: float = 0.0, brake: float = 0.0, **more: Any) -> Callable[[View], Any]:
    return lambda view: PedalControls(wheel, throttle, brake, **more)


def drive_on(driver: Any, **options: Any) -> tuple[Drive, Told]:
    drive = driven(driver, **{"controls": "pedals", "rate": 100, "tracks": town(), "lane": LANE, **options})
    return drive, drive.hear(Crash)


def corners(drive: Drive) -> np.ndarray:
    row = drive.row
    return np.array(Box(Pose(row.x, row.y, row.heading), row.length, row.width).corners)


def test_solids_are_walls_round_houses_and_squares_round_poles() -> None:
    solids = solids_of(town().lane_map)
    assert len(solids.boxes) == 5
    assert (np.diff(solids.boxes[:, 0]) >= 0.0).all()
    pole = solids.boxes[-1]
    assert pole[0] == pytest.approx(200.0, abs=0.1)
    assert (pole[3], pole[4]) == (0.2, 0.2)
    assert solids.longest > 5.9


def test_a_car_that_is_driven_into_a_house_stays_outside_and_is_a_wreck() -> None:
    drive, told = drive_on(pedals(gear="neutral"), speed=12.0, s=100.0, pose=(3.0, -0.5 * pi))
    deepest = 0.0
    for _ in range(300):
        drive.go(0.01)
        deepest = min(deepest, float(corners(drive)[:, 1].min()))
    assert deepest > -9.0 - 0.01
    (crash,) = told.told
    assert crash.entity == drive.ego
    assert crash.speed > 8.0
    assert drive.world.family("cockpit").wrecked[0]
    assert drive.row.speed == 0.0
    assert drive.row.contact is None


def test_a_pole_stops_a_car() -> None:
    drive, told = drive_on(pedals(gear="neutral"), speed=15.0, s=180.0)
    drive.go(5.0)
    (crash,) = told.told
    assert crash.x == pytest.approx(199.9, abs=0.05)
    assert corners(drive)[:, 0].max() < 200.0 + 2.0


def test_coming_up_a_kerb_takes_speed_and_pavement_rolls_better_than_grass() -> None:
    drive, _ = drive_on(pedals(gear="neutral"), speed=6.0, s=40.0, pose=(-1.0, -0.5 * pi))
    speeds, lanes = [], []
    for _ in range(100):
        drive.go(0.01)
        speeds.append(float(np.hypot(drive.row.speed, drive.world.family("cockpit").aside[0])))
        lanes.append(int(drive.row.lane))
    losses = -np.diff(speeds)
    jolt = int(losses.argmax())
    assert losses[jolt] == pytest.approx(speeds[jolt] - np.sqrt(speeds[jolt] ** 2 - 4.0 * 9.81 * 0.12), abs=0.02)
    assert np.sort(losses)[-2] < 0.05
    after = losses[jolt + 2 : jolt + 12].mean() / 0.01
    assert after < 0.6  # on grass it would be 0.7 and more


def test_the_verge_slopes_as_the_road_does() -> None:
    builder = Builder("hill")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(200.0).grade(-0.06).straight(1500.0)
    tracks = Tracks(Router(LaneMap(builder.build())).routes(["M1"], ["M1"]))
    slowed = []
    for heading in (0.0, pi):
        options = {"tracks": tracks, "lane": "M1:0:4", "s": 600.0, "speed": 12.0}
        drive, _ = drive_on(pedals(gear="neutral"), **options, pose=(9.0, heading))
        drive.go(2.0)
        row = drive.row
        assert row.lane == -1
        lane_map = tracks.lane_map
        near = lane_map.match(row.x, row.y, z=row.z, reach=15.0)
        assert abs(near.offset) > 3.0
        assert row.z == pytest.approx(lane_map.place(near.lane, near.s, near.offset).z, abs=0.02)
        slowed.append((12.0 - row.speed) / 2.0)
    assert abs(slowed[1] - slowed[0]) == pytest.approx(2.0 * 9.81 * 0.06, abs=0.05)


def test_off_road_drives_have_the_same_bytes_however_modules_are_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    def astray(view: View) -> PedalControls:
        return PedalControls(float(-2.0 * np.sin(1.3 * view.time)), 0.5, 0.0)

    digests = []
    for visits in Visits:
        monkeypatch.setattr(Controller, "usual_visits", visits)
        drive, _ = drive_on(astray, speed=10.0, s=30.0, stateless=True)
        drive.go(6.0)
        digests.append(drive.world.digest())
    assert len(set(digests)) == 1
