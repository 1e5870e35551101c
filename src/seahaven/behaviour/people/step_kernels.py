"""Compiled: the step of all people who look around, in one call."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.people.crossing_roads import CrossingRoads
from seahaven.behaviour.people.crosswalk_kernels import by_row, list_comers
from seahaven.behaviour.people.free_kernels import mind_free
from seahaven.behaviour.people.lookout_kernels import look_at_roads
from seahaven.behaviour.people.neighbour_kernels import look_for_people, look_for_vehicles, vehicles_near
from seahaven.behaviour.people.views import Comers, Folk, Traffic
from seahaven.geometry.compiled import compiled
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import DONE, VISIT

LEAST, SECONDS, MOST = 15.0, 10.0, 200.0
"""How far people look for vehicles: so many metres and so many seconds, and no further than the last."""
OUTSIDE = 1.95
"""Metres from the middle of its lane from which on a vehicle is outside."""
IS_LISTED, FREE = range(2)
"""Of what a visit says: whether vehicles that keep to no lane are listed, and how many there are."""
DAYLIGHT, DARKNESS = range(2)
"""Of the light that a visit has noted: the daylight, and how far one sees in it what has no lamps."""


@compiled_entry
def look_out(hand: Any, _index: int, _now: int, _due: int) -> int:
    """Fill in what everybody on foot knows; or ask for a visit if the light is another one, or vehicles may be free.

    A visit lists those that keep to no lane, notes the light, and then calls this.
    """
    tallies, (passages, roads, light_row), folk, cars, places, states, light, (rows, views), said = taken(hand)
    (people, traffic, skies, signals), (orders, noted, free) = tallies, said
    n, m = people[0], traffic[0]
    if n == 0:
        return DONE
    lane, s, offset, entry, headlamps, motion = places
    seen = first_of_traffic(cars, m)
    is_listed = orders[IS_LISTED] != 0
    if not is_listed:
        if (skies[0] > 0 and light[0] != noted[DAYLIGHT]) or (skies[0] == 0 and noted[DARKNESS] < inf):
            return VISIT
        for j in range(m):
            if motion[j] != 0 or lane[j] < 0 or not abs(offset[j]) <= OUTSIDE:
                return VISIT
    escapes = False
    for i in range(n):
        escapes |= not views.no_escape[i]
    if escapes and not is_listed:
        return VISIT
    own, seats = first_of_folk(folk, n), rows[:n]
    comers = find_comers(
        roads, len(passages.length), own.crosswalk, lane[:m], s[:m], seen.speed, seen.length, entry[:m], headlamps[:m],
        noted[DARKNESS],
    )  # fmt: skip
    concerned = look_at_roads(
        passages, roads, comers, seen, states[: signals[0]], light_row, own, seats, views
    )  # fmt: skip
    near = vehicles_near(own, concerned, seen)
    look_for_vehicles(passages, own, seen, concerned, near, seats, views)
    look_for_people(own, seats, views)
    if escapes or (is_listed and orders[FREE] > 0):
        mind_free(passages, own, seen, free[: orders[FREE]], seats, views)
    return DONE


@compiled
def find_comers(
    roads: CrossingRoads, crosswalks: int, crosswalk: Any, lane: Any, s: Any, speed: Any, length: Any, entry: Any,
    headlamps: Any, darkness: float,
) -> Comers:  # fmt: skip
    """The vehicles that come to crosswalks at which somebody is; at night, those without lights are seen late."""
    wanted = np.zeros(crosswalks + 1, np.bool_)
    for i in range(len(crosswalk)):
        wanted[crosswalk[i] if crosswalk[i] >= 0 else crosswalks] = True  # at none: the spare place at the end
    pairs, distance = list_comers(roads, wanted, lane, s, speed, length, entry, LEAST, SECONDS, MOST)
    if darkness < inf:
        count = 0
        for k in range(len(pairs)):
            if distance[k] <= darkness or headlamps[pairs[k, 1]] > 0:
                pairs[count, 0], pairs[count, 1], distance[count] = pairs[k, 0], pairs[k, 1], distance[k]
                count += 1
        pairs, distance = pairs[:count], distance[:count]
    first, order = by_row(pairs, len(roads.crossing_begin))
    return Comers(pairs, distance, first, order)


@compiled
def first_of_folk(folk: Folk, count: int) -> Folk:
    """The first rows of what is seen of people."""
    return Folk(
        folk.x[:count], folk.y[:count], folk.heading[:count], folk.speed[:count], folk.path[:count],
        folk.offset[:count], folk.crosswalk[:count], folk.across[:count], folk.toward[:count], folk.phase[:count],
        folk.pace[:count], folk.boldness[:count], folk.room[:count], folk.far[:count],
    )  # fmt: skip


@compiled
def first_of_traffic(cars: Traffic, count: int) -> Traffic:
    """The first rows of what is seen of vehicles."""
    return Traffic(
        cars.x[:count], cars.y[:count], cars.heading[:count], cars.length[:count], cars.width[:count],
        cars.speed[:count], cars.acceleration[:count],
    )  # fmt: skip
