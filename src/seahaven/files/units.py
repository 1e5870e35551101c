"""Quantities with units: what a file writes as `55 mph`, `0.35 g` or `1/2 mi`, in SI.

The table is ours so that `g` is the acceleration of free fall and not a gram. Arithmetic is exact until
the last step, so `0.1 s` is 100,000,000 ns and `55 mph` is the float nearest to 24.5872 m/s.

A number is a whole number, a decimal or a fraction: `3`, `-.5`, `1e-3`, `1_000`, `1/2`, `1 1/2`. The minus
may be the typographic one. A number without a unit is in SI.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from seahaven.errors import UnitError, nearest
from seahaven.files.document import show

__all__ = [
    "UNITS",
    "Dimension",
    "exact_quantity",
    "format_quantity",
    "parse_duration",
    "parse_quantity",
    "parse_rate",
    "quantity_pattern",
    "si_unit",
]

Dimension: TypeAlias = Literal[
    "length",
    "time",
    "speed",
    "acceleration",
    "jerk",
    "angle",
    "angular speed",
    "curvature",
    "rate",
    "flow",
    "density",
    "mass",
    "force",
    "specific power",
    "rainfall",
    "ratio",
]
"""What a quantity measures; `density` and `flow` are those of traffic, `rate` counts anything else."""

NANOSECONDS = 1_000_000_000

_FOOT = Fraction("0.3048")
_MILE = Fraction("1609.344")
_KILOMETRE = Fraction(1000)
_MINUTE = Fraction(60)
_HOUR = Fraction(3600)
_DEGREE = Fraction(math.pi) / 180
_ONE = Fraction(1)
_PER_TIME = {"/s": _ONE, "/min": 1 / _MINUTE, "/h": 1 / _HOUR}
_PER_LENGTH = {"/m": _ONE, "/km": 1 / _KILOMETRE, "/mi": 1 / _MILE}

UNITS: Mapping[Dimension, Mapping[str, Fraction]] = {
    "length": {
        "m": _ONE,
        "km": _KILOMETRE,
        "cm": Fraction(1, 100),
        "mm": Fraction(1, 1000),
        "mi": _MILE,
        "yd": 3 * _FOOT,
        "ft": _FOOT,
        "in": _FOOT / 12,
    },
    "time": {
        "s": _ONE,
        "ms": Fraction(1, 1000),
        "us": Fraction(1, 1_000_000),
        "µs": Fraction(1, 1_000_000),
        "ns": Fraction(1, NANOSECONDS),
        "min": _MINUTE,
        "h": _HOUR,
        "day": 24 * _HOUR,
        "days": 24 * _HOUR,
    },
    "speed": {
        "m/s": _ONE,
        "km/h": _KILOMETRE / _HOUR,
        "kph": _KILOMETRE / _HOUR,
        "mph": _MILE / _HOUR,
        "ft/s": _FOOT,
        "kn": 1852 / _HOUR,
    },
    "acceleration": {"m/s²": _ONE, "m/s^2": _ONE, "m/s2": _ONE, "g": Fraction("9.80665")},
    "jerk": {"m/s³": _ONE, "m/s^3": _ONE, "m/s3": _ONE},
    "angle": {"rad": _ONE, "deg": _DEGREE, "°": _DEGREE},
    "angular speed": {"rad/s": _ONE, "deg/s": _DEGREE, "°/s": _DEGREE},
    "curvature": {"1/m": _ONE, "/m": _ONE},
    "rate": {"Hz": _ONE, "kHz": Fraction(1000), **_PER_TIME},
    "flow": {**{f"veh{per}": factor for per, factor in _PER_TIME.items()}, **_PER_TIME},
    "density": {**{f"veh{per}": factor for per, factor in _PER_LENGTH.items()}, **_PER_LENGTH},
    "mass": {"kg": _ONE, "t": Fraction(1000), "lb": Fraction("0.45359237")},
    "force": {"N": _ONE, "kN": Fraction(1000)},
    "specific power": {"W/kg": _ONE, "kW/t": _ONE},
    "rainfall": {"mm/h": _ONE, "in/h": Fraction("25.4")},
    "ratio": {"%": Fraction(1, 100)},
}
"""The units of each dimension, with their size in SI; the first is the SI unit where there is one."""

_FACTORS = {unit: factor for units in UNITS.values() for unit, factor in units.items()}

_SIGN = r"[-+−]?"
_NUMBER = (
    r"(?:(?:[0-9]+ +)?[0-9]+/[0-9]+"
    r"|(?:[0-9]+(?:_[0-9]+)*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?)"
)
_QUANTITY = re.compile(rf"({_SIGN}) *({_NUMBER}) *(.*)", re.DOTALL)
_MAX_CHARACTERS = 100


def parse_quantity(value: object, dimension: Dimension) -> float:
    """Give a quantity in SI, from a number or from text with or without a unit.

    >>> parse_quantity("55 mph", "speed")
    24.5872
    >>> parse_quantity("1 1/2 mi", "length")
    2414.016
    """
    try:
        return float(exact_quantity(value, dimension))
    except OverflowError:
        raise UnitError(f"{show(value)} is too large for {_named(dimension)}") from None


def parse_duration(value: object) -> int:
    """Give a time in nanoseconds, exact; a fraction of a nanosecond is rounded to the nearest, half to even.

    >>> parse_duration("1.5 s"), parse_duration(0.1)
    (1500000000, 100000000)
    """
    return round(exact_quantity(value, "time") * NANOSECONDS)


def parse_rate(value: object) -> Fraction:
    """Give a rate in Hz, exact: the decimal that is written, not the float nearest to it.

    >>> parse_rate("30 Hz"), parse_rate("1/3 Hz"), parse_rate(59.94)
    (Fraction(30, 1), Fraction(1, 3), Fraction(2997, 50))
    """
    return exact_quantity(value, "rate")


def exact_quantity(value: object, dimension: Dimension) -> Fraction:
    """Give a quantity in SI as a fraction; a float stands for the shortest decimal that reads as it."""
    if isinstance(value, str):
        return _from_text(value, dimension)
    if isinstance(value, float) and math.isfinite(value):
        return Fraction(repr(float(value)))
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    raise UnitError(f"expected {_wanted(dimension)}, found {show(value)}")


def format_quantity(value: float, unit: str, *, digits: int = 6) -> str:
    """Give an SI value in a unit of the table, for people to read.

    >>> format_quantity(24.5872, "mph"), format_quantity(0.5, "%", digits=2)
    ('55 mph', '50 %')
    """
    if unit not in _FACTORS:
        raise UnitError(f"unknown unit '{unit}'{nearest(unit, _FACTORS)}")
    return f"{value / float(_FACTORS[unit]):.{digits}g} {unit}"


def si_unit(dimension: Dimension) -> str:
    """The unit that a bare number is in; none for a ratio."""
    return next((unit for unit, factor in UNITS[dimension].items() if factor == 1), "")


def quantity_pattern(dimension: Dimension) -> str:
    """Give a regular expression for the texts that are a quantity, in the dialect that editors share."""
    units = "|".join(re.escape(unit) for unit in UNITS[dimension])
    return rf"^ *{_SIGN} *{_NUMBER} *(?:{units})? *$"


def _from_text(text: str, dimension: Dimension) -> Fraction:
    match = _QUANTITY.fullmatch(text.strip()) if len(text) <= _MAX_CHARACTERS else None
    if match is None:
        raise UnitError(f"{show(text)} is not {_named(dimension)}; expected {_wanted(dimension)}")
    sign, number, unit = match.groups()
    return (1 if sign in ("", "+") else -1) * _number(number, text) * _factor(unit, dimension, text)


def _number(text: str, whole: str) -> Fraction:
    try:
        return sum((Fraction(part) for part in text.replace("_", "").split()), Fraction(0))
    except ZeroDivisionError:
        raise UnitError(f"{show(whole)} divides by zero") from None


def _factor(unit: str, dimension: Dimension, whole: str) -> Fraction:
    fitting = UNITS[dimension]
    unit = unit.replace("\N{GREEK SMALL LETTER MU}", "\N{MICRO SIGN}")
    if not unit:
        return _ONE
    if unit in fitting:
        return fitting[unit]
    if unit in _FACTORS:
        measured = " or ".join(_named(other) for other, units in UNITS.items() if unit in units)
        raise UnitError(f"{show(whole)} is {measured}; expected {_named(dimension)} ({', '.join(fitting)})")
    raise UnitError(f"{show(whole)}: unknown unit '{unit}' for {_named(dimension)}{nearest(unit, fitting)}")


def _named(dimension: Dimension) -> str:
    return f"an {dimension}" if dimension.startswith("a") else f"a {dimension}"


def _wanted(dimension: Dimension) -> str:
    unit = {"speed": "mph", "length": "mi", "acceleration": "g"}.get(dimension) or next(iter(UNITS[dimension]))
    return f"a number, or a number and a unit such as '0.5 {unit}'"
