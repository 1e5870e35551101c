"""Fields of the values that cross a seat: declared once with unit, bounds and meaning, then checked and documented.

    @dataclass(frozen=True, slots=True)
    class MotionControls(Checked):
        acceleration: float = quantity("along the heading", unit="m/s²", low=-15.0, high=15.0)

A value that does not fit is refused with an error that names the field, the value and what is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from math import inf, isfinite
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np

from seahaven.errors import InputError

__all__ = [
    "Checked",
    "Constraint",
    "choice",
    "constraints_of",
    "count",
    "flag",
    "items",
    "part",
    "quantity",
    "text",
    "words",
]

Test: TypeAlias = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Constraint:
    """What a field holds: the words of the documentation, and the test that a value has to pass."""

    kind: str
    """`number`, `integer`, `truth`, `text`, `names`, `list` or `map`."""
    doc: str
    expected: str
    """What a value must be, as errors and documentation say it."""
    fits: Test
    unit: str = ""
    item: type | None = None
    """Of a list, what its items are; of a map, what it is."""


def _declared(constraint: Constraint, default: Any) -> Any:
    return field(default=default, metadata=MappingProxyType({"constraint": constraint}))


def quantity(
    doc: str,
    *,
    unit: str = "",
    low: float = -inf,
    high: float = inf,
    infinite: bool = False,
    nullable: bool = False,
    default: Any = MISSING,
) -> Any:
    """A number in SI; `infinite` permits infinity, which stands for "there is none", `nullable` null."""
    bounds = "a finite number" if (low, high) == (-inf, inf) else f"a number from {low:g} to {high:g}"
    bounds = f"a number from {low:g} on" if high == inf and low > -inf else bounds
    expected = f"{bounds}, or infinity" if infinite else f"{bounds}, or null" if nullable else bounds

    def fits(value: Any) -> bool:
        if value is None:
            return nullable
        if type(value) is not float and not _is_number(value):
            return False
        return (low <= value <= high and isfinite(value)) or (infinite and value == inf)

    return _declared(Constraint("number", doc, expected, fits, unit), default)


def count(doc: str, *, low: int | None = None, high: int | None = None, default: Any = MISSING) -> Any:
    """A whole number."""
    expected = "a whole number"
    if low is not None:
        expected += f" from {low} to {high}" if high is not None else f" from {low} on"

    def fits(value: Any) -> bool:
        is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        return is_whole and (low is None or value >= low) and (high is None or value <= high)

    return _declared(Constraint("integer", doc, expected, fits), default)


def flag(doc: str, *, default: Any = MISSING) -> Any:
    """True or false."""
    return _declared(Constraint("truth", doc, "true or false", lambda v: isinstance(v, bool | np.bool_)), default)


def choice(doc: str, names: Sequence[str], *, default: Any = MISSING) -> Any:
    """One of some words."""
    known = frozenset(names)
    expected = f"one of {', '.join(names)}"
    return _declared(Constraint("text", doc, expected, lambda v: isinstance(v, str) and v in known), default)


def text(doc: str, *, most: int, default: Any = MISSING) -> Any:
    """Words, at most so many characters."""
    expected = f"text of at most {most} characters"
    return _declared(Constraint("text", doc, expected, lambda v: isinstance(v, str) and len(v) <= most), default)


def words(doc: str, *, most: int, longest: int, default: Any = MISSING) -> Any:
    """A tuple of different names, at most so many, each of at most so many characters."""
    expected = f"at most {most} different names of 1 to {longest} characters"

    def fits(value: Any) -> bool:
        is_short = type(value) is tuple and len(value) <= most and len({*value}) == len(value)
        return is_short and all(isinstance(name, str) and 0 < len(name) <= longest for name in value)

    return _declared(Constraint("names", doc, expected, fits), default)


def items(doc: str, kind: type, *, most: int, least: int = 0, default: Any = MISSING) -> Any:
    """A tuple of values of one kind."""
    expected = f"{least} to {most} of {kind.__name__}" if least else f"at most {most} of {kind.__name__}"

    def fits(value: Any) -> bool:
        return type(value) is tuple and least <= len(value) <= most and all(type(item) is kind for item in value)

    return _declared(Constraint("list", doc, expected, fits, item=kind), default)


def part(doc: str, kind: type, *, default: Any = MISSING) -> Any:
    """A value, or a table, that is part of another value."""
    expected = "a map" if kind is dict else f"a value of {kind.__name__}"
    return _declared(Constraint("map", doc, expected, lambda v: type(v) is kind, item=kind), default)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


@cache
def constraints_of(kind: type) -> Mapping[str, Constraint]:
    """The declared fields of a class of values, in order."""
    declared: Any = kind
    return {each.name: each.metadata["constraint"] for each in fields(declared) if "constraint" in each.metadata}


class Checked:
    """Values whose declared fields are checked when they are made."""

    __slots__: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def unchecked(cls, *values: Any) -> Self:
        """A value whose fields, one for each in their order, are known to fit: columns of the world were checked."""
        made = object.__new__(cls)
        for name, value in zip(cls.__slots__, values, strict=True):
            object.__setattr__(made, name, value)
        return made

    def __post_init__(self) -> None:
        kind: Any = type(self)
        for name, constraint in constraints_of(kind).items():
            value = getattr(self, name)
            if not constraint.fits(value):
                where = f"{type(self).__name__}.{name}"
                unit = f" ({constraint.unit})" if constraint.unit else ""
                raise InputError(f"{where} got {value!r:.80}; expected {constraint.expected}{unit}")
