"""A truck with its trailer in a running world: a box of its own that follows the hitch, and that others heed."""

from __future__ import annotations

from math import cos, hypot, sin
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.kernel import Controller, Visits
from seahaven.motion import FLEET, ROADWAY, Collision, trailer_pose
from seahaven.reels import Reel
from seahaven.roads import LaneMap, write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import MotionControls, PedalControls, View
from seahaven.takes import Run, check, load_take, open_run

STUDY = """\
study: Towed
seed: 5
duration: 40 s
record: 10 Hz
roads: motorway.xodr
subject: {name: ada, on: M1, at: 300 m, lane: right, speed: SPEED, type: trailer truck, DRIVER}
world:
  vehicle:
    tail: {on: M1, at: TAIL m, lane: right, speed: SPEED}
"""
HERE = "tests.takes.test_trailers"
TRUCK = FLEET["trailer truck"]
seen_by_driver: list[int] = []


def swerving(view: View) -> MotionControls:
    """Drive in wide bends."""
    seen_by_driver.append(len(view.objects))
    return MotionControls(0.0, 0.012 * sin(0.8 * view.time), turn_light="left")


def stopping(view: View) -> MotionControls:
    """Stop."""
    return MotionControls(-3.0 if view.ego.speed > 0.0 else 0.0)


def backing(view: View) -> PedalControls:
    """Reverse straight back."""
    return PedalControls(0.0, 0.3 if abs(view.ego.speed) < 2.0 else 0.0, 0.0, gear="reverse")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=30.0)).straight(2000.0)
    write_opendrive(builder.build(), tmp_path / "motorway.xodr")
    return tmp_path


def study(folder: Path, drives: str, *, tail: float = 200.0, speed: float = 15.0, controls: str = "motion") -> Path:
    path = folder / "towed.study.yaml"
    driver = f'driver: {{python: "{HERE}:{drives}", controls: {controls}, stateless: true}}'
    said = STUDY.replace("DRIVER", driver).replace("TAIL", f"{tail}").replace("SPEED", f"{speed}")
    path.write_text(said)
    return path


def apart(run: Run) -> float:
    """How far the trailer is from where the hitch has it (m)."""
    truck, trailer = run["ada"], run["ada trailer"]
    hitch = float(run.table("cockpit").hitch[0])
    pose = trailer_pose(TRUCK, Pose(float(truck.x), float(truck.y), float(truck.heading)), hitch)
    assert pose is not None
    turned = abs(pose.heading - float(trailer.heading)) * 7.0
    return hypot(pose.x - float(trailer.x), pose.y - float(trailer.y)) + turned


def test_a_trailer_stays_on_the_hitch_in_bends(folder: Path) -> None:
    with open_run(study(folder, "swerving"), allow=["tests"]) as run:
        assert apart(run) < 1e-9
        worst, most = 0.0, 0.0
        for _ in range(80):
            run.step()
            worst, most = max(worst, apart(run)), max(most, abs(float(run.table("cockpit").hitch[0])))
        assert worst < 3e-3
        assert most > 0.05
        trailer = run["ada trailer"]
        assert (trailer.length, trailer.width, trailer.kind) == (13.6, 2.55, "truck")
        assert trailer.towed_by == run["ada"].id
        assert trailer.turn_light == run["ada"].turn_light == "left"


def test_both_are_on_the_lanes_below_them_and_in_the_reel(folder: Path) -> None:
    load_take(study(folder, "swerving"), allow=["tests"]).play(folder / "out", until=5 * 10**9)
    reel = Reel.open(folder / "out" / "towed.reel")
    rows = reel.frame("vehicle", ["id", "x", "y", "heading", "lane", "towed_by"])
    ids = rows.id[rows.towed_by.notna()].unique()
    assert len(ids) == 1
    own = rows[rows.id == ids[0]]
    roads = reel.roads()
    assert roads is not None
    x, y, heading = (own[name].to_numpy() for name in ("x", "y", "heading"))
    match = LaneMap.of(roads).match(x, y, heading=heading, reach=0.5, kinds=ROADWAY)
    assert own.lane.tolist() == match.lane.tolist()
    assert own.x.is_monotonic_increasing


def test_its_driver_does_not_see_its_own_trailer(folder: Path) -> None:
    seen_by_driver.clear()
    with open_run(study(folder, "swerving"), allow=["tests"]) as run:
        run.advance(0.5)
    assert set(seen_by_driver) == {1}  # the car behind, through no trailer


def test_a_follower_stops_behind_the_trailer(folder: Path) -> None:
    with open_run(study(folder, "stopping", tail=230.0), allow=["tests"]) as run:
        run.press("tail", "keeps_lane", True)
        run.advance(25.0)
        trailer, tail = run["ada trailer"], run["tail"]
        rear = float(trailer.x) - 0.5 * float(trailer.length)
        front = float(tail.x) + 0.5 * float(tail.length)
        assert 0.5 < rear - front < 6.0
        assert (tail.leader, tail.contact) == (trailer.id, None)


def test_a_trailer_that_is_backed_into_a_car_hits_it(folder: Path) -> None:
    with open_run(study(folder, "backing", tail=283.0, speed=0.0, controls="pedals"), allow=["tests"]) as run:
        hit: list[Collision] = []
        run.watch(lambda frame: hit.extend(e.value for e in frame.events if isinstance(e.value, Collision)))
        hand = run.grant("tail", "wish")
        hand.wish = 0.0
        run.advance(12.0)
        assert {run["ada"].id, run["tail"].id} in [set(each.entities) for each in hit]


def test_the_same_drive_gives_the_same_bytes_in_a_fork_and_however_modules_are_visited(folder: Path) -> None:
    path, digests = study(folder, "swerving"), set()
    with open_run(path, allow=["tests"]) as run:
        run.advance(2.0)
        with run.fork() as twin:
            twin.advance(2.0)
            digests.add(twin.world.digest())
        run.advance(2.0)
        digests.add(run.world.digest())
    for visits in (Visits.ALL, Visits.CHECKED):
        take = load_take(path, allow=["tests"])
        controller = Controller(take.root, seed=take.seed, store=take.world, visits=visits)
        controller.advance(4 * 10**9)
        controller.end()
        digests.add(take.world.digest())
    assert len(digests) == 1


def test_what_cannot_be_done_with_a_trailer_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="'tail' is where 'ada' \\(line 6\\) is; put it further on, or back"):
        check(study(folder, "swerving", tail=290.0))
    with open_run(study(folder, "swerving"), allow=["tests"]) as run:
        run.advance(0.5)
        with pytest.raises(InputError, match="'ada' pulls a trailer, which follows freely driven vehicles only"):
            run.move("ada", "lane")


def test_a_trailer_whose_puller_is_gone_stays_where_it_is(folder: Path) -> None:
    with open_run(study(folder, "swerving"), allow=["tests"]) as run:
        run.advance(1.0)
        run.world.remove([run["ada"].id])
        x = float(run["ada trailer"].x)
        run.advance(1.0)
        assert np.isclose(float(run["ada trailer"].x), x, atol=0.2)
        assert cos(float(run["ada trailer"].heading)) > 0.9
