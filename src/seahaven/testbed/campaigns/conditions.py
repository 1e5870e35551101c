"""Conditions on combinations: `subject.speed > slow.speed`, compared as numbers with their units, or as words."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from seahaven.errors import InputError, Position, nearest
from seahaven.files import parse_quantity
from seahaven.testbed.campaigns.parameters import Parameter

__all__ = ["Condition", "condition_of"]

SIGNS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<=": operator.le, ">=": operator.ge, "!=": operator.ne, "=": operator.eq, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_FORM: Final = re.compile(r"\s*(?P<left>\S+)\s*(?P<sign><=|>=|!=|=|<|>)\s*(?P<right>.+?)\s*")
_DIMENSIONS: Final = (
    "speed",
    "length",
    "time",
    "acceleration",
    "ratio",
    "angle",
    "rate",
    "flow",
    "density",
    "rainfall",
)


@dataclass(frozen=True, slots=True)
class Condition:
    """What combinations must fit to be played."""

    left: str
    sign: str
    right: str
    is_parameter: bool

    def holds(self, settings: Mapping[str, Any]) -> bool:
        """Whether a combination fits."""
        right = settings[self.right] if self.is_parameter else self.right
        return SIGNS[self.sign](*_alike(settings[self.left], right))


def condition_of(text: str, parameters: Sequence[Parameter], at: Position) -> Condition:
    """A condition as a campaign file has it: a parameter, a sign, and a parameter or a value."""
    match, names = _FORM.fullmatch(text), [each.name for each in parameters]
    if match is None:
        raise InputError(f"'{text}' is no condition; expected one such as 'subject.speed > 20 m/s'", at)
    if match["left"] not in names:
        raise InputError(f"'{match['left']}' does not vary{nearest(match['left'], names)}", at)
    return Condition(match["left"], match["sign"], match["right"], match["right"] in names)


def _alike(left: Any, right: Any) -> tuple[Any, Any]:
    """Two values as numbers of the same dimension, if they are such; else as text."""
    for dimension in _DIMENSIONS:
        try:
            return parse_quantity(left, dimension), parse_quantity(right, dimension)
        except InputError:
            continue
    return str(left), str(right)
