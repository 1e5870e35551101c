"""Speeds in words, in the unit in which somebody chose them."""

from __future__ import annotations

KMH = 3.6
MPH = 3600.0 / 1609.344
_ROUND = 5.0
_NEAR = 0.1


def speed_number(speed: float) -> tuple[str, str]:
    """A speed in m/s as a sign shows it, and the unit: km/h unless only mph gives a round number.

    >>> speed_number(50 / 3.6), speed_number(24.5872)
    (('50', 'km/h'), ('55', 'mph'))
    """
    kmh, mph = speed * KMH, speed * MPH
    if not _is_round(kmh) and _is_round(mph):
        return f"{mph:.0f}", "mph"
    return f"{kmh:.0f}", "km/h"


def speed_text(speed: float) -> str:
    """A speed in m/s with its unit."""
    return " ".join(speed_number(speed))


def _is_round(value: float) -> bool:
    return abs(value - _ROUND * round(value / _ROUND)) < _NEAR
