"""Values out of a JSON file, each taken as what it has to be, or refused with the way to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final, NoReturn

__all__ = ["Misshapen", "PlainValue", "parse_json"]

MOST_WHOLE: Final = 2**63 - 1
_MISSING: Final = object()
_MOST_LETTERS: Final = 40


class Misshapen(ValueError):
    """What is wrong with a value, where it is, and what was expected."""


def parse_json(content: bytes) -> PlainValue:
    """The value in a JSON text; raises `Misshapen` for what is no JSON, or nested deeper than Python can follow."""
    try:
        return PlainValue(json.loads(content, parse_constant=_refuse_constant), "")
    except RecursionError:
        raise Misshapen("it is nested too deep") from None
    except ValueError as error:
        raise Misshapen(str(error)) from None


def _refuse_constant(name: str) -> NoReturn:
    raise Misshapen(f"{name} is no number")


def _is_text(text: str) -> bool:
    """Whether a text can be written to a file; JSON can escape halves of characters, which cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


class PlainValue:
    """A value and the way to it, such as `families.vehicle.rows`."""

    __slots__ = ("_value", "_way")

    def __init__(self, value: Any, way: str) -> None:
        self._value, self._way = value, way

    def __getitem__(self, name: str) -> PlainValue:
        """A field that has to be there."""
        return self.get(name) or self._refuse_missing(name)

    def get(self, name: str) -> PlainValue | None:
        """A field, or None if there is none, or only null."""
        if not isinstance(self._value, dict):
            self.refuse("expected an object")
        value = self._value.get(name, _MISSING)
        return None if value is _MISSING or value is None else PlainValue(value, self._below(name))

    def _refuse_missing(self, name: str) -> NoReturn:
        raise Misshapen(f"'{self._below(name)}' is missing")

    def _below(self, name: str) -> str:
        return f"{self._way}.{name}" if self._way else name

    def fields(self) -> Iterator[tuple[str, PlainValue]]:
        """The names and values of an object."""
        if not isinstance(self._value, dict):
            self.refuse("expected an object")
        if not all(map(_is_text, self._value)):
            self.refuse("expected names of letters")
        return ((name, PlainValue(value, self._below(name))) for name, value in self._value.items())

    def items(self) -> Iterator[PlainValue]:
        """The values of a list."""
        if not isinstance(self._value, list):
            self.refuse("expected a list")
        return (PlainValue(value, f"{self._way}[{place}]") for place, value in enumerate(self._value))

    def text(self) -> str:
        """A text."""
        if not isinstance(self._value, str) or not _is_text(self._value):
            self.refuse("expected a text")
        return self._value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self._value, bool):
            self.refuse("expected true or false")
        return self._value

    def integer(self) -> int:
        """A whole number of any size."""
        if type(self._value) is not int:
            self.refuse("expected a whole number")
        return self._value

    def whole(self, *, most: int = MOST_WHOLE) -> int:
        """A whole number, 0 or above."""
        if type(self._value) is not int or not 0 <= self._value <= most:
            self.refuse(f"expected a whole number from 0 to {most}")
        return self._value

    def number(self, *, most: float) -> float:
        """A number, 0 or above."""
        if type(self._value) not in (int, float) or not isfinite(self._value) or not 0 <= self._value <= most:
            self.refuse(f"expected a number from 0 to {most:g}")
        return float(self._value)

    def refuse(self, expected: str) -> NoReturn:
        """Raise what is wrong with this value."""
        shown = repr(self._value)
        shown = f"{shown[:_MOST_LETTERS]}…" if len(shown) > _MOST_LETTERS else shown
        raise Misshapen(f"'{self._way}' is {shown}; {expected}" if self._way else f"it is {shown}; {expected}")
