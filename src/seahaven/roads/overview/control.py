"""By what rule the junctions of a network go, as their makers have put it."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.roads.model import Junction, JunctionLink, RightOfWay, Road, RoadNetwork, SignalKind

_SIGNS = (
    ({SignalKind.LIGHT}, RightOfWay.LIGHTS.value),
    ({SignalKind.STOP}, "stop"),
    ({SignalKind.YIELD}, "yield"),
    ({SignalKind.PRIORITY_ROAD, SignalKind.PRIORITY_HERE}, RightOfWay.PRIORITY.value),
    ({SignalKind.RIGHT_FIRST}, RightOfWay.RIGHT_FIRST.value),
)
NEAR = 50.0
"""Metres before a junction within which a sign belongs to it."""


def junction_control(network: RoadNetwork) -> dict[str, str]:
    """For each junction, by id, the rule it goes by: as stated, else by the strongest of its signs, else "none stated".

    A sign belongs to a junction if it stands inside or on the last metres of a road that leads there.
    """
    found: dict[str, set[SignalKind]] = {junction.id: set() for junction in network.junctions}
    kinds = {signal.id: signal.kind for _, signal in network.signals()}
    for road in network.roads:
        for junction, kind in _signs(road, kinds):
            if junction in found:
                found[junction].add(kind)
    return {junction.id: _rule(junction, found[junction.id]) for junction in network.junctions}


def _signs(road: Road, kinds: dict[str, SignalKind]) -> Iterator[tuple[str, SignalKind]]:
    placed = [(signal.s, signal.kind) for signal in road.signals]
    placed += [(use.s, kinds[use.id]) for use in road.signal_uses if use.id in kinds]
    for s, kind in placed:
        if road.junction is not None:
            yield road.junction, kind
        if isinstance(road.before, JunctionLink) and s <= NEAR:
            yield road.before.junction, kind
        if isinstance(road.after, JunctionLink) and s >= road.length - NEAR:
            yield road.after.junction, kind


def _rule(junction: Junction, signs: set[SignalKind]) -> str:
    if junction.right_of_way is not None:
        return junction.right_of_way.value
    if junction.controllers:
        return RightOfWay.LIGHTS.value
    unsigned = RightOfWay.PRIORITY.value if junction.priorities else "none stated"
    return next((rule for kinds, rule in _SIGNS if kinds & signs), unsigned)
