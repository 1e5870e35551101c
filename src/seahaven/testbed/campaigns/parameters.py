"""Parameters of a campaign: what of a drive varies, and which values it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from seahaven.errors import InputError, Position
from seahaven.files import show
from seahaven.testbed.numbers import split_number

__all__ = ["Parameter", "parameter_of", "refuse_overlaps"]

DIGITS: Final = 6
"""Significant digits of values: they are read by people, and stand in file names and commands."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value of a drive file that varies: some choices, or a range of numbers, which may have a unit.

    `name` are the keys that lead to the value, with points between: `subject.speed`.
    """

    name: str
    choices: tuple[Any, ...] = ()
    low: float = 0.0
    high: float = 0.0
    unit: str = ""
    steps: int = 0
    """Into how many values a grid divides the range; 0 if nobody has said."""
    is_whole: bool = False

    @property
    def is_range(self) -> bool:
        """Whether it takes any number between two."""
        return not self.choices

    def at(self, share: float) -> Any:
        """The value at a share of the way, from 0 at the first to 1 behind the last."""
        if self.choices:
            return self.choices[min(int(share * len(self.choices)), len(self.choices) - 1)]
        if self.is_whole:
            return self.written(self.low + int(min(share, 1.0 - 1e-12) * (self.high - self.low + 1.0)))
        return self.written(self.low + share * (self.high - self.low))

    def grid(self) -> list[Any]:
        """All values of a grid."""
        if self.choices:
            return list(self.choices)
        last = max(self.steps - 1, 1)
        return [self.written(self.low + k * (self.high - self.low) / last) for k in range(self.steps)]

    def ends(self) -> list[Any]:
        """The values that show soonest whether the drive takes them: all choices, or both ends of a range."""
        return list(self.choices) if self.choices else [self.written(self.low), self.written(self.high)]

    def written(self, number: float) -> Any:
        """A number as a drive file has it, with its unit."""
        value = round(number) if self.is_whole else float(f"{number:.{DIGITS}g}")
        return f"{value:g} {self.unit}" if self.unit else value


def parameter_of(name: str, said: Any, at: Position) -> Parameter:
    """A parameter as a campaign file has it: a list of values, or `{from, to}` with `steps` for a grid."""
    if isinstance(said, list):
        return _choices(name, said, at)
    if not isinstance(said, Mapping) or not {"from", "to"} <= said.keys() <= {"from", "to", "steps"}:
        message = f"'{name}' varies by {show(said)}; expected a list of values, or {{from: 1, to: 2, steps: 5}}"
        raise InputError(message, at)
    (low, unit), (high, other) = (_split(said[key], name, at) for key in ("from", "to"))
    if unit != other:
        raise InputError(f"'{name}' runs from {show(said['from'])} to {show(said['to'])}; give both the same unit", at)
    if low >= high:
        message = f"'{name}' runs from {show(said['from'])} to {show(said['to'])}, which is no range; exchange them"
        raise InputError(message, at)
    steps = said.get("steps", 0)
    if isinstance(steps, bool) or not isinstance(steps, int) or not (steps == 0 or 2 <= steps <= 1000):
        raise InputError(f"'{name}' has {show(steps)} steps; expected a whole number from 2 to 1000", at)
    is_whole = all(isinstance(said[key], int) for key in ("from", "to")) and not unit
    return Parameter(name, (), low, high, unit, steps, is_whole and steps in (0, int(high - low) + 1))


def _choices(name: str, said: Sequence[Any], at: Position) -> Parameter:
    if not said:
        raise InputError(f"'{name}' has no value to take; give at least one", at)
    for k, value in enumerate(said):
        if value in said[:k]:
            raise InputError(f"'{name}' takes {show(value)} twice; leave one out", at)
    return Parameter(name, tuple(said))


def _split(value: Any, name: str, at: Position) -> tuple[float, str]:
    """The number and the unit of an end of a range."""
    split = split_number(value)
    if split is None:
        raise InputError(f"'{name}' runs to {show(value)}, which is no number; list its values instead", at)
    return split


def refuse_overlaps(parameters: Mapping[str, Position]) -> None:
    """Refuse two parameters of which one lies within the other: one would undo what the other does."""
    for name, at in parameters.items():
        within = next((other for other in parameters if other != name and name.startswith(f"{other}.")), None)
        if within:
            raise InputError(f"'{name}' contradicts '{within}', of which it is a part; vary one of them", at)
