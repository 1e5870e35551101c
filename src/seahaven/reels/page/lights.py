"""The lights of a page: where one waits for each of them, and what each shows from which frame on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.page.packing import Pack
from seahaven.reels.reel import Reel
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Turn
from seahaven.world import SIGNAL

__all__ = ["STEP", "lights_of"]

STEP: Final = 0.01
"""Metres: how finely places are told."""
SIDES: Final = {Turn.BACK: 0, Turn.LEFT: 1, Turn.STRAIGHT: 2, Turn.RIGHT: 3}
"""In which order, from the left, the lights of a lane stand that turn different ways."""

Floats = NDArray[np.float64]


class _Bar(NamedTuple):
    """A stroke that shows a light: the row of the light, whether it is for people, and its ends."""

    row: int
    is_for_people: bool
    x: float
    y: float
    end_x: float
    end_y: float


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
    bars = list(_bars(plan))
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


def _bars(plan: SignalPlan) -> Iterator[_Bar]:
    yield from _bars_of_ways(plan)
    for lane in np.flatnonzero(np.diff(plan.lane_first)).tolist():
        for k in range(plan.lane_first[lane], plan.lane_first[lane + 1]):
            yield from _across(plan.logic.lane_map, lane, float(plan.lane_s[k]), [int(plan.lane_row[k])])
    for walk in plan.logic.crosswalks:
        if plan.crosswalk_row[walk.index] >= 0:
            yield from _beside(int(plan.crosswalk_row[walk.index]), np.array(walk.corners))


def _bars_of_ways(plan: SignalPlan) -> Iterator[_Bar]:
    """The strokes of ways through junctions, one for each light of a lane."""
    found: dict[tuple[int, float], list[tuple[int, int]]] = {}
    for way in plan.logic.ways:
        rows = plan.way_row[plan.way_first[way.index] : plan.way_first[way.index + 1]].tolist()
        if rows:
            lane, s = plan.logic.stop(way)
            found.setdefault((lane, round(s, 1)), []).append((SIDES[way.turn], rows[0]))
    for (lane, s), lights in found.items():
        yield from _across(plan.logic.lane_map, lane, s, list(dict.fromkeys(row for _, row in sorted(lights))))


def _across(lane_map: LaneMap, lane: int, s: float, rows: list[int]) -> Iterator[_Bar]:
    """Strokes across a lane, from its left edge to its right one."""
    s = min(max(s, 0.0), float(lane_map.length[lane]))
    half = 0.5 * float(lane_map.width(lane, s))
    share = 2.0 * half / len(rows)
    for k, row in enumerate(rows):
        left, right = (lane_map.place(lane, s, half - part * share) for part in (k + 0.06, k + 0.94))
        yield _Bar(row, False, left.x, left.y, right.x, right.y)


def _beside(row: int, corners: Floats) -> Iterator[_Bar]:
    """Strokes at the two ends of a crosswalk, which are its shorter sides."""
    if len(corners) != 4:
        return
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    first = 0 if sides[0] + sides[2] <= sides[1] + sides[3] else 1
    for k in (first, first + 2):
        (x, y), (end_x, end_y) = corners[k].tolist(), corners[(k + 1) % 4].tolist()
        yield _Bar(row, True, x, y, end_x, end_y)
