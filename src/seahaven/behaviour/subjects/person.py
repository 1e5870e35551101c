"""One virtual subject: of which kind it is, which of them, and what was drawn for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["SubjectIs", "VirtualSubject"]


@dataclass(frozen=True, slots=True)
class VirtualSubject:
    """A person who stands in for a real one: `traits` go into the columns of its vehicle, `ways` are its own habits."""

    kind: str
    number: int
    traits: Mapping[str, float]
    ways: Mapping[str, float]
    ploughs: bool = False
    """Whether a replayed person runs into whoever is in its way, as a plain replay would."""


@dataclass(frozen=True, slots=True)
class SubjectIs:
    """Told once, for the reel and whoever evaluates it: no column says so, lest a director could know."""

    entity: int
    kind: str
    number: int
