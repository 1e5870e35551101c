"""Crosswalks as places: the lanes they cross, whether lights stand there, and whether a junction is near."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.geometry import Pose
from seahaven.roads.junctions import Crosswalk, JunctionLogic
from seahaven.roads.model import JunctionLink, Road, SignalKind
from seahaven.roads.places.place import Piece, Place, Spot
from seahaven.roads.places.wanted import WantedCrosswalk

LIGHT_REACH = 15.0
"""How far along the road from a crosswalk its lights may stand."""
JUNCTION_REACH = 25.0
"""How far along the road from a crosswalk a junction may lie at which it counts as being."""


def crosswalks(logic: JunctionLogic, wanted: WantedCrosswalk) -> Iterator[Place]:
    """The crosswalks that are as wanted and that cross a driven lane."""
    pieces: dict[int, list[Piece]] = {}
    for lane in range(len(logic.lane_map)):
        for one, begin, end in logic.crossings(lane):
            pieces.setdefault(one.index, []).append(Piece(lane, begin, end))
    for one in logic.crosswalks:
        own = pieces.get(one.index, [])
        if own and _fits(logic, one, own, wanted):
            yield _place(logic, one, own)


def _fits(logic: JunctionLogic, one: Crosswalk, pieces: list[Piece], wanted: WantedCrosswalk) -> bool:
    roads = [_on_road(logic, piece) for piece in pieces]
    if wanted.lights is not None and any(_is_lit(road, s) for road, s in roads) is not wanted.lights:
        return False
    near = one.junction is not None or any(_is_near_junction(road, s) for road, s in roads)
    return wanted.at_junction in (None, near)


def _on_road(logic: JunctionLogic, piece: Piece) -> tuple[Road, float]:
    """The road of a piece, and where along it the crosswalk lies."""
    lane_map = logic.lane_map
    first, last = int(lane_map.first[piece.lane]), int(lane_map.first[piece.lane + 1]) - 1
    share = 0.5 * (piece.begin + piece.end) / max(float(lane_map.length[piece.lane]), 1e-9)
    start, end = float(lane_map.road_s[first]), float(lane_map.road_s[last])
    return lane_map.network.roads[lane_map.road[piece.lane]], start + share * (end - start)


def _is_lit(road: Road, s: float) -> bool:
    kinds = (SignalKind.LIGHT, SignalKind.PEDESTRIAN_LIGHT)
    return any(signal.kind in kinds and abs(signal.s - s) <= LIGHT_REACH for signal in road.signals)


def _is_near_junction(road: Road, s: float) -> bool:
    if road.junction is not None:
        return True
    at_start = isinstance(road.before, JunctionLink) and s <= JUNCTION_REACH
    return at_start or (isinstance(road.after, JunctionLink) and s >= road.length - JUNCTION_REACH)


def _place(logic: JunctionLogic, one: Crosswalk, pieces: list[Piece]) -> Place:
    x, y = (sum(values) / len(one.corners) for values in zip(*one.corners, strict=True))
    first = pieces[0]
    heading = float(logic.lane_map.place(first.lane, first.begin).heading)
    entries = tuple(Spot(piece.lane, piece.begin) for piece in pieces)
    return Place("crosswalk", one.id, Pose(x, y, heading), tuple(pieces), entries)
