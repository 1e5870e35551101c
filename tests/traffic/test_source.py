from __future__ import annotations

from math import inf

import numpy as np
import pytest

from seahaven.kernel import SECOND, Controller, Emits, Many, Module, Param, State, Tick, fork, port
from seahaven.traffic import Calls, Constant, Exponential, Flow, Geometric, Journey, Source, Uniform
from seahaven.world import Press, World

THROUGH = Journey("main", "main")


class Ear(Module):
    """Writes down who wants to enter, and when."""

    calls: Many[Calls] = port(immediate=True)
    heard: State[list[float]] = port([])
    numbers: State[list[int]] = port([])
    shut: State[list[float]] = port([])

    def step(self, tick: Tick) -> None:
        for calls in self.calls.values():
            self.heard.extend(calls.times)
            self.numbers.extend(range(calls.first, calls.first + len(calls.times)))
            if not calls.is_open:
                self.shut.append(tick.seconds)


class Finger(Module):
    """Presses items at dates."""

    plan: Param[tuple[tuple[float, Press], ...]]
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        self.pressed.extend(press for at, press in self.plan if tick.now <= at * SECOND < tick.next)


def spring(flow: Flow, *plan: tuple[float, Press], rate: float = 10.0, seed: int = 1) -> Controller:
    root = Module(
        "root",
        Source("source", rate=rate, flow=flow, speed=30.0),
        Ear("ear", rate=rate),
        Finger("finger", rate=rate, plan=plan),
    )
    root.link("source.calls", "ear.calls")
    root.link("finger.pressed", "source.presses")
    return Controller(root, store=World([]), seed=seed)


def heard(run: Controller, seconds: float) -> list[float]:
    run.advance(int(seconds * SECOND))
    assert run["ear"].numbers == list(range(len(run["ear"].numbers)))
    return list(run["ear"].heard)


def test_a_regular_flow_comes_regularly_from_its_begin_to_its_end() -> None:
    flow = Flow("north", THROUGH, rate=1 / 3, is_regular=True, begin=5.0, end=17.0)
    assert heard(spring(flow), 30.0) == pytest.approx([5.0, 8.0, 11.0, 14.0])
    assert heard(spring(flow, rate=2.0), 30.0) == pytest.approx([5.0, 8.0, 11.0, 14.0])


def test_a_flow_ends_with_the_most_that_it_is_to_bring() -> None:
    assert len(heard(spring(Flow("north", THROUGH, rate=2.0, most=7)), 60.0)) == 7


@pytest.mark.parametrize(
    ("flow", "mean", "spread"),
    [
        (Flow("n", THROUGH, rate=0.5), 2.0, 1.0),
        (Flow("n", THROUGH, headway=Exponential(2.0, least=1.0)), 2.0, 0.5),
        (Flow("n", THROUGH, headway=Uniform(1.0, 3.0)), 2.0, 0.289),
        (Flow("n", THROUGH, headway=Geometric(0.5)), 2.0, 0.707),
        (Flow("n", THROUGH, headway=Constant(2.0)), 2.0, 0.0),
    ],
)
def test_headways_are_as_they_are_said_to_be(flow: Flow, mean: float, spread: float) -> None:
    gaps = np.diff(heard(spring(flow, rate=1.0), 6000.0))
    assert gaps.mean() == pytest.approx(mean, rel=0.03)
    assert gaps.std() / gaps.mean() == pytest.approx(spread, rel=0.05, abs=1e-9)


def test_when_vehicles_come_does_not_depend_on_the_step() -> None:
    flow = Flow("north", THROUGH, rate=0.7)
    assert heard(spring(flow, rate=10.0), 60.0) == pytest.approx(heard(spring(flow, rate=2.0), 60.0))


def test_other_seeds_and_other_names_bring_other_times() -> None:
    north, south = (Flow(name, THROUGH, rate=0.7) for name in ("north", "south"))
    assert heard(spring(north), 60.0) != heard(spring(south), 60.0)
    assert heard(spring(north), 60.0) != heard(spring(north, seed=2), 60.0)
    assert heard(spring(north), 60.0) == heard(spring(north), 60.0)


def test_turning_the_rate_stretches_the_flow() -> None:
    flow = Flow("north", THROUGH, rate=1.0, is_regular=True)
    times = heard(spring(flow, (9.9, Press((), "rate", 0.25))), 30.0)
    assert times[:11] == pytest.approx(np.arange(11.0))
    assert times[11:] == pytest.approx([14.0, 18.0, 22.0, 26.0, 30.0])


def test_a_flow_can_be_halted_and_goes_on_where_it_was() -> None:
    flow = Flow("north", THROUGH, rate=1.0, is_regular=True)
    times = heard(spring(flow, (4.4, Press((), "halt")), (14.4, Press((), "resume"))), 20.0)
    assert times == pytest.approx([0, 1, 2, 3, 4, 15, 16, 17, 18, 19, 20], abs=1e-6)


@pytest.mark.parametrize("press", [Press((), "open_gap", 6.0), Press((), "open_space", 180.0)])
def test_a_gap_of_a_time_or_a_length_can_be_opened(press: Press) -> None:
    flow = Flow("north", THROUGH, rate=1.0, is_regular=True)
    run = spring(flow, (4.4, press))
    times = heard(run, 20.0)
    assert times[:5] == pytest.approx([0, 1, 2, 3, 4])
    assert times[5] == pytest.approx(11.0)
    assert run["ear"].shut[0] == pytest.approx(4.5)
    assert len(run["ear"].shut) == 60


def test_a_dial_turned_below_zero_or_out_of_all_bounds_does_no_harm() -> None:
    flow = Flow("north", THROUGH, rate=1.0, is_regular=True)
    assert heard(spring(flow, (4.4, Press((), "rate", -5.0))), 20.0) == pytest.approx([0, 1, 2, 3, 4])
    assert len(heard(spring(flow, (0.0, Press((), "rate", 1e12))), 1.0)) <= 10_000


def test_forks_go_on_alike() -> None:
    run = spring(Flow("north", THROUGH, rate=0.7), (9.0, Press((), "halt")), (12.0, Press((), "resume")))
    run.advance(10 * SECOND)
    twin = fork(run)
    assert heard(run, 30.0) == heard(twin, 30.0)


def test_a_flow_without_end_says_so() -> None:
    assert Flow("north", THROUGH, rate=1.0).end == inf
