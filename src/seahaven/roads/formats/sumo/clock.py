"""Times of SUMO's files: seconds, or hours:minutes:seconds."""

from __future__ import annotations

from math import isfinite

from seahaven.files import Element

__all__ = ["read_time"]

_UNITS = (1, 60, 3600, 86400)


def read_time(element: Element, name: str, default: float | None = None) -> float:
    """An attribute as a time in seconds, written as such or as hours:minutes:seconds, with days before it or not."""
    if default is not None and name not in element.attributes:
        return default
    parts = element.word(name).split(":")
    if len(parts) == 1:
        return element.number(name, least=0.0)
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 4) or not all(isfinite(number) and number >= 0.0 for number in numbers):
        element.refuse(f"<{element.tag}> has {name} '{element.word(name)}'; expected seconds, or hours:minutes:seconds")
    return float(sum(number * unit for number, unit in zip(reversed(numbers), _UNITS, strict=False)))
