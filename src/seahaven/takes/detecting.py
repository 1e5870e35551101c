"""The induction loops of a study: those it places itself, and those of SUMO's files."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.kernel import SECOND, Module
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.takes.at import At
from seahaven.takes.detector_entries import DetectorEntry
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.location import Location
from seahaven.takes.triggering import stretches_on
from seahaven.traffic import Detector, Detectors, place_detectors
from seahaven.world import World

__all__ = ["add_detectors", "detectors_of"]

_DRIVEN = frozenset(number for number, kind in enumerate(LaneKind) if kind.is_driving)


def detectors_of(location: Location, read: tuple[Detector, ...]) -> tuple[Detector, ...]:
    """All loops of a study; `read` are those of its files."""
    own = (one for name, entry in location.traffic.detectors.items() for one in _placed(name, entry, location))
    found = (*own, *read)
    names = set[str]()
    for one in found:
        if one.name in names:
            raise InputError(
                f"there are two detectors '{one.name}'; give each a name of its own",
                location.reading.key_at("traffic"),
            )  # fmt: skip
        names.add(one.name)
    return found


def _placed(name: str, entry: DetectorEntry, location: Location) -> Iterator[Detector]:
    """The loops of an entry, one for each lane."""
    path: KeyPath = ("traffic", "detectors", name)
    lane_map, reading = location.lane_map, location.reading
    with At(reading.at(*path, "on")):
        refuse_unknown(lane_map, entry.on)
    with At(reading.key_at(*path)):
        places = {lane: s for lane, (s, _) in stretches_on(lane_map, entry.on, entry.at, entry.at, entry.lane).items()}
        lanes = [lane for lane in places if lane_map.kind[lane] in _DRIVEN] or list(places)
        for lane in lanes:
            label = name if len(lanes) == 1 else f"{name} {_number(lane_map, lane)}"
            yield Detector(label, lane, places[lane], entry.length, entry.interval / SECOND)


def _number(lane_map: LaneMap, lane: int) -> str:
    return lane_map.name(lane).rpartition(":")[2]


def add_detectors(root: Module, world: World, location: Location, detectors: tuple[Detector, ...]) -> None:
    """Put loops into the world, and what watches them into the tree."""
    if detectors:
        place_detectors(world, location.lane_map, detectors)
        rate = Fraction(location.traffic.rate)
        root.add(Detectors("detectors", rate=rate, lane_map=location.lane_map))
