"""Compiled: what wakes modules that sleep."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT


@compiled_entry
def watch_column(hand: Any, _index: int, _now: int, _due: int) -> int:
    """Wake the module if a column holds anything but zeros."""
    tally, column = taken(hand)
    found = 0
    for row in range(tally[0]):
        found |= column[row]
    return VISIT if found else 0
