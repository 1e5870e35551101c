"""Room for a newcomer: how fast it can enter at a place so that nobody, itself included, has to brake for it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.roads import LaneMap
from seahaven.roads.junctions import VEHICLES
from seahaven.world import Table

__all__ = ["MANNERS", "Crowd", "Manners", "Reach"]

Floats = NDArray[np.float64]

_HARD, _HARDEST = 4.0, 6.0
"""Braking (m/s²) that is reckoned with, of a leader and of whoever stops behind it; at most what the grip allows."""
_WITHIN = 1.0
"""Metres from the middle of its lane within which nobody reaches over a border."""
_MARGIN = 1.0
"""Metres to be left over."""
_ASIDE = 0.8
"""Metres from the border of a lane within which somebody on foot counts as being on it."""
_WALKER = 0.5
"""Metres from the middle of somebody on foot that are its own."""


class Reach(NamedTuple):
    """Lanes that lie before or behind a place, in ascending order, and how far from it each begins (m)."""

    lanes: NDArray[np.int64]
    offsets: Floats

    @classmethod
    def of(cls, offsets: dict[int, float]) -> Reach:
        """The reach over lanes by number."""
        lanes = sorted(offsets)
        return cls(np.array(lanes, np.int64), np.array([offsets[lane] for lane in lanes], np.float64))


class Manners(NamedTuple):
    """What drivers ask for in front, one or many: the traits that their wanted gaps depend on.

    It is the more of two: the gap of the intelligent driver model (Treiber, Hennecke and Helbing, 2000), with which
    nobody brakes harder than it likes to, and that with which one stops behind a leader who brakes hard, having
    noticed it only after one's reaction time and the step (Gipps, 1981).
    """

    headway: Any
    standstill: Any
    liveliness: Any
    comfort: Any
    reaction: Any
    hard: float = _HARD

    @classmethod
    def of(cls, traits: Mapping[str, Any], grip: float = 1.0) -> Manners:
        """The manners of drivers with these traits; on a slippery road they keep more distance, and brake less."""
        headway = traits["headway"] * (1.0 + 1.2 * max(0.0, 1.0 - grip))
        rest = {name: traits[name] for name in MANNERS if name != "headway"}
        return cls(headway=headway, **rest, hard=min(_HARD, _HARDEST * grip))

    def wanted_gap(self, speed: Any, leader: Any, dt: float) -> Any:
        """The gap (m) that they want at a speed behind leaders with another."""
        braking = np.maximum(speed * (speed - leader), 0.0) / self._twice_the_root
        liked = self.standstill + self.headway * speed + braking
        stopping = np.maximum(speed * speed - leader * leader, 0.0) / (2.0 * self.hard)
        return np.maximum(liked, _MARGIN + (self.reaction + dt) * speed + stopping)

    def fitting_speed(self, gap: float, leader: float, dt: float) -> float:
        """The highest speed at which a gap behind a leader is as wide as one driver wants; below 0 if it is at none."""
        liked = _largest(self._twice_the_root, self.headway, gap - self.standstill, leader, 1.0)
        safe = _largest(2.0 * self.hard, self.reaction + dt, gap - _MARGIN, leader, 0.0)
        return min(liked, safe)

    @property
    def _twice_the_root(self) -> Any:
        return 2.0 * np.sqrt(self.liveliness * self.comfort)


def _largest(braking: float, time: float, free: float, leader: float, share: float) -> float:
    """The largest v for which time v + (v² - leader (share v + (1 - share) leader)) / braking is no more than is free.

    The second term counts only for a v above the leader's speed.
    """
    slow = free / time
    if slow <= leader:
        return slow
    half = 0.5 * (time * braking - share * leader)
    return sqrt(half * half + free * braking + (1.0 - share) * leader * leader) - half


MANNERS = Manners._fields[:-1]
"""The traits, by their columns."""
_SEEN = ("speed", "length", *MANNERS)
_NOWHERE: Floats = np.empty(0)
_NOBODY: NDArray[np.intp] = np.empty(0, np.intp)


class Crowd:
    """Everybody on some lanes, as they will be at the next date, for finding room among them.

    Whoever is changing lanes, or reaches over a border, is on both.
    """

    def __init__(self, lane_map: LaneMap, table: Table, lanes: NDArray[np.bool_], dt: float, grip: float = 1.0) -> None:
        rows = np.flatnonzero((table.lane >= 0) & lanes[table.lane])
        self.dt, self.grip = dt, grip
        self._order: NDArray[np.intp] | None = None
        self._lanes: NDArray[np.int64] = np.empty(0, np.int64)
        self._walkers: list[tuple[NDArray[np.int64], Floats]] = []
        self._columns = {name: getattr(table, name)[rows] for name in _SEEN}
        speed, acceleration = self._columns["speed"], table.acceleration[rows]
        self._columns["speed"] = np.maximum(0.0, speed + acceleration * dt)
        self._columns["lane"] = table.lane[rows].astype(np.int64)
        self._columns["s"] = table.s[rows] + 0.5 * (speed + self._columns["speed"]) * dt
        self._double(lane_map, table, rows)

    def heed(self, lane_map: LaneMap, x: Floats, y: Floats) -> None:
        """Count people who are on the road at some places; a newcomer has to be able to stop before them."""
        found = lane_map.match(x, y, kinds=VEHICLES, reach=_ASIDE)
        on = np.flatnonzero(found.lane >= 0)
        lane, s, offset = found.lane[on].astype(np.int64), found.s[on], found.offset[on]
        self._walkers = [(lane, s)]
        spare = 0.5 * lane_map.width(lane, s) - _ASIDE
        for side, beside in (("left", lane_map.left), ("right", lane_map.right)):
            near = np.flatnonzero(((offset if side == "left" else -offset) > spare) & (beside[lane] >= 0))
            if len(near):
                there = lane_map.beside(lane[near], s[near], side)
                self._walkers.append((there.lane.astype(np.int64), there.s))

    def free_of_people(self, s: float, reach: Reach, length: float) -> float:
        """The metres from the front of a vehicle whose centre is at s to the first one on foot; infinite for none."""
        free = inf
        for lane, place in self._walkers:
            at = np.minimum(np.searchsorted(reach.lanes, lane), len(reach.lanes) - 1)
            away = (place + reach.offsets[at] - s)[reach.lanes[at] == lane]
            away = away[away > -0.5 * length - _MARGIN]
            free = min(free, float(away.min(initial=inf)) - 0.5 * length - _WALKER)
        return free

    def _double(self, lane_map: LaneMap, table: Table, rows: NDArray[np.intp]) -> None:
        """Put those who are on two lanes onto the second, too."""
        offset, aim = table.offset[rows], table.aim[rows]
        reach = np.abs(offset) + 0.5 * table.width[rows]
        near = np.flatnonzero((reach > _WITHIN) | (aim != 0))
        if not len(near):
            return
        lane, s, offset, aim = self._columns["lane"][near], table.s[rows[near]], offset[near], aim[near]
        outside = reach[near] > 0.5 * lane_map.width(lane, s)
        sides = np.where(aim != 0, aim, np.where(outside, np.sign(offset), 0.0))
        for side, beside in ((1, lane_map.left), (-1, lane_map.right)):
            both = np.flatnonzero((sides == side) & (beside[lane] >= 0))
            if len(both):
                there = lane_map.beside(lane[both], s[both], "left" if side > 0 else "right")
                columns = {name: column[near[both]] for name, column in self._columns.items()}
                self._append(columns, there.lane, there.s + columns["s"] - s[both])

    def _append(self, columns: dict[str, NDArray[Any]], lane: NDArray[np.int64], s: Floats) -> None:
        self._order = None
        more = {**columns, "lane": lane, "s": s}
        self._columns = {name: np.concatenate((column, more[name])) for name, column in self._columns.items()}

    def join(self, lane: int, s: float, columns: dict[str, Any]) -> None:
        """Count a newcomer among them."""
        own = {name: np.array([columns[name]], np.float64) for name in _SEEN}
        self._append(own, np.array([lane], np.int64), np.array([s]))

    def ahead(self, s: float, reach: Reach, length: float) -> tuple[float, float]:
        """The gap to the nearest ahead of a vehicle whose centre is at s, and how fast that goes; infinite if none."""
        away, rows = self._away(s, reach)
        ahead = away >= 0.0
        if not ahead.any():
            return inf, inf
        gaps = away[ahead] - 0.5 * (self._columns["length"][rows[ahead]] + length)
        nearest = int(gaps.argmin())
        return float(gaps[nearest]), float(self._columns["speed"][rows[ahead]][nearest])

    def has_room_behind(self, s: float, speed: float, reach: Reach, length: float) -> bool:
        """Whether all behind would have the gap that they want to a newcomer with this speed."""
        away, rows = self._away(s, reach)
        behind = away < 0.0
        if not behind.any():
            return True
        own = {name: self._columns[name][rows[behind]] for name in _SEEN}
        gaps = -away[behind] - 0.5 * (own["length"] + length)
        wanted = Manners.of(own, self.grip).wanted_gap(own["speed"], speed, self.dt)
        return bool((gaps >= wanted).all())

    def _away(self, s: float, reach: Reach) -> tuple[Floats, NDArray[np.intp]]:
        """How far everybody within reach is from s, and their rows here."""
        if self._order is None:
            self._order = np.argsort(self._columns["lane"], kind="stable")
            self._lanes = self._columns["lane"][self._order]
        low = np.searchsorted(self._lanes, reach.lanes)
        counts = np.searchsorted(self._lanes, reach.lanes, side="right") - low
        total = int(counts.sum())
        if not total:
            return _NOWHERE, _NOBODY
        first = np.repeat(low - np.cumsum(counts) + counts, counts)
        rows = self._order[first + np.arange(total)]
        return self._columns["s"][rows] + np.repeat(reach.offsets, counts) - s, rows
