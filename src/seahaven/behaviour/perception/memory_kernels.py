"""Compiled: what is remembered of newcomers."""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.perception.order_kernels import BRAKES, LIT
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled


@compiled
def remember_newcomers(
    new: Any, gloom: float, speed: Floats, acceleration: Floats, light: Any, brakes: Any, headlamps: Any,
    caution: Floats, speeds: Any, accelerations: Any, lamps: Any,
) -> None:  # fmt: skip
    """Fill in the rows `new`: newcomers have always done what they do now.

    Drivers that light up at this gloom (see `lights_up`) have had their headlamps on.
    """
    for row in new:
        is_lit = headlamps[row] > 0 or gloom * (0.5 + 0.5 * caution[row]) > 1.0
        shown = light[row] + (BRAKES if brakes[row] else 0) + (LIT if is_lit else 0)
        for slot in range(speeds.shape[1]):
            speeds[row, slot], accelerations[row, slot], lamps[row, slot] = speed[row], acceleration[row], shown
