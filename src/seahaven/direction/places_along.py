"""Places along a drive: those of the roads that a wish describes and that the drive comes by."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from seahaven.direction.line import Line
from seahaven.direction.survey import Feature
from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.places import Place, Survey, Wanted, find

__all__ = ["places_along"]


def places_along(line: Line, wanted: Wanted) -> tuple[Feature, ...]:
    """The places that a wish of `seahaven.roads.places` describes, in the order in which the drive comes by them.

    A junction is where the drive's stop line is; a stretch of road, or a crosswalk, in the middle of the part that the
    drive comes by.
    """
    lanes = line.lanes_at(0.0)
    if not len(lanes):
        return ()
    start = line.spot(int(lanes[-1]), 0.0)
    survey = line.lane_map.known(_survey)
    found = [
        feature
        for place in find(survey, wanted, ahead=(start.lane, start.s, line.length))
        for feature in _met(line, place)
    ]
    return tuple(sorted(found, key=lambda feature: feature.at))


def _survey(lane_map: LaneMap) -> Survey:
    return Survey(JunctionLogic.of(lane_map))


def _met(line: Line, place: Place) -> Iterator[Feature]:
    """Where a drive comes by a place, if it does."""
    if place.arrival is not None:
        stops = [(float(line.at(*stop)), stop.lane) for stop in place.arrival.stops if line.rank[stop.lane] >= 0]
        if stops:
            at, lane = min(stops)
            junction = place.arrival.junction
            yield Feature("place", at, at, at + _inside(line, place, at), junction=junction, arrival=lane)
        return
    ends = [
        (float(line.at(piece.lane, piece.begin)), float(line.at(piece.lane, piece.end)))
        for piece in place.extent
        if line.rank[piece.lane] >= 0 and not line.is_refuge(piece.lane)
    ]
    if ends:
        begin, end = min(min(pair) for pair in ends), max(max(pair) for pair in ends)
        lanes = line.lanes_at(0.5 * (begin + end))
        yield Feature("place", 0.5 * (begin + end), begin, end, arrival=int(lanes[-1]) if len(lanes) else -1)


def _inside(line: Line, place: Place, at: float) -> float:
    """How far the drive goes through a junction (m)."""
    inside = line.lane_map.junction >= 0
    pieces = [piece for piece in place.extent if line.rank[piece.lane] >= 0 and inside[piece.lane]]
    ends = np.array([float(line.at(piece.lane, piece.end)) for piece in pieces])
    beyond = ends[ends >= at]
    return float(beyond.max() - at) if len(beyond) else 0.0
