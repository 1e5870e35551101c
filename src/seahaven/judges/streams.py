"""Streams: when the vehicles of a stream pass a place, and the gaps between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from seahaven.judges.scene import NOBODY, Scene
from seahaven.measures import crossing_time

__all__ = ["Gap", "Spot", "gaps_at"]


class Spot(NamedTuple):
    """A place that a stream passes: a lane, and how far along it (m); it may lie beyond its end."""

    lane: int
    s: float


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap of a stream: when the rear of one vehicle passes the place, and when the front of the next one does (s)."""

    begin: float
    end: float
    ahead: int
    behind: int

    @property
    def size(self) -> float:
        """How long it lasts (s)."""
        return self.end - self.begin


def gaps_at(scene: Scene, spot: Spot, *, but: frozenset[int]) -> list[Gap]:
    """The gaps between the vehicles that pass a place, in order of time; the last one has no end.

    `but` are vehicles that do not belong to the stream, such as the cast.
    """
    passing = sorted(_passing(scene, spot, but))
    pairs = [Gap(ahead[1], behind[0], ahead[2], behind[2]) for ahead, behind in pairwise(passing)]
    return pairs + [Gap(rear, float("inf"), entity, NOBODY) for _, rear, entity in passing[-1:]]


def _passing(scene: Scene, spot: Spot, but: frozenset[int]) -> list[tuple[float, float, int]]:
    """When front and rear of each vehicle pass the place (s), and its id."""
    cells, starts = scene.frames.cells, scene.lanes.starts(spot.lane)
    begins = np.full(len(scene.lanes.lane_map) + 1, np.nan)
    for lane, begin in starts.items():
        begins[lane] = begin
    along = begins[cells["lane"].astype(np.int64)] + cells["s"] - spot.s
    near = np.flatnonzero(~np.isnan(along))
    ids, found = cells["id"][near], []
    for entity in np.unique(ids).tolist():
        rows = near[ids == entity]
        half, time = 0.5 * float(cells["length"][rows[0]]), cells["time"][rows]
        front = crossing_time(time, along[rows] + half, 0.0)
        rear = crossing_time(time, along[rows] - half, 0.0)
        if entity not in but and front is not None and rear is not None:
            found.append((front, rear, int(entity)))
    return found
