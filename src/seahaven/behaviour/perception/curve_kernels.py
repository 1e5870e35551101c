"""Compiled: which curves of a lane bind."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.roads.lanemap.strips import Integers


@compiled
def binding_rows(bound: Floats, first: Integers) -> Integers:
    """Of each stretch the one, from it to the end of its lane, with the least bound; of equal ones the first."""
    rows = np.empty(len(bound), np.int64)
    for lane in range(len(first) - 1):
        best = first[lane + 1] - 1
        for row in range(first[lane + 1] - 1, first[lane] - 1, -1):
            if bound[row] <= bound[best]:
                best = row
            rows[row] = best
    return rows
