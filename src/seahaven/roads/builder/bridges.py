"""Roads that cross each other without a junction: one has to lie well above the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from seahaven.errors import InputError
from seahaven.roads.builder.meeting import Chords, places
from seahaven.roads.builder.pieces import Site

CLEARANCE = 4.5
"""The least difference in height, in metres, at which roads may cross without a junction: lorries fit below."""
ENDS = 1.5
"""Roads whose ends lie so close together, in metres, do not cross: they follow each other."""
SLACK = 1e-3


def check_bridges(sites: Sequence[Site]) -> None:
    """Refuse roads that cross, or end on each other, at one height with no junction there."""
    chords = [Chords(site.plan.line) for site in sites]
    for (first, own), (second, other) in combinations(zip(sites, chords, strict=True), 2):
        if not _apart(own, other):
            for s, u in places(own, other):
                _check(first, s, second, u)


def _check(first: Site, s: float, second: Site, u: float) -> None:
    if _is_end(first, s) and _is_end(second, u):
        return
    heights = first.elevation.value(s), second.elevation.value(u)
    if abs(heights[0] - heights[1]) < CLEARANCE and not _junctions(first, s) & _junctions(second, u):
        raise InputError(_crossing(first, s, second, heights))


def _junctions(site: Site, s: float) -> set[str]:
    return {cut.junction for cut in site.cuts if cut.begin - SLACK <= s <= cut.end + SLACK}


def _is_end(site: Site, s: float) -> bool:
    return s < ENDS or s > site.plan.length - ENDS


def _apart(first: Chords, second: Chords) -> bool:
    """Whether the boxes around two lines lie apart."""
    low = np.maximum(first.points.min(axis=0), second.points.min(axis=0))
    high = np.minimum(first.points.max(axis=0), second.points.max(axis=0))
    return bool(np.any(low > high + ENDS))


def _crossing(first: Site, s: float, second: Site, heights: tuple[float, float]) -> str:
    x, y = first.plan.at(s).point
    return (
        f"roads '{first.plan.name}' and '{second.plan.name}' cross at ({x:.1f}, {y:.1f}), {heights[0]:.1f} and "
        f"{heights[1]:.1f} m high, without a junction; put one there with junction(...), or make their heights "
        f"differ by {CLEARANCE:g} m or more for a bridge, with height= or grade(...)"
    )
