"""Doorways: the places at which vehicles of a route enter, lane by lane, with what lies before and behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple

import numpy as np

from seahaven.behaviour.junctions import is_regulated
from seahaven.errors import InputError, nearest
from seahaven.geometry import Truths
from seahaven.roads import JunctionLogic, LaneMap, Recent
from seahaven.roads.routing import RoadUser, RouteTable, Tracks
from seahaven.traffic.demand import AnySource, Journey, Start
from seahaven.traffic.room import Reach, SpotArrays
from seahaven.traffic.routed import RoutedDemand

__all__ = ["Doorway", "Spot", "doorway", "spot_arrays"]

AHEAD, BEHIND = 400.0, 300.0
"""How far before and behind a doorway others count, in metres."""
BEYOND = 20.0
"""How far behind the end of the lane somebody who goes elsewhere may be whose rear is still on it, in metres."""
JUTTING = 15.0
"""So many metres behind it the rear of a vehicle may lie that enters on a short lane."""
ROOM, OPENED = 10.0, 0.7
"""For so many metres from where one sets out a lane has to have that share of its largest width."""
MOST_SILLS = 10_000
"""How many places at which vehicles enter are kept with a lane map."""
FAST = 20.0
"""Limit (m/s) above which nobody has to be ready to stop where lanes only merge or part: one fits in at speed. Where no
limit is known there is no telling."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A place on one lane at which a vehicle may enter: where the route begins on it."""

    name: str
    lane: int
    entry: int
    s: float
    length: float
    limit: float
    is_best: bool
    ahead: Reach
    behind: Reach
    line: float
    """Metres to where one may have to wait before a junction; infinite if that is far away."""


def spot_arrays(spots: tuple[Spot, ...]) -> SpotArrays:
    """Spots as compiled code takes them."""
    reaches = [reach for spot in spots for reach in (spot.ahead, spot.behind)]
    return SpotArrays.of([(spot.s, spot.length, spot.limit, spot.line, spot.lane) for spot in spots], reaches)


@dataclass(frozen=True, slots=True, eq=False)
class Doorway:
    """Where the vehicles of a route enter: the spots on its first lanes, from the kerb to the middle of the road.

    Those who enter at the same `gate`, whatever their routes, stand in one queue.
    """

    gate: str
    route: int
    spots: tuple[Spot, ...]

    def choice(self, start: Start, chance: float) -> tuple[Spot, ...]:
        """The spots that a start leaves open."""
        if isinstance(start.lane, int):
            return self.spots[start.lane : start.lane + 1]
        if start.lane == "random":
            return (self.spots[int(chance * len(self.spots))],)
        wanted = {"free": self.spots, "best": tuple(spot for spot in self.spots if spot.is_best)}
        return wanted.get(start.lane, tuple(spot for spot in self.spots if spot.name == start.lane))


def doorway(
    source: AnySource, start: Start, demand: RoutedDemand, tracks: Tracks, user: RoadUser, journey: Journey
) -> Doorway:
    """The doorway of a journey; a start that its first road cannot offer is refused, with its place."""
    table, row = demand.places[user, journey]
    route = demand.route(tracks, user, journey)
    spots = tracks.known(_spots_by_route).get(route) or _spots(tracks, demand.tables[table], row, route)
    lane_map, first = tracks.lane_map, spots[0]
    made = Doorway(f"{lane_map.network.roads[lane_map.road[first.lane]].id} at s={first.s:g}", route, spots)
    _refuse_misfit(source, start, made)
    return made


def _refuse_misfit(source: AnySource, start: Start, made: Doorway) -> None:
    names = [spot.name for spot in made.spots]
    chosen = made.choice(start, 0.0)
    if not chosen and isinstance(start.lane, int):
        raise InputError(
            f"{source} starts on lane {start.lane} of road {made.gate}, which has {len(names)} lanes open to it, "
            "counted from 0",
            source.at,
        )
    if not chosen:
        hint = nearest(str(start.lane), [*Start.LANES, *names])
        raise InputError(f"{source} starts on lane '{start.lane}' of road {made.gate}{hint}", source.at)
    room = min(spot.length - spot.s for spot in chosen)
    if not start.position < room:
        raise InputError(
            f"{source} starts {start.position:g} m along road {made.gate}, whose lane ends after {room:g} m; "
            "expected a position on it",
            source.at,
        )


def _spots_by_route(_: Tracks) -> dict[int, tuple[Spot, ...]]:
    """The spots of routes that were asked for, for `Tracks.known`: worlds on the same tracks share them."""
    return {}


def _spots(tracks: Tracks, table: RouteTable, row: int, route: int) -> tuple[Spot, ...]:
    """The spots on the first lanes of a route that are open to its user."""
    lane_map, paths = tracks.lane_map, table.paths
    first, begin = int(paths.lanes[paths.first[row]]), float(paths.start_s[row])
    beginning = tracks.beginning(route)
    entry_of = dict(zip(tracks.arrays.lane[beginning.start : beginning.stop].tolist(), beginning, strict=True))
    lanes = [lane for lane in entry_of if _is_beside(lane_map, lane, first)]
    if not lane_map.network.roads[lane_map.road[first]].is_left_hand:
        lanes.reverse()
    sills = [_sill(lane_map, first, begin, lane) for lane in lanes if table.graph.open_to[lane]]
    sills = [sill for sill in sills if sill.is_wide] or sills
    entries = [entry_of[sill.lane] for sill in sills]
    shifts = np.abs(tracks.arrays.shift[entries]).tolist()
    spots = tuple(
        _spot(tracks, sill, entry, is_best=shift == min(shifts))
        for sill, entry, shift in zip(sills, entries, shifts, strict=True)
    )
    tracks.known(_spots_by_route)[route] = spots
    return spots


class _Sill(NamedTuple):
    """What a place at which vehicles enter is like wherever they go."""

    lane: int
    s: float
    name: str
    length: float
    limit: float
    is_wide: bool
    behind: Mapping[int, float]
    beyond: Mapping[int, float]
    parting: Mapping[int, float]


def _sills(_: LaneMap) -> Recent[_Sill]:
    """Those of late, for `LaneMap.known`: many routes begin at the same places."""
    return Recent(MOST_SILLS)


def _sill(lane_map: LaneMap, first: int, begin: float, lane: int) -> _Sill:
    """The sill on a lane, beside the place at `begin` on the first one."""

    def make() -> _Sill:
        s, length = _counterpart(lane_map, first, begin, lane), float(lane_map.length[lane])
        limit, is_wide = float(lane_map.limit(lane, s)), _is_wide(lane_map, lane, s)
        behind, beyond = _behind(lane_map, lane, s), _beyond(lane_map, lane)
        parting = _parting(lane_map, behind, s)
        return _Sill(lane, s, lane_map.name(lane), length, limit, is_wide, behind, beyond, parting)

    return lane_map.known(_sills).get((first, begin, lane), make)


def _is_wide(lane_map: LaneMap, lane: int, s: float) -> bool:
    """Whether there is a lane already, and still, to set out on: one that opens for a turn begins with no width."""
    width = lane_map.strips.width[lane_map.first[lane] : lane_map.first[lane + 1]]
    end = min(s + ROOM, float(lane_map.length[lane]))
    return float(min(lane_map.width(lane, s), lane_map.width(lane, end))) >= OPENED * float(width.max())


def _is_beside(lane_map: LaneMap, lane: int, first: int) -> bool:
    same = all(column[lane] == column[first] for column in (lane_map.road, lane_map.section, lane_map.along))
    return bool(same)


def _counterpart(lane_map: LaneMap, first: int, s: float, lane: int) -> float:
    """The s on a lane beside the place at s on the first one."""
    own, other = (slice(lane_map.first[k], lane_map.first[k + 1]) for k in (first, lane))
    flip = 1.0 if lane_map.along[first] else -1.0
    road_s = float(np.interp(s, lane_map.s[own], lane_map.road_s[own]))
    return float(np.interp(flip * road_s, flip * lane_map.road_s[other], lane_map.s[other]))


def _spot(tracks: Tracks, sill: _Sill, entry: int, *, is_best: bool) -> Spot:
    # Whoever is still behind may have come past before the newcomer is there; whoever turns off may be in its way yet.
    ahead = {**sill.behind, **sill.beyond, **_ahead(tracks, entry, sill.s)}
    return Spot(
        sill.name, sill.lane, entry, sill.s, sill.length, sill.limit, is_best, Reach.of(ahead),
        Reach.of({**sill.parting, **sill.behind}), _line(tracks, entry, sill.s),
    )  # fmt: skip


def _ahead(tracks: Tracks, entry: int, s: float) -> dict[int, float]:
    """The lanes along the route from an entry on, and how far along it they begin."""
    arrays, offsets, at, begin = tracks.arrays, dict[int, float](), entry, 0.0
    while at >= 0 and begin < s + AHEAD:
        offsets.setdefault(int(arrays.lane[at]), begin)
        begin += float(tracks.lane_map.length[arrays.lane[at]])
        at = int(arrays.following[at])
    return offsets


def _beyond(lane_map: LaneMap, lane: int) -> dict[int, float]:
    """The lanes that one may come to shortly behind the end of a lane, and how far along it they begin."""
    end = float(lane_map.length[lane])
    offsets, waiting = dict[int, float](), [(lane, 0.0)]
    while waiting:
        at, begin = waiting.pop()
        begin += float(lane_map.length[at])
        for onward in lane_map.successors(at):
            if begin < min(end + BEYOND, offsets.get(onward, inf)):
                offsets[onward] = begin
                waiting.append((onward, begin))
    return offsets


def _parting(lane_map: LaneMap, behind: Mapping[int, float], s: float) -> dict[int, float]:
    """The lanes that part shortly before a place from those that lead there, and how far along it they begin.

    On a short lane the rear of a newcomer lies where they part, in the way of those who go there.
    """
    ends = {lane: begin + float(lane_map.length[lane]) for lane, begin in behind.items()}
    return {
        onward: end
        for lane, end in ends.items()
        if s - JUTTING < end <= s
        for onward in lane_map.successors(lane)
        if onward not in behind
    }


def _regulated(lane_map: LaneMap) -> Truths:
    """Of each way, whether vehicles go through its junction by right of way."""
    return is_regulated(JunctionLogic.of(lane_map))


def _line(tracks: Tracks, entry: int, s: float) -> float:
    """How far it is along the route from an entry on to the first place at which one may have to wait."""
    lane_map, arrays, tables = tracks.lane_map, tracks.arrays, JunctionLogic.of(tracks.lane_map).tables
    regulated = lane_map.known(_regulated)
    at, begin = entry, 0.0
    while at >= 0 and begin < s + AHEAD:
        lane = int(arrays.lane[at])
        begin += float(lane_map.length[lane])
        ways = tables.incoming_way[tables.incoming_way_first[lane] : tables.incoming_way_first[lane + 1]]
        limit = float(lane_map.limit(lane, float(lane_map.length[lane])))
        if len(ways) and (limit <= FAST or isinf(limit) or regulated[ways].any()):
            return begin + float(tables.way_stop[ways].min()) - s
        at = int(arrays.following[at])
    return inf


def _behind(lane_map: LaneMap, lane: int, s: float) -> dict[int, float]:
    """A lane and all that lead onto it, and how far along it they begin."""
    offsets, waiting = {lane: 0.0}, [lane]
    while waiting:
        at = waiting.pop()
        for other in lane_map.predecessors(at):
            begin = offsets[at] - float(lane_map.length[other])
            if offsets[at] > s - BEHIND and begin > offsets.get(other, begin - 1.0):
                offsets[other] = begin
                waiting.append(other)
    return offsets
