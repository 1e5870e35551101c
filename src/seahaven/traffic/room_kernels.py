"""Compiled: everybody on some lanes as they will be in a moment, and who of them is near a place."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.query_kernels import find_stretch
from seahaven.roads.lanemap.strips import Integers, Lookup

LENGTH, HEADWAY, STANDSTILL, LIVELINESS, COMFORT, REACTION = range(6)
"""The columns of `traits`: the length, and what wanted gaps depend on."""
WITHIN = 1.0
"""Metres from the middle of its lane within which nobody reaches over a border."""


@compiled
def line_up(
    t: Lookup, left: Any, right: Any, along: Any, watched: Any, lane: Any, s: Floats, offset: Floats, speed: Floats,
    acceleration: Floats, width: Floats, aim: Any, length: Floats, headway: Floats, standstill: Floats,
    liveliness: Floats, comfort: Floats, reaction: Floats, dt: float, lanes: Integers, places: Floats, speeds: Floats,
    traits: Floats,
) -> int:  # fmt: skip
    """List everybody on watched lanes: the lane, where on it and how fast it will be, its length and what it asks for.

    Whoever is changing lanes, or reaches over a border, is listed on the other lane as well. Gives how many.
    """
    count = 0
    for row in range(len(lane)):
        here = lane[row]
        if here < 0 or not watched[here]:
            continue
        later = max(0.0, speed[row] + acceleration[row] * dt)
        moved = 0.5 * (speed[row] + later) * dt
        lanes[count], places[count], speeds[count] = here, s[row] + moved, later
        own = traits[count]
        own[LENGTH], own[HEADWAY], own[STANDSTILL] = length[row], headway[row], standstill[row]
        own[LIVELINESS], own[COMFORT], own[REACTION] = liveliness[row], comfort[row], reaction[row]
        count += 1
        reach, side = abs(offset[row]) + 0.5 * width[row], int(aim[row])
        if reach <= WITHIN and side == 0:
            continue
        at = int(find_stretch(t.s, t.first, t.bucket_first, t.bucket_row, t.bucket_scale, np.uintp(here), s[row]))
        span = t.plan[at, 11]
        share = min(max((s[row] - t.plan[at, 10]) / (span if span > 0.0 else 1.0), 0.0), 1.0)
        if side == 0 and reach > t.plan[at, 8] + share * t.plan[at, 9]:
            side = 1 if offset[row] > 0.0 else -1
        other = left[here] if side > 0 else right[here]
        if side != 0 and other >= 0:
            if along[other] != along[here]:
                at, share = t.first[other + 1] - 2 - (at - t.first[here]), 1.0 - share
            else:
                at += t.first[other] - t.first[here]
            lanes[count], speeds[count] = other, later
            places[count] = t.plan[at, 10] + share * t.plan[at, 11] + moved
            traits[count] = traits[count - 1]
            count += 1
    return count


@inlined
def next_on(lanes: Integers, order: Integers, on: Integers, count: int, lane: int, at: int) -> tuple[int, int]:
    """Who is next on a lane, from a place on, and the place after it; -1 for nobody.

    `lanes` are sorted, and `order` says whose they are; those after them, up to `count`, have joined since.
    """
    if at < len(lanes) and lanes[at] == lane:
        return int(order[at]), at + 1
    at = max(at, len(lanes))
    while at < count and on[at] != lane:
        at += 1
    return (at, at + 1) if at < count else (-1, at)


@compiled
def find_ahead(
    lanes: Integers, order: Integers, on: Integers, count: int, places: Floats, speeds: Floats, traits: Floats,
    reach: Integers, offsets: Floats, s: float, length: float,
) -> tuple[float, float]:  # fmt: skip
    """The gap to the nearest ahead of a vehicle whose centre is at s, and how fast that goes; infinite if none."""
    gap, speed = inf, inf
    for k in range(len(reach)):
        one, at = next_on(lanes, order, on, count, reach[k], np.searchsorted(lanes, reach[k]))
        while one >= 0:
            away = places[one] + offsets[k] - s
            free = away - 0.5 * (traits[one, LENGTH] + length)
            if away >= 0.0 and free < gap:
                gap, speed = free, speeds[one]
            one, at = next_on(lanes, order, on, count, reach[k], at)
    return gap, speed


@inlined
def wanted_gap(
    own: Floats, speed: float, leader: float, hard: float, caution: float, margin: float, dt: float
) -> float:  # fmt: skip
    """The gap that one with these traits wants at a speed behind a leader with another: see `Manners.wanted_gap`."""
    braking = max(speed * (speed - leader), 0.0) / (2.0 * sqrt(own[LIVELINESS] * own[COMFORT]))
    liked = own[STANDSTILL] + own[HEADWAY] * caution * speed + braking
    stopping = max(speed * speed - leader * leader, 0.0) / (2.0 * hard)
    return float(max(liked, margin + (own[REACTION] + dt) * speed + stopping))


@compiled
def has_room_behind(
    lanes: Integers, order: Integers, on: Integers, count: int, places: Floats, speeds: Floats, traits: Floats,
    reach: Integers, offsets: Floats, s: float, length: float, speed: float, hard: float, caution: float, margin: float,
    dt: float,
) -> bool:  # fmt: skip
    """Whether all behind a vehicle whose centre is at s would have the gap that they want to it."""
    for k in range(len(reach)):
        one, at = next_on(lanes, order, on, count, reach[k], np.searchsorted(lanes, reach[k]))
        while one >= 0:
            away = places[one] + offsets[k] - s
            gap = -away - 0.5 * (traits[one, LENGTH] + length)
            if away < 0.0 and not gap >= wanted_gap(traits[one], speeds[one], speed, hard, caution, margin, dt):
                return False
            one, at = next_on(lanes, order, on, count, reach[k], at)
    return True
