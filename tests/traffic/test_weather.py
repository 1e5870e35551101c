from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from seahaven.errors import InputError, StepError
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick, fork, load_checkpoint, save_checkpoint
from seahaven.traffic import CLEAR, CONDITIONS, FOG, RAIN, Conditions, Weather, conditions
from seahaven.world import WEATHER, Press, World


class Finger(Module):
    """Presses something at a step."""

    presses: Param[tuple[Press, ...]]
    step_to_press: Param[int] = 0
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        if tick.index == self.step_to_press:
            self.pressed.extend(self.presses)


def sky(begin: Conditions = CLEAR, *presses: Press) -> Controller:
    world = World([WEATHER])
    world.add("weather", **begin.columns)
    root = Module("root", Weather("weather", rate=2, conditions=begin), Finger("finger", rate=2, presses=presses))
    root.link("finger.pressed", "weather.presses")
    return Controller(root, store=world, seed=1)


def row(run: Controller) -> Conditions:
    table = run.store.family("weather")
    return Conditions(*(float(getattr(table, name)[0]) for name in Conditions.__slots__))


@pytest.mark.parametrize("begin", CONDITIONS.values(), ids=CONDITIONS.keys())
def test_weather_stays_as_it_is(begin: Conditions) -> None:
    run = sky(begin)
    run.advance(10 * SECOND)
    assert row(run) == begin


def test_weather_fades_evenly_and_arrives() -> None:
    run = sky(CLEAR, *FOG.presses(fade=10.0))
    seen = []
    for _ in range(24):
        run.advance(SECOND // 2)
        seen.append(row(run).visibility)
    steps = [before - after for before, after in pairwise(seen[1:21])]
    assert seen[0] == 10_000.0
    assert steps == pytest.approx([(10_000.0 - 150.0) / 20.0] * 19)
    assert row(run) == FOG


def test_one_dial_turns_alone_and_at_once() -> None:
    run = sky(RAIN, Press((), "grip", 0.5))
    run.advance(2 * SECOND)
    assert row(run) == conditions("rain", grip=0.5)


def test_a_dial_turned_too_far_stops_where_weather_makes_sense() -> None:
    run = sky(CLEAR, Press((), "grip", -3.0), Press((), "daylight", 7.0))
    run.advance(2 * SECOND)
    assert (row(run).grip, row(run).daylight) == (0.01, 1.0)


def test_forks_and_checkpoints_go_on_fading(tmp_path: Path) -> None:
    run = sky(CLEAR, *FOG.presses(fade=10.0))
    run.advance(4 * SECOND)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = sky(CLEAR, *FOG.presses(fade=10.0))
    load_checkpoint(loaded, tmp_path / "run.npz")
    twin = fork(run)
    digests = set()
    for one in (run, twin, loaded):
        one.advance(3 * SECOND)
        digests.add(one.store.digest())
    assert len(digests) == 1
    assert 150.0 < row(run).visibility < 10_000.0


def test_a_world_without_weather_is_told_what_to_do() -> None:
    run = Controller(Module("root", Weather("weather", rate=2)), store=World([WEATHER]), seed=1)
    with pytest.raises(StepError, match=r"makes the weather of one row, but the world has 0; add one: world.add"):
        run.advance(SECOND)


def test_weather_that_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="there is no weather 'fogg'; did you mean 'fog'"):
        conditions("fogg")
    with pytest.raises(InputError, match="the weather has no 'visability'; did you mean 'visibility'"):
        conditions("fog", visability=3.0)
    with pytest.raises(InputError, match=r"the weather has grip 0.0; expected a number from 0.01 to 1.5"):
        conditions("fog", grip=0.0)
