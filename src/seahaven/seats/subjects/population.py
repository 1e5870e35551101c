"""The standard population of virtual subjects, in which all kinds are equally frequent."""

from __future__ import annotations

from functools import cache

from seahaven.errors import InputError, nearest
from seahaven.kernel import Stream
from seahaven.seats.subjects.kinds import KINDS
from seahaven.seats.subjects.person import VirtualSubject

__all__ = ["ANY", "subject_of_kind", "virtual_subject"]

ANY = "any"
"""Stands for a person of the standard population, of any kind."""


def virtual_subject(number: int, seed: int = 0) -> VirtualSubject:
    """Person `number` of the standard population; fifteen consecutive numbers give fifteen different kinds."""
    order = _dealt(seed)
    return KINDS[order[number % len(order)]].person(number, seed)


def subject_of_kind(kind: str, number: int, seed: int = 0, *, ploughs: bool = False) -> VirtualSubject:
    """Person `number` of a kind; with *any*, of the standard population."""
    if kind == ANY:
        return virtual_subject(number, seed)
    if kind not in KINDS:
        raise InputError(f"there is no kind of virtual subject '{kind}'{nearest(kind, (ANY, *KINDS))}")
    return KINDS[kind].person(number, seed, ploughs=ploughs)


@cache
def _dealt(seed: int) -> tuple[str, ...]:
    """The kinds in the order in which the population repeats them."""
    stream = Stream.named(seed, "virtual subjects")
    luck = {kind: stream.uniform(entity=place) for place, kind in enumerate(KINDS)}
    return tuple(sorted(KINDS, key=lambda kind: luck[kind]))
