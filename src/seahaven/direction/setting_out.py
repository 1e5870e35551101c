"""How somebody comes up to speed, as its engine and the grade let it, and how long it takes from a stand."""

from __future__ import annotations

from seahaven.direction.coach.natural import PARKED_ACCELERATION
from seahaven.world import Table

__all__ = ["APPROACH", "approach", "start_time"]

STEP = 0.5
"""Seconds."""
GRAVITY = 9.81
LONGEST = 240
"""Steps after which it is given up."""
BRISK = 0.75
"""The share of its engine's power that a driver asks for."""
APPROACH, SPARED, LEAST = 0.6, 0.5, 0.05
"""With which acceleration (m/s²) anybody comes up to the speed that it is to have somewhere, and with which share of
what it could where that is less; and what it can at the least."""


def start_time(table: Table, row: int, metres: float) -> float:
    """In how many seconds somebody who stands will have come so far, as its limit, engine and grade let it."""
    limit = float(table.limit[row]) or 30.0
    speed, way = 0.0, 0.0
    for k in range(LONGEST):
        if way >= metres:
            return STEP * k
        speed = min(max(speed + STEP * min(PARKED_ACCELERATION, _pull(table, row, speed)), 0.5), limit)
        way += STEP * speed
    return STEP * LONGEST


def approach(table: Table, row: int, final: float) -> float:
    """With which acceleration somebody comes up to a speed, where it is."""
    return min(APPROACH, max(SPARED * _pull(table, row, final), LEAST))


def _pull(table: Table, row: int, speed: float) -> float:
    """What its engine gives at a speed, beyond what the grade and the wind take."""
    power, drag = float(table.power[row]), float(table.drag[row])
    return BRISK * power / max(speed, 1.0) - GRAVITY * float(table.grade[row]) - drag * speed * speed
