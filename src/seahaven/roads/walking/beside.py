"""Places beside roads, as people speak of them: which road, how far along it, and at which of its edges."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from seahaven.errors import InputError
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.walking.network import Stand, WalkingNetwork
from seahaven.roads.walking.strand import ROADWAY

__all__ = ["BesideRoad", "Edge", "beside_road"]

Edge: TypeAlias = Literal["left", "right"]
"""One of the edges of a road, as the road was drawn."""
ABEAM = 5.0
"""Metres along a road by which a place beside it may be off; strands end before junctions."""


class BesideRoad(NamedTuple):
    """A place on the pavement beside a road, and how the roadway lies from there."""

    stand: Stand
    kerb: float
    """Metres from the line of the strand to the edge of the roadway."""
    toward: tuple[float, float]
    """The direction to the roadway."""


class _Across(NamedTuple):
    """The roadway at one place: a point on it, the directions along and to the left, and where its edges are."""

    x: float
    y: float
    heading: float
    right: float
    left: float


def beside_road(network: WalkingNetwork, road: str, at: float, edge: Edge) -> BesideRoad:
    """The place on a pavement, or on the verge of a network with edges, beside a road.

    `at` is metres along the road as it was drawn; `edge` the side as seen in that direction.
    """
    lane_map = network.lane_map
    length = lane_map.network.road(road).length
    if not 0.0 <= at <= length:
        raise InputError(f"road '{road}' has no s={at:g}; it is {length:g} m long")
    across = _across(lane_map, road, at)
    side = 1.0 if edge == "left" else -1.0
    border = across.left if edge == "left" else across.right
    number = [one.id for one in lane_map.network.roads].index(road)
    found: list[tuple[float, Stand, float]] = []
    for k, strand in enumerate(network.strands):
        if lane_map.road[strand.lane] != number:
            continue
        _, s = strand.nearest(across.x, across.y)
        x, y, _ = strand.at(s)
        ahead = (x - across.x) * cos(across.heading) + (y - across.y) * sin(across.heading)
        aside = (y - across.y) * cos(across.heading) - (x - across.x) * sin(across.heading)
        if abs(ahead) <= ABEAM and side * (aside - border) > 0.0:
            found.append((hypot(x - across.x, y - across.y), Stand(k, s), side * (aside - border)))
    if not found:
        has = "no pavement" if not any(strand.is_edge for strand in network.strands) else "nowhere to walk"
        raise InputError(f"road '{road}' has {has} at its {edge} edge at s={at:g}")
    _, stand, kerb = min(found)
    toward = (side * sin(across.heading), -side * cos(across.heading))
    return BesideRoad(stand, kerb, toward)


def _across(lane_map: LaneMap, road: str, at: float) -> _Across:
    """The roadway of a road at a place: everything that vehicles may drive or park on."""
    roads = lane_map.network.roads
    number = [one.id for one in roads].index(road)
    section = roads[number].section_at(at)
    kinds = [k for k, kind in enumerate(LaneKind) if kind in ROADWAY]
    own = np.flatnonzero((lane_map.road == number) & (lane_map.section == section) & np.isin(lane_map.kind, kinds))
    if not len(own):
        raise InputError(f"road '{road}' has no roadway at s={at:g}")
    ends, x0, y0, heading = list[float](), 0.0, 0.0, 0.0
    for k, lane in enumerate(own.tolist()):
        place = lane_map.place(lane, lane_map.s_where(lane, at))
        if k == 0:
            x0, y0 = float(place.x), float(place.y)
            heading = float(place.heading) + (0.0 if lane_map.along[lane] else np.pi)
        aside = (float(place.y) - y0) * cos(heading) - (float(place.x) - x0) * sin(heading)
        half = 0.5 * float(lane_map.width(lane, lane_map.s_where(lane, at)))
        ends += [aside - half, aside + half]
    return _Across(x0, y0, heading, min(ends), max(ends))
