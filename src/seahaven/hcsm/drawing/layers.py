"""Where the boxes of a sequential machine stand, and how its arrows run between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from seahaven.hcsm.drawing.ranks import Columns, arrange

__all__ = ["LABEL_HEIGHT", "Arrow", "Plan", "Point", "Route", "plan"]

Point = tuple[float, float]

LABEL_HEIGHT = 15.0
_LANE = 20.0
"""Pixels between arrows side by side, so that their labels do not touch."""
_GAP = 20.0
"""Between boxes above each other."""
_CHANNEL = 52.0
"""Between columns, beside the widest label there."""
_LOOP, _LOOP_WIDTH = 30.0, 40.0
"""Room above a box with arrows to itself, and along it for each."""
_SWEEPS = 9
"""Odd, so that the last is from the left and leaves chains straight."""
_ALONG = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Where on a curve a label may sit, best first."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one box to another, or to itself, with a label of some width."""

    source: int
    target: int
    label_width: float


@dataclass(frozen=True, slots=True)
class Route:
    """Points that an arrow goes through, level at each; a loop goes up from the first and down to the second."""

    points: tuple[Point, ...]
    label: Point
    is_loop: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Top left corners and sizes of the boxes, and the arrows' routes in the order given."""

    corners: tuple[Point, ...]
    sizes: tuple[Point, ...]
    routes: tuple[Route, ...]
    width: float
    height: float


def plan(sizes: Sequence[Point], arrows: Sequence[Arrow], start: int) -> Plan:
    """Set boxes of these widths and heights in columns, the start leftmost.

    Boxes grow where their arrows need room. An arrow from a box to itself is a loop above it.
    """
    between = [arrow for arrow in arrows if arrow.source != arrow.target]
    columns = arrange(len(sizes), [(arrow.source, arrow.target) for arrow in between], start)
    return _Planner(columns, sizes, arrows, between).plan()


class _Planner:
    """The steps from columns to coordinates; nodes and lanes are numbered as in `Columns`."""

    def __init__(
        self, columns: Columns, sizes: Sequence[Point], arrows: Sequence[Arrow], between: Sequence[Arrow]
    ) -> None:
        self.columns, self.arrows, self.between = columns, arrows, between
        self.loops = Counter(arrow.source for arrow in arrows if arrow.source == arrow.target)
        self.offsets = self._offsets()
        self.sizes = [self._grown(node, size) for node, size in enumerate(sizes)]
        self.heights = {node: self._height(node) for column in columns.members for node in column}
        self.centres = self._centres()
        self.spans = self._spans()

    def plan(self) -> Plan:
        corners = tuple(self._corner(node) for node in range(len(self.sizes)))
        bottom = max(self.centres[node] + height / 2 for node, height in self.heights.items())
        return Plan(corners, tuple(self.sizes), tuple(self._routes()), self.spans[-1][1], bottom)

    def _offsets(self) -> dict[tuple[int, int, bool], float]:
        """Where each edge meets each node, from its centre: keyed by node, edge, and whether on the right side."""
        order = {node: place for column in self.columns.members for place, node in enumerate(column)}
        found = {}
        for is_right, sides in ((False, self.columns.left), (True, self.columns.right)):
            for node, ends in sides.items():
                ends = sorted(ends, key=lambda end: (order[end[0]], self.columns.is_turned[end[1]], end[1]))
                for place, (_, edge) in enumerate(ends):
                    found[node, edge, is_right] = (place - (len(ends) - 1) / 2) * _LANE
        return found

    def _grown(self, node: int, size: Point) -> Point:
        most = max(len(self.columns.left[node]), len(self.columns.right[node]))
        return max(size[0], self.loops[node] * _LOOP_WIDTH + 8.0), max(size[1], most * _LANE + 4.0)

    def _height(self, node: int) -> float:
        return LABEL_HEIGHT if self._is_lane(node) else self.sizes[node][1]

    def _is_lane(self, node: int) -> bool:
        return node >= len(self.sizes)

    def _headroom(self, node: int) -> float:
        return _LOOP if self.loops[node] else 0.0

    def _centres(self) -> dict[int, float]:
        """Level with their neighbours as far as the room allows: those on the left, then on the right, and so on."""
        centres = {node: 0.0 for column in self.columns.members for node in column}
        for sweep in range(_SWEEPS):
            is_right = sweep % 2 == 1
            for column in reversed(self.columns.members) if is_right else self.columns.members:
                wishes = [(self._wish(node, centres, is_right=is_right), self._weight(node)) for node in column]
                centres |= dict(zip(column, self._spread(column, wishes), strict=True))
        top = min(y - self.heights[node] / 2 - self._headroom(node) for node, y in centres.items())
        return {node: y - top for node, y in centres.items()}

    def _wish(self, node: int, centres: dict[int, float], *, is_right: bool) -> float:
        """Where a node would have its edges level on one side; a kink shows less in an arrow that goes on in a lane."""
        ends = (self.columns.right if is_right else self.columns.left)[node]
        boxes = [end for end in ends if not self._is_lane(end[0])]
        levels = [
            centres[other] + self.offsets[other, edge, not is_right] - self.offsets[node, edge, is_right]
            for other, edge in boxes or ends
        ]
        return sum(levels) / len(levels) if levels else centres[node]

    def _weight(self, node: int) -> float:
        """How much a node's wish counts against those of its neighbours in the column."""
        others = [other for other, _ in (*self.columns.left[node], *self.columns.right[node])]
        lanes = sum(self._is_lane(other) for other in others)
        return 0.001 + 4.0 * (lanes == 2) if self._is_lane(node) else 1.0 + len(others) - lanes

    def _spread(self, column: Sequence[int], wishes: Sequence[tuple[float, float]]) -> list[float]:
        """The nearest heights to the wishes that keep nodes apart: with the distances taken off, heights only may not
        fall, so that neighbours who want to pass each other are pooled at their mean.
        """
        apart = list(accumulate((self._distance(a, b) for a, b in pairwise(column)), initial=0.0))
        pools: list[tuple[float, float, int]] = []
        for (wish, weight), distance in zip(wishes, apart, strict=True):
            pool = (wish - distance, weight, 1)
            while pools and pools[-1][0] > pool[0]:
                pool = _pooled(pools.pop(), pool)
            pools.append(pool)
        levels = [level for level, _, size in pools for _ in range(size)]
        return [level + distance for level, distance in zip(levels, apart, strict=True)]

    def _distance(self, upper: int, lower: int) -> float:
        gap = _LANE - LABEL_HEIGHT if self._is_lane(upper) and self._is_lane(lower) else _GAP
        return (self.heights[upper] + self.heights[lower]) / 2 + gap + self._headroom(lower)

    def _spans(self) -> list[Point]:
        """Left and right end of each column."""
        spans, right = [], 0.0
        for rank, column in enumerate(self.columns.members):
            left = right + (self._channel(rank) if rank else 0.0)
            right = left + max(self.sizes[node][0] for node in column if not self._is_lane(node))
            spans.append((left, right))
        return spans

    def _channel(self, rank: int) -> float:
        """The room before a column: for the labels there, and for curves that are not too steep."""
        labels, rises = [0.0], [0.0]
        for node in self.columns.members[rank]:
            for other, edge in self.columns.left[node]:
                rises.append(abs(self._level(node, edge, False) - self._level(other, edge, True)))
                chain = self.columns.chains[edge]
                if node == (chain[-1] if self.columns.is_turned[edge] else chain[1]):
                    labels.append(self.between[edge].label_width)
        return max(max(labels) + _CHANNEL, min(0.4 * max(rises), 140.0))

    def _level(self, node: int, edge: int, is_right: bool) -> float:
        return self.centres[node] + self.offsets[node, edge, is_right]

    def _corner(self, node: int) -> Point:
        left, right = self.spans[self._rank(node)]
        return (left + right - self.sizes[node][0]) / 2, self.centres[node] - self.heights[node] / 2

    def _rank(self, node: int) -> int:
        return next(rank for rank, column in enumerate(self.columns.members) if node in column)

    def _routes(self) -> Iterator[Route]:
        taken: list[tuple[Point, float]] = []
        edges, loops = iter(range(len(self.between))), Counter[int]()
        for arrow in self.arrows:
            if arrow.source == arrow.target:
                route = self._loop(arrow.source, loops[arrow.source])
                loops[arrow.source] += 1
            else:
                edge = next(edges)
                points = self._points(edge)
                route = Route(points, _free_spot(points[1], points[2], arrow.label_width, taken))
            taken.append((route.label, arrow.label_width))
            yield route

    def _points(self, edge: int) -> tuple[Point, ...]:
        """From the source's side over the ends of the columns on the way to the target's side."""
        chain = self.columns.chains[edge]
        points = []
        for place, node in enumerate(chain):
            left, right = self.spans[self._rank(node)]
            x, width = (left, right - left) if self._is_lane(node) else (self._corner(node)[0], self.sizes[node][0])
            if place:
                points += [(left, y := self._level(node, edge, False)), (x, y)]
            if place < len(chain) - 1:
                points += [(x + width, y := self._level(node, edge, True)), (right, y)]
        return tuple(reversed(points)) if self.columns.is_turned[edge] else tuple(points)

    def _loop(self, node: int, place: int) -> Route:
        x, y = self._corner(node)
        left = x + 14.0 + _LOOP_WIDTH * place
        return Route(((left, y), (left + 22.0, y)), (left + 11.0, y - _LOOP + LABEL_HEIGHT / 2 - 2.0), is_loop=True)


def _pooled(a: tuple[float, float, int], b: tuple[float, float, int]) -> tuple[float, float, int]:
    weight = a[1] + b[1]
    return (a[0] * a[1] + b[0] * b[1]) / weight, weight, a[2] + b[2]


def _free_spot(start: Point, end: Point, width: float, taken: Sequence[tuple[Point, float]]) -> Point:
    """A place on the curve for a label that touches no other, or the middle if there is none."""
    spots = [_on_curve(start, end, along) for along in _ALONG]
    return next((spot for spot in spots if not any(_touches(spot, width, *other) for other in taken)), spots[0])


def _on_curve(start: Point, end: Point, t: float) -> Point:
    """The point of the curve that leaves and arrives level, with both control points halfway."""
    middle = (start[0] + end[0]) / 2
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    across = zip(weights, (start[0], middle, middle, end[0]), strict=True)
    down = zip(weights, (start[1], start[1], end[1], end[1]), strict=True)
    return sum(w * x for w, x in across), sum(w * y for w, y in down)


def _touches(spot: Point, width: float, other: Point, other_width: float) -> bool:
    is_beside = abs(spot[0] - other[0]) > (width + other_width) / 2 + 3.0
    return not is_beside and abs(spot[1] - other[1]) < LABEL_HEIGHT + 2.0
