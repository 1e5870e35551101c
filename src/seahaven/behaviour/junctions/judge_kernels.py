"""Compiled: who goes first, how long it takes, and where one has to stand meanwhile."""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import (
    BEGIN,
    CONFLICTS,
    CROSS,
    DARK_VERDICT,
    DIVERGE,
    END,
    FIRST_COME,
    FOE,
    FOE_BEGIN,
    FOE_END,
    GO_FIRST,
    INCOMING,
    INSIDE,
    IS_LIT,
    KIND,
    LENGTH,
    LIGHTS,
    MERGE,
    PARALLEL,
    RANK,
    SAME_ARM,
    SIZES,
    SPEED,
    STOP,
    SWINGS,
    VERDICT,
    YIELD,
)
from seahaven.behaviour.junctions.passages import NEVER, SLOTS
from seahaven.behaviour.junctions.register_kernels import (
    ALONG,
    BESIDE,
    HOLD_INSIDE,
    HOLD_STAGE,
    HOLD_WAY,
    ROW,
    SHORT,
)
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices
from seahaven.world import LightState

BRISK = 1.5
"""Acceleration (m/s²) with which others are taken to come nearer."""
EASY = 1.5
"""Deceleration (m/s²) with which one slows down for a way that is driven more slowly."""
AT_ONCE, APART = 0.1, 1.7
"""Whoever would have to brake as soon as it has set out has at least so many seconds too few; and how many metres
before where it would have to stand it does so."""
STANDING = 0.5
"""Below this speed (m/s) one stands."""
PATIENCE = 4.0
"""After so many seconds, whoever has waited longest goes before others who stand."""
IDLE = 15.0
"""Whoever has stood for so many seconds though it could go is not reckoned with."""
HARD = 4.0
"""Whoever had to brake harder than this (m/s²) to stop at its line is taken to come."""
SOON = 0.5
"""So much later (s) than one arrives, whoever goes first may be out of the way."""
SWING = 1.0
"""Metres that one keeps behind, or from, a long vehicle that turns, beyond what it would from others."""
WARY = 60.0
"""So many metres before its junction a long vehicle that turns is reckoned with by those who wait where it turns."""
GENTLY = 3.0
"""Braking (m/s²) with which whoever comes to its line stops a little earlier for a long vehicle that turns there."""
BERTH, NOTICING = 0.7, 0.5
"""Metres before a stretch where ways meet that one stands inside a junction, for bodies swing out in turns, if one can
still stop there gently, and how many seconds later braking begins."""
TURNS, TURN = 60.0, 20.0
"""Once in so many seconds, others beside let a long vehicle that waits and would swing out go first, for so long; it
may be somebody else who keeps it."""
OVER = 0.7
"""Metres that one may stand on a stretch where ways meet without being in the way."""
HALF_OFF = 0.5
"""Metres beside the middle of its lane from which on somebody long, who is wide, reaches into the lane beside."""
BEFORE = 0.3
"""Metres before the place at which one waits inside that one stands."""
OPENING = 0.4
"""How much of the way to where lanes meet counts as a gap to whoever goes first: there is time to open one."""
FAR_OFF = 20.0
"""Gaps in time (s) beyond which nobody matters."""
OFF, GREEN, YIELDING, AMBER, RED, RED_AMBER, BLINKING, ARROW = (int(state) for state in LightState)
"""What lights show."""
SLACK, ROOM, BLOCK, BLOCK_TIME, JOIN_GAP, JOIN_SPEED, SETBACK = range(7)
"""The columns of `views`, infinite where there is nothing; and how many metres before its line one waits."""
ALL, SOME = range(2)
"""The rows of `bounds`, which say where in `listed` the vehicles that come to each way begin: all of them, and those
that may matter to a short vehicle (see `sifting_kernels.py`)."""
WIDEST = 4 * (SIZES - 1)
"""Where the columns of `spans` for the longest begin."""


@inlined
def time_over(distance: float, speed: float, acceleration: float, top: float) -> float:
    """How long one takes for a distance from a speed, accelerating up to another one."""
    if distance <= 0.0:
        return 0.0
    if speed >= top:
        return distance / speed
    run = (top * top - speed * speed) / (2.0 * acceleration)
    if distance <= run:
        return (sqrt(speed * speed + 2.0 * acceleration * distance) - speed) / acceleration
    return (top - speed) / acceleration + (distance - run) / top


@inlined
def time_to(place: float, x: float, speed: float, acceleration: float, top: float) -> float:
    """How long one takes to a place along a way from x, which is negative before it: it slows down to come onto it."""
    if speed <= top or x >= 0.0:
        return time_over(place - x, speed, acceleration, max(top, speed))
    slowing = min((speed * speed - top * top) / (2.0 * EASY), -x)
    before = (-x - slowing) / speed + 2.0 * slowing / (speed + top)
    return before + max(place, 0.0) / top


@inlined
def light_of(links: Indices, lights: Indices, states: Any, way: int) -> int:
    """The row of the light that holds for a way; -1 where there is none that is on."""
    for k in range(links[way, LIGHTS], links[way + 1, LIGHTS]):
        row = int(lights[k])
        if 0 <= row < len(states) and states[row] != OFF:
            return row
    return -1


@inlined
def verdict_on(conflicts: Indices, c: Any, mine: int, theirs: int) -> int:
    """Who goes first by signs and lights, given what the lights of both show."""
    if mine in (OFF, BLINKING) or theirs in (OFF, BLINKING):
        is_dark = conflicts[c, IS_LIT] != 0 and (mine in (OFF, BLINKING))
        return int(conflicts[c, DARK_VERDICT if is_dark else VERDICT])
    if mine == GREEN and theirs in (YIELDING, ARROW):
        return GO_FIRST
    if (mine in (YIELDING, ARROW)) and theirs == GREEN:
        return YIELD
    return int(conflicts[c, VERDICT])


@inlined
def is_kept_back(state: int, speed: float, to_line: float) -> bool:
    """Whether a light keeps somebody back who can still stop before its line."""
    if state == ARROW and speed < STANDING:
        return False
    if state != RED and state != RED_AMBER and state != AMBER and state != ARROW:
        return False
    return to_line > -1.0 and speed * speed < 2.0 * HARD * max(to_line, 0.1)


@inlined
def granted(ways: Floats, way: Any, at: float, near: int, far: int) -> int:
    """The date at which a place along a way was granted."""
    inside = ways[way, INSIDE]
    return far if at >= inside else near


@inlined
def clear_time(ways: Floats, way: Any, end: float, front: float, length: float, speed: float, far: int) -> float:
    """How long somebody on a way takes to leave a stretch of it; infinite if it will wait on it."""
    inside = ways[way, INSIDE]
    if far == NEVER and (inside - length < end or (speed < STANDING and front - length < end)):
        return inf
    return time_over(end + length - front, speed, BRISK, max(ways[way, SPEED], speed))


@inlined
def swings(links: Indices, way: Any, length: float) -> int:
    """Whether somebody is so long that it sweeps beyond its way: 1 if so."""
    return 1 if length > SHORT and links[way, SWINGS] != 0 else 0


@inlined
def size_of(swinging: int, length: float, other: float) -> int:
    """Which of the columns of `spans` hold for two: where somebody swings out it counts who of them is long; if both
    are, both are wide."""
    if swinging == 0:
        return 0
    if length > SHORT:
        return 3 if other > SHORT else 1
    return 2


@inlined
def lead_of(ways: Floats, spans: Floats, c: Any, o: int, kind: int, way: Any, foe: Any, x: float, rear: float) -> float:
    """How far ahead the rear of somebody is where ways lead onto one lane, or side by side."""
    if kind == MERGE:
        return float(ways[way, LENGTH] - x - (ways[foe, LENGTH] - rear))
    return float(spans[c, o + BEGIN] - x - (spans[c, o + FOE_BEGIN] - rear))


@inlined
def lead(views: Floats, i: Any, gap: float, speed: float) -> None:
    """Note whom one has to follow where ways part or meet, if it is nearer than others."""
    if gap < views[i, JOIN_GAP]:
        views[i, JOIN_GAP], views[i, JOIN_SPEED] = gap, speed


@inlined
def is_astride(kind: int, is_beside: bool, length: float, offset: float, ahead: float, rear: float, end: float) -> bool:
    """Whether somebody long who turns from the lane beside, with its rear so far ahead, is still half on one's lane."""
    is_off = is_beside and kind != DIVERGE and length > SHORT and abs(offset) > HALF_OFF
    return bool(is_off and rear < end and ahead > -OVER)


@inlined
def stand_before(begin: float, clear: float, x: float, v: float, views: Floats, i: Any) -> None:
    """Note where one has to stand before a stretch until somebody has left it, if it is nearer than others."""
    near = begin - BERTH - x
    near = near if v * v < 2.0 * GENTLY * (near - NOTICING * v) else begin - x
    if x <= begin + OVER and near < views[i, BLOCK]:
        views[i, BLOCK], views[i, BLOCK_TIME] = near, clear


@inlined
def heed_own(
    row: int, ways: Floats, links: Indices, conflicts: Indices, spans: Floats, offset: Floats, speed: Floats,
    length: Floats, own: Indices, dates: Any, fronts: Floats, comers: Indices, places: Floats, grants: Any,
    bounds: Indices, listed: Indices, held: Any, views: Floats,
) -> None:  # fmt: skip
    """Note who goes before one on the ways that are its own, and where it has to stand for them."""
    i, one = np.uintp(row), np.uintp(1)
    for k in range(SLOTS):
        way, x = int(own[i, k]), fronts[i, k]
        if way < 0:
            break
        swing = swings(links, way, length[i])
        scope = ALL if swing != 0 else SOME
        for conflict in range(links[way, CONFLICTS], links[way + 1, CONFLICTS]):
            c = np.uintp(conflict)
            foe = np.uintp(conflicts[c, FOE])
            low, high = bounds[scope, foe], bounds[scope, foe + one]
            if low == high or x - length[i] > spans[c, WIDEST + END]:
                continue
            kind, is_beside, end = conflicts[c, KIND], conflicts[c, SAME_ARM] != 0, spans[c, WIDEST + FOE_END]
            for p in range(low, high):
                q = np.uintp(listed[np.uintp(p)])
                j, y = np.uintp(comers[q, ROW]), places[q]
                rear = y - length[j]
                swinging = swing + swings(links, foe, length[j])
                o = 4 * size_of(swinging, length[i], length[j])
                if j != i and is_astride(kind, is_beside, length[j], offset[j], rear - x, rear, end):
                    lead(views, i, rear - x, speed[j])
                if j == i or rear > spans[c, o + FOE_END] or x - length[i] > spans[c, o + END]:
                    continue
                if kind == DIVERGE:
                    if y > max(x, 0.0) and rear < spans[c, o + FOE_END]:
                        lead(views, i, rear - x, speed[j])
                    continue
                begin, foe_begin = spans[c, o + BEGIN], spans[c, o + FOE_BEGIN]
                mine = max(granted(ways, way, begin, dates[i, 2 * k], dates[i, 2 * k + 1]), held[i])
                ahead = lead_of(ways, spans, c, o, kind, way, foe, x, rear)
                theirs = max(granted(ways, foe, foe_begin, grants[q, 0], grants[q, 1]), held[j])
                is_tied = theirs == mine and theirs < NEVER
                goes_first = theirs < mine or (is_tied and links[foe, RANK] < links[way, RANK])
                crosses = kind == CROSS or (kind == PARALLEL and o > 0)
                is_in = y > max(foe_begin, ways[foe, STOP]) + OVER
                is_on = y > foe_begin and (theirs < NEVER or is_in)
                if not crosses and ahead > 0.0 and (goes_first or is_on):
                    lead(views, i, ahead - swinging * SWING + OPENING * max(begin - x, 0.0), speed[j])
                    continue
                if mine < NEVER and (goes_first or (crosses and is_in)):
                    clear = clear_time(ways, foe, spans[c, o + FOE_END], y, length[j], speed[j], grants[q, 1])
                    stand_before(begin, clear, x, speed[i], views, i)


@inlined
def would_brake(clear: float, v: float, acceleration: float, room: float, dt: float) -> bool:
    """Whether somebody who sets out now would find in the next step that it comes too soon, and brake."""
    left = room - v * dt - APART
    return bool((clear - dt) * (v + acceleration * dt) > max(left, 0.0))


@inlined
def comes_first(row: int, other: int, mine: float, theirs: float, waited: Floats) -> bool:
    """Whether somebody who has not set out yet goes first by coming first, given when either would be there."""
    if waited[row] != waited[other]:
        return bool(waited[other] > waited[row])
    return bool(theirs < mine or (theirs == mine and other < row))


@inlined
def keep_back(ways: Floats, way: int, begin: float, x: float, v: float, views: Floats, i: Any) -> None:
    """Have somebody wait before the stretch over which a long vehicle sweeps, or no further along it than it stands."""
    back = ways[way, STOP] - begin
    if back > 0.0 and v * v < 2.0 * GENTLY * (begin - x):
        views[i, SETBACK] = max(views[i, SETBACK], back)
    elif back > 0.0 and v < STANDING and x < ways[way, STOP]:
        views[i, SETBACK] = max(views[i, SETBACK], ways[way, STOP] - x)


@inlined
def heed_ahead(
    row: int, dt: float, ways: Floats, links: Indices, lights: Indices, conflicts: Indices, spans: Floats, states: Any,
    offset: Floats, speed: Floats, length: Floats, liveliness: Floats, waited: Floats, holds: Indices, spots: Floats,
    comers: Indices, places: Floats, grants: Any, bounds: Indices, listed: Indices, heads: Indices, views: Floats,
    is_first: bool,
) -> None:  # fmt: skip
    """Note how much time one has on the way ahead, if it were to set out now, before somebody comes who goes first.

    Whoever is not the first in line only heeds those whose ways part from its own.
    """
    i, one = np.uintp(row), np.uintp(1)
    way, stage, x = int(holds[i, HOLD_WAY]), int(holds[i, HOLD_STAGE]), spots[i, ALONG]
    inside = ways[way, INSIDE] if stage == 1 or holds[i, HOLD_INSIDE] != 0 else nan
    v, size, top = speed[i], length[i], ways[way, SPEED]
    lit = light_of(links, lights, states, way)
    mine = int(states[lit]) if lit >= 0 else OFF
    own = swings(links, way, size)
    scope = ALL if own != 0 else SOME
    for conflict in range(links[way, CONFLICTS], links[way + 1, CONFLICTS]):
        c = np.uintp(conflict)
        foe, kind = np.uintp(conflicts[c, FOE]), conflicts[c, KIND]
        low, high = bounds[scope, foe], bounds[scope, foe + one]
        if low == high or (kind != DIVERGE and not is_first):
            continue
        lit = light_of(links, lights, states, int(conflicts[c, FOE]))
        shown = int(states[lit]) if lit >= 0 else OFF
        is_beside, end = conflicts[c, SAME_ARM] != 0, spans[c, WIDEST + FOE_END]
        for p in range(low, high):
            q = np.uintp(listed[np.uintp(p)])
            other, y = int(comers[q, ROW]), places[q]
            j = np.uintp(other)
            rear = y - length[j]
            swing = swings(links, foe, length[j])
            o = 4 * size_of(own + swing, size, length[j])
            if other != row and is_astride(kind, is_beside, length[j], offset[j], rear - x, rear, end):
                lead(views, i, rear - x, speed[j])
            if other == row or rear > spans[c, o + FOE_END]:
                continue
            if kind == DIVERGE:
                if y > max(x, 0.0) and rear < spans[c, o + FOE_END]:
                    lead(views, i, rear - x, speed[j])
                waits = grants[q, 0] < NEVER and grants[q, 1] == NEVER
                stands = rear if speed[j] < STANDING else ways[foe, INSIDE] - BEFORE - length[j]
                if waits and y > x and stands < spans[c, o + FOE_END]:
                    views[i, SLACK] = -FAR_OFF
                continue
            begin, foe_begin = spans[c, o + BEGIN], spans[c, o + FOE_BEGIN]
            is_later = begin >= inside
            if stage == 1 and not is_later:
                continue
            is_met = kind == CROSS and not is_beside
            if swing != 0 and kind != MERGE and stage != 1 and y > -WARY:
                keep_back(ways, way, begin, x, v, views, i)
            if is_later and stage != 1:
                continue
            if granted(ways, foe, foe_begin, grants[q, 0], grants[q, 1]) < NEVER:
                ahead = lead_of(ways, spans, c, o, kind, way, foe, x, rear)
                # Whoever set out beside somebody who stands further ahead waits for that one.
                is_behind = kind == PARALLEL and speed[j] < STANDING and x - begin > y - foe_begin
                if is_behind and x > begin and ahead <= 0.0:
                    continue
                clear = clear_time(ways, foe, spans[c, o + FOE_END], y, length[j], speed[j], grants[q, 1])
                crosses = kind == CROSS or (kind == PARALLEL and o > 0)
                if not crosses and ahead > 0.0 and clear < inf:
                    lead(views, i, ahead - swing * SWING + OPENING * max(begin - x, 0.0), speed[j])
                    continue
                if stage != BESIDE:
                    # As soon as it has set out it will have to stand there: it does not speed up first.
                    stand_before(begin, clear, x, v, views, i)
                enter = time_to(begin, x, v, liveliness[i], top)
                if clear > enter + SOON or (stage == 1 and would_brake(clear, v, liveliness[i], begin - x, dt)):
                    views[i, SLACK] = min(views[i, SLACK], max(min(enter - clear, -AT_ONCE), -FAR_OFF))
                    if o > 0 and stage != 1:
                        keep_back(ways, way, begin, x, v, views, i)
                continue
            if o > 0 and is_beside:
                ahead = y + speed[j] * speed[j] / (2.0 * GENTLY) - foe_begin
                is_lining = swing != 0 and speed[j] < STANDING and heads[links[foe, INCOMING]] == other
                is_lining = is_lining and not is_kept_back(shown, speed[j], ways[foe, STOP] - y)
                its_turn = is_lining and PATIENCE < waited[j] % TURNS < TURN and waited[j] > waited[i]
                if ahead > max(x - begin, OVER) or its_turn:
                    views[i, SLACK] = -FAR_OFF
                    keep_back(ways, way, begin, x, v, views, i)
            if kind == PARALLEL:
                continue
            stands, least = max(y, ways[foe, INSIDE]), max(foe_begin, ways[foe, STOP])
            if grants[q, 0] == NEVER:
                head = int(heads[links[foe, INCOMING]])
                if head >= 0 and head != other and speed[head] < STANDING:
                    continue
                stands = y
                if is_met and head == other and own != 0:
                    # It may come to stand at its line, over which a long vehicle sweeps.
                    stands, least = y + speed[j] * speed[j] / (2.0 * GENTLY), foe_begin
            if o > 0 and kind == CROSS and stands > least + OVER:
                views[i, SLACK] = -FAR_OFF
                continue
            if grants[q, 0] == NEVER and is_kept_back(shown, speed[j], ways[foe, STOP] - y):
                continue
            verdict = verdict_on(conflicts, c, mine, shown)
            if verdict == GO_FIRST or views[i, SLACK] <= -FAR_OFF:
                continue
            if speed[j] < STANDING and waited[i] > PATIENCE:
                is_inside = stage == 1 and grants[q, 0] == NEVER
                is_idle = waited[j] > IDLE
                if is_inside or is_idle or waited[i] > waited[j] or (waited[i] == waited[j] and row < other):
                    continue
            arrival = time_over(foe_begin - y, speed[j], BRISK, max(ways[foe, SPEED], speed[j]))
            if verdict == FIRST_COME:
                enter = time_to(begin, x, v, liveliness[i], top)
                if not comes_first(row, other, enter, arrival, waited):
                    continue
            leave = time_to(spans[c, o + END] + size, x, v, liveliness[i], top)
            views[i, SLACK] = min(views[i, SLACK], max(arrival - leave, -FAR_OFF))
