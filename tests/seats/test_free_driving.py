"""Driving freely in a running world: pedals, gears, verges, slopes, collisions, copies and the same bytes again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from seahaven.geometry import Box, Pose
from seahaven.kernel import Controller, Visits, fork, restore, take_snapshot
from seahaven.motion import Collision
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import PedalControls, View
from tests.seats.driving import Drive, driven


def pedals(wheel: float = 0.0, throttle: float = 0.0, brake: float = 0.0, **more: Any) -> Callable[[View], Any]:
    """A driver who does the same all the time."""
    return lambda view: PedalControls(wheel, throttle, brake, **more)


def drive_on(driver: Any, **options: Any) -> Drive:
    return driven(driver, controls="pedals", rate=100, **options)


def boxes(drive: Drive) -> list[Box]:
    table = drive.world.family("vehicle")
    columns = zip(table.x, table.y, table.heading, table.length, table.width, strict=True)
    return [Box(Pose(x, y, heading), length, width) for x, y, heading, length, width in columns]


def collisions(drive: Drive, seconds: float) -> list[Collision]:
    """Go on, and give the collisions that were told meanwhile."""
    told = drive.hear(Collision)
    drive.go(seconds)
    return told.told


def test_throttle_gathers_speed_and_brakes_stop_for_good() -> None:
    drive = drive_on(lambda view: PedalControls(0.0, 1.0, 0.0) if view.date < 3e9 else PedalControls(0.0, 0.0, 1.0))
    drive.go(3.0)
    assert drive.row.speed > 25.0
    assert not drive.row.brake_light
    drive.go(5.0)
    assert drive.row.speed == 0.0
    assert drive.row.brake_light
    x = drive.row.x
    drive.go(2.0)
    assert drive.row.x == x


def test_it_reverses_out_of_a_standstill_and_is_found_on_its_lane() -> None:
    drive = drive_on(pedals(throttle=0.3, gear="reverse"), speed=0.0)
    s = drive.row.s
    drive.go(4.0)
    assert drive.row.speed < -1.0
    assert drive.row.s == pytest.approx(s + drive.row.x - 100.0)
    assert drive.row.s < s - 3.0
    assert drive.row.lane == drive.tracks.lane_map.index("M1:0:-4")


def test_it_leaves_the_road_onto_grass_and_comes_back() -> None:
    def away(view: View) -> PedalControls:
        time = view.time
        wheel = -0.9 if time < 1.5 else 0.9 if time < 4.2 else -0.4 if time < 6.0 else 0.0
        return PedalControls(wheel, 0.3, 0.0)

    drive = drive_on(away, speed=12.0)
    drive.go(3.0)
    assert (drive.row.lane, drive.row.entry) == (-1, -1)
    drive.go(4.0)
    assert drive.row.lane == drive.tracks.lane_map.index("M1:0:-4")
    assert drive.row.entry == 2


def test_off_all_lanes_its_place_is_on_the_ground_alone() -> None:
    drive = drive_on(pedals(wheel=-0.9, throttle=0.3), speed=12.0)
    for _ in range(40):
        drive.go(0.1)
        row = drive.row
        if row.lane == -1:
            break
    assert (row.lane, row.s, row.offset, row.drift, row.entry) == (-1, 0.0, 0.0, 0.0, -1)
    before = row.x, row.y
    drive.go(0.5)
    assert (drive.row.x, drive.row.y) != before
    assert drive.row.z == 0.0


def test_grass_slows_it_down() -> None:
    speeds = []
    for s, wheel in ((100.0, 0.0), (100.0, -1.0)):
        drive = drive_on(lambda view, wheel=wheel: PedalControls(wheel if view.time < 1.0 else 0.0, 0.0, 0.0), s=s)
        drive.go(6.0)
        speeds.append(float(drive.row.speed))
    assert drive.row.lane == -1
    assert speeds[1] < speeds[0] - 1.5


def test_it_follows_the_road_up_and_a_slope_holds_it_back() -> None:
    builder = Builder("hill")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(200.0).grade(-0.06).straight(1500.0)
    tracks = Tracks(Router(LaneMap(builder.build())).routes(["M1"], ["M1"]))
    drive = drive_on(pedals(throttle=0.0), tracks=tracks, lane="M1:0:4", speed=25.0, s=600.0)
    start, start_z = drive.row.speed, drive.row.z
    drive.go(3.0)
    row = drive.row
    assert row.z == pytest.approx(tracks.lane_map.place(row.lane, row.s, row.offset).z, abs=1e-9)
    assert row.z > start_z + 3.0
    assert (start - row.speed) / 3.0 > 0.5


def test_it_runs_into_a_standing_vehicle_and_neither_passes_through() -> None:
    other = {"lane": "M1:0:-4", "s": 140.0, "speed": 0.0, "top_speed": 0.1}
    drive = drive_on(pedals(throttle=0.3), speed=15.0, others=(other,))
    told = collisions(drive, 6.0)
    assert len(told) == 1
    assert told[0].entities == tuple(sorted((drive.ego, int(drive.world.family("vehicle").ids[1]))))
    assert told[0].speed == pytest.approx(15.3, abs=0.5)
    assert drive.row.speed == 0.0  # a wreck
    assert drive.world.family("cockpit").wrecked[0]
    first, second = boxes(drive)
    assert not Box(first.pose, first.length - 0.02, first.width).overlaps(second)
    assert drive.world.family("vehicle").pilot[1] == 4  # accident


def test_a_gentle_bump_makes_no_wreck_and_it_backs_off() -> None:
    other = {"lane": "M1:0:-4", "s": 112.0, "speed": 0.0, "top_speed": 0.1}

    def bump(view: View) -> PedalControls:
        gear = "drive" if view.time < 4.0 else "reverse"
        return PedalControls(0.0, 0.2, 0.0, gear)

    drive = drive_on(bump, speed=2.0, others=(other,))
    assert len(collisions(drive, 4.0)) >= 1
    assert not drive.world.family("cockpit").wrecked[0]
    x = drive.row.x
    drive.go(4.0)
    assert drive.row.x < x - 2.0
    assert drive.row.contact is None


def test_it_is_pushed_by_one_that_cannot_stop_in_time() -> None:
    other = {"lane": "M1:0:-4", "s": 88.0, "speed": 20.0}
    drive = drive_on(pedals(), speed=0.0, others=(other,))
    told = collisions(drive, 3.0)
    assert told
    assert drive.row.x > 103.0
    first, second = boxes(drive)
    assert not Box(first.pose, first.length - 0.02, first.width).overlaps(second)


def test_a_person_in_the_way_is_hit_once() -> None:
    drive = drive_on(pedals(), speed=15.0)
    drive.world.add("person", x=130.0, y=float(drive.row.y))
    drive.go(4.0)
    assert drive.row.x > 140.0
    assert 10.0 < drive.row.speed < 14.5
    assert not drive.world.family("cockpit").wrecked[0]


def weaving(view: View) -> PedalControls:
    """Weave across the lanes, and brake at times."""
    return PedalControls(float(np.sin(view.time)), 0.5 if view.step % 300 < 200 else 0.0, 0.0, turn_light="left")


def test_forks_and_snapshots_drive_on_alike() -> None:
    drive = drive_on(weaving, stateless=True, others=({"lane": "M1:0:-4", "s": 150.0},))
    drive.go(1.13)
    kept = take_snapshot(drive.controller)
    with fork(drive.controller) as twin:
        twin.run(4_000_000_000)
        drive.controller.run(4_000_000_000)
        digest = drive.world.digest()
        assert twin.store.digest() == digest
    restore(drive.controller, kept)
    drive.controller.run(4_000_000_000)
    assert drive.world.digest() == digest


def test_the_same_drive_has_the_same_bytes_however_modules_are_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = []
    for visits in (*Visits, *Visits):
        monkeypatch.setattr(Controller, "usual_visits", visits)
        drive = drive_on(weaving, others=({"lane": "M1:0:-4", "s": 125.0, "speed": 5.0},))
        drive.go(4.0)
        digests.append(drive.world.digest())
    assert len(set(digests)) == 1
