"""Numbers as people read them."""

from __future__ import annotations

from math import isfinite
from typing import Final

__all__ = ["FAR", "quantity", "short_number"]

FAR: Final = 20.0
"""Seconds to a collision of which nobody thinks; more are told as that."""
_DIGITS: Final = {"s": 2, "m": 1, "m/s": 1, "m/s²": 1}
"""Decimals that mean something to somebody who reads a report."""


def short_number(value: float) -> str:
    """A number in three digits.

    >>> short_number(0.123456), short_number(float("inf"))
    ('0.123', '∞')
    """
    return f"{value:.3g}" if isfinite(value) else "∞" if value > 0 else "–"


def quantity(
    value: float | None, unit: str, *, most: float | None = None, sign: bool = False, digits: int | None = None
) -> str:
    """A quantity with its unit, as finely as it matters; what is more than `most` is told as that.

    >>> quantity(-0.0151, "s"), quantity(78.8417, "m", sign=True), quantity(203.0, "s", most=20.0), quantity(None, "m")
    ('−0.02 s', '+78.8 m', '> 20 s', '–')
    """
    if value is None or not isfinite(value):
        return "–"
    if most is not None and value > most:
        return f"> {most:g} {unit}".strip()
    text = f"{value:{'+' if sign else ''}.{_DIGITS.get(unit, 2) if digits is None else digits}f}"
    text = text.lstrip("+-") if not float(text) else text.replace("-", "−")
    return f"{text} {unit}".strip()
