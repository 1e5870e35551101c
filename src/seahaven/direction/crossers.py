"""Crossers: which vehicle on the road that crosses the subject's can come straight over the place in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.coach.natural import FASTEST, PARKED_ACCELERATION, SLOWEST
from seahaven.direction.line import Line
from seahaven.geometry import Floats
from seahaven.roads.routing import Tracks
from seahaven.world import Table

if TYPE_CHECKING:
    from seahaven.direction.roles import Crossing

__all__ = ["crosser", "time_from_stand"]

SLACK = 0.9
"""The share of the range of natural speeds that is counted on: what is left makes up for the subject's changes."""
PULLING_OUT = 1.5
"""Seconds that it takes to drive off and pull out."""
LAST_CALL = 20.0
"""Seconds before the subject arrives from which on a vehicle behind others is better than none."""


def crosser(
    role: Crossing, line: Line, mark: float, time: float, table: Table, tracks: Tracks, is_free: NDArray[np.bool_]
) -> int | None:
    """The row of the vehicle that can be at `mark` metres along a line most nearly in so many seconds; None for none.

    `is_free` says of each row whether it may take part. A vehicle before which others would arrive shortly before it
    counts only when the subject is near: they would stop at the red light, and it behind them.
    """
    way: Floats = mark - line.at(table.lane, table.s)
    with np.errstate(invalid="ignore"):
        on_way = np.flatnonzero((way > 0.0) & (way < role.furthest) & _leads_over(line, mark, table, tracks))
        fits = on_way[is_free[on_way] & (way[on_way] > role.nearest)]
    if not len(fits) or not np.isfinite(time):
        return None
    limits = _limits(line, table, fits)
    pace = way[fits] / max(time, 0.1)
    in_time = (pace > SLOWEST * limits / SLACK) & (pace < SLACK * FASTEST * limits)
    clear = _clear(way, table.speed, fits, on_way) >= role.clear
    chosen = in_time & clear if time > LAST_CALL else in_time
    if not chosen.any():
        return None
    off = np.where(chosen, np.abs(way[fits] / np.maximum(table.speed[fits], 1.0) - time), np.inf)
    off[~clear] += time
    return int(fits[off.argmin()])


def time_from_stand(metres: float, limit: float) -> float:
    """The seconds that a parked vehicle takes for so many metres, at a limit in m/s."""
    return PULLING_OUT + 0.5 * limit / PARKED_ACCELERATION + metres / limit


def _leads_over(line: Line, mark: float, table: Table, tracks: Tracks) -> NDArray[np.bool_]:
    """Of each row, whether its route comes by the place."""
    arrays = tracks.arrays
    over = np.isin(arrays.lane, line.lanes_at(mark))
    routes = np.unique(arrays.route[over])
    entry: NDArray[np.int64] = table.entry
    return (entry >= 0) & np.isin(arrays.route[np.maximum(entry, 0)], routes)


def _limits(line: Line, table: Table, rows: NDArray[np.intp]) -> Floats:
    limits: Any = line.lane_map.limit(table.lane[rows], table.s[rows])
    return np.asarray(np.minimum(limits, 40.0), np.float64)


def _clear(way: Floats, speed: Floats, rows: NDArray[np.intp], others: NDArray[np.intp]) -> Floats:
    """Of some rows, the seconds between the vehicle before it on the way and itself; infinite for the first."""
    order = others[np.argsort(way[others], kind="stable")]
    before = np.searchsorted(way[order], way[rows], side="left") - 1
    apart = way[rows] - way[order[np.maximum(before, 0)]]
    return np.where(before >= 0, apart / np.maximum(speed[rows], 1.0), np.inf)
