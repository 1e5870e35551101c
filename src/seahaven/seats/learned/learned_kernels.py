"""Compiled: what vehicles with learned drivers sense, earn, decide and do, all of them in one call per date."""

from __future__ import annotations

from math import cos, isfinite, sin
from typing import Any

import numpy as np

from seahaven.classifiers.colony_kernels import action_for, pay_agent
from seahaven.geometry.compiled import (
    bytes_at,
    floats_at,
    inlined,
    integers_at,
    longs_at,
    shorts_at,
    singles_at,
)
from seahaven.geometry.entry_kernels import compiled_entry, taken

SORTS = {"float64": 0, "float32": 1, "int64": 2, "int32": 3, "int16": 4, "int8": 5, "bool": 5}
"""How compiled code reads columns, by their types."""
COLUMN, TIME_GAP, TIME_TO_COLLISION, BRAKING_NEEDED = range(4)
"""As in `quantity.py`."""
IS, LESS, AT_MOST, MORE, AT_LEAST, EQUAL = range(6)
KEEP, LEFT, RIGHT, OTHER = range(4)
DECISIONS, SECONDS, METRES, COLLISIONS, HITS, PEOPLE, RIGHTMOST, CHANGES, REWARDS = range(9)
STILL, CLOSING = 0.1, 0.01
"""m/s: below the one a time gap, below the other a time to collision is null."""
NEAREST = 0.1
"""m: gaps are not taken to be smaller where something is divided by them."""
BRAKES = -0.5
"""m/s²: brake lights are on below this."""
ASIDE = 0.2
"""m/s: a vehicle that moves faster than this across its lane has run into what it touches beside it."""
ONE = np.uint64(1)


@inlined
def cell(sources: Any, k: int, row: int) -> tuple[float, bool]:
    """What a column holds in a row, and whether that is null."""
    address, mask, sort = sources[k, 0], sources[k, 1], sources[k, 2]
    if mask != 0 and bytes_at(mask)[row] != 0:
        return 0.0, True
    if sort == 0:
        return float(floats_at(address)[row]), False
    if sort == 1:
        return float(singles_at(address)[row]), False
    if sort == 2:
        return float(longs_at(address)[row]), False
    if sort == 3:
        return float(integers_at(address)[row]), False
    if sort == 4:
        return float(shorts_at(address)[row]), False
    return float(bytes_at(address)[row]), False


@inlined
def quantity(sources: Any, quantities: Any, q: int, row: int) -> tuple[float, bool]:
    """A quantity of a row, and whether it is null."""
    sort = quantities[q, 0]
    value, is_null = cell(sources, quantities[q, 1], row)
    if is_null or sort == COLUMN:
        return value, is_null
    other, is_null = cell(sources, quantities[q, 2], row)
    if is_null:
        return 0.0, True
    if sort == TIME_GAP:
        return value / max(other, STILL), other < STILL
    if other < CLOSING:
        return 0.0, True
    if sort == TIME_TO_COLLISION:
        return value / other, False
    return other * other / (2.0 * max(value, NEAREST)), False


@inlined
def holds(tables: Any, first: int, last: int, row: int) -> bool:
    """Whether some terms all hold in a row."""
    sources, quantities, terms, limits = tables
    for t in range(first, last):
        value, is_null = quantity(sources, quantities, terms[t, 0], row)
        relation, limit = terms[t, 1], limits[t]
        is_so = False
        if not is_null:
            is_so = (
                (relation == IS and value != 0.0)
                or (relation == LESS and value < limit)
                or (relation == AT_MOST and value <= limit)
                or (relation == MORE and value > limit)
                or (relation == AT_LEAST and value >= limit)
                or (relation == EQUAL and value == limit)
            )
        if is_so == (terms[t, 2] != 0):
            return False
    return True


@inlined
def row_of(ids: Any, count: int, entity: int) -> int:
    """The row of an entity; -1 if it is gone."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if ids[middle] < entity:
            low = middle + 1
        else:
            high = middle
    return low if low < count and ids[low] == entity else -1


@inlined
def has_hit(seen: Any, row: int, other: int) -> bool:
    """Whether of two that touch the first has run into the other: that is ahead, or it moves across its lane."""
    if other < 0:
        return True
    dx, dy = seen.x[other] - seen.x[row], seen.y[other] - seen.y[row]
    ahead = dx * cos(seen.heading[row]) + dy * sin(seen.heading[row])
    return bool(ahead > 0.25 * (seen.length[row] + seen.length[other]) or abs(seen.drift[row]) > ASIDE)


@inlined
def note_events(seen: Any, kept: Any, tallies: Any, n: int, row: int, dt: float) -> None:
    """Note whom a vehicle has begun to touch, whether it has come onto another lane, and how far it has driven."""
    seat = kept.seat[row]
    kept.no_lane_right[row] = not seen.right_open[row]
    tallies[seat, SECONDS] += dt
    tallies[seat, METRES] += dt * seen.speed[row]
    tallies[seat, RIGHTMOST] += dt if kept.no_lane_right[row] else 0.0
    if seen.no_contact[row]:
        kept.touching[row] = -1
    elif kept.touching[row] < 0:  # whoever touches several in a row has collided once
        kept.touching[row] = seen.contact[row]
        kept.collides[row] = True
        tallies[seat, COLLISIONS] += 1.0
        if has_hit(seen, row, row_of(seen.ids, n, seen.contact[row])):
            kept.hits[row] = True
            tallies[seat, HITS] += 1.0


@inlined
def note_people(seen: Any, kept: Any, tallies: Any, n: int, which: int, people: Any) -> None:
    """Note which vehicles have begun to touch a person."""
    tally, contact, no_contact = people
    for row in range(n):
        if seen.learned[row] == which:
            kept.met[row] = False
    for person in range(tally[0]):
        row = -1 if no_contact[person] else row_of(seen.ids, n, contact[person])
        if row >= 0 and seen.learned[row] == which:
            kept.met[row] = True
            if not kept.has_met[row]:
                kept.hits_person[row] = True
                tallies[kept.seat[row], PEOPLE] += 1.0
    for row in range(n):
        if seen.learned[row] == which:
            kept.has_met[row] = kept.met[row]


@inlined
def earn(plan: Any, tables: Any, rewards: Any, kept: Any, tallies: Any, row: int) -> None:
    """Work out what each goal earns with what has come of the last decision."""
    for goal in range(rewards.shape[1]):
        reward = 0.0
        if holds(tables, plan.goal_first[goal], plan.goal_first[goal + 1], row):
            reward = plan.reward[goal]
            if plan.of[goal] >= 0:
                value, is_null = quantity(tables[0], tables[1], plan.of[goal], row)
                reward += 0.0 if is_null else plan.times[goal] * (value - plan.less[goal])
        rewards[0, goal] = reward if isfinite(reward) else 0.0
        tallies[kept.seat[row], REWARDS + goal] += rewards[0, goal]


@inlined
def start(seen: Any, kept: Any, plan: Any, tallies: Any, row: int, effector: int) -> None:
    """Begin what an effector does; events since the last decision are over."""
    kept.collides[row] = kept.hits[row] = kept.hits_person[row] = False
    kept.moves_left[row] = kept.moves_right[row] = False
    kept.acceleration[row], kept.honks[row] = plan.acceleration[effector], plan.horn[effector]
    lane = plan.lane[effector]
    if lane == OTHER:
        lane = RIGHT if seen.right_open[row] else LEFT
    if kept.goal[row] != seen.line[row]:
        return
    if lane == LEFT and seen.left_open[row]:
        kept.goal[row] = seen.line[row] + 1
        kept.moves_left[row] = True
        tallies[kept.seat[row], CHANGES] += 1.0
    elif lane == RIGHT and seen.right_open[row]:
        kept.goal[row] = seen.line[row] - 1
        kept.moves_right[row] = True
        tallies[kept.seat[row], CHANGES] += 1.0


@inlined
def put(seen: Any, kept: Any, cells: Any, plan: Any, row: int, dt: float) -> None:
    """Write what a vehicle wishes for and shows: its speed stays in the range of its driver."""
    ahead = kept.goal[row] - seen.line[row]
    if (ahead > 0 and not seen.left_open[row]) or (ahead < 0 and not seen.right_open[row]):
        kept.goal[row], ahead = seen.line[row], 0
    most, least = (plan.speeds[1] - seen.speed[row]) / dt, (plan.speeds[0] - seen.speed[row]) / dt
    wish = kept.acceleration[row]
    wish = min(wish, most) if wish > 0.0 else max(wish, min(least, 0.0)) if wish < 0.0 else min(wish, max(most, -1.0))
    cells.wish[row], cells.lean[row], cells.gaze[row], cells.goes[row] = wish, 0.0, 0.0, False
    cells.aim[row] = 1 if ahead > 0 else -1 if ahead < 0 else 0
    cells.turn_light[row] = 1 if ahead > 0 else 2 if ahead < 0 else 0
    cells.brake_light[row], cells.horn[row] = wish < BRAKES, kept.honks[row]


@compiled_entry
def drive_learned(hand: Any, index: int, now: int, due: int) -> int:
    """One step of all vehicles of a learned driver: note what happened, at its dates pay and decide, and act."""
    tally, which, every, flags, seen, kept, cells, plan, tables, colony, tallies, people, rewards = taken(hand)
    n, dt, (base, terms) = tally[0], (due - now) / 1e9, colony
    note_people(seen, kept, tallies, n, which, people)
    slots, bids = np.empty(base.care.shape[1], np.int64), np.empty(base.care.shape[1])
    for row in range(n):
        if seen.learned[row] != which or kept.seat[row] < 0:
            continue
        note_events(seen, kept, tallies, n, row, dt)
        if index % every == 0 or not kept.acts[row]:
            if kept.acts[row]:
                earn(plan, tables, rewards, kept, tallies, row)
                if flags[0]:
                    pay_agent(base, terms, kept.seat[row], rewards, 0)
            message = np.uint64(0)
            for sensor in range(len(plan.sensor_first) - 1):
                if holds(tables, plan.sensor_first[sensor], plan.sensor_first[sensor + 1], row):
                    message |= ONE << np.uint64(sensor)
                    plan.fired[sensor] += 1
            if message < np.uint64(len(plan.occurred)):
                plan.occurred[np.intp(message)] += 1
            effector = action_for(base, terms, kept.seat[row], message, flags[0] == 0, slots, bids)
            tallies[kept.seat[row], DECISIONS] += 1.0
            kept.acts[row] = True
            start(seen, kept, plan, tallies, row, effector)
        put(seen, kept, cells, plan, row, dt)
    return 0
