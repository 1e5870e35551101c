"""Collisions of a recording: when, and between which vehicles."""

from __future__ import annotations

from typing import NamedTuple

from seahaven.motion import Collision
from seahaven.reels import Reel

__all__ = ["Crash", "crashes", "first_crashes"]


class Crash(NamedTuple):
    """Two vehicles begin to touch: when (s), and their ids."""

    time: float
    entities: tuple[int, int]


def crashes(reel: Reel, entity: int | None = None) -> list[Crash]:
    """The collisions of a reel in order of time, or those of one vehicle."""
    pairs = [(each.time, each.value["entities"]) for each in reel.happenings(Collision.__name__)]
    return [Crash(time, (pair[0], pair[1])) for time, pair in pairs if entity is None or entity in pair]


def first_crashes(reel: Reel) -> dict[int, float]:
    """When each vehicle that collided first did so (s); measures of a vehicle end there."""
    first: dict[int, float] = {}
    for crash in crashes(reel):
        for entity in crash.entities:
            first.setdefault(entity, crash.time)
    return first
