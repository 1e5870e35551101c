"""Compiled: people on foot, moved along their routes; and which of them vehicles touch."""

from __future__ import annotations

from math import atan2, floor, pi
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.box_kernels import separation
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Integers, Truths
from seahaven.roads.walking import FootArrays
from seahaven.roads.walking.foot_routes import BEGIN, CROSSWALK, END, FAR, LEFT_X, LEFT_Y, ROOM, SENSE, S, X, Y, Z

SPEEDING_UP, SLOWING_DOWN = 1.5, 4.0
"""How fast people change their speed at most, in m/s²."""
SIDESTEP = 0.8
"""How fast they go sideways at most while walking, in m/s and as a share of their speed."""
COMING = 8.0
"""Metres before a crosswalk from which on somebody is coming to it."""
BEHIND = 0.5
"""Metres behind its end until which somebody is on it still."""
CELL = 20.0
"""The size of the cells by which vehicles near people are found, in metres; longer than half a vehicle."""


class Walked(NamedTuple):
    """What is filled in for people: where they will be at the end of the step."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    speed: Floats
    progress: Floats
    offset: Floats
    crosswalk: Any
    across: Floats
    toward: Any
    room: Floats
    far: Floats
    rest: Floats


class Walkers(NamedTuple):
    """What is read of people, all rows."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    speed: Floats
    path: Any
    progress: Floats
    offset: Floats
    stride: Floats
    lean: Floats
    dodge: Floats
    strays: Truths


@inlined
def find_stretch(points: Floats, low: int, high: int, progress: float, hint: int) -> int:
    """The stretch of a route, of the points from low up to high, on which a place lies: the hint, the next, or any."""
    last = high - 2
    for row in (hint, hint + 1):
        if low <= row <= last and points[row, S] <= progress and (row == last or progress < points[row + 1, S]):
            return row
    while low < last:
        middle = (low + last + 1) // 2
        if points[middle, S] <= progress:
            low = middle
        else:
            last = middle - 1
    return low


@compiled
def walk_all(routes: FootArrays, walkers: Walkers, rows: Any, dt: float, walked: Walked, hints: Integers) -> int:
    """Move people; gives the first row, counted from 1, whose route there is not, or 0."""
    points = routes.points
    for cell in range(len(rows)):
        i = rows[cell]
        path = walkers.path[i]
        if path >= len(routes.length):
            return int(i) + 1
        if path < 0:
            stay(walkers, i, walked, cell)
            continue
        dodge = walkers.dodge[i]
        speeding_up = SPEEDING_UP if dodge == 0.0 else SLOWING_DOWN
        change = min(max(walkers.stride[i] - walkers.speed[i], -SLOWING_DOWN * dt), speeding_up * dt)
        speed = max(walkers.speed[i] + change, 0.0 if dodge == 0.0 else -dodge)
        progress, offset, turn = walkers.progress[i], walkers.offset[i], 0.0
        aside = walkers.lean[i] - offset
        if walkers.strays[i]:
            reach = abs(speed) * dt
            step = min(max(aside, -reach), reach)
            turn = 0.0 if step == 0.0 else 0.5 * pi if step > 0.0 else -0.5 * pi
            speed = abs(step) / dt if dt > 0.0 else speed
        else:
            ahead = max(min(progress + speed * dt, routes.length[path]), 0.0)
            speed = (ahead - progress) / dt if dt > 0.0 else speed
            most = (min(SIDESTEP, 0.5 * SIDESTEP * speed) if dodge == 0.0 else dodge) * dt
            step = min(max(aside, -most), most)
            progress = ahead
        offset += step
        row = find_stretch(points, routes.first[path], routes.first[path + 1], progress, hints[cell])
        share = (progress - points[row, S]) / (points[row + 1, S] - points[row, S])
        room = points[row, ROOM] + share * (points[row + 1, ROOM] - points[row, ROOM])
        if not walkers.strays[i]:
            offset = min(max(offset, -room), room)
        place(points, row, share, offset, walked, cell)
        walked.heading[cell] = walkers.heading[i]
        if row != hints[cell] or walkers.strays[i]:
            walked.heading[cell] = turn + atan2(
                points[row + 1, Y] - points[row, Y], points[row + 1, X] - points[row, X]
            )
        walked.speed[cell], walked.progress[cell], walked.offset[cell] = speed, progress, offset
        walked.room[cell], walked.far[cell], hints[cell] = room, points[row, FAR], row
        walked.rest[cell] = routes.length[path] - progress
        find_crosswalk(routes, path, progress, walked, cell)
    return 0


@inlined
def stay(walkers: Walkers, i: int, walked: Walked, cell: int) -> None:
    """Leave somebody without a route where it is."""
    walked.x[cell], walked.y[cell], walked.z[cell] = walkers.x[i], walkers.y[i], walkers.z[i]
    walked.heading[cell], walked.speed[cell], walked.progress[cell] = walkers.heading[i], 0.0, walkers.progress[i]
    walked.offset[cell], walked.crosswalk[cell] = walkers.offset[i], -1
    walked.across[cell], walked.toward[cell] = 0.0, 1
    walked.room[cell], walked.far[cell], walked.rest[cell] = 0.0, 0.0, 0.0


@inlined
def place(points: Floats, row: int, share: float, offset: float, walked: Walked, cell: int) -> None:
    """Fill in where a place on a route lies."""
    dx, dy = points[row + 1, X] - points[row, X], points[row + 1, Y] - points[row, Y]
    left_x = points[row, LEFT_X] + share * (points[row + 1, LEFT_X] - points[row, LEFT_X])
    left_y = points[row, LEFT_Y] + share * (points[row + 1, LEFT_Y] - points[row, LEFT_Y])
    walked.x[cell] = points[row, X] + share * dx + offset * left_x
    walked.y[cell] = points[row, Y] + share * dy + offset * left_y
    walked.z[cell] = points[row, Z] + share * (points[row + 1, Z] - points[row, Z])


@inlined
def find_crosswalk(routes: FootArrays, path: int, progress: float, walked: Walked, cell: int) -> None:
    """Fill in which crosswalk somebody is on or comes to, and where along its axis."""
    walked.crosswalk[cell], walked.across[cell], walked.toward[cell] = -1, 0.0, 1
    legs = routes.legs
    for leg in range(routes.leg_first[path], routes.leg_first[path + 1]):
        if progress <= legs[leg, END] + BEHIND:
            if progress >= legs[leg, BEGIN] - COMING:
                is_along = legs[leg, SENSE] > 0.0
                walked.crosswalk[cell] = int(legs[leg, CROSSWALK])
                walked.across[cell] = progress - legs[leg, BEGIN] if is_along else legs[leg, END] - progress
                walked.toward[cell] = 1 if is_along else -1
            break


@inlined
def bucket(column: int, line: int, mask: int) -> int:
    """The bucket of a cell, shared with others by chance."""
    return (column * 73856093 ^ line * 19349663) & mask


@compiled
def touching(people: Floats, on_road: Integers, vehicles: Floats, levels: Floats, heights: Floats) -> Integers:
    """The pairs of people, among those on the road, and vehicles whose boxes meet, ordered by people.

    Rows of both tables are x, y, heading, length, width; levels and heights those of people, then those of vehicles.
    """
    pairs, count, mask = np.empty((16, 2), np.int64), 0, 255
    while mask < 2 * len(vehicles):
        mask = 2 * mask + 1
    head, following = np.full(mask + 1, -1, np.int64), np.empty(len(vehicles), np.int64)
    for j in range(len(vehicles)):
        b = bucket(floor(vehicles[j, 0] / CELL), floor(vehicles[j, 1] / CELL), mask)
        following[j], head[b] = head[b], j
    for k in range(len(on_road)):
        i = on_road[k]
        column, line = floor(people[i, 0] / CELL), floor(people[i, 1] / CELL)
        for a in range(column - 1, column + 2):
            for b in range(line - 1, line + 2):
                j = head[bucket(a, b, mask)]
                while j >= 0:
                    is_there = floor(vehicles[j, 0] / CELL) == a and floor(vehicles[j, 1] / CELL) == b
                    if is_there and meets(people, i, vehicles, j) and is_level(levels, heights, i, len(people) + j):
                        if count == len(pairs):
                            more = np.empty((2 * count, 2), np.int64)
                            more[:count] = pairs
                            pairs = more
                        pairs[count, 0], pairs[count, 1] = i, j
                        count += 1
                    j = following[j]
    return pairs[:count]


@inlined
def meets(people: Floats, i: int, vehicles: Floats, j: int) -> bool:
    """Whether two boxes meet."""
    dx, dy = people[i, 0] - vehicles[j, 0], people[i, 1] - vehicles[j, 1]
    reach = 0.5 * (people[i, 3] + people[i, 4] + vehicles[j, 3] + vehicles[j, 4])
    if dx * dx + dy * dy > reach * reach:
        return False
    apart: float = separation(
        people[i, 0], people[i, 1], people[i, 2], people[i, 3], people[i, 4],
        vehicles[j, 0], vehicles[j, 1], vehicles[j, 2], vehicles[j, 3], vehicles[j, 4],
    )  # fmt: skip
    return apart <= 0.0


@inlined
def is_level(levels: Floats, heights: Floats, a: int, b: int) -> bool:
    """Whether two bodies are at about the same height."""
    return bool(levels[a] <= levels[b] + heights[b] and levels[b] <= levels[a] + heights[a])
