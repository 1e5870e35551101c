"""A hand that presses buttons of drivers at given dates."""

from __future__ import annotations

from seahaven.kernel import Emits, Module, Param, Tick
from seahaven.world import Press

__all__ = ["Hand"]


class Hand(Module):
    """Presses each of some buttons when its date, in seconds, has come."""

    plan: Param[tuple[tuple[float, Press], ...]]
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        """Press what is due in this step."""
        for date, press in self.plan:
            if tick.seconds <= date < tick.seconds + tick.dt:
                self.pressed.append(press)
