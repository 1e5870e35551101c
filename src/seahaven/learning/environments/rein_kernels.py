"""Compiled: what the vehicles of agents do at each date, by the orders that their agents last gave."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.world.signal import LightState

BY_SPEED, VALUE, LINE = range(3)
"""The columns of a table of orders: whether the value is a speed to reach (1) or an acceleration (0), the value, and
which line to be on, counted as the column `line` of vehicles counts."""
GAIN = 1.0 / 0.6
"""1/s. Acceleration wished for each m/s that lacks to the speed ordered: two thirds of it are made up in 0.6 s."""
HARDEST, BRISKEST = -8.0, 4.0
"""m/s². The bounds of what is wished for to reach a speed: an emergency stop, and what the tyres of a car put down."""
PASSED = 1.0
"""m, by which a waiting line is further away than at the date before once another one counts, or none."""
RED, RED_AMBER = int(LightState.RED), int(LightState.RED_AMBER)
LIT = -0.5
"""m/s². Brake lights are on below this wish, as they are of other drivers."""


@compiled_entry
def rein_in(hand: Any, _index: int, _now: int, _due: int) -> int:
    """Write what each agent's vehicle wishes for, and note which touch another one or pass a line at red."""
    tally, ids, seen, ahead, agents, orders, marks, wishes, shown = taken(hand)
    speed, line, turn, untouched = seen
    hold, no_hold, light = ahead
    crashed, ran_red, line_ahead, was_red = marks
    wish, aim, lean = wishes
    turn_light, brake_light, goes = shown
    count = tally[0]
    for k in range(len(agents)):
        row = np.searchsorted(ids[:count], agents[k])
        if row == count or ids[row] != agents[k]:
            continue
        value = orders[k, VALUE]
        if orders[k, BY_SPEED] != 0.0:
            value = min(max(GAIN * (value - speed[row]), HARDEST), BRISKEST)
        lanes = np.int64(orders[k, LINE]) - line[row]
        side = 1 if lanes > 0 else -1 if lanes < 0 else 0
        lamp = side if side != 0 else turn[row]
        wish[row], aim[row], lean[row] = value, side, 0.0
        turn_light[row] = 1 if lamp > 0 else 2 if lamp < 0 else 0
        brake_light[row], goes[row] = value < LIT, False
        if not untouched[row]:
            crashed[k] = True
        now = np.inf if no_hold[row] else hold[row]
        if was_red[k] and now > line_ahead[k] + PASSED:
            ran_red[k] = True
        line_ahead[k], was_red[k] = now, now < np.inf and (light[row] == RED or light[row] == RED_AMBER)
    return 0
