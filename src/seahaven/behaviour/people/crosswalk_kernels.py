"""Compiled: who is at which crosswalk on foot, and which vehicles come to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.people.crossing_roads import CrossingRoads
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Integers
from seahaven.roads.walking import PassageTables

BODY = 0.3
"""Half of the room that somebody on foot takes up, in metres."""
REFUGE = 1.2
"""Lanes of a crosswalk that lie further apart, in metres, are crossed one after the other."""
MOST_LANES = 60
"""How many lanes a vehicle is looked along at most."""
LANE, ROW, VEHICLE = range(3)
NOWHERE = -1.0
"""Where no roadway lies ahead."""


@inlined
def walked(passages: PassageTables, crosswalk: int, across: float, toward: int) -> float:
    """How far somebody has walked since the beginning of a crosswalk, in its own direction."""
    return across if toward > 0 else passages.length[crosswalk] - across


@inlined
def span_of(passages: PassageTables, crosswalk: int, toward: int, k: int) -> tuple[float, float, int]:
    """The k-th lane that somebody comes to on a crosswalk: from where to where, and its span."""
    if toward > 0:
        span = passages.span_first[crosswalk] + k
        return passages.span_low[span], passages.span_high[span], span
    span = passages.span_first[crosswalk + 1] - 1 - k
    length = passages.length[crosswalk]
    return length - passages.span_high[span], length - passages.span_low[span], span


@inlined
def stage_of(passages: PassageTables, crosswalk: int, toward: int, done: float) -> tuple[float, float]:
    """From where to where the roadway reaches that somebody is on or comes to next; NOWHERE if none is ahead."""
    begin, end = NOWHERE, NOWHERE
    count = passages.span_first[crosswalk + 1] - passages.span_first[crosswalk]
    for k in range(count):
        low, high, _ = span_of(passages, crosswalk, toward, k)
        if begin < 0.0:
            if high + BODY > done:
                begin, end = low, high
        elif low <= end + REFUGE:
            end = max(end, high)
        else:
            break
    # Lanes that the body has left but that join the one ahead are of the same roadway.
    for k in range(count):
        low, high, _ = span_of(passages, crosswalk, toward, count - 1 - k)
        if begin >= 0.0 and low < begin and high + REFUGE >= begin:
            begin = low
    return begin, end


@compiled
def list_people(crosswalk: Any, count: int) -> tuple[Integers, Integers]:
    """Where in a list the people at each crosswalk begin, and that list, in the order of rows."""
    first = np.zeros(count + 1, np.int64)
    for i in range(len(crosswalk)):
        if 0 <= crosswalk[i] < count:
            first[crosswalk[i] + 1] += 1
    for c in range(count):
        first[c + 1] += first[c]
    order, at = np.empty(first[count], np.int64), first[:-1].copy()
    for i in range(len(crosswalk)):
        if 0 <= crosswalk[i] < count:
            order[at[crosswalk[i]]] = i
            at[crosswalk[i]] += 1
    return first, order


@compiled
def list_comers(
    roads: CrossingRoads, wanted: Any, lane: Any, s: Any, speed: Any, length: Any, entry: Any, least: float,
    seconds: float, most: float,
) -> tuple[Integers, Floats]:  # fmt: skip
    """The vehicles that come to crosswalks: rows of crossing and vehicle, and from the front to the crosswalk.

    Only crosswalks that are wanted count. A vehicle is looked along its route, else along the lanes, for so many
    seconds at its speed, and within bounds in metres; whoever is on a crosswalk has a negative distance.
    """
    pairs, distances, count = np.empty((64, 2), np.int64), np.empty(64), 0
    for i in range(len(lane)):
        at, seat = int(lane[i]), int(entry[i])
        if at < 0:
            continue
        reach, start = min(least + seconds * speed[i], most), -(s[i] + 0.5 * length[i])
        for _ in range(MOST_LANES):
            for row in range(roads.crossing_first[at], roads.crossing_first[at + 1]):
                ahead = start + roads.crossing_begin[row]
                if ahead > reach:
                    break
                if start + roads.crossing_end[row] < -length[i] or not wanted[roads.crossing_crosswalk[row]]:
                    continue
                if count == len(pairs):
                    pairs, distances = twice(pairs, distances)
                pairs[count, 0], pairs[count, 1], distances[count] = row, i, ahead
                count += 1
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
    return pairs[:count], distances[:count]


@compiled
def twice(pairs: Integers, distances: Floats) -> tuple[Integers, Floats]:
    """The same with room for twice as many."""
    more, further = np.empty((2 * len(pairs), 2), np.int64), np.empty(2 * len(pairs))
    more[: len(pairs)], further[: len(pairs)] = pairs, distances
    return more, further


@compiled
def by_row(pairs: Integers, rows: int) -> tuple[Integers, Integers]:
    """Where in a list the comers of each row of crossings begin, and that list."""
    first = np.zeros(rows + 1, np.int64)
    for k in range(len(pairs)):
        first[pairs[k, 0] + 1] += 1
    for row in range(rows):
        first[row + 1] += first[row]
    order, at = np.empty(len(pairs), np.int64), first[:-1].copy()
    for k in range(len(pairs)):
        order[at[pairs[k, 0]]] = k
        at[pairs[k, 0]] += 1
    return first, order
