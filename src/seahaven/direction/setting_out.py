"""How long somebody takes who sets out from a stand."""

from __future__ import annotations

from seahaven.direction.natural import PARKED_ACCELERATION
from seahaven.world import Table

__all__ = ["start_time"]

STEP = 0.5
"""Seconds."""
GRAVITY = 9.81
LONGEST = 240
"""Steps after which it is given up."""
BRISK = 0.75
"""The share of its engine's power that a driver asks for."""


def start_time(table: Table, row: int, metres: float) -> float:
    """In how many seconds somebody who stands will have come so far, as its limit, engine and grade let it."""
    power, drag = float(table.power[row]), float(table.drag[row])
    limit, slope = float(table.limit[row]) or 30.0, GRAVITY * float(table.grade[row])
    speed, way = 0.0, 0.0
    for k in range(LONGEST):
        if way >= metres:
            return STEP * k
        pull = min(PARKED_ACCELERATION, BRISK * power / max(speed, 1.0) - slope - drag * speed * speed)
        speed = min(max(speed + STEP * pull, 0.5), limit)
        way += STEP * speed
    return STEP * LONGEST
