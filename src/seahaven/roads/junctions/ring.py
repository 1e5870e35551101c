"""Rings: roundabouts, as groups that the file names and as circles that lanes make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, tau

import numpy as np

from seahaven.geometry import Floats, Truths, wrap_angle
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import JunctionLink, LaneKind

LARGEST_RADIUS = 60.0
SMALLEST_RADIUS = 4.0
"""Between which radii, in metres, a circle is a roundabout."""
ROUND = 0.25
"""By which part of the radius a ring may lie further in or out."""
EIGHTH_TURN = (0.1, 1.7)
"""Between which angles any eighth of a ring turns; a circle turns by 0.79."""
MOST_LANES = 200
"""As many lanes as a circle may be made of."""

_KINDS = tuple(LaneKind)


@dataclass(frozen=True, slots=True)
class Ring:
    """A roundabout: its junctions, and the roads between them that make the ring."""

    name: str
    junctions: tuple[str, ...]
    roads: frozenset[str]


def rings(lane_map: LaneMap) -> list[Ring]:
    """All roundabouts, those that were named first."""
    network = lane_map.network
    found = []
    for group in network.groups:
        if group.is_roundabout:
            names = set(group.junctions)
            between = frozenset(
                road.id
                for road in network.roads
                if all(isinstance(link, JunctionLink) and link.junction in names for link in (road.before, road.after))
            )
            found.append(Ring(group.name or group.id, group.junctions, between))
    return found + list(_drawn(lane_map, {id for ring in found for id in ring.junctions}))


def _drawn(lane_map: LaneMap, taken: set[str]) -> Iterator[Ring]:
    """Rings by geometry; rings of several lanes are one, since they share junctions."""
    junctions, roads = lane_map.network.junctions, lane_map.network.roads
    known: dict[str, tuple[dict[str, None], set[str]]] = {}
    for lanes in _Circles(lane_map).find():
        met = dict.fromkeys(junctions[lane_map.junction[lane]].id for lane in lanes if lane_map.junction[lane] >= 0)
        own = {roads[lane_map.road[lane]].id for lane in lanes if lane_map.junction[lane] < 0}
        if len(met) < 2 or taken.intersection(met):
            continue
        shared = next((known[id] for id in met if id in known), (met, own))
        shared[0].update(met)
        shared[1].update(own)
        known.update(dict.fromkeys(met, shared))
    for id, (names, between) in known.items():
        if id == next(iter(names)):
            yield Ring(min(names), tuple(names), frozenset(between))


class _Circles:
    """Lanes on which one comes round in a circle by always keeping to its inside."""

    def __init__(self, lane_map: LaneMap) -> None:
        self._map = lane_map
        self._turn = lane_map.heading[lane_map.first[1:] - 1] - lane_map.heading[lane_map.first[:-1]]
        self._free = self._one_way()

    def find(self) -> Iterator[tuple[int, ...]]:
        """The lanes of each circle."""
        seen: set[int] = set()
        for lane in np.flatnonzero(self._free & (self._map.junction < 0)).tolist():
            lanes = () if lane in seen else self._round(lane)
            if lanes and self._is_round(lanes):
                seen.update(lanes)
                yield lanes

    def _one_way(self) -> Truths:
        """The driving lanes beside which nobody drives the other way."""
        lane_map = self._map
        driven = np.array([kind.is_driving for kind in _KINDS])[lane_map.kind]
        both: dict[tuple[int, int], set[bool]] = {}
        for lane in np.flatnonzero(driven).tolist():
            key = int(lane_map.road[lane]), int(lane_map.section[lane])
            both.setdefault(key, set()).add(bool(lane_map.along[lane]))
        pairs = zip(lane_map.road.tolist(), lane_map.section.tolist(), strict=True)
        single = np.array([len(both.get(pair, ())) == 1 for pair in pairs], dtype=bool)
        free: Truths = driven & single & ~lane_map.two_way & (lane_map.length > 0.0)
        return free

    def _round(self, start: int) -> tuple[int, ...]:
        """The lanes from one round to itself again; none if one does not come back in time."""
        sign = -1.0 if self._map.network.roads[self._map.road[start]].is_left_hand else 1.0
        lanes, length = [start], float(self._map.length[start])
        while length < tau * LARGEST_RADIUS * (1.0 + ROUND) and len(lanes) < MOST_LANES:
            after = [lane for lane in self._map.successors(lanes[-1]) if self._free[lane]]
            if start in after:
                return tuple(lanes)
            if not after:
                return ()
            lanes.append(max(after, key=lambda lane: (sign * float(self._turn[lane]), -lane)))
            length += float(self._map.length[lanes[-1]])
        return ()

    def _is_round(self, lanes: tuple[int, ...]) -> bool:
        count = 128
        starts = np.concatenate(([0.0], np.cumsum(self._map.length[list(lanes)])))
        u = np.linspace(0.0, starts[-1], count, endpoint=False)
        k = np.searchsorted(starts, u, side="right") - 1
        placed = self._map.place(np.array(lanes)[k], u - starts[k])
        radius = np.hypot(placed.x - placed.x.mean(), placed.y - placed.y.mean())
        mean = float(radius.mean())
        if not SMALLEST_RADIUS <= mean <= LARGEST_RADIUS or np.abs(radius - mean).max() > ROUND * mean:
            return False
        turn = _eighths(np.asarray(placed.heading))
        return bool(turn.min() >= EIGHTH_TURN[0] and turn.max() <= EIGHTH_TURN[1])


def _eighths(heading: Floats) -> Floats:
    """By how much each eighth of a closed course turns, towards the side to which the whole turns."""
    steps: Floats = np.asarray(wrap_angle(np.roll(heading, -1) - heading))
    whole = float(steps.sum())
    if abs(abs(whole) - tau) > 0.2 * pi:
        return np.zeros(1)
    twice = np.concatenate(([0.0], np.cumsum(np.concatenate((steps, steps)))))
    eighth = len(heading) // 8
    turn: Floats = np.sign(whole) * (twice[eighth : eighth + len(heading)] - twice[: len(heading)])
    return turn
