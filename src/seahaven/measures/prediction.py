"""Where vehicles will be if all keep their speeds and lanes, and when the subject would touch another one."""

from __future__ import annotations

from typing import Final

import numpy as np

from seahaven.geometry import Floats, Truths
from seahaven.measures.contact import Course, touch_times
from seahaven.measures.frames import Rows, SubjectFrames
from seahaven.measures.lanes import Lanes

__all__ = ["HORIZON", "REACH", "conflict_times", "contact_times", "predicted_paths"]

HORIZON: Final = 10.0
"""Seconds that predictions reach ahead. A longer time to collision means no conflict: thresholds in the literature lie
between 1.5 and 5 s. More costs computing time in proportion and finds conflicts that never become real."""
STEP: Final = 0.5
"""Seconds between predicted positions. Between two of them a vehicle moves along a chord, which strays 6 cm from a
curve of 500 m radius at 30 m/s, and 3 cm from one of 100 m at 10 m/s; shorter steps cost more."""
SIDEWAYS: Final = 2.0
"""Seconds for which a vehicle is expected to keep its present sideways speed: about what is left of a lane change. With
more, the ordinary wander of 0.1 m/s in the lane would look like a departure from it."""
REACH: Final = 300.0
"""Metres from the subject within which conflicts are looked for; two vehicles at 15 m/s meet there within 10 s."""
STOREY: Final = 4.0
"""Metres of difference in height from which on two vehicles are on different storeys: one is on a bridge."""
BLOCK: Final = 4096
"""Pairs of vehicles that are predicted at a time, so that long drives do not fill the memory, nor leave the cache."""
_TURN_CODES: Final = (0, 1, -1, 0)
"""Which way a vehicle turns, by the code of its turn light: off, left, right, hazard."""


def predicted_paths(frames: SubjectFrames, rows: Rows, lanes: Lanes | None) -> Floats:
    """The boxes of the vehicles in some rows, from now to `HORIZON` every `STEP` seconds: shape (n, k, 5)."""
    course = _course(frames, rows, lanes)
    sides = (np.broadcast_to(side[:, None], course.x.shape) for side in (course.length, course.width))
    turned = course.heading - course.heading[:, :1]
    heading = course.heading[:, :1] + turned - 2.0 * np.pi * np.rint(turned / (2.0 * np.pi))
    return np.stack((course.x, course.y, heading, *sides), axis=-1)


def _course(frames: SubjectFrames, rows: Rows, lanes: Lanes | None) -> Course:
    """The same column by column; headings may be off by whole turns."""
    cells = frames.cells
    x, y, heading, length, width, speed = (
        cells[name][rows].astype(np.float64) for name in ("x", "y", "heading", "length", "width", "speed")
    )
    times = np.arange(0.0, HORIZON + 0.5 * STEP, STEP)
    travelled = speed[:, None] * times
    if lanes is not None and len(rows) and (cells["lane"][rows] >= 0).all():
        ahead, aside, turned, is_kept = _along_lanes(frames, rows, travelled, times, lanes)
        if is_kept.all():
            return Course(x[:, None] + ahead, y[:, None] + aside, heading[:, None] + turned, length, width)
    all_x, all_y = (at[:, None] + travelled * part(heading)[:, None] for at, part in ((x, np.cos), (y, np.sin)))
    headings = np.repeat(heading[:, None], len(times), axis=1)
    on = np.flatnonzero(cells["lane"][rows] >= 0)
    if lanes is not None and len(on):
        ahead, aside, turned, is_kept = _along_lanes(frames, rows[on], travelled[on], times, lanes)
        kept = on[is_kept]
        all_x[kept], all_y[kept] = x[kept, None] + ahead[is_kept], y[kept, None] + aside[is_kept]
        headings[kept] += turned[is_kept]
    return Course(all_x, all_y, headings, length, width)


def _along_lanes(
    frames: SubjectFrames, rows: Rows, travelled: Floats, times: Floats, lanes: Lanes
) -> tuple[Floats, Floats, Floats, Truths]:
    """How far vehicles on lanes come in x and y, and turn, by as much as the lanes lead from where they are now.

    Last comes which of them face along their lanes: those that face against them will go straight on instead.
    """
    cells = frames.cells
    drift = cells["drift"][rows].astype(np.float64)[:, None] * np.minimum(times, SIDEWAYS)
    aside = cells["offset"][rows].astype(np.float64)[:, None] + drift
    place = lanes.lane_map.place(*_onward(frames, rows, travelled, lanes), aside)
    is_ahead = np.cos(cells["heading"][rows] - place.heading[:, 0]) > 0.0
    return *(column - column[:, :1] for column in (place.x, place.y, place.heading)), is_ahead


def _onward(frames: SubjectFrames, rows: Rows, travelled: Floats, lanes: Lanes) -> tuple[Rows, Floats]:
    """The lanes on which vehicles will be, and how far along them, if each follows its own and turns as it shows."""
    cells = frames.cells
    turns = np.array(_TURN_CODES)[cells["turn_light"][rows].astype(np.int64)]
    lane = cells["lane"][rows].astype(np.int64)
    at_lane, at_s = np.repeat(lane[:, None], travelled.shape[1], axis=1), cells["s"][rows][:, None] + travelled
    order = np.lexsort((turns, lane))
    changes = np.flatnonzero((np.diff(lane[order]) != 0) | (np.diff(turns[order]) != 0)) + 1
    for chosen in np.split(order, changes):
        onward, starts = lanes.onward(int(lane[chosen[0]]), int(turns[chosen[0]]))
        here = at_s[chosen]
        piece = np.maximum(np.searchsorted(starts, here, side="right") - 1, 0)
        at_lane[chosen], at_s[chosen] = onward[piece], here - starts[piece]
    return at_lane, at_s


def contact_times(frames: SubjectFrames, mine: Rows, others: Rows, lanes: Lanes | None) -> Floats:
    """The contact time (s) of the subject, in rows `mine`, with other vehicles, in rows `others`, pair by pair."""
    if len(mine) == 0:
        return np.empty(0)
    unique, which = np.unique(mine, return_inverse=True)
    own, times = _course(frames, unique, lanes), np.empty(len(mine))
    for low in range(0, len(mine), BLOCK):
        part = slice(low, low + BLOCK)
        here = Course(*(column[which[part]] for column in own))
        times[part] = touch_times(here, _course(frames, others[part], lanes), step=STEP)
    return times


def conflict_times(frames: SubjectFrames, lanes: Lanes | None) -> tuple[Floats, Rows]:
    """The least contact time of the subject with any vehicle in each frame (s), and the row of that vehicle.

    Infinite, and -1, in frames in which the subject is in conflict with no vehicle.
    """
    mine, others = frames.pairs(within=REACH)
    level = np.abs(frames.cells["z"][mine] - frames.cells["z"][others]) < STOREY
    mine, others = mine[level], others[level]
    times = contact_times(frames, mine, others, lanes)
    least, rows = np.full(len(frames), np.inf), np.full(len(frames), -1, dtype=np.intp)
    conflicts = np.flatnonzero(np.isfinite(times))
    order = conflicts[np.lexsort((others[conflicts], times[conflicts]))[::-1]]
    frame = np.searchsorted(frames.me, mine[order])
    least[frame], rows[frame] = times[order], others[order]  # the least comes last, and stays
    return least, rows
