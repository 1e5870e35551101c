"""Compiled: the legs of a route, from checkpoint to checkpoint, put together."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.roads.lanemap.strips import Integers, Truths


@compiled
def join(
    spot_first: Integers, spot_s: Floats, is_road: Truths, cost: Floats, origin: Integers, leg_first: Integers,
    leg_lanes: Integers, leg_moves: Integers,
) -> tuple[Integers, Integers, Floats, Integers, Floats, Any, Any]:  # fmt: skip
    """The cheapest way to the last checkpoint: lanes, moves, `must_s`; places and s of checkpoints; the s of both ends.

    Each leg begins on the lane, and at the place, where the one before it ends. The way of a spot, which came from
    the spot `origin` of the checkpoint before, begins with `leg_first`.
    """
    last = len(spot_first) - 2
    spots = np.empty(last + 1, np.int64)
    spots[last] = spot_first[last] + np.argmin(cost[spot_first[last] : spot_first[last + 1]])
    total = 1
    for k in range(last, 0, -1):
        spots[k - 1] = spot_first[k - 1] + origin[spots[k]]
        total += leg_first[spots[k] + 1] - leg_first[spots[k]] - 1
    lanes, moves, must_s = np.empty(total, np.int64), np.empty(total, np.int64), np.full(total, nan)
    places, at = np.empty(last, np.int64), 0
    for k in range(1, last + 1):
        low, high = leg_first[spots[k]], leg_first[spots[k] + 1]
        # The lane on which two legs meet is driven on as the later one says.
        lanes[at : at + high - low] = leg_lanes[low:high]
        moves[at : at + high - low] = leg_moves[low:high]
        at += high - low - 1
        places[k - 1] = at
        if not is_road[k]:
            must_s[at] = spot_s[spots[k]]
    return lanes, moves, must_s, places, spot_s[spots[1:]], spot_s[spots[0]], spot_s[spots[last]]
