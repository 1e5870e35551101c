"""Compiled: everybody on some lanes as they will be in a moment, and who of them is near a place."""

from __future__ import annotations

from math import floor, inf, sqrt
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.roads.lanemap.query_kernels import find_stretch
from seahaven.roads.lanemap.strips import Integers, Lookup

LENGTH, HEADWAY, STANDSTILL, LIVELINESS, COMFORT, REACTION, SPEED_FACTOR, TOP_SPEED, CAUTION = range(9)
"""The columns of `traits`: the length, and what wanted gaps depend on; of newcomers also what their speed does."""
SPOT_S, SPOT_LENGTH, SPOT_LIMIT, SPOT_LINE, SPOT_LANE = range(5)
"""The columns of `spots`: see `Spot`."""
WALKER = 0.5
"""Metres from the middle of somebody on foot that are its own."""
NOTICING = 1.5
"""Seconds that a newcomer needs to see what is at the first junction and to brake for it."""
SLOWEST = 3.0
"""Speed (m/s) with which one may come in anywhere."""
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


@compiled
def line_up_first(rows: int, roads: Any, columns: Any, room: Any, dt: float) -> int:
    """`line_up` of the first rows of these columns."""
    t, left, right, along, watched = roads
    lane, s, offset, speed, acceleration, width, aim, length, headway, standstill, liveliness, comfort, reaction = (
        columns
    )
    lanes, places, speeds, traits = room
    return line_up(
        t, left, right, along, watched, lane[:rows], s[:rows], offset[:rows], speed[:rows], acceleration[:rows],
        width[:rows], aim[:rows], length[:rows], headway[:rows], standstill[:rows], liveliness[:rows], comfort[:rows],
        reaction[:rows], dt, lanes, places, speeds, traits,
    )  # fmt: skip


@compiled_entry
def line_up_rows(hand: Any, _index: int, now: int, due: int) -> int:
    """Line up all rows of a table as they will be at `due`; gives how many are listed."""
    tally, roads, columns, room = taken(hand)
    return line_up_first(tally[0], roads, columns, room, (due - now) / 1e9)


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


@inlined
def largest(braking: float, time: float, free: float, leader: float, share: float) -> float:
    """The largest speed that a gap allows: see `Manners.fitting_speed`."""
    slow = free / time
    if slow <= leader:
        return slow
    half = 0.5 * (time * braking - share * leader)
    return float(sqrt(half * half + free * braking + (1.0 - share) * leader * leader) - half)


@inlined
def fitting_speed(
    own: Floats, gap: float, leader: float, hard: float, caution: float, margin: float, dt: float
) -> float:  # fmt: skip
    """The highest speed at which a gap is as wide as a newcomer wants: see `Manners.fitting_speed`."""
    twice_the_root = 2.0 * sqrt(own[LIVELINESS] * own[COMFORT])
    liked = largest(twice_the_root, own[HEADWAY] * caution, gap - own[STANDSTILL], leader, 1.0)
    safe = largest(2.0 * hard, own[REACTION] + dt, gap - margin, leader, 0.0)
    return float(min(liked, safe))


@inlined
def stoppable(own: Floats, line: float, position: float) -> float:
    """The speed from which a newcomer can stop in comfort before the first junction, once it has seen what is there."""
    room = max(line - position - own[LENGTH], 0.0)
    late = NOTICING * own[COMFORT]
    return float(max(sqrt(late * late + 2.0 * own[COMFORT] * room) - late, SLOWEST))


@inlined
def free_of_people(
    walker_lanes: Integers, walker_places: Floats, reach: Integers, offsets: Floats, s: float, length: float,
    margin: float,
) -> float:  # fmt: skip
    """The metres from the front of a vehicle whose centre is at s to the first one on foot; infinite for none."""
    nearest = inf
    for k in range(len(walker_lanes)):
        at = np.searchsorted(reach, walker_lanes[k])
        if at < len(reach) and reach[at] == walker_lanes[k]:
            away = walker_places[k] + offsets[at] - s
            if away > -0.5 * length - margin:
                nearest = min(nearest, away)
    return nearest - 0.5 * length - WALKER


@inlined
def count_on(lanes: Integers, on: Integers, count: int, lane: int) -> int:
    """How many there are on a lane."""
    found = 0
    at = np.searchsorted(lanes, lane)
    while at < len(lanes) and lanes[at] == lane:
        found, at = found + 1, at + 1
    for k in range(len(lanes), count):
        found += on[k] == lane
    return found


@compiled
def find_room(
    lanes: Integers, order: Integers, on: Integers, count: int, places: Floats, speeds: Floats, traits: Floats,
    spots: Floats, is_free: Any, firsts: Integers, reach: Integers, offsets: Floats, walker_lanes: Integers,
    walker_places: Floats, own: Floats, position: float, given: float, factor: float, kept: float, on_time: float,
    hard: float, caution: float, margin: float, dt: float,
) -> tuple[int, float, float]:  # fmt: skip
    """The spot at which a newcomer gets on best, where on its lane and how fast it enters there; -1 if at none.

    Of equal ones it is the one with fewer vehicles on its lane, and then the first. `given` is the speed that the
    newcomer wants, negative if it is `factor` times the limit. `kept` is the share of this that it keeps in this
    weather. The reach of spot k ahead begins at firsts[2 k], and that behind ends before firsts[2 k + 2]. Whoever finds
    room counts from now on for others.
    """
    best, best_s, best_speed, best_count, length = -1, 0.0, -1.0, 0, own[LENGTH]
    for k in range(len(spots)):
        if not is_free[k]:
            continue
        spot = spots[k]
        ahead, behind, end = firsts[2 * k], firsts[2 * k + 1], firsts[2 * k + 2]
        wished = given
        if given < 0.0:
            wished = kept * min(factor * spot[SPOT_LIMIT], own[TOP_SPEED])
            wished = min(wished, stoppable(own, spot[SPOT_LINE], position))
        s = spot[SPOT_S] + position + 0.5 * length + wished * on_time
        s = min(min(s, spot[SPOT_LENGTH]), max(spot[SPOT_S] + spot[SPOT_LINE] - 0.5 * length, 0.0))
        gap, leader = find_ahead(
            lanes, order, on, count, places, speeds, traits, reach[ahead:behind], offsets[ahead:behind], s, length
        )
        speed = min(wished, fitting_speed(own, gap, leader, hard, caution, margin, dt))
        # Slower than the one ahead would do for itself, but not for those who come after.
        least = min(wished, leader) if given < 0.0 else wished
        free = free_of_people(
            walker_lanes, walker_places, reach[ahead:behind], offsets[ahead:behind], s, length, margin
        )
        if free < inf and fitting_speed(own, free, 0.0, hard, caution, margin, dt) < speed:
            continue
        if speed < least or speed < 0.0 or not has_room_behind(
            lanes, order, on, count, places, speeds, traits, reach[behind:end], offsets[behind:end], s, length, speed,
            hard, caution, margin, dt,
        ):  # fmt: skip
            continue
        others = count_on(lanes, on, count, int(spot[SPOT_LANE]))
        if best < 0 or floor(speed) > floor(best_speed) or (floor(speed) == floor(best_speed) and others < best_count):
            best, best_s, best_speed, best_count = k, s, speed, others
    if best >= 0:
        on[count], places[count], speeds[count] = int(spots[best, SPOT_LANE]), best_s, best_speed
        for k in range(traits.shape[1]):
            traits[count, k] = own[k]
    return best, best_s, best_speed
