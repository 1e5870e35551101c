"""Compiled: one step of what drivers see at junctions."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.junctions.beyond_kernels import heed_beyond
from seahaven.behaviour.junctions.crossroads import INCOMING, LENGTH, MUST_STOP, STOP, TURN
from seahaven.behaviour.junctions.held_kernels import find_held
from seahaven.behaviour.junctions.judge_kernels import (
    BLOCK,
    BLOCK_TIME,
    JOIN_GAP,
    JOIN_SPEED,
    ROOM,
    SETBACK,
    SLACK,
    STANDING,
    heed_ahead,
    heed_own,
    lead,
    light_of,
)
from seahaven.behaviour.junctions.passages import SLOTS
from seahaven.behaviour.junctions.register_kernels import (
    ALONG,
    AT_HOLD,
    BESIDE,
    HAS_LOOKED,
    HOLD_STAGE,
    HOLD_WAY,
    TO_REAR,
    TURNED_OFF,
    attend,
    enlist,
    note_first,
    note_turned_off,
    note_turning_off,
    sort_comers,
)
from seahaven.behaviour.junctions.room_kernels import measure_room
from seahaven.behaviour.junctions.sifting_kernels import sift
from seahaven.geometry import Floats
from seahaven.geometry.compiled import bring_near, compiled, inlined
from seahaven.roads.lanemap.strips import Indices, Integers

SOON = 12
"""So many rows before it is their turn, what is looked up for vehicles is fetched from memory."""
AT_LINE = 8.0
"""Whoever stands within so many metres of where it has to wait counts as waiting."""
ANNOUNCING = 40.0
"""So many metres before a turn the turn light is on."""
CLOSE = 100.0
"""So many metres before where it may have to wait, a driver sees what is there."""


@compiled
def list_comers(
    now: int, dt: float, entries: Indices, distances: Floats, ways: Floats, links: Indices, lane: Indices, s: Floats,
    offset: Floats, entry: Indices, speed: Floats, length: Floats, goes: Any, own: Indices, dates: Any, fronts: Floats,
    asked: Integers, holds: Indices, spots: Floats, comers: Indices, places: Floats, grants: Any,
    first: Indices, order: Indices, heads: Indices, head_spots: Floats, tails: Indices, tail_spots: Floats,
    rears: Indices, rear_spots: Floats,
) -> None:  # fmt: skip
    """Find out who is on which way, who comes to which, who is first and who is last on each lane, and which vehicles
    have turned off with their rears still there.
    """
    lane_count = len(heads)
    routed = len(entries) - lane_count
    for k in range(lane_count):
        heads[k], tails[k], rears[k] = -1, -1, -1
    count = 0
    for row in range(len(lane)):
        i = np.uintp(row)
        here = int(lane[i])
        later = min(row + SOON, len(lane) - 1)
        soon = np.uintp(max(entry[np.uintp(later)], 0))
        bring_near(entries, soon, 0)
        bring_near(distances, soon, 0)
        if here < 0:
            for k in range(SLOTS):
                own[i, k] = -1
            holds[i, HOLD_WAY], holds[i, TURNED_OFF] = -1, -1
            continue
        rear = s[i] - 0.5 * length[i]
        if tails[here] < 0 or rear < tail_spots[here]:
            tails[here], tail_spots[here] = row, rear
        at = int(entry[i]) if entry[i] >= 0 else routed + here
        attend(
            row, now, speed[i] * dt, entries, distances, ways, links, at, here, s[i], offset[i], length[i], goes[i],
            own, dates, fronts, asked, holds, spots,
        )  # fmt: skip
        if own[i, 0] >= 0 or holds[i, HOLD_WAY] >= 0:
            count = enlist(
                row, entries, distances, own, dates, fronts, holds, spots, at, s[i], 0.5 * length[i], comers, places,
                grants, count,
            )  # fmt: skip
            note_first(row, links, holds, spots, heads, head_spots)
            note_turning_off(row, links, length[i], own, fronts, rears, rear_spots)
    for row in range(len(lane)):
        i = np.uintp(row)
        here = int(lane[i])
        if here < 0:
            continue
        at = int(entry[i]) if entry[i] >= 0 else routed + here
        note_turned_off(row, at, s[i], length[i], entries, distances, holds, spots, rears, rear_spots)
    sort_comers(count, len(links) - 1, comers, first, order)


@inlined
def put(values: Floats, nulls: Any, at: int, value: float) -> None:
    """Fill in a number, or null for one that is infinite."""
    values[at], nulls[at] = (value, False) if value < inf else (0.0, True)


@compiled
def judge(
    time: float, dt: float, entries: Indices, distances: Floats, ways: Floats, links: Indices, lights: Indices,
    conflicts: Indices, spans: Floats, states: Any, since: Floats, offset: Floats, speed: Floats, length: Floats,
    liveliness: Floats, own: Indices, dates: Any, fronts: Floats, asked: Integers, waited: Floats, holds: Indices,
    spots: Floats, comers: Indices, places: Floats, grants: Any, first: Indices, order: Indices, heads: Indices,
    tails: Indices, tail_spots: Floats, views: Floats, seats: Integers, is_shown: Any, waits: Floats, junction: Any,
    hold: Any, light: Any, light_age: Any, must_stop: Any, slack: Any, room: Any, block: Any, block_time: Any,
    join_gap: Any, join_speed: Any, waiting: Any, turn: Any,
) -> None:  # fmt: skip
    """Fill in what drivers know of the junction ahead, and of those who are in their way in it.

    Drivers far from a junction, and those in a queue, know only how far it is; `is_shown` says whose other columns hold
    anything but null.
    """
    held = np.empty(len(speed), np.int64)
    bounds, listed = np.empty((2, len(first)), np.int32), np.empty(2 * first[-1], np.int32)
    sift(ways, links, lights, states, speed, length, comers, places, grants, first, order, heads, bounds, listed)
    find_held(
        ways, links, conflicts, spans, speed, length, own, fronts, comers, places, grants, first, order, held
    )  # fmt: skip
    for row in range(len(speed)):
        i = np.uintp(row)
        at = int(seats[i])
        has_own, stage = own[i, 0] >= 0, int(holds[i, HOLD_STAGE])
        way = int(holds[i, HOLD_WAY])
        is_first = way >= 0 and (stage == 1 or heads[links[way, INCOMING]] == row) and spots[i, AT_HOLD] < CLOSE
        is_near = way >= 0 and stage != BESIDE and spots[i, ALONG] > -ANNOUNCING
        asked[i] = 2 * (2 * way + stage) if is_first else -1
        if way >= 0 and stage == BESIDE:
            head = int(heads[links[way, INCOMING]])
            is_first = spots[i, AT_HOLD] < CLOSE and (head < 0 or spots[head, ALONG] < spots[i, ALONG])
        turned_off = int(holds[i, TURNED_OFF])
        is_concerned = has_own or is_first or is_near or turned_off >= 0
        if not is_concerned:
            waits[i] = 0.0
            if not is_shown[i] or at < 0:
                if at >= 0:
                    put(junction[0], junction[1], at, spots[i, AT_HOLD] if way >= 0 and stage == 0 else inf)
                continue
        for c in range(6):
            views[i, c] = inf
        views[i, SETBACK] = 0.0
        if turned_off >= 0:
            lead(views, i, spots[i, TO_REAR], speed[turned_off])
        if has_own:
            heed_own(
                row, ways, links, conflicts, spans, offset, speed, length, own, dates, fronts, comers, places, grants,
                bounds, listed, held, views,
            )  # fmt: skip
        if is_first or is_near:
            heed_ahead(
                row, dt, ways, links, lights, conflicts, spans, states, offset, speed, length, liveliness, waited,
                holds, spots, comers, places, grants, bounds, listed, heads, views, is_first,
            )  # fmt: skip
        if asked[i] >= 0 and 0.0 < views[i, SLACK] < inf:
            asked[i] += HAS_LOOKED
        if is_first and stage == 0:
            heed_beyond(
                row, entries, distances, ways, links, conflicts, spans, speed, length, waited, holds, spots, comers,
                places, grants, bounds, listed, heads, views,
            )  # fmt: skip
        if is_first and stage != BESIDE:
            measure_room(
                row, entries, distances, ways, links, conflicts, speed, length, holds, spots, comers, places, grants,
                bounds, listed, tails, tail_spots, views,
            )  # fmt: skip
        to_hold = spots[i, AT_HOLD] - views[i, SETBACK]
        stands = is_first and speed[i] < STANDING and to_hold < AT_LINE and views[i, ROOM] >= 0.0
        waits[i] = waited[i] + dt if stands else 0.0
        if at < 0:
            continue
        is_shown[i] = is_concerned
        to_junction = spots[i, AT_HOLD] if way >= 0 and stage == 0 else inf
        put(hold[0], hold[1], at, to_hold if is_first else inf)
        lit = light_of(links, lights, states, way) if is_first and stage != 1 else -1
        light[at] = states[lit] if lit >= 0 else 0
        light_age[at] = time - since[lit] if lit >= 0 else 0.0
        must_stop[at] = is_first and stage != 1 and lit < 0 and links[way, MUST_STOP] != 0
        put(slack[0], slack[1], at, views[i, SLACK])
        put(room[0], room[1], at, views[i, ROOM])
        put(block[0], block[1], at, views[i, BLOCK])
        put(block_time[0], block_time[1], at, views[i, BLOCK_TIME])
        put(join_gap[0], join_gap[1], at, views[i, JOIN_GAP])
        put(join_speed[0], join_speed[1], at, views[i, JOIN_SPEED])
        waiting[at] = waits[i]
        side = int(links[way, TURN]) if is_near else 0
        for k in range(SLOTS):
            if own[i, k] >= 0 and fronts[i, k] - length[i] < ways[own[i, k], LENGTH]:
                side = int(links[own[i, k], TURN]) if links[own[i, k], TURN] != 0 else side
                to_junction = min(to_junction, max(ways[own[i, k], STOP] - fronts[i, k], 0.0))
        put(junction[0], junction[1], at, to_junction)
        turn[at] = side
    for row in range(len(speed)):
        waited[row] = waits[row]
