"""Where vehicles will be if all keep their speeds and lanes, and when the subject would touch another one."""

from __future__ import annotations

from typing import Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.measures.contact import contact_time
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
_TURN_CODES: Final = (0, 1, -1, 0)
"""Which way a vehicle turns, by the code of its turn light: off, left, right, hazard."""


def predicted_paths(frames: SubjectFrames, rows: Rows, lanes: Lanes | None) -> Floats:
    """The boxes of the vehicles in some rows, from now to `HORIZON` every `STEP` seconds: shape (n, k, 5)."""
    cells = frames.cells
    times = np.arange(0.0, HORIZON + 0.5 * STEP, STEP)
    boxes = np.repeat(frames.boxes(rows)[:, None, :], len(times), axis=1)
    travelled = cells["speed"][rows].astype(np.float64)[:, None] * times
    lane = cells["lane"][rows].astype(np.int64) if lanes is not None else np.full(len(rows), -1)
    heading = boxes[:, :1, 2]
    boxes[..., 0] += travelled * np.cos(heading)
    boxes[..., 1] += travelled * np.sin(heading)
    on = np.flatnonzero(lane >= 0)
    if lanes is not None and len(on):
        _keep_lanes(boxes, on, frames, rows[on], travelled[on], times, lanes)
    return boxes


def _keep_lanes(
    boxes: Floats, on: Rows, frames: SubjectFrames, rows: Rows, travelled: Floats, times: Floats, lanes: Lanes
) -> None:  # fmt: skip
    """Move the boxes of vehicles on lanes along them, by as much as the lanes lead from where they are now.

    A vehicle that faces against its lane goes straight on instead.
    """
    cells = frames.cells
    lane, s = cells["lane"][rows].astype(np.int64), cells["s"][rows].astype(np.float64)
    turns = np.array(_TURN_CODES)[cells["turn_light"][rows].astype(np.int64)]
    at_lane, at_s = np.repeat(lane[:, None], len(times), axis=1), s[:, None] + travelled
    for one, turn in sorted({*zip(lane.tolist(), turns.tolist(), strict=True)}):
        chosen = np.flatnonzero((lane == one) & (turns == turn))
        onward, starts = lanes.onward(one, turn)
        piece = np.maximum(np.searchsorted(starts, at_s[chosen], side="right") - 1, 0)
        at_lane[chosen], at_s[chosen] = onward[piece], at_s[chosen] - starts[piece]
    drift = cells["drift"][rows].astype(np.float64)[:, None] * np.minimum(times, SIDEWAYS)
    aside = cells["offset"][rows].astype(np.float64)[:, None] + drift
    place = lanes.lane_map.place(at_lane, at_s, aside)
    turned = place.heading - place.heading[:, :1]
    ahead = np.cos(boxes[on, 0, 2] - place.heading[:, 0]) > 0.0
    kept = on[ahead]
    start = boxes[kept, :1, :]
    boxes[kept, :, 0] = start[..., 0] + (place.x - place.x[:, :1])[ahead]
    boxes[kept, :, 1] = start[..., 1] + (place.y - place.y[:, :1])[ahead]
    boxes[kept, :, 2] = start[..., 2] + np.remainder(turned[ahead] + np.pi, 2.0 * np.pi) - np.pi


def contact_times(frames: SubjectFrames, mine: Rows, others: Rows, lanes: Lanes | None) -> Floats:
    """The contact time (s) of the subject, in rows `mine`, with other vehicles, in rows `others`, pair by pair."""
    if len(mine) == 0:
        return np.empty(0)
    unique, which = np.unique(mine, return_inverse=True)
    return contact_time(
        predicted_paths(frames, unique, lanes)[which], predicted_paths(frames, others, lanes), step=STEP
    )


def conflict_times(frames: SubjectFrames, lanes: Lanes | None) -> tuple[Floats, Rows]:
    """The least contact time of the subject with any vehicle in each frame (s), and the row of that vehicle.

    Infinite, and -1, in frames in which the subject is in conflict with no vehicle.
    """
    mine, others = frames.pairs(within=REACH)
    level = np.abs(frames.cells["z"][mine] - frames.cells["z"][others]) < STOREY
    mine, others = mine[level], others[level]
    times = contact_times(frames, mine, others, lanes)
    least, rows = np.full(len(frames), np.inf), np.full(len(frames), -1, dtype=np.intp)
    frame = np.searchsorted(frames.me, mine)
    for k in np.lexsort((others, times))[::-1].tolist():  # the least comes last, and stays
        if np.isfinite(times[k]):
            least[frame[k]], rows[frame[k]] = times[k], others[k]
    return least, rows
