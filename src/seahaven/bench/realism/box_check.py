"""Whether boxes overlap, found by sorting them into cells of a grid and comparing all within reach of each other.

This is the judge of collisions in the bench, so that it shares no code with what moves vehicles or with geometry.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats

__all__ = ["overlaps"]

Pairs = NDArray[np.int64]

FORWARD = ((0, 0), (0, 1), (1, -1), (1, 0), (1, 1))
"""A cell itself, and those of its neighbours that come after it: so every pair is looked at once."""


def overlaps(x: Floats, y: Floats, heading: Floats, length: Floats, width: Floats) -> Pairs:
    """Give the pairs of rows whose boxes have more than a border in common, the lower row first, in order."""
    if len(x) < 2:
        return np.empty((0, 2), np.int64)
    across = np.hypot(length, width)
    pairs = _near(x, y, reach=float(across.max()))
    first, second = pairs.T
    away = np.hypot(x[first] - x[second], y[first] - y[second])
    pairs = pairs[away < 0.5 * (across[first] + across[second])]
    pairs = pairs[_touch(pairs, x, y, heading, length, width)]
    found: Pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return found


def _near(x: Floats, y: Floats, *, reach: float) -> Pairs:
    """All pairs that lie in the same cell or in cells side by side; cells are as large as the largest box."""
    across = np.floor((x - x.min()) / reach).astype(np.int64)
    along = np.floor((y - y.min()) / reach).astype(np.int64)
    width = int(along.max()) + 3
    key = across * width + along + 1
    order = np.argsort(key, kind="stable")
    sorted_keys = key[order]
    found = []
    for right, up in FORWARD:
        wanted = sorted_keys + right * width + up
        low, high = (np.searchsorted(sorted_keys, wanted, side=side) for side in ("left", "right"))
        if (right, up) == (0, 0):
            low = np.arange(1, len(order) + 1)
        count = np.maximum(high - low, 0)
        row = np.repeat(np.arange(len(order)), count)
        other = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(low, count)
        found.append(np.stack((order[row], order[other]), axis=1))
    pairs = np.concatenate(found)
    return np.sort(pairs, axis=1)


def _touch(pairs: Pairs, x: Floats, y: Floats, heading: Floats, length: Floats, width: Floats) -> NDArray[np.bool_]:
    """Whether no line along a side of either box lies between the two."""
    a, b = pairs.T
    dx, dy, turn = x[b] - x[a], y[b] - y[a], heading[b] - heading[a]
    turned = np.abs(np.cos(turn)), np.abs(np.sin(turn))
    apart = np.zeros(len(pairs), bool)
    for own, other in ((a, b), (b, a)):
        c, s = np.cos(heading[own]), np.sin(heading[own])
        ahead, beside = np.abs(dx * c + dy * s), np.abs(dy * c - dx * s)
        long, wide = 0.5 * length[other], 0.5 * width[other]
        apart |= ahead >= 0.5 * length[own] + turned[0] * long + turned[1] * wide
        apart |= beside >= 0.5 * width[own] + turned[1] * long + turned[0] * wide
    return ~apart
