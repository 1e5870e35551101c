"""The way of a vehicle, from its place to its destination, lane by lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Checkpoint, Route, Router
from seahaven.takes.setting import VehicleEntry

__all__ = ["Itinerary", "Where", "itinerary", "lane_s", "lanes_beside", "leads_round", "refuse_unknown"]

Where: TypeAlias = Callable[[str], AbstractContextManager[Any]]
"""For a key of an entry, what gives errors from inside its place in the file."""
_THROUGH = tuple(LaneKind).index(LaneKind.DRIVING)
_REFUGES = {tuple(LaneKind).index(kind) for kind in (LaneKind.SHOULDER, LaneKind.STOP)}


_NOWHERE: Where = nullcontext
"""No file, no place."""


@dataclass(frozen=True, slots=True)
class Itinerary:
    """A place to begin at, on a lane and `s` metres along it, and the route from there.

    `to` is where it was asked to end, None where it goes on as roads lead, and `via` what it was asked to come by.
    """

    lane: int
    s: float
    route: Route
    to: Checkpoint | None = None
    via: tuple[Checkpoint, ...] = ()


def itinerary(
    router: Router, entry: VehicleEntry, where: Where = _NOWHERE, goals: Sequence[Checkpoint] = ()
) -> Itinerary:
    """Where a vehicle of a study begins, and how it drives from there: by way of goals, the last of which is its end.

    Without goals, it drives where the entry says.

    A place on a road is one on the lane that is best for the way, or on its outer or inner lane; lanes to enter or
    leave by count only where there are no others. A vehicle without a destination drives straight on. `where` gives
    what to do with errors about a key of the entry.
    """
    for key, names in (("on", [entry.on]), ("to", [entry.to] if entry.to else []), ("via", entry.via)):
        with where(key):
            for name in names:
                refuse_unknown(router.lane_map, name)
    to: Checkpoint | None = goals[-1] if goals else entry.to
    via = tuple(goals[:-1] if goals else entry.via)
    if not _is_road(router.lane_map, entry.on):
        with where("lane" if entry.lane is not None else "on" if entry.at == 0.0 else "at"):
            lane = _named(router, entry)
        return _from_lane(router, to, via, lane, entry.at, where)
    with where("at"):
        s = _within(router.lane_map, entry)
    if entry.lane is None and to is not None:
        with where("to"):
            route = router.route((entry.on, s), to, via=via)
        return Itinerary(route.lanes[0], route.start_s, route, to, via)
    with where("on" if entry.lane is None else "lane"):
        lane = _chosen(router, entry, to, via)
    return _from_lane(router, to, via, lane, lane_s(router.lane_map, lane, s), where)


def refuse_unknown(lane_map: LaneMap, name: str) -> None:
    """Refuse what is neither a lane, nor a road, nor the name under which a road was drawn that was split."""
    roads = [road.id for road in lane_map.network.roads]
    if name in roads or any(id.rpartition(".")[0] == name for id in roads):
        return
    try:
        lane_map.index(name)
    except InputError:
        outside = [road.id for road in lane_map.network.roads if road.junction is None]
        raise InputError(f"there is no road or lane '{name}'{nearest(name, outside)}") from None


def leads_round(lane_map: LaneMap, route: Route) -> bool:
    """Whether a route ends where it began, so that it can be driven round and round."""
    return bool(set(lane_map.successors(route.lanes[-1])) & set(lanes_beside(lane_map, route.lanes[0])))


def _from_lane(
    router: Router, to: Checkpoint | None, via: tuple[Checkpoint, ...], lane: int, s: float, where: Where
) -> Itinerary:
    with where("on" if to is None else "to"):
        start = _carriageway(router, lane, s)
        end = _straight_on(router, start[0]) if to is None else to
        return Itinerary(lane, s, router.route(start, end, via=via), to, via)


def _carriageway(router: Router, lane: int, s: float) -> tuple[int, float]:
    """A place itself, or the one beside it where routes begin for a vehicle on a shoulder."""
    lane_map = router.lane_map
    if lane_map.kind[lane] in _REFUGES and not router.graph.open_to[lane]:
        for beside in (lane_map.beside(lane, s, "left"), lane_map.beside(lane, s, "right")):
            if beside.lane >= 0 and router.graph.open_to[beside.lane]:
                return beside.lane, beside.s
    return lane, s


def _chosen(router: Router, entry: VehicleEntry, to: Checkpoint | None, via: tuple[Checkpoint, ...]) -> int:
    """The lane of a road that an entry asks for."""
    if isinstance(entry.lane, int):
        return router.lane_map.lane_at(entry.on, entry.lane, entry.at)
    if to is None:
        return _beside(router, _along(router, entry), entry.lane or "right")
    return _beside(router, router.route((entry.on, entry.at), to, via=via).lanes[0], entry.lane or "right")


def _is_road(lane_map: LaneMap, name: str) -> bool:
    return any(road.id == name for road in lane_map.network.roads)


def _named(router: Router, entry: VehicleEntry) -> int:
    """The lane that an entry names; the router tells of roads that were split."""
    if entry.on.count(":") < 2:
        return router.route((entry.on, entry.at), (entry.on, entry.at)).lanes[0]
    if entry.lane is not None:
        raise InputError(f"'{entry.on}' is a lane already; leave 'lane' out, or name a road")
    lane = router.lane_map.index(entry.on)
    router.lane_map.place(lane, entry.at)
    return lane


def _within(lane_map: LaneMap, entry: VehicleEntry) -> float:
    """How far along its road an entry is."""
    length = lane_map.network.road(entry.on).length
    if entry.at > length:
        raise InputError(f"road '{entry.on}' has no s={entry.at:g}; it is {length:g} m long")
    return entry.at


def _along(router: Router, entry: VehicleEntry) -> int:
    """A lane at an entry's place: one that runs as its road was drawn, if there is any."""
    lane_map, s = router.lane_map, entry.at
    road = lane_map.network.road(entry.on)
    index = lane_map.network.roads.index(road)
    here = (lane_map.road == index) & (lane_map.section == road.section_at(s)) & router.graph.open_to
    lanes = np.flatnonzero(here)
    if not len(lanes):
        raise InputError(f"road '{entry.on}' has no lane at s={s:g} that is open to the road user '{router.user.name}'")
    ranks = np.lexsort((lanes, lane_map.kind[lanes] != _THROUGH, ~lane_map.along[lanes]))
    return int(lanes[ranks[0]])


def lanes_beside(lane_map: LaneMap, lane: int) -> list[int]:
    """The lanes of a section that run the same way, from left to right in the direction of travel."""
    while lane_map.left[lane] >= 0 and not lane_map.left_opposite[lane]:
        lane = int(lane_map.left[lane])
    row = [lane]
    while lane_map.right[lane] >= 0 and not lane_map.right_opposite[lane]:
        lane = int(lane_map.right[lane])
        row.append(lane)
    return row


def _beside(router: Router, lane: int, side: str) -> int:
    """The leftmost or rightmost lane beside a lane, itself included."""
    lane_map = router.lane_map
    row = [one for one in lanes_beside(lane_map, lane) if router.graph.open_to[one]]
    through = [one for one in row if lane_map.kind[one] == _THROUGH] or row
    return through[0] if side == "left" else through[-1]


def lane_s(lane_map: LaneMap, lane: int, road_s: float) -> float:
    """The s on a lane where its road has another."""
    return lane_map.s_where(lane, road_s)


def _straight_on(router: Router, lane: int) -> str:
    """The road that one comes to at last by driving straight on; where a lane ends, by the one beside it.

    Where one comes round again, it is the last road before that, but no way through a junction.
    """
    lane_map, seen, last = router.lane_map, {lane}, lane
    while True:
        ahead = _onward(router, lane) or [
            onward
            for beside in lanes_beside(lane_map, lane)
            if router.graph.open_to[beside]
            for onward in _onward(router, beside)
        ]
        lane_ahead = min(ahead, key=lambda one: (_turn(lane_map, one), one), default=lane)
        if lane_ahead in seen:
            return str(lane_map.network.roads[lane_map.road[last]].id)
        lane = lane_ahead
        last = last if lane_map.junction[lane] >= 0 else lane
        seen.add(lane)


def _onward(router: Router, lane: int) -> list[int]:
    return [one for one in router.lane_map.successors(lane) if router.graph.open_to[one]]


def _turn(lane_map: LaneMap, lane: int) -> float:
    """By how much one turns along a lane, to the nearest degree or so: less does not make a way straighter."""
    heading = lane_map.heading[lane_map.first[lane] : lane_map.first[lane + 1]]
    return round(float(abs(heading[-1] - heading[0])) / 0.02) if lane_map.junction[lane] >= 0 else 0.0
