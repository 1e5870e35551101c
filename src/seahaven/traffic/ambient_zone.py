"""The zone around the subjects in which traffic is kept up, its rim, and who crosses that."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.traffic.ambient_lines import Lines
from seahaven.world import Sight, Table

__all__ = ["Rims", "Zone", "rims_of"]

FASTEST = 45.0
"""The speed in m/s of the fastest who may come towards a subject, for how far one sees those."""
BAND = 200.0
"""Metres between the furthest that anybody can be seen, or the radius, and the rim: there one comes and goes."""
SWEEP = 60.0
"""The highest speed in m/s at which the rim is taken to move along a lane: it nearly touches some."""
ALONG = 0.1


class Zone:
    """Everything within a radius of any subject, or within sight of it if that is further, as it will be at a date."""

    reach: float
    """The radius of the zone in metres: where the rim is."""

    def __init__(
        self, sight: Sight, table: Table, subjects: tuple[int, ...], *, radius: float, visibility: float, dt: float
    ) -> None:
        self._sight = sight
        self._visibility = visibility
        self.furthest = inf
        self.eyes: Floats = sight.eyes(table, subjects, after=dt)
        fastest = float(np.hypot(self.eyes[:, 4], self.eyes[:, 5]).max(initial=0.0)) + FASTEST
        self.reach = max(radius, sight.range(visibility) + sight.margin * fastest) + BAND

    def as_far_as(self, metres: float) -> Zone:
        """The same, for what is seen from no further than so many metres."""
        near = Zone.__new__(Zone)
        near._sight, near._visibility, near.furthest = self._sight, self._visibility, min(self.furthest, metres)
        near.eyes, near.reach = self.eyes, self.reach
        return near

    def looked_at_from(self, eyes: Floats) -> Zone:
        """The same, for what other eyes see."""
        other = self.as_far_as(np.inf)
        other.eyes = eyes
        return other

    @property
    def is_empty(self) -> bool:
        """Whether there is no subject."""
        return len(self.eyes) == 0

    def nearest(self, x: Floats, y: Floats) -> tuple[Floats, Indices]:
        """How far places are from the nearest subject, and which that is."""
        away = np.hypot(x[:, np.newaxis] - self.eyes[:, 0], y[:, np.newaxis] - self.eyes[:, 1])
        nearest = away.argmin(axis=1)
        return away[np.arange(len(x)), nearest], nearest.astype(np.int32)

    def sees(self, boxes: Floats, *, nearer: Floats | float = 0.0) -> Truths:
        """Of each box, whether any subject sees it, or is about to.

        How far away it is is how far its nearest corner may be, less as many metres as it may come nearer unnoticed.
        """
        if self.furthest == inf:
            return self._sight.seen(self.eyes, boxes, visibility=self._visibility)
        away = self.nearest(boxes[:, 0], boxes[:, 1])[0] - 0.5 * np.hypot(boxes[:, 4], boxes[:, 5]) - nearer
        seen: Truths = away <= self.furthest
        if seen.any():
            seen[seen] = self._sight.seen(self.eyes, boxes[seen], visibility=self._visibility)
        return seen

    def sees_at(self, lane: int, s: float, speed: float, who: Mapping[str, Any]) -> bool:
        """Whether any subject sees somebody who drives at a place on a lane."""
        size = {name: float(who[name]) for name in ("length", "width", "height")}
        return bool(self.sees(self._sight.boxes_at(lane, s, speed=speed, **size))[0])


class Rims(NamedTuple):
    """Where lines cross the rim of the zone: traffic flows in at the upstream ones, or is caught up with at the others.

    Where a line begins inside the zone, that is a rim, too, which stands still.
    """

    line: Indices
    place: Floats
    post: Indices
    """The post next to it inside the zone."""
    drift: Floats
    """How fast the rim moves along the line, in m/s, in the direction of travel."""
    is_upstream: Truths


def rims_of(lines: Lines, zone: Zone, away: Floats, nearest: Indices) -> Rims:
    """All rims, given how far the posts of the lines are from the nearest subject, and from which."""
    posts, inside = lines.posts, away <= zone.reach
    before = lines.post_before
    comes_in = np.flatnonzero(inside & ((before < 0) | ~inside[before]))
    goes_out = np.flatnonzero(~inside & (before >= 0) & inside[before])
    post: Integers = np.concatenate((comes_in, before[goes_out])).astype(np.int64)
    other: Integers = np.concatenate((before[comes_in], goes_out)).astype(np.int64)
    is_upstream = np.arange(len(post)) < len(comes_in)
    is_mouth = other < 0
    drift = np.where(is_mouth, 0.0, _drift(lines, zone, post, nearest[post]))
    place = np.where(is_mouth, lines.begin[posts.line[post]], _between(posts.place, away, zone.reach, post, other))
    return Rims(posts.line[post], place, post.astype(np.int32), drift, is_upstream)


def _drift(lines: Lines, zone: Zone, post: Integers, subject: Indices) -> Floats:
    """How fast the circle around a moving subject runs along a line where it crosses it."""
    posts, eye = lines.posts, zone.eyes[subject]
    east, north = posts.x[post] - eye[:, 0], posts.y[post] - eye[:, 1]
    far = np.maximum(np.hypot(east, north), 1.0)
    outward = (east * eye[:, 4] + north * eye[:, 5]) / far
    along = (east * np.cos(posts.heading[post]) + north * np.sin(posts.heading[post])) / far
    along = np.where(np.abs(along) < ALONG, np.copysign(ALONG, along), along)
    return np.clip(outward / along, -SWEEP, SWEEP)


def _between(place: Floats, away: Floats, reach: float, inside: Integers, outside: Integers) -> Floats:
    """The place between two posts at which the rim is; at the inner one where they are the two ends of a ring."""
    far, near = away[outside], away[inside]
    share = np.clip((reach - near) / np.maximum(far - near, 1e-9), 0.0, 1.0)
    step = place[outside] - place[inside]
    return np.asarray(place[inside] + np.where(np.abs(step) < 1000.0, step * share, 0.0))
