"""Routes for those who are just there: through the whole network, and by lane."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np

from seahaven import geometry
from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads import LaneMap, routing, stored
from seahaven.roads.routing import Checkpoint, Paths, RoadUser, Router, RouteTable, Tracks

__all__ = ["WaysOn", "through_routes", "through_routes_of"]

Pair: TypeAlias = tuple[Checkpoint, Checkpoint]

MOST_ROUTES = 2000
"""How many routes a network gets at most, before those that only cover what is left over."""
MANY = 200
"""From so many lanes open to the road user on, through routes are kept on disk."""
STRIDE = 7919
"""A prime: pairs of a large town are taken so many apart, which mixes entrances and exits."""
TURN = 0.5
"""A lane inside a junction that bends by more than this, in radians, is a turn."""
SLACK = 1e-3
AHEAD = 400.0
"""Metres for which a lane should follow a route without a change, when somebody is put there."""

_CODE = (Path(__file__), Path(routing.__file__).parent, Path(geometry.__file__).parent)


def through_routes(router: Router, *, most: int = MOST_ROUTES) -> RouteTable:
    """Routes from every entrance of a network to every exit, and to whatever these leave out: `Tracks(table)`.

    An entrance is where a road begins that no other leads to. Of more than `most` pairs some are taken, spread over all
    entrances and exits, always the same ones. Lanes that no such route comes by get one that begins on them, so that
    every lane open to the router's road user has a route.
    """
    starts = _mouths(router, "previous")
    ends = [_end_of(router, lane) for lane in _mouths(router, "next")]
    pairs: list[Pair] = [(start, end) for start in starts for end in ends]
    if len(pairs) > most:
        pairs = [pairs[k] for k in sorted({i * STRIDE % len(pairs) for i in range(most)})]
    pairs = _reached(router, pairs)
    pairs += _left_over(router, pairs, ends)
    if not pairs:
        raise InputError(
            f"there is no lane open to {router.user.name} to make routes of; expected a network with roads"
        )
    return router.routes(*map(list, zip(*pairs, strict=True)))


def through_routes_of(lane_map: LaneMap, user: RoadUser) -> RouteTable:
    """The through routes of a road user on the shared router of a lane map: for `lane_map.known`.

    Those of a network with many lanes, which take up to 100 ms, are kept on disk.
    """
    router = Router.of(lane_map, user)
    if router.graph.open_to.sum() < MANY:
        return through_routes(router)
    graph, roads = router.graph, "\n".join(f"{road.id} {road.length!r}" for road in lane_map.network.roads)
    inputs = (lane_map.digest, graph.open_to, graph.clock, *graph.sides, *graph.onward, f"{graph.roomy!r}", roads)
    return router.along(Paths(*stored("through", lambda: through_routes(router).paths, inputs=inputs, code=_CODE)))


def _end_of(router: Router, lane: int) -> Checkpoint:
    """The end of a lane's road, or section, on whichever of its lanes one comes there."""
    road = router.lane_map.network.roads[router.lane_map.road[lane]]
    begin, end = road.stretch(int(router.lane_map.section[lane]))
    if router.lane_map.along[lane]:
        return road.id, end if end >= road.length else end - SLACK
    return road.id, begin


def _reached(router: Router, pairs: list[Pair]) -> list[Pair]:
    """The pairs between which there is a way, however short: one cannot leave where one has just come in."""
    if not pairs:
        return []
    length = router.routes(*map(list, zip(*pairs, strict=True))).length
    return [pair for pair, metres in zip(pairs, length.tolist(), strict=True) if SLACK < metres < inf]


def _mouths(router: Router, side: Literal["previous", "next"]) -> list[int]:
    """One lane of each carriageway at which the network begins, or ends: none of its lanes leads further."""
    lane_map, is_open = router.lane_map, router.graph.open_to
    others = lane_map.predecessors if side == "previous" else lane_map.successors
    found: dict[tuple[int, int, bool], int] = {}
    leads: set[tuple[int, int, bool]] = set()
    for lane in np.flatnonzero(is_open).tolist():
        key = int(lane_map.road[lane]), int(lane_map.section[lane]), bool(lane_map.along[lane])
        found.setdefault(key, lane)
        if any(is_open[other] for other in others(lane)):
            leads.add(key)
    return [lane for key, lane in found.items() if key not in leads]


def _left_over(router: Router, pairs: list[Pair], ends: list[Checkpoint]) -> list[Pair]:
    """Starts and ends of routes for lanes that those of the pairs do not come by."""
    is_covered = ~router.graph.open_to
    if pairs:
        is_covered[router.routes(*map(list, zip(*pairs, strict=True))).best.entry_lane] = True
    more: list[Pair] = []
    for lane in np.flatnonzero(~is_covered).tolist():
        if not is_covered[lane]:
            end = _nearest(router, lane, ends)
            table = router.routes([lane], [end])
            is_covered[lane] = True
            if table.is_reached[0]:
                is_covered[table.best.entry_lane] = True
                more.append((lane, end))
    return more


def _nearest(router: Router, lane: int, ends: list[Checkpoint]) -> Checkpoint:
    """The nearest of some ends that one comes to from a lane; where there is none, the furthest place of all.

    Whoever ended somewhere inside the network would stand there in everybody's way.
    """
    length = router.routes([lane], ends).length if ends else np.empty(0)
    good = np.flatnonzero((length > SLACK) & np.isfinite(length))
    return ends[int(good[length[good].argmin()])] if len(good) else _furthest(router, lane)


def _furthest(router: Router, lane: int) -> int:
    """Where one comes to by going on and on along the first way; once round where that is a ring.

    Nobody ends inside a junction, unless it began there and that leads nowhere else.
    """
    onward, seen, at, end = router.graph.onward, {lane}, lane, lane
    while onward.next_first[at] < onward.next_first[at + 1]:
        following = int(onward.next_lane[onward.next_first[at]])
        if following in seen:
            break
        seen.add(following)
        at = following
        end = at if router.lane_map.junction[at] < 0 or router.lane_map.junction[end] >= 0 else end
    return end


class WaysOn:
    """For each lane the routes that come by, with how often each is taken: mostly the one that goes straight on.

    `turning` is the share of those who turn off once at some junction ahead, of those who go straight on; of those who
    turn twice it is the square, and so on. Routes alike in this are taken alike.
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, tracks: Tracks, turning: float = 0.0) -> None:
        arrays, lane_map = tracks.arrays, tracks.lane_map
        entries = np.flatnonzero(~arrays.is_refuge & (arrays.route < tracks.planned))
        lane = arrays.lane[entries]
        order = np.argsort(lane, kind="stable")
        entries = entries[order]
        self.first: Integers = np.searchsorted(lane[order], np.arange(len(lane_map) + 1))
        self.route: Integers = arrays.route[entries].astype(np.int64)
        self._drop: Floats = arrays.drop[entries]
        self._turns: Integers = _turns_ahead(tracks)[entries]
        self._powers: Floats = float(turning) ** np.arange(self._turns.max(initial=0) + 1)

    def choose(self, lane: Any, s: Any, chance: Any) -> Integers:
        """The routes for vehicles at places, by numbers from 0 up to 1; -1 where no route comes by."""
        import seahaven.traffic.ambient_kernels as kernels

        lanes, along, chances = np.atleast_1d(np.asarray(lane, np.int64)), np.atleast_1d(s), np.atleast_1d(chance)
        chosen = kernels.choose_ways(self.first, self._drop, self._turns, self._powers, lanes, along, chances, AHEAD)
        return np.asarray(np.where(chosen >= 0, self.route[chosen], -1) if len(self.route) else chosen)


def _turns_ahead(tracks: Tracks) -> Integers:
    """Of each entry, how often its route turns at a junction from there on, along the entries that follow."""
    arrays, lane_map = tracks.arrays, tracks.lane_map
    bend = np.abs(lane_map.heading[lane_map.first[1:] - 1] - lane_map.heading[lane_map.first[:-1]])
    is_turn = (lane_map.junction >= 0) & (bend > TURN)
    per_stage = _stage_turns(tracks, is_turn)
    turns = np.zeros(len(arrays.lane), np.int64)
    turns[: len(per_stage)] = per_stage
    return turns


def _stage_turns(tracks: Tracks, is_turn: Truths) -> Integers:
    """Turns that lie ahead of each entry of the tables: those of the lanes by which its route leaves later stages."""
    parts = []
    for table in tracks.tables:
        best = table.best
        turns = is_turn[best.entry_lane[best.stage_leave]].astype(np.int64)
        behind = np.concatenate((np.cumsum(turns[::-1])[::-1], [0]))
        of_route = np.repeat(np.arange(len(table)), np.diff(best.stage_first))
        ahead = behind[:-1] - behind[best.stage_first[1:]][of_route]
        parts.append(ahead[best.entry_stage])
    return np.concatenate(parts)
