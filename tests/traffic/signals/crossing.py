"""A crossing of four roads with lights, somebody who presses, and what its lights show step by step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick
from seahaven.roads.junctions import SignalPlan
from seahaven.roads.model import (
    Controller as Box,
)
from seahaven.roads.model import (
    Facing,
    ObjectKind,
    Phase,
    Program,
    RoadObject,
    Signal,
    SignalKind,
)
from seahaven.traffic.signals import LIGHTS, Signals
from seahaven.world import FamilyType, Press, World, reads
from tests.roads.junctions.stars import CROSS, logic_of, star

ARMS = ("east", "north", "west", "south")
TWO_STAGES = (
    Phase(20.0, "GrGr"),
    Phase(3.0, "yryr"),
    Phase(2.0, "rrrr"),
    Phase(15.0, "rGrG"),
    Phase(3.0, "ryry"),
    Phase(2.0, "rrrr"),
)
"""East and west, then north and south, with amber and red: 45 s."""


def lamp(arm: str) -> Signal:
    return Signal(f"{arm} light", SignalKind.LIGHT, 74.0, -4.0, facing=Facing.ALONG, is_dynamic=True)


def people(arm: str) -> Signal:
    return Signal(f"{arm} people", SignalKind.PEDESTRIAN_LIGHT, 76.0, 5.0, is_dynamic=True)


def zebra(arm: str) -> RoadObject:
    return RoadObject(f"{arm} zebra", ObjectKind.CROSSWALK, 76.0, length=3.0, width=8.0)


def plan_of(*programs: Program | Sequence[Phase], walks: bool = False, bearings: Sequence[float] = CROSS) -> SignalPlan:
    """The plan of a crossing whose one controller has these programs; none makes one."""
    arms = [name for name, bearing in zip(ARMS, CROSS, strict=True) if bearing in bearings]
    told = [p if isinstance(p, Program) else Program(str(k), tuple(p)) for k, p in enumerate(programs)]
    box = Box("box", tuple(f"{arm} light" for arm in arms), tuple(told))
    network = star(
        bearings,
        signals={arm: [lamp(arm), *([people(arm)] if walks else [])] for arm in arms},
        objects={arm: [zebra(arm)] for arm in arms} if walks else None,
        controllers=[box] if told else [],
        named=["box"] if told else [],
    )
    return SignalPlan.of(logic_of(network))


class Finger(Module):
    """Presses items of one controller at steps: (step, item, value)."""

    orders: Param[tuple[tuple[int, str, float], ...]] = ()
    target: Param[int] = 0
    pressed: Emits[Press]
    boxes = reads("controller", "phase")

    def step(self, tick: Tick) -> None:
        for step, item, value in self.orders:
            if step == tick.index:
                self.pressed.append(Press((int(self.boxes.ids[self.target]),), item, value))


def run_of(
    plan: SignalPlan,
    *orders: tuple[int, str, float],
    rate: float = 2.0,
    actuated: bool = False,
    families: Sequence[FamilyType] = (),
) -> Controller:
    world = World([*families, *LIGHTS])
    root = Module(
        "root",
        Signals("signals", plan=plan, rate_hz=rate, actuated=actuated),
        Finger("finger", rate=rate, orders=orders),
    )
    root.link("finger.pressed", "signals/controllers.presses")
    return Controller(root, store=world, seed=1)


def letters(run: Controller) -> str:
    """What all lights show now."""
    return "".join("OGgyruos"[code] for code in run.store.family("signal").state.tolist())


def shown(run: Controller, seconds: float, rate: float = 2.0) -> list[str]:
    """What all lights show at each step, from now on."""
    seen = []
    for _ in range(round(seconds * rate)):
        seen.append(letters(run))
        run.advance(round(SECOND / rate))
    return seen


def story(run: Controller, seconds: float, rate: float = 2.0) -> list[tuple[float, str]]:
    """What all lights show, and for how many seconds, one after the other."""
    told: list[tuple[float, str]] = []
    for look in shown(run, seconds, rate):
        if told and told[-1][1] == look:
            told[-1] = (told[-1][0] + 1.0 / rate, look)
        else:
            told.append((1.0 / rate, look))
    return told


def states(run: Controller, seconds: float, rate: float = 2.0) -> NDArray[np.int8]:
    """The codes of all lights at each step."""
    seen = []
    for _ in range(round(seconds * rate)):
        seen.append(run.store.family("signal").state.copy())
        run.advance(round(SECOND / rate))
    return np.array(seen)
