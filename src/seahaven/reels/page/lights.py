"""The lights of a page: where one waits for each of them, and what each shows from which frame on."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.map import bars_of
from seahaven.reels.page.packing import Pack
from seahaven.reels.reel import Reel
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.lanemap import LaneMap
from seahaven.world import SIGNAL

__all__ = ["STEP", "lights_of"]

STEP: Final = 0.01
"""Metres: how finely places are told."""

Floats = NDArray[np.float64]


def lights_of(reel: Reel, lane_map: LaneMap, times: Floats, pack: Pack) -> dict[str, Any] | None:
    """What a page draws of lights in the frames at some dates; None where the reel has none.

    Lights are strokes across the lanes that wait for them, side by side where a lane has several, and
    at both ends of crosswalks. Of what they show only changes are told.
    """
    family = reel.families.get(SIGNAL.name)
    if family is None or "state" not in family.columns or not len(lane_map.network.roads):
        return None
    table = reel.table(SIGNAL.name, ["time", "id", "state"], time=(float(times[0]), float(times[-1])))
    ids = np.unique(table.column("id").to_numpy())
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    if not len(ids) or len(ids) != len(plan):
        return None
    bars = bars_of(plan)
    told: dict[str, Any] = {"step": STEP, "rows": len(ids)}
    told |= {name: pack.add(np.array([getattr(bar, name) for bar in bars])) for name in ("row", "is_for_people")}
    for name in ("x", "y", "end_x", "end_y"):
        told[name] = pack.add(np.rint(np.array([getattr(bar, name) for bar in bars]) / STEP))
    frame = np.searchsorted(times, table.column("time").to_numpy())
    is_shown = times[np.minimum(frame, len(times) - 1)] == table.column("time").to_numpy()
    row = np.searchsorted(ids, table.column("id").to_numpy())
    changes = _changes(row[is_shown], frame[is_shown], table.column("state").to_numpy()[is_shown])
    return told | {name: pack.add(values) for name, values in changes.items()}


def _changes(
    row: NDArray[np.int64], frame: NDArray[np.int64], state: NDArray[Any]
) -> dict[str, NDArray[np.int64]]:  # fmt: skip
    """Of which light, at which frame, what another state begins; by lights, then by frames."""
    order = np.lexsort((frame, row))
    row, frame, state = row[order], frame[order], state[order].astype(np.int64)
    is_new = np.ones(len(row), np.bool_)
    is_new[1:] = (row[1:] != row[:-1]) | (state[1:] != state[:-1])
    return {"light": row[is_new], "frame": frame[is_new], "state": state[is_new]}
