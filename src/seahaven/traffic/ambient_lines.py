"""Lanes one after the other, straight on across sections, roads and junctions: the lines along which traffic flows."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, ClassVar, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads import LaneMap
from seahaven.roads.junctions import ConflictKind, JunctionLogic, Verdict

__all__ = ["Lines", "Posts", "waiting_lanes"]

APART = 20_000.0
"""Metres between two lines, put one behind the other: further than anybody looks."""
POST = 40.0
"""Metres from one post to the next, at most."""
STRAIGHT = 0.6
"""The most, in radians, that straight on may turn through a junction."""
FASTEST = 60.0
"""What counts as the limit, in m/s, where there is none."""
SIDEWAYS = 2.0
"""The lateral acceleration in m/s² with which newcomers take bends."""
SLOWING = 1.2
"""The deceleration in m/s² with which they slow down for them."""
POCKET = 300.0
"""A line that is shorter than this, in metres, and lies beside a longer one gets nobody."""
CROSSING = 5.0
"""The speed in m/s with which newcomers come to where others cross their way."""
HOPS = 4
"""The most lanes inside junctions between two lanes of a line."""


class Posts(NamedTuple):
    """Places along all lines, a few metres apart, each standing for a stretch of its own."""

    line: Indices
    place: Floats
    """Where along all lines it is, in metres."""
    lane: Integers
    s: Floats
    x: Floats
    y: Floats
    heading: Floats
    limit: Floats
    span: Floats
    """Metres of lane for which it stands."""
    density: Floats
    """Vehicles per metre there."""
    bound: Floats
    """The highest speed with which one gets comfortably through the bends, and to the limits, ahead of it."""


class Lines:
    """The lanes with a density, joined to lines, and the lines laid out one after the other along one axis.

    So a vehicle has one number, its *place*: whoever has the next larger one on the same line is its leader. A lane
    goes on into the lane with a density that lies most nearly straight ahead, also through a junction, whose lanes
    belong to the line. Lines side by side make up one *carriageway*.
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, lane_map: LaneMap, density: Floats) -> None:
        self.lane_map = lane_map
        chains = _without_pockets(lane_map, list(_chains(lane_map, density)))
        self.line_of: Indices = np.full(len(lane_map), -1, np.int32)
        self.base: Floats = np.full(len(lane_map), np.nan)
        """Of a lane: the place at which it begins; NaN where nobody is wanted."""
        self.begin: Floats = np.zeros(len(chains))
        self.end: Floats = np.zeros(len(chains))
        self.is_closed: Truths = np.zeros(len(chains), np.bool_)
        self.is_mouth: Truths = np.array([not lane_map.predecessors(lanes[0]) for lanes, _ in chains], np.bool_)
        """Of a line: whether it begins where the network does."""
        self._lanes: Integers = np.array([lane for lanes, _ in chains for lane in lanes], np.int64)
        self._lay_out(chains)
        self._home: Floats = self._homes(density)
        self.has_lanes_beside: Truths = np.array(
            [any(True for _ in _beside(lane_map, k)) for k in range(len(lane_map))], np.bool_
        )
        """Of a lane: whether others of its kind run the same way beside it."""
        self._starts: Floats = self.base[self._lanes]
        self.carriageway: Indices = self._carriageways()
        self._is_crossing: Truths = waiting_lanes(lane_map)
        self.posts: Posts = self._set_posts(density)
        self._post_edges: Floats = self.posts.place - 0.5 * self.posts.span
        self.post_before: Integers = self._posts_before()
        """Of a post: the one before it on its line, round a closed one; -1 where the line begins."""

    def __len__(self) -> int:
        return len(self.begin)

    def __repr__(self) -> str:
        return f"<Lines: {len(self)} lines of {len(self._lanes)} lanes, {self.posts.span.sum() / 1000.0:.1f} km>"

    def _lay_out(self, chains: list[tuple[list[int], bool]]) -> None:
        place = 0.0
        for line, (lanes, is_closed) in enumerate(chains):
            self.begin[line], self.is_closed[line] = place, is_closed
            for lane in lanes:
                self.line_of[lane], self.base[lane] = line, place
                place += float(self.lane_map.length[lane])
            self.end[line] = place
            place += APART

    def place(self, lane: Any, s: Any) -> Floats:
        """Where along all lines places on lanes are; NaN off the lines."""
        lanes = np.asarray(lane, np.int64)
        if not len(self._lanes):
            return np.full(lanes.shape, np.nan)
        return np.asarray(np.where(lanes >= 0, self.base[lanes] + s, np.nan))

    def home(self, lane: Any, s: Any) -> Floats:
        """The same, but beside a line, on a lane of the same kind where nobody is wanted, the place there.

        Whoever came from the line, and may go back to it, is still one of those on its carriageway.
        """
        lanes = np.asarray(lane, np.int64)
        return np.asarray(np.where(lanes >= 0, self._home[lanes] + s, np.nan))

    def _homes(self, density: Floats) -> Floats:
        """Of each lane, where it, or the nearest line beside it, begins; NaN off the carriageways."""
        lane_map, home = self.lane_map, self.base.copy()
        for lane in np.flatnonzero(np.isnan(self.base) & (density == 0.0)).tolist():
            beside = [other for other in _beside(lane_map, lane) if not np.isnan(self.base[other])]
            home[lane] = self.base[beside[0]] if beside else np.nan
        return home

    def lane_at(self, place: Any) -> tuple[Integers, Floats]:
        """The lane at a place, and the s on it."""
        row = np.maximum(np.searchsorted(self._starts, place, side="right") - 1, 0)
        lane = self._lanes[row]
        return lane, np.clip(place - self._starts[row], 0.0, self.lane_map.length[lane])

    def _carriageways(self) -> Indices:
        """Lines with lanes side by side belong together."""
        group = np.arange(len(self), dtype=np.int64)
        for lane in self._lanes.tolist():
            other = int(self.lane_map.right[lane])
            if other >= 0 and not self.lane_map.right_opposite[lane] and self.line_of[other] >= 0:
                low, high = sorted((group[self.line_of[lane]], group[self.line_of[other]]))
                group[group == high] = low
        return np.unique(group, return_inverse=True)[1].astype(np.int32)

    def _set_posts(self, density: Floats) -> Posts:
        lanes, s, span = [], [], []
        for lane in self._lanes.tolist():
            length = float(self.lane_map.length[lane])
            count = max(ceil(length / POST), 1)
            lanes += [lane] * count
            s += ((np.arange(count) + 0.5) * (length / count)).tolist()
            span += [length / count] * count
        lane, along = np.array(lanes, np.int64), np.array(s)
        at = self.lane_map.place(lane, along)
        line = self.line_of[lane] if len(lane) else np.zeros(0, np.int32)
        own = self._inherited(density)
        spans, limit = np.array(span), np.minimum(self.lane_map.limit(lane, along), FASTEST)
        bound = self._bounds(line, lane, along, spans, limit)
        return Posts(
            line, self.place(lane, along), lane, along, at.x, at.y, at.heading, limit, spans, own[lane], bound
        )  # fmt: skip

    def _posts_before(self) -> Integers:
        line = self.posts.line
        count = len(line)
        before = np.arange(count) - 1
        is_first = np.append(True, line[1:] != line[:-1])[:count]
        last = np.append(np.flatnonzero(is_first)[1:], count) - 1
        before[is_first] = np.where(self.is_closed[line[is_first]], last, -1)
        return before

    def _bounds(self, line: Indices, lane: Integers, s: Floats, span: Floats, limit: Floats) -> Floats:
        """How fast one may be at each post, from the end of each line to its beginning."""
        places = s[:, np.newaxis] + span[:, np.newaxis] * np.linspace(-0.5, 0.5, 5)
        bend = np.abs(self.lane_map.place(np.broadcast_to(lane[:, np.newaxis], places.shape), places).curvature)
        square = np.minimum(SIDEWAYS / np.maximum(bend.max(axis=1, initial=0.0), 1e-6), (1.3 * limit) ** 2)
        square[self._is_crossing[lane]] = CROSSING * CROSSING
        for post in range(len(line) - 2, -1, -1):
            if line[post] == line[post + 1]:
                square[post] = min(square[post], square[post + 1] + 2.0 * SLOWING * span[post])
        return np.asarray(np.sqrt(square))

    def post_at(self, place: Any) -> Integers:
        """The post that stands for a place."""
        row = np.searchsorted(self._post_edges, place, side="right") - 1
        return np.asarray(np.clip(row, 0, len(self._post_edges) - 1), np.int64)

    def _inherited(self, density: Floats) -> Floats:
        """The density of all lanes of the lines: inside junctions that of the lane before.

        Where one may have to wait for others to cross nobody is put: it would be in everybody's way.
        """
        own = density.copy()
        for before, lane in zip(self._lanes.tolist(), self._lanes[1:].tolist(), strict=False):
            if self.line_of[before] == self.line_of[lane] and own[lane] == 0.0:
                own[lane] = own[before]
        own[self._is_crossing] = 0.0
        return own


def _beside(lane_map: LaneMap, lane: int) -> Iterator[int]:
    """The lanes of its kind that run the same way to its left, and then those to its right, the nearest first."""
    for beside, is_opposite in ((lane_map.left, lane_map.left_opposite), (lane_map.right, lane_map.right_opposite)):
        at = lane
        while beside[at] >= 0 and not is_opposite[at]:
            at = int(beside[at])
            if lane_map.kind[at] == lane_map.kind[lane]:
                yield at


def waiting_lanes(lane_map: LaneMap) -> Truths:
    """Of each lane, whether it is part of a way through a junction on which one may have to wait for others to cross.

    That is so by lights, and wherever others who cross it may go first.
    """
    found: Truths = np.zeros(len(lane_map), np.bool_)
    if not lane_map.network.junctions:
        return found
    tables = JunctionLogic.of(lane_map).tables
    ways = np.arange(len(tables.way_length))
    is_cross = tables.conflict_kind == tuple(ConflictKind).index(ConflictKind.CROSS)
    is_second = tables.conflict_verdict != tuple(Verdict).index(Verdict.GO_FIRST)
    waits = np.diff(tables.way_light_first) > 0
    waits[np.repeat(ways, np.diff(tables.conflict_first))[is_cross & is_second]] = True
    found[tables.way_lane[waits[np.repeat(ways, np.diff(tables.way_lane_first))]]] = True
    return found


def _chains(lane_map: LaneMap, density: Floats) -> Iterator[tuple[list[int], bool]]:
    """The lanes of each line in order, and whether it goes round and round."""
    onward = _onward(lane_map, density)
    has_before = {way[-1] for way in onward.values()}
    waiting = [lane for lane in np.flatnonzero(density > 0.0).tolist() if lane not in has_before]
    waiting += [lane for lane in np.flatnonzero(density > 0.0).tolist() if lane in has_before]
    used: set[int] = set()
    for first in waiting:
        lanes, at = [], first
        while at not in used:
            used.add(at)
            lanes.append(at)
            way = onward.get(at)
            if way is None or way[-1] in used:
                break
            lanes += way[:-1]
            at = way[-1]
        if lanes:
            yield lanes, onward.get(lanes[-1], (-1,))[-1] == first


def _without_pockets(lane_map: LaneMap, chains: list[tuple[list[int], bool]]) -> list[tuple[list[int], bool]]:
    """The lines less short ones beside longer ones: lanes on which one waits to turn, and the like."""
    metres = {lane: float(lane_map.length[lanes].sum()) for lanes, _ in chains for lane in lanes}

    def is_pocket(lanes: list[int]) -> bool:
        own = metres[lanes[0]]
        beside = [int(lane_map.left[lane]) for lane in lanes if not lane_map.left_opposite[lane]]
        beside += [int(lane_map.right[lane]) for lane in lanes if not lane_map.right_opposite[lane]]
        return own < POCKET and any(metres.get(other, 0.0) > own for other in beside)

    return [(lanes, is_closed) for lanes, is_closed in chains if is_closed or not is_pocket(lanes)]


def _onward(lane_map: LaneMap, density: Floats) -> dict[int, tuple[int, ...]]:
    """Of each lane with a density, the lanes through junctions up to the next one with a density, most nearly ahead.

    Each lane is the next one of one other only.
    """
    found = []
    for lane in np.flatnonzero(density > 0.0).tolist():
        for way in _ways(lane_map, density, (lane,), HOPS):
            ahead = lane_map.heading[lane_map.first[way[-1]]] - lane_map.heading[lane_map.first[lane + 1] - 1]
            turn = abs((ahead + np.pi) % (2.0 * np.pi) - np.pi)
            if turn <= STRAIGHT:
                found.append((float(turn), lane, way[1:]))
    onward: dict[int, tuple[int, ...]] = {}
    taken: set[int] = set()
    for _, lane, way in sorted(found):
        if lane not in onward and taken.isdisjoint(way):
            onward[lane] = way
            taken.update(way)
    return onward


def _ways(lane_map: LaneMap, density: Floats, way: tuple[int, ...], hops: int) -> Iterator[tuple[int, ...]]:
    """All ways from a lane over lanes inside junctions to a lane with a density."""
    for lane in lane_map.successors(way[-1]):
        if density[lane] > 0.0:
            yield *way, lane
        elif lane_map.junction[lane] >= 0 and hops > 0:
            yield from _ways(lane_map, density, (*way, lane), hops - 1)
