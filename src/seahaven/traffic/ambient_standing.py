"""How things stand on each carriageway: who is there, who is wanted, and how fast they go."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.traffic.ambient_lines import Lines
from seahaven.traffic.ambient_throng import Throng
from seahaven.world import Table

__all__ = ["Standing"]

CROWDED = 0.4
"""By so much more than wanted there are too many for anybody to come: they queue, and nobody could leave."""

TOLERANCE = 0.02
"""The share by which the number of vehicles may be off before anything is done about it."""


class Standing(NamedTuple):
    """How things stand on each carriageway: how many there are, how many are wanted, and how fast they go."""

    there: Floats
    wanted: Floats
    pace: Floats
    """The speed of those there as a share of what they would like."""
    correction: Floats
    """On the flow over the rim, so that errors do not add up."""
    expected: Floats
    """Of a post: how many vehicles are wanted in its stretch."""
    carriageway: Integers
    """Of a row of the table, or -1."""
    is_counted: Truths
    """Of a row of the table: whether it is in a stretch where anybody is wanted."""

    @classmethod
    def of(cls, lines: Lines, throng: Throng, table: Table, density: Floats, subjects: tuple[int, ...]) -> Standing:
        """How things stand, given the density that is wanted at each post."""
        posts, ways = lines.posts, int(lines.carriageway.max(initial=-1)) + 1
        expected = density * posts.span
        wanted = np.bincount(lines.carriageway[posts.line], weights=expected, minlength=ways).astype(np.float64)
        place = throng.row_home
        on = ~np.isnan(place)
        for subject in subjects:
            on &= table.ids != subject
        post = lines.post_at(np.where(on, place, 0.0))
        way = np.where(on, lines.carriageway[posts.line[post]], -1).astype(np.int64)
        is_counted = on & (expected[post] > 0.0)
        count = np.bincount(way[is_counted], minlength=ways).astype(np.float64)
        like = np.minimum(table.speed_factor * posts.limit[post], table.top_speed)
        speed = np.bincount(way[is_counted], weights=table.speed[is_counted], minlength=ways)
        liked = np.bincount(way[is_counted], weights=like[is_counted], minlength=ways)
        pace = np.where(count >= 3.0, np.clip(speed / np.maximum(liked, 1e-9), 0.2, 1.05), 1.0)
        short = 1.0 - count / np.maximum(wanted, 1e-9)
        correction = np.where(short < -CROWDED, 0.0, np.clip(1.0 + 4.0 * short, 0.3, 1.7))
        return cls(count, wanted, pace, correction, expected, way, is_counted)

    def excess(self, rows: Integers) -> Floats:
        """Of some rows, which share of the vehicles on its carriageway is too many there; 0 where it is not counted."""
        excess = self.there - self.wanted * (1.0 + TOLERANCE)
        share = np.clip(excess / np.maximum(self.there, 1.0), 0.0, 1.0)
        return np.where(self.is_counted[rows], np.append(share, 0.0)[self.carriageway[rows]], 0.0)

    @property
    def lack(self) -> Floats:
        """How many vehicles are missing on each carriageway; 0 or less where there are enough."""
        return self.wanted * (1.0 - TOLERANCE) - self.there
