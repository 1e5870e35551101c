"""Compiled: which lanes vehicles are on that are not bound to one."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled
from seahaven.motion.columns import Cells, Seen
from seahaven.roads.lanemap import Lookup, Surroundings
from seahaven.roads.lanemap.query_kernels import match_each, place_each


@compiled
def find_lanes(
    lookup: Lookup, around: Surroundings, rows: Integers, seen: Seen, cells: Cells, z: Floats, asides: Floats,
    kinds: int, reach: float,
) -> int:  # fmt: skip
    """Fill in where on the lanes some rows are, whose poses are filled in; those off all lanes are on none.

    `asides` are their speeds across their headings, by their places in `rows`; `z` is how high all rows were. Gives how
    many have come onto another lane, or -1 - k where the k-th of them is nowhere.
    """
    count = len(rows)
    x, y, level, heading, start = np.empty(count), np.empty(count), np.empty(count), np.empty(count), np.empty(count)
    hint, lane, s, offset = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count), np.empty(count)
    for k in range(count):
        i = rows[k]
        x[k], y[k], level[k], heading[k] = cells.x[i], cells.y[i], z[i], cells.heading[i]
        hint[k], start[k] = seen.lane[i], seen.s[i]
    bad = match_each(lookup, around, x, y, level, heading, hint, start, kinds, reach, lane, s, offset)
    if bad >= 0:
        return -1 - bad
    bends, grades, lies, new = np.empty(count), np.empty(count), np.empty(count), 0
    place_each(lookup, np.maximum(lane, 0), s, offset, x, y, level, lies, bends, grades)
    for k in range(count):
        i, found, askew = rows[k], lane[k] >= 0, heading[k] - lies[k]
        cells.lane[i], cells.s[i], cells.offset[i] = lane[k], s[k], offset[k]
        cells.z[i] = level[k] if found else z[i]
        cells.drift[i] = cells.speed[i] * sin(askew) + asides[k] * cos(askew) if found else 0.0
        cells.line[i], cells.entry[i] = seen.line[i], seen.entry[i]
        new += lane[k] != hint[k]
    return new
