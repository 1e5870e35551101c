"""The single trips of a study, and those that are repeated by a timetable, as values of the traffic room."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.kernel import SECOND
from seahaven.roads import LaneMap
from seahaven.takes.at import At
from seahaven.takes.dimensions import MOST_TRIPS
from seahaven.takes.flows import refuse_strangers
from seahaven.takes.halting import Halting, Way, later
from seahaven.takes.reading import Reading
from seahaven.takes.setting import TrafficEntry, TripEntry
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import Journey, Mix, Start, Trip, VehicleType

__all__ = ["refuse_many_trips", "single_trips"]


def single_trips(
    traffic: TrafficEntry, types: VehicleTypes, lane_map: LaneMap, reading: Reading, seconds: float
) -> tuple[Trip, ...]:
    """The trips that a study of this length (s) lists; whatever does not fit is refused with its place."""
    halting, made = Halting(traffic, lane_map, reading), list[Trip]()
    for k, entry in enumerate(traffic.trips):
        path: KeyPath = ("traffic", "trips", k)
        refuse_strangers(entry, path, lane_map, reading)
        _refuse_late(entry, path, reading, seconds)
        with At(reading.at(*path, "every")):
            refuse_many_trips(f"trips '{entry.name}'", _count(entry, seconds))
        kind = types.driven(types.type(entry.type, (*path, "type")), entry.driver, (*path, "driver"))
        made.extend(_trips(entry, kind, path, halting, seconds))
    return tuple(made)


def refuse_many_trips(what: str, count: float) -> None:
    """Refuse more trips than can be laid out, all of them, before a study begins."""
    if count > MOST_TRIPS:
        message = f"there would be {count:,.0f} {what}; expected up to {MOST_TRIPS:,}"
        raise InputError(f"{message}: let fewer set out, or for a shorter time")


def _trips(entry: TripEntry, kind: VehicleType, path: KeyPath, halting: Halting, seconds: float) -> Iterator[Trip]:
    """A trip, or all of those that follow each other."""
    origin = (entry.from_, entry.at) if entry.at > 0.0 else entry.from_
    way = Way(f"trip '{entry.name}'", origin, entry.to, tuple(entry.via), Mix.of(kind))
    halts = halting.halts(entry.halts, way, (*path, "halts"))
    at = halting.reading.at(*path)
    start = Start(entry.lane, "desired" if entry.speed is None else entry.speed)
    for number, departure in enumerate(_departures(entry, seconds)):
        name = entry.name if entry.every is None else f"{entry.name} {number + 1}"
        journey = Journey(origin, entry.to, tuple(entry.via), halts=later(halts, departure - entry.departure / SECOND))
        with At(at):
            yield Trip(name, journey, departure, kind, start, at)


def _departures(entry: TripEntry, seconds: float) -> Iterator[float]:
    """When the vehicles of a trip set out (s)."""
    end = seconds if entry.end is None else min(seconds, entry.end / SECOND)
    date = entry.departure
    while date / SECOND < end:
        yield date / SECOND
        if entry.every is None:
            return
        date += entry.every


def _count(entry: TripEntry, seconds: float) -> float:
    """How many vehicles of a trip set out."""
    if entry.every is None:
        return 1.0
    end = seconds if entry.end is None else min(seconds, entry.end / SECOND)
    return (end * SECOND - entry.departure) / entry.every


def _refuse_late(entry: TripEntry, path: KeyPath, reading: Reading, seconds: float) -> None:
    """Refuse a trip that would set out when the drive is over."""
    if entry.departure / SECOND >= seconds:
        message = f"the drive is over after {seconds:g} s ('duration'), before trip '{entry.name}' departs"
        raise InputError(message, reading.at(*path, "departure"))
