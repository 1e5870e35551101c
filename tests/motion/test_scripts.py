"""Vehicles that are moved by a script: through gates, from key frame to key frame, or as they were recorded."""

from __future__ import annotations

from math import hypot, pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError, SeahavenError
from seahaven.geometry import Pose
from seahaven.kernel import (
    SECOND,
    Controller,
    Emits,
    Module,
    Param,
    Tick,
    Visits,
    fork,
    load_checkpoint,
    save_checkpoint,
)
from seahaven.motion import Footage, KeyFrame, KeyFrames, Motion, Move, PearlGate, Plan, Script, StringOfPearls
from seahaven.world import MOTIONS, ROAD_VEHICLE, WEATHER, World
from tests.motion.moving import Ear, advance, heard, moving, watch
from tests.motion.networks import along, placed, straight

ROAD = along(straight(2000.0, 3))


class Prompter(Module):
    """Tells moves when their time has come."""

    lines: Param[tuple[tuple[float, Move], ...]] = ()
    told: Emits[Move]

    def step(self, tick: Tick) -> None:
        self.told.extend(move for seconds, move in self.lines if abs(tick.seconds - seconds) < 1e-6)


def scripted(
    lane: Any, s: Any, *moves: tuple[float, Move], scripts: dict[int, Script] | None = None, visits: Any = None,
    **columns: Any,
) -> tuple[Controller, World]:  # fmt: skip
    """A run of vehicles on the road, with scripts of the beginning and moves on the way."""
    world = World([ROAD_VEHICLE, WEATHER])
    count = len(np.atleast_1d(lane))
    world.add_many("vehicle", count, **(placed(ROAD, np.atleast_1d(lane), np.broadcast_to(s, count), 0.0) | columns))
    root = Module(
        "root", Motion("motion", rate=10, tracks=ROAD, scripted=scripts or {}), Ear("ear"),
        Prompter("prompter", rate=10, lines=moves),
    )  # fmt: skip
    root.link("prompter.told", "motion.moves")
    heard.clear()
    return Controller(root, seed=1, store=world, **({"visits": visits} if visits else {})), world


def string(*places: tuple[float, float, float], smooth: bool = True) -> StringOfPearls:
    """Gates of two metres to either side, from places and speeds."""
    return StringOfPearls([PearlGate((x, y + 2), (x, y - 2), v) for x, y, v in places], smooth=smooth)


CUT_IN = string((0.0, 0.0, 20.0), (20.0, 0.0, 20.0), (40.0, 1.75, 18.0), (60.0, 3.5, 16.0), (80.0, 3.5, 16.0))
FRAMES = KeyFrames([
    KeyFrame(0.0, Pose(100.0, -5.0, 0.0)), KeyFrame(2.0, Pose(120.0, -5.0, 0.3)), KeyFrame(5.0, Pose(140.0, 3.0, pi)),
])  # fmt: skip
TIMES = np.arange(0.0, 6.05, 0.1)
FILMED = Footage(TIMES, 300.0 + 10.0 * TIMES, -5.0 + 0.0 * TIMES, 0.0 * TIMES, 10.0 + 0.0 * TIMES, 0.0 * TIMES)
PLANS: list[Plan] = [
    string((100.0, -8.0, 5.0), (130.0, -8.0, 15.0), (160.0, -1.0, 5.0), smooth=False), FRAMES, FILMED,
    StringOfPearls([PearlGate((x, 0.0), (x, -4.0), time=t) for x, t in ((50.0, 1.0), (90.0, 3.0), (91.0, 5.0))]),
]  # fmt: skip


def first(world: World) -> int:
    return int(world.family("vehicle").ids[0])


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.motion)
def test_a_scripted_vehicle_is_where_its_plan_has_it_at_every_date(plan: Plan) -> None:
    run, world = scripted(1, 10.0, scripts={1: Script(plan)})
    assert first(world) == 1
    seen = watch(run, world, 7.0, lambda t: (t.x[0], t.y[0], t.heading[0], t.speed[0], t.motion[0]))
    for k, row in enumerate(seen[1:], 1):
        point = plan.at(k / 10)
        assert row[:2] == pytest.approx(point.pose.point, abs=1e-9)
        assert np.cos(row[2] - point.pose.heading) == pytest.approx(1.0)
        assert row[3:] == pytest.approx((point.speed, MOTIONS.index(plan.motion)))


def test_it_is_on_the_lane_below_it_or_on_none() -> None:
    run, world = scripted(1, 10.0, scripts={1: Script(string((100.0, -8.75, 10.0), (140.0, 30.0, 10.0)))})
    seen = watch(run, world, 5.0, lambda t: (t.x[0], t.y[0], t.lane[0], t.s[0], t.offset[0]))[1:]
    match = ROAD.lane_map.match(seen[:, 0], seen[:, 1], reach=0.5)
    assert seen[:, 2].tolist() == match.lane.tolist()
    assert seen[:, 3] == pytest.approx(match.s)
    assert {0, 1, 2, -1} <= set(seen[:, 2].tolist())


def test_a_relative_plan_begins_where_the_vehicle_is_and_ends_on_its_lane() -> None:
    move = Move(1, "trajectory", CUT_IN, relative=True, then="lane")
    run, world = scripted(2, 100.0, (1.0, move), speed=20.0, entry=-1)
    seen = watch(run, world, 8.0, lambda t: (t.x[0], t.y[0], t.speed[0], t.motion[0], t.lane[0]))
    steps = np.hypot(*np.diff(seen[:, :2], axis=0).T)
    assert np.abs(np.diff(steps)).max() < 0.1  # no jump where it begins, nor where it ends
    assert seen[-1, 1] - seen[0, 1] == pytest.approx(3.5, abs=1e-6)
    assert set(seen[:, 3].tolist()) == {0.0, 3.0}
    assert seen[-1, 3] == 0.0
    assert (seen[0, 4], seen[-1, 4]) == (2, 1)
    assert seen[-1, 2] == pytest.approx(16.0)


@pytest.mark.parametrize("after", ["lane", "kinematic", "dynamic"])
def test_a_move_takes_a_vehicle_out_of_its_script(after: str) -> None:
    run, world = scripted(
        1, 100.0, (0.5, Move(1, "trajectory", CUT_IN, relative=True)), (2.0, Move(1, after)), speed=20.0
    )
    seen = watch(run, world, 6.0, lambda t: (t.x[0], t.y[0], t.motion[0], t.heading[0]))
    assert seen[-1, 2] == MOTIONS.index(after)
    assert np.hypot(*np.diff(seen[:, :2], axis=0).T) == pytest.approx(1.95, rel=0.06)
    assert np.abs(np.diff(seen[:, 3])).max() < 0.06


def test_a_vehicle_that_ends_off_all_lanes_rolls_back_to_one() -> None:
    plan = string((100.0, -8.75, 10.0), (160.0, -22.0, 10.0))
    run, world = scripted(1, 100.0, scripts={1: Script(plan, then="lane")})
    lane = watch(run, world, 40.0, lambda t: t.lane[0])
    assert -1 in lane.tolist()
    assert lane[-1] >= 0


def test_a_script_that_begins_later_leaves_the_vehicle_to_its_driver_before() -> None:
    run, world = scripted(1, 100.0, scripts={1: Script(FILMED, begin=3 * SECOND)}, speed=12.0)
    x = watch(run, world, 4.0, lambda t: t.x[0])
    assert x[29] == pytest.approx(100.0 + 2.9 * 12.0, abs=0.2)
    assert x[30] == pytest.approx(300.0)
    assert x[40] == pytest.approx(310.0)


def test_a_relative_script_that_begins_later_begins_where_the_vehicle_is_then() -> None:
    script = Script(string((0.0, 0.0, 12.0), (30.0, 0.0, 12.0)), begin=3 * SECOND, relative=True, then="lane")
    run, world = scripted(1, 100.0, scripts={1: script}, speed=12.0, drag=1e-6)
    seen = watch(run, world, 8.0, lambda t: (t.x[0], t.motion[0]))
    assert np.diff(seen[:, 0]) == pytest.approx(1.2, abs=0.02)
    assert np.flatnonzero(seen[:, 1]).tolist() == list(range(31, 55))


def test_a_scripted_vehicle_drives_through_another_and_that_is_told() -> None:
    run, _ = scripted([1, 1], [10.0, 320.0], scripts={1: Script(FILMED)})
    advance(run, 5.0)
    assert [pair.entities for _, pair in heard] == [(1, 2)]


SCRIPTS = {
    1: Script(PLANS[0], then="lane"),
    2: Script(FRAMES, begin=SECOND),
    3: Script(FILMED, then="dynamic"),
    5: Script(CUT_IN, 2 * SECOND, relative=True, then="lane"),
}
MOVES = (
    (1.5, Move(2, "kinematic")),
    (2.5, Move(4, "trajectory", CUT_IN, relative=True)),
    (2.7, Move(3, "reel", FILMED, True)),
)


def cast(visits: Any = None) -> tuple[Controller, World]:
    return scripted(
        [0, 1, 2, 2, 0], [10.0, 60.0, 110.0, 200.0, 300.0], *MOVES, scripts=SCRIPTS, speed=15.0, visits=visits
    )


def test_the_same_scripts_give_the_same_bytes_however_modules_are_visited() -> None:
    digests = set()
    for visits in (None, Visits.ALL, Visits.CHECKED):
        run, world = cast(visits)
        advance(run, 9.0)
        digests.add(world.digest())
    assert len(digests) == 1


@given(st.integers(1, 70))
def test_a_fork_and_a_checkpoint_in_a_script_go_on_alike(tmp_path_factory: pytest.TempPathFactory, tenths: int) -> None:
    path: Path = tmp_path_factory.mktemp("kept") / "half.checkpoint"
    run, world = cast()
    advance(run, tenths / 10)
    twin = fork(run)
    save_checkpoint(run, path)
    anew, _ = cast()
    load_checkpoint(anew, path)
    for each in (run, twin, anew):
        advance(each, 8.0 - tenths / 10)
    assert isinstance(twin.store, World)
    assert isinstance(anew.store, World)
    assert world.digest() == twin.store.digest() == anew.store.digest()


def test_a_script_of_a_vehicle_that_is_gone_is_dropped() -> None:
    run, world = scripted([1, 1], [10.0, 60.0], scripts={1: Script(FILMED), 2: Script(FRAMES)})
    advance(run, 1.0)
    world.remove([1])
    advance(run, 1.0)
    motion = run["motion"]
    assert isinstance(motion, Motion)
    assert set(motion.scripts) == {2}


def test_recorded_movement_can_be_had_from_its_own_start() -> None:
    turned = Footage(TIMES, 5.0 - 10.0 * TIMES, 7.0 + 0.0 * TIMES, pi + 0.0 * TIMES, 10.0 + 0.0 * TIMES, 0.0 * TIMES)
    own = turned.from_its_start()
    assert own.at(0.0).pose.point == pytest.approx((0.0, 0.0))
    assert own.at(2.0).pose.point == pytest.approx((20.0, 0.0))
    assert own.at(9.0).speed == 0.0
    assert hypot(*own.at(9.0).pose.point) == pytest.approx(60.0)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="'fly' cannot come after a script; expected one of stand, lane, kinematic"):
        Script(FRAMES, then="fly")
    with pytest.raises(InputError, match="motion 'trajectory' does not fit the plan None"):
        Move(1, "trajectory")
    with pytest.raises(InputError, match="footage has 2 samples; expected 2 or more, with rising times"):
        Footage(*[np.zeros(2)] * 6)
    with pytest.raises(InputError, match="footage has x nan; expected finite numbers"):
        Footage(np.arange(2.0), np.array([0.0, np.nan]), *[np.zeros(2)] * 4)
    with pytest.raises(InputError, match="footage has 3 values of y for 2 times"):
        Footage(np.arange(2.0), np.zeros(2), np.zeros(3), *[np.zeros(2)] * 3)
    run, _ = moving(ROAD, 1, 10.0, motion="reel")
    with pytest.raises(SeahavenError, match=r"vehicle no\. 1 has motion 'reel', but no script; give it one"):
        advance(run, 0.1)
