"""Compiled tests between oriented boxes, and between segments and boxes.

A box is five numbers: x, y, heading, length, width. Everything here is symmetric to the bit: swapping the two boxes, or
the two ends of a segment, gives the same result. Touching counts as meeting.
"""

from __future__ import annotations

from math import cos, inf, sin, sqrt

import numpy as np

from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.geometry.measure import Floats, Integers, Truths

CROWD = 4.0
"""A box longer than this many times the median is kept out of the grid, lest it make the cells too coarse."""
WIDEST_GRID = 2.0**30
"""The most cells along one axis, so that a cell's number fits an integer."""


@compiled
def separation(
    ax: float, ay: float, ah: float, al: float, aw: float, bx: float, by: float, bh: float, bl: float, bw: float
) -> float:
    """The widest gap between two boxes' shadows along any of their sides; positive only when they are apart.

    By the separating axis theorem the boxes meet if and only if no such gap is positive.
    """
    dx, dy = bx - ax, by - ay
    ca, sa, cb, sb = cos(ah), sin(ah), cos(bh), sin(bh)
    c, s = abs(ca * cb + sa * sb), abs(ca * sb - sa * cb)
    along_a = abs(dx * ca + dy * sa) - 0.5 * (al + (bl * c + bw * s))
    across_a = abs(dy * ca - dx * sa) - 0.5 * (aw + (bl * s + bw * c))
    along_b = abs(dx * cb + dy * sb) - 0.5 * (bl + (al * c + aw * s))
    across_b = abs(dy * cb - dx * sb) - 0.5 * (bw + (al * s + aw * c))
    return max(max(along_a, across_a), max(along_b, across_b))


@compiled_part
def corner_distance(
    ax: float, ay: float, ah: float, al: float, aw: float, bx: float, by: float, bh: float, bl: float, bw: float
) -> float:
    """The distance from the first box to the nearest corner of the second."""
    dx, dy = bx - ax, by - ay
    ca, sa, cb, sb = cos(ah), sin(ah), cos(bh), sin(bh)
    c, s = ca * cb + sa * sb, ca * sb - sa * cb
    u, v = dx * ca + dy * sa, dy * ca - dx * sa
    nearest = np.inf
    for ahead in (0.5 * bl, -0.5 * bl):
        for left in (0.5 * bw, -0.5 * bw):
            gap_u = max(abs(u + (ahead * c - left * s)) - 0.5 * al, 0.0)
            gap_v = max(abs(v + (ahead * s + left * c)) - 0.5 * aw, 0.0)
            nearest = min(nearest, gap_u * gap_u + gap_v * gap_v)
    return sqrt(nearest)


@compiled
def distance(
    ax: float, ay: float, ah: float, al: float, aw: float, bx: float, by: float, bh: float, bl: float, bw: float
) -> float:
    """The distance between two boxes; 0 exactly when they meet."""
    apart = separation(ax, ay, ah, al, aw, bx, by, bh, bl, bw)
    if apart <= 0.0:
        return 0.0
    from_a = corner_distance(ax, ay, ah, al, aw, bx, by, bh, bl, bw)
    from_b = corner_distance(bx, by, bh, bl, bw, ax, ay, ah, al, aw)
    # The gap between shadows never exceeds the distance; it keeps rounding from making a distance 0.
    return max(apart, min(from_a, from_b))


@compiled
def overlap(
    ax: float, ay: float, ah: float, al: float, aw: float, bx: float, by: float, bh: float, bl: float, bw: float
) -> bool:
    """Whether two boxes meet."""
    dx, dy = bx - ax, by - ay
    reach = 0.5 * (sqrt(al * al + aw * aw) + sqrt(bl * bl + bw * bw))
    # The circles around the boxes decide most cases; the slack leaves close calls to the exact test.
    if dx * dx + dy * dy > reach * reach * (1.0 + 1e-9):
        return False
    return separation(ax, ay, ah, al, aw, bx, by, bh, bl, bw) <= 0.0


@compiled_part
def rows_overlap(a: Floats, i: int, b: Floats, j: int) -> bool:
    """Whether row i of the first table meets row j of the second."""
    return overlap(
        a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], b[j, 0], b[j, 1], b[j, 2], b[j, 3], b[j, 4]
    )  # fmt: skip


@compiled
def overlap_each(a: Floats, b: Floats, out: Truths) -> None:
    """Fill in, row by row, whether the two boxes meet."""
    for i in range(len(out)):
        out[i] = rows_overlap(a, i, b, i)


@compiled
def distance_each(a: Floats, b: Floats, out: Floats) -> None:
    """Fill in, row by row, the distance between the two boxes."""
    for i in range(len(out)):
        out[i] = distance(
            a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], b[i, 0], b[i, 1], b[i, 2], b[i, 3], b[i, 4]
        )  # fmt: skip


@compiled
def append(pairs: Integers, count: int, i: int, j: int) -> Integers:
    """The pairs with one more in place `count`, smaller index first; the table doubles when it is full.

    They are copied one by one: to put an array into a part of another takes three seconds to compile.
    """
    if count == len(pairs):
        longer = np.empty((2 * count, 2), dtype=np.int64)
        for k in range(count):
            longer[k, 0], longer[k, 1] = pairs[k, 0], pairs[k, 1]
        pairs = longer
    pairs[count, 0], pairs[count, 1] = min(i, j), max(i, j)
    return pairs


@compiled
def cell_numbers(boxes: Floats, members: Integers, size: float) -> tuple[Integers, int]:
    """The number of the grid cell in which each member's centre lies, and by how much it grows per row of cells.

    Cells are numbered row by row, with one empty column between rows, so that the neighbours to the left and
    right of a cell are always its number less and plus one.
    """
    left, right, bottom, top = inf, -inf, inf, -inf
    for i in members:
        left, right = min(left, boxes[i, 0]), max(right, boxes[i, 0])
        bottom, top = min(bottom, boxes[i, 1]), max(top, boxes[i, 1])
    size = max(size, max(right - left, top - bottom) / WIDEST_GRID)
    stride = int((right - left) / size) + 2
    cells = np.empty(len(members), dtype=np.int64)
    for k in range(len(members)):
        x, y = boxes[members[k], 0], boxes[members[k], 1]
        cells[k] = int((y - bottom) / size) * stride + int((x - left) / size)
    return cells, stride


@compiled
def pairs_in_grid(boxes: Floats, members: Integers, size: float) -> Integers:
    """The pairs that meet among members no longer than a cell: each is tested against nearby cells only."""
    pairs, count = np.empty((16, 2), dtype=np.int64), 0
    cells, stride = cell_numbers(boxes, members, size)
    order = np.argsort(cells, kind="mergesort")
    members, cells = members[order], cells[order]
    above = 0
    for p in range(len(members)):
        q = p + 1
        while q < len(members) and cells[q] <= cells[p] + 1:
            if rows_overlap(boxes, members[p], boxes, members[q]):
                pairs = append(pairs, count, members[p], members[q])
                count += 1
            q += 1
        while above < len(members) and cells[above] < cells[p] + stride - 1:
            above += 1
        q = above
        while q < len(members) and cells[q] <= cells[p] + stride + 1:
            if q > p and rows_overlap(boxes, members[p], boxes, members[q]):
                pairs = append(pairs, count, members[p], members[q])
                count += 1
            q += 1
    return pairs[:count]


@compiled
def pairs_with_large(boxes: Floats, is_large: Truths) -> Integers:
    """The pairs that meet of which at least one is large: each large box is tested against all others."""
    pairs, count = np.empty((16, 2), dtype=np.int64), 0
    for i in range(len(boxes)):
        if not is_large[i]:
            continue
        for j in range(len(boxes)):
            if (j > i or not is_large[j]) and rows_overlap(boxes, i, boxes, j):
                pairs = append(pairs, count, i, j)
                count += 1
    return pairs[:count]


@compiled
def overlapping_pairs(boxes: Floats) -> Integers:
    """All pairs of rows that meet, in no particular order."""
    across = np.sqrt(boxes[:, 3] ** 2 + boxes[:, 4] ** 2)
    size = min(across.max(), CROWD * np.median(across))
    is_large = across > size
    members = np.flatnonzero(~is_large)
    # Cells a little wider than the boxes: the rounding of a cell's number must not lose a touching pair.
    near = pairs_in_grid(boxes, members, size * (1.0 + 1e-6))
    return np.concatenate((near, pairs_with_large(boxes, is_large)))


@compiled
def segment_meets(
    px: float, py: float, qx: float, qy: float, x: float, y: float, c: float, s: float, length: float, width: float
) -> bool:
    """Whether the segment from p to q meets a box with the given cosine and sine of its heading.

    Separating axes once more: the box's two sides and the segment's normal.
    """
    mx, my = 0.5 * (px + qx) - x, 0.5 * (py + qy) - y
    ex, ey = 0.5 * (qx - px), 0.5 * (qy - py)
    u, v = c * mx + s * my, c * my - s * mx
    du, dv = abs(c * ex + s * ey), abs(c * ey - s * ex)
    if abs(u) > 0.5 * length + du or abs(v) > 0.5 * width + dv:
        return False
    return abs(mx * ey - my * ex) <= 0.5 * (length * dv + width * du)


@compiled_part
def any_box_blocks(px: float, py: float, qx: float, qy: float, boxes: Floats, cosines: Floats, sines: Floats) -> bool:
    """Whether any of the boxes meets the segment."""
    for j in range(len(boxes)):
        if segment_meets(
            px, py, qx, qy, boxes[j, 0], boxes[j, 1], cosines[j], sines[j], boxes[j, 3], boxes[j, 4]
        ):  # fmt: skip
            return True
    return False


@compiled
def blocked_each(origins: Floats, targets: Floats, boxes: Floats, out: Truths) -> None:
    """Fill in, for each segment, whether any of the boxes meets it."""
    cosines, sines = np.empty(len(boxes)), np.empty(len(boxes))
    for j in range(len(boxes)):
        cosines[j], sines[j] = cos(boxes[j, 2]), sin(boxes[j, 2])
    for i in range(len(out)):
        out[i] = any_box_blocks(
            origins[i, 0], origins[i, 1], targets[i, 0], targets[i, 1], boxes, cosines, sines
        )  # fmt: skip
