"""What came of trials, read from what was watched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf, isfinite
from typing import Any, NamedTuple

import numpy as np

from seahaven.bench.direction.possible import Wanted, possible
from seahaven.bench.direction.reach import Source
from seahaven.bench.direction.watch import RELEASE, Notes
from seahaven.direction import CastMember, Closed, Critical, Opened, Ordered, Placement
from seahaven.motion import Collision
from seahaven.world import Press

__all__ = ["directed_spans", "hard_steps", "outcome", "told_spans", "trajectory", "verdict"]

HARD = 3.5
"""Acceleration (m/s²) from which on a step is no ordinary one."""
MANOEUVRES = frozenset({"brake", "change_lane", "stop_on_shoulder", "stop", "stray", "turn_next"})
"""Orders after which somebody does what it was told, and is not directed inconspicuously any more."""
ROLLING = 0.5
"""Speed (m/s) from which on somebody drives."""
NEARBY = 700.0
"""Metres ahead within which somebody who is there could be conscripted."""

Way = list[tuple[float, float, float]]


class Span(NamedTuple):
    """Somebody who is directed, in which situation, from when to when (s)."""

    entity: int
    situation: str
    begin: float
    end: float


def outcome(notes: Notes, placement: Placement) -> dict[str, Any]:
    """What came of one situation: whether its criterion was met, what was reached, and why not."""
    number = placement.number
    critical, closed = notes.of(Critical, number), notes.of(Closed, number)
    told = critical[0][1] if critical else None
    reached = told.reached if told else inf
    is_met = bool(told and told.is_met)
    return {
        "situation": placement.name,
        "is_met": is_met,
        "wanted": told.wanted if told else None,
        "reached": round(reached, 3) if isfinite(reached) else None,
        "why": "" if is_met else _why(told, closed[0][1] if closed else None, notes, number),
        "cast": [f"{member.role}: {member.how}" for _, member in notes.of(CastMember, number)],
        "collisions": _collisions(notes, number),
    }


def _why(told: Critical | None, closed: Closed | None, notes: Notes, number: int) -> str:
    """The cause of a miss."""
    if told is not None:
        side = "too much" if told.reached > told.wanted else "too little"
        return f"{told.criterion} {side}"
    if closed is None and notes.of(Collision):
        return "there was an accident"
    if closed is None:
        return "it did not open" if not notes.of(Opened, number) else "it was not over when the watch ended"
    return closed.why


def _collisions(notes: Notes, number: int) -> int:
    """How many there were while a situation was open."""
    begin = min((time for time, _ in notes.of(Opened, number)), default=inf)
    end = min((time for time, _ in notes.of(Closed, number)), default=inf)
    return sum(begin <= time <= end for time, _ in notes.of(Collision))


def trajectory(notes: Notes, subject: int) -> Way:
    """Time (s), place along the drive (m) and speed (m/s) of the subject's centre, twice a second."""
    found = []
    for frame in notes.frames[::5]:
        row = int(np.searchsorted(frame.ids, subject))
        if row < len(frame.ids) and frame.ids[row] == subject:
            place, speed = float(frame.along[row]), float(frame.speed[row])
            found.append((round(frame.time, 2), round(place, 2), round(speed, 2)))
    return found


def verdict(notes: Notes, placement: Placement, subject: int, *, limit: float, visibility: float) -> tuple[bool, str]:
    """Whether a situation was possible with this subject, by the program of its own."""
    opened = notes.of(Opened, placement.number)
    begin = opened[0][0] if opened else notes.frames[0].time if notes.frames else 0.0
    way = [point for point in trajectory(notes, subject) if point[0] >= begin]
    criterion, needs = placement.criterion, placement.needs
    much = placement.wanted
    about = Wanted(
        criterion.quantity, much, criterion.tolerance(much), place=placement.at, window=needs.window, after=needs.after,
        limit=limit, hidden=visibility, lanes=needs.lanes,
    )  # fmt: skip
    return tuple(possible(way, about, list(_there(notes, begin, subject))))  # type: ignore[return-value] # a pair


def _there(notes: Notes, begin: float, subject: int) -> Iterator[Source]:
    """Those who could be conscripted when it opened."""
    frame = next((frame for frame in notes.frames if frame.time >= begin), None)
    if frame is None or subject not in frame.ids:
        return
    own = float(frame.along[int(np.searchsorted(frame.ids, subject))])
    seen = (frame.ids, frame.along, frame.speed, frame.acceleration)
    for entity, along, speed, acceleration in zip(*(column.tolist() for column in seen), strict=True):
        if entity != subject and 0.0 < along - own < NEARBY and speed > ROLLING:
            yield Source(frame.time, along, along, speed, acceleration=acceleration)


def directed_spans(notes: Notes) -> list[Span]:
    """Who was directed from when to when, without what it did on order: from its casting to that, or the moment."""
    return [
        Span(member.entity, member.situation, time, _let_go(notes, member.entity, time, member.number))
        for time, member in notes.of(CastMember)
    ]


def told_spans(notes: Notes) -> list[Span]:
    """Who else was told how fast to drive, from when to when: to keep away from the subject, or in a stream."""
    cast = {member.entity for _, member in notes.of(CastMember)}
    begun, spans = dict[int, float](), list[Span]()
    for time, press in notes.of(Press):
        for entity in sorted({*press.entities} - cast):
            if press.item != RELEASE:
                begun.setdefault(entity, time)
            elif entity in begun:
                spans.append(Span(entity, "", begun.pop(entity), time))
    spans += [Span(entity, "", time, inf) for entity, time in begun.items()]
    return [span._replace(end=min(span.end, _let_go(notes, span.entity, span.begin))) for span in spans]


def _let_go(notes: Notes, entity: int, since: float, number: int | None = None) -> float:
    """When somebody was no longer directed inconspicuously: at the moment, at the end, or when it was ordered what."""
    ends = [when for when, _ in notes.of(Critical, number) + notes.of(Closed, number)]
    ends += [when for when, what in notes.of(Ordered, number) if what.entity == entity and what.item in MANOEUVRES]
    return min((end for end in ends if end >= since), default=inf)


def hard_steps(notes: Notes) -> tuple[int, dict[str, int]]:
    """Steps of those who drive and are directed, and in how many they accelerate or brake hard, by situation."""
    spans, steps, hard = directed_spans(notes), 0, Counter[str]()
    for frame in notes.frames:
        for span in spans:
            if span.begin <= frame.time < span.end:
                row = int(np.searchsorted(frame.ids, span.entity))
                if row < len(frame.ids) and frame.ids[row] == span.entity and frame.speed[row] > ROLLING:
                    steps += 1
                    hard[span.situation] += int(abs(frame.acceleration[row]) >= HARD)
    return steps, {name: count for name, count in hard.items() if count}
