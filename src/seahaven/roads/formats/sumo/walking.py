"""Corners of junctions that people walk across."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from seahaven.roads.formats.sumo.net import Function, Net, NetEdge, NetLane
from seahaven.roads.formats.sumo.strip import Plan
from seahaven.roads.model import Zone


def walking_zones(net: Net, plan: Plan) -> tuple[Zone, ...]:
    """A zone for every walking area, with the pavements and crossings that lead in and out."""
    areas = [edge for edge in net.edges.values() if edge.function is Function.WALKINGAREA]
    entries: dict[str, list[NetLane]] = {edge.id: [] for edge in areas}
    exits: dict[str, list[NetLane]] = {edge.id: [] for edge in areas}
    for link in net.links:
        if link.end_edge.id in entries:
            entries[link.end_edge.id].append(link.start)
        if link.start_edge.id in exits:
            exits[link.start_edge.id].append(link.end)
    return tuple(_zone(edge, _named(entries[edge.id], plan), _named(exits[edge.id], plan)) for edge in areas)


Names: TypeAlias = tuple[tuple[str, int, int], ...]
"""Lanes by road, section and number."""


def _zone(edge: NetEdge, entries: Names, exits: Names) -> Zone:
    corners = tuple((x, y) for x, y, _ in edge.lanes[0].shape)
    return Zone(edge.id, corners, entries=entries, exits=exits, name=edge.element.word("name", ""), on_foot=True)


def _named(lanes: Iterable[NetLane], plan: Plan) -> Names:
    seats = (plan.seats[lane.id] for lane in lanes if lane.id in plan.seats)
    return tuple(dict.fromkeys((seat.road, 0, seat.number) for seat in seats))
