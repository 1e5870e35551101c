"""Actors: each knows alone whether it can play a role, how, and when it cannot any more (T6, T7)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from seahaven.motion import Rerouted
from seahaven.stage.actors.stage import Stage
from seahaven.world import Press, Table

if TYPE_CHECKING:
    from seahaven.stage.scene import CastRole, Scene, Shot

__all__ = ["Actor", "Orders"]


@dataclass(slots=True)
class Orders:
    """What comes of a step: presses for drivers and lights, other routes, and vehicles that join or leave a cast."""

    presses: list[Press] = field(default_factory=list)
    to_lights: list[Press] = field(default_factory=list)
    rerouted: list[Rerouted] = field(default_factory=list)
    engaged: list[int] = field(default_factory=list)
    discharged: list[int] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)


class Actor(ABC):
    """One who has a role. What it keeps from step to step is plain data (`state`).

    `others` gives actors that can play a role on a stage, the best first: the casting director asks for them.
    """

    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of vehicles that play it."""
    is_fixed: ClassVar[bool] = False
    """Whether it is a thing of the place, such as a light, and no road user."""

    def __init__(self, role: CastRole, entity: int) -> None:
        self.role, self.entity = role, entity

    @classmethod
    @abstractmethod
    def candidates(cls, role: CastRole, scene: Scene, stage: Stage) -> Iterator[Actor]:
        """Actors that can play the role, the best first."""

    @abstractmethod
    def begin(self, stage: Stage, orders: Orders) -> float:
        """Take the role on; gives how far it is from its line (m)."""

    @abstractmethod
    def play(self, stage: Stage, shot: Shot, following: Shot | None, controllers: Table, orders: Orders) -> None:
        """Improvise towards the next shot; `following` is the one after that."""

    @abstractmethod
    def off(self, stage: Stage, shot: Shot, controllers: Table) -> float | None:
        """How far it is off its mark now: in s or m as the mark is given, too far from the line above 0; None: right.

        Infinite if it is not there at all.
        """

    @abstractmethod
    def excuse(self, stage: Stage, shot: Shot) -> str:
        """Why it cannot make the next shot; empty as long as it can."""

    def act(self, stage: Stage, shot: Shot, orders: Orders) -> None:
        """A shot has been taken: do what it says from now on; nothing, by default."""
        return

    @abstractmethod
    def end(self, stage: Stage, orders: Orders) -> None:
        """Leave the role, and be an extra again."""

    def state(self) -> dict[str, Any]:
        """What it keeps, as plain data."""
        return {"role": self.role.name, "entity": self.entity}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state; by default there is nothing in it but role and entity."""
        return
