"""Compiled: what is remembered of newcomers, and what the weather of now is to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import FURTHEST
from seahaven.behaviour.perception.order_kernels import BRAKES, LIT
from seahaven.behaviour.weather import RESPONSE
from seahaven.geometry.compiled import compiled

SLOWEST = RESPONSE.slowest


@compiled
def welcome(
    n: int, per_second: float, weather: Any, is_new: Any, seen: Any, remembered: Any, filled: Any
) -> bool:  # fmt: skip
    """Fill in the rows of newcomers among so many vehicles; False, and nothing is, if one reacts later than is kept.

    They have always done what they do now, and drivers that light up at this gloom have had their headlamps on. What
    the weather does to each is filled in as `own_pace` and `lights_up` have it.
    """
    visibility, pace, gloom = weather
    speed, acceleration, light, brakes, headlamps, caution, reaction = seen
    speeds, accelerations, lamps = remembered
    view, own_pace, gloomy = filled
    slots = speeds.shape[1]
    for row in range(n):
        if is_new[row] and int(reaction[row] * per_second + 0.5) >= slots:
            return False
    for row in range(n):
        if is_new[row]:
            is_gloomy = gloom * (0.5 + 0.5 * caution[row]) > 1.0
            is_lit = headlamps[row] > 0 or is_gloomy
            shown = light[row] + (BRAKES if brakes[row] else 0) + (LIT if is_lit else 0)
            for slot in range(slots):
                speeds[row, slot], accelerations[row, slot], lamps[row, slot] = speed[row], acceleration[row], shown
            view[row] = min(visibility, FURTHEST)
            own_pace[row] = 1.0 if pace == 1.0 else np.maximum(1.0 - caution[row] * (1.0 - pace), SLOWEST)
            gloomy[row] = is_gloomy
            is_new[row] = 0
    return True
