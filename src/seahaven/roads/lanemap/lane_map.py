"""The lane map: a network's lanes as arrays, and questions about them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import isfinite
from operator import index
from typing import Any, Concatenate, Literal, NamedTuple, NoReturn, ParamSpec, TypeVar

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Bytes, Floats, Indices, Integers, Truths
from seahaven.roads.lanemap.asking import (
    NO_FLOATS,
    NO_LANES,
    answer,
    as_floats,
    as_lanes,
    columns_for,
    is_single,
    side_by_side,
)
from seahaven.roads.lanemap.layout import lay_out
from seahaven.roads.lanemap.links import lane_names
from seahaven.roads.lanemap.remarks import remarks_on
from seahaven.roads.lanemap.strips import Lookup, Strips, Surroundings
from seahaven.roads.model import LaneKind, Remark, RoadNetwork
from seahaven.roads.recent import Recent
from seahaven.roads.storage import digest_of

DRIVING = frozenset(kind for kind in LaneKind if kind.is_driving)
"""The kinds of lanes that cars drive on as a matter of course."""
REACH = 5.0
"""How far beside a lane, in metres, a place may lie to be matched to it, by default."""
FURTHEST = 10_000.0
"""The furthest that anything can be asked to reach, in metres."""

_ATTRIBUTES = tuple(name for name in Strips._fields if name not in ("width", "limit"))
_ORDER = {kind: index for index, kind in enumerate(LaneKind)}

MOST_SHARED = 4
"""How many lane maps `LaneMap.of` keeps for later worlds on the same roads."""
MOST_RECENT = 2
"""How many results of one function `LaneMap.recent` keeps. Tracks with many routes take up to 100 MB each."""

P = ParamSpec("P")
Made = TypeVar("Made")


def bits_of(kinds: Collection[LaneKind]) -> int:
    """Kinds of lanes as compiled code takes them: a bit for each."""
    return sum(1 << _ORDER[kind] for kind in kinds)


class Placing(NamedTuple):
    """Where a place on a lane lies, in metres and radians; curvature in 1/m, grade as rise per metre.

    The heading is that of the lane's own centre line in the direction of travel, unwrapped along the lane. The
    curvature, positive to the left, is that of the line which keeps the given offset from the centre.
    """

    x: Any
    y: Any
    z: Any
    heading: Any
    curvature: Any
    grade: Any


class Match(NamedTuple):
    """The lane on which a place lies, how far along it and how far to its left; lane -1 where there is none."""

    lane: Any
    s: Any
    offset: Any


class Beside(NamedTuple):
    """The lane beside a place on another, -1 where there is none, and the s there."""

    lane: Any
    s: Any


class LaneMap:
    """A network's lanes, numbered by roads, sections and from left to right; the middle ones do not count.

    A lane has an s from 0 to its length in the direction of travel, measured along its own centre line in the plane,
    and offsets to the left of travel. A lane on which traffic runs both ways is measured along its road.

    Every array of `strips` but `width` and `limit` is an attribute, too. All methods take one value or arrays of any
    shape, and for arrays run as compiled code. A single s beyond a lane's ends is refused; in arrays a lane runs on
    straight there, and what is asked of it is that of its end. `place` and `match` are inverse to each other.
    """

    __slots__ = (
        "_known",
        "_lanes",
        "_lookup",
        "_surroundings",
        "chord_error",
        "network",
        "remarks",
        "strips",
        *_ATTRIBUTES,
    )

    network: RoadNetwork
    chord_error: float
    strips: Strips
    remarks: tuple[Remark, ...]
    """What is doubtful about single lanes: those without width or length."""
    road: Indices
    section: Indices
    number: Indices
    kind: Bytes
    along: Truths
    two_way: Truths
    length: Floats
    first: Integers
    left: Indices
    right: Indices
    left_opposite: Truths
    right_opposite: Truths
    junction: Indices
    s: Floats
    x: Floats
    y: Floats
    z: Floats
    normal_x: Floats
    normal_y: Floats
    normal_z: Floats
    heading: Floats
    curvature: Floats
    grade: Floats
    road_s: Floats
    may_change: Bytes
    plan: Floats
    course: Floats
    lane_of: Indices
    next_first: Integers
    next_lane: Indices
    previous_first: Integers
    previous_lane: Indices
    bucket_first: Integers
    bucket_row: Indices
    bucket_scale: Floats
    grid_frame: Floats
    grid_shape: Integers
    cell_first: Integers
    cell_row: Indices
    cell_kind: Bytes
    _known: dict[Any, Any]
    _lanes: dict[tuple[str, int, int], int]
    _lookup: Lookup
    _surroundings: Surroundings

    @classmethod
    def of(cls, network: RoadNetwork) -> LaneMap:
        """The lane map of a network, shared by all worlds on it in this process, with all that is `known` of it.

        The last `MOST_SHARED` maps are kept, so a second world on the same roads does not survey them again.
        """
        return _shared.get(id(network), lambda: cls(network))  # while the map is kept, no other network has that id

    def __init__(self, network: RoadNetwork, chord_error: float = 0.01) -> None:
        if not (isfinite(chord_error) and chord_error > 0.0):
            raise InputError(f"LaneMap got chord_error {chord_error!r}; expected a finite number of metres above 0")
        lanes = lane_names(network)
        strips = lay_out(network, lanes, chord_error)
        known = {"network": network, "chord_error": chord_error, "strips": strips, "_lanes": lanes, "_known": {}}
        known |= {"_lookup": strips.lookup, "_surroundings": strips.surroundings}
        for name, value in (*known.items(), *((name, getattr(strips, name)) for name in _ATTRIBUTES)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "remarks", remarks_on(self.name, strips))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a lane map never changes; '{name}' cannot be set")

    def known(self, make: Callable[Concatenate[LaneMap, P], Made], *given: P.args, **options: P.kwargs) -> Made:
        """What a function makes of this map and the arguments; made once, and kept as long as the map.

        For whatever depends on roads alone. All worlds on these roads share the result, so it must not change.
        """
        key = make, given, *sorted(options.items())
        if key not in self._known:
            self._known[key] = make(self, *given, **options)
        made: Made = self._known[key]
        return made

    def recent(self, make: Callable[Concatenate[LaneMap, P], Made], *given: P.args, **options: P.kwargs) -> Made:
        """The same as `known`, but only the last few results of a function are kept.

        For what depends on roads and on something that varies from world to world, such as routes or a seed.
        """
        results: Recent[Made] = self._known.setdefault((Recent, make), Recent(MOST_RECENT))
        return results.get((given, *sorted(options.items())), lambda: make(self, *given, **options))

    def __len__(self) -> int:
        return len(self.length)

    def __repr__(self) -> str:
        return f"<LaneMap of {len(self)} lanes on {len(self.network.roads)} roads>"

    @property
    def digest(self) -> str:
        """A digest of all arrays: for what is kept on disk of a map and of little else (`seahaven.roads.stored`)."""
        return self.known(_digest)

    def name(self, lane: int) -> str:
        """The name of a lane, made of its road, section and number, such as "main:0:-1"."""
        self._refuse_unknown(lane)
        return f"{self.network.roads[self.road[lane]].id}:{self.section[lane]}:{self.number[lane]}"

    def index(self, name: str) -> int:
        """The lane of that name."""
        road, _, rest = name.rpartition(":")[0].rpartition(":")
        key = road, rest, name.rpartition(":")[2]
        if key[1].isdecimal() and key[2].removeprefix("-").isdecimal():
            lane = self._lanes.get((road, int(key[1]), int(key[2])))
            if lane is not None:
                return lane
        raise InputError(f"there is no lane '{name}'{nearest(name, map(self.name, range(len(self))))}")

    def lane_at(self, road: str, number: int, road_s: float) -> int:
        """The lane of that number where its road has the given s."""
        known = self.network.road(road)
        section = known.section_at(road_s)
        lane = self._lanes.get((road, section, number))
        if lane is None:
            there = ", ".join(str(lane.id) for lane in known.sections[section].lanes if lane.id)
            raise InputError(f"road '{road}' has no lane {number} at s={road_s:g}; the lanes there are {there}")
        return lane

    def successors(self, lane: int) -> tuple[int, ...]:
        """The lanes into which a lane leads, in the direction of travel."""
        self._refuse_unknown(lane)
        return tuple(self.next_lane[self.next_first[lane] : self.next_first[lane + 1]].tolist())

    def predecessors(self, lane: int) -> tuple[int, ...]:
        """The lanes that lead into a lane."""
        self._refuse_unknown(lane)
        return tuple(self.previous_lane[self.previous_first[lane] : self.previous_first[lane + 1]].tolist())

    def s_where(self, lane: int, road_s: float) -> float:
        """The s on a lane where its road has another one."""
        rows = slice(int(self.first[lane]), int(self.first[lane + 1]))
        flip = 1.0 if self.along[lane] else -1.0
        return float(np.interp(flip * road_s, flip * self.road_s[rows], self.s[rows]))

    def place(self, lane: Any, s: Any, offset: Any = 0.0) -> Placing:
        """Where the place at s along a lane, and `offset` metres to the left of its centre, lies."""
        import seahaven.roads.lanemap.query_kernels as kernels

        single = is_single(lane, s, offset)
        if single:
            self._refuse_beyond(lane, s)
        shape, (lanes, along, aside) = side_by_side(as_lanes("place", lane), as_floats(s), as_floats(offset))
        columns = columns_for(len(lanes), len(Placing._fields))
        self._refuse_row("place", kernels.place_each(self._lookup, lanes, along, aside, *columns), lanes, along, aside)
        return Placing(*(answer(column, shape) for column in columns))

    def match(
        self,
        x: Any,
        y: Any,
        *,
        heading: Any = None,
        z: Any = None,
        hint: Any = None,
        reach: float = REACH,
        kinds: Collection[LaneKind] = DRIVING,
    ) -> Match:
        """The lane of one of the kinds on which a place lies, how far along it and how far to its left.

        Of lanes that hold the place, one that runs with the heading goes before one that runs against it (more than a
        right angle away), and then the one whose centre and direction are nearest; equal ones go by number. If none
        holds it, the nearest within reach counts, with the nearest s on it. With z, lanes more than 2.5 m above or
        below lose against all others.

        A hint is a lane, a lane and an s, or a match from before: the answer stays on that lane while the lane holds
        the place, then goes on to the lanes that it leads to, comes from or has beside it, and only then searches all;
        a place that no lane holds stays with the hint as long as it is within reach of it. That is faster, and it
        keeps to one lane where lanes overlap. -1 is no hint.
        """
        import seahaven.roads.lanemap.query_kernels as kernels

        if not 0.0 <= reach <= FURTHEST:
            raise InputError(f"match got reach {reach}; expected a number of metres from 0 to {FURTHEST:g}")
        hint_lane, hint_s = (hint[0], hint[1]) if isinstance(hint, tuple) else (hint, None)
        absent = (NO_FLOATS if value is None else as_floats(value) for value in (z, heading, hint_s))
        hints = NO_LANES if hint_lane is None else as_lanes("match", hint_lane)
        shape, (xs, ys, zs, headings, starts, hints) = side_by_side(as_floats(x), as_floats(y), *absent, hints)
        lane, s, offset = np.empty(len(xs), dtype=np.int64), np.empty(len(xs)), np.empty(len(xs))
        bits = bits_of(kinds)
        bad = kernels.match_each(
            self._lookup, self._surroundings, xs, ys, zs, headings, hints, starts, bits, float(reach), lane, s, offset
        )
        if bad >= 0:
            self._refuse_match(bad, xs, ys, zs, headings, starts, hints)
        return Match(*(answer(column, shape) for column in (lane, s, offset)))

    def width(self, lane: Any, s: Any) -> Any:
        """How wide a lane is at s."""
        rows, share, shape = self._stretches("width", lane, s)
        return answer(2.0 * (self.plan[rows, 8] + share * self.plan[rows, 9]), shape)

    def limit(self, lane: Any, s: Any) -> Any:
        """The highest permitted speed on a lane at s in m/s; infinite where there is none."""
        if is_single(lane, s):
            return self.strips.limit[self._stretch(lane, s)].item()
        rows, _, shape = self._stretches("limit", lane, s)
        return answer(self.strips.limit[rows], shape)

    def beside(self, lane: Any, s: Any, side: Literal["left", "right"]) -> Beside:
        """The lane to the left or right of a place, whichever way it runs, and the s there."""
        rows, share, shape = self._stretches("beside", lane, s)
        here = self.lane_of[rows]
        beside = (self.left if side == "left" else self.right)[here]
        there = np.where(beside >= 0, beside, here)
        flipped = self.along[there] != self.along[here]
        place, last = rows - self.first[here], self.first[there + 1] - self.first[there] - 2
        row = self.first[there] + np.where(flipped, last - place, place)
        along = self.plan[row, 10] + np.where(flipped, 1.0 - share, share) * self.plan[row, 11]
        return Beside(answer(beside.astype(np.int64), shape), answer(np.where(beside >= 0, along, 0.0), shape))

    def _stretch(self, lane: int, s: float) -> int:
        """The stretch of one lane that holds s, without asking compiled code, to which it takes long to get."""
        self._refuse_beyond(lane, s)
        first, last = int(self.first[lane]), int(self.first[lane + 1]) - 2
        row = first - 1 + int(self.s[first : last + 2].searchsorted(s, side="right"))
        return min(max(row, first), last)

    def _stretches(self, question: str, lane: Any, s: Any) -> tuple[Integers, Floats, tuple[int, ...] | None]:
        """The stretches that hold the given s, and how far along them, from 0 to 1, it is."""
        import seahaven.roads.lanemap.query_kernels as kernels

        if is_single(lane, s):
            self._refuse_beyond(lane, s)
        shape, (lanes, along) = side_by_side(as_lanes(question, lane), as_floats(s))
        rows = np.empty(len(lanes), dtype=np.int64)
        self._refuse_row(question, kernels.find_each(self._lookup, lanes, along, rows), lanes, along)
        spans = self.plan[rows, 11]
        share = (along - self.plan[rows, 10]) / np.where(spans > 0.0, spans, 1.0)
        return rows, np.clip(share, 0.0, 1.0), shape

    def _refuse_unknown(self, lane: int) -> None:
        try:
            index(lane)
        except TypeError:
            raise InputError(f"there is no lane {lane!r}; expected a whole number, or `index(name)`") from None
        if not 0 <= lane < len(self):
            raise InputError(f"there is no lane {lane}; this map has {len(self)} lanes, numbered from 0")

    def _refuse_beyond(self, lane: int, s: float) -> None:
        self._refuse_unknown(lane)
        if not 0.0 <= s <= self.length[lane]:
            raise InputError(
                f"lane '{self.name(lane)}' has no s={s}; expected a number from 0 to its length, {self.length[lane]}"
            )

    def _refuse_row(self, question: str, row: int, lane: Integers, *numbers: Floats) -> None:
        """Say why a question has no answer; -1 says that all have one."""
        if row < 0:
            return
        self._refuse_unknown(int(lane[row]))
        asked = ", ".join(repr(float(column[row])) for column in numbers)
        raise InputError(
            f"{question} got {asked} for lane '{self.name(lane[row])}' in row {row}; expected finite numbers"
        )

    def _refuse_match(
        self, row: int, x: Floats, y: Floats, z: Floats, heading: Floats, hint_s: Floats, hint: Integers
    ) -> NoReturn:
        if len(hint):
            self._refuse_unknown(max(int(hint[row]), 0))
        named = {"x": x, "y": y, "z": z, "heading": heading, "s of the hint": hint_s}
        asked = ", ".join(f"{name}={float(column[row])!r}" for name, column in named.items() if len(column))
        raise InputError(f"match got {asked} in row {row}; expected finite numbers")


def _digest(lane_map: LaneMap) -> str:
    return digest_of(lane_map.strips)


_shared: Recent[LaneMap] = Recent(MOST_SHARED)
"""The lane maps of `LaneMap.of`, by the ids of their networks."""
