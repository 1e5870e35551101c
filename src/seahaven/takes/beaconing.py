"""The beacons and streams of a study, as values and modules of the direction room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from seahaven.direction import Beacon, TrafficStream, Way, straight_on
from seahaven.direction.beacons import StreamPanel, Transmitter
from seahaven.files import KeyPath
from seahaven.hcsm import Program
from seahaven.roads import LaneMap
from seahaven.roads.routing import Route, Router, RouteTable, Tracks
from seahaven.takes.at import At
from seahaven.takes.beacon_entries import BeaconEntry, StreamEntry
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.orders import DRIVERS, PEOPLE, Panels
from seahaven.takes.reading import Reading
from seahaven.takes.trigger_entries import PlaceEntry
from seahaven.takes.triggering import place_on
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import CAR, Mix
from seahaven.world import Sight

__all__ = ["PlannedStreams", "beacons", "panels_of"]

FASTEST = 36.0
"""How fast (m/s) a stream drives at most where there is no limit."""


def panels_of(entries: Mapping[str, BeaconEntry]) -> dict[str, Program]:
    """The panel of each beacon."""
    return {name: StreamPanel.program if one.stream else Transmitter.program for name, one in entries.items()}


def beacons(entries: Mapping[str, BeaconEntry], panels: Panels, lane_map: LaneMap) -> tuple[Beacon, ...]:
    """All beacons that a study lists, but for streams."""
    return tuple(_beacon(name, entry, panels, lane_map) for name, entry in entries.items() if entry.message is not None)


def _beacon(name: str, entry: BeaconEntry, panels: Panels, lane_map: LaneMap) -> Beacon:
    path: KeyPath = ("beacons", name)
    exempt = (panels.mover(one, (*path, "exempt", k)) for k, one in enumerate(entry.exempt))
    is_for_people = entry.whom == "people"
    return Beacon(
        name,
        panels.items(PEOPLE if is_for_people else DRIVERS, entry.message or [], (*path, "message")),
        place=_place(entry, panels, lane_map, path),
        rides=None if entry.rides is None else panels.partner(entry.rides, (*path, "rides")),
        reach=entry.reach,
        sides=tuple(entry.sides),
        lanes=tuple(entry.lanes),
        exempt=tuple(exempt),
        every=entry.every,
        releases=entry.release,
        is_for_people=is_for_people,
        is_on=entry.active,
    )


def _place(entry: BeaconEntry, panels: Panels, lane_map: LaneMap, path: KeyPath) -> tuple[int, float] | None:
    if entry.on is None:
        return None
    return place_on(lane_map, PlaceEntry(on=entry.on, at=entry.at, lane=entry.lane), panels, path)


@dataclass(frozen=True, slots=True)
class PlannedStreams:
    """The streams of a study with their routes, which have to be known before anybody drives."""

    entries: Mapping[str, BeaconEntry]
    routes: tuple[Route, ...]
    onward: tuple[Route, ...]
    """The same, and on from where they end: vehicles that are seen there drive on."""
    table: RouteTable

    @classmethod
    def of(cls, entries: Mapping[str, BeaconEntry], router: Router, reading: Reading) -> PlannedStreams | None:
        """Those of all beacons that are streams; None where none is."""
        streams = {name: entry for name, entry in entries.items() if entry.stream}
        if not streams:
            return None
        routes = tuple(_route(name, entry.stream, router, reading) for name, entry in streams.items() if entry.stream)
        onward = tuple(_onward(router, route, entry) for route, entry in zip(routes, streams.values(), strict=True))
        return cls(streams, routes, onward, router.table(onward))

    def modules(
        self, panels: Panels, tracks: Tracks, types: VehicleTypes, sight: Sight, rate: Fraction, *, hands_over: bool
    ) -> Iterator[TrafficStream]:
        """A module for each stream; with `hands_over` ambient traffic takes over the vehicles seen at its end."""
        number = next(k for k, one in enumerate(tracks.tables) if one is self.table)
        first = sum(len(one) for one in tracks.tables[:number])
        for k, (name, entry) in enumerate(self.entries.items()):
            assert entry.stream is not None
            way, path = Way(tracks.lane_map, self.onward[k]), ("beacons", name)
            place = _place(entry, panels, tracks.lane_map, path)
            with At(panels.reading.key_at(*path)):
                at = None if place is None else way.at(*place)
            yield TrafficStream(
                f"stream{k + 1}_{re.sub('[^A-Za-z0-9_-]', '_', name)}",
                rate=rate,
                beacon=name,
                way=way,
                route=first + k,
                tracks=tracks,
                sight=sight,
                subjects=tuple(panels.subjects),
                headway=entry.stream.apart,
                speed=_speed(entry.stream, self.routes[k], tracks.lane_map),
                place=at,
                mix=_mix(entry.stream, types, (*path, "stream", "mix")),
                until=Way(tracks.lane_map, self.routes[k]).end,
                hands_over=hands_over,
                flowing=entry.stream.flowing,
            )


def _route(name: str, entry: StreamEntry, router: Router, reading: Reading) -> Route:
    path = ("beacons", name, "stream")
    for key, names in (("from", [entry.from_]), ("to", [entry.to]), ("via", entry.via)):
        with At(reading.at(*path, key)):
            for one in names:
                refuse_unknown(router.lane_map, one)
    with At(reading.key_at(*path)):
        return router.route(entry.from_, entry.to, via=entry.via)


def _onward(router: Router, route: Route, entry: BeaconEntry) -> Route:
    """A route that goes on straight from where another one ends, as far as there are roads."""
    assert entry.stream is not None
    goal = straight_on(router.lane_map, route.lanes[-1])
    if goal == route.lanes[-1]:
        return route
    return router.route(entry.stream.from_, goal, via=[*entry.stream.via, entry.stream.to])


def _speed(entry: StreamEntry, route: Route, lane_map: LaneMap) -> float:
    return entry.speed or min(float(lane_map.limit(*route.start)), FASTEST)


def _mix(entry: StreamEntry, types: VehicleTypes, path: KeyPath) -> Mix:
    return types.mix(entry.mix or CAR.name, path)
