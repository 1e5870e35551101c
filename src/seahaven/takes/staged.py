"""Impossible situations of a study: what appears, where and when."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from seahaven.behaviour import TRAITS
from seahaven.direction import Apparition, Spot, StagedBody
from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.kernel import Module
from seahaven.motion import OBJECTS_ROW
from seahaven.roads.routing import Tracks
from seahaven.takes.at import At
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.location import Location
from seahaven.takes.objects import OBJECTS, SIZES, spot_on
from seahaven.takes.staged_entries import StagedEntry
from seahaven.traffic import lots
from seahaven.world import World

__all__ = ["add_staged"]


def add_staged(
    entries: Mapping[str, StagedEntry], location: Location, tracks: Tracks, world: World, root: Module
) -> None:  # fmt: skip
    """Put what stages them into the tree, one module for each."""
    if entries and not world.subjects:
        raise InputError("what is staged appears to a subject; add 'subject'", location.reading.key_at("staged"))
    for number, (name, entry) in enumerate(entries.items()):
        path: KeyPath = ("staged", name)
        body = _body(name, entry, path, location, world)
        where: dict[str, Any] = {"ahead": entry.ahead}
        if entry.on is not None and entry.at is not None:
            with At(location.reading.at(*path, "on")):
                refuse_unknown(location.lane_map, entry.on)
            with At(location.reading.at(*path, "at")):
                where = {"spot": Spot(*spot_on(location.lane_map, entry.on, entry.lane, entry.at))}
        root.add(
            Apparition(
                f"staged{number}",
                rate=Fraction(location.traffic.rate),
                tracks=tracks,
                subject=world.subjects[0],
                body=body,
                time=entry.time,
                driven=entry.driven,
                **where,
            )
        )


def _body(name: str, entry: StagedEntry, path: KeyPath, location: Location, world: World) -> StagedBody:
    """What appears; it has an id, and its name, before it is there."""
    stands = not entry.speed
    if entry.type in SIZES:
        if not stands:
            message = f"a {entry.type} does not drive; leave 'speed' out, or take a type of vehicle"
            raise InputError(message, location.reading.at(*path, "speed"))
        columns: dict[str, Any] = {**OBJECTS_ROW, "kind": entry.type, **SIZES[entry.type]}
    else:
        kind = location.types.type(entry.type, (*path, "type"))
        traits = {trait: kind.trait(trait).mean for trait in TRAITS}
        columns = {**kind.body.columns, **traits, "pilot": "idle" if stands else "active"}
    columns |= {"speed": entry.speed or 0.0, "lot": lots([0], who=name)[0]}
    with At(location.reading.key_at(*path)):
        entity = world.reserve(name)
    owner = OBJECTS if stands else None
    return StagedBody(entity, name, columns, entry.offset, entry.turned, owner, entry.type in SIZES)
