"""Virtual subjects of a study: who sits at the wheel, as the study says or by chance, and the occupants for them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeGuard

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.kernel import Stream
from seahaven.seats import KINDS, VirtualOccupant, VirtualSubject, subject_of_kind
from seahaven.takes.at import At
from seahaven.takes.reading import Reading
from seahaven.takes.setting import CastEntry, VirtualDriverEntry, VirtualEntry

__all__ = ["VIRTUAL", "is_virtual", "occupant_of", "person_of"]

VIRTUAL = "virtual"
"""The key of a driver that is a virtual subject."""
MANY = 1_000_000
"""The number of people from whom one is drawn if the study names none."""
REPLAY = "replay"
"""The only kind that may plough."""


def is_virtual(driver: str | Mapping[str, Any]) -> TypeGuard[Mapping[str, Any]]:
    """Whether what a study says of a driver is that it is a virtual subject."""
    return not isinstance(driver, str) and VIRTUAL in driver


def person_of(name: str, entry: CastEntry, path: KeyPath, reading: Reading, *, seed: int) -> VirtualSubject | None:
    """The virtual subject who drives a subject's vehicle; None if it is driven otherwise."""
    if not is_virtual(entry.driver):
        return None
    path = (*path, "driver")
    said = reading.held(entry.driver, path, VirtualDriverEntry).virtual
    wanted = VirtualEntry(kind=said) if isinstance(said, str) else said
    at = reading.at(*path, VIRTUAL) if isinstance(said, str) else reading.at(*path, VIRTUAL, "kind")
    if wanted.ploughs and wanted.kind != REPLAY:
        raise InputError(f"only '{REPLAY}' can plough, '{wanted.kind}' heeds others", at)
    number = wanted.number
    if number is None:
        number = int(MANY * Stream.named(seed, f"who is {name}").uniform())
    with At(at):
        return subject_of_kind(wanted.kind, number, seed, ploughs=wanted.ploughs)


def occupant_of(person: VirtualSubject, vehicle: str, place: int, rate: Fraction) -> VirtualOccupant:
    """The module of a person in the seat of a vehicle, the `place`-th of the study; drivers decide at a rate."""
    kind = KINDS[person.kind].occupant
    often = rate if kind.rate_hz is None else kind.rate_hz
    return kind(f"seat{place}", rate=often, person=person, vehicle=vehicle)
