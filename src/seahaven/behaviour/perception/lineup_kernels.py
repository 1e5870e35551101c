"""Compiled: line everybody up, and look around from there."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import VIEW
from seahaven.behaviour.perception.desk import (
    AT_ACCELERATION,
    AT_ACCELERATIONS,
    AT_ALONG,
    AT_ASIDE,
    AT_BODIES,
    AT_BOUNDS,
    AT_BRAKES,
    AT_CLAIMED,
    AT_CODES,
    AT_DRIFT,
    AT_ENDS,
    AT_ENTRIES,
    AT_ENTRY,
    AT_HEADING,
    AT_HEADLAMPS,
    AT_HINTS,
    AT_HOMES,
    AT_LAMPS,
    AT_LANE,
    AT_LANES,
    AT_LENGTH,
    AT_LIGHT,
    AT_MARKS,
    AT_MOTION,
    AT_OFFSET,
    AT_OLD_BOUNDS,
    AT_OLD_CODES,
    AT_PREVIOUS,
    AT_REACTION,
    AT_ROADS,
    AT_S,
    AT_SHARES,
    AT_SIGHT,
    AT_SIZES,
    AT_SORTS,
    AT_SPEED,
    AT_SPEEDS,
    AT_SPOTS,
    AT_STRETCHES,
    AT_VIEWS,
    AT_WIDTH,
    CLAIMS,
    LANE_COUNT,
    ROWS,
    SLOTS,
)
from seahaven.behaviour.perception.ground import PER_LANE
from seahaven.behaviour.perception.look_kernels import look_around
from seahaven.behaviour.perception.order_kernels import BODY, attend, fall_in, keep, lay_out
from seahaven.behaviour.perception.search_kernels import MOST_BRANCHES
from seahaven.geometry.compiled import (
    bytes_at,
    carray,
    compiled,
    compiled_in_parallel,
    floats_at,
    integers_at,
    prange,
    shorts_at,
    singles_at,
)

SHARE = 1024
"""So many rows are one round of a parallel loop."""
ROUNDS = 16
"""So many rounds a parallel loop over lanes has."""


@compiled
def attend_rows(w: Any, counts: Any, now: int, per_second: float, visibility: float, low: int, high: int) -> None:
    """Find out where some rows are, and remember what they do."""
    n, slots = counts[ROWS], counts[SLOTS]
    attend(
        carray(floats_at(w[AT_STRETCHES]), (1, 9)), carray(integers_at(w[AT_LANES]), (1, PER_LANE)),
        carray(floats_at(w[AT_SIZES]), (1, 2)), carray(integers_at(w[AT_LANE]), n), carray(floats_at(w[AT_S]), n),
        carray(floats_at(w[AT_OFFSET]), n), carray(floats_at(w[AT_DRIFT]), n), carray(floats_at(w[AT_HEADING]), n),
        carray(floats_at(w[AT_LENGTH]), n), carray(floats_at(w[AT_WIDTH]), n),
        carray(shorts_at(w[AT_LIGHT]), n), carray(bytes_at(w[AT_BRAKES]), n),
        carray(floats_at(w[AT_SPEED]), n), carray(floats_at(w[AT_ACCELERATION]), n),
        carray(floats_at(w[AT_REACTION]), n), carray(floats_at(w[AT_SIGHT]), n),
        carray(shorts_at(w[AT_HEADLAMPS]), n), carray(singles_at(w[AT_SPEEDS]), (n, slots)),
        carray(singles_at(w[AT_ACCELERATIONS]), (n, slots)),
        carray(bytes_at(w[AT_LAMPS]), (n, slots)), now, per_second, visibility, carray(integers_at(w[AT_HOMES]), n),
        carray(floats_at(w[AT_ASIDE]), (n, 2)), carray(floats_at(w[AT_BODIES]), (n, BODY)),
        carray(floats_at(w[AT_VIEWS]), (n, VIEW)), carray(shorts_at(w[AT_MOTION]), n),
        carray(bytes_at(w[AT_CLAIMED]), n), counts[CLAIMS] > 0, low, high,
    )  # fmt: skip


@compiled
def put_in_order(w: Any, counts: Any) -> None:
    """Make the lines."""
    n, lane_count = counts[ROWS], counts[LANE_COUNT]
    lanes, homes = carray(integers_at(w[AT_LANES]), (lane_count + 1, PER_LANE)), carray(integers_at(w[AT_HOMES]), n)
    bounds, ends = carray(integers_at(w[AT_BOUNDS]), lane_count + 1), carray(integers_at(w[AT_ENDS]), lane_count)
    codes, old_codes = carray(integers_at(w[AT_CODES]), 3 * n), carray(integers_at(w[AT_OLD_CODES]), 3 * n)
    old_bounds = carray(integers_at(w[AT_OLD_BOUNDS]), lane_count + 1)
    keep(bounds, codes, old_bounds, old_codes)
    lay_out(lanes, homes, bounds, ends)
    fall_in(
        lanes, carray(floats_at(w[AT_S]), n), homes, carray(floats_at(w[AT_ASIDE]), (n, 2)), old_bounds, old_codes,
        bounds, ends, codes, carray(floats_at(w[AT_ALONG]), 3 * n),
    )  # fmt: skip


@compiled
def look_from_lanes(
    w: Any, counts: Any, visibility: float, beam: float, darkness: float, low: int, high: int
) -> None:  # fmt: skip
    """Look around from some lanes."""
    n, lane_count, slots = counts[ROWS], counts[LANE_COUNT], counts[SLOTS]
    look_around(
        low, high, carray(floats_at(w[AT_MARKS]), 1), carray(integers_at(w[AT_SORTS]), 1),
        carray(floats_at(w[AT_ROADS]), (1, 4)), carray(integers_at(w[AT_LANES]), (lane_count + 1, PER_LANE)),
        carray(floats_at(w[AT_SIZES]), (lane_count, 2)), carray(integers_at(w[AT_PREVIOUS]), 1),
        carray(integers_at(w[AT_ENTRIES]), (1, 6)), carray(integers_at(w[AT_ENTRY]), n),
        carray(integers_at(w[AT_BOUNDS]), lane_count + 1), carray(integers_at(w[AT_CODES]), 3 * n),
        carray(floats_at(w[AT_ALONG]), 3 * n), carray(floats_at(w[AT_SHARES]), 3 * n),
        carray(integers_at(w[AT_SPOTS]), 3 * n), carray(floats_at(w[AT_BODIES]), (n, BODY)),
        carray(singles_at(w[AT_SPEEDS]), (n, slots)), carray(singles_at(w[AT_ACCELERATIONS]), (n, slots)),
        carray(bytes_at(w[AT_LAMPS]), (n, slots)), carray(integers_at(w[AT_HINTS]), (n, 4)),
        carray(floats_at(w[AT_VIEWS]), (n, VIEW)), visibility, beam, darkness,
        np.empty(MOST_BRANCHES, np.int32), np.empty(MOST_BRANCHES),
    )  # fmt: skip


@compiled
def line_up(
    where: Any, counts: Any, now: int, per_second: float, visibility: float, beam: float, darkness: float
) -> None:
    """Line everybody up anew, and look around.

    What has no light is seen up to `beam` metres by those whose headlamps are lit, up to `darkness` by others; both are
    infinite by day.
    """
    attend_rows(where, counts, now, per_second, visibility, 0, counts[ROWS])
    put_in_order(where, counts)
    look_from_lanes(where, counts, visibility, beam, darkness, 0, counts[LANE_COUNT])


@compiled_in_parallel
def line_up_in_parallel(
    where: Any, counts: Any, now: int, per_second: float, visibility: float, beam: float, darkness: float
) -> None:
    """Line everybody up anew, and look around, on several threads but for the sorting."""
    rows, lanes = counts[ROWS], counts[LANE_COUNT]
    for k in prange((rows + SHARE - 1) // SHARE):
        attend_rows(where, counts, now, per_second, visibility, k * SHARE, min(k * SHARE + SHARE, rows))
    put_in_order(where, counts)
    for k in prange(ROUNDS):
        look_from_lanes(
            where, counts, visibility, beam, darkness, k * lanes // ROUNDS, (k + 1) * lanes // ROUNDS
        )  # fmt: skip
