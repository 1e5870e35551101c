"""The driver written by hand for Numba: one loop over rows, plain branches, a byte per region for its state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from seahaven.bench.drivers.machine import LANE_WIDTH, STEP
from seahaven.bench.drivers.traffic import Frame, staggered

__all__ = ["HandWrittenDrivers"]

CLEAR, TRACKING, BRAKING = range(3)
WAITING, LOOKING, GOING, SETTLING = range(4)


@njit(error_model="numpy", boundscheck=False)
def drive(
    speed: Any,
    gap: Any,
    is_alone: Any,
    closing: Any,
    wants_left: Any,
    left_gap: Any,
    is_free: Any,
    limit: Any,
    headway: Any,
    follow: Any,
    change: Any,
    elapsed: Any,
    progress: Any,
    acceleration: Any,
    target: Any,
    has_target: Any,
) -> None:
    """One step of all rows, the regions one after the other."""
    for row in range(len(speed)):
        v = speed[row]
        result = min(max(0.5 * (limit[row] - v), -2.0), 1.5)

        state = follow[row]
        if state == CLEAR:
            if not is_alone[row] and gap[row] < 4.0 * v:
                state = TRACKING
        elif state == TRACKING:
            if is_alone[row] or gap[row] > 6.0 * v:
                state = CLEAR
            elif closing[row] > 0.0 and gap[row] < 2.5 * closing[row]:
                state = BRAKING
        elif is_alone[row] or closing[row] <= 0.0 or gap[row] > 3.5 * closing[row]:
            state = TRACKING
        follow[row] = state
        if not is_alone[row]:
            if state == TRACKING:
                result = min(result, 0.4 * (gap[row] - 2.0 - headway[row] * v) - 0.9 * closing[row])
            elif state == BRAKING:
                result = min(result, -min(8.0, closing[row] * closing[row] / (2.0 * max(gap[row] - 2.0, 0.5))))
        acceleration[row] = result

        state = change[row]
        time = elapsed[row]
        if state == WAITING:
            if wants_left[row]:
                state, time = LOOKING, 0.0
        elif state == LOOKING:
            if is_free[row] or left_gap[row] > 10.0 + 0.5 * v:
                state, time = GOING, 0.0
                progress[row] = 0.0
            elif time > 1.5:
                state, time = WAITING, 0.0
        elif state == GOING:
            if time >= 2.0:
                state, time = SETTLING, 0.0
        elif time >= 1.0:
            state, time = WAITING, 0.0
        change[row] = state
        elapsed[row] = time + STEP
        if state == GOING:
            progress[row] = min(1.0, progress[row] + 0.5 * STEP)
            target[row] = LANE_WIDTH * progress[row]
            has_target[row] = True
        elif state == SETTLING:
            target[row] = LANE_WIDTH
            has_target[row] = True
        else:
            has_target[row] = False


class HandWrittenDrivers:
    """Many drivers, a row each."""

    def __init__(self, drivers: int) -> None:
        zeros = np.zeros(drivers)
        columns = (np.full(drivers, 25.0), np.full(drivers, 1.5), zeros, zeros, zeros, zeros)
        self._limit, self._headway, self._elapsed, self._progress, self.acceleration, self.target = staggered(columns)
        self._follow = np.full(drivers, CLEAR, dtype=np.int8)
        self._change = np.full(drivers, WAITING, dtype=np.int8)
        self.has_target: NDArray[np.bool_] = np.zeros(drivers, dtype=np.bool_)

    def step(self, frame: Frame) -> None:
        """One step of all of them."""
        seen, nulls = frame.columns, frame.nulls
        drive(
            *(seen["speed"], seen["gap"], nulls["gap"], seen["closing"]),
            *(seen["wants_left"], seen["left_gap"], nulls["left_gap"]),
            *(self._limit, self._headway, self._follow, self._change, self._elapsed, self._progress),
            *(self.acceleration, self.target, self.has_target),
        )
