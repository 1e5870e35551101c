"""Compiled: what drivers make of vehicles that do not keep to lanes.

Whatever takes up a part of the lane before a driver is ahead of it, if it is nearer than the one ahead in line, and so
on the lanes beside. One that comes towards the driver has a speed below zero. Drivers move over to keep clear of one
that comes, and to come by one that stands.
"""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import (
    BERTH_AT,
    CLOSING,
    GAP,
    HAS_CHANGED,
    HONKED_AT,
    LAMP,
    LEADER_ACCELERATION,
    LEADER_FAR,
    LEADER_ROW,
    LEFT_SIDE,
    LEFT_SIGNS,
    LEFT_THERE,
    MENACE_AT,
    NO_FRONT,
    NO_REAR,
    OWN_SIGNS,
    RIGHT_SIDE,
    SHUT,
    SIDE_CLOSING,
    SIDE_GAP,
    SIDE_REAR_CLOSING,
    SIDE_REAR_GAP,
    VIEW,
)
from seahaven.behaviour.perception.desk import (
    AT_BODIES,
    AT_CLAIMED,
    AT_COLUMNS,
    AT_ENTRIES,
    AT_ENTRY,
    AT_HEADING,
    AT_HORN,
    AT_IN_JUNCTION,
    AT_LAMPS,
    AT_LANE,
    AT_LANES,
    AT_LENGTH,
    AT_LIGHT,
    AT_MOTION,
    AT_OFFSET,
    AT_S,
    AT_SIZES,
    AT_SPEED,
    AT_SPOT_HEADS,
    AT_STOOD,
    AT_STRETCHES,
    AT_VIEWS,
    AT_WIDTH,
    AT_X,
    AT_Y,
    AT_Z,
    BERTHS,
    CLAIMS,
    HONKS,
    LANE_COUNT,
    ROWS,
    SLOTS,
)
from seahaven.behaviour.perception.ground import FACING, LEFT, LEFT_ENTRY, LENGTH, NARROWEST, PER_LANE, RIGHT
from seahaven.behaviour.perception.horn_kernels import hear_horns
from seahaven.behaviour.perception.look_kernels import MIRROR
from seahaven.behaviour.perception.order_kernels import BODY, HALF, SIGHT, THEN
from seahaven.behaviour.perception.outlook_kernels import MOST_LANES, onward
from seahaven.behaviour.perception.search_kernels import is_hidden, sees_unlit
from seahaven.behaviour.perception.spot_kernels import (
    ACROSS,
    ALONG,
    FOLLOWING,
    FRONT,
    HIGH,
    LANE,
    LOW,
    MOST_SPOTS,
    REAR,
    SPOT,
    TIME,
    VEHICLE,
    list_spots,
)
from seahaven.behaviour.perception.stranded_kernels import list_loose, note_loose
from seahaven.geometry import Floats
from seahaven.geometry.compiled import (
    bytes_at,
    carray,
    compiled,
    floats_at,
    inlined,
    integers_at,
    longs_at,
    put_byte,
    put_float,
    shorts_at,
)
from seahaven.roads.lanemap.strips import Indices

BERTH = 0.4
"""Metres that a driver wants on either side to come by what reaches into its lane."""
BEFORE = 0.5
"""Seconds by which a driver has to be past where a loose vehicle is about to come, not to wait for it."""
CRAWL = 1.0
"""Speed (m/s) with which a driver who stands is taken to come by."""
BEYOND = 50.0
"""Metres beyond what a driver sees, in a straight line, within which it looks for loose vehicles along its road."""
AS_NEAR = 0.5
"""Metres by which a spot may be further away than the one ahead in line to be the same vehicle's."""
TOWARDS, SOON = -1.0, 6.0
"""Speed along a lane (m/s) below which a vehicle comes towards those on it, and seconds before they would meet from
which on they keep clear of it."""
STILL, NEAR = 1.0, 60.0
"""Speed along a lane (m/s) below which a vehicle stands in the way there, and metres from which on drivers move over to
come by it."""
DRIFTS = 1.5
"""Seconds for which a vehicle that comes towards a driver is taken to go on sideways as it does."""
SPARE = 0.15
"""Metres more than BERTH at which drivers come by, so that they are clear of it when they get there."""
LEADS_ON = 70.0
"""Metres that the lane has to lead on behind what stands there for drivers to come by on the lane beside."""
VERGE = 2.0
"""Metres beyond the border of the outermost lane, where there is no lane beside, that drivers use to keep clear."""
APART = 4.0
"""Metres of height between two vehicles from which on they are on roads that pass over each other."""
BESIDE, AHEAD, BEHIND = 4.0, 0.15, 1.0
"""Metres that are free ahead on the lane beside, and seconds at its own speed besides, and seconds until whoever is
behind there comes up, to swerve onto it."""
BEYOND_IT, PACE, ASIDE, BACK = 25.0, 5.0, 12.0, 15.0
"""To come by on the lane of those who come towards it, a driver needs so many metres beyond what stands there, drives
at so many m/s at least, and looks so far to the side (m), and so far behind itself (m) for others who pass."""
NOTHING, STANDS_THERE, COMES_HERE, IS_BESIDE = range(4)
"""What a vehicle that keeps to no lane does to a driver: stands ahead, comes towards it, or stands or comes on the lane
beside, where the driver cannot go before it is past."""
GRAZING = 0.15
"""Metres beside its box that a driver who reaches into the lane beside needs there."""
BY, PAST = 30.0, 1.0
"""Metres from which on a driver who comes by stays on its lane, and that it has to be past."""


@inlined
def is_free(views: Floats, i: Any, side: int, v: float) -> bool:
    """Whether nobody on the lane beside is in the way of a driver who swerves onto it."""
    signs, column = int(views[i, LEFT_SIGNS + side]), LEFT_SIDE + side * (RIGHT_SIDE - LEFT_SIDE)
    least = BESIDE + AHEAD * v + max(views[i, column + SIDE_CLOSING], 0.0)
    ahead = signs & NO_FRONT or views[i, column + SIDE_GAP] > least
    needed = BEHIND * max(views[i, column + SIDE_REAR_CLOSING], 0.0)
    return bool(ahead and (signs & NO_REAR or views[i, column + SIDE_REAR_GAP] > BESIDE + needed))


@inlined
def has_spot(heads: Indices, links: Indices, spots: Floats, lane: int, vehicle: int) -> int:
    """The spot that a vehicle takes up on a lane now; -1 for none."""
    spot = int(heads[lane]) if lane >= 0 else -1
    while spot >= 0 and not (links[spot, VEHICLE] == vehicle and spots[spot, TIME] == 0.0):
        spot = int(links[spot, FOLLOWING])
    return spot


@inlined
def is_way_clear(
    x: Floats, y: Floats, z: Floats, heading: Floats, speed: Floats, i: Any, other: int, side: float, gap: float
) -> bool:  # fmt: skip
    """Whether no vehicle on the same level comes towards a driver, or passes it, who swerves onto the oncoming lane."""
    c, s = cos(heading[i]), sin(heading[i])
    way = gap + BEYOND_IT
    time = way / max(0.5 * speed[i], PACE)
    for j in range(len(x)):
        dx, dy = x[j] - x[i], y[j] - y[i]
        ahead, left = dx * c + dy * s, side * (dy * c - dx * s)
        if j == other or ahead < -BACK or left < STILL or left > ASIDE or abs(z[j] - z[i]) > APART:
            continue
        along = speed[j] * (cos(heading[j]) * c + sin(heading[j]) * s)
        if ahead < way + max(-along, 0.0) * time:
            return False
    return True


@inlined
def clear_of(
    lanes: Indices, sizes: Floats, heads: Indices, spots: Floats, links: Indices, spot: int, lane: int, offset: float,
    width: float, views: Floats, i: Any, stands: bool, is_first: bool, x: Floats, y: Floats, z: Floats, heading: Floats,
    speed: Floats, gap: float,
) -> float:  # fmt: skip
    """The offset at which a driver comes by a spot on its lane.

    Within the lane, on a free lane beside, on the verge, or past what stands there on the lane of those who come
    towards it, if nobody does, and nobody waits before it. Where none will do, as far aside from somebody who comes as
    the lane and its verge go; before what stands, in the middle. One that comes is taken to go on sideways until they
    meet.
    """
    other, half, facing = int(links[spot, VEHICLE]), sizes[lane, NARROWEST], int(lanes[lane, FACING])
    edge, away = max(half - 0.5 * width, 0.0), BERTH + SPARE + 0.5 * width
    low, high = spots[spot, LOW], spots[spot, HIGH]
    if not stands:
        until = min(gap / max(speed[i] - spots[spot, ALONG], CRAWL), DRIFTS)
        drifts = spots[spot, ACROSS] * max(until - spots[spot, TIME], 0.0)
        low, high = min(low, low + drifts), max(high, high + drifts)
    left, right = high + away, low - away
    to_left, to_right = int(lanes[lane, LEFT]), int(lanes[lane, RIGHT])
    can_left, can_right = left <= edge, right >= -edge
    # How far to the side the lane goes, with the verge where there is one.
    far_left = edge + VERGE if to_left < 0 and facing <= 0 else edge
    far_right = edge + VERGE if to_right < 0 and facing >= 0 else edge
    # On a shoulder that ends soon behind what stands there, nobody would come back onto its lane.
    leads_on = not stands or sizes[lane, LENGTH] - spots[spot, FRONT] > LEADS_ON
    if to_left >= 0:
        can_left |= leads_on and is_free(views, i, 0, speed[i]) and has_spot(heads, links, spots, to_left, other) < 0
    elif far_left > edge and left - SPARE <= far_left:
        can_left, left = True, min(left, far_left)
    if to_right >= 0:
        can_right |= leads_on and is_free(views, i, 1, speed[i]) and has_spot(heads, links, spots, to_right, other) < 0
    elif far_right > edge and right + SPARE >= -far_right:
        can_right, right = True, max(right, -far_right)
    if stands and is_first and facing != 0 and not can_left and not can_right:
        side, there = 1.0 if facing > 0 else -1.0, abs(facing) - 1
        beside, reach = has_spot(heads, links, spots, there, other), half + 2.0 * sizes[there, NARROWEST]
        needed = left if facing > 0 else -right
        if beside >= 0:
            needed = half + sizes[there, NARROWEST] + away - side * (spots[beside, LOW if facing > 0 else HIGH])
        if needed <= reach - 0.5 * width and is_way_clear(x, y, z, heading, speed, i, other, side, gap):
            return float(side * needed)
    if can_left and (not can_right or left - offset < offset - right):
        return float(left)
    if can_right:
        return float(right)
    if stands:
        return 0.0
    middle = 0.5 * (spots[spot, LOW] + spots[spot, HIGH])
    if middle > 0.0 or to_left < 0:
        return float(-far_right if middle > -BERTH else -edge)
    return float(far_left)


@inlined
def is_near(x: Floats, y: Floats, i: Any, rows: Indices, reach: float) -> bool:
    """Whether any loose vehicle but itself is within reach of a driver, in a straight line."""
    for k in range(len(rows)):
        dx, dy = x[rows[k]] - x[i], y[rows[k]] - y[i]
        if dx * dx + dy * dy < reach * reach and rows[k] != i:
            return True
    return False


@inlined
def is_in_way(spots: Floats, spot: int, offset: float, width: float, to_front: float, v: float) -> bool:
    """Whether a spot on the lane ahead is in the way of a driver at an offset, whose rear has so far to go past it."""
    half = 0.5 * width + BERTH
    if spots[spot, LOW] > offset + half or spots[spot, HIGH] < offset - half:
        return False
    return bool(spots[spot, TIME] == 0.0 or to_front / max(v, CRAWL) > spots[spot, TIME] - BEFORE)


@inlined
def nearest_spot(
    lanes: Indices, sizes: Floats, entries: Indices, heads: Indices, spots: Floats, links: Indices, bodies: Floats,
    lamps: Any, row: int, lane: int, entry: int, start: float, offset: float, width: float, v: float, reach: float,
    dim: float,
) -> tuple[int, float]:  # fmt: skip
    """The spot ahead along the route that is in a driver's way, and the gap to it; -1 where there is none in sight.

    `start` is how far ahead of the driver's middle the lane begins.
    """
    i = np.uintp(row)
    half, then, found, gap = bodies[i, HALF], np.uintp(bodies[i, THEN]), -1, reach
    for _ in range(MOST_LANES):
        spot = int(heads[lane])
        while spot >= 0:
            other, to_front = int(links[spot, VEHICLE]), start + spots[spot, FRONT]
            near = start + spots[spot, REAR] - half
            if other != row and to_front > 0.0 and near < gap:
                seen = not is_hidden(bodies, lamps, other, then, near + half + bodies[other, HALF], dim)
                if seen and is_in_way(spots, spot, offset, width, to_front + half, v):
                    found, gap = spot, near
            spot = int(links[spot, FOLLOWING])
        start += sizes[lane, LENGTH]
        lane, entry = onward(lanes, entries, lane, entry)
        if start - half > gap or lane < 0:
            break
        offset = 0.0
    return found, gap


@inlined
def lead(
    spots: Floats, links: Indices, spot: int, gap: float, bodies: Floats, lamps: Any, v: float, views: Floats, i: Any
) -> None:
    """Put the vehicle of a spot ahead of a driver."""
    other, then = int(links[spot, VEHICLE]), np.uintp(bodies[i, THEN])
    views[i, GAP], views[i, CLOSING], views[i, LEADER_ACCELERATION] = gap, v - spots[spot, ALONG], 0.0
    views[i, LEADER_ROW], views[i, LEADER_FAR] = other, gap + bodies[i, HALF] + bodies[other, HALF]
    views[i, OWN_SIGNS] = LAMP * int(lamps[other, then]) + (int(views[i, OWN_SIGNS]) & NO_REAR)
    views[i, HAS_CHANGED] = 1.0


@inlined
def flank(
    heads: Indices, spots: Floats, links: Indices, row: int, lane: int, side: int, there: float, v: float,
    reach: float, bodies: Floats, lamps: Any, views: Floats,
) -> None:  # fmt: skip
    """Put the vehicles of spots on the lane beside ahead of and behind a driver there."""
    i, column = np.uintp(row), LEFT_SIDE + side * (RIGHT_SIDE - LEFT_SIDE)
    half, then, spot = bodies[i, HALF], np.uintp(bodies[i, THEN]), int(heads[lane])
    while spot >= 0:
        signs, other = int(views[i, LEFT_SIGNS + side]), int(links[spot, VEHICLE])
        gap, rear_gap = spots[spot, REAR] - there - half, there - spots[spot, FRONT] - half
        is_ahead, is_behind = other != row and gap >= rear_gap, other != row and gap < rear_gap
        if is_ahead and gap < (reach if signs & NO_FRONT else views[i, column + SIDE_GAP]):
            views[i, column + SIDE_GAP], views[i, column + SIDE_CLOSING] = gap, v - spots[spot, ALONG]
            views[i, LEFT_SIGNS + side] = LAMP * int(lamps[other, then]) + (signs & NO_REAR)
            views[i, HAS_CHANGED] = 1.0
        if is_behind and rear_gap < (MIRROR if signs & NO_REAR else views[i, column + SIDE_REAR_GAP]):
            views[i, column + SIDE_REAR_GAP], views[i, column + SIDE_REAR_CLOSING] = rear_gap, spots[spot, ALONG] - v
            views[i, LEFT_SIGNS + side], views[i, HAS_CHANGED] = signs & ~NO_REAR, 1.0
        spot = int(links[spot, FOLLOWING])


@inlined
def look_at_loose(
    rows: Indices, lanes: Indices, sizes: Floats, in_junction: Any, entries: Indices, heads: Indices, spots: Floats,
    links: Indices, lane: Indices, s: Floats, offset: Floats, entry: Indices, heading: Floats, speed: Floats,
    width: Floats, x: Floats, y: Floats, z: Floats, bodies: Floats, lamps: Any, views: Floats, addresses: Any,
    beam: float, darkness: float,
) -> int:  # fmt: skip
    """Have every driver near loose vehicles heed them; how many keep clear of one, or have one in their way."""
    heeded = 0
    for row in range(len(lane)):
        i = np.uintp(row)
        here, reach = int(lane[i]), bodies[i, SIGHT]
        if here < 0 or not is_near(x, y, i, rows, reach + BEYOND):
            continue
        e, v, half = int(entry[i]), speed[i], bodies[i, HALF]
        dim = sees_unlit(lamps, i, np.uintp(bodies[i, THEN]), beam, darkness)
        menace = NOTHING
        spot, gap = nearest_spot(
            lanes, sizes, entries, heads, spots, links, bodies, lamps, row, here, e, -s[i], offset[i], width[i], v,
            reach, dim,
        )  # fmt: skip
        if spot >= 0 and (int(views[i, OWN_SIGNS]) & NO_FRONT or gap < views[i, GAP] + AS_NEAR):
            lead(spots, links, spot, gap, bodies, lamps, v, views, i)
            menace = menace_of(spots, spot, gap, v)
        ahead = int(links[spot, VEHICLE]) if spot >= 0 else -1
        # What is in its way in the middle of its lane, as long as it is not past it, keeps it from going back there.
        # On the way to the lane where that is, it stays within its own.
        spot, gap = nearest_spot(
            lanes, sizes, entries, heads, spots, links, bodies, lamps, row, here, e, half - s[i], 0.0, width[i], v,
            reach, dim,
        )  # fmt: skip
        if spot >= 0 and in_junction[here] == 0 and menace_of(spots, spot, gap - half, v) > NOTHING:
            is_first = gap - half < views[i, GAP] + AS_NEAR or int(views[i, OWN_SIGNS]) & NO_FRONT
            berth = clear_of(
                lanes, sizes, heads, spots, links, spot, int(links[spot, LANE]), offset[i], width[i], views, i,
                spots[spot, ALONG] > TOWARDS, bool(is_first), x, y, z, heading, speed, gap - half,
            )  # fmt: skip
            if links[spot, LANE] != here:
                edge = max(sizes[here, NARROWEST] - 0.5 * width[i], 0.0)
                berth = min(max(berth, -edge), edge)
            put_float(addresses[BERTH_AT], i, berth)
            heeded += 1
            leader = int(views[i, LEADER_ROW])
            if leader == links[spot, VEHICLE] and leader != ahead and not int(views[i, OWN_SIGNS]) & NO_FRONT:
                look_past(lane, s, speed, bodies, lamps, leader, row, reach, views)
        for side in range(2):
            beside = int(lanes[here, LEFT + side])
            if beside >= 0:
                there = views[i, LEFT_THERE + side]
                flank(heads, spots, links, row, beside, side, there, v, reach, bodies, lamps, views)
                across = (1.0 - 2.0 * side) * (sizes[here, NARROWEST] + sizes[beside, NARROWEST])
                if sizes[here, NARROWEST] < 0.5 * width[i]:
                    # It keeps clear as long as it would reach into the lane beside in the middle of its own.
                    wide, outside = width[i], BERTH + SPARE + 0.5 * width[i]
                    spot, _ = grazed(heads, spots, links, row, beside, there, half, -across, wide, reach)
                    if spot >= 0:
                        berth = across + (spots[spot, LOW] - outside if side == 0 else spots[spot, HIGH] + outside)
                        if abs(berth) < max(sizes[here, NARROWEST] - 0.5 * wide, 0.0) + VERGE:
                            put_float(addresses[BERTH_AT], i, berth)
                            heeded += 1
                    spot, gap = grazed(heads, spots, links, row, beside, there, half, offset[i] - across, wide, reach)
                    if spot >= 0 and (int(views[i, OWN_SIGNS]) & NO_FRONT or gap < views[i, GAP]):
                        lead(spots, links, spot, gap, bodies, lamps, v, views, i)
                        menace = menace_of(spots, spot, gap, v)
                is_shut = is_beside(heads, spots, links, row, beside, there, half, v)
                ahead = int(entries[e, LEFT_ENTRY + side]) if e >= 0 else -1
                further, _ = onward(lanes, entries, beside, ahead)
                if further >= 0:
                    there -= sizes[beside, LENGTH]
                    flank(heads, spots, links, row, further, side, there, v, reach, bodies, lamps, views)
                    is_shut |= is_beside(heads, spots, links, row, further, there, half, v)
                if is_shut:
                    views[i, LEFT_SIGNS + side] = int(views[i, LEFT_SIGNS + side]) | SHUT
                    views[i, HAS_CHANGED] = 1.0
                    menace = IS_BESIDE if menace == NOTHING else menace
        if menace > NOTHING:
            put_byte(addresses[MENACE_AT], i, np.int8(menace))
            heeded += 1
    return heeded


@inlined
def grazed(
    heads: Indices, spots: Floats, links: Indices, row: int, lane: int, there: float, half: float, offset: float,
    width: float, reach: float,
) -> tuple[int, float]:  # fmt: skip
    """The spot ahead on the lane beside into which a driver's box reaches, and the gap to it; -1 where there is none.

    Shoulders may be narrower than who swerves onto them.
    """
    spot, found, nearest = int(heads[lane]), -1, reach
    while spot >= 0:
        gap, wide = spots[spot, REAR] - there - half, 0.5 * width + GRAZING
        is_ahead = spots[spot, FRONT] > there and links[spot, VEHICLE] != row and gap < nearest
        if (
            is_ahead
            and spots[spot, TIME] == 0.0
            and spots[spot, LOW] < offset + wide
            and spots[spot, HIGH] > offset - wide
        ):
            found, nearest = spot, gap
        spot = int(links[spot, FOLLOWING])
    return found, nearest


@inlined
def is_beside(
    heads: Indices, spots: Floats, links: Indices, row: int, lane: int, there: float, half: float, v: float
) -> bool:  # fmt: skip
    """Whether a vehicle that a driver is not past yet stands near on the lane beside, or comes towards it there."""
    spot = int(heads[lane])
    while spot >= 0:
        along = spots[spot, ALONG]
        is_slow = along < STILL and spots[spot, TIME] == 0.0 and links[spot, VEHICLE] != row
        near = max(BY, SOON * (v - along)) if along < TOWARDS else BY
        if is_slow and spots[spot, REAR] - there - half < near and spots[spot, FRONT] > there - half - PAST:
            return True
        spot = int(links[spot, FOLLOWING])
    return False


@inlined
def look_past(
    lane: Indices, s: Floats, speed: Floats, bodies: Floats, lamps: Any, leader: int, row: int, reach: float,
    views: Floats,
) -> None:  # fmt: skip
    """Put the next vehicle on its lane, if any, ahead of a driver who comes by the one that is ahead in line."""
    i, far, other = np.uintp(row), reach, -1
    for j in range(len(lane)):
        if lane[j] == lane[i] and j != leader and 0.0 < s[j] - s[i] < far:
            far, other = s[j] - s[i], j
    views[i, HAS_CHANGED] = 1.0
    if other < 0:
        views[i, GAP], views[i, CLOSING], views[i, LEADER_ACCELERATION] = 0.0, 0.0, 0.0
        views[i, LEADER_ROW], views[i, OWN_SIGNS] = -1.0, NO_FRONT + (int(views[i, OWN_SIGNS]) & NO_REAR)
        return
    then = np.uintp(bodies[i, THEN])
    views[i, GAP], views[i, CLOSING] = far - bodies[i, HALF] - bodies[other, HALF], speed[i] - speed[other]
    views[i, LEADER_ACCELERATION], views[i, LEADER_ROW], views[i, LEADER_FAR] = 0.0, other, far
    views[i, OWN_SIGNS] = LAMP * int(lamps[other, then]) + (int(views[i, OWN_SIGNS]) & NO_REAR)


@inlined
def menace_of(spots: Floats, spot: int, gap: float, v: float) -> int:
    """What the vehicle of a spot ahead does to a driver."""
    along = spots[spot, ALONG]
    if along < TOWARDS:
        return COMES_HERE if gap < SOON * (v - along) else NOTHING
    return STANDS_THERE if along < STILL and spots[spot, TIME] == 0.0 and gap < NEAR else NOTHING


@compiled
def heed_loose(w: Any, counts: Any, lane_map: Any, beam: float, darkness: float, dt: float) -> None:
    """Have all drivers heed horns, and vehicles that do not keep to lanes or are stranded, if there are any."""
    n, lane_count, has_claims = counts[ROWS], counts[LANE_COUNT], counts[CLAIMS] > 0
    lane, motion = carray(integers_at(w[AT_LANE]), n), carray(shorts_at(w[AT_MOTION]), n)
    claimed, light = carray(bytes_at(w[AT_CLAIMED]), n), carray(shorts_at(w[AT_LIGHT]), n)
    addresses = carray(longs_at(w[AT_COLUMNS]), HONKED_AT + 1)
    heading, views = carray(floats_at(w[AT_HEADING]), n), carray(floats_at(w[AT_VIEWS]), (n, VIEW))
    counts[HONKS] = hear_horns(carray(bytes_at(w[AT_HORN]), n), heading, views, addresses, counts[HONKS] > 0)
    if counts[BERTHS] > 0:
        counts[BERTHS] = 0
        for i in range(n):
            put_float(addresses[BERTH_AT], np.uintp(i), 0.0)
            put_byte(addresses[MENACE_AT], np.uintp(i), np.int8(NOTHING))
    offset, speed = carray(floats_at(w[AT_OFFSET]), n), carray(floats_at(w[AT_SPEED]), n)
    width = carray(floats_at(w[AT_WIDTH]), n)
    stood, is_aside = carray(floats_at(w[AT_STOOD]), n), lane_map[-1]
    lanes = carray(integers_at(w[AT_LANES]), (lane_count + 1, PER_LANE))
    sizes = carray(floats_at(w[AT_SIZES]), (lane_count, 2))
    count = note_loose(
        lanes, sizes, motion, lane, offset, width, speed, light, claimed, has_claims, is_aside, stood, dt
    )  # fmt: skip
    if count == 0:
        return
    rows = np.empty(count, np.int32)
    list_loose(lanes, sizes, motion, lane, offset, width, speed, light, claimed, has_claims, is_aside, rows)
    spots, links = np.empty((count * MOST_SPOTS, SPOT)), np.empty((count * MOST_SPOTS, 3), np.int32)
    heads = carray(integers_at(w[AT_SPOT_HEADS]), lane_count)
    entries, entry = carray(integers_at(w[AT_ENTRIES]), (1, 6)), carray(integers_at(w[AT_ENTRY]), n)
    s = carray(floats_at(w[AT_S]), n)
    x, y, z = carray(floats_at(w[AT_X]), n), carray(floats_at(w[AT_Y]), n), carray(floats_at(w[AT_Z]), n)
    in_junction = carray(bytes_at(w[AT_IN_JUNCTION]), lane_count)
    found = list_spots(
        lane_map, carray(floats_at(w[AT_STRETCHES]), (1, 9)), lanes, sizes, entries, in_junction, rows, lane, s, offset,
        entry, heading, speed, light, stood, carray(floats_at(w[AT_LENGTH]), n), width, x, y, z, views, heads, spots,
        links,
    )  # fmt: skip
    if found == 0:
        return
    counts[BERTHS] = look_at_loose(
        rows, lanes, sizes, in_junction, entries, heads, spots, links, lane, s, offset, entry, heading, speed, width,
        x, y, z, carray(floats_at(w[AT_BODIES]), (n, BODY)), carray(bytes_at(w[AT_LAMPS]), (n, counts[SLOTS])), views,
        addresses, beam, darkness,
    )  # fmt: skip
    for spot in range(found):
        heads[links[spot, LANE]] = -1
