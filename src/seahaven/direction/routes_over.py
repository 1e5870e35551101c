"""Routes over a line that was laid during a drive: which of the world's routes a vehicle brought in there can take."""

from __future__ import annotations

import numpy as np

from seahaven.direction.line import Line, Spot
from seahaven.roads.routing import Tracks

__all__ = ["route_over"]

FAR = 3000.0
"""Metres along a line for which a route is compared with it."""


def route_over(tracks: Tracks, line: Line, spot: Spot) -> int:
    """The route that goes on along a line for longest from a place on it; -1 where no route comes by there.

    Routes are fixed before a run begins, and a line that is laid later has none of its own.
    """
    routes = np.unique(tracks.arrays.route[tracks.arrays.lane == spot.lane])
    entries = tracks.locate(routes, np.full(len(routes), spot.lane)) if len(routes) else routes
    best, furthest = -1, 0.0
    for route, entry in zip(routes.tolist(), entries.tolist(), strict=True):
        reached = _follows(tracks, line, entry) if entry >= 0 else 0.0
        if reached > furthest:
            best, furthest = route, reached
        if furthest >= FAR:
            break
    return best


def _follows(tracks: Tracks, line: Line, entry: int) -> float:
    """Metres for which an entry and those that follow it lie on a line, one behind the other."""
    arrays, begin, metres = tracks.arrays, -np.inf, 0.0
    while entry >= 0 and metres < FAR:
        lane = int(arrays.lane[entry])
        here = line.begin(lane)
        if not here > begin:  # off the line, or on an earlier part of it
            break
        begin, metres = here, metres + line.span(lane)
        following = int(arrays.following[entry])
        if following < 0:
            beside = (int(arrays.left[entry]), int(arrays.right[entry]))
            following = next((int(arrays.following[one]) for one in beside if one >= 0), -1)
        entry = following
    return metres
