"""Compiled: who is before whom on foot, and which vehicles stand in the way of people."""

from __future__ import annotations

from math import cos, floor, hypot, inf, sin
from typing import Any, NamedTuple

import numpy as np

from seahaven.behaviour.people.views import Folk, Traffic, Views
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Integers, Truths
from seahaven.roads.walking import PassageTables

AHEAD = 3.0
"""Metres within which others on foot count."""
ASIDE = 0.9
"""Metres to either side within which somebody is in the way, or would be."""
BODY = 0.4
"""Metres from the middle of one to that of another who stand one behind the other."""
CELL = 15.0
"""The size of the cells by which vehicles near people are found, in metres."""
MARGIN, BARELY = 0.4, 0.3
"""Metres that people keep from the sides of vehicles, and that they need to get past."""
STEP = 0.6
"""Metres; vehicles so far behind, and three times as far ahead, bound where one may go sideways."""
SLOW = 0.5
"""Speed (m/s) below which a vehicle is walked round, not waited for."""
CLOSE_BY = 2.5
"""Metres within which a moving vehicle is in the way, rather than about to be."""
BESIDE = 4.0
"""Metres ahead of those who cross anywhere in which a vehicle is in their way."""


@inlined
def bucket(column: int, line: int, mask: int) -> int:
    """The bucket of a cell, shared with others by chance."""
    return (column * 73856093 ^ line * 19349663) & mask


@compiled
def sorted_into_cells(x: Any, y: Any) -> tuple[Integers, Integers, Floats, int]:
    """People by the buckets of their cells: where each begins in a list, that list, their places, and the mask."""
    mask = 63
    while mask < 2 * len(x):
        mask = 2 * mask + 1
    first, own = np.zeros(mask + 2, np.int64), np.empty(len(x), np.int64)
    for i in range(len(x)):
        own[i] = bucket(floor(x[i] / AHEAD), floor(y[i] / AHEAD), mask)
        first[own[i] + 1] += 1
    for b in range(mask + 1):
        first[b + 1] += first[b]
    order, at, places = np.empty(len(x), np.int64), first[:-1].copy(), np.empty((len(x), 2))
    for i in range(len(x)):
        k = at[own[i]]
        order[k], places[k, 0], places[k, 1] = i, x[i], y[i]
        at[own[i]] += 1
    return first, order, places, mask


@compiled
def look_for_people(folk: Folk, seats: Integers, views: Views) -> None:
    """Fill in who is before people on foot: how far, how fast in their direction, and how far to the left."""
    first, order, places, mask = sorted_into_cells(folk.x, folk.y)
    for at in range(len(order)):
        i = order[at]
        cell = seats[i]
        if cell < 0:
            continue
        found, ahead, left = -1, AHEAD, 0.0
        if folk.path[i] >= 0:
            found, ahead, left = nearest(first, places, mask, folk.x[i], folk.y[i], folk.heading[i])
        is_free = found < 0
        views.no_ahead_gap[cell], views.no_ahead_speed[cell], views.no_ahead_aside[cell] = is_free, is_free, is_free
        views.ahead_gap[cell], views.ahead_speed[cell], views.ahead_aside[cell] = 0.0, 0.0, 0.0
        if not is_free:
            j = order[found]
            views.ahead_gap[cell], views.ahead_aside[cell] = max(ahead - BODY, 0.0), left
            views.ahead_speed[cell] = folk.speed[j] * cos(folk.heading[j] - folk.heading[i])


@inlined
def nearest(
    first: Integers, places: Floats, mask: int, x: float, y: float, heading: float
) -> tuple[int, float, float]:  # fmt: skip
    """Who is nearest before somebody, as a place in the list of all, how far ahead and how far to the left; -1: nobody.

    Only cells that the strip before it reaches into are searched.
    """
    c, s = cos(heading), sin(heading)
    wide_x, wide_y = ASIDE * abs(s), ASIDE * abs(c)
    reach_x, reach_y = AHEAD * c, AHEAD * s
    low_x, high_x = (x + min(reach_x, 0.0) - wide_x) / AHEAD, (x + max(reach_x, 0.0) + wide_x) / AHEAD
    low_y, high_y = (y + min(reach_y, 0.0) - wide_y) / AHEAD, (y + max(reach_y, 0.0) + wide_y) / AHEAD
    found, best, side = -1, AHEAD, 0.0
    for column in range(floor(low_x), floor(high_x) + 1):
        for line in range(floor(low_y), floor(high_y) + 1):
            b = bucket(column, line, mask)
            for k in range(first[b], first[b + 1]):
                dx, dy = places[k, 0] - x, places[k, 1] - y
                ahead, left = dx * c + dy * s, dy * c - dx * s
                if 0.05 < ahead < best and abs(left) < ASIDE:
                    found, best, side = k, ahead, left
    return found, best, side


class Near(NamedTuple):
    """Vehicles near people by the buckets of their cells: where each begins in a list, that list, and the mask."""

    first: Integers
    order: Integers
    mask: int


@compiled
def vehicles_near(folk: Folk, concerned: Truths, cars: Traffic) -> Near:
    """The vehicles in the cells of people whom vehicles concern, and in those around."""
    mask, count = 255, 0
    for i in range(len(concerned)):
        count += concerned[i]
    while mask < 32 * count:
        mask = 2 * mask + 1
    is_near, first = np.zeros(mask + 1, np.bool_), np.zeros(mask + 2, np.int64)
    for i in range(len(concerned)):
        if concerned[i]:
            column, line = floor(folk.x[i] / CELL), floor(folk.y[i] / CELL)
            for a in range(-1, 2):
                for b in range(-1, 2):
                    is_near[bucket(column + a, line + b, mask)] = True
    own = np.empty(len(cars.x), np.int64)
    for j in range(len(cars.x)):
        own[j] = bucket(floor(cars.x[j] / CELL), floor(cars.y[j] / CELL), mask)
        first[own[j] + 1] += is_near[own[j]]
    for b in range(mask + 1):
        first[b + 1] += first[b]
    order, at = np.empty(first[mask + 1], np.int64), first[:-1].copy()
    for j in range(len(cars.x)):
        if is_near[own[j]]:
            order[at[own[j]]] = j
            at[own[j]] += 1
    return Near(first, order, mask)


@inlined
def distance_to_box(
    x: float, y: float, dx: float, dy: float, bx: float, by: float, heading: float, half_length: float,
    half_width: float,
) -> float:  # fmt: skip
    """How far a box lies ahead of a place in a direction; infinite if it does not, or is being left."""
    c, s = cos(heading), sin(heading)
    px, py = (x - bx) * c + (y - by) * s, (y - by) * c - (x - bx) * s
    ux, uy = dx * c + dy * s, dy * c - dx * s
    enters, leaves = -inf, inf
    for place, step, half in ((px, ux, half_length), (py, uy, half_width)):
        if abs(step) < 1e-9:
            if abs(place) > half:
                return inf
        else:
            one, other = (-half - place) / step, (half - place) / step
            enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    if enters > leaves or leaves < 0.0:
        return inf
    if enters < 0.0:  # inside already: in the way only for whoever walks further in
        return 0.0 if px * ux + py * uy < 0.0 else inf
    return enters


@inlined
def room_beside(x: float, y: float, dx: float, dy: float, cars: Traffic, j: int) -> tuple[float, float]:
    """How far to the left and right of somebody a vehicle leaves room, beside and a step ahead; infinite if all."""
    c, s = cos(cars.heading[j]), sin(cars.heading[j])
    ahead = (cars.x[j] - x) * dx + (cars.y[j] - y) * dy
    left = (cars.y[j] - y) * dx - (cars.x[j] - x) * dy
    along, aside = abs(c * dx + s * dy), abs(s * dx - c * dy)
    long = 0.5 * (cars.length[j] * along + cars.width[j] * aside)
    wide = 0.5 * (cars.length[j] * aside + cars.width[j] * along)
    if ahead + long < -STEP or ahead - long > 3.0 * STEP:
        return inf, inf
    if left - wide > 0.0:
        return left - wide - MARGIN, inf
    return inf, -left - wide - MARGIN if left + wide < 0.0 else inf


@compiled
def look_for_vehicles(
    passages: PassageTables, folk: Folk, cars: Traffic, concerned: Truths, near: Near, rows: Integers, views: Views
) -> None:  # fmt: skip
    """Fill in how far vehicles that stand lie ahead, and let moving ones close by bound what may be stepped onto.

    People look along the crosswalk that they are at, else ahead. Vehicles beside bound how far to the left and right
    they may go.
    """
    for cell in range(len(rows)):
        i = rows[cell]
        views.blocked[cell], views.no_blocked[cell] = 0.0, True
        if not concerned[i]:
            continue
        dx, dy, c, reach = cos(folk.heading[i]), sin(folk.heading[i]), folk.crosswalk[i], BESIDE
        if not views.no_breadth[cell]:
            dx, dy = folk.toward[i] * passages.axis_x[c], folk.toward[i] * passages.axis_y[c]
            reach = views.breadth[cell]
        column, line = floor(folk.x[i] / CELL), floor(folk.y[i] / CELL)
        for a in range(-1, 2):
            for b in range(-1, 2):
                at = bucket(column + a, line + b, near.mask)
                for k in range(near.first[at], near.first[at + 1]):
                    mind(folk.x[i], folk.y[i], dx, dy, reach, folk.offset[i], cars, near.order[k], views, cell)


@inlined
def mind(
    x: float, y: float, dx: float, dy: float, reach: float, offset: float, cars: Traffic, j: int, views: Views,
    cell: int,
) -> None:  # fmt: skip
    """Let one vehicle bound where somebody may go."""
    if hypot(cars.x[j] - x, cars.y[j] - y) > reach + cars.length[j]:
        return
    long, wide = 0.5 * cars.length[j], 0.5 * cars.width[j]
    distance = distance_to_box(x, y, dx, dy, cars.x[j], cars.y[j], cars.heading[j], long + MARGIN, wide + MARGIN)
    if distance <= 0.0:
        # Whoever is that close already goes on if it touches nothing.
        distance = distance_to_box(x, y, dx, dy, cars.x[j], cars.y[j], cars.heading[j], long + BARELY, wide + BARELY)
    if abs(cars.speed[j]) < SLOW:
        if distance <= reach and (views.no_blocked[cell] or distance < views.blocked[cell]):
            views.blocked[cell], views.no_blocked[cell] = distance, False
    elif distance <= CLOSE_BY and (views.no_edge[cell] or distance < views.edge[cell]):
        views.edge[cell], views.no_edge[cell] = distance, False
    free_left, free_right = room_beside(x, y, dx, dy, cars, j)
    views.left_leeway[cell] = min(views.left_leeway[cell], offset + free_left)
    views.right_leeway[cell] = min(views.right_leeway[cell], free_right - offset)
