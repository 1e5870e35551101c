"""The bench of machines runs, in a small size, and its engines do the same; what it measures is of no matter here."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from seahaven.bench import run_bench
from seahaven.bench.drivers import Driver, Frame, TalkingDriver, addressees, inputs, sights, traffic
from seahaven.bench.drivers.by_hand import HandWrittenDrivers
from seahaven.bench.drivers.large import CityDriver, TownDriver
from seahaven.bench.drivers.peers import IN_PYTHON, PEERS
from seahaven.bench.hcsm import FORMS, HcsmBench
from seahaven.bench.ticks import Course, TickRates
from seahaven.hcsm import CompiledMachine, Interpreter

SMALLEST = "seahaven.bench.drivers.machine:SpeedKeeping"
TINY = HcsmBench(Course(drivers=50, steps=8, rounds=1, singles=2, share=0.1), SMALLEST, SMALLEST, repeats=1)
DRIVERS, STEPS = 12, 200
Said = list[list[tuple[float | None, float | None]]]


@cache
def scene() -> list[Frame]:
    """Random sights: every row of a large traffic's one frame is at another phase."""
    (frame,) = traffic(DRIVERS * STEPS, steps=1)
    rows = [slice(k * DRIVERS, (k + 1) * DRIVERS) for k in range(STEPS)]
    return [
        Frame({n: c[some] for n, c in frame.columns.items()}, {n: c[some] for n, c in frame.nulls.items()})
        for some in rows
    ]


@cache
def reference() -> Said:
    """What the interpreter says, driver by driver."""
    interpreter = Interpreter(Driver.program)
    told = []
    for row in range(DRIVERS):
        instance = interpreter.machine(row)
        steps = [interpreter.step(instance, inputs(frame, row), step=k).outputs for k, frame in enumerate(scene())]
        told.append([(outputs["acceleration"], outputs["target"]) for outputs in steps])
    return told


def test_the_scene_makes_every_state_active() -> None:
    interpreter = Interpreter(Driver.program)
    seen: set[str] = set()
    for row in range(DRIVERS):
        instance = interpreter.machine(row)
        for k, frame in enumerate(scene()):
            interpreter.step(instance, inputs(frame, row), step=k)
            seen.update(instance.active())
    assert seen == {path for path, _ in Driver.program.walk()}


@pytest.mark.parametrize("make", [*PEERS.values(), IN_PYTHON], ids=[*PEERS, "in python"])
def test_every_peer_says_what_the_interpreter_says(make: Callable[[], Any]) -> None:
    drivers = [make() for _ in range(DRIVERS)]
    said = [[driver(sight) for sight in sights(scene(), row)] for row, driver in enumerate(drivers)]
    assert said == reference()


def test_the_hand_written_drivers_say_what_the_interpreter_says() -> None:
    drivers = HandWrittenDrivers(DRIVERS)
    for k, frame in enumerate(scene()):
        drivers.step(frame)
        assert drivers.acceleration.tolist() == [told[k][0] for told in reference()]
        targets = [told[k][1] for told in reference()]
        assert drivers.has_target.tolist() == [target is not None for target in targets]
        assert drivers.target[drivers.has_target].tolist() == [target for target in targets if target is not None]


@pytest.mark.parametrize("machine", [Driver, TalkingDriver])
def test_the_compiled_drivers_say_what_the_interpreter_says(machine: type[Driver]) -> None:
    crowd = CompiledMachine(machine.program, python_mode=True).crowd(np.arange(DRIVERS))
    asked = addressees(DRIVERS, steps=STEPS, share=0.2)
    for k, (frame, (to, silent)) in enumerate(zip(scene(), asked, strict=True)):
        talk = machine is TalkingDriver
        columns = frame.columns | ({"addressee": to} if talk else {})
        crowd.post(crowd.step(columns, step=k, nulls=frame.nulls | ({"addressee": silent} if talk else {})))
        for name, place in (("acceleration", 0), ("target", 1)):
            values, nulls = crowd.output(name)
            said = [None if null else value for value, null in zip(values.tolist(), nulls.tolist(), strict=True)]
            assert said == [told[k][place] for told in reference()]


def test_what_is_asked_is_heard_in_the_next_step() -> None:
    crowd = CompiledMachine(TalkingDriver.program, python_mode=True).crowd(np.arange(DRIVERS))
    silent = np.arange(DRIVERS) > 1
    for k, frame in enumerate(scene()[:2]):
        told = {"addressee": np.full(DRIVERS, 5)}
        crowd.post(crowd.step(frame.columns | told, step=k, nulls=frame.nulls | {"addressee": silent}))
    values, _ = crowd.value("TalkingDriver.asked")
    assert np.flatnonzero(values).tolist() == [5]
    assert values[5] == 1.0


def test_about_the_share_that_is_to_send_does() -> None:
    silent = np.concatenate([mask for _, mask in addressees(1000, steps=10, share=0.01)])
    assert 50 <= np.count_nonzero(~silent) <= 150


def test_the_large_drivers_have_the_sizes_of_the_goals() -> None:
    assert [len(list(machine.program.walk())) for machine in (TownDriver, CityDriver)] == [25, 60]


def test_rates_are_compared_round_by_round() -> None:
    rates = TickRates({"ours": [10.0, 30.0, 8.0], "theirs": [5.0, 10.0, 2.0], "others": [1.0, 1.0, 1.0]})
    assert rates.ratio("ours", "theirs") == 3.0
    assert rates["ours"] == 10.0
    assert rates.best(["others", "theirs"]) == "theirs"


@pytest.mark.slow
def test_the_bench_of_machines_yields_its_rows() -> None:
    heard: list[str] = []
    report = run_bench(TINY, progress=heard.append)
    rows = {row.name: row for row in report.rows}
    assert len(rows) == len(report.rows)
    assert all(math.isfinite(row.value) and row.value > 0.0 for row in report.rows)
    assert {row.name: row.goal for row in report.rows if row.goal} == {
        "interpreter, against peers": ">= 5",
        "compiled, against peers": ">= 5000",
        "compiled, against hand-written": ">= 0.7",
        "compiled, 10 % sending": ">= 0.6",
        "compilation, 25 machines": "<= 10",
        "compilation, 60 machines": "<= 25",
        "first tick from cache, 25 machines": "<= 0.7",
    }
    assert rows["interpreter, against peers"].unit in FORMS
    assert len(heard) == 4
