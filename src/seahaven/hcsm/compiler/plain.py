"""The words of generated source when it runs as it stands, in Python: `arithmetic.py` itself, and a few more."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from seahaven.hcsm.arithmetic import (
    absolute,
    acos,
    add_ints,
    asin,
    atan,
    atan2,
    ceil,
    cos,
    divide,
    exp,
    floor,
    floordiv,
    floordiv_ints,
    hypot,
    log,
    maximum,
    minimum,
    modulo,
    modulo_ints,
    multiply_ints,
    power,
    sign,
    sin,
    sqrt,
    subtract_ints,
    tan,
    to_int,
)
from seahaven.kernel import Stream

__all__ = [
    "absolute", "acos", "add_ints", "asin", "atan", "atan2", "canonical", "ceil", "choose", "compiled", "compiled_part",
    "cos", "divide", "exp", "floats_of", "floor", "floordiv", "floordiv_ints", "hypot", "inf", "ints_of", "is_same",
    "keys_of", "log", "marks_of", "maximum", "minimum", "modulo", "modulo_ints", "multiply_ints", "nan", "peek", "poke",
    "power", "sign", "sin", "sqrt", "subtract_ints", "tan", "to_int", "truths_of", "uintp", "uniform",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])

inf, nan = math.inf, math.nan
uintp = int


def compiled(function: Function) -> Function:
    """The function as it is."""
    return function


compiled_part = compiled


def choose(test: bool, this: Any, that: Any) -> Any:
    """One of two values that are both there."""
    return this if test else that


def peek(array: Any, index: int, _number: int) -> Any:
    """An element; the number tells a compiler which memory it is of."""
    return array[index]


def poke(array: Any, index: int, _number: int, value: Any) -> None:
    """Set an element; likewise."""
    array[index] = value


def _array_of(table: Any, place: int) -> Any:
    """The array at a place of the table."""
    return table[place]


floats_of = ints_of = keys_of = marks_of = truths_of = _array_of


def canonical(value: float) -> float:
    """The value; if it is a NaN, the one that is kept."""
    return value if value == value else nan


def is_same(a: float, b: float) -> bool:
    """Whether two floats have the same bits: 0.0 is not -0.0, and there is one NaN."""
    return math.copysign(1.0, a) == math.copysign(1.0, b) if a == b else a != a and b != b


def uniform(key0: int, key1: int, entity: int, step: int, draw: int) -> float:
    """A number in [0, 1) from the stream with these keys."""
    return Stream(key0, key1).uniform(entity=entity, step=step, draw=draw)
