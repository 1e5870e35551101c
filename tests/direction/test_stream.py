"""Streams come from out of sight, keep their headways, and open gaps when and where they are asked to."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from seahaven.direction import Call, GapOpened, TrafficStream, Way
from seahaven.direction.beacons.approach import HARDEST, Approach
from seahaven.kernel import SECOND, Controller, Emits, Hears, Module, Param, State, Tick, fork, port
from seahaven.roads.routing import Router
from seahaven.traffic import CAR, Mix
from seahaven.world import Sight, reads
from tests.direction.stages import SLOW, Scene

PLACE = 1800.0
SPEED = 15.0
LANE = SLOW
STEADY = Mix.of(CAR.changed("steady car", unsteadiness=0.0))


class Camera(Module):
    """Notes where everybody is, and what was told."""

    opened: Hears[GapOpened]
    gaps: State[list[tuple[float, GapOpened]]] = port([])
    film: State[list[dict[int, tuple[float, float]]]] = port([])
    cars = reads("vehicle", "s", "speed")

    def step(self, tick: Tick) -> None:
        self.gaps.extend((event.date / SECOND, event.value) for event in self.opened)
        columns = (self.cars.ids.tolist(), self.cars.s.tolist(), self.cars.speed.tolist())
        self.film.append({one: (s, speed) for one, s, speed in zip(*columns, strict=True)})


class Asking(Module):
    """Presses the stream's panel at some steps."""

    called: Emits[Call]
    calls: Param[tuple[tuple[int, Call], ...]] = ()

    def step(self, tick: Tick) -> None:
        self.called.extend(call for index, call in self.calls if index == tick.index)


def stream(*calls: tuple[int, Call], subject: float | None = None, **options: Any) -> tuple[Controller, Scene]:
    scene = Scene()
    router = Router.of(scene.lane_map, CAR.user)
    route = router.route((LANE, 0.0), (LANE, 2900.0))
    subjects = () if subject is None else (scene.car("subject", subject, speed=0.0, speed_factor=1e-3),)
    made = TrafficStream(
        "stream",
        rate=10,
        **{
            "way": Way(scene.lane_map, route),
            "route": 0,
            "tracks": scene.tracks,
            "sight": Sight(scene.lane_map, least=200.0, most=200.0),
            "subjects": subjects,
            "headway": 3.0,
            "speed": SPEED,
            "place": PLACE,
            "mix": STEADY,
            **options,
        },
    )
    links = [("stream.opened", "camera.opened"), ("asking.called", "stream.calls")]
    run = scene.run(made, Asking("asking", rate=10, calls=calls), Camera("camera", rate=10), links=links)
    return run, scene


def camera(run: Controller) -> Camera:
    return next(module for module in run.root.walk() if isinstance(module, Camera))


def crossings(run: Controller, at: float) -> dict[int, tuple[float, float]]:
    """When the fronts and the rears of vehicles came over a place, by their ids."""
    film, found = camera(run).film, dict[int, dict[float, float]]()
    for k, (before, after) in enumerate(pairwise(film)):
        for one in before.keys() & after.keys():
            for half in (2.3, -2.3):
                first, last = before[one][0] + half, after[one][0] + half
                if first < at <= last:
                    found.setdefault(one, {})[half] = 0.1 * (k + (at - first) / (last - first))
    return {one: (times[2.3], times[-2.3]) for one, times in found.items() if len(times) == 2}


def test_a_hidden_way_is_filled_at_once_and_the_stream_keeps_its_headway() -> None:
    run, _ = stream()
    run.run(until=40 * SECOND)
    film = camera(run).film
    assert len(film[1]) == pytest.approx(2900.0 / (3.0 * SPEED), abs=2)
    fronts = sorted(front for front, _ in crossings(run, PLACE).values())
    assert len(fronts) >= 12
    assert np.diff(fronts) == pytest.approx(3.0, abs=0.2)
    assert len(film[-1]) == pytest.approx(len(film[1]), abs=2)


def test_nobody_comes_or_goes_within_sight() -> None:
    run, _ = stream(subject=2600.0)
    run.run(until=40 * SECOND)
    for before, after in pairwise(camera(run).film):
        for one in before.keys() ^ after.keys():
            s = (before | after)[one][0]
            assert abs(s - 2600.0) > 200.0


def test_one_that_is_switched_off_runs_dry() -> None:
    run, _ = stream((50, Call("stream", "flow", 0.0)))
    run.run(until=60 * SECOND)
    last = camera(run).film[-1]
    assert min(s for s, _ in last.values()) > 50.0 * SPEED
    dry, _ = stream(flowing=False)
    dry.run(until=5 * SECOND)
    assert camera(dry).film[-1] == {}


@pytest.mark.parametrize("size", [5.0, 7.0, 9.0])
def test_a_gap_opens_at_the_place_as_soon_as_it_can_be_done_gently(size: float) -> None:
    run, _ = stream((20, Call("stream", "gap", size)))
    run.run(until=60 * SECOND)
    [(time, gap)] = camera(run).gaps
    over = crossings(run, PLACE)
    assert time == pytest.approx(over[gap.ahead][1], abs=0.25)
    assert over[gap.behind][0] - over[gap.ahead][1] == pytest.approx(size, abs=0.3)
    assert gap.size == pytest.approx(size, abs=0.5)
    speeds = [np.array([frame[one][1] for frame in camera(run).film if one in frame]) for one in over]
    hardest = max(np.abs(np.diff(one) / 0.1).max() for one in speeds)
    assert hardest <= 2.05


def test_a_gap_comes_when_it_is_wanted() -> None:
    run, _ = stream((20, Call("stream", "gap_at", 45.0)), (20, Call("stream", "gap", 7.0)))
    run.run(until=70 * SECOND)
    [(time, gap)] = camera(run).gaps
    over = crossings(run, PLACE)
    assert time == pytest.approx(45.0, abs=0.4)
    assert over[gap.behind][0] - over[gap.ahead][1] == pytest.approx(7.0, abs=0.4)


def test_a_fork_in_the_middle_of_a_gap_goes_on_the_same() -> None:
    run, _ = stream((20, Call("stream", "gap", 7.0)))
    run.run(until=15 * SECOND)
    twin = fork(run)
    for one in (run, twin):
        one.run(until=40 * SECOND)
    assert camera(run).film == camera(twin).film
    assert camera(run).gaps == camera(twin).gaps != []


def test_an_approach_that_takes_hard_braking_is_not_natural() -> None:
    assert Approach(150.0, 15.0, 10.0, 15.0).acceleration == pytest.approx(0.0)
    assert Approach(170.0, 15.0, 16.0, 15.0).is_natural
    assert not Approach(50.0, 15.0, 8.0, 15.0).is_natural
    assert abs(Approach(170.0, 15.0, 16.0, 15.0).acceleration) <= HARDEST
