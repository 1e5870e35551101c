"""Whether a criterion could have been met at all, given how the subject drove.

A program of its own: it shares the limits of what looks natural with direction, and nothing else. The subject's
recorded way is taken as it is. A member of the cast is a point along a way with a place and a speed; its acceleration
and its speed keep to the natural limits. From a convex set of places and speeds such a point reaches a convex set of
them, so for each speed an interval of places is enough, step by step:

    verdict = possible(way, Wanted("headway", 1.5, 0.25, place=5000.0, window=800.0, after=600.0, limit=24.6))
    verdict.is_possible, verdict.why

Changes of acceleration take no time here, which is a little more than nature allows: what is called possible may be
just beyond it, never the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from seahaven.direction.natural import ACCELERATION, BRAKING, FASTEST, PARKED_ACCELERATION, SLOWEST
from seahaven.geometry import Floats

__all__ = ["Source", "Verdict", "Wanted", "Way", "possible"]

Way = Sequence[tuple[float, float, float]]
"""Times (s), places of the centre along the drive (m) and speeds (m/s), every `DT` seconds."""

DT, DV = 0.5, 0.05
"""Seconds from one step to the next, and m/s from one speed to the next."""
FURTHEST = 3000.0
"""Metres ahead or behind from which anybody is brought in at most."""
FOLLOWS, SLACK = 8.0, 50.0
"""Seconds within which the subject follows somebody who is to be somewhere; and metres by which a moment may come
earlier than the window says, besides the distance that is wanted."""
STANDS = 0.5
"""Below this speed (m/s) a headway means nothing."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to come about: how much of which quantity, and where.

    The subject is between `window` metres before the `place` and `after` metres behind it then. `hidden` is how far
    ahead and behind somebody can be brought in unseen, `reach` half the lengths of the two vehicles, `ramp` how long
    the other way is on which somebody comes to the place.
    """

    quantity: str
    wanted: float
    tolerance: float
    place: float
    window: float
    after: float
    limit: float
    hidden: float = 1000.0
    reach: float = 4.6
    lanes: int = 1
    ramp: float = 900.0


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody comes from: between which places relative to the drive, and how fast, from which time on."""

    time: float
    low: float
    high: float
    speed: float | None = None
    """None for any that is natural, 0 for one that is parked and sets out when it likes."""
    is_ahead: bool = True
    """Whether it stays ahead of the subject, on its lane."""


class Verdict(NamedTuple):
    """Whether it was possible, and why not, or from where."""

    is_possible: bool
    why: str


def possible(way: Way, wanted: Wanted, conscripts: Sequence[Source] = ()) -> Verdict:
    """Look for somebody who could have met a criterion around a subject who drove like this."""
    moments = [k for k, (_, along, _) in enumerate(way) if _is_in_window(along, wanted)]
    if not moments:
        return Verdict(False, "the subject never came to the place")
    if wanted.quantity in ("arrival", "delay"):
        return _meeting(way, wanted)
    if wanted.quantity == "headway" and all(way[k][2] < STANDS for k in moments):
        return Verdict(False, "the subject stood as long as it was there")
    for source in (*conscripts, *_sources(way, wanted)):
        if _comes_about(way, wanted, source):
            return Verdict(True, _from_where(source))
    return Verdict(False, "nobody could have been there in time")


def _is_in_window(along: float, wanted: Wanted) -> bool:
    distance = abs(wanted.wanted) if wanted.quantity in ("gap", "ahead", "way") else 0.0
    early = max(wanted.window, distance + wanted.reach + SLACK)
    return wanted.place - early <= along <= wanted.place + wanted.after


def _sources(way: Way, wanted: Wanted) -> Iterator[Source]:
    """Everybody who could be brought in unseen: parked or driving ahead, or behind on another lane; now or later."""
    every = max(len(way) // 8, 1)
    for time, along, _ in way[::every]:
        ahead = along + wanted.hidden
        yield Source(time, ahead, along + FURTHEST, 0.0)
        yield Source(time, ahead, along + FURTHEST)
        if wanted.lanes > 1:
            yield Source(time, along - FURTHEST, along - wanted.hidden, is_ahead=False)


def _from_where(source: Source) -> str:
    if source.low == source.high:
        return "somebody was there"
    if source.speed == 0.0:
        return "parked ahead"
    return "ahead, out of sight" if source.is_ahead else "behind, out of sight"


def _comes_about(way: Way, wanted: Wanted, source: Source) -> bool:
    """Whether somebody from a source meets the criterion at any of the moments."""
    reach = _Reach(wanted.limit, source)
    for time, along, speed in way:
        if time < source.time:
            continue
        if source.is_ahead:
            reach.keep_above(along + wanted.reach)
        if _is_in_window(along, wanted) and reach.has(*_station(wanted, along, speed)):
            return True
        reach.advance()
    return False


def _station(wanted: Wanted, along: float, speed: float) -> tuple[float, float]:
    """From where to where the other one's centre is at the moment."""
    if wanted.quantity == "way":
        at = wanted.place - wanted.wanted - 0.5 * wanted.reach
        is_followed = along + wanted.reach < at < along + wanted.reach + FOLLOWS * max(speed, STANDS)
        return (at - wanted.tolerance, at + wanted.tolerance) if is_followed else (inf, -inf)
    if wanted.quantity == "headway":
        if speed < STANDS:
            return inf, -inf
        near, far = (along + wanted.reach + (wanted.wanted + side * wanted.tolerance) * speed for side in (-1, 1))
        return near, far
    middle = along + wanted.wanted + (wanted.reach if wanted.quantity == "gap" else 0.0)
    return middle - wanted.tolerance, middle + wanted.tolerance


class _Reach:
    """Where somebody may be by now: for each speed from where to where; apart for those who are setting out still."""

    def __init__(self, limit: float, source: Source) -> None:
        self._speeds = np.arange(0.0, FASTEST * limit + DV, DV)
        self._is_natural = self._speeds >= SLOWEST * limit
        self.low, self.high = np.full(len(self._speeds), inf), np.full(len(self._speeds), -inf)
        self._from, self._to = inf, -inf
        if source.speed is None:
            self.low[self._is_natural], self.high[self._is_natural] = source.low, source.high
        elif source.speed == 0.0:
            self._from, self._to = source.low, source.high
        else:
            nearest = int(np.abs(self._speeds - source.speed).argmin())
            self.low[nearest], self.high[nearest] = source.low, source.high
        self._setting_out = np.full(len(self._speeds), inf), np.full(len(self._speeds), -inf)

    def has(self, low: float, high: float) -> bool:
        """Whether it may be between two places, driving."""
        return bool(((self.low <= high) & (self.high >= low) & (self.low <= self.high) & self._is_natural).any())

    def keep_above(self, place: float) -> None:
        """It is ahead of a place; whoever is parked there still was brought in further on."""
        np.maximum(self.low, place, out=self.low)
        self._from = max(self._from, place)

    def advance(self) -> None:
        """One step on."""
        low, high = self._moved(self.low, self.high, -round(BRAKING * DT / DV), round(ACCELERATION * DT / DV))
        is_slow = ~self._is_natural
        low[is_slow], high[is_slow] = inf, -inf
        self._set_out()
        low = np.where(self._is_natural, np.minimum(low, self._setting_out[0]), low)
        high = np.where(self._is_natural, np.maximum(high, self._setting_out[1]), high)
        self.low, self.high = low, high

    def _set_out(self) -> None:
        """Those who are parked may set out in this step; those who have go on until they are as fast as others."""
        low, high = (column.copy() for column in self._setting_out)
        low[0], high[0] = min(low[0], self._from), max(high[0], self._to)
        low[self._is_natural], high[self._is_natural] = inf, -inf
        step = round(PARKED_ACCELERATION * DT / DV)
        self._setting_out = self._moved(low, high, step, step)

    def _moved(self, low: Floats, high: Floats, least: int, most: int) -> tuple[Floats, Floats]:
        new_low, new_high = np.full(len(low), inf), np.full(len(high), -inf)
        for change in range(least, most + 1):
            was = slice(max(-change, 0), len(low) - max(change, 0))
            now = slice(max(change, 0), len(low) - max(-change, 0))
            metres = 0.5 * DT * (self._speeds[was] + self._speeds[now])
            np.minimum(new_low[now], low[was] + metres, out=new_low[now])
            np.maximum(new_high[now], high[was] + metres, out=new_high[now])
        return new_low, new_high


def _meeting(way: Way, wanted: Wanted) -> Verdict:
    """Whether somebody on another way, who waits there unseen, can be at the place when it has to.

    It sets out when it likes. So all that matters is whether the subject comes to the place, and whether there is way
    enough to come up to a natural speed.
    """
    passed = [time for time, along, _ in way if along >= wanted.place]
    if not passed:
        return Verdict(False, "the subject never came to the place")
    slowest = SLOWEST * wanted.limit
    if wanted.ramp < 0.5 * slowest * slowest / PARKED_ACCELERATION:
        return Verdict(False, "the other way is too short to come up to a natural speed")
    if passed[0] + wanted.wanted - way[0][0] < slowest / PARKED_ACCELERATION:
        return Verdict(False, "the subject was there before anybody could have been")
    return Verdict(True, "from the other way")
