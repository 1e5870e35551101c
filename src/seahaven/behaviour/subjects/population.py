"""The standard population of virtual subjects: kinds dealt out evenly, a third of them unlike our driver machine."""

from __future__ import annotations

from functools import cache

from seahaven.behaviour.subjects.kinds import KINDS
from seahaven.behaviour.subjects.person import VirtualSubject
from seahaven.errors import InputError, nearest
from seahaven.kernel import Stream

__all__ = ["ANY", "subject_of_kind", "virtual_subject"]

ANY = "any"
"""Stands for whatever kind comes next in the standard population."""


def virtual_subject(number: int, seed: int = 0) -> VirtualSubject:
    """Person `number` of the standard population: as many in a row as there are kinds are all different ones."""
    order = _dealt(seed)
    return KINDS[order[number % len(order)]].person(number, seed)


def subject_of_kind(kind: str, number: int, seed: int = 0, *, ploughs: bool = False) -> VirtualSubject:
    """Person `number` of a kind, by its name; of `any` kind, of the standard population."""
    if kind == ANY:
        return virtual_subject(number, seed)
    if kind not in KINDS:
        raise InputError(f"there is no kind of virtual subject '{kind}'{nearest(kind, (ANY, *KINDS))}")
    return KINDS[kind].person(number, seed, ploughs=ploughs)


@cache
def _dealt(seed: int) -> tuple[str, ...]:
    """The kinds in the order in which they come, again and again."""
    stream = Stream.named(seed, "virtual subjects")
    luck = {kind: stream.uniform(entity=place) for place, kind in enumerate(KINDS)}
    return tuple(sorted(KINDS, key=lambda kind: luck[kind]))
