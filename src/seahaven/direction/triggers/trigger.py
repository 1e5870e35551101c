"""A trigger as it was set: where, for whom, what it waits for, and what it presses (H12)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from seahaven.direction.order import Order
from seahaven.direction.triggers.condition import Condition, Scene
from seahaven.direction.triggers.place import Place

__all__ = ["Trigger"]


@dataclass(frozen=True, slots=True)
class Trigger:
    """Fires when somebody whom it heeds is at its place and its conditions hold, and presses its orders then.

        Trigger("pull out", orders=(Order(Party.VEHICLES, "go", ids=(parked,)),), place=place, who=(subject,))

    Without a place it heeds everybody anywhere; without a place and with an empty `who`, nobody: then its conditions
    are about time, lights and other triggers. One with neither place nor conditions only fires when it is pressed.
    """

    name: str
    orders: tuple[Order, ...] = ()
    place: Place | None = None
    who: tuple[int, ...] | None = None
    """The ids of whom it heeds; None: everybody."""
    kind: str | None = None
    """Which kind of vehicle it heeds: a value of the column `kind`; None: all."""
    is_on_foot: bool = False
    """Whether it heeds people on foot, and no vehicles."""
    conditions: tuple[Condition, ...] = ()
    is_any: bool = False
    """Whether one of the conditions is enough."""
    repeats: bool = False
    """Whether it fires again, for each who comes, or whenever its conditions begin to hold anew."""
    rest: float = 0.0
    """Seconds after firing in which it heeds nobody."""
    delay: float = 0.0
    """Seconds from when it notices somebody until it fires."""
    lasting: float = 0.0
    """Seconds for which the same one has to be there with all conditions holding."""
    is_armed: bool = True
    """Whether it is ready from the start; else it waits until `arm` is pressed."""

    @property
    def is_about_nobody(self) -> bool:
        """Whether no vehicle makes it fire, but time, lights and other triggers do."""
        return self.place is None and self.who == ()

    @property
    def looks(self) -> bool:
        """Whether it fires by itself."""
        return self.place is not None or bool(self.conditions)

    def begins(self, scene: Scene) -> float:
        """The time before which it cannot fire, whoever is there."""
        times = [condition.begins(scene) for condition in self.conditions]
        return (min if self.is_any else max)(times, default=-inf)

    @property
    def dials(self) -> dict[str, Any]:
        """The settings of its machine."""
        names = ("lasting", "delay", "rest", "repeats", "is_armed")
        return {f".{name}": getattr(self, name) for name in names}
