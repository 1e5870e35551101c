"""What is doubtful about single lanes of a map."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from seahaven.roads.lanemap.strips import Strips
from seahaven.roads.model import Remark


def remarks_on(name: Callable[[int], str], strips: Strips) -> tuple[Remark, ...]:
    """A remark for each lane that has no width anywhere, or no length: nothing can drive on it."""
    if not len(strips.length):
        return ()
    widest = np.maximum.reduceat(strips.width, strips.first[:-1])
    found = [
        *((int(lane), "lane_without_width", "has no width anywhere") for lane in np.flatnonzero(widest <= 0.0)),
        *((int(lane), "lane_without_length", "has no length") for lane in np.flatnonzero(strips.length <= 0.0)),
    ]
    return tuple(Remark(rule, f"lane '{name(lane)}' {what}") for lane, rule, what in sorted(found))
