"""The fifth step of assembly, and the first that the seed has a say in: who is at the wheels of the actors."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.seats import VirtualSubject
from seahaven.takes.actors import Actor
from seahaven.takes.location import Location
from seahaven.takes.setting import CastEntry
from seahaven.takes.virtual import person_of
from seahaven.takes.ways import Ways

__all__ = ["Turnout"]


@dataclass(frozen=True, slots=True)
class Turnout:
    """Who turns out under one seed, on the ways that are the same for every seed."""

    ways: Ways
    seed: int
    persons: tuple[VirtualSubject | None, ...]
    """For each actor, the virtual subject who drives it, if one does."""

    @classmethod
    def of(cls, ways: Ways, *, seed: int) -> Turnout:
        """Who turns out under a seed."""
        actors = ways.screenplay.actors
        return cls(ways, seed, tuple(_person(actor, actors.location, seed) for actor in actors.members))

    def is_like(self, other: Turnout) -> bool:
        """Whether the same tree and the same actors serve both."""
        return self.ways is other.ways and self.persons == other.persons


def _person(actor: Actor, location: Location, seed: int) -> VirtualSubject | None:
    if not isinstance(actor.entry, CastEntry):
        return None
    return person_of(actor.name, actor.entry, actor.path, location.reading, seed=seed)
