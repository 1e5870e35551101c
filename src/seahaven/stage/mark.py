"""Where somebody is on the way to the place of a scene: so many metres, or so many seconds, before its line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Self, TypeAlias

from seahaven.errors import UnitError
from seahaven.files import Field, Schema, field_validator, format_quantity, model_validator, parse_quantity

__all__ = ["FAR", "Mark", "MarkText", "PlacedState"]

FAR = 1000.0
"""Metres, or seconds, beyond which no mark lies."""

MarkText: TypeAlias = Annotated[str, Field(pattern=r"^\s*\d+(\.\d+)?\s*[^\d\s].*$")]
"""A number with a unit of length or time: `40 m` or `4 s`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far before the line of a place; less than 0 beyond it. In metres, or in seconds at the present speed."""

    value: float
    is_time: bool

    @classmethod
    @cache
    def read(cls, text: str, *, is_beyond: bool = False) -> Mark:
        """The mark that a text such as `40 m` or `4 s` gives.

        >>> Mark.read("40 m"), Mark.read("2 s", is_beyond=True)
        (Mark(value=40.0, is_time=False), Mark(value=-2.0, is_time=True))
        """
        try:
            value, is_time = parse_quantity(text, "time"), True
        except UnitError:
            value, is_time = parse_quantity(text, "length"), False
        if value > FAR:
            raise ValueError(f"'{text}' is further than any scene reaches ({FAR:g} m or s)")
        return cls(-value if is_beyond else value, is_time)

    def metres(self, speed: float) -> float:
        """How many metres before the line that is for a vehicle of this speed."""
        return self.value * speed if self.is_time else self.value

    def __str__(self) -> str:
        amount = format_quantity(abs(self.value), "s" if self.is_time else "m")
        if self.value == 0.0:
            return "at the line"
        return f"{amount} {'before' if self.value > 0.0 else 'beyond'} the line"


class PlacedState(Schema):
    """The state of a role that comes to the place, or has come by: where it is when the picture is taken."""

    before: MarkText | None = None
    """How far before the line at which one waits there: `40 m`, or `4 s` at the speed of that moment."""
    beyond: MarkText | None = None
    """How far it has come beyond that line."""

    @field_validator("before", "beyond", mode="before")
    @classmethod
    def _has_a_unit(cls, value: Any) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            raise ValueError(f"{value} has no unit; metres or seconds? write '{value:g} m' or '{value:g} s'")
        return value

    @model_validator(mode="after")
    def _is_at_one_place(self) -> Self:
        if self.before is not None and self.beyond is not None:
            raise ValueError("it is either 'before' the line or 'beyond' it")
        _ = self.mark
        return self

    @property
    def mark(self) -> Mark | None:
        """Where that is; None where the shot leaves it open."""
        if self.before is not None:
            return Mark.read(self.before)
        return None if self.beyond is None else Mark.read(self.beyond, is_beyond=True)
