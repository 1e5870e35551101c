"""The traffic around a subject: its leader and follower, and the vehicles beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.measures.following import distance_gap
from seahaven.measures.frames import Rows, SubjectFrames
from seahaven.measures.lanes import Lanes

__all__ = ["NEAR", "Neighbour", "Surroundings", "leader_rows", "surroundings"]

NEAR: Final = 200.0
"""Metres within which vehicles are counted."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A vehicle on the subject's lane or the next one: distance gap (m, negative where they overlap), speed (m/s)."""

    entity: int | None = None
    gap: float | None = None
    speed: float | None = None


NOBODY: Final = Neighbour()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The nearest vehicles ahead and behind, on the subject's lane and beside it, and how many are within 200 m."""

    leader: Neighbour = NOBODY
    follower: Neighbour = NOBODY
    left_ahead: Neighbour = NOBODY
    left_behind: Neighbour = NOBODY
    right_ahead: Neighbour = NOBODY
    right_behind: Neighbour = NOBODY
    vehicles: int = 0


def surroundings(frames: SubjectFrames, lanes: Lanes | None, k: int = 0) -> Surroundings:
    """The traffic around the subject in frame number k; without lanes only how many vehicles are near."""
    frame = frames.frame(k)
    me = int(frame.me[0])
    count = len(frame.pairs(within=NEAR)[0])
    lane, s = int(frame.cells["lane"][me]), float(frame.cells["s"][me])
    if lanes is None or lane < 0:
        return Surroundings(vehicles=count)
    leader, follower = _nearest(frame, lanes, (lane, s))
    left = _nearest(frame, lanes, lanes.beside(lane, s, "left"))
    right = _nearest(frame, lanes, lanes.beside(lane, s, "right"))
    return Surroundings(leader, follower, *left, *right, count)


def leader_rows(frames: SubjectFrames, lanes: Lanes | None) -> tuple[Rows, Floats]:
    """The row of the subject's leader in each frame, -1 where it has none, and the gap to it (m), NaN likewise."""
    found, gaps = np.full(len(frames), -1, dtype=np.intp), np.full(len(frames), np.nan)
    cells, mine = frames.cells, np.repeat(frames.me, np.diff(frames.first))
    own = cells["lane"][mine].astype(np.intp)
    for lane in np.unique(own[own >= 0]).tolist() if lanes is not None else ():
        assert lanes is not None
        rows = np.flatnonzero(own == lane)
        along = lanes.begins(lane)[cells["lane"][rows].astype(np.intp)] + cells["s"][rows] - cells["s"][mine[rows]]
        is_ahead = (along >= 0.0) & (rows != mine[rows])
        rows, along = rows[is_ahead], along[is_ahead]
        gap = distance_gap(along, cells["length"][mine[rows]], cells["length"][rows])
        order = np.lexsort((rows, gap))[::-1]
        frame = np.searchsorted(frames.me, mine[rows[order]])
        found[frame], gaps[frame] = rows[order], gap[order]  # the least comes last, and stays
    return found, gaps


def _nearest(frame: SubjectFrames, lanes: Lanes, place: tuple[int, float] | None) -> tuple[Neighbour, Neighbour]:
    """The next vehicle ahead of a place on the lanes, and the next behind."""
    if place is None:
        return NOBODY, NOBODY
    rows, gap, along = _along(frame, lanes, int(frame.me[0]), 0, len(frame.cells["id"]), *place)
    return _least(frame, rows, gap, along >= 0.0), _least(frame, rows, gap, along < 0.0)


def _along(
    frames: SubjectFrames, lanes: Lanes, me: int, low: int, high: int, lane: int, s: float
) -> tuple[Rows, Floats, Floats]:  # fmt: skip
    """The other vehicles among some rows that are on lanes leading on from a place, or up to it.

    Gives their rows, the gaps to them, and how far along (m) their centres are.
    """
    cells = frames.cells
    at = lanes.begins(lane)[cells["lane"][low:high].astype(np.intp)]
    at[me - low] = np.nan
    rows = low + np.flatnonzero(~np.isnan(at))
    along = at[rows - low] + cells["s"][rows] - s
    return rows, distance_gap(along, cells["length"][me], cells["length"][rows]), along


def _least(frame: SubjectFrames, rows: Rows, gap: Floats, is_there: NDArray[np.bool_]) -> Neighbour:
    if not is_there.any():
        return NOBODY
    best = int(np.argmin(np.where(is_there, gap, np.inf)))
    row = rows[best]
    return Neighbour(int(frame.cells["id"][row]), float(gap[best]), float(frame.cells["speed"][row]))
