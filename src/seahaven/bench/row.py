"""One figure of a bench, and whether it is good enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

__all__ = ["Row"]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, and the goal it is held to; a row without a goal is there to be known, and `holds` is None."""

    name: str
    value: float
    unit: str
    goal: str | None = None
    holds: bool | None = None

    @classmethod
    def at_most(cls, name: str, value: float, unit: str, *, limit: float) -> Self:
        """Give a row whose value must not be above `limit`."""
        return cls(name, value, unit, f"<= {limit:g}", value <= limit)

    @classmethod
    def at_least(cls, name: str, value: float, unit: str, *, limit: float) -> Self:
        """Give a row whose value must not be below `limit`."""
        return cls(name, value, unit, f">= {limit:g}", value >= limit)

    def as_dict(self) -> dict[str, Any]:
        """Give the row as JSON takes it."""
        return {"name": self.name, "value": self.value, "unit": self.unit, "goal": self.goal, "holds": self.holds}
