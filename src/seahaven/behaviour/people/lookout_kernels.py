"""Compiled: what people on foot see of the road that they are about to cross."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.people.crossing_roads import CrossingRoads
from seahaven.behaviour.people.crosswalk_kernels import BODY, span_of, stage_of, walked
from seahaven.behaviour.people.views import Comers, Folk, Traffic, Views
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Integers, Truths
from seahaven.roads.walking import PassageTables
from seahaven.world import LightState, WalkPhase

GREEN, YIELDING = int(LightState.GREEN), int(LightState.YIELDING)
STRAYING = int(WalkPhase.STRAYING)
NEAR = 6.5
"""Metres before a roadway from which on it is looked at."""
STANDS = 0.3
"""Speed (m/s) below which a vehicle stands."""
CAN_STOP = 3.0
"""Deceleration (m/s²) with which people expect drivers to stop who have to."""
NOTICES = 1.0
"""Seconds that they expect a driver to take for noticing them, while it drives on as it does."""
SLOWS = 0.4
"""Deceleration (m/s²) beyond which one sees that a vehicle slows down."""
GONE = 0.5
"""Seconds by which a vehicle has to have passed before somebody gets there."""
CLOSE = 0.2
"""Seconds of time to spare below which a lane is not stepped onto."""


@inlined
def yields(distance: float, speed: float, acceleration: float, boldness: float, is_green: bool) -> bool:
    """Whether a vehicle lets people go first: it stands, or visibly slows down enough to stop before them.

    Where the light is green for people, it is enough that it can once it has noticed them.
    """
    faster = speed + max(acceleration, 0.0) * NOTICES
    if speed < STANDS or (is_green and faster * NOTICES + faster * faster / (2.0 * CAN_STOP) < distance):
        return True
    if acceleration > -SLOWS or distance <= 0.0 or speed > 4.0 + 8.0 * boldness:
        return False
    return speed * speed <= 2.0 * -acceleration * distance


@inlined
def time_to_spare(
    comers: Comers, roads: CrossingRoads, cars: Traffic, row: int, enters: float, leaves: float, boldness: float,
    is_green: bool,
) -> float:  # fmt: skip
    """By how many seconds the first vehicle comes later than somebody leaves its lane; infinite if nobody does."""
    least = inf
    depth = roads.crossing_end[row] - roads.crossing_begin[row]
    for k in range(comers.first[row], comers.first[row + 1]):
        pair = comers.order[k]
        i, distance = comers.pairs[pair, 1], comers.distance[pair]
        speed, acceleration = cars.speed[i], cars.acceleration[i]
        if yields(distance, speed, acceleration, boldness, is_green):
            continue
        fast = max(speed + max(acceleration, 0.0), 0.5)
        passed = (distance + depth + cars.length[i]) / max(speed, 0.5)
        if passed + GONE > enters:
            least = min(least, max(distance, 0.0) / fast - leaves)
    return least


@compiled
def look_at_roads(
    passages: PassageTables, roads: CrossingRoads, comers: Comers, cars: Traffic, lights: Any, light_row: Any,
    folk: Folk, rows: Integers, views: Views,
) -> Truths:  # fmt: skip
    """Fill in what people see of the crosswalk that they are on or come to; who has to mind vehicles, of all rows."""
    concerned = np.zeros(len(folk.x), np.bool_)
    for cell in range(len(rows)):
        i = rows[cell]
        views.kerb[cell], views.no_kerb[cell] = 0.0, True
        views.breadth[cell], views.no_breadth[cell] = 0.0, True
        views.spare[cell], views.no_spare[cell] = 0.0, True
        views.edge[cell], views.no_edge[cell] = 0.0, True
        views.crossing_light[cell] = 0
        views.left_leeway[cell], views.right_leeway[cell] = folk.room[i], folk.room[i]
        views.verge[cell], views.no_verge[cell] = folk.far[i], folk.far[i] == 0.0
        concerned[i] = folk.phase[i] == STRAYING
        c = folk.crosswalk[i]
        if 0 <= c < len(passages.length):
            if 0 <= light_row[c] < len(lights):
                views.crossing_light[cell] = lights[light_row[c]]
            concerned[i] |= look_at_roadway(passages, roads, comers, cars, folk, i, c, views, cell)
    return concerned


@inlined
def look_at_roadway(
    passages: PassageTables, roads: CrossingRoads, comers: Comers, cars: Traffic, folk: Folk, i: int, c: int,
    views: Views, cell: int,
) -> bool:  # fmt: skip
    """Fill in what somebody sees of the roadway of a crosswalk; whether it is near."""
    done, toward = walked(passages, c, folk.across[i], folk.toward[i]), folk.toward[i]
    begin, end = stage_of(passages, c, toward, done)
    if begin < 0.0 or begin - BODY - done > NEAR:
        return False
    views.breadth[cell], views.no_breadth[cell] = end + BODY - done, False
    if done + BODY < begin:
        views.kerb[cell], views.no_kerb[cell] = begin - BODY - done, False
    light = views.crossing_light[cell]
    walk, is_green = max(folk.pace[i], folk.speed[i], 0.3), light in (GREEN, YIELDING)
    for k in range(passages.span_first[c + 1] - passages.span_first[c]):
        low, high, span = span_of(passages, c, toward, k)
        if high + BODY <= done or low > end:
            continue
        enters, leaves = max(low - BODY - done, 0.0) / walk, (high + BODY - done) / walk
        row = passages.span_row[span]
        left = time_to_spare(comers, roads, cars, row, enters, leaves, folk.boldness[i], is_green)
        if left < inf and (views.no_spare[cell] or left < views.spare[cell]):
            views.spare[cell], views.no_spare[cell] = left, False
        before = low - BODY - done
        if left < CLOSE and before > -0.1 and (views.no_edge[cell] or before < views.edge[cell]):
            views.edge[cell], views.no_edge[cell] = max(before, 0.0), False
    return True
