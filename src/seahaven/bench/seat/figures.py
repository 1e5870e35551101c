"""What is measured of seats: a freely driven vehicle among others, the model alone, the protocol, and keeping pace."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from seahaven.bench.seat.cruise import Watching
from seahaven.bench.seat.oracle import MANOEUVRES, oracle_chassis, oracle_path, our_path
from seahaven.bench.stopwatch import cpu_seconds, race, wall_seconds_of_each
from seahaven.bench.traffic.runs import EXAMPLES
from seahaven.files import Document
from seahaven.geometry import Floats
from seahaven.kernel import SECOND, Pacer
from seahaven.motion import FLEET, Cockpit, FreeState, Ground, chassis_table, drive
from seahaven.seats import VERSION, Hello, MotionControls, ProgramDriver, Vehicle, View
from seahaven.takes import Run, load_take, open_run

__all__ = ["distances", "exchange_times", "free_share", "lateness", "substeps_cost"]

MOTORWAY = EXAMPLES / "motorway.study.yaml"
OBJECTS, POINTS = 50, 400
"""Of the view that is sent."""
DRIVER = {"python": "seahaven.bench.seat.cruise:Cruise"}


def motorway(driver: Mapping[str, Any] | None, *, density: str | None = None) -> Run:
    """A run of the motorway example with another driver in the subject's seat, or with only other traffic around it."""
    return open_run(MOTORWAY, change=partial(_changed, driver=driver, density=density))


def _changed(document: Document, driver: Mapping[str, Any] | None, density: str | None) -> Document:
    data: Any = dict(document.data) if isinstance(document.data, dict) else {}
    if driver is not None:
        data["subject"] = {**data["subject"], "driver": dict(driver)}
    if density is not None:
        data["weather"] = data["weather"][:1]  # rain narrows what is seen, and with it what is populated
        kept = {key: value for key, value in data["traffic"].items() if key != "flows"}
        data["traffic"] = {**kept, "ambient": {"radius": "2 km", "density": density}}
    return Document(document.file, data, document.keys, document.values)


@dataclass(frozen=True, slots=True)
class Share:
    """CPU time of a step with a freely driven subject, over that with the driver machine; and of both in seconds."""

    ratio: float
    free: float
    machine: float
    vehicles: int


def free_share(*, steps: int, repeats: int) -> Share:
    """Give what it costs that one among the vehicles of a motorway is driven freely, its seat and views included."""
    with motorway(None) as machine, motorway(DRIVER) as free:
        rounds = race(partial(machine.step, steps), partial(free.step, steps), repeats=repeats)
        vehicles = len(free.world.family("vehicle"))
    ratio = median(ours / theirs for theirs, ours in rounds)
    theirs, ours = (median(times) / steps for times in zip(*rounds, strict=True))
    return Share(ratio, ours, theirs, vehicles)


def substeps_cost(*, calls: int, repeats: int) -> float:
    """Give the CPU time in seconds of ten substeps of one sedan, with the call."""
    table, state, cockpit, ground = chassis_table(FLEET["sedan"]), FreeState.of(1), Cockpit.of(1), Ground.of(1)
    state.speed[0], cockpit.throttle[0], cockpit.wheel[0] = 20.0, 0.3, 0.2

    def work() -> None:
        for _ in range(calls):
            drive(table, state, cockpit, ground, 0.1)

    work()
    return median(cpu_seconds(work) for _ in range(repeats)) / calls


def exchange_times(*, views: int) -> Floats:
    """Give how much longer a view takes to a program over pipes and back than to a function here (s), each of many."""
    view, here = _view(), Path(__file__).parent
    hello = Hello(VERSION, "motion", 10.0, 0, 1, Vehicle("ada", "car", 4.6, 1.9, 1.5, 2.7, 9.0), {})
    command = (sys.executable, "-m", "seahaven.bench.seat.answering")
    program = ProgramDriver(command, here).start(hello, limit=20.0)
    try:
        shown = [replace(view, step=step) for step in range(views)]
        outside, within = (
            wall_seconds_of_each([partial(ask, one) for one in shown]) for ask in (program.ask, _answer_here)
        )
    finally:
        program.close("it was measured")
    return np.array(outside[views // 10 :]) - median(within)


def _answer_here(_: View) -> MotionControls:
    return MotionControls(0.0)


def _view() -> View:
    """A view of `OBJECTS` objects and `POINTS` points, taken on the motorway."""
    said = {
        "python": "seahaven.bench.seat.cruise:Watching",
        "view": {"range": "1 km", "reach": "400 m", "most": OBJECTS},
    }
    with motorway(said, density="60/km") as run:
        run.step()
    view = Watching.seen[-1]
    return replace(view, road=_sized(view.road, POINTS), objects=_sized(view.objects, OBJECTS))


def _sized(table: Any, rows: int) -> Any:
    """A table of a view with so many rows: its first ones, or all of them over and over."""
    return type(table)(*[np.resize(getattr(table, name), rows) for name in _names(table)])


def _names(table: Any) -> tuple[str, ...]:
    return tuple(table.__dataclass_fields__)


def distances() -> dict[str, float]:
    """Give how far from each other our model and the oracle's are after 10 s, in metres, the farthest vehicle's."""
    return {
        name: max(_apart(vehicle, manoeuvre) for vehicle in (1, 2, 3)) for name, manoeuvre in MANOEUVRES.items()
    }  # fmt: skip


def _apart(vehicle: int, manoeuvre: Any) -> float:
    end = our_path(oracle_chassis(vehicle), manoeuvre)[-1] - oracle_path(vehicle, manoeuvre)[-1]
    return float(np.hypot(*end))


class Noting(Pacer):
    """A pacer that notes how late every date begins."""

    def __post_init__(self) -> None:
        Pacer.__post_init__(self)
        self.late: list[int] = []

    def wait(self, date: int) -> None:
        """Wait as usual, and note by how many nanoseconds that was too long."""
        Pacer.wait(self, date)
        assert self._origin is not None
        wall, start = self._origin
        self.late.append(self.clock() - wall - round((date - start) / self.factor))


PACED_DENSITY = "1.7/km"
"""Around the subject, which makes about 50 vehicles on the four lanes within 2 km."""


def lateness(seconds: float) -> tuple[Floats, float]:
    """Give by how much dates of a run at 100 Hz with a freely driven subject begin too late (s); and its vehicles.

    The vehicles are counted once per simulated second, and averaged.
    """
    pacer, driver, counts = Noting(), {**DRIVER, "rate": "100 Hz"}, list[int]()
    take = load_take(MOTORWAY, change=partial(_changed, driver=driver, density=PACED_DENSITY))
    with Run(take, pacer=pacer) as run:
        run.play(round(seconds * SECOND), partial(_counted, counts), SECOND)
    return np.array(pacer.late[100:]) / SECOND, float(np.mean(counts))


def _counted(counts: list[int], run: Any) -> bool:
    """Note how many vehicles there are; a condition that is never met."""
    counts.append(len(run.world.family("vehicle")))
    return False
