"""Virtual subjects of a study: who sits at the wheel, as the study says or by chance, and the seats for them."""

from __future__ import annotations

from fractions import Fraction

from seahaven.behaviour import KINDS, Seat, VirtualSubject, subject_of_kind
from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.kernel import Stream
from seahaven.takes.at import At
from seahaven.takes.reading import Reading
from seahaven.takes.setting import CastEntry, VirtualEntry

__all__ = ["person_of", "seat_for"]

MANY = 1_000_000
"""From so many people one is drawn if the study gives no number."""
REPLAY = "replay"
"""The only kind that may plough."""


def person_of(name: str, entry: CastEntry, path: KeyPath, reading: Reading, *, seed: int) -> VirtualSubject | None:
    """Who drives a subject's vehicle for it; None if our driver does, as the study describes it."""
    said = entry.virtual
    if said is None:
        return None
    if entry.driver:
        message = "a virtual subject is a driver of its own kind; leave out 'driver' or 'virtual'"
        raise InputError(message, reading.key_at(*path, "driver"))
    wanted = VirtualEntry(kind=said) if isinstance(said, str) else said
    at = reading.at(*path, "virtual") if isinstance(said, str) else reading.at(*path, "virtual", "kind")
    if wanted.ploughs and wanted.kind != REPLAY:
        raise InputError(f"only '{REPLAY}' can plough, '{wanted.kind}' heeds others", at)
    number = wanted.number
    if number is None:
        number = int(MANY * Stream.named(seed, f"who is {name}").uniform())
    with At(at):
        return subject_of_kind(wanted.kind, number, seed, ploughs=wanted.ploughs)


def seat_for(person: VirtualSubject, place: int, rate: Fraction) -> Seat:
    """The seat of a person, the `place`-th of the study; drivers decide at the given rate."""
    seat = KINDS[person.kind].seat
    return seat(f"seat{place}", rate=rate if seat.rate_hz is None else seat.rate_hz, person=person)
