"""A kind of virtual subject: what people of it are like, within which bounds, and how they sit at the wheel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seahaven.behaviour.subjects.person import VirtualSubject
from seahaven.behaviour.subjects.seat import Seat
from seahaven.kernel import Stream

__all__ = ["Kind", "Span"]

Span = tuple[float, float]
"""The least and the most that is drawn, anything between them as likely."""

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
"""What is drawn for everybody of whose kind nothing else is said."""


@dataclass(frozen=True, slots=True)
class Kind:
    """People of one kind; `ways` are what their seat wants to know of them besides the traits of all drivers."""

    name: str
    doc: str
    traits: Mapping[str, Span] = field(default_factory=dict)
    seat: type[Seat] = Seat
    ways: Mapping[str, Span] = field(default_factory=dict)
    is_ours: bool = True
    """Whether our driver machine, with other traits and whims, drives for them; else their own rules do."""

    def person(self, number: int, seed: int, *, ploughs: bool = False) -> VirtualSubject:
        """Person `number` of this kind; the same one whenever number and seed are."""
        stream = Stream.named(seed, f"virtual subject {self.name}")
        traits, ways = _drawn(stream, number, {**ANYBODY, **self.traits}, 0), _drawn(stream, number, self.ways, 1)
        return VirtualSubject(self.name, number, traits, ways, ploughs)


def _drawn(stream: Stream, number: int, spans: Mapping[str, Span], step: int) -> dict[str, float]:
    found = {}
    for draw, (name, (low, high)) in enumerate(sorted(spans.items())):
        found[name] = low + (high - low) * stream.uniform(entity=number, step=step, draw=draw)
    return found
