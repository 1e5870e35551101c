"""The halts of a study's flows and trips: where along their way each is, on which lane, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Checkpoint, RoadUser, Route, Router
from seahaven.takes.at import At
from seahaven.takes.halt_entries import HaltEntry, StopEntry
from seahaven.takes.itinerary import lane_s, lanes_beside, refuse_unknown
from seahaven.takes.reading import Reading
from seahaven.takes.setting import TrafficEntry
from seahaven.traffic import Halt, Mix

__all__ = ["Halting", "Way", "later"]

_DRIVEN = frozenset(
    tuple(LaneKind).index(kind) for kind in (LaneKind.DRIVING, LaneKind.BIDIRECTIONAL, LaneKind.BUS, LaneKind.TAXI)
)
"""Kinds of lanes beside whose kerb a stop is."""
MISSED = 1.0
"""Metres by which one place has to be behind another to come after it."""


class Way(NamedTuple):
    """The way of a flow or trip: what it is called in messages, its places, and what drives along it."""

    name: str
    origin: Checkpoint
    goal: str
    via: tuple[str, ...]
    mix: Mix

    @property
    def users(self) -> tuple[RoadUser, ...]:
        """For whom a lane has to be open."""
        return tuple(dict.fromkeys(kind.user for kind in self.mix.things))

    @property
    def length(self) -> float:
        """Of the longest vehicle on it (m)."""
        return max(kind.body.length for kind in self.mix.things)


class _Place(NamedTuple):
    """Where a stop is on a road: the s of the road at which it begins and ends, which way and on which lane."""

    label: str
    road: int
    begin: float
    end: float
    along: bool | None
    """Whether it is for those who drive as the road was drawn; None for both ways."""
    lane: int | None
    """The lane, if the study names it."""


def later(halts: Sequence[Halt], seconds: float) -> tuple[Halt, ...]:
    """The same halts for a vehicle that sets out so much later, by a timetable that is later by as much."""
    return tuple(replace(halt, until=halt.until + seconds) if halt.until else halt for halt in halts)


@dataclass(frozen=True, slots=True)
class Halting:
    """Finds where the halts of a study are; whatever does not fit is refused with its place in the file."""

    traffic: TrafficEntry
    lane_map: LaneMap
    reading: Reading

    def refuse_misplaced_stops(self) -> None:
        """Refuse stops that are nowhere on the roads, whether anybody halts there or not."""
        for name, stop in self.traffic.stops.items():
            self._place(stop, f"stop '{name}'", ("traffic", "stops", name))

    def halts(self, entries: Sequence[str | HaltEntry], way: Way, path: KeyPath) -> tuple[Halt, ...]:
        """The halts of a flow or trip, of which each has to be on its way, in this order."""
        found, before, nearest = list[Halt](), "", 0.0
        routes = [self._route(way, user, path) for user in way.users] if entries else []
        for k, entry in enumerate(entries):
            at: KeyPath = (*path, k)
            halt = HaltEntry(stop=entry) if isinstance(entry, str) else entry
            place = self._place_of(halt, at)
            with At(self.reading.at(*at)):
                passes = [self._pass(place, route, nearest, before, way) for route in routes]
                found.append(self._halt(halt, place, passes[0].lane, way))
            nearest, before = passes[0].along, place.label
        return tuple(found)

    def _route(self, way: Way, user: RoadUser, path: KeyPath) -> Route:
        with At(self.reading.at(*path[:-1])):
            return Router.of(self.lane_map, user).route(way.origin, way.goal, via=way.via)

    # --- where a stop is ------------------------------------------------------------------------------------------

    def _place_of(self, halt: HaltEntry, path: KeyPath) -> _Place:
        """Where a halt is: at a stop of that name, or at its own place."""
        if halt.stop is None:
            return self._place(halt.as_stop(self.traffic.stops), f"halt on '{halt.on}'", path)
        own = (*path, "stop") if (*path, "stop") in self.reading.document.values else path
        self.reading.named("stop", self.traffic.stops, halt.stop, own)
        label = f"stop '{halt.stop}'"
        return self._place(self.traffic.stops[halt.stop], label, ("traffic", "stops", halt.stop))

    def _place(self, stop: StopEntry, label: str, path: KeyPath) -> _Place:
        """Where a stop is on the roads."""
        with At(self.reading.at(*path, "on")):
            refuse_unknown(self.lane_map, stop.on)
            index = self._road(stop)
        begin, end = (stop.at, stop.at) if stop.at is not None else (stop.from_, stop.to)
        assert begin is not None
        assert end is not None
        with At(self.reading.at(*path, "at" if stop.at is not None else "to")):
            return self._on_lane(stop, label, begin, end) if index is None else self._on_road(stop, label, index, end)

    def _road(self, stop: StopEntry) -> int | None:
        """The number of the road that a stop is on; None for one that names a lane."""
        if stop.on.count(":") >= 2:
            return None
        ids = [road.id for road in self.lane_map.network.roads]
        if stop.on not in ids:
            pieces = ", ".join(f"'{id}'" for id in ids if id.rpartition(".")[0] == stop.on)
            raise InputError(f"road '{stop.on}' was split at its junctions; name one of {pieces}")
        return ids.index(stop.on)

    def _on_road(self, stop: StopEntry, label: str, index: int, end: float) -> _Place:
        length = self.lane_map.network.roads[index].length
        if end > length:
            raise InputError(f"road '{stop.on}' has no s={end:g}; it is {length:g} m long")
        along = None if stop.direction is None else stop.direction == "forward"
        begin = end if stop.at is not None else stop.from_ or 0.0
        return _Place(label, index, begin, end, along, None)

    def _on_lane(self, stop: StopEntry, label: str, begin: float, end: float) -> _Place:
        lane_map, lane = self.lane_map, self.lane_map.index(stop.on)
        lane_map.place(lane, end)
        rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
        ends = np.interp((begin, end), lane_map.s[rows], lane_map.road_s[rows]).tolist()
        return _Place(label, int(lane_map.road[lane]), min(ends), max(ends), bool(lane_map.along[lane]), lane)

    # --- where on a way -------------------------------------------------------------------------------------------

    def _pass(self, place: _Place, route: Route, nearest: float, before: str, way: Way) -> _Pass:
        """Where a route comes by a place, behind the halt before."""
        passes = [one for one in _passes(self.lane_map, route, place.road) if place.along in (None, one.is_along)]
        there = [one.at(self.lane_map, place.end if one.is_along else place.begin) for one in passes]
        known = [one for one in there if one is not None]
        for one in known:
            if one.along > nearest + MISSED and one.along >= way.length:
                return one
        raise self._misfit(place, route, known, before, way)

    def _misfit(self, place: _Place, route: Route, known: list[_Pass], before: str, way: Way) -> InputError:
        """Why a halt cannot be made on a way."""
        road = self.lane_map.network.roads[place.road].id
        driven = [edge.road for edge in route.road_edges]
        if road not in driven:
            roads = ", ".join(dict.fromkeys(driven))
            return InputError(
                f"{way.name} does not come by {place.label} on road '{road}': it drives along {roads}; "
                f"add '{road}' to its 'via', or leave the halt out"
            )
        if not known:
            return InputError(
                f"{way.name} drives along road '{road}' the other way; {place.label} is for those who drive "
                f"{'as it was drawn' if place.along else 'against that'}"
            )
        if before:
            return InputError(f"{way.name} comes by {place.label} before {before}; list halts in the order of its way")
        return InputError(
            f"{place.label} is {known[0].along:.0f} m from where {way.name} begins, less than its length of "
            f"{way.length:g} m; put it further on"
        )

    # --- the halt -------------------------------------------------------------------------------------------------

    def _halt(self, halt: HaltEntry, place: _Place, lane: int, way: Way) -> Halt:
        stop = halt.as_stop(self.traffic.stops)
        chosen = self._lane(stop, place, lane, way) if place.lane is None else place.lane
        front = place.end if self.lane_map.along[chosen] else place.begin
        return Halt(
            self.lane_map.name(chosen),
            lane_s(self.lane_map, chosen, front),
            duration=stop.duration if halt.duration is None else halt.duration,
            until=halt.until or 0.0,
            slack=place.end - place.begin,
            name=halt.stop or "",
        )

    def _lane(self, stop: StopEntry, place: _Place, lane: int, way: Way) -> int:
        """The lane of a road on which a stop is, of those that run the same way as the one that is driven along."""
        opens = [Router.of(self.lane_map, user).graph.open_to for user in way.users]
        row = [one for one in lanes_beside(self.lane_map, lane) if all(open_to[one] for open_to in opens)]
        if isinstance(stop.lane, int):
            for one in row:
                if self.lane_map.name(one).rpartition(":")[2] == str(stop.lane):
                    return one
            numbers = ", ".join(self.lane_map.name(one).rpartition(":")[2] for one in row)
            raise InputError(f"{place.label} has no lane {stop.lane} that {way.name} may use; there is {numbers}")
        row = [one for one in row if self.lane_map.kind[one] in _DRIVEN] or row
        is_left = stop.lane == "left" if stop.lane else self.lane_map.network.roads[place.road].is_left_hand
        return row[0] if is_left else row[-1]


class _Stretch(NamedTuple):
    """A section of a road that a route drives along: a lane of it, and how far along the route that begins (m)."""

    lane: int
    begin: float
    is_along: bool
    start_s: float

    def at(self, lane_map: LaneMap, road_s: float) -> _Pass | None:
        """Where the route comes by an s of the road; None where that is in another section, or before its start."""
        rows = slice(int(lane_map.first[self.lane]), int(lane_map.first[self.lane + 1]))
        low, high = sorted((float(lane_map.road_s[rows][0]), float(lane_map.road_s[rows][-1])))
        if not low - 1e-6 <= road_s <= high + 1e-6:
            return None
        return _Pass(self.lane, self.begin + lane_s(lane_map, self.lane, road_s) - self.start_s)


class _Pass(NamedTuple):
    """A place of a route: a lane there, and how far along the route it is (m)."""

    lane: int
    along: float


def _passes(lane_map: LaneMap, route: Route, road: int) -> list[_Stretch]:
    """The sections of a road that a route drives along, in its order."""
    found, begin = list[_Stretch](), 0.0
    for k, lane in enumerate(route.lanes):
        if lane_map.road[lane] == road:
            found.append(_Stretch(lane, begin, bool(lane_map.along[lane]), route.start_s))
        onward = route.lanes[k + 1] if k + 1 < len(route.lanes) else -1
        is_beside = onward >= 0 and onward in lanes_beside(lane_map, lane)
        begin += 0.0 if is_beside else float(lane_map.length[lane])
    return found
