"""One virtual subject: its kind, its number, and its traits and habits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["SubjectIs", "VirtualSubject"]


@dataclass(frozen=True, slots=True)
class VirtualSubject:
    """A virtual subject: `traits` go into the columns of its vehicle, `ways` are the habits of its kind."""

    kind: str
    number: int
    traits: Mapping[str, float]
    ways: Mapping[str, float]
    ploughs: bool = False
    """Whether a `replay` subject does not brake for vehicles in its way, as a plain replay would not."""


@dataclass(frozen=True, slots=True)
class SubjectIs:
    """Emitted once, for the reel and its analysis. No column holds it, so that no director can know it."""

    entity: int
    kind: str
    number: int
