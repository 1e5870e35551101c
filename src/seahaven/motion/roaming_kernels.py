"""Compiled: the ground below freely driven vehicles, the lanes that they are on, and what is near them."""

from __future__ import annotations

from math import cos, hypot, sin

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled
from seahaven.motion.free_columns import Ground
from seahaven.roads.lanemap import Lookup, Surroundings
from seahaven.roads.lanemap.query_kernels import match_each, place_each

ACROSS = 0.5
"""m to either side, over which the bank of a lane is taken."""
NEAR = 1.0
"""m, by which bodies have to be further apart than they can come nearer, to be left out."""


@compiled
def feel_ground(
    lookup: Lookup, lane: Integers, s: Floats, offset: Floats, grip: float, off_grip: float, off_drag: float,
    ground: Ground,
) -> None:  # fmt: skip
    """Fill in the ground below vehicles at places on lanes; those with lane -1 are on level grass."""
    count = len(lane)
    x, y, bend, grade = np.empty(count), np.empty(count), np.empty(count), np.empty(count)
    low, high, heading = np.empty(count), np.empty(count), np.empty(count)
    on = np.maximum(lane, 0)
    place_each(lookup, on, s, offset - ACROSS, x, y, low, heading, bend, grade)
    place_each(lookup, on, s, offset + ACROSS, x, y, high, heading, bend, grade)
    for i in range(count):
        if lane[i] < 0:
            ground.grip[i], ground.drag[i], ground.slope_x[i], ground.slope_y[i] = off_grip, off_drag, 0.0, 0.0
            continue
        c, d, bank = cos(heading[i]), sin(heading[i]), (high[i] - low[i]) / (2.0 * ACROSS)
        ground.grip[i], ground.drag[i] = grip, 0.0
        ground.slope_x[i], ground.slope_y[i] = grade[i] * c - bank * d, grade[i] * d + bank * c


@compiled
def locate_each(
    lookup: Lookup, around: Surroundings, kinds: int, reach: float, x: Floats, y: Floats, z: Floats, heading: Floats,
    speed: Floats, aside: Floats, lane: Integers, s: Floats, offset: Floats, drift: Floats,
) -> int:  # fmt: skip
    """Find the lanes that vehicles are on, by those that they were on; z follows the road, and stays off all lanes.

    Gives the first vehicle that is nowhere, or -1.
    """
    count = len(x)
    hint, hint_s = lane.copy(), s.copy()
    bad = match_each(lookup, around, x, y, z, heading, hint, hint_s, kinds, reach, lane, s, offset)
    if bad >= 0:
        return int(bad)
    px, py, level, lies = np.empty(count), np.empty(count), np.empty(count), np.empty(count)
    bend, grade = np.empty(count), np.empty(count)
    place_each(lookup, np.maximum(lane, 0), s, offset, px, py, level, lies, bend, grade)
    for i in range(count):
        if lane[i] < 0:
            drift[i] = 0.0
            continue
        askew = heading[i] - lies[i]
        z[i], drift[i] = level[i], speed[i] * sin(askew) + aside[i] * cos(askew)
    return -1


@compiled
def near_rows(
    x: Floats, y: Floats, z: Floats, speed: Floats, length: Floats, width: Floats, height: Floats, own: Floats,
    within: float, found: Integers,
) -> int:  # fmt: skip
    """The bodies that may meet one of some vehicles within so many seconds; how many.

    `own` has a row x, y, z, speed, length, width, height for each of these. Those that are bodies themselves are
    found, too.
    """
    count = 0
    for i in range(len(x)):
        for k in range(len(own)):
            reach = 0.5 * (hypot(length[i], width[i]) + hypot(own[k, 4], own[k, 5])) + NEAR
            reach += within * (abs(speed[i]) + abs(own[k, 3]))
            dx, dy = x[i] - own[k, 0], y[i] - own[k, 1]
            if abs(dx) > reach or abs(dy) > reach:
                continue
            if z[i] <= own[k, 2] + own[k, 6] and own[k, 2] <= z[i] + height[i] and hypot(dx, dy) <= reach:
                found[count] = i
                count += 1
                break
    return count
