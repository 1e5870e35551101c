"""What it costs SUMO to tell another program where its vehicles are."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from seahaven.bench.stopwatch import all_cpu_seconds
from seahaven.bench.sumo.course import Course
from seahaven.bench.sumo.program import PATIENT, QUIET, program

__all__ = ["subscription_cost"]


def subscription_cost(course: Course, demand: Path, count: int, *, steps: int, step: float) -> float:
    """Give SUMO's updates per second of CPU time, its own and ours, when it tells every position in every step.

    It is asked through TraCI, by subscription, which is the quickest way that it has to another process. Starting is
    measured by a run of few steps, and taken off.
    """
    few = max(1, steps // 10)
    short, long = (all_cpu_seconds(partial(_listen, course, demand, n, step)) for n in (few, steps))
    return count * (steps - few) / (long - short)


def _listen(course: Course, demand: Path, steps: int, step: float) -> None:
    traci: Any = _traci()
    options = ["--net-file", str(course.network), "--route-files", str(demand), "--step-length", str(step)]
    with redirect_stdout(StringIO()):  # it tells there how often it tried to connect
        traci.start([program("sumo"), *QUIET, *PATIENT, *options])
    try:
        traci.simulationStep()
        for vehicle in traci.vehicle.getIDList():
            traci.vehicle.subscribe(vehicle, [traci.constants.VAR_POSITION])
        for _ in range(steps):
            traci.simulationStep()
            traci.vehicle.getAllSubscriptionResults()
    finally:
        traci.close()


def _traci() -> Any:
    """SUMO's library for other programs, which lies among its tools."""
    tools = str(Path(import_module("sumo").SUMO_HOME, "tools"))
    if tools not in sys.path:
        sys.path.append(tools)
    return import_module("traci")
