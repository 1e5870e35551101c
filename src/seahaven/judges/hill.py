"""Hills: where the road that a vehicle drives on rises."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seahaven.geometry import Floats
from seahaven.judges.track import Track
from seahaven.measures import Lanes

__all__ = ["Hill", "hill_of"]

STEP = 10.0
"""Metres between the places at which the grade is looked at."""
FAR = 15_000.0
"""Metres of road that are looked at."""
LEVEL, STEEP, LONG = 0.01, 0.025, 200.0
"""A road is level up to the first grade; a hill is steeper than the second for so many metres."""


@dataclass(frozen=True)
class Hill:
    """A hill on a road: from where to where it is steep, and up to where the road before it is level (m along it).

    `front` is how far along the road the front of the vehicle is, frame by frame; NaN off the road.
    """

    foot: float
    begin: float
    end: float
    front: Floats
    _begins: Floats

    def middle(self) -> tuple[float, float]:
        """From where to where its middle half reaches."""
        quarter = 0.25 * (self.end - self.begin)
        return self.begin + quarter, self.end - quarter

    def along(self, track: Track) -> Floats:
        """How far along the road the front of another vehicle is, frame by frame."""
        return self._begins[track.lane] + track.floats("s") + 0.5 * track.length


def hill_of(track: Track, lanes: Lanes) -> Hill | None:
    """The hill on which a vehicle drives longest; None if there is none on its way."""
    driven = np.flatnonzero(track.lane >= 0)
    if not len(driven):
        return None
    road, begins = _road(int(track.lane[driven[0]]), lanes)
    front = begins[track.lane] + track.floats("s") + 0.5 * track.length
    places, grades = _grades(road, begins, lanes)
    steep = np.concatenate(([False], grades >= STEEP, [False]))
    edges = np.flatnonzero(np.diff(steep.astype(np.int8)))
    hills = [(float(places[a]), float(places[b - 1])) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    counted = [(int(((front >= a) & (front <= b)).sum()), a, b) for a, b in hills if b - a >= LONG]
    if not counted or max(counted)[0] == 0:
        return None
    _, begin, end = max(counted)
    level = places[(places <= begin) & (np.abs(grades) <= LEVEL)]
    return Hill(float(level[-1]) if len(level) else begin, begin, end, front, begins)


def _road(lane: int, lanes: Lanes) -> tuple[list[int], Floats]:
    """The lanes straight on from a lane, and where each lane, or one beside it, begins (m); NaN off the road."""
    lane_map = lanes.lane_map
    begins, road, at = np.full(len(lane_map) + 1, np.nan), [lane], 0.0
    sections = np.column_stack((lane_map.road, lane_map.section))
    while at < FAR:
        here = road[-1]
        beside = (sections == sections[here]).all(axis=1) & (lane_map.along == lane_map.along[here])
        begins[:-1][beside] = at
        at += float(lane_map.length[here])
        onward, _ = lanes.onward(here, 0)
        if len(onward) < 2 or int(onward[1]) in road:
            break
        road.append(int(onward[1]))
    return road, begins


def _grades(road: list[int], begins: Floats, lanes: Lanes) -> tuple[Floats, Floats]:
    """Places along a road, and the grade at each."""
    places, grades = [], []
    for lane in road:
        s = np.arange(0.0, float(lanes.lane_map.length[lane]), STEP)
        places.append(begins[lane] + s)
        grades.append(np.asarray(lanes.lane_map.place(np.full(len(s), lane), s).grade))
    return np.concatenate(places), np.concatenate(grades)
