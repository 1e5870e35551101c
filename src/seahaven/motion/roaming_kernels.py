"""Compiled: the ground below freely driven vehicles, the lanes that they are on, and what is near them."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Any

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.motion.chassis import GRAVITY
from seahaven.motion.free_columns import Ground
from seahaven.roads.lanemap import Lookup, Surroundings
from seahaven.roads.lanemap.query_kernels import EDGE, ONE, find_stretch, match_each

NEAR = 1.0
"""m, by which bodies have to be further apart than they can come nearer, to be left out."""
BESIDE = 15.0
"""m, how far beside all lanes the ground still slopes as the nearest lane does; beyond, it is level."""
ANY = -1
"""The bits of all kinds of lanes."""
KERB = 0.12
"""m, how high kerbs are: 10 to 15 cm are usual along town streets (RASt 06: 12 cm)."""
HALF, WIDENING = 8, 9
"""Columns of the plan of a stretch: half its width at its start, and by how much more at its end."""
SLOPE, ALONG_SLOPE, COURSE, TURN, GRADE, CHANGE = 2, 3, 4, 5, 8, 9
"""Columns of its course: the slope across, its heading and its grade at its start, and the change of each."""


@compiled_part
def lie(lookup: Lookup, lane: int, s: float) -> tuple[Any, float, float]:
    """The stretch of a lane at s, how far along it as a share, and by how much s lies beyond the ends of the lane."""
    j = np.uintp(lane)
    inside = min(max(s, 0.0), lookup.length[j])
    row = find_stretch(
        lookup.s, lookup.first, lookup.bucket_first, lookup.bucket_row, lookup.bucket_scale, j, inside
    )  # fmt: skip
    span = lookup.s[row + ONE] - lookup.s[row]
    return row, (inside - lookup.s[row]) / span if span > 0.0 else 0.0, s - inside


@compiled_part
def put_slope(lookup: Lookup, row: Any, f: float, ground: Ground, i: int) -> None:
    """Fill in the slope of a lane."""
    course = lookup.course
    heading, grade = course[row, COURSE] + f * course[row, TURN], course[row, GRADE] + f * course[row, CHANGE]
    bank = course[row, SLOPE] + f * course[row, ALONG_SLOPE]
    c, d = cos(heading), sin(heading)
    ground.slope_x[i], ground.slope_y[i] = grade * c - bank * d, grade * d + bank * c


@compiled
def lane_beside(
    lookup: Lookup, around: Surroundings, x: float, y: float, z: float, heading: float
) -> tuple[int, float, float]:
    """The lane of any kind at a place off the roadway, or near it; -1 for none. Also s and offset."""
    one = np.array([x, y, z, heading])
    lane, at = np.empty(1, np.int64), np.zeros(2)
    none, nowhere = np.empty(0, np.int64), np.empty(0)
    bad = match_each(
        lookup, around, one[:1], one[1:2], one[2:3], one[3:], none, nowhere, ANY, BESIDE, lane, at[:1], at[1:]
    )  # fmt: skip
    return (-1, 0.0, 0.0) if bad >= 0 else (int(lane[0]), at[0], at[1])


@compiled_part
def kind_below(
    lookup: Lookup, around: Surroundings, surfaces: Floats, lane: int, row: Any, f: float, offset: float
) -> int:
    """The row of the table of surfaces for a place at an offset from a lane: the last one where it lies beside it."""
    half = lookup.plan[row, HALF] + f * lookup.plan[row, WIDENING]
    return int(around.kind[lane]) if abs(offset) <= half + EDGE else len(surfaces) - 1


@compiled
def feel_ground(
    lookup: Lookup, around: Surroundings, surfaces: Floats, x: Floats, y: Floats, z: Floats, heading: Floats,
    lane: Integers, s: Floats, grip: float, ground: Ground,
) -> None:  # fmt: skip
    """Fill in the ground below vehicles: of their lanes on the roadway, or else of what they are on or beside."""
    for i in range(len(lane)):
        if lane[i] >= 0:
            row, f, _ = lie(lookup, lane[i], s[i])
            ground.grip[i], ground.drag[i] = grip, 0.0
            put_slope(lookup, row, f, ground, i)
            continue
        below, at, offset = lane_beside(lookup, around, x[i], y[i], z[i], heading[i])
        kind = len(surfaces) - 1
        ground.slope_x[i], ground.slope_y[i] = 0.0, 0.0
        if below >= 0:
            row, f, _ = lie(lookup, below, at)
            kind = kind_below(lookup, around, surfaces, below, row, f, offset)
            put_slope(lookup, row, f, ground, i)
        ground.grip[i], ground.drag[i] = grip * surfaces[kind, 0], surfaces[kind, 1]


@compiled_part
def level_at(lookup: Lookup, lane: int, s: float, offset: float) -> tuple[float, float]:
    """The height and the heading of a lane at a place."""
    course = lookup.course
    row, f, beyond = lie(lookup, lane, s)
    z = course[row, 0] + f * course[row, 1] + offset * (course[row, SLOPE] + f * course[row, ALONG_SLOPE])
    grade = course[row, GRADE] + f * course[row, CHANGE]
    return z + beyond * grade, course[row, COURSE] + f * course[row, TURN]


@compiled
def locate_each(
    lookup: Lookup, around: Surroundings, kinds: int, reach: float, x: Floats, y: Floats, z: Floats, heading: Floats,
    speed: Floats, aside: Floats, lane: Integers, s: Floats, offset: Floats, drift: Floats,
) -> int:  # fmt: skip
    """Find the lanes that vehicles are on, by those that they were on; z follows the road, or what lies beside it.

    Gives the first vehicle that is nowhere, or -1.
    """
    hint, hint_s = lane.copy(), s.copy()
    bad = match_each(lookup, around, x, y, z, heading, hint, hint_s, kinds, reach, lane, s, offset)
    if bad >= 0:
        return int(bad)
    for i in range(len(x)):
        drift[i] = 0.0
        if lane[i] >= 0:
            z[i], lies = level_at(lookup, lane[i], s[i], offset[i])
            askew = heading[i] - lies
            drift[i] = speed[i] * sin(askew) + aside[i] * cos(askew)
        else:
            below, at, beside = lane_beside(lookup, around, x[i], y[i], z[i], heading[i])
            if below >= 0:
                z[i] = level_at(lookup, below, at, beside)[0]
    return -1


@compiled
def is_raised(
    lookup: Lookup, around: Surroundings, surfaces: Floats, x: float, y: float, z: float, heading: float
) -> bool:
    """Whether a place off the roadway lies a kerb higher."""
    below, at, offset = lane_beside(lookup, around, x, y, z, heading)
    if below < 0:
        return False
    row, f, _ = lie(lookup, below, at)
    return bool(surfaces[kind_below(lookup, around, surfaces, below, row, f, offset), 2] != 0.0)


@compiled
def mount_kerbs(
    lookup: Lookup, around: Surroundings, surfaces: Floats, before: Floats, was: Integers, x: Floats, y: Floats,
    z: Floats, heading: Floats, lane: Integers, speed: Floats, aside: Floats,
) -> None:  # fmt: skip
    """Slow down vehicles whose middle has come up a kerb: it takes the energy that lifts them, and as much again.

    `before` has rows x, y, heading of where they were, `was` the lanes that they were on.
    """
    for i in range(len(x)):
        if lane[i] >= 0 or not is_raised(lookup, around, surfaces, x[i], y[i], z[i], heading[i]):
            continue
        if was[i] < 0 and is_raised(lookup, around, surfaces, before[i, 0], before[i, 1], z[i], before[i, 2]):
            continue
        had = speed[i] * speed[i] + aside[i] * aside[i]
        if had > 0.0:
            kept = np.sqrt(max(had - 4.0 * GRAVITY * KERB, 0.0) / had)
            speed[i] *= kept
            aside[i] *= kept


@compiled
def near_solids(boxes: Floats, longest: float, own: Floats, within: float, found: Integers) -> int:
    """The boxes, sorted by x, that some vehicles may meet within so many seconds; how many. `own` as in `near_rows`."""
    count = 0
    for k in range(len(own)):
        reach = 0.5 * hypot(own[k, 4], own[k, 5]) + NEAR + within * abs(own[k, 3])
        i = first_from(boxes, own[k, 0] - reach - longest)
        while i < len(boxes) and boxes[i, 0] <= own[k, 0] + reach + longest:
            far = reach + 0.5 * hypot(boxes[i, 3], boxes[i, 4])
            is_level = boxes[i, 5] <= own[k, 2] + own[k, 6] and own[k, 2] <= boxes[i, 6]
            if is_level and hypot(boxes[i, 0] - own[k, 0], boxes[i, 1] - own[k, 1]) <= far:
                is_known = False
                for other in range(count):
                    is_known |= found[other] == i
                if not is_known:
                    found[count] = i
                    count += 1
            i += 1
    return count


@compiled_part
def first_from(boxes: Floats, x: float) -> int:
    """The first of boxes, sorted by x, that does not lie before x."""
    low, high = 0, len(boxes)
    while low < high:
        middle = (low + high) // 2
        if boxes[middle, 0] < x:
            low = middle + 1
        else:
            high = middle
    return low


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
