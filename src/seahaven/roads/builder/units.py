"""Speeds, distances and angles in the units that road builders think in, turned into metres, seconds and radians."""

from __future__ import annotations

from math import radians


def kmh(speed: float) -> float:
    """Kilometres per hour in m/s."""
    return speed / 3.6


def mph(speed: float) -> float:
    """Miles per hour in m/s."""
    return speed * 0.44704


def miles(distance: float) -> float:
    """Miles in metres."""
    return distance * 1609.344


def feet(distance: float) -> float:
    """Feet in metres."""
    return distance * 0.3048


def degrees(angle: float) -> float:
    """Degrees in radians."""
    return radians(angle)
