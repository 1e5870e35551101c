"""Compiled: who is on which way through a junction, who comes to which, and who is first in line."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import (
    ASIDE,
    FOLLOWING,
    GAP,
    HERE,
    INCOMING,
    INSIDE,
    LANE,
    LEFT,
    LENGTH,
    ORIGIN,
    OUT,
    OUTGOING,
    SINCE,
    STOP,
    WAY,
)
from seahaven.behaviour.junctions.crossroads import REACH as REACH_OF_LANE
from seahaven.behaviour.junctions.passages import NEVER, SLOTS
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices, Integers

REACH = 150.0
"""How far before a junction, in metres, one counts as coming to it."""
SECOND = 80.0
"""How far before the junction after the next."""
BEYOND = 1.0
"""Whoever is so far beyond the place at which it should have waited, in metres, is on its way."""
SHORT = 6.0
"""Vehicles longer than this (m) do not wait inside junctions."""
ON_LINE = 0.7
"""Nor do those who are so many metres beside the middle of their lane, lest they stand in the way of others beside."""
HOLD_WAY, HOLD_STAGE, HOLD_ENTRY, HOLD_INSIDE, TURNED_OFF = range(5)
"""The columns of `holds`: before which way one waits, whether before it (0) or inside (1), and the entry that leads
there; -1 for nowhere; whether one could wait inside; and the row of the vehicle that has turned off from a lane that
leads on for others only, with its rear still there, -1 for none."""
BESIDE = 2
"""The stage of whoever still has to come over to the lane from which the way begins."""
AT_HOLD, ALONG, TO_REAR = range(3)
"""The columns of `spots`: metres from the front to where one waits, how far along that way the front is, and how far
ahead the rear is of the vehicle that has turned off."""
JUTTING = 3.0
"""Metres beyond the end of a lane within which the rear of a vehicle that turns off is in the way of those whose route
ends there, since their fronts jut out by half their length."""
SIGHT, SHORT_LANES = 100.0, 6
"""So many metres before the end of its way, and over so many lanes, a driver sees a vehicle that has turned off there.
"""
ROW, ON_WAY = range(2)
"""The columns of `comers`."""
HAS_LOOKED = 1
"""The lowest bit of `asked`, and of dates it lacks: who had to look for a gap between those who go first, and found
one, goes before those who set out in the same step without having to look."""


@inlined
def position(
    entries: Indices, distances: Floats, ways: Floats, links: Indices, way: int, entry: int, lane: int, s: float,
    half: float,
) -> float:  # fmt: skip
    """How far along a way the front of a vehicle is, from where its centre is; infinite if that does not tell."""
    if entries[entry, HERE] == way:
        return float(distances[entry, SINCE] + s + half)
    if lane == links[way, OUTGOING]:
        return float(ways[way, LENGTH] + s + half)
    start = s + half
    for _ in range(SLOTS):
        if entries[entry, WAY] < 0:
            break
        start -= distances[entry, GAP]
        if entries[entry, WAY] == way:
            return float(start)
        entry = int(entries[entry, OUT])
        if entry < 0:
            break
    return inf


@inlined
def go_on(
    i: Any, entries: Indices, distances: Floats, ways: Floats, links: Indices, entry: int, lane: int, s: float,
    length: float, moved: float, own: Indices, dates: Any, fronts: Floats,
) -> None:  # fmt: skip
    """Follow a vehicle along its ways, and let go of those that it has left, or will not come to."""
    kept = 0
    for k in range(SLOTS):
        way = int(own[i, k])
        if way < 0:
            break
        front = position(entries, distances, ways, links, way, entry, lane, s, 0.5 * length)
        if front == inf:
            front = fronts[i, k] + moved if fronts[i, k] > 0.0 else inf
        if front - length > ways[way, LEFT]:
            continue
        own[i, kept], fronts[i, kept] = way, front
        dates[i, 2 * kept], dates[i, 2 * kept + 1] = dates[i, 2 * k], dates[i, 2 * k + 1]
        kept += 1
    for k in range(kept, SLOTS):
        own[i, k] = -1


@inlined
def count_of(i: Any, own: Indices) -> int:
    """On how many ways a vehicle is."""
    count = 0
    for k in range(SLOTS):
        count += own[i, k] >= 0
    return count


@inlined
def has(i: Any, own: Indices, way: int) -> bool:
    """Whether a way is a vehicle's."""
    found = False
    for k in range(SLOTS):
        found |= own[i, k] == way
    return found


@inlined
def next_way(i: Any, entries: Indices, distances: Floats, own: Indices, entry: int, s: float) -> tuple[int, int, float]:
    """The entry before the first way ahead that is not a vehicle's own, the way, and how far its centre is from it."""
    start = -s
    for _ in range(SLOTS + 1):
        way = int(entries[entry, WAY])
        if way < 0 or not has(i, own, way):
            return entry, way, start + distances[entry, GAP]
        start += distances[entry, GAP]
        entry = int(entries[entry, OUT])
        if entry < 0:
            break
    return -1, -1, inf


@inlined
def take(i: Any, own: Indices, dates: Any, fronts: Floats, way: int, front: float, near: int, far: int) -> None:
    """Make a way a vehicle's own; of too many the oldest is forgotten."""
    k = count_of(i, own)
    if k == SLOTS:
        for j in range(SLOTS - 1):
            own[i, j], fronts[i, j] = own[i, j + 1], fronts[i, j + 1]
            dates[i, 2 * j], dates[i, 2 * j + 1] = dates[i, 2 * j + 2], dates[i, 2 * j + 3]
        k = SLOTS - 1
    own[i, k], fronts[i, k], dates[i, 2 * k], dates[i, 2 * k + 1] = way, front, near, far


@inlined
def give_up(i: Any, links: Indices, own: Indices, dates: Any, fronts: Floats, way: int) -> None:
    """Let go of the ways from the same arm as another one, which somebody takes instead."""
    kept = 0
    for k in range(SLOTS):
        if own[i, k] < 0 or (links[way, ORIGIN] >= 0 and links[own[i, k], ORIGIN] == links[way, ORIGIN]):
            continue
        own[i, kept], fronts[i, kept] = own[i, k], fronts[i, k]
        dates[i, 2 * kept], dates[i, 2 * kept + 1] = dates[i, 2 * k], dates[i, 2 * k + 1]
        kept += 1
    for k in range(kept, SLOTS):
        own[i, k] = -1


@inlined
def attend(
    row: int, now: int, moved: float, entries: Indices, distances: Floats, ways: Floats, links: Indices, entry: int,
    lane: int, s: float, offset: float, length: float, goes: bool, own: Indices, dates: Any, fronts: Floats,
    asked: Integers, holds: Indices, spots: Floats,
) -> None:  # fmt: skip
    """Follow a vehicle along its ways, grant what its driver has set out to do, and note where it may have to wait."""
    i, half, date = np.uintp(row), 0.5 * length, 2 * now + HAS_LOOKED
    if own[i, 0] >= 0:
        go_on(i, entries, distances, ways, links, entry, lane, s, length, moved, own, dates, fronts)
    can_wait = length <= SHORT and abs(offset) < ON_LINE
    holds[i, HOLD_WAY], holds[i, HOLD_INSIDE] = -1, 1 if can_wait else 0
    here = int(entries[entry, HERE])
    if here >= 0 and not has(i, own, here):
        give_up(i, links, own, dates, fronts, here)
        take(i, own, dates, fronts, here, distances[entry, SINCE] + s + half, date, date)
    for _ in range(SLOTS):
        last = count_of(i, own) - 1
        if last >= 0 and dates[i, 2 * last + 1] == NEVER:
            way, stage, at, along = int(own[i, last]), 1, entry, fronts[i, last]
            to_go = ways[way, INSIDE] - along
        else:
            at, way, far = next_way(i, entries, distances, own, entry, s)
            if way < 0 and entries[entry, ASIDE] >= 0:
                way, far = int(entries[entry, ASIDE]), distances[entry, GAP] - s
                if far - half < REACH:
                    holds[i, HOLD_WAY], holds[i, HOLD_STAGE], holds[i, HOLD_ENTRY] = way, BESIDE, entry
                    spots[i, AT_HOLD], spots[i, ALONG] = ways[way, STOP] + far - half, half - far
                return
            if way < 0 or far - half > REACH:
                return
            if here < 0 and own[i, 0] >= 0:
                give_up(i, links, own, dates, fronts, way)
            stage, along = 0, half - far
            to_go = ways[way, STOP] - along
        key = 2 * way + stage
        sets_out = goes and asked[i] >> 1 == key
        if not (sets_out or to_go < -BEYOND):
            holds[i, HOLD_WAY], holds[i, HOLD_STAGE], holds[i, HOLD_ENTRY] = way, stage, at
            spots[i, AT_HOLD], spots[i, ALONG] = to_go, along
            return
        its_date = date - (asked[i] & HAS_LOOKED) if sets_out else date
        if stage == 1:
            dates[i, 2 * last + 1] = its_date
        else:
            waits_inside = can_wait and ways[way, INSIDE] == ways[way, INSIDE]
            take(i, own, dates, fronts, way, along, its_date, NEVER if waits_inside else its_date)


@inlined
def enlist(
    row: int, entries: Indices, distances: Floats, own: Indices, dates: Any, fronts: Floats, holds: Indices,
    spots: Floats, entry: int, s: float, half: float, comers: Indices, places: Floats, grants: Any, count: int,
) -> int:  # fmt: skip
    """List a vehicle with the ways that it is on or comes to; how many are listed then."""
    i = np.uintp(row)
    for k in range(SLOTS):
        if own[i, k] >= 0:
            comers[count, ROW], comers[count, ON_WAY], places[count] = row, own[i, k], fronts[i, k]
            grants[count, 0], grants[count, 1] = dates[i, 2 * k], dates[i, 2 * k + 1]
            count += 1
    if holds[i, HOLD_WAY] < 0 or holds[i, HOLD_STAGE] == BESIDE:
        return count
    at, far = int(holds[i, HOLD_ENTRY]), 0.0
    if holds[i, HOLD_STAGE] == 1:
        at, way, far = next_way(i, entries, distances, own, entry, s)
        far -= half
    else:
        way, far = int(holds[i, HOLD_WAY]), -spots[i, ALONG]
    for k in range(2):
        if way < 0 or far > (REACH if k == 0 else SECOND):
            break
        comers[count, ROW], comers[count, ON_WAY], places[count] = row, way, -far
        grants[count, 0], grants[count, 1] = NEVER, NEVER
        count += 1
        at = int(entries[at, OUT])
        if at < 0:
            break
        way, far = int(entries[at, WAY]), far + distances[at, GAP]
    return count


@inlined
def sort_comers(
    count: int, way_count: int, comers: Indices, first: Indices, order: Indices
) -> None:  # fmt: skip
    """Put the list in the order of ways."""
    for way in range(way_count + 1):
        first[way] = 0
    for k in range(count):
        first[comers[k, ON_WAY] + 1] += 1
    for way in range(way_count):
        first[way + 1] += first[way]
    for k in range(count):
        way = comers[k, ON_WAY]
        order[first[way]] = k
        first[way] += 1
    for way in range(way_count, 0, -1):
        first[way] = first[way - 1]
    first[0] = 0


@inlined
def note_turning_off(
    row: int, links: Indices, length: float, own: Indices, fronts: Floats, rears: Indices, rear_spots: Floats
) -> None:
    """Note whose rear is last of the vehicles that turn off from a lane, and how far beyond its end (m)."""
    i = np.uintp(row)
    for k in range(SLOTS):
        way, rear = int(own[i, k]), fronts[i, k] - length
        if way < 0:
            break
        lane = links[way, INCOMING]
        if fronts[i, k] > 0.0 and rear < JUTTING and (rears[lane] < 0 or rear < rear_spots[lane]):
            rears[lane], rear_spots[lane] = row, rear


@inlined
def note_turned_off(
    row: int, entry: int, s: float, length: float, entries: Indices, distances: Floats, holds: Indices, spots: Floats,
    rears: Indices, rear_spots: Floats,
) -> None:  # fmt: skip
    """Note for a vehicle whose way ends soon, on this lane or one of the next, which vehicle has turned off there."""
    i = np.uintp(row)
    holds[i, TURNED_OFF] = -1
    far = distances[entry, REACH_OF_LANE] - s
    for _ in range(SHORT_LANES):
        if entries[entry, FOLLOWING] < 0 or far > SIGHT:
            break
        entry = int(entries[entry, FOLLOWING])
        far += distances[entry, REACH_OF_LANE]
    last = int(entries[entry, LANE])
    if entries[entry, FOLLOWING] < 0 and far < SIGHT and rears[last] >= 0 and rears[last] != row:
        holds[i, TURNED_OFF] = rears[last]
        spots[i, TO_REAR] = far + rear_spots[last] - 0.5 * length


@inlined
def note_first(row: int, links: Indices, holds: Indices, spots: Floats, heads: Indices, head_spots: Floats) -> None:
    """Note who is the first one before each lane's junction."""
    i = np.uintp(row)
    if holds[i, HOLD_WAY] < 0 or holds[i, HOLD_STAGE] != 0:
        return
    lane, far = links[holds[i, HOLD_WAY], INCOMING], -spots[i, ALONG]
    if heads[lane] < 0 or far < head_spots[lane]:
        heads[lane], head_spots[lane] = row, far
