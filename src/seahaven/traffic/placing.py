"""Vehicles put onto lanes: the columns that say where they are, in the world and on their routes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.roads.routing import Tracks

__all__ = ["placed"]


def placed(
    tracks: Tracks, lane: Any, s: Any, route: Any = -1, *, offset: Any = 0.0, entry: Any = None
) -> dict[str, Any]:
    """The columns of vehicles whose centres are at `s` on lanes, `offset` metres left of their centres.

        world.add("vehicle", speed=30.0, **placed(tracks, "main:0:-1", 40.0, route=0))
        world.add_many("vehicle", 3, speed=30.0, **placed(tracks, lanes, [0.0, 50.0, 100.0], route=0))

    Lanes are names or numbers of the lane map; each of the four may be one value or one for each vehicle. The lane has
    to lie on the route or beside it, as a lane or as a shoulder; route -1 is none, and such a vehicle goes on wherever
    lanes lead it. A place beyond the lane's end is refused. Whoever knows the entries of the lanes on the routes, and
    that the places lie on them, gives those, one for each vehicle.
    """
    given = (_lanes(tracks, lane), np.asarray(s, np.float64), np.asarray(route, np.int64), np.asarray(offset, float))
    is_single = all(one.ndim == 0 for one in given)
    is_even = not is_single and len({one.shape for one in given}) == 1
    even: tuple[NDArray[Any], ...] = given if is_even else tuple(map(np.atleast_1d, np.broadcast_arrays(*given)))
    lanes, along, routes, aside = even
    if entry is None:
        _refuse_beyond(tracks, lanes, along)
    at = tracks.lane_map.place(lanes, along, aside)
    entries = _entries(tracks, routes, lanes) if entry is None else np.asarray(entry)
    columns = {
        "x": at.x, "y": at.y, "z": at.z, "heading": at.heading,
        "lane": lanes.astype(np.int32), "s": along, "offset": aside,
        "route": routes.astype(np.int32), "entry": entries.astype(np.int32),
    }  # fmt: skip
    if is_even:
        return columns
    return {name: column[0].item() if is_single else np.array(column) for name, column in columns.items()}


def _lanes(tracks: Tracks, lane: Any) -> NDArray[np.int64]:
    """Lanes by number."""
    names = np.asarray(lane)
    if names.dtype.kind != "U":
        return np.asarray(lane, np.int64)
    found = [tracks.lane_map.index(str(name)) for name in names.ravel()]
    return np.array(found, np.int64).reshape(names.shape)


def _refuse_beyond(tracks: Tracks, lanes: NDArray[np.int64], along: NDArray[np.float64]) -> None:
    lane_map = tracks.lane_map
    for lane in set(lanes.tolist()):
        lane_map.name(lane)
    bad = ~((along >= 0.0) & (along <= lane_map.length[lanes]))
    if bad.any():
        row = int(bad.argmax())
        lane = int(lanes[row])
        raise InputError(
            f"lane '{lane_map.name(lane)}' has no s={along[row]:g} to place a vehicle at; "
            f"expected a number from 0 to its length, {lane_map.length[lane]:g}"
        )


def _entries(tracks: Tracks, routes: NDArray[np.int64], lanes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The entries of lanes on or beside routes; -1 without a route."""
    entries = np.full(len(lanes), -1, np.int64)
    has_route = routes >= 0
    entries[has_route] = tracks.locate(routes[has_route], lanes[has_route])
    for row in np.flatnonzero(has_route & (entries < 0)).tolist():
        entries[row] = _refuge(tracks, int(routes[row]), int(lanes[row]))
    return entries


def _refuge(tracks: Tracks, route: int, lane: int) -> int:
    """The entry of a shoulder beside a route."""
    arrays = tracks.arrays
    found = np.flatnonzero(arrays.is_refuge & (arrays.route == route) & (arrays.lane == lane))
    if not len(found):
        raise InputError(
            f"lane '{tracks.lane_map.name(lane)}' lies neither on route {route} nor beside it; "
            "place the vehicle on one of the route's lanes, or give it another route"
        )
    return int(found[0])
