"""Compiled: one step of all machines that are bound to a family."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.hcsm.compiler.crowd_kernels import step_crowd
from seahaven.world.output_kernels import put_out

SENT = 1
"""What a step ends with in which some machine sent a message."""


@compiled_entry
def step_machines(hand: Any, index: int, now: int, due: int) -> int:
    """Execute all machines once, and put out what they say."""
    tally, stepping, seconds, period, outputs, rows = taken(hand)
    count = tally[0]
    seconds[:count] = now / 1e9
    period[:count] = (due - now) / 1e9
    sent = step_crowd(stepping, count, index)
    put_out(outputs, rows[:count])
    return SENT if sent else 0
