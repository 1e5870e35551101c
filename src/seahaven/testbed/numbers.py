"""Numbers with units as files write them: `60 km/h` is 60 of `km/h`."""

from __future__ import annotations

import re
from typing import Any, Final

__all__ = ["number_in", "split_number"]

_NUMBER: Final = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*")


def split_number(value: Any) -> tuple[float, str] | None:
    """The number and the unit of a value; None where it is no number."""
    match = None if isinstance(value, bool) else _NUMBER.fullmatch(str(value))
    return (float(match[1]), match[2]) if match else None


def number_in(value: Any) -> float | None:
    """A value as a number without its unit; None where it is none."""
    split = split_number(value)
    return split[0] if split else None
