"""How unsteady a driver's foot is: whims, and what comes of them on the road."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from seahaven.behaviour import Whims
from seahaven.geometry import Floats
from seahaven.kernel import SECOND, Controller, Module, Stream, fork
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, two_lane_highway
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, CHARACTERS, VEHICLES, Traffic, placed
from seahaven.world import WEATHER, World

LIMIT = 25.0
STEP = SECOND // 10


def highway() -> Tracks:
    builder = Builder("highway")
    builder.road("main", two_lane_highway(limit=LIMIT)).straight(12_000.0)
    return Tracks(Router.of(LaneMap(builder.build()), CAR.user).routes(["main"], ["main"]))


TRACKS = highway()


def on_the_road(*places: float, seed: int = 1, speed: float = LIMIT, **traits: float) -> Controller:
    """Cars at so many metres along a straight road."""
    world = World([VEHICLES, WEATHER])
    for s in places:
        world.add("vehicle", speed=speed, pilot="active", **traits, **placed(TRACKS, "main:0:-1", s, 0))
    return Controller(Module("root", Traffic("traffic", tracks=TRACKS)), store=world, seed=seed)


def watched(run: Controller, column: str, seconds: float) -> Floats:
    """A column of all vehicles, ten times a second."""
    assert isinstance(run.store, World)
    vehicles, seen = run.store.family("vehicle"), []
    for _ in range(int(10 * seconds)):
        run.advance(STEP)
        seen.append(np.array(getattr(vehicles, column)))
    return np.array(seen)


def test_whims_are_drawn_by_lot_whatever_the_id_and_by_the_id_where_there_is_none() -> None:
    world, others = World([VEHICLES]), World([VEHICLES])
    world.add_many("vehicle", 3, x=0.0, y=0.0, lot=[70, None, 2**52])
    others.add_many("vehicle", 4, x=0.0, y=0.0, lot=[5, 2**52, 6, 70])
    for one in (world, others):
        with Controller(Module("root", Whims("whims", rate=1)), store=one, seed=7) as run:
            run.advance(SECOND)
    first, second = (one.family("vehicle").whim.tolist() for one in (world, others))
    assert [second[3], second[1]] == [first[0], first[2]]
    assert first[1] == sqrt(12.0) * (Stream.named(7, "whims").uniform(entity=2) - 0.5)


def test_whims_are_what_the_stream_draws_for_each_id_whatever_other_vehicles_there_are() -> None:
    world = World([VEHICLES])
    world.add_many("vehicle", 3000, x=0.0, y=0.0, heading=0.0)
    with Controller(Module("root", Whims("whims", rate=1)), store=world, seed=7) as run:
        run.advance(5 * SECOND)
        vehicles = world.family("vehicle")
        drawn = Stream.named(7, "whims").uniforms(np.array(vehicles.ids), step=4)
        assert np.array_equal(vehicles.whim, sqrt(12.0) * (drawn - 0.5))
        assert abs(np.mean(vehicles.whim)) < 0.06
        assert np.std(vehicles.whim) == pytest.approx(1.0, abs=0.03)


def test_with_a_steady_foot_the_speed_stays_as_it_is() -> None:
    with on_the_road(100.0, unsteadiness=0.0) as run:
        run.advance(30 * SECOND)
        assert np.ptp(watched(run, "speed", 20.0)) < 1e-3


def test_an_unsteady_foot_makes_the_speed_wander_about_the_one_that_is_liked() -> None:
    with on_the_road(*np.arange(100.0, 6000.0, 600.0), unsteadiness=0.2) as run:
        run.advance(20 * SECOND)
        accelerations = watched(run, "acceleration", 60.0)
        assert 0.09 < accelerations.std() < 0.18
        assert np.abs(accelerations).max() < 0.7
        assert np.abs(np.diff(accelerations, axis=0)).max() < 0.09, "as much as from one end of all whims to the other"
        speeds = watched(run, "speed", 60.0)
        assert 0.15 < speeds.std(axis=0).mean() < 0.6
        assert speeds.mean() == pytest.approx(LIMIT, abs=0.4)
        apart = np.corrcoef(accelerations.T)[np.triu_indices(10, 1)]
        assert np.abs(apart).mean() < 0.3


def test_whoever_follows_is_as_unsteady_and_keeps_its_distance() -> None:
    with on_the_road(100.0, 140.0, unsteadiness=0.2, speed_factor=1.0) as run:
        run.advance(20 * SECOND)
        gaps = np.diff(watched(run, "s", 120.0), axis=1) - 4.6
        assert gaps.min() > 15.0
        assert gaps.std() > 0.5


def test_nobody_who_stands_is_moved_by_a_whim() -> None:
    with on_the_road(11_990.0, unsteadiness=0.3, speed=0.0) as run:
        run.advance(30 * SECOND)
        assert np.ptp(watched(run, "s", 20.0)) == 0.0


def test_the_same_seed_gives_the_same_speeds_and_a_fork_goes_on_as_the_run_does() -> None:
    with on_the_road(100.0, 800.0, unsteadiness=0.2) as run, on_the_road(100.0, 800.0, unsteadiness=0.2) as again:
        run.advance(7 * SECOND + 3 * STEP)
        twin = fork(run)
        again.advance(run.now)
        speeds = [watched(one, "speed", 10.0) for one in (run, twin, again)]
        assert np.array_equal(speeds[0], speeds[1])
        assert np.array_equal(speeds[0], speeds[2])
    with on_the_road(100.0, 800.0, seed=2, unsteadiness=0.2) as other:
        other.advance(7 * SECOND + 3 * STEP)
        assert not np.array_equal(speeds[0], watched(other, "speed", 10.0))


def test_people_are_unsteady_and_cruise_control_is_not() -> None:
    drawn = {
        name: CAR.driven_by(one).columns(np.arange(200), seed=1, who="them")["unsteadiness"]
        for name, one in CHARACTERS.items()
    }
    assert not drawn.pop("cruising").any()
    for values in drawn.values():
        assert np.mean(values) == pytest.approx(0.1, abs=0.015)
        assert values.min() >= 0.05
