"""Quantities on the command line, with or without a unit; what does not fit is a usage error."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import typer

from seahaven.errors import UnitError

__all__ = ["Circle", "circle", "duration", "length", "pace", "rate", "seed"]


def duration(text: str) -> int:
    """Give nanoseconds for a text such as `30 s` or `2 min`."""
    from seahaven.files import parse_duration  # `seahaven --help` does not wait for it

    try:
        nanoseconds = parse_duration(text)
    except UnitError as error:
        raise typer.BadParameter(str(error)) from None
    if nanoseconds < 0:
        raise typer.BadParameter(f"'{text}' lies before the start")
    return nanoseconds


def length(text: str) -> float:
    """Give metres for a text such as `12` or `12 m`."""
    from seahaven.files import parse_quantity

    try:
        metres = float(parse_quantity(text, "length"))
    except UnitError as error:
        raise typer.BadParameter(str(error)) from None
    if not 0.0 < metres <= 1000.0:
        raise typer.BadParameter(f"'{text}' is no length above 0 and up to 1 km")
    return metres


def rate(text: str) -> Fraction:
    """Give Hz for a text such as `20` or `20 Hz`."""
    from seahaven.files import parse_rate

    try:
        hertz = parse_rate(text)
    except UnitError as error:
        raise typer.BadParameter(str(error)) from None
    from seahaven.takes import RECORD_RATES

    if RECORD_RATES.complaint(hertz):
        raise typer.BadParameter(f"a rate is {RECORD_RATES}, not '{text}'")
    return hertz


def seed(text: str) -> int:
    """Give the whole number that all random numbers follow from."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    from seahaven.takes import SEEDS

    if SEEDS.complaint(number):
        raise typer.BadParameter(f"a seed is a whole number, {SEEDS}, not '{text}'")
    return number


def pace(text: str) -> float:
    """Give the factor of real time for `realtime`, `2` or `0.5`."""
    try:
        factor = 1.0 if text == "realtime" else float(text)
    except ValueError:
        factor = 0.0
    if not 0 < factor < float("inf"):
        raise typer.BadParameter(f"'{text}' is no pace; write 'realtime' or a factor above 0, such as 2 or 0.5")
    return factor


class Circle(NamedTuple):
    """A place and how far around it, in metres."""

    x: float
    y: float
    radius: float


def circle(text: str) -> Circle:
    """Give the circle for a text such as `120,-40,50`: x, y and the radius."""
    try:
        x, y, radius = (float(part) for part in text.split(","))
    except ValueError:
        x = y = radius = float("nan")
    if not (abs(x) + abs(y) < float("inf") and 0 < radius < float("inf")):
        raise typer.BadParameter(f"'{text}' is no circle; write x, y and a radius in metres, such as 120,-40,50")
    return Circle(x, y, radius)
