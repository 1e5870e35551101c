"""The traffic around a subject: whom it follows, who follows, and who is beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.trials.lanes import Lanes
from seahaven.trials.scene import Floats, View

__all__ = ["NEAR", "NOBODY", "Neighbour", "Surroundings", "leader_of", "surroundings"]

NEAR: Final = 200.0
"""Metres within which vehicles are counted."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody on the same lane or the next one: bumper to bumper gap (m, below 0 where they overlap), speed (m/s)."""

    entity: int | None = None
    gap: float | None = None
    speed: float | None = None


NOBODY: Final = Neighbour()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The nearest ones ahead and behind, on the subject's lane and beside, and how many are within 200 m."""

    leader: Neighbour = NOBODY
    follower: Neighbour = NOBODY
    left_ahead: Neighbour = NOBODY
    left_behind: Neighbour = NOBODY
    right_ahead: Neighbour = NOBODY
    right_behind: Neighbour = NOBODY
    vehicles: int = 0


def surroundings(view: View, lanes: Lanes | None) -> Surroundings:
    """Who is around the subject in a frame; without lanes only how many."""
    others = np.arange(len(view.cells["id"])) != view.me
    away = np.hypot(view.cells["x"] - view.mine("x"), view.cells["y"] - view.mine("y"))
    count = int((others & (away <= NEAR)).sum())
    lane, s = int(view.mine("lane")), float(view.mine("s"))
    if lanes is None or lane < 0:
        return Surroundings(vehicles=count)
    leader, follower = _nearest(view, lanes, (lane, s))
    left = _nearest(view, lanes, lanes.beside(lane, s, "left"))
    right = _nearest(view, lanes, lanes.beside(lane, s, "right"))
    return Surroundings(leader, follower, *left, *right, count)


def leader_of(view: View, lanes: Lanes | None) -> Neighbour:
    """Who drives ahead of the subject on its lane."""
    lane = int(view.mine("lane"))
    return NOBODY if lanes is None or lane < 0 else _nearest(view, lanes, (lane, float(view.mine("s"))))[0]


def _nearest(view: View, lanes: Lanes, place: tuple[int, float] | None) -> tuple[Neighbour, Neighbour]:
    """Who is next ahead of a place on the lanes, and next behind."""
    if place is None:
        return NOBODY, NOBODY
    rows, along = _along(view, lanes, *place)
    gap = np.abs(along) - 0.5 * (view.cells["length"][rows] + view.mine("length"))
    return _least(view, rows, gap, along >= 0.0), _least(view, rows, gap, along < 0.0)


def _along(view: View, lanes: Lanes, lane: int, s: float) -> tuple[NDArray[np.intp], Floats]:
    """The rows of others on lanes that lead on from a place, or up to it, and how far along (m) they are."""
    starts = lanes.starts(lane)
    at = np.array([starts.get(one, np.nan) for one in view.cells["lane"].tolist()])
    at[view.me] = np.nan
    rows = np.flatnonzero(~np.isnan(at))
    return rows, at[rows] + view.cells["s"][rows] - s


def _least(view: View, rows: NDArray[np.intp], gap: Floats, is_there: NDArray[np.bool_]) -> Neighbour:
    if not is_there.any():
        return NOBODY
    best = int(np.argmin(np.where(is_there, gap, np.inf)))
    row = rows[best]
    return Neighbour(int(view.cells["id"][row]), float(gap[best]), float(view.cells["speed"][row]))
