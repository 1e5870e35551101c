"""The seat of a virtual subject: the module by which a person's habits reach the driver machine of its vehicle."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

from seahaven.behaviour.subjects.person import SubjectIs, VirtualSubject
from seahaven.kernel import Emits, Module, Param, State, Tick
from seahaven.world import Press, reads

__all__ = ["Seat", "wandered"]


class Seat(Module):
    """Whoever sits in it is known by its traits alone; others do something of their own in `act`.

    It is granted the one vehicle, and linked by `pressed` to the presses of the drivers.
    """

    person: Param[VirtualSubject]
    told: Emits[SubjectIs]
    pressed: Emits[Press]
    has_told: State[bool] = False

    own = reads("vehicle", "speed", single=True)

    rate_hz: ClassVar[float | None] = 2.0
    """How often it acts; None is as often as drivers decide."""

    def step(self, tick: Tick) -> None:
        """Say once who it is, and act."""
        if not self.has_told:
            self.told.append(SubjectIs(self.own.id, self.person.kind, self.person.number))
            self.has_told = True
        self.act(tick)

    def act(self, tick: Tick) -> None:
        """Nothing besides what the driver does."""

    def way(self, name: str) -> float:
        """What was drawn for the person of one of its habits."""
        return self.person.ways[name]

    def press(self, item: str, value: float = 1.0) -> None:
        """Press something on the panel of its own driver."""
        self.pressed.append(Press((self.own.id,), item, value))


def wandered(value: float, tick: Tick, *, memory: float) -> float:
    """The next value of a noise with unit variance that forgets itself over `memory` seconds."""
    keep = max(1.0 - tick.dt / memory, 0.0)
    return keep * value + sqrt(12.0 * (1.0 - keep * keep)) * (tick.random.uniform() - 0.5)
