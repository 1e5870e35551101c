"""Whether a criterion could have been met at all, given how the subject drove.

A program of its own: it shares the limits of what looks natural with direction, and nothing else. The subject's
recorded way is taken as it is. A member of the cast is a point along a way with a place, a speed and an acceleration,
which all keep to the natural limits; `Reach` follows all that it may do, step by step:

    verdict = possible(way, Wanted("headway", 1.5, 0.25, place=5000.0, window=800.0, after=600.0, limit=24.6))
    verdict.is_possible, verdict.why

Where it has to round, and where it does not know, it takes what gets further: what is called possible may be just
beyond nature, never the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from seahaven.bench.direction.reach import Reach, Source
from seahaven.direction.coach import PARKED_ACCELERATION, SLOWEST

__all__ = ["Verdict", "Wanted", "Way", "possible"]

Way = Sequence[tuple[float, float, float]]
"""Times (s), places of the centre along the drive (m) and speeds (m/s), every half second (`DT`)."""

FURTHEST = 3000.0
"""Metres ahead or behind from which anybody is brought in at most."""
FOLLOWS, SLACK = 8.0, 50.0
"""Seconds within which the subject follows somebody who is to be somewhere; and metres by which a moment may come
earlier than the window says, besides the distance that is wanted."""
QUEUE = 60.0
"""Metres before the place at which the subject stands at most, behind somebody who waits there."""
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


class Verdict(NamedTuple):
    """Whether it was possible, and why not, or from where."""

    is_possible: bool
    why: str


def possible(way: Way, wanted: Wanted, conscripts: Sequence[Source] = ()) -> Verdict:
    """Look for somebody who could have met a criterion around a subject who drove like this."""
    moments = [k for k, (_, along, _) in enumerate(way) if _is_in_window(along, wanted)]
    if not moments:
        return Verdict(False, "the subject never came to the place")
    if wanted.quantity in ("arrival", "delay", "meeting"):
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
    reach = Reach(wanted.limit, source)
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


def _meeting(way: Way, wanted: Wanted) -> Verdict:
    """Whether somebody on another way, who waits there unseen, can be at the place when it has to.

    It sets out when it likes. So all that matters is whether the subject comes to the place, or to where it begins for
    one who comes towards it, or stands behind somebody who waits there, and whether there is way enough to come up to a
    natural speed.
    """
    is_faced = wanted.quantity == "meeting"
    before = {"meeting": wanted.window, "delay": QUEUE}.get(wanted.quantity, 0.0)
    passed = [time for time, along, _ in way if along >= wanted.place - before]
    if not passed:
        return Verdict(False, "the subject never came to the place")
    slowest = SLOWEST * wanted.limit
    if wanted.ramp < 0.5 * slowest * slowest / PARKED_ACCELERATION:
        return Verdict(False, "the other way is too short to come up to a natural speed")
    later = 0.0 if is_faced else wanted.wanted
    if passed[0] + later - way[0][0] < slowest / PARKED_ACCELERATION:
        return Verdict(False, "the subject was there before anybody could have been")
    return Verdict(True, "from the other way")
