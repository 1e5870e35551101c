"""Straight lines of sight and the boxes that stand in their way."""

from __future__ import annotations

from math import cos, isfinite, sin

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.box import Box
from seahaven.geometry.boxes import checked_rows
from seahaven.geometry.measure import Floats, Point, Truths, finite_array


def segment_hits_box(origin: Point, target: Point, box: Box) -> bool:
    """Whether the straight line from origin to target, both ends included, meets the box or its rim.

    The two ends may be the same point; then this says whether the box contains it.
    """
    import seahaven.geometry.box_kernels as kernels

    if not isfinite(sum(origin) + sum(target)):
        raise InputError(f"the line from {origin} to {target} has no end; expected finite numbers")
    x, y, heading, length, width = box.row
    px, py, qx, qy = float(origin[0]), float(origin[1]), float(target[0]), float(target[1])
    return kernels.segment_meets(px, py, qx, qy, x, y, cos(heading), sin(heading), length, width)


def segments_blocked(origins: Floats, targets: Floats, boxes: Floats) -> Truths:
    """For each line from an origin to the target beside it: whether any of the boxes meets it.

    Origins and targets are arrays of shape (n, 2); boxes have a row x, y, heading, length, width each. Either may
    be empty. Every line is tested against every box until one blocks it.
    """
    import seahaven.geometry.box_kernels as kernels

    starts, ends = _line_ends("origins", origins), _line_ends("targets", targets)
    if len(starts) != len(ends):
        raise InputError(f"segments_blocked got {len(starts)} origins and {len(ends)} targets; expected as many")
    out = np.empty(len(starts), dtype=np.bool_)
    kernels.blocked_each(starts, ends, checked_rows("segments_blocked", boxes), out)
    return out


def _line_ends(name: str, points: Floats) -> Floats:
    rows = np.require(finite_array("segments_blocked", name, points), np.float64, ["C", "W"])
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise InputError(f"segments_blocked got {name} of shape {rows.shape}; expected n rows of x, y")
    return rows
