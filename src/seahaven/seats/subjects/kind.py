"""A kind of virtual subject: the ranges of its traits and habits, and the module that drives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seahaven.kernel import Stream
from seahaven.seats.subjects.occupant import VirtualOccupant
from seahaven.seats.subjects.person import VirtualSubject

__all__ = ["Kind", "Span"]

Span = tuple[float, float]
"""The bounds of a uniform distribution."""

ANYBODY: Mapping[str, Span] = {
    "speed_factor": (0.9, 1.1),
    "top_speed": (45.0, 45.0),
    "headway": (1.1, 1.7),
    "standstill": (1.6, 2.8),
    "liveliness": (1.2, 2.0),
    "comfort": (1.7, 2.4),
    "aggressiveness": (0.3, 0.7),
    "reaction": (0.5, 0.9),
    "glance": (3.0, 8.0),
    "unsteadiness": (0.05, 0.2),
    "weather_caution": (0.6, 1.4),
}
"""The ranges of traits for which a kind has none of its own."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: `traits` are those of all drivers, `ways` the habits that its `occupant` needs besides."""

    name: str
    doc: str
    traits: Mapping[str, Span] = field(default_factory=dict)
    occupant: type[VirtualOccupant] = VirtualOccupant
    ways: Mapping[str, Span] = field(default_factory=dict)
    is_ours: bool = True
    """Whether the driver machine controls the pedals, with other traits and habits; else the occupant does."""

    def person(self, number: int, seed: int, *, ploughs: bool = False) -> VirtualSubject:
        """Person `number` of this kind; always the same for the same number and seed."""
        stream = Stream.named(seed, f"virtual subject {self.name}")
        traits, ways = _drawn(stream, number, {**ANYBODY, **self.traits}, 0), _drawn(stream, number, self.ways, 1)
        return VirtualSubject(self.name, number, traits, ways, ploughs)


def _drawn(stream: Stream, number: int, spans: Mapping[str, Span], step: int) -> dict[str, float]:
    found = {}
    for draw, (name, (low, high)) in enumerate(sorted(spans.items())):
        found[name] = low + (high - low) * stream.uniform(entity=number, step=step, draw=draw)
    return found
