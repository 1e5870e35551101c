"""Compiled: from a lane to a place, and from a place to a lane.

The inner functions take the few arrays that they need rather than all strips: passing those on at every call would
cost more than the work.
"""

from __future__ import annotations

from math import cos, floor, hypot, inf, isfinite, isnan, nan, sin, sqrt
from typing import Any, TypeAlias

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Bytes, Indices, Integers, Lookup, Surroundings, Truths

EDGE = 1e-9
"""How far outside a strip, in metres and as a share of a stretch, a point may be by rounding."""
AGREEMENT = 4.0
"""How many metres from the centre a lane at right angles to the heading is put back; one that runs with it, none."""
LEVEL = 2.5
"""A lane further above or below than this, in metres, is another level."""
OPPOSITE, OUTSIDE, OTHER_LEVEL, NO_FIT = 1, 2, 4, 8
FAR = 8.0
"""A point that many stretches' lengths away is not walked to."""
MOST_STEPS = 24
"""How many stretches a hint is followed along a lane before the grid is asked."""

TIGHTEST = 0.1
"""The least share of its length that a lane is taken to have at an offset inside a bend, lest it bend without end."""
BLOCK = 256
ONE = np.uintp(1)

Index: TypeAlias = Any
"""An index without a sign, which saves the compiled code a test for negative ones."""
Fit: TypeAlias = tuple[int, float, Index, float, float]
"""How badly a lane fits (0 is best), by how many metres, the lane's row, s and offset."""


@compiled_part
def find_stretch(
    reached: Floats, first: Integers, bucket_first: Integers, bucket_row: Indices, scale: Floats, lane: Index, s: float
) -> Index:
    """The row of the stretch of a lane that holds s; the first or last one beyond its ends."""
    begin, following = bucket_first[lane], bucket_first[lane + ONE]
    bucket = min(max(s * float(scale[lane]), 0.0), float(following - begin - 1))
    row, last = np.uintp(bucket_row[np.uintp(begin) + np.uintp(bucket)]), np.uintp(first[lane + ONE] - 2)
    # The bucket may begin a rounding later than s.
    while reached[row] > s and row > np.uintp(first[lane]):
        row -= ONE
    while row < last and reached[row + ONE] <= s:
        row += ONE
    return row


@compiled
def find_each(t: Lookup, lane: Integers, s: Floats, rows: Integers) -> int:
    """Fill in the stretches; the first index that has no answer, or -1."""
    reached, first, bucket_first, bucket_row, scale = t.s, t.first, t.bucket_first, t.bucket_row, t.bucket_scale
    for i in range(len(rows)):
        if not 0 <= lane[i] < len(scale) or not isfinite(s[i]):
            return i
        rows[i] = find_stretch(reached, first, bucket_first, bucket_row, scale, np.uintp(lane[i]), s[i])
    return -1


@compiled
def place_each(
    t: Lookup, lane: Integers, s: Floats, offset: Floats, x: Floats, y: Floats, z: Floats, heading: Floats,
    curvature: Floats, grade: Floats,
) -> int:  # fmt: skip
    """Fill in the places; the first index that has none, or -1. Beyond an end a lane runs on straight.

    Some hundred stretches are looked up before they are used: the second loop then has no branch to guess, and waits
    for memory less.
    """
    plan, course, first, length = t.plan, t.course, t.first, t.length
    reached, bucket_first, bucket_row, scale = t.s, t.bucket_first, t.bucket_row, t.bucket_scale
    rows, shares, beyonds = np.empty(BLOCK, np.uintp), np.empty(BLOCK), np.empty(BLOCK)
    for low in range(0, len(x), BLOCK):
        high = min(low + BLOCK, len(x))
        for i in range(low, high):
            if not 0 <= lane[i] < len(length) or not isfinite(s[i] + offset[i]):
                return i
            j = np.uintp(lane[i])
            inside = min(max(s[i], 0.0), length[j])
            row = find_stretch(reached, first, bucket_first, bucket_row, scale, j, inside)
            span = reached[row + ONE] - reached[row]
            rows[i - low], beyonds[i - low] = row, s[i] - inside
            shares[i - low] = (inside - reached[row]) / span if span > 0.0 else 0.0
        for i in range(low, high):
            row, f, d = rows[i - low], shares[i - low], offset[i]
            x[i] = plan[row, 0] + f * plan[row, 2] + d * (plan[row, 4] + f * plan[row, 6])
            y[i] = plan[row, 1] + f * plan[row, 3] + d * (plan[row, 5] + f * plan[row, 7])
            z[i] = course[row, 0] + f * course[row, 1] + d * (course[row, 2] + f * course[row, 3])
            heading[i] = course[row, 4] + f * course[row, 5]
            k = course[row, 6] + f * course[row, 7]
            curvature[i] = k / max(1.0 - k * d, TIGHTEST)
            grade[i] = course[row, 8] + f * course[row, 9]
            beyond = beyonds[i - low]
            if beyond != 0.0:
                x[i] += beyond * cos(heading[i])
                y[i] += beyond * sin(heading[i])
                z[i] += beyond * grade[i]
                curvature[i] = 0.0
    return -1


@compiled_part
def share_along(plan: Floats, row: Index, x: float, y: float) -> float:
    """How far along a stretch, from 0 to 1 and beyond, the cross line runs on which the point lies.

    The point is C + f dC + d (N + f dN); crossing out d leaves a quadratic in f, of which the root is taken that
    stays when the normals become parallel. NaN for a stretch without length.
    """
    qx, qy = x - plan[row, 0], y - plan[row, 1]
    dx, dy, nx, ny, dnx, dny = plan[row, 2], plan[row, 3], plan[row, 4], plan[row, 5], plan[row, 6], plan[row, 7]
    b = dx * ny - dy * nx - (qx * dny - qy * dnx)
    c = qx * ny - qy * nx
    under = b * b + 4.0 * c * (dx * dny - dy * dnx)
    whole: float = b + sqrt(max(under, 0.0))
    return 2.0 * c / whole if whole > 1e-12 else nan


@compiled
def clearance(plan: Floats, row: Index, x: float, y: float) -> float:
    """A distance that is not more than that of a point from a stretch: that from the box along its chord."""
    qx, qy = x - plan[row, 0], y - plan[row, 1]
    dx, dy, per_length = plan[row, 2], plan[row, 3], plan[row, 12]
    ahead, aside = (qx * dx + qy * dy) * per_length, abs(qx * dy - qy * dx) * per_length
    over = max(-ahead, ahead - plan[row, 11]) - plan[row, 13]
    return float(max(over, aside - plan[row, 14]))


@compiled
def fit(
    plan: Floats, course: Floats, two_way: bool, row: Index, reach: float, x: float, y: float, z: float,
    east: float, north: float,
) -> Fit:  # fmt: skip
    """How well a stretch fits a point; z NaN and a heading of length 0 are not asked for.

    A point outside is measured by its distance from the strip, which must not be beyond reach.
    """
    f = share_along(plan, row, x, y)
    g = min(max(f, 0.0), 1.0)
    nx, ny = plan[row, 4] + g * plan[row, 6], plan[row, 5] + g * plan[row, 7]
    qx, qy = x - (plan[row, 0] + g * plan[row, 2]), y - (plan[row, 1] + g * plan[row, 3])
    square = nx * nx + ny * ny
    d = (qx * nx + qy * ny) / square
    over = abs(d) - (plan[row, 8] + g * plan[row, 9])
    grade, metres, s = 0, abs(d), plan[row, 10] + g * plan[row, 11]
    if not (over <= EDGE and abs(f - g) <= EDGE):
        beyond = abs(qx * ny - qy * nx) / sqrt(square) if abs(f - g) > EDGE else 0.0
        if over > EDGE or beyond > EDGE:
            grade, metres = OUTSIDE, hypot(max(over, 0.0) * sqrt(square), beyond)
            if metres > reach:
                grade = NO_FIT
        if isnan(f):
            return NO_FIT, inf, row, s, 0.0
    if east != 0.0 or north != 0.0:
        agrees = (east * plan[row, 2] + north * plan[row, 3]) / plan[row, 11]
        agrees = abs(agrees) if two_way else agrees
        if agrees < 0.0 and grade == 0:
            grade = OPPOSITE
        metres += AGREEMENT * (1.0 - agrees)
    if (
        not isnan(z)
        and abs(z - course[row, 0] - g * course[row, 1] - d * (course[row, 2] + g * course[row, 3])) > LEVEL
    ):
        grade |= OTHER_LEVEL
    return grade, metres, row, s, d


@compiled
def better(lane_of: Indices, a: Fit, b: Fit) -> bool:
    """Whether the first fits better than the second: by kind, then by metres, then by the lower lane."""
    if a[0] != b[0]:
        return a[0] < b[0]
    if abs(a[1] - b[1]) > EDGE:
        return a[1] < b[1]
    return bool(lane_of[a[2]] < lane_of[b[2]])


@compiled_part
def search_cell(
    plan: Floats, course: Floats, lane_of: Indices, two_way: Truths, cell_first: Integers, cell_row: Indices,
    cell_kind: Bytes, cell: Index, kinds: int, reach: float, x: float, y: float, z: float, east: float, north: float,
    best: Fit,
) -> Fit:  # fmt: skip
    """The best of the stretches in a cell and the best so far."""
    for at in range(np.uintp(cell_first[cell]), np.uintp(cell_first[cell + ONE])):
        if not (kinds >> cell_kind[at]) & 1:
            continue
        row = np.uintp(cell_row[at])
        if clearance(plan, row, x, y) <= (min(reach, best[1]) if best[0] <= OUTSIDE else reach) + EDGE:
            other = fit(plan, course, two_way[lane_of[row]], row, reach, x, y, z, east, north)
            if better(lane_of, other, best):
                best = other
    return best


@compiled
def search(
    plan: Floats, course: Floats, lane_of: Indices, two_way: Truths, frame: Floats, shape: Integers,
    cell_first: Integers, cell_row: Indices, cell_kind: Bytes, kinds: int, reach: float, x: float, y: float, z: float,
    east: float, north: float, best: Fit,
) -> Fit:  # fmt: skip
    """The best of all stretches: in the point's own cell, and then ring by ring as long as a nearer one is possible.

    The first round looks in the own cell for lanes that hold the point, which most points have. If none does, a lane
    that was known before to be within reach is kept.
    """
    u, v = (x - frame[0]) * frame[3], (y - frame[1]) * frame[3]
    far = 1.0 + reach * frame[3]
    if not (-far <= u <= shape[0] + far and -far <= v <= shape[1] + far):
        return best
    i, j = floor(u), floor(v)
    if 0 <= i < shape[0] and 0 <= j < shape[1]:
        best = search_cell(
            plan, course, lane_of, two_way, cell_first, cell_row, cell_kind, np.uintp(j * shape[0] + i), kinds, 0.0,
            x, y, z, east, north, best,
        )  # fmt: skip
    if best[0] <= OUTSIDE:
        return best
    margin, ring = min(min(u - i, i + 1 - u), min(v - j, j + 1 - v)), 0
    while True:
        for b in range(max(j - ring, 0), min(j + ring, shape[1] - 1) + 1):
            whole = abs(b - j) == ring
            for a in range(max(i - ring, 0) if whole else i - ring, i + ring + 1, 1 if whole else 2 * ring):
                if a >= shape[0]:
                    break
                if a >= 0:
                    best = search_cell(
                        plan, course, lane_of, two_way, cell_first, cell_row, cell_kind, np.uintp(b * shape[0] + a),
                        kinds, reach, x, y, z, east, north, best,
                    )  # fmt: skip
        clear = (ring + margin) * frame[2]
        if clear > reach or (best[0] == OUTSIDE and best[1] <= clear):
            return best
        ring += 1


@compiled
def walk(plan: Floats, low: Index, last: Index, row: Index, x: float, y: float) -> tuple[Index, int]:
    """The stretch between two rows beside which a point lies, looked for from one of them on.

    Also past which end of them the point lies: -1, 0 or 1. Far away it halves the way instead of walking.
    """
    came = 0
    for _ in range(MOST_STEPS):
        f = share_along(plan, row, x, y)
        if isnan(f):
            f = -inf if came < 0 else inf
        way = -1 if f < -EDGE else (1 if f > 1.0 + EDGE else 0)
        if way == 0 or way == -came:
            return row, 0
        if (way < 0 and row == low) or (way > 0 and row == last):
            return row, way
        came = way
        row = row + ONE if way > 0 else row - ONE
        if FAR < abs(f) < inf:
            ahead = plan[row, 10] + f * plan[row, 11]
            near, end = (row, last) if way > 0 else (low, row)
            while near < end:
                middle = near + (end - near + ONE) // np.uintp(2)
                if plan[middle, 10] <= ahead:
                    near = middle
                else:
                    end = middle - ONE
            row, came = near, 0
    return row, 0


@compiled_part
def moved_on(
    plan: Floats, course: Floats, first: Integers, lane_of: Indices, kind: Bytes, two_way: Truths, others: Indices,
    low: int, high: int, at_end: bool, kinds: int, reach: float, x: float, y: float, z: float,
    east: float, north: float, best: Fit,
) -> Fit:  # fmt: skip
    """The best so far and of some lanes that something may have moved on to, from their starts or ends on."""
    for k in range(low, high):
        lane = others[k]
        if lane >= 0 and (kinds >> kind[lane]) & 1:
            begin, last = np.uintp(first[lane]), np.uintp(first[lane + 1] - 2)
            row, _ = walk(plan, begin, last, last if at_end else begin, x, y)
            tried = fit(plan, course, two_way[lane], row, reach, x, y, z, east, north)
            if better(lane_of, tried, best):
                best = tried
    return best


@compiled
def match_each(
    t: Lookup, around: Surroundings, x: Floats, y: Floats, z: Floats, heading: Floats, hint: Integers, hint_s: Floats,
    kinds: int, reach: float, lane: Integers, s: Floats, offset: Floats,
) -> int:  # fmt: skip
    """Fill in lane, s and offset; the first index that has no answer, or -1.

    z, heading, hint and its s may be empty: not asked for. The grid is asked where a hint does not lead to a lane that
    holds the point.
    """
    plan, course, first, length = t.plan, t.course, t.first, t.length
    reached, bucket_first, bucket_row, scale = t.s, t.bucket_first, t.bucket_row, t.bucket_scale
    kind, two_way, lane_of, left, right = around.kind, around.two_way, around.lane_of, around.left, around.right
    next_first, next_lane = around.next_first, around.next_lane
    previous_first, previous_lane = around.previous_first, around.previous_lane
    frame, shape = around.grid_frame, around.grid_shape
    cell_first, cell_row, cell_kind = around.cell_first, around.cell_row, around.cell_kind
    for i in range(len(lane)):
        px, py, pz, east, north = x[i], y[i], nan, 0.0, 0.0
        if not isfinite(px + py):
            return i
        if len(z):
            pz = z[i]
            if not isfinite(pz):
                return i
        if len(heading):
            if not isfinite(heading[i]):
                return i
            east, north = cos(heading[i]), sin(heading[i])
        best = (NO_FIT, inf, np.uintp(0), 0.0, 0.0)
        if len(hint) and hint[i] >= 0:
            if hint[i] >= len(length):
                return i
            j = np.uintp(hint[i])
            start = hint_s[i] if len(hint_s) else 0.5 * length[j]
            if not isfinite(start):
                return i
            row = find_stretch(reached, first, bucket_first, bucket_row, scale, j, start)
            row, way = walk(plan, np.uintp(first[j]), np.uintp(first[j + ONE] - 2), row, px, py)
            here = fit(plan, course, two_way[j], row, reach, px, py, pz, east, north)
            if (kinds >> kind[j]) & 1:
                best = here
            if best[0] != 0:
                low, high, others = hint[i], hint[i] + 1, left if here[4] > 0.0 else right
                if way > 0:
                    low, high, others = next_first[j], next_first[j + ONE], next_lane
                elif way < 0:
                    low, high, others = previous_first[j], previous_first[j + ONE], previous_lane
                best = moved_on(
                    plan, course, first, lane_of, kind, two_way, others, low, high, way < 0, kinds, reach,
                    px, py, pz, east, north, best,
                )  # fmt: skip
        if best[0] != 0:
            best = search(
                plan, course, lane_of, two_way, frame, shape, cell_first, cell_row, cell_kind, kinds, reach,
                px, py, pz, east, north, best,
            )  # fmt: skip
        found = best[0] < NO_FIT
        lane[i] = lane_of[best[2]] if found else -1
        s[i], offset[i] = best[3] if found else 0.0, best[4] if found else 0.0
    return -1
