"""Compiled: for whom on foot drivers have to wait, and where."""

from __future__ import annotations

from math import cos, nan, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

from seahaven.behaviour.people.crossing_roads import CrossingRoads
from seahaven.behaviour.people.crosswalk_kernels import BODY, MOST_LANES, stage_of, walked
from seahaven.behaviour.people.hidden_kernels import Bodies, is_hidden
from seahaven.behaviour.people.neighbour_kernels import vehicles_near
from seahaven.behaviour.people.views import Folk, Traffic
from seahaven.behaviour.people.walker import HURRIED, HURRYING
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Indices, Integers, Truths
from seahaven.roads.walking import PassageTables
from seahaven.world import LightState, WalkPhase

OFF, GREEN, YIELDING, BLINKING = (
    int(LightState.OFF), int(LightState.GREEN), int(LightState.YIELDING), int(LightState.BLINKING),
)  # fmt: skip
WALKING, WAITING, CROSSING, HESITATING = (
    int(WalkPhase.WALKING), int(WalkPhase.WAITING), int(WalkPhase.CROSSING), int(WalkPhase.HESITATING),
)  # fmt: skip
BEFORE = 1.0
"""Metres before a crosswalk at which one waits."""
NOSE = 0.3
"""Metres before it at which one waits who has come nearer already."""
ROLLS = 1.0
"""Speed (m/s) up to which one can stop anywhere."""
FIRM = 3.5
"""Deceleration (m/s²) with which one stops for those who have not stepped onto the road yet."""
START = 1.2
"""Acceleration (m/s²) by which somebody who stands is reckoned to pass."""
EARLY, LATE = 0.5, 0.2
"""Seconds by which one has to have passed before somebody on foot gets there, even if that one begins to hurry; and by
which one goes on who can no longer stop without haste, before somebody who walks as it does now."""
KERB = 2.5
"""Metres before the roadway from which on somebody who walks is taken to want to cross."""
APART = 1.5
"""Metres that one keeps from people on the road."""
ASIDE = 0.9
"""Metres beside a vehicle that people on the road have to be free of: half a body, and a margin."""
NEARBY = 3.0
"""Metres beside a lane within which people who stray matter to it."""
LONG = 60.0
"""Seconds for which somebody is taken to stay who does not move."""
CRAWLS = 2.0
"""Speed (m/s) of a leader below which one does not follow it onto a crosswalk, and one's own below which one does not
wait for people who cannot go."""
REST = 2.0
"""Metres behind a leader at which one comes to rest."""


class Cars(NamedTuple):
    """What is known of vehicles."""

    lane: Indices
    s: Floats
    entry: Indices
    offset: Floats
    speed: Floats
    length: Floats
    width: Floats


@inlined
def heed(walker: Floats, until: Floats, i: int, place: float, time: float) -> None:
    """Let a vehicle wait at a place for a time, if that is nearer than where it has to wait already, or longer."""
    if not place >= walker[i] - 0.01:
        walker[i], until[i] = place, time
    elif place <= walker[i] + 0.01:
        until[i] = max(until[i], time)


@inlined
def place_before(distance: float, speed: float) -> float:
    """How far ahead one waits whose front is so far from a crosswalk."""
    return max(distance - (NOSE if distance < BEFORE and speed > ROLLS else BEFORE), 0.0)


@inlined
def can_stop(distance: float, speed: float) -> bool:
    """Whether one whose front is so far from a crosswalk stops before it without haste."""
    return distance > 0.0 and (speed <= ROLLS or speed * speed <= 2.0 * FIRM * place_before(distance, speed))


@inlined
def is_about_to_go(phase: int, light: int, left: float) -> bool:
    """Whether somebody who is not on the roadway yet counts, who has so far to go to it."""
    if phase != WAITING and not (phase == CROSSING or (phase == WALKING and left < KERB)):
        return False
    return light in (OFF, BLINKING, GREEN, YIELDING)


@inlined
def gets_there(away: float, walk: float, pace: float, passed: float, stops: bool) -> bool:
    """Whether somebody on foot, so far away from a lane, may get there before one has passed who could stop or not."""
    hurried = max(walk, HURRYING * pace, HURRIED)
    return away <= ((passed + EARLY) * hurried if stops else (passed + LATE) * walk)


@compiled
def watch_crosswalks(
    passages: PassageTables, roads: CrossingRoads, pairs: Integers, distances: Floats, first: Integers,
    order: Integers, folk: Folk, is_held: Truths, speed: Floats, length: Floats, lights: Any, light_row: Any,
    walker: Floats, until: Floats,
) -> None:  # fmt: skip
    """Note where vehicles have to wait for people at crosswalks.

    Nobody who has stopped waits on for people who cannot set out because another vehicle is in their way.
    """
    for pair in range(len(pairs)):
        row, i = pairs[pair, 0], pairs[pair, 1]
        c, span = roads.crossing_crosswalk[row], passages.row_span[row]
        if span < 0 or first[c] == first[c + 1]:
            continue
        light = 0
        if light_row[c] >= 0 and light_row[c] < len(lights):
            light = int(lights[light_row[c]])
        distance, depth = distances[pair], roads.crossing_end[row] - roads.crossing_begin[row]
        way = max(distance, 0.0) + depth + length[i]
        passed = min(sqrt(2.0 * way / START), way / max(speed[i], 0.1))
        for k in range(first[c], first[c + 1]):
            p = order[k]
            done = walked(passages, c, folk.across[p], folk.toward[p])
            low, high = passages.span_low[span], passages.span_high[span]
            if folk.toward[p] < 0:
                low, high = passages.length[c] - high, passages.length[c] - low
            begin, end = stage_of(passages, c, folk.toward[p], done)
            if high + BODY <= done or begin < 0.0 or low > end or folk.phase[p] > HESITATING:
                continue
            is_out = done + BODY > begin
            if not is_out:
                if not is_about_to_go(folk.phase[p], light, begin - BODY - done):
                    continue
                if is_held[p] and folk.phase[p] == WAITING and speed[i] < CRAWLS:
                    continue
                if folk.phase[p] != CROSSING and not can_stop(distance, speed[i]):
                    continue
            walk = max(folk.pace[p], folk.speed[p])
            away, leaves = max(low - BODY - done, 0.0), (high + BODY - done) / walk
            if not gets_there(away, walk, folk.pace[p], passed, can_stop(distance, speed[i])):
                continue
            place = place_before(distance, speed[i])
            if distance <= 0.0:
                line = passages.span_middle[span] + passages.span_sense[span] * folk.toward[p] * folk.offset[p]
                ahead = distance + line - roads.crossing_begin[row]
                if done + BODY < low - BODY or ahead < BODY:
                    continue
                place = max(ahead - BODY - NOSE, 0.0)
            heed(walker, until, i, place, leaves)


@compiled
def keep_clear(
    roads: CrossingRoads, pairs: Integers, distances: Floats, speed: Floats, length: Floats, gap: Floats,
    no_gap: Truths, closing: Floats, walker: Floats, until: Floats,
) -> None:  # fmt: skip
    """Note where vehicles wait before a crosswalk because they would come to rest on it behind their leader."""
    for pair in range(len(pairs)):
        row, i = pairs[pair, 0], pairs[pair, 1]
        distance = distances[pair]
        if no_gap[i] or not roads.keeps_clear[row] or speed[i] - closing[i] > CRAWLS:
            continue
        depth, rest = roads.crossing_end[row] - roads.crossing_begin[row], gap[i] - REST
        if can_stop(distance, speed[i]) and rest > distance and rest - length[i] < distance + depth:
            heed(walker, until, i, place_before(distance, speed[i]), LONG)


class Strays(NamedTuple):
    """People on the road away from crosswalks, by the lanes that they are on or near: a linked list per lane."""

    head: Integers
    """Of a lane: its first row in what follows; -1 for none."""
    following: Integers
    s: Floats
    aside: Floats
    drift: Floats
    person: Integers
    """Whose row it is, of people."""


@compiled
def list_strays(
    x: Any, y: Any, heading: Any, speed: Any, is_astray: Truths, plan: Floats, lane_of: Any, is_open: Truths,
    grid_frame: Any, grid_shape: Any, cell_first: Any, cell_row: Any, lanes: int,
) -> Strays:  # fmt: skip
    """Find the lanes on or near which people stray."""
    head = np.full(lanes, -1, np.int64)
    following, spots, count = np.empty(64, np.int64), np.empty((64, 4)), 0
    reach = int(np.ceil((NEARBY + 3.0) * grid_frame[3]))
    for p in range(len(x)):
        if not is_astray[p]:
            continue
        column, line = int((x[p] - grid_frame[0]) * grid_frame[3]), int((y[p] - grid_frame[1]) * grid_frame[3])
        for j in range(max(line - reach, 0), min(line + reach + 1, grid_shape[1])):
            for i in range(max(column - reach, 0), min(column + reach + 1, grid_shape[0])):
                cell = j * grid_shape[0] + i
                for k in range(cell_first[cell], cell_first[cell + 1]):
                    row = cell_row[k]
                    lane = lane_of[row]
                    if not is_open[lane]:
                        continue
                    s, aside, dx, dy = placed_on(plan, row, x[p], y[p])
                    if np.isnan(s) or is_listed(head, following, spots, lane, s, aside):
                        continue
                    if count == len(following):
                        following, spots = longer(following, spots)
                    spots[count, 0], spots[count, 1] = s, aside
                    spots[count, 2] = speed[p] * (sin(heading[p]) * dx - cos(heading[p]) * dy)
                    spots[count, 3] = p
                    following[count], head[lane] = head[lane], count
                    count += 1
    person = spots[:, 3].astype(np.int64)
    return Strays(head, following, spots[:, 0].copy(), spots[:, 1].copy(), spots[:, 2].copy(), person)


@inlined
def placed_on(plan: Floats, row: int, x: float, y: float) -> tuple[float, float, float, float]:
    """Where a place lies on a stretch of a lane, s and to the left, and the direction there; NaN if not near it."""
    dx, dy, span = plan[row, 2], plan[row, 3], plan[row, 11]
    square = dx * dx + dy * dy
    if square <= 0.0:
        return nan, 0.0, 0.0, 0.0
    share = ((x - plan[row, 0]) * dx + (y - plan[row, 1]) * dy) / square
    chord = sqrt(square)
    aside = ((y - plan[row, 1]) * dx - (x - plan[row, 0]) * dy) / chord
    slack = 0.05 / chord
    if share < -slack or share > 1.0 + slack or abs(aside) > plan[row, 8] + NEARBY:
        return nan, 0.0, 0.0, 0.0
    return plan[row, 10] + min(max(share, 0.0), 1.0) * span, aside, dx / chord, dy / chord


@inlined
def is_listed(head: Integers, following: Integers, spots: Floats, lane: int, s: float, aside: float) -> bool:
    """Whether somebody at that very place of a lane is known already: stretches meet, and lie in several cells."""
    at = head[lane]
    while at >= 0:
        if abs(spots[at, 0] - s) < 0.1 and abs(spots[at, 1] - aside) < 0.1:
            return True
        at = following[at]
    return False


@compiled
def longer(following: Integers, spots: Floats) -> tuple[Integers, Floats]:
    """The same with room for twice as many."""
    more, further = np.empty(2 * len(following), np.int64), np.empty((2 * len(spots), 4))
    more[: len(following)], further[: len(spots)] = following, spots
    return more, further


@compiled
def watch_strays(
    roads: CrossingRoads, strays: Strays, cars: Cars, folk: Folk, levels: Any, bodies: Bodies, is_astray: Truths,
    walker: Floats, until: Floats,
) -> None:  # fmt: skip
    """Note where vehicles have to stop for people on the road away from crosswalks, unless vehicles hide these.

    Of the `levels` of people, the first is of the ground below, the second how tall they are.
    """
    boxes = bodies.x, bodies.y, bodies.heading, bodies.length, bodies.width
    near = vehicles_near(folk, is_astray, Traffic(*boxes, cars.speed, cars.speed))
    for i in range(len(cars.lane)):
        at, seat = int(cars.lane[i]), int(cars.entry[i])
        if at < 0:
            continue
        speed, front = cars.speed[i], cars.s[i] + 0.5 * cars.length[i]
        reach, start, offset = 15.0 + 3.0 * speed + 0.2 * speed * speed, -front, cars.offset[i]
        half = 0.5 * cars.width[i] + ASIDE
        for _ in range(MOST_LANES):
            row = strays.head[at]
            while row >= 0:
                ahead = start + strays.s[row]
                if 0.0 < ahead < reach:
                    time = leaves_band(
                        strays.aside[row] - offset, strays.drift[row], half, (ahead + 8.0) / max(speed, 2.0)
                    )
                    p = strays.person[row]
                    if time > 0.0 and not is_hidden(
                        bodies, near, i, folk.x[p], folk.y[p], levels[0][p] + levels[1][p]
                    ):  # fmt: skip
                        heed(walker, until, i, max(ahead - APART, 0.0), time)
                row = strays.following[row]
            start += roads.length[at]
            if start > reach:
                break
            if seat >= 0 and roads.entry_following[seat] >= 0:
                seat = int(roads.entry_following[seat])
                at = int(roads.entry_lane[seat])
            elif roads.next_first[at] < roads.next_first[at + 1]:
                seat, at = -1, int(roads.next_lane[roads.next_first[at]])
            else:
                break
            offset = 0.0


@inlined
def leaves_band(aside: float, drift: float, half: float, horizon: float) -> float:
    """When somebody beside a vehicle's line will be out of its way; 0 if it does not come into it by a time."""
    toward = -drift if aside > 0.0 else drift
    away = abs(aside)
    if away > half:
        if toward <= 0.05 or (away - half) / toward > horizon:
            return 0.0
        return (away + half) / toward
    if abs(drift) < 0.05:
        return LONG
    return (half + away) / toward if toward > 0.0 else (half - away) / -toward


@compiled
def hand_over(rows: Any, walker: Floats, until: Floats, cells: Any, nulls: Any, times: Any, no_times: Any) -> None:
    """Put what was noted into the columns."""
    for cell in range(len(rows)):
        i = rows[cell]
        is_free, is_open = np.isnan(walker[i]), np.isnan(walker[i]) or until[i] >= LONG
        cells[cell], nulls[cell] = 0.0 if is_free else walker[i], is_free
        times[cell], no_times[cell] = 0.0 if is_open else until[i], is_open
