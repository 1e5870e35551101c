"""Lanes that are given by points rather than by widths along a road's line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seahaven.geometry import Floats, wrap_angle

WAYPOINT_COLUMNS = 7
NARROWEST_MITRE = 0.5
"""The least cosine of half a turn that a mitre is made for: sharper turns than 120 degrees are cut off."""


def waypoint_rows(points: Sequence[tuple[float, float, float]]) -> Floats:
    """A row for each point: its share of the length, x, y, z, the normal, and the curvature.

    The normal of a point is the mitre between the two segments that meet there: an offset line keeps its distance from
    both. The curvature of a corner is its turn over the mean length of the two segments: a polyline has no other,
    and drivers want to know of the bend. The first and the last segment may be cut off where another lane goes on, so
    that each is taken to be no shorter than its neighbour. Points that repeat the one before are left out.
    """
    given = np.array(points, dtype=np.float64).reshape(-1, 3)
    moves = np.hypot(*np.diff(given[:, :2], axis=0).T) > 1e-9
    rows = given[np.concatenate(([True], moves))]
    if len(rows) < 2:
        return _still(rows[0], given[-1])
    dx, dy = np.diff(rows[:, :2], axis=0).T
    lengths, headings = np.hypot(dx, dy), np.arctan2(dy, dx)
    reached = np.concatenate(([0.0], np.cumsum(lengths)))
    turns = np.concatenate(([0.0], wrap_angle(np.diff(headings)), [0.0]))
    before = np.concatenate((headings[:1], headings))
    middle, scale = before + 0.5 * turns, 1.0 / np.maximum(np.cos(0.5 * turns), NARROWEST_MITRE)
    runs = lengths.copy()
    runs[0], runs[-1] = lengths[:2].max(), lengths[-2:].max()
    spans = 0.5 * (np.concatenate((runs[:1], runs)) + np.concatenate((runs, runs[-1:])))
    normals = -np.sin(middle) * scale, np.cos(middle) * scale
    return np.column_stack((reached / reached[-1], rows, *normals, turns / spans))


def _still(start: Floats, end: Floats) -> Floats:
    """A lane without length: it points east, for want of any direction."""
    return np.array([[0.0, *start, 0.0, 1.0, 0.0], [1.0, *start[:2], end[2], 0.0, 1.0, 0.0]])
