"""Compiled: where the strips of two lanes, or of a lane and an area, lie over each other.

Each lane is a chain of quadrilaterals. What two of them share is found by clipping one with the other; across a
quadrilateral the lines of equal s are straight, so the least and the greatest s are found at corners of what is shared.
Only single numbers are moved about, no parts of arrays: that keeps compiling short.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Integers, Truths


@compiled_part
def share_of(plan: Floats, row: int, x: float, y: float) -> float:
    """How far along a stretch, from 0 to 1, a place lies: on the line from its centre along the normal there."""
    qx, qy = x - plan[row, 0], y - plan[row, 1]
    dx, dy, nx, ny = plan[row, 2], plan[row, 3], plan[row, 4], plan[row, 5]
    mx, my = plan[row, 6], plan[row, 7]
    a, b, c = dy * mx - dx * my, (qx * my - qy * mx) - (dx * ny - dy * nx), qx * ny - qy * nx
    if abs(a) <= 1e-12 * abs(b):
        share = -c / b if b != 0.0 else 0.0
        return float(min(max(share, 0.0), 1.0))
    root = sqrt(max(b * b - 4.0 * a * c, 0.0))
    q = -0.5 * (b + (root if b >= 0.0 else -root))
    one = q / a
    other = c / q if q != 0.0 else one
    return float(min(max(one if abs(one - 0.5) < abs(other - 0.5) else other, 0.0), 1.0))


@compiled
def clip(subject: Floats, n: int, quads: Floats, row: int, buffer: Floats) -> int:
    """Cut a polygon of n corners down to what lies in a convex, clockwise quadrilateral; how many corners are left.

    The corners are left in `subject`; both tables need room for what cuts add to a shape with dents.
    """
    for i in range(4):
        ax, ay = quads[row, i, 0], quads[row, i, 1]
        ex, ey = quads[row, (i + 1) % 4, 0] - ax, quads[row, (i + 1) % 4, 1] - ay
        if ex == 0.0 and ey == 0.0:
            continue
        count = 0
        for k in range(n):
            px, py = subject[k, 0], subject[k, 1]
            qx, qy = subject[(k + 1) % n, 0], subject[(k + 1) % n, 1]
            p, q = ey * (px - ax) - ex * (py - ay), ey * (qx - ax) - ex * (qy - ay)
            if p >= 0.0:
                buffer[count, 0], buffer[count, 1] = px, py
                count += 1
            if (p >= 0.0) != (q >= 0.0):
                f = p / (p - q)
                buffer[count, 0], buffer[count, 1] = px + f * (qx - px), py + f * (qy - py)
                count += 1
        n = count
        for k in range(n):
            subject[k, 0], subject[k, 1] = buffer[k, 0], buffer[k, 1]
    return n


@compiled
def divide(pieces: Floats, parted: float, pair: int, spans: Floats, again: Floats) -> None:
    """Have the span of a pair end before the first gap on both lanes, and what lies behind it in `again`."""
    order = np.argsort(pieces[:, 0])
    s, t = pieces[order[0], 1], pieces[order[0], 3]
    for k in range(1, len(order)):
        row = order[k]
        if pieces[row, 0] > s + parted and pieces[row, 2] > t + parted:
            again[pair, 0], again[pair, 1], again[pair, 2] = pieces[row, 0], spans[pair, 1], pieces[row, 2]
            for j in range(k, len(order)):
                again[pair, 2] = min(again[pair, 2], pieces[order[j], 2])
            again[pair, 3], spans[pair, 1], spans[pair, 3] = spans[pair, 3], s, t
            return
        s, t = max(s, pieces[row, 1]), max(t, pieces[row, 3])


@compiled
def overlap_each(
    pairs: Integers, first: Integers, quads: Floats, boxes: Floats, plan: Floats, heights: Floats, level: float,
    may_part: Truths, parted: float, subject: Floats, buffer: Floats, spans: Floats, again: Floats,
) -> None:  # fmt: skip
    """For each pair of lanes the least and greatest s on both of where they lie over each other; else infinities.

    Lane i has the rows `first[i]` to `first[i + 1] - 1` of the other tables. Of lanes that may part and cross again,
    what lies behind the first gap of at least `parted` metres on both goes into `again`.
    """
    for pair in range(len(pairs)):
        a, b = pairs[pair, 0], pairs[pair, 1]
        low, high, foe_low, foe_high = inf, -inf, inf, -inf
        again[pair, 0], again[pair, 1], again[pair, 2], again[pair, 3] = inf, -inf, inf, -inf
        room = (first[a + 1] - first[a]) * (first[b + 1] - first[b]) if may_part[pair] else 0
        pieces, count = np.empty((room, 4)), 0
        for row in range(first[a], first[a + 1]):
            for other in range(first[b], first[b + 1]):
                if boxes[other, 0] > boxes[row, 2] or boxes[other, 2] < boxes[row, 0]:
                    continue
                if boxes[other, 1] > boxes[row, 3] or boxes[other, 3] < boxes[row, 1]:
                    continue
                if abs(heights[row] - heights[other]) > level:
                    continue
                for k in range(4):
                    subject[k, 0], subject[k, 1] = quads[other, k, 0], quads[other, k, 1]
                corners = clip(subject, 4, quads, row, buffer)
                if room > 0 and corners > 0:
                    pieces[count, 0], pieces[count, 1], pieces[count, 2], pieces[count, 3] = inf, -inf, inf, -inf
                    count += 1
                for k in range(corners):
                    x, y = subject[k, 0], subject[k, 1]
                    s = plan[row, 10] + share_of(plan, row, x, y) * plan[row, 11]
                    t = plan[other, 10] + share_of(plan, other, x, y) * plan[other, 11]
                    low, high, foe_low, foe_high = min(low, s), max(high, s), min(foe_low, t), max(foe_high, t)
                    if room > 0:
                        at = count - 1
                        pieces[at, 0], pieces[at, 1] = min(pieces[at, 0], s), max(pieces[at, 1], s)
                        pieces[at, 2], pieces[at, 3] = min(pieces[at, 2], t), max(pieces[at, 3], t)
        spans[pair, 0], spans[pair, 1], spans[pair, 2], spans[pair, 3] = low, high, foe_low, foe_high
        if count > 1:
            divide(pieces[:count], parted, pair, spans, again)


@compiled
def cover_each(
    area: Integers, area_first: Integers, corner: Floats, quads: Floats, plan: Floats,
    subject: Floats, buffer: Floats, spans: Floats,
) -> None:  # fmt: skip
    """For each stretch, from which s to which the area given for it lies over it; else infinities."""
    for row in range(len(area)):
        low, high = inf, -inf
        start, n = area_first[area[row]], area_first[area[row] + 1] - area_first[area[row]]
        for k in range(n):
            subject[k, 0], subject[k, 1] = corner[start + k, 0], corner[start + k, 1]
        for k in range(clip(subject, n, quads, row, buffer)):
            s = plan[row, 10] + share_of(plan, row, subject[k, 0], subject[k, 1]) * plan[row, 11]
            low, high = min(low, s), max(high, s)
        spans[row, 0], spans[row, 1] = low, high
