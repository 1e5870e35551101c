"""When a take is over before its time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from seahaven.direction import Direction
from seahaven.kernel import Module
from seahaven.world import World

__all__ = ["End", "Ending"]

End: TypeAlias = Literal["time", "arrival", "situations"]
"""When the time is up, when the subject has arrived, or when all its situations are over."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a take: the arrival of a subject, or the end of its situations."""

    on: End
    subject: int

    def has_come(self, world: World, root: Module) -> bool:
        """Whether that is so by now."""
        if self.on == "situations":
            return all(module.left == 0 for module in root.walk() if isinstance(module, Direction))
        return self.on == "arrival" and world.entity(self.subject).pilot == "terminated"
