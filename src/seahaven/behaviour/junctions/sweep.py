"""What long vehicles sweep over in turns: their axles keep to their line, their ends and their middle do not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import JunctionTables
from seahaven.roads.lanemap import AXLE, LONG, LaneMap, berths

__all__ = ["BROAD", "BROADEST", "SLENDER", "swept_spans"]

WIDE = 2.6
"""The width (m) of the long vehicle that is reckoned with."""
SLENDER, BROAD, MARGIN = 0.95, 1.25, 0.2
"""Half the width of whoever it meets, a car or another long vehicle, and what is to be left between them (m)."""
BROADEST = BROAD + 0.7
"""Half the width (m) of what another long vehicle takes up that turns, too."""
ALONG = 1.0
"""Metres that are left before and behind: nobody is exactly where its axles would have it, and steps are long."""
BEYOND = 25.0
"""How far before and behind a junction it is looked at (m)."""
STEP = 0.5


def swept_spans(
    lane_map: LaneMap, tables: JunctionTables, pairs: Integers, turns: Truths, *, besides: Sequence[float]
) -> list[tuple[Floats, Floats]]:  # fmt: skip
    """For each pair of ways the stretches of both on which a long vehicle that turns on the first is in the way of
    somebody on the second, and the other way round.

    Two tables for each of `besides`: half the width of the other one. Each has four columns as those of a conflict; an
    empty stretch, from infinity to minus infinity, where none is.
    """
    first, lines = _lines(lane_map, tables)
    driven = _lines(lane_map, tables, berths(lane_map))[1]
    return [
        (
            _swept(pairs, turns, first, driven, lines, beside, (0, 1)),
            _swept(pairs, turns, first, driven, lines, beside, (1, 0)),
        )
        for beside in besides
    ]


def _swept(
    pairs: Integers, turns: Truths, first: Integers, driven: Floats, lines: Floats, beside: float,
    order: tuple[int, int],
) -> Floats:  # fmt: skip
    """Those stretches for somebody of a width, given the lines that long vehicles and others drive, and which of the
    pair is the long one."""
    import seahaven.behaviour.junctions.sweep_kernels as kernels

    found = np.tile(np.array([np.inf, -np.inf]), (len(pairs), 2))
    rows = np.flatnonzero(turns[pairs[:, order[0]]])
    spans = np.empty((len(rows), 4))
    kernels.sweep(
        pairs[rows][:, order].astype(np.int64), first, driven, lines, STEP, 0.5 * LONG, 0.5 * WIDE + MARGIN,
        AXLE * LONG, beside, spans,
    )  # fmt: skip
    spans = spans[:, [2 * order[0], 2 * order[0] + 1, 2 * order[1], 2 * order[1] + 1]] - BEYOND
    found[rows, 0::2], found[rows, 1::2] = spans[:, 0::2] - ALONG, spans[:, 1::2] + ALONG
    return found


def _lines(
    lane_map: LaneMap, tables: JunctionTables, shift: Floats | None = None
) -> tuple[Integers, Floats]:  # fmt: skip
    """Points x, y and headings along every way at even steps, from before the junction to behind it.

    A shift says of each vertex how far to the left of it the line goes.
    """
    first, parts = [0], list[Floats]()
    for way in range(len(tables.way_length)):
        inside = tables.way_lane[tables.way_lane_first[way] : tables.way_lane_first[way + 1]].tolist()
        before, behind = int(tables.way_incoming[way]), int(tables.way_outgoing[way])
        lanes = [lane for lane in (before, *inside, behind) if lane >= 0]
        begin = -float(lane_map.length[before]) if before >= 0 else 0.0
        at = np.arange(-BEYOND, float(tables.way_length[way]) + BEYOND + STEP, STEP)
        parts.append(_sampled(lane_map, lanes, begin, at, shift))
        first.append(first[-1] + len(at))
    return np.array(first, np.int64), np.vstack(parts) if parts else np.empty((0, 3))


def _sampled(lane_map: LaneMap, lanes: list[int], begin: float, at: Floats, shift: Floats | None) -> Floats:
    """Points and headings at distances along some lanes, straight on before the first and behind the last."""
    rows = list[Floats]()
    for lane in lanes:
        own = slice(lane_map.first[lane], lane_map.first[lane + 1])
        aside = 0.0 if shift is None else shift[own]
        x, y = lane_map.x[own] + aside * lane_map.normal_x[own], lane_map.y[own] + aside * lane_map.normal_y[own]
        rows.append(np.column_stack((x, y, lane_map.s[own] + begin)))
        begin += float(lane_map.length[lane])
    line = np.vstack(rows)
    line = line[np.concatenate(([True], np.diff(line[:, 2]) > 1e-6))]
    ends = np.clip(at, line[0, 2], line[-1, 2])
    x, y = (np.interp(ends, line[:, 2], line[:, k]) for k in (0, 1))
    slopes = np.diff(line, axis=0)
    which = np.clip(np.searchsorted(line[:, 2], ends, side="right") - 1, 0, len(slopes) - 1)
    heading = np.arctan2(slopes[which, 1], slopes[which, 0])
    return np.column_stack((x + (at - ends) * np.cos(heading), y + (at - ends) * np.sin(heading), heading))
