"""Room for a newcomer: how fast it can enter at a place so that nobody, itself included, has to brake for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import SECOND, Part
from seahaven.roads import LaneMap
from seahaven.roads.junctions import VEHICLES
from seahaven.world import Binding, Table, call_part, part_of

__all__ = [
    "CROWD_COLUMNS", "MANNERS", "MARGIN", "NEWCOMER_TRAITS", "SPARE", "Crowd", "Manners", "Reach", "Slate",
    "SpotArrays", "caution", "hardest_braking", "lookup_of",
]  # fmt: skip

Floats = NDArray[np.float64]

_HARD, _HARDEST = 4.0, 6.0
"""Braking (m/s²) that is reckoned with, of a leader and of whoever stops behind it; at most what the grip allows."""
MARGIN = 1.0
"""Metres to be left over."""
_ASIDE = 0.8
"""Metres from the border of a lane within which somebody on foot counts as being on it."""


class Reach(NamedTuple):
    """Lanes that lie before or behind a place, in ascending order, and how far from it each begins (m)."""

    lanes: NDArray[np.int64]
    offsets: Floats

    @classmethod
    def of(cls, offsets: Mapping[int, float]) -> Reach:
        """The reach over lanes by number."""
        lanes = sorted(offsets)
        return cls(np.array(lanes, np.int64), np.array([offsets[lane] for lane in lanes], np.float64))


class SpotArrays(NamedTuple):
    """Spots at which a newcomer may enter, as compiled code takes them: see `room_kernels.find_room`."""

    table: Floats
    firsts: NDArray[np.int64]
    reach: NDArray[np.int64]
    offsets: Floats
    is_free: NDArray[np.bool_]
    """True throughout."""
    addresses: tuple[int, ...]
    """Of the table, how many spots it has, of `firsts`, of `reach`, how many lanes that has, and of `offsets`."""

    @classmethod
    def of(cls, rows: Sequence[tuple[float, ...]], reaches: Sequence[Reach]) -> SpotArrays:
        """Spots with these columns, and of each what lies ahead, and then what lies behind."""
        firsts = np.cumsum([0, *(len(reach.lanes) for reach in reaches)])
        lanes, offsets = (np.concatenate([reach[k] for reach in reaches]) for k in range(2))
        table, is_free = np.array(rows, np.float64), np.ones(len(rows), np.bool_)
        at = [column.ctypes.data for column in (table, firsts, lanes, offsets)]
        return cls(table, firsts, lanes, offsets, is_free, (at[0], len(rows), at[1], at[2], len(lanes), at[3]))


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
        headway = traits["headway"] * caution(grip)
        rest = {name: traits[name] for name in MANNERS if name != "headway"}
        return cls(headway=headway, **rest, hard=hardest_braking(grip))

    def wanted_gap(self, speed: Any, leader: Any, dt: float) -> Any:
        """The gap (m) that they want at a speed behind leaders with another."""
        braking = np.maximum(speed * (speed - leader), 0.0) / self._twice_the_root
        liked = self.standstill + self.headway * speed + braking
        stopping = np.maximum(speed * speed - leader * leader, 0.0) / (2.0 * self.hard)
        return np.maximum(liked, MARGIN + (self.reaction + dt) * speed + stopping)

    def fitting_speed(self, gap: float, leader: float, dt: float) -> float:
        """The highest speed at which a gap behind a leader is as wide as one driver wants; below 0 if it is at none."""
        liked = _largest(self._twice_the_root, self.headway, gap - self.standstill, leader, 1.0)
        safe = _largest(2.0 * self.hard, self.reaction + dt, gap - MARGIN, leader, 0.0)
        return min(liked, safe)

    @property
    def _twice_the_root(self) -> Any:
        product = self.liveliness * self.comfort
        return 2.0 * (sqrt(product) if isinstance(product, float) else np.sqrt(product))


def caution(grip: float) -> float:
    """How many times as long as on a dry road headways are."""
    return 1.0 + 1.2 * max(0.0, 1.0 - grip)


def hardest_braking(grip: float) -> float:
    """The hardest braking (m/s²) of others that is reckoned with."""
    return min(_HARD, _HARDEST * grip)


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
_TRAITS = ("length", *MANNERS)
"""What is known of everybody besides place and speed."""
NEWCOMER_TRAITS = (*_TRAITS, "speed_factor", "top_speed", "weather_caution")
"""What is known of a newcomer, by its columns, in the order in which `find_room` takes it."""

CROWD_COLUMNS = (
    "lane", "s", "offset", "speed", "acceleration", "width", "aim", *_TRAITS,
)  # fmt: skip
"""What a crowd is made of, in the order in which `line_up` takes it."""
_NOBODY: tuple[NDArray[np.int64], Floats] = np.zeros(0, np.int64), np.zeros(0)
SPARE = 64
"""Room for so many newcomers at once."""


def lookup_of(lane_map: LaneMap) -> Any:
    """How compiled code finds places on lanes."""
    return lane_map.strips.lookup


class Slate:
    """Memory for one crowd after the other: to be given some anew takes longer than to fill it."""

    __slots__ = ("_binding", "_columns", "_watched")

    def __init__(self) -> None:
        self._columns = np.empty(0, np.int64), np.empty(0), np.empty(0), np.empty((0, len(_TRAITS)))
        self._watched, self._binding = np.empty(0, np.bool_), Binding[Part]()

    def room_for(self, count: int) -> tuple[NDArray[np.int64], Floats, Floats, Floats]:
        """Room for the lanes, places, speeds and traits of so many."""
        if count > len(self._columns[0]):
            most = 1 << (count - 1).bit_length()
            self._columns = np.empty(most, np.int64), np.empty(most), np.empty(most), np.empty((most, len(_TRAITS)))
        return self._columns

    def line_up(self, lane_map: LaneMap, table: Table, lanes: NDArray[np.bool_], dt: float) -> int:
        """Fill in everybody on some lanes, as they will be after a while; gives how many. See `room_kernels`."""
        room = self.room_for(2 * len(table) + SPARE)
        if len(self._watched) != len(lanes):
            self._watched = np.empty(len(lanes), np.bool_)
        self._watched[:] = lanes
        part = self._binding.bound((table, room, self._watched), lambda: self._bound(lane_map, table, room))
        return call_part(part, 0, 0, round(dt * SECOND))

    def _bound(self, lane_map: LaneMap, table: Table, room: tuple[Any, ...]) -> Part:
        import seahaven.traffic.room_kernels as kernels

        roads = lane_map.known(lookup_of), lane_map.left, lane_map.right, lane_map.along, self._watched
        return part_of(kernels.line_up_rows, (table.tally, roads, tuple(map(table.spacious, CROWD_COLUMNS)), room))


class Crowd:
    """Everybody on some lanes, as they will be at the next date, for finding room among them.

    Whoever is changing lanes, or reaches over a border, is on both. `pace` is the share of its speed that the average
    driver keeps in this weather.
    """

    def __init__(
        self, lane_map: LaneMap, table: Table, lanes: NDArray[np.bool_], dt: float, grip: float = 1.0,
        slate: Slate | None = None,
    ) -> None:  # fmt: skip
        self.dt, self.grip, self.pace = dt, grip, 1.0
        self._walkers, slate = _NOBODY, slate or Slate()
        self._count = slate.line_up(lane_map, table, lanes, dt)
        self._lane, self._s, self._speed, self._traits = slate.room_for(0)
        self._order = self._lane[: self._count].argsort(kind="stable")
        self._sorted = self._lane[self._order]
        self._terms = hardest_braking(grip), caution(grip), MARGIN, dt

    def heed(self, lane_map: LaneMap, x: Floats, y: Floats) -> None:
        """Count people who are on the road at some places; a newcomer has to be able to stop before them."""
        found = lane_map.match(x, y, kinds=VEHICLES, reach=_ASIDE)
        on = np.flatnonzero(found.lane >= 0)
        lane, s, offset = found.lane[on].astype(np.int64), found.s[on], found.offset[on]
        walkers = [(lane, s)]
        spare = 0.5 * lane_map.width(lane, s) - _ASIDE
        sides: tuple[tuple[Literal["left", "right"], Any], ...] = (("left", lane_map.left), ("right", lane_map.right))
        for side, beside in sides:
            near = np.flatnonzero(((offset if side == "left" else -offset) > spare) & (beside[lane] >= 0))
            if len(near):
                there = lane_map.beside(lane[near], s[near], side)
                walkers.append((there.lane.astype(np.int64), there.s))
        lanes, places = zip(*walkers, strict=True)
        self._walkers = np.concatenate(lanes), np.concatenate(places)

    def find_room(
        self, spots: SpotArrays, is_free: NDArray[np.bool_], traits: Floats, *, position: float, given: float,
        factor: float, kept: float, on_time: float,
    ) -> tuple[int, float, float]:  # fmt: skip
        """The spot at which a newcomer gets on best, the s and the speed at which it enters; -1 where it finds no room.

        Whoever finds room counts among them from now on. See `room_kernels.find_room`.
        """
        import seahaven.traffic.room_kernels as kernels

        if self._count == len(self._lane):
            self._make_room()
        found = kernels.find_room(
            self._sorted, self._order, self._lane, self._count, self._s, self._speed, self._traits, spots.table,
            is_free, spots.firsts, spots.reach, spots.offsets, *self._walkers, traits, position, given, factor, kept,
            on_time, *self._terms,
        )  # fmt: skip
        self._count += found[0] >= 0
        return found

    def _make_room(self) -> None:
        """Have more spare places for newcomers."""
        self._lane = np.append(self._lane, np.zeros(SPARE, np.int64))
        self._s, self._speed = (np.append(column, np.zeros(SPARE)) for column in (self._s, self._speed))
        self._traits = np.append(self._traits, np.zeros((SPARE, len(_TRAITS))), axis=0)

    def ahead(self, s: float, reach: Reach, length: float) -> tuple[float, float]:
        """The gap to the nearest ahead of a vehicle whose centre is at s, and how fast that goes; infinite if none."""
        import seahaven.traffic.room_kernels as kernels

        return kernels.find_ahead(
            self._sorted, self._order, self._lane, self._count, self._s, self._speed, self._traits,
            reach.lanes, reach.offsets, float(s), float(length),
        )  # fmt: skip

    def has_room_behind(self, s: float, speed: float, reach: Reach, length: float) -> bool:
        """Whether all behind would have the gap that they want to a newcomer with this speed."""
        import seahaven.traffic.room_kernels as kernels

        return kernels.has_room_behind(
            self._sorted, self._order, self._lane, self._count, self._s, self._speed, self._traits, reach.lanes,
            reach.offsets, float(s), float(length), float(speed), *self._terms,
        )  # fmt: skip
