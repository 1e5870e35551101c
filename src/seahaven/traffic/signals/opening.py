"""How lights are when a run begins: each controller where its program's offset has it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from seahaven.roads.junctions import PlannedController, SignalPlan
from seahaven.roads.model import Program
from seahaven.world import LightState

__all__ = ["Opening", "opening", "place_in"]


class Opening(NamedTuple):
    """The columns of the first rows of both families."""

    controllers: dict[str, Any]
    lights: dict[str, Any]


def opening(plan: SignalPlan, now: float, *, actuated: bool = False) -> Opening:
    """The rows at a time; `actuated` lets controllers begin with the program in which traffic decides."""
    programs = [_program(one, actuated) for one in plan.controllers]
    places = [place_in(one.programs[k], now) for one, k in zip(plan.controllers, programs, strict=True)]
    began = [now - passed for _, passed in places]
    lasts = [
        one.programs[k].phases[p].duration for one, k, (p, _) in zip(plan.controllers, programs, places, strict=True)
    ]
    controllers = {
        "program": np.array(programs, np.int32),
        "goal_program": np.array(programs, np.int32),
        "phase": np.array([phase for phase, _ in places], np.int32),
        "began": np.array(began, np.float64),
        "ends": np.array(began, np.float64) + np.array(lasts, np.float64),
    }
    counts = np.diff(plan.row_first)
    shown = [
        _shown(one, one.programs[k].phases[p].states)
        for one, k, (p, _) in zip(plan.controllers, programs, places, strict=True)
    ]
    lights = {
        "controller": np.repeat(np.arange(len(counts)), counts).astype(np.int32),
        "letter": (np.arange(len(plan)) - np.repeat(plan.row_first[:-1], counts)).astype(np.int32),
        "state": np.array([code for codes in shown for code in codes], np.int8),
        "since": np.repeat(np.array(began, np.float64), counts),
    }
    return Opening(controllers, lights)


def place_in(program: Program, now: float) -> tuple[int, float]:
    """The phase in which a program is by the clock, and for how long it has been: a cycle begins at its offset.

    >>> from seahaven.roads.model import Phase
    >>> place_in(Program("p", (Phase(30.0, "Gr"), Phase(20.0, "rG")), offset=10.0), 0.0)
    (1, 10.0)
    """
    cycle = sum(phase.duration for phase in program.phases)
    left = (now - program.offset) % cycle if cycle > 0.0 else 0.0
    for number, phase in enumerate(program.phases):
        if left < phase.duration:
            return number, left
        left -= phase.duration
    return 0, 0.0


def _program(controller: PlannedController, actuated: bool) -> int:
    """The number of the program to begin with."""
    wanted = [k for k, program in enumerate(controller.programs) if program.is_actuated]
    return wanted[0] if actuated and wanted else 0


def _shown(controller: PlannedController, states: str) -> list[int]:
    count = len(controller.signals)
    return [int(LightState.of(letter)) for letter in states[:count].ljust(count, "O")]
