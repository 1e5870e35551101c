"""Speed limits where a road states none: those of its kind, and inside junctions those of the roads that are joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from math import inf

from seahaven.roads.model import End, LaneKind, Limit, Road, RoadKind, RoadLink, RoadNetwork, SignalKind

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
the limit in most of Europe. A road of unknown kind is a town street if it has a pavement or a traffic light, and a
rural road if not."""


def limits_of_roads(network: RoadNetwork) -> list[tuple[Limit, ...]]:
    """The limits along each road, in the order of the network.

    A road has the limits that it states, also where it states that there is none, and from its beginning up to the
    first of them the usual one. A road that states no limit has the usual ones of its kinds, and one inside a junction
    that states no kind either the lowest of the roads that it joins.
    """
    known = {road.id: _stated(road) or _usual(road) for road in network.roads if _speaks(road) or road.junction is None}
    return [known.get(road.id) or _joined(road, known) or _usual(road) for road in network.roads]


def _speaks(road: Road) -> bool:
    """Whether a road states limits, or a kind that has a usual one."""
    return bool(road.limits) or any(kind in USUAL_LIMITS for _, kind in road.kinds)


def _stated(road: Road) -> tuple[Limit, ...]:
    """The limits that a road states, with usual ones wherever it states none; nothing if it states none at all."""
    if not road.limits or (road.limits[0].s <= 0.0 and all(limit.is_stated for limit in road.limits)):
        return road.limits
    found: list[Limit] = []
    edges = (Limit(0.0, None, is_stated=False), *road.limits, Limit(inf, None))
    for limit, following in pairwise(edges):
        if limit.s < following.s:
            found += [limit] if limit.is_stated else _between(_usual(road), limit.s, following.s)
    return tuple(found)


def _between(limits: tuple[Limit, ...], low: float, high: float) -> list[Limit]:
    """The limits that hold from one s up to another."""
    inside = [limit for limit in limits if low < limit.s < high]
    return [replace(next(limit for limit in reversed(limits) if limit.s <= low), s=low), *inside]


def _usual(road: Road) -> tuple[Limit, ...]:
    """The usual limits of the kinds of a road, from its beginning on."""
    kinds = dict(((0.0, RoadKind.UNKNOWN), *road.kinds))
    unknown = USUAL_LIMITS[RoadKind.TOWN if _is_street(road) else RoadKind.RURAL]
    return tuple(Limit(s, USUAL_LIMITS.get(kind, unknown)) for s, kind in kinds.items())


def _is_street(road: Road) -> bool:
    has_pavement = any(lane.kind is LaneKind.SIDEWALK for section in road.sections for lane in section.lanes)
    return has_pavement or any(signal.kind is SignalKind.LIGHT for signal in road.signals)


def _joined(road: Road, limits: Mapping[str, tuple[Limit, ...]]) -> tuple[Limit, ...]:
    """The lowest limit at the ends of the roads that one inside a junction joins; nothing where it joins none."""
    links = [link for link in (road.before, road.after) if isinstance(link, RoadLink)]
    ends = ((link.end, limits.get(link.road, ())) for link in links)
    speeds = [there[0 if end is End.START else -1].speed for end, there in ends if there]
    lowest = min((speed for speed in speeds if speed is not None), default=None)
    return (Limit(0.0, lowest),) if speeds else ()
