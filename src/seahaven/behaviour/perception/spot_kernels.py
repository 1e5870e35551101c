"""Compiled: the lanes that vehicles take up which do not keep to one, and that they are about to run into.

A vehicle is loose if it is not bound to lanes and lies across its lane, reaches over its border, drives backwards,
stands in a junction, or is off all lanes; and so is one that is bound to a lane but has left it for the verge or the
lane of those who come towards it. Points all over its box, now and in the next moments, are looked up in the grid of
the map: each lane that holds some of them has a spot, from the first to the last of them.
"""

from __future__ import annotations

from math import ceil, cos, hypot, isnan, sin
from typing import Any

import numpy as np

from seahaven.behaviour.perception.ground import LEFT, LENGTH, NARROWEST, RIGHT
from seahaven.behaviour.perception.order_kernels import ASKEW, askew_on
from seahaven.behaviour.perception.stranded_kernels import is_stranded
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.query_kernels import LEVEL, clearance, share_along
from seahaven.roads.lanemap.strips import Indices

REAR, FRONT, LOW, HIGH, ALONG, ACROSS, TIME = range(7)
"""The columns of `spots`: from where to where on its lane (s), and how far to the left of its middle; the speed along
it, negative for one that comes towards those on it, and across it, to the left; and in how many seconds it will be
there, 0 for now."""
SPOT = 7
FOLLOWING, LANE, VEHICLE = range(3)
"""The columns of `links`: the next spot on the same lane, -1 for none; the lane, and whose spot it is."""
MOST_SPOTS = 48
"""On so many lanes a vehicle has spots at most; in the widest junctions some thirty lanes cross a place."""
APART = 1.0
"""Metres between the points of a box that are looked up, at most; its corners are among them."""
STANDS = 1.0
"""Speed (m/s) below which a vehicle in a junction is in the way of all who cross there. The module of junctions
reckons with those who drive through one along a lane."""
MOMENT, MOMENTS = 0.4, 10
"""Seconds from one to the next of the moments that are foreseen, and how many there are."""
COMES = 0.25
"""Speed across a lane (m/s) from which on a vehicle is about to run into it."""
LEAVES = 1.6
"""Speed across its own lane (m/s) from which on a vehicle is about to leave it: faster than drivers change lanes."""
BACKWARDS = -0.5
"""Speed (m/s) below which a vehicle drives backwards, towards those behind it."""


@inlined
def is_loose(
    stretches: Floats, lanes: Indices, sizes: Floats, in_junction: Any, lane: Any, s: float, offset: float,
    heading: float, speed: float, width: float,
) -> tuple[bool, bool]:  # fmt: skip
    """Whether a vehicle that is not bound to lanes does not keep to one, and whether it lies across it."""
    if lane < 0:
        return True, True
    askew = askew_on(stretches, lanes, lane, s, heading)
    is_across = abs(askew) > ASKEW or speed < BACKWARDS
    leaves = abs(offset) + 0.5 * width > sizes[lane, NARROWEST] or abs(speed * sin(askew)) > LEAVES
    return is_across or leaves or (abs(speed) < STANDS and in_junction[lane] != 0), is_across


@inlined
def extend(
    lane: Any, s: float, aside: float, along: float, across: float, time: float, row: int, count: int, begin: int,
    spots: Floats, links: Indices,
) -> int:  # fmt: skip
    """Have a spot of a vehicle reach as far as a point on a lane; how many spots there are then.

    What will be is of no concern where the vehicle is now, nor what will be later where it is sooner.
    """
    for k in range(begin, count):
        if links[k, LANE] == lane:
            if spots[k, TIME] == time:
                spots[k, REAR], spots[k, FRONT] = min(spots[k, REAR], s), max(spots[k, FRONT], s)
                spots[k, LOW], spots[k, HIGH] = min(spots[k, LOW], aside), max(spots[k, HIGH], aside)
            return count
    if count - begin == MOST_SPOTS:
        return count
    links[count, LANE], links[count, VEHICLE] = lane, row
    spots[count, REAR], spots[count, FRONT], spots[count, LOW], spots[count, HIGH] = s, s, aside, aside
    spots[count, ALONG], spots[count, ACROSS], spots[count, TIME] = along, across, time
    return count + 1


@inlined
def place_box(
    plan: Floats, course: Floats, at: Any, lane: Any, x: float, y: float, z: float, east: float, north: float,
    length: float, width: float, along: float, across: float, time: float, row: int, count: int, begin: int,
    spots: Floats, links: Indices,
) -> int:  # fmt: skip
    """Find the points of a box that lie on a stretch of a lane; how many spots there are then."""
    lengthwise, crosswise = ceil(length / APART), ceil(width / APART)
    for a in range(lengthwise + 1):
        ahead = length * (a / lengthwise - 0.5)
        for b in range(crosswise + 1):
            left = width * (b / crosswise - 0.5)
            px, py = x + ahead * east - left * north, y + ahead * north + left * east
            f = share_along(plan, at, px, py)
            if isnan(f) or f < 0.0 or f > 1.0:
                continue
            nx, ny = plan[at, 4] + f * plan[at, 6], plan[at, 5] + f * plan[at, 7]
            qx, qy = px - plan[at, 0] - f * plan[at, 2], py - plan[at, 1] - f * plan[at, 3]
            d = (qx * nx + qy * ny) / (nx * nx + ny * ny)
            if abs(d) > plan[at, 8] + f * plan[at, 9]:
                continue
            if abs(z - course[at, 0] - f * course[at, 1] - d * (course[at, 2] + f * course[at, 3])) > LEVEL:
                continue
            s = plan[at, 10] + f * plan[at, 11]
            count = extend(lane, s, d, along, across, time, row, count, begin, spots, links)
    return count


@inlined
def place_around(
    lane_map: Any, in_junction: Any, x: float, y: float, z: float, east: float, north: float, length: float,
    width: float, speed: float, time: float, row: int, own: Any, left: Any, right: Any, spares_junctions: Any,
    count: int, begin: int, spots: Floats, links: Indices,
) -> int:  # fmt: skip
    """Find the lanes on which a box lies, or will lie; those by which its vehicle is in line are left out."""
    plan, course, lane_of, frame, shape, cell_first, cell_row, cell_kind, kinds, _ = lane_map
    reach = 0.5 * hypot(length, width)
    low_i, high_i = int((x - reach - frame[0]) * frame[3]), int((x + reach - frame[0]) * frame[3])
    low_j, high_j = int((y - reach - frame[1]) * frame[3]), int((y + reach - frame[1]) * frame[3])
    for j in range(max(low_j, 0), min(high_j + 1, shape[1])):
        for i in range(max(low_i, 0), min(high_i + 1, shape[0])):
            cell = j * shape[0] + i
            for k in range(cell_first[cell], cell_first[cell + 1]):
                at = np.uintp(cell_row[k])
                lane = np.int64(lane_of[at])
                if not (kinds[0] >> cell_kind[k]) & 1 or lane in (own, left, right):
                    continue
                if spares_junctions and in_junction[lane] != 0:
                    continue
                if clearance(plan, at, x, y) > reach:
                    continue
                dx, dy = plan[at, 2] / plan[at, 11], plan[at, 3] / plan[at, 11]
                across = speed * (dx * north - dy * east)
                if time > 0.0 and abs(across) < COMES:
                    continue
                along = speed * (dx * east + dy * north)
                count = place_box(
                    plan, course, at, lane, x, y, z, east, north, length, width, along, across, time, row, count, begin,
                    spots, links,
                )  # fmt: skip
    return count


@inlined
def list_spots(
    lane_map: Any, stretches: Floats, lanes: Indices, sizes: Floats, entries: Indices, in_junction: Any, rows: Indices,
    lane: Indices, s: Floats, offset: Floats, entry: Indices, heading: Floats, speed: Floats, light: Any,
    stood: Floats, length: Floats, width: Floats, x: Floats, y: Floats, z: Floats, views: Floats, heads: Indices,
    spots: Floats, links: Indices,
) -> int:  # fmt: skip
    """Find the spots of some vehicles that may be loose or stranded, and link them by lane; how many there are."""
    count = 0
    for k in range(len(rows)):
        row, begin = int(rows[k]), count
        here = np.int64(lane[row])
        loose, is_across = is_loose(
            stretches, lanes, sizes, in_junction, here, s[row], offset[row], heading[row], speed[row], width[row]
        )  # fmt: skip
        is_across |= is_stranded(
            lanes, sizes, entries, in_junction, lane_map[-1], here, s[row], entry[row], speed[row], light[row],
            stood[row], views, row,
        )  # fmt: skip
        if not loose and not is_across:
            continue
        # Those on its lane see it there anyway, and those beside as it reaches over, unless it lies across.
        own = np.int64(-1 if is_across else here)
        left = np.int64(-1 if is_across or here < 0 else lanes[here, LEFT])
        right = np.int64(-1 if is_across or here < 0 else lanes[here, RIGHT])
        spares = bool(here >= 0) and not is_across and in_junction[here] != 0 and abs(speed[row]) >= STANDS
        east, north = cos(heading[row]), sin(heading[row])
        for moment in range(MOMENTS + 1):
            time = moment * MOMENT
            if moment > 0 and abs(speed[row]) < COMES:
                break
            way = speed[row] * time
            count = place_around(
                lane_map, in_junction, x[row] + way * east, y[row] + way * north, z[row], east, north, length[row],
                width[row], speed[row], time, row, own, left, right, spares, count, begin, spots, links,
            )  # fmt: skip
            # Those beside do not see it before it reaches over, though, as it comes towards them.
            left, right = np.int64(-1), np.int64(-1)
        for spot in range(begin, count):
            at = links[spot, LANE]
            # What stands over the end of a lane reaches further to the side than its points there.
            is_at_end = spots[spot, REAR] < APART or spots[spot, FRONT] > sizes[at, LENGTH] - APART
            if is_at_end and abs(speed[row]) < STANDS:
                spots[spot, LOW], spots[spot, HIGH] = -sizes[at, NARROWEST], sizes[at, NARROWEST]
            links[spot, FOLLOWING], heads[at] = heads[at], spot
    return count
