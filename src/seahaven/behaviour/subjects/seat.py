"""The seat of a virtual subject: the module that turns its habits into presses and pedal positions."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

from seahaven.behaviour.subjects.person import SubjectIs, VirtualSubject
from seahaven.kernel import Emits, Module, Param, State, Tick
from seahaven.world import Press, reads

__all__ = ["Seat", "wandered"]


class Seat(Module):
    """The seat of kinds that differ by their traits alone; other kinds override `act`.

    It owns the columns of one vehicle; link `pressed` to the presses of the drivers.
    """

    person: Param[VirtualSubject]
    told: Emits[SubjectIs]
    pressed: Emits[Press]
    has_told: State[bool] = False

    own = reads("vehicle", "speed", single=True)

    rate_hz: ClassVar[float | None] = 2.0
    """How often it acts; None is as often as drivers decide."""

    def step(self, tick: Tick) -> None:
        """Emit `SubjectIs` once, and act."""
        if not self.has_told:
            self.told.append(SubjectIs(self.own.id, self.person.kind, self.person.number))
            self.has_told = True
        self.act(tick)

    def act(self, tick: Tick) -> None:
        """Do nothing besides what the driver does."""

    def way(self, name: str) -> float:
        """The person's value of a habit."""
        return self.person.ways[name]

    def press(self, item: str, value: float = 1.0) -> None:
        """Press a button, or set a dial, of its own driver."""
        self.pressed.append(Press((self.own.id,), item, value))


def wandered(value: float, tick: Tick, *, memory: float) -> float:
    """The next value of a noise of unit variance with a correlation time of `memory` seconds."""
    keep = max(1.0 - tick.dt / memory, 0.0)
    return keep * value + sqrt(12.0 * (1.0 - keep * keep)) * (tick.random.uniform() - 0.5)
