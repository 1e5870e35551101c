"""People on foot that a study names, with the ways that they set out on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.roads import LaneMap
from seahaven.roads.walking import BesideRoad, FootRoute, FootRoutes, Stand, WalkingNetwork, beside_road
from seahaven.takes.at import At
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.person_entries import BesideEntry
from seahaven.takes.reading import Reading
from seahaven.takes.rows import PersonRow
from seahaven.world import World

__all__ = ["OnFoot", "Pedestrian", "network_for", "place_beside"]

BODY = 0.3
"""Metres that somebody is away from the edge of a roadway at least: half a body."""


@dataclass(frozen=True, slots=True)
class Pedestrian:
    """Somebody whom the study names: its way, and all that its row begins with."""

    name: str
    stand: Stand
    route: FootRoute
    columns: Mapping[str, Any]
    path: KeyPath


@dataclass(frozen=True, slots=True)
class OnFoot:
    """Everybody whom a study names who walks, and the network that they walk on."""

    network: WalkingNetwork
    members: tuple[Pedestrian, ...]

    @classmethod
    def of(cls, rows: Sequence[PersonRow], network: WalkingNetwork, reading: Reading) -> OnFoot:
        """Those of the rows of a study; a place that does not exist, or to which no way leads, is refused."""
        return cls(network, tuple(_pedestrian(row, network, reading) for row in rows))

    def add_to(self, world: World, routes: FootRoutes, reading: Reading) -> None:
        """Put them into the world; `routes` has theirs behind all others."""
        first = len(routes) - len(self.members)
        for k, one in enumerate(self.members):
            offset = float(one.columns.get("offset", 0.0))
            with At(reading.key_at(*one.path)):
                world.add(
                    "person", one.name, path=first + k, **routes.place(first + k, 0.0, offset), **one.columns
                )  # fmt: skip


def network_for(lane_map: LaneMap, rows: Sequence[PersonRow], *, beside_roads: bool) -> WalkingNetwork:
    """The network on which all of them can be: with the edges of roads only if one of them is beside such a road."""
    network = WalkingNetwork.of(lane_map, edges=beside_roads)
    for row in rows:
        for place in (row.entry, row.entry.to):
            try:
                if place is not None:
                    beside_road(network, place.on, place.at, place.edge)
            except InputError:
                return WalkingNetwork.of(lane_map, edges=True)
    return network


def place_beside(value: Any, network: WalkingNetwork, reading: Reading, path: KeyPath) -> Stand:
    """The place that a study names as a mapping: `{on: main, at: 120 m, edge: left}`."""
    if not isinstance(value, Mapping):
        raise InputError("a place to walk to is, say, '{on: main, at: 120 m, edge: left}'", reading.at(*path))
    entry = reading.held(value, path, BesideEntry)
    return _beside(entry, network, reading, path).stand


def _beside(entry: BesideEntry, network: WalkingNetwork, reading: Reading, path: KeyPath) -> BesideRoad:
    with At(reading.at(*path, "on")):
        refuse_unknown(network.lane_map, entry.on)
        known = {road.id for road in network.lane_map.network.roads}
        if entry.on not in known:
            raise InputError(f"'{entry.on}' is a lane, or several roads; people are beside a road: name one by its id")
    with At(reading.key_at(*path)):
        return beside_road(network, entry.on, entry.at, entry.edge)


def _pedestrian(row: PersonRow, network: WalkingNetwork, reading: Reading) -> Pedestrian:
    entry, path = row.entry, row.path
    begin = _beside(entry, network, reading, path)
    strand = network.strands[begin.stand.strand]
    if entry.to is not None:
        goal = _beside(entry.to, network, reading, (*path, "to")).stand
    else:
        is_early = begin.stand.s < 0.5 * strand.length
        goal = Stand(begin.stand.strand, strand.length if is_early else 0.0)
    route = network.route(begin.stand, goal)
    if route is None:
        message = f"there is no way on foot from where '{row.name}' begins; pavements that nothing joins are two worlds"
        raise InputError(message, reading.key_at(*path, "to"))
    columns = {"waits": entry.to is None, "phase": "walking" if entry.to else "standing", **row.columns}
    if entry.kerb is not None:
        with At(reading.at(*path, "kerb")):
            columns["offset"] = columns["lean"] = _from_kerb(entry.kerb, begin, route, row.name)
    return Pedestrian(row.name, begin.stand, route, columns, path)


def _from_kerb(kerb: float, begin: BesideRoad, route: FootRoute, name: str) -> float:
    """The offset from the line of a route for somebody so far from the edge of the roadway."""
    (px, py, _), (qx, qy, _) = route.points[:2].tolist()
    left_x, left_y = -(qy - py), qx - px
    side = 1.0 if left_x * begin.toward[0] + left_y * begin.toward[1] > 0.0 else -1.0
    room, aside = max(float(route.room[0]) - BODY, 0.0), begin.kerb - kerb
    if abs(aside) > room + 1e-9:
        near, far = max(begin.kerb - room, 0.0), begin.kerb + room
        raise InputError(
            f"'{name}' cannot stand {kerb:g} m from the roadway: there one walks from {near:.2f} to {far:.2f} m from it"
        )
    return side * aside
