"""Many oriented boxes at once, as tables with a row x, y, heading, length, width for each."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.box import Box
from seahaven.geometry.measure import Floats, Integers, Truths, finite_array

COLUMNS = ("x", "y", "heading", "length", "width")


def box_rows(boxes: Iterable[Box]) -> Floats:
    """The boxes as a table for the array forms."""
    return np.array([box.row for box in boxes], dtype=np.float64).reshape(-1, len(COLUMNS))


def checked_rows(owner: str, boxes: Floats) -> Floats:
    """The table, refused unless every row is a box; the first that is not is named."""
    # Writable, though nothing is written: compiled code is made anew for read-only tables.
    rows = np.require(boxes, np.float64, ["C", "W"])
    if rows.ndim != 2 or rows.shape[1] != len(COLUMNS):
        raise InputError(f"{owner} got boxes of shape {rows.shape}; expected n rows of {', '.join(COLUMNS)}")
    finite_array(owner, "boxes", rows)
    flat = np.argwhere(rows[:, 3:] <= 0.0)
    if len(flat):
        k, column = int(flat[0, 0]), 3 + int(flat[0, 1])
        size = float(rows[k, column])
        raise InputError(f"{owner} got box {k} with {COLUMNS[column]} {size!r}; expected a number greater than 0")
    return rows


def boxes_corners(boxes: Floats) -> Floats:
    """The corners of n boxes as an array of shape (n, 4, 2), each in the order of `Box.corners`."""
    x, y, heading, length, width = checked_rows("boxes_corners", boxes).T[..., np.newaxis]
    ahead, left = 0.5 * length * [1.0, -1.0, -1.0, 1.0], 0.5 * width * [1.0, 1.0, -1.0, -1.0]
    c, s = np.cos(heading), np.sin(heading)
    return np.stack((x + (c * ahead - s * left), y + (s * ahead + c * left)), axis=-1)


def boxes_overlap(a: Floats, b: Floats) -> Truths:
    """Whether the first box of `a` overlaps the first of `b`, the second the second, and so on."""
    import seahaven.geometry.box_kernels as kernels

    a, b = _side_by_side("boxes_overlap", a, b)
    out = np.empty(len(a), dtype=np.bool_)
    kernels.overlap_each(a, b, out)
    return out


def boxes_distance(a: Floats, b: Floats) -> Floats:
    """The distance of the first box of `a` to the first of `b`, and so on; 0 exactly where they overlap."""
    import seahaven.geometry.box_kernels as kernels

    a, b = _side_by_side("boxes_distance", a, b)
    out = np.empty(len(a))
    kernels.distance_each(a, b, out)
    return out


def overlapping_pairs(boxes: Floats) -> Integers:
    """The pairs of rows that overlap: an array of shape (m, 2), smaller index first, in sorted order.

    A grid brings neighbours together, so the work grows with the number of boxes and not with its square; the few
    boxes much longer than most are tested against all.
    """
    import seahaven.geometry.box_kernels as kernels

    rows = checked_rows("overlapping_pairs", boxes)
    if len(rows) < 2:
        return np.empty((0, 2), dtype=np.int64)
    pairs = kernels.overlapping_pairs(rows)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _side_by_side(owner: str, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    if len(a) != len(b):
        raise InputError(f"{owner} got {len(a)} boxes and {len(b)} boxes; expected as many in both")
    return checked_rows(owner, a), checked_rows(owner, b)
