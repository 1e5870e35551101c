"""A deliberately crude director: what ours tells its cast is carried out by stamping on the pedals."""

from __future__ import annotations

import numpy as np

from seahaven.kernel import Controller, Emits, Hears, Module, Tick
from seahaven.world import Press, reads

__all__ = ["Stamping", "stamp"]

HARDNESS = 3.0
"""With which it accelerates and brakes (m/s²)."""
ENOUGH, FURTHER = 0.3, 15.0
"""Differences of speed (m/s) that it does not heed, and how far it overshoots those that it does."""


class Stamping(Module):
    """Sits between direction and drivers, and turns every told speed into one pedal or the other, all the way down."""

    heard: Hears[Press]
    pressed: Emits[Press]
    seen = reads("vehicle", "speed")

    def step(self, tick: Tick) -> None:
        """Pass on what was pressed."""
        for event in self.heard:
            press = event.value
            if press.item == "adjust_acceleration":
                self.pressed.append(Press(press.entities, press.item, HARDNESS))
            elif press.item == "adjust_speed":
                self.pressed.extend(self._stamped(entity, press.value) for entity in press.entities)
            else:
                self.pressed.append(press)

    def _stamped(self, entity: int, told: float) -> Press:
        row = int(np.searchsorted(self.seen.ids, entity))
        is_there = row < len(self.seen.ids) and self.seen.ids[row] == entity
        speed = float(self.seen.speed[row]) if is_there else told
        if abs(told - speed) > ENOUGH:
            told = max(speed + FURTHER if told > speed else speed - FURTHER, 0.0)
        return Press((entity,), "adjust_speed", told)


def stamp(run: Controller) -> None:
    """Let the cast of a run stamp on its pedals from now on."""
    run.disconnect("traffic/drivers.presses", "direction.pressed")
    run.root.link("direction.pressed", "stamping.heard")
    run.root.link("stamping.pressed", "traffic/drivers.presses")
    run.add(Stamping("stamping", rate=10))
