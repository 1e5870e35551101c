"""When a take is over before its time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from seahaven.direction import Direction, Mission
from seahaven.kernel import Module
from seahaven.world import World

__all__ = ["End", "Ending"]

End: TypeAlias = Literal["time", "arrival", "mission", "situations"]
"""When the time is up, when the subject has arrived or the missions of all subjects are over, or when all its
situations are."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a take: the arrival of a subject, or the end of its mission or of its situations."""

    on: End
    subject: int

    def decider(self, world: World, root: Module) -> str:
        """The path of the module that knows, which other processes ask where a take is split."""
        kind = {"situations": Direction, "mission": Mission}.get(self.on)
        if kind:
            return next((module.path for module in root.walk() if isinstance(module, kind)), "")
        return world.owner(self.subject, "pilot") or ""

    def has_come(self, world: World, root: Module) -> bool:
        """Whether that is so by now."""
        if self.on == "situations":
            return all(module.left == 0 for module in root.walk() if isinstance(module, Direction))
        if self.on == "mission":
            return all(module.is_over for module in root.walk() if isinstance(module, Mission))
        return self.on == "arrival" and world.entity(self.subject).pilot == "terminated"
