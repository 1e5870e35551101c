"""The reference drivers, in Python and in C99: they obey, they arrive, and they do the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from math import pi
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest

from examples.drivers.route_driver import RouteDriver
from seahaven.kernel import Stream
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import Hello, ProgramDriver, View, plain
from seahaven.seats.program import ProgramOccupant
from seahaven.seats.protocol import VERSION, Vehicle
from seahaven.world import LightState
from tests.seats.driving import ROOT, Drive, crossroads, driven

FOLDER = ROOT / "examples" / "drivers"
STRICT = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
CHECKED = (*STRICT, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def built(folder: Path, *options: str) -> Path:
    compiler = which("cc")
    assert compiler, "the reference driver in C is tested with a C compiler; install one, so that there is a 'cc'"
    target = folder / "route_driver"
    sources = [str(FOLDER / name) for name in ("route_driver.c", "seat.c")]
    subprocess.run([compiler, *options, "-o", str(target), *sources, "-lm"], check=True, timeout=120)
    return target


@pytest.fixture(scope="session")
def c_driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("driver"), *STRICT)


@pytest.fixture(params=["python", "c"])
def driver(request: pytest.FixtureRequest, c_driver: Path) -> Callable[..., Any] | ProgramDriver:
    """Each of the drivers: the one in Python in this process, the one in C as a program."""
    return ProgramDriver((str(c_driver),), ROOT) if request.param == "c" else RouteDriver


def story(drive: Drive, seconds: float) -> tuple[np.ndarray, np.ndarray]:
    """Speeds and places along the heading of the first street, every tenth of a second."""
    speeds, places = [], []
    for _ in range(round(10 * seconds)):
        drive.go(0.1)
        speeds.append(drive.row.speed)
        places.append((drive.row.x, drive.row.y))
    return np.array(speeds), np.array(places)


def test_it_follows_a_slow_leader_at_a_distance(driver: Any) -> None:
    leader = {"lane": "M1:0:-4", "s": 180.0, "speed": 12.0, "top_speed": 12.0}
    drive = driven(driver, speed=25.0, others=(leader,))
    drive.go(40.0)
    gap = drive.world.family("vehicle").x[1] - drive.row.x - 4.6
    assert drive.row.speed == pytest.approx(12.0, abs=0.5)
    assert 12.0 < gap < 30.0
    assert drive.row.contact is None
    drive.controller.end()


def test_it_keeps_to_the_limit_and_the_middle_of_its_lane(driver: Any) -> None:
    drive = driven(driver, speed=20.0)
    speeds, _ = story(drive, 30.0)
    assert speeds.max() <= 30.3
    assert speeds[-1] > 29.0
    assert abs(drive.row.offset) < 0.1
    drive.controller.end()


def test_it_turns_with_the_route(driver: Any) -> None:
    tracks = Tracks(Router(crossroads().lane_map).routes(["side.1"], ["main.2"]))
    drive = driven(driver, tracks=tracks, lane="side.1:0:-1", s=20.0, speed=12.0)
    offsets = []
    for _ in range(250):
        drive.go(0.1)
        offsets.append(abs(drive.row.offset))
        if drive.row.x > 60.0:
            break
    assert drive.row.x > 60.0
    assert drive.row.heading == pytest.approx(0.0, abs=0.1)
    assert max(offsets) < 0.9
    drive.controller.end()


def test_it_stops_at_a_stop_sign_and_goes_on(driver: Any) -> None:
    drive = driven(driver, tracks=crossroads("stop"), lane="side.1:0:-1", s=20.0, speed=12.0, route=1)
    speeds, places = story(drive, 30.0)
    still = places[speeds < 0.3]
    assert len(still) > 0
    assert -20.0 < still[0][1] < -12.0
    assert places[-1][1] > 30.0
    drive.controller.end()


def test_it_yields_to_the_main_road(driver: Any) -> None:
    others = tuple({"lane": "main.1:0:-1", "s": s, "speed": 12.0} for s in (15.0, 45.0))
    drive = driven(driver, tracks=crossroads("yield"), lane="side.1:0:-1", s=40.0, speed=10.0, route=1, others=others)
    _, places = story(drive, 25.0)
    assert drive.row.contact is None
    entered = int(np.argmax(places[:, 1] > -12.0))
    assert entered > 40
    assert places[-1][1] > 20.0
    drive.controller.end()


def test_it_waits_at_red_and_goes_at_green(driver: Any) -> None:
    drive = driven(driver, tracks=crossroads("lights"), lane="main.1:0:-1", s=20.0, speed=12.0)
    show(drive, LightState.RED)
    speeds, places = story(drive, 15.0)
    assert speeds[-1] < 0.1
    assert -25.0 < places[-1][0] < -12.0
    twin = driven(driver, tracks=crossroads("lights"), lane="main.1:0:-1", s=20.0, speed=12.0)
    show(twin, LightState.GREEN)
    _, places = story(twin, 15.0)
    assert places[-1][0] > 30.0
    drive.controller.end()
    twin.controller.end()


def show(drive: Drive, state: LightState) -> None:
    """Let all lights show this."""
    ids = drive.world.family("signal").ids.copy()
    drive.world.remove(ids)
    drive.world.add_many("signal", len(ids), controller=0, letter=np.arange(len(ids)), state=int(state))


def test_it_passes_people_who_walk_along_the_road_and_waits_for_those_who_face_it(driver: Any) -> None:
    speeds = []
    for heading in (0.0, 0.5 * pi):
        drive = driven(driver, speed=14.0)
        place = {"x": drive.row.x + 60.0, "y": drive.row.y - 2.5, "heading": heading}
        drive.world.add("person", **place, speed=1.0, phase="standing")
        drive.go(8.0)
        speeds.append(drive.row.speed)
        drive.controller.end()
    assert speeds[0] > 14.0
    assert speeds[1] < 1.0


def test_it_arrives_and_stands(driver: Any) -> None:
    drive = driven(driver, speed=25.0, s=1700.0)
    drive.go(40.0)
    assert drive.row.speed < 0.2
    assert 1990.0 < drive.row.x + 2.3 <= 2000.0
    drive.controller.end()


@pytest.mark.parametrize("kind", ["motion", "pedals"])
def test_both_do_the_same_with_the_same_views(kind: str, c_driver: Path) -> None:
    views: list[View] = []

    class Noting(RouteDriver):
        def drive(self, view: View) -> Any:
            views.append(view)
            return RouteDriver.drive(self, view)

    others = tuple({"lane": "main.1:0:-1", "s": s, "speed": 12.0} for s in (10.0, 40.0))
    place = {"lane": "side.1:0:-1", "s": 40.0, "speed": 10.0, "route": 1}
    run = driven(Noting, tracks=crossroads("stop"), others=others, controls=kind, **place)
    run.go(20.0)
    vehicle = Vehicle("ego", "car", 4.6, 1.9, 1.5, 2.76, 9.0, 14.0)
    hello = Hello(VERSION, kind, 10.0, 0, 7, vehicle, {})
    program = ProgramOccupant([str(c_driver)], ROOT, hello, limit=20.0)
    again = RouteDriver()
    again.begin(hello)
    for view in views:
        ours, theirs = plain(again.drive(view).controls), plain(program.ask(view).controls)
        assert ours.pop("turn_light") == theirs.pop("turn_light")
        assert theirs == {name: pytest.approx(value, abs=1e-9) for name, value in ours.items()}
    program.close("done")


def test_the_python_driver_drives_as_a_program_too() -> None:
    command = (sys.executable, str(FOLDER / "route_driver.py"))
    drive = driven(ProgramDriver(command, ROOT, {"headway": 2.0}), speed=20.0)
    drive.go(3.0)
    assert drive.row.speed > 20.0
    drive.controller.end()


def test_the_codec_in_c_survives_damaged_messages(tmp_path: Path) -> None:
    program, stream = built(tmp_path, *CHECKED), Stream.named(7, "damage")
    for trial in range(60):
        drawn = [int(256 * stream.uniform(entity=trial, draw=k)) for k in range(200)]
        data = bytes(drawn[: 1 + drawn[-1] % 190])
        if trial % 3:
            data = b"\x82\xa4kind\xa4step\xa4road" + data
        frames = (len(data) + (0, 0, -1, 5)[trial % 4]).to_bytes(4, "big") + data
        done = subprocess.run([str(program)], input=frames, capture_output=True, timeout=20)
        assert done.returncode in (0, 1), done.stderr.decode()[-2000:]


def test_with_pedals_it_stops_at_red_goes_at_green_and_keeps_its_lane(driver: Any) -> None:
    options = {"tracks": crossroads("lights"), "lane": "main.1:0:-1", "s": 20.0, "speed": 12.0}
    drive = driven(driver, controls="pedals", rate=50, **options)
    show(drive, LightState.RED)
    speeds, places = story(drive, 15.0)
    assert speeds[-1] == 0.0
    assert -25.0 < places[-1][0] < -12.0
    show(drive, LightState.GREEN)
    speeds, places = story(drive, 15.0)
    assert places[-1][0] > 30.0
    assert abs(places[:, 1] - places[0, 1]).max() < 0.3


def test_with_pedals_it_turns_with_the_route(driver: Any) -> None:
    tracks = Tracks(Router(crossroads().lane_map).routes(["side.1"], ["main.2"]))
    drive = driven(
        driver, tracks=tracks, lane="side.1:0:-1", s=20.0, speed=12.0, controls="pedals", rate=50
    )  # fmt: skip
    offsets = []
    while drive.row.x < 60.0 and drive.controller.now < 25e9:
        drive.go(0.1)
        offsets.append(abs(drive.row.offset))
    assert drive.row.x >= 60.0
    assert drive.row.heading == pytest.approx(0.0, abs=0.1)
    assert max(offsets) < 0.9


def test_with_pedals_it_keeps_its_distance(driver: Any) -> None:
    leader = {"lane": "M1:0:-4", "s": 180.0, "speed": 12.0, "top_speed": 12.0}
    drive = driven(driver, speed=25.0, others=(leader,), controls="pedals", rate=50)
    drive.go(40.0)
    gap = drive.world.family("vehicle").x[1] - drive.row.x - 4.6
    assert drive.row.speed == pytest.approx(12.0, abs=0.5)
    assert 12.0 < gap < 30.0
