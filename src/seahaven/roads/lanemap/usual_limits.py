"""Speed limits where a road states none: those of its kind, and inside junctions those of the roads that are joined."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.roads.model import End, Limit, Road, RoadKind, RoadLink, RoadNetwork

__all__ = ["USUAL_LIMITS", "limits_of_roads"]

USUAL_LIMITS = {
    RoadKind.MOTORWAY: 130.0 / 3.6,
    RoadKind.RURAL: 100.0 / 3.6,
    RoadKind.TOWN: 50.0 / 3.6,
    RoadKind.RESIDENTIAL: 30.0 / 3.6,
    RoadKind.PEDESTRIAN: 10.0 / 3.6,
    RoadKind.BICYCLE: 30.0 / 3.6,
}
"""Highest speeds (m/s) by kind, as German law has them (StVO, §§ 3, 18, 42 and 45): 50 km/h in
towns, 100 outside, 30 in zones, a walking pace among people; on motorways the 130 km/h that are recommended there, and
the limit in most of Europe."""


def limits_of_roads(network: RoadNetwork) -> list[tuple[Limit, ...]]:
    """The limits along each road, in the order of the network.

    A road that states limits has these, also where it states that there is none. Another one has the usual limits of
    its kinds; and one inside a junction that states no kind either the lowest of the roads that it joins.
    """
    limits = {road.id: road.limits or _usual(road) for road in network.roads}
    return [limits[road.id] or _joined(road, limits) for road in network.roads]


def _usual(road: Road) -> tuple[Limit, ...]:
    speeds = [(s, USUAL_LIMITS.get(kind)) for s, kind in road.kinds]
    return tuple(Limit(s, speed) for s, speed in speeds) if any(speed for _, speed in speeds) else ()


def _joined(road: Road, limits: Mapping[str, tuple[Limit, ...]]) -> tuple[Limit, ...]:
    if road.junction is None or road.kinds:
        return ()
    links = [link for link in (road.before, road.after) if isinstance(link, RoadLink)]
    found = ((link.end, limits.get(link.road, ())) for link in links)
    speeds = [there[0 if end is End.START else -1].speed for end, there in found if there]
    known = [speed for speed in speeds if speed is not None]
    return (Limit(0.0, min(known)),) if known else ()
