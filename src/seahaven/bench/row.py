"""One figure of a bench, and whether it is good enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any, Self

__all__ = ["Row"]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, and the goal it is held to; a row without a goal is there to be known, and `holds` is None.

    Where a goal is far off, a row also says what is to be done first, `bar`, and whether that is reached, `passes`.
    """

    name: str
    value: float
    unit: str
    goal: str | None = None
    holds: bool | None = None
    details: tuple[str, ...] = ()
    """What a program may want to know besides: it is in the JSON form only."""
    bar: str | None = None
    passes: bool | None = None

    @classmethod
    def at_most(cls, name: str, value: float, unit: str, *, limit: float) -> Self:
        """Give a row whose value must not be above `limit`."""
        return cls(name, value, unit, f"<= {limit:g}", value <= limit)

    def first_at_most(self, bar: float) -> Self:
        """Give the row with what is to be done before the goal: a value not above `bar`."""
        return replace(self, bar=f"<= {bar:g}", passes=self.value <= bar)

    @classmethod
    def at_least(cls, name: str, value: float, unit: str, *, limit: float) -> Self:
        """Give a row whose value must not be below `limit`."""
        return cls(name, value, unit, f">= {limit:g}", value >= limit)

    def first_at_least(self, bar: float) -> Self:
        """Give the row with what is to be done before the goal: a value not below `bar`."""
        return replace(self, bar=f">= {bar:g}", passes=self.value >= bar)

    @classmethod
    def within(cls, name: str, value: float, unit: str, *, low: float, high: float) -> Self:
        """Give a row whose value must lie from `low` to `high`; one that is not a number does not."""
        return cls(name, value, unit, f"{low:g} to {high:g}", low <= value <= high)

    @classmethod
    def skipped(cls, name: str, reason: str) -> Self:
        """Give a row that could not be measured; its value is NaN, and its unit tells why."""
        return cls(name, nan, f"skipped: {reason}")

    @property
    def is_undone(self) -> bool:
        """Whether what is to be done is missed: the bar, or the goal of a row without one."""
        return (self.holds if self.passes is None else self.passes) is False

    def with_details(self, details: Iterable[str]) -> Self:
        """Give the row with what a program may want to know besides."""
        return replace(self, details=tuple(details))

    def as_dict(self) -> dict[str, Any]:
        """Give the row as JSON takes it."""
        value = None if isnan(self.value) else self.value
        told = {"name": self.name, "value": value, "unit": self.unit, "goal": self.goal, "holds": self.holds}
        bar = {} if self.bar is None else {"to be done": self.bar, "passes": self.passes}
        return told | bar | ({"details": list(self.details)} if self.details else {})
