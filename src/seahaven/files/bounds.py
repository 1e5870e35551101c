"""Bounds of the numbers that a file may hold, as an annotation of a schema's field or on their own.

    pause: Annotated[Duration, Within("time", "0 s", "7 days")]
    lanes: Annotated[int, Within(None, 1, 100)]

They are written as a file would write them, and that is how messages, published schemas and tables of docs show them.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from seahaven.errors import InputError, UnitError
from seahaven.files.units import Dimension, exact_quantity, si_unit

__all__ = ["BOUNDS_ERROR", "Bound", "Within"]

BOUNDS_ERROR: Final = "bounds"
"""The validator's type for a number beyond its bounds; the context says what was wanted, and a bare number's unit."""

Bound = str | int | float
"""A bound as a file writes it: a number, or text with a unit."""


@dataclass(frozen=True, slots=True)
class Within:
    """The least and the most that a number may be; with `above` it has to be above the least.

    `dimension` says how what is written is read; without one it is a plain number.
    """

    dimension: Dimension | None
    least: Bound
    most: Bound
    above: bool = False
    _least: Fraction = field(init=False, repr=False, compare=False)
    _most: Fraction = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("least", "most"):
            object.__setattr__(self, f"_{name}", exact_quantity(getattr(self, name), self.dimension or "ratio"))
        if not self._least < self._most:
            raise ValueError(f"{self.least} to {self.most} leaves nothing")

    @property
    def unit(self) -> str:
        """The unit of a number that stands alone."""
        return si_unit(self.dimension) if self.dimension else ""

    @property
    def lowest(self) -> str:
        """The lower bound, for people to read."""
        return f"above {_shown(self.least)}" if self.above else _shown(self.least)

    @property
    def highest(self) -> str:
        """The upper bound, for people to read."""
        return _shown(self.most)

    def __str__(self) -> str:
        return f"{self.lowest}, up to {self.highest}" if self.above else f"{self.lowest} to {self.highest}"

    def complaint(self, value: object) -> str | None:
        """What was expected instead of a value, in SI or as it is written; None if it fits, or is no number at all."""
        if isinstance(value, float) and not math.isfinite(value):
            return f"expected {self}"
        if self.dimension is None and isinstance(value, str):
            return None
        try:
            number = exact_quantity(value, self.dimension or "ratio")
        except UnitError:
            return None
        if number > self._most:
            return f"expected up to {self.highest}{self._slip(value, number)}"
        if number < self._least or (self.above and number == self._least):
            return f"expected {self.lowest}" if self.above else f"expected at least {self.lowest}"
        return None

    def refuse(self, name: str, value: Any) -> None:
        """Refuse a value beyond the bounds."""
        if wanted := self.complaint(value):
            raise InputError(f"{name} is {written(value, self.unit)}; {wanted}")

    def _slip(self, value: object, number: Fraction) -> str:
        """A hint for a speed whose unit was most likely forgotten."""
        if self.dimension != "speed" or isinstance(value, str) or number / Fraction("3.6") > self._most:
            return ""
        return f"; a number without a unit is in m/s: write, say, '{value} km/h'"

    def _check(self, value: Any) -> Any:
        if wanted := self.complaint(value):
            raise PydanticCustomError(BOUNDS_ERROR, "{wanted}", {"wanted": wanted, "unit": self.unit})
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        published = handler(schema)
        number = next((one for one in published.get("anyOf", ()) if one.get("type") == "number"), published)
        number["exclusiveMinimum" if self.above else "minimum"] = _plain(self._least)
        number["maximum"] = _plain(self._most)
        return published


def written(value: object, unit: str) -> str:
    """A value as it stands in a file; a bare number with the unit that it is in."""
    return value if isinstance(value, str) else f"{value} {unit}".rstrip()


def _shown(bound: Bound) -> str:
    """A bound for people: thousands apart."""
    if not isinstance(bound, str):
        return f"{bound:,}".replace("-", "−")
    return re.sub(r"^-?\d+(?![.\d])", lambda digits: f"{int(digits[0]):,}", bound).replace("-", "−")


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)
