"""One classifier: a condition over {0, 1, #}, an action, and how strong it is for each goal (A1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

__all__ = ["ANY", "Rule"]

ANY: Final = "#"
"""Stands in a condition for a sensor that may say either."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition, the effector that it calls for, and a strength for each goal.

    The condition has one symbol for each sensor, in their order.

    >>> Rule("0#1", 2, (80.0,)).matches(0b110)
    True
    """

    condition: str
    action: int
    strengths: tuple[float, ...]

    @property
    def care(self) -> int:
        """The bits that the condition looks at."""
        return sum(1 << bit for bit, symbol in enumerate(self.condition) if symbol != ANY)

    @property
    def wanted(self) -> int:
        """What these bits must be."""
        return sum(1 << bit for bit, symbol in enumerate(self.condition) if symbol == "1")

    @property
    def strength(self) -> float:
        """The strength over all goals."""
        return sum(self.strengths)

    @classmethod
    def of(cls, bits: int, care: int, wanted: int, action: int, strengths: tuple[float, ...]) -> Self:
        """A rule from the masks that the engine computes with."""
        condition = "".join(("1" if wanted >> bit & 1 else "0") if care >> bit & 1 else ANY for bit in range(bits))
        return cls(condition, action, strengths)

    def matches(self, message: int) -> bool:
        """Say whether the condition holds for a message of the sensors."""
        return (message ^ self.wanted) & self.care == 0

    def covers(self, other: Rule) -> bool:
        """Say whether this rule matches wherever another one does."""
        return self.care & other.care == self.care and (self.wanted ^ other.wanted) & self.care == 0
