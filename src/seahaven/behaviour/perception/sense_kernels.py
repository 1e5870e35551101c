"""Compiled: what every driver knows.

Rows are gone through in blocks, and a block several times, each time for one thing: handing many arrays to a function
costs more than the work on one row. Numbers that change all the time are filled in in every step; nulls, codes and
whatever seldom changes only when it does, since columns keep what they hold.
"""

from __future__ import annotations

from math import inf, nan
from typing import Any, TypeAlias

import numpy as np

from seahaven.behaviour.perception.columns import (
    BLOCK,
    CLOSING,
    CURVATURE_AT,
    CURVE_DISTANCE_AT,
    DROP_AT,
    GAP,
    GRIP_AT,
    HAS_CHANGED,
    LAMP,
    LEADER_ACCELERATION,
    LEADER_BRAKES_AT,
    LEADER_FAR,
    LEADER_LIGHT_AT,
    LEADER_ROW,
    LEFT_DROP_AT,
    LEFT_LIGHT_AT,
    LEFT_OPEN_AT,
    LEFT_SIDE,
    LEFT_SIGNS,
    LEFT_THERE,
    LIMIT_AHEAD_AT,
    LIMIT_AT,
    LIMIT_DISTANCE_AT,
    MERGE_AT,
    NO_FRONT,
    NO_REAR,
    NULLS_AT,
    NUMBERS,
    OWN_SIGNS,
    PARTNER_DISTANCE_AT,
    PARTNER_SIDE_AT,
    PARTNER_SPEED_AT,
    PERMITS,
    REAR_CLOSING,
    REAR_GAP,
    RIGHT_DROP_AT,
    RIGHT_SIDE,
    RIGHT_THERE,
    ROUTE_END_AT,
    SHIFT_AT,
    SHUT,
    SIDE_CLOSING,
    SIDE_GAP,
    SIDE_REAR_CLOSING,
    SIDE_REAR_GAP,
    SPEED_LIMIT,
    VIEW,
)
from seahaven.behaviour.perception.desk import (
    AT_ACCELERATIONS,
    AT_ALONG,
    AT_BODIES,
    AT_BOUNDS,
    AT_CODES,
    AT_COLUMNS,
    AT_CURVES,
    AT_ENTRIES,
    AT_ENTRY,
    AT_HAS_PARTNER,
    AT_HINTS,
    AT_IDS,
    AT_LAMPS,
    AT_LANE,
    AT_LANES,
    AT_LEADER,
    AT_NO_LEADER,
    AT_NO_PARTNER,
    AT_OUTLOOK,
    AT_OWN,
    AT_PARTNER,
    AT_POINTS,
    AT_PREVIOUS,
    AT_REACHES,
    AT_S,
    AT_SIZES,
    AT_SPEED,
    AT_SPEEDS,
    AT_STRETCHES,
    AT_VIEWS,
    LANE_COUNT,
    OWN_ROWS,
    ROWS,
    SLOTS,
)
from seahaven.behaviour.perception.ground import (
    DROP,
    FOLLOWING,
    LEFT_ENTRY,
    LENGTH,
    NEXT,
    PER_LANE,
    REFUGE,
    REMAINING,
    RIGHT_ENTRY,
    SHIFT,
)
from seahaven.behaviour.perception.look_kernels import STRETCH
from seahaven.behaviour.perception.memory import OUTLOOK
from seahaven.behaviour.perception.order_kernels import BODY, HALF, SIGHT, SPEED, THEN
from seahaven.behaviour.perception.outlook_kernels import (
    BEND,
    BEND_DISTANCE,
    FROM,
    FROM_REACH,
    FROM_S,
    LIMIT_AHEAD,
    LIMIT_DISTANCE,
    LINGER,
    MERGE_DISTANCE,
    MOST_LANES,
    STALE,
    look_out,
    origin,
)
from seahaven.behaviour.perception.search_kernels import (
    MOST_BRANCHES,
    REACH,
    along_road,
    is_hidden,
    merging,
    sees_unlit,
)
from seahaven.geometry import Floats
from seahaven.geometry.compiled import (
    bring_near,
    bytes_at,
    carray,
    compiled,
    compiled_in_parallel,
    floats_at,
    inlined,
    integers_at,
    longs_at,
    prange,
    put_byte,
    put_float,
    singles_at,
)
from seahaven.roads.lanemap.strips import Indices, Integers

SHARE = 2
"""So many blocks are one round of a parallel loop."""

Index: TypeAlias = Any
"""A whole number without a sign, which saves the compiled code a test for negative ones."""
Addresses: TypeAlias = Any
SOON = 12
"""So many rows before it is their turn, what is looked up of routes is fetched from memory."""
RUN_UP = 120.0
"""Metres that somebody on a shoulder takes to come up to speed and back onto the road."""
TOWN = 20.0
"""Up to this limit (m/s), whoever is on a lane that does not follow its route may cross the line beside it."""


@inlined
def put_distance(addresses: Addresses, c: int, at: Index, value: float) -> None:
    """Put a distance into a column, at least 0; where there is none, the cell is null and 0 already."""
    if value < inf:
        put_float(addresses[c], at, value if value > 0.0 else 0.0)


@inlined
def put_null(addresses: Addresses, c: int, at: Index, is_null: int) -> None:
    """Say of a cell whether it is null."""
    put_byte(addresses[NULLS_AT + c], at, np.int8(is_null))


@inlined
def put_number(addresses: Addresses, c: int, at: Index, value: float) -> None:
    """Put a number into a column that may be null; what is not finite is null."""
    is_known = abs(value) < inf
    put_float(addresses[c], at, value if is_known else 0.0)
    put_null(addresses, c, at, not is_known)


@inlined
def ends_after(lanes: Indices, sizes: Floats, lane: int, s: float, reach: float) -> float:
    """How far it is to where no lane leads on; infinite beyond reach."""
    distance = sizes[lane, LENGTH] - s
    for _ in range(MOST_LANES):
        if distance > reach:
            break
        lane = int(lanes[lane, NEXT])
        if lane < 0:
            return float(max(distance, 0.0))
        distance += sizes[lane, LENGTH]
    return inf


@inlined
def fill_seldom(
    at: Index, r: Index, e: int, entries: Indices, reaches: Floats, views: Floats, outlook: Floats, ids: Integers,
    addresses: Addresses, leader: Integers, no_leader: Any,
) -> None:  # fmt: skip
    """Fill in what seldom changes, and what is null; but not the end of lanes that are on no route."""
    put_number(addresses, LIMIT_AT, at, views[r, SPEED_LIMIT])
    put_number(addresses, LIMIT_AHEAD_AT, at, outlook[r, LIMIT_AHEAD])
    put_number(addresses, CURVATURE_AT, at, outlook[r, BEND])
    put_number(addresses, LIMIT_DISTANCE_AT, at, outlook[r, LIMIT_DISTANCE])
    put_number(addresses, CURVE_DISTANCE_AT, at, outlook[r, BEND_DISTANCE])
    put_number(addresses, MERGE_AT, at, outlook[r, MERGE_DISTANCE])
    row = int(views[r, LEADER_ROW])
    leader[at], no_leader[at] = ids[row] if row >= 0 else 0, row < 0
    signs = int(views[r, OWN_SIGNS])
    lamp = signs // LAMP
    for c in (GAP, CLOSING, LEADER_ACCELERATION):
        put_null(addresses, c, at, signs & NO_FRONT)
    for c in (REAR_GAP, REAR_CLOSING):
        put_null(addresses, c, at, (signs & NO_REAR) >> 1)
    put_byte(addresses[LEADER_BRAKES_AT], at, np.int8((lamp >> 2) & 1))
    put_byte(addresses[LEADER_LIGHT_AT], at, np.int8(lamp & 3))
    permits = 0
    if e >= 0:
        permits = int(views[r, PERMITS]) | (3 if entries[e, REFUGE] else 0)
        if entries[e, FOLLOWING] < 0 and entries[e, SHIFT] != 0 and views[r, SPEED_LIMIT] <= TOWN:
            permits |= 1 if entries[e, SHIFT] > 0 else 2
        permits &= ~(permits >> 2)
        put_byte(addresses[SHIFT_AT], at, np.int8(min(max(entries[e, SHIFT], -128), 127)))
        put_number(addresses, DROP_AT, at, reaches[e, DROP])
        put_number(addresses, ROUTE_END_AT, at, reaches[e, REMAINING])
    else:
        put_byte(addresses[SHIFT_AT], at, np.int8(0))
        put_number(addresses, ROUTE_END_AT, at, nan)
    for side in range(2):
        signs, c = int(views[r, LEFT_SIGNS + side]), LEFT_SIDE + side * (RIGHT_SIDE - LEFT_SIDE)
        put_null(addresses, c + SIDE_GAP, at, signs & NO_FRONT)
        put_null(addresses, c + SIDE_CLOSING, at, signs & NO_FRONT)
        put_null(addresses, c + SIDE_REAR_GAP, at, (signs & NO_REAR) >> 1)
        put_null(addresses, c + SIDE_REAR_CLOSING, at, (signs & NO_REAR) >> 1)
        put_byte(addresses[LEFT_LIGHT_AT + side], at, np.int8(signs // LAMP & 3))
        beside = int(entries[e, LEFT_ENTRY + side]) if e >= 0 else -1
        is_open = beside >= 0 and permits & (1 + side) != 0 and not entries[beside, REFUGE] and not signs & SHUT
        put_byte(addresses[LEFT_OPEN_AT + side], at, np.int8(is_open))
        put_number(addresses, LEFT_DROP_AT + side, at, reaches[beside, DROP] if beside >= 0 else nan)


@inlined
def fill_route(
    at: Index, r: Index, e: Index, s: float, entries: Indices, reaches: Floats, views: Floats, addresses: Addresses
) -> None:
    """Fill in how far it is to where lanes no longer follow the route, and to its end."""
    left, right = entries[e, LEFT_ENTRY], entries[e, RIGHT_ENTRY]
    drop = reaches[e, DROP] - s
    put_distance(addresses, DROP_AT, at, min(drop, RUN_UP) if entries[e, REFUGE] else drop)
    put_distance(addresses, ROUTE_END_AT, at, reaches[e, REMAINING] - s)
    if left >= 0:
        put_distance(addresses, LEFT_DROP_AT, at, reaches[np.uintp(left), DROP] - views[r, LEFT_THERE])
    if right >= 0:
        put_distance(addresses, RIGHT_DROP_AT, at, reaches[np.uintp(right), DROP] - views[r, RIGHT_THERE])


@inlined
def heed_merge(
    r: Index, row: int, lanes: Indices, sizes: Floats, previous: Indices, entries: Indices, bounds: Indices,
    codes: Indices, along: Floats, bodies: Floats, views: Floats, speeds: Any, accelerations: Any, lamps: Any,
    beam: float, darkness: float, here: int, entry: Indices, s: float, waiting: Indices, distances: Floats,
) -> bool:  # fmt: skip
    """Before a merge, whoever goes first is ahead, if it is nearer than the one on the own lane; whether it is."""
    other, nearer = merging(
        lanes, sizes, entries, previous, entry, bounds, codes, along, here, int(entry[r]), sizes[here, LENGTH] - s, row,
        waiting, distances,
    )  # fmt: skip
    if nearer >= views[r, LEADER_FAR] or nearer > bodies[r, SIGHT]:
        return False
    f, then = codes[other] >> 2, np.uintp(bodies[r, THEN])
    if is_hidden(bodies, lamps, f, then, nearer, sees_unlit(lamps, r, then, beam, darkness)):
        return False
    views[r, GAP] = nearer - bodies[r, HALF] - bodies[f, HALF]
    views[r, CLOSING], views[r, LEADER_ACCELERATION] = bodies[r, SPEED] - speeds[f, then], accelerations[f, then]
    views[r, LEADER_ROW] = f
    views[r, OWN_SIGNS] = LAMP * int(lamps[f, then]) + (int(views[r, OWN_SIGNS]) & NO_REAR)
    return True


@inlined
def sense_road(
    low: Index, count: Index, own: Integers, addresses: Addresses, leader: Integers, no_leader: Any, stretches: Floats,
    curves: Floats, lanes: Indices, sizes: Floats, points: Floats, entries: Indices, reaches: Floats, bodies: Floats,
    hints: Indices, views: Floats, ids: Integers, lane: Indices, entry: Indices, s: Floats, outlook: Floats,
    previous: Indices, bounds: Indices, codes: Indices, along: Floats, speeds: Any, accelerations: Any, lamps: Any,
    beam: float, darkness: float, waiting: Indices, distances: Floats,
) -> None:  # fmt: skip
    """Fill in what is known of the road; an outlook is taken anew if it is due, elsewhere, or something was passed."""
    for n in range(count):
        at = low + n
        r = np.uintp(own[at])
        here, e, x = int(lane[r]), int(entry[r]), s[r]
        soon = np.uintp(max(entry[np.uintp(own[min(at + np.uintp(SOON), low + count - np.uintp(1))])], 0))
        bring_near(entries, soon, 0)
        bring_near(reaches, soon, 0)
        driven, reach = x - outlook[r, FROM_S], bodies[r, SIGHT]
        has_changed = views[r, HAS_CHANGED] != 0.0
        moved = abs(driven + reach - outlook[r, FROM_REACH])
        if (
            (outlook[r, FROM] != origin(here, e)) | (driven < 0.0) | (moved > STALE * outlook[r, FROM_REACH])
            | (driven > outlook[r, LIMIT_DISTANCE]) | (driven > outlook[r, MERGE_DISTANCE])
            | (driven > outlook[r, BEND_DISTANCE] + LINGER * bodies[r, SPEED])
        ):  # fmt: skip
            if here < 0:
                for c in range(FROM, MERGE_DISTANCE + 1):
                    outlook[r, c] = nan
            else:
                look_out(
                    stretches, curves, lanes, sizes, points, entries, here, e, int(hints[r, STRETCH]), x,
                    views[r, SPEED_LIMIT], reach, outlook, r,
                )  # fmt: skip
            driven, has_changed = 0.0, True
        to_merge = outlook[r, MERGE_DISTANCE] - driven
        if to_merge <= REACH:
            has_changed |= heed_merge(
                r, own[at], lanes, sizes, previous, entries, bounds, codes, along, bodies, views, speeds, accelerations,
                lamps, beam, darkness, here, entry, x, waiting, distances,
            )  # fmt: skip
        if has_changed:
            fill_seldom(
                at, r, e if here >= 0 else -1, entries, reaches, views, outlook, ids, addresses, leader, no_leader
            )
            views[r, HAS_CHANGED] = 0.0
        put_distance(addresses, LIMIT_DISTANCE_AT, at, outlook[r, LIMIT_DISTANCE] - driven)
        put_distance(addresses, CURVE_DISTANCE_AT, at, outlook[r, BEND_DISTANCE] - driven)
        put_distance(addresses, MERGE_AT, at, to_merge)
        if here >= 0 and e >= 0:
            fill_route(at, r, np.uintp(e), x, entries, reaches, views, addresses)
        else:
            end = ends_after(lanes, sizes, here, x, reach) if here >= 0 else nan
            put_number(addresses, DROP_AT, at, end)


@inlined
def has_partners(low: Index, count: Index, own: Integers, no_partner: Any) -> bool:
    """Whether anybody in a block plays to somebody."""
    many = 0
    for n in range(count):
        many += not no_partner[np.uintp(own[low + n])]
    return many > 0


@inlined
def sense_partners(
    low: Index, count: Index, own: Integers, addresses: Any, stretches: Floats, lanes: Indices, sizes: Floats,
    previous: Indices, entries: Indices, ids: Integers, lane: Indices, entry: Indices, s: Floats, speed: Floats,
    partner: Integers, no_partner: Any, waiting: Indices, distances: Floats,
) -> None:  # fmt: skip
    """Fill in what is known of the vehicles that some play to."""
    for n in range(count):
        r = own[low + n]
        k, end = 0, len(ids)
        while k < end:
            middle = (k + end) >> 1
            if ids[middle] < partner[r]:
                k = middle + 1
            else:
                end = middle
        is_there = not no_partner[r] and k < len(ids) and ids[k] == partner[r]
        distance, side = nan, 0
        if is_there and lane[r] >= 0 and lane[k] >= 0:
            distance, side = along_road(
                stretches, lanes, sizes, entries, previous, int(lane[r]), int(entry[r]), s[r], int(lane[k]), s[k],
                waiting, distances,
            )  # fmt: skip
        put_number(addresses, PARTNER_DISTANCE_AT, low + n, distance)
        put_number(addresses, PARTNER_SPEED_AT, low + n, speed[k] if is_there else nan)
        put_byte(addresses[PARTNER_SIDE_AT], low + n, np.int8(side))


@inlined
def copy_views(low: Index, count: Index, own: Integers, views: Floats, addresses: Addresses) -> None:
    """Copy the numbers of views into their columns."""
    for c in range(NUMBERS):
        address = addresses[c]
        for n in range(count):
            put_float(address, low + n, views[np.uintp(own[low + n]), c])


@inlined
def sense_block(
    low: Index, count: Index, own: Integers, addresses: Addresses, leader: Integers, no_leader: Any, has_partner: Any,
    stretches: Floats, curves: Floats, lanes: Indices, sizes: Floats, previous: Indices, points: Floats,
    entries: Indices, reaches: Floats, codes: Indices, along: Floats, bodies: Floats, hints: Indices, views: Floats,
    ids: Integers, lane: Indices, entry: Indices, s: Floats, speed: Floats, partner: Integers, no_partner: Any,
    speeds: Any, accelerations: Any, lamps: Any, outlook: Floats, bounds: Indices, is_new_grip: bool, grip: float,
    beam: float, darkness: float, waiting: Indices, distances: Floats,
) -> None:  # fmt: skip
    """Fill in the columns of the rows of a block."""
    sense_road(
        low, count, own, addresses, leader, no_leader, stretches, curves, lanes, sizes, points, entries, reaches,
        bodies, hints, views, ids, lane, entry, s, outlook, previous, bounds, codes, along, speeds, accelerations,
        lamps, beam, darkness, waiting, distances,
    )  # fmt: skip
    copy_views(low, count, own, views, addresses)
    block, plays = low // np.uintp(BLOCK), has_partners(low, count, own, no_partner)
    if plays or has_partner[block]:
        sense_partners(
            low, count, own, addresses, stretches, lanes, sizes, previous, entries, ids, lane, entry, s, speed,
            partner, no_partner, waiting, distances,
        )  # fmt: skip
        has_partner[block] = plays
    if is_new_grip:
        for n in range(count):
            put_float(addresses[GRIP_AT], low + n, grip)


@compiled
def sense(
    where: Any, counts: Any, is_new_grip: bool, grip: float, beam: float, darkness: float, low: int, high: int
) -> None:
    """Fill in the columns of some rows, block by block."""
    n, slots, lane_count, own = counts[ROWS], counts[SLOTS], counts[LANE_COUNT], counts[OWN_ROWS]
    waiting, distances = np.empty(MOST_BRANCHES, np.int32), np.empty(MOST_BRANCHES)
    for begin in range(low, high, BLOCK):
        sense_block(
            np.uintp(begin), np.uintp(min(BLOCK, high - begin)), carray(longs_at(where[AT_OWN]), own),
            carray(longs_at(where[AT_COLUMNS]), 1), carray(longs_at(where[AT_LEADER]), own),
            carray(bytes_at(where[AT_NO_LEADER]), own), carray(bytes_at(where[AT_HAS_PARTNER]), 1),
            carray(floats_at(where[AT_STRETCHES]), (1, 9)), carray(floats_at(where[AT_CURVES]), (1, 5)),
            carray(integers_at(where[AT_LANES]), (lane_count + 1, PER_LANE)),
            carray(floats_at(where[AT_SIZES]), (lane_count, 2)), carray(integers_at(where[AT_PREVIOUS]), 1),
            carray(floats_at(where[AT_POINTS]), (1, 2)), carray(integers_at(where[AT_ENTRIES]), (1, 6)),
            carray(floats_at(where[AT_REACHES]), (1, 2)), carray(integers_at(where[AT_CODES]), 3 * n),
            carray(floats_at(where[AT_ALONG]), 3 * n), carray(floats_at(where[AT_BODIES]), (n, BODY)),
            carray(integers_at(where[AT_HINTS]), (n, 4)), carray(floats_at(where[AT_VIEWS]), (n, VIEW)),
            carray(longs_at(where[AT_IDS]), n), carray(integers_at(where[AT_LANE]), n),
            carray(integers_at(where[AT_ENTRY]), n), carray(floats_at(where[AT_S]), n),
            carray(floats_at(where[AT_SPEED]), n), carray(longs_at(where[AT_PARTNER]), n),
            carray(bytes_at(where[AT_NO_PARTNER]), n), carray(singles_at(where[AT_SPEEDS]), (n, slots)),
            carray(singles_at(where[AT_ACCELERATIONS]), (n, slots)), carray(bytes_at(where[AT_LAMPS]), (n, slots)),
            carray(floats_at(where[AT_OUTLOOK]), (n, OUTLOOK)), carray(integers_at(where[AT_BOUNDS]), lane_count + 1),
            is_new_grip, grip, beam, darkness, waiting, distances,
        )  # fmt: skip


@compiled_in_parallel
def sense_in_parallel(
    where: Any, counts: Any, is_new_grip: bool, grip: float, beam: float, darkness: float, low: int, high: int
) -> None:
    """Fill in the columns of some rows, several blocks at a time."""
    step = BLOCK * SHARE
    for k in prange((high - low + step - 1) // step):
        sense(where, counts, is_new_grip, grip, beam, darkness, low + k * step, min(low + k * step + step, high))
