"""Roads inside junctions: from the lanes of one arm to the lanes of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import acos, dist, hypot, pi, tan
from typing import Literal, TypeAlias

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Path, Pose, wrap_angle
from seahaven.roads.builder.alignment import cut, turned_round
from seahaven.roads.builder.arms import Arm, Slot
from seahaven.roads.builder.cross_section import shoulder
from seahaven.roads.builder.marks import outer_mark
from seahaven.roads.builder.profiles import between, eased, hermite, total, window
from seahaven.roads.builder.tracks import aligned
from seahaven.roads.builder.turning import Way, way
from seahaven.roads.model import (
    Connection,
    End,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    Profile,
    Road,
    RoadLink,
    Section,
)

Row = tuple[Slot | None, Slot | None]
"""A lane of a connecting road: the lane it comes from and the one it leads to; one of them may be missing."""
Edge: TypeAlias = Literal["left", "right"]
EDGES: tuple[Edge, ...] = ("left", "right")
TIGHTEST = 3.0
"""The smallest radius, in metres, on which the middle of a lane may turn in a junction."""
TIGHTEST_EDGE = 0.93
"""How far towards the centre of a bend the inner edge may lie, as a part of the radius."""
NO_RADIUS = 0.2
"""Bends of a smaller radius, in metres, are none."""
WIDEST_APRON = 4.0
"""How far paved ground reaches in from a kerb at most: in sharp corners the kerbs would meet far out, in metres."""
SLIGHT = 0.1
"""Turns of less than this, in radians, make no corner."""
STEPS = 49
"""At how many places of its line a connector is looked at for bends that are too tight."""


@dataclass(frozen=True, slots=True)
class Connector:
    """What leads from one arm to another: rows of lanes from left to right."""

    name: str
    junction: str
    origin: Arm
    goal: Arm
    rows: tuple[Row, ...]
    line: Path | None = None
    """Where the left edge of the first lane runs, if that is known already."""
    radius: float = 5.0
    """On which it turns round, if it leads back to where it comes from."""
    edge: Edge = "left"
    """The edge of its lanes along which its line runs, unless that is known already."""

    def road(self) -> Road:
        """The connecting road."""
        line, offset = self._line()
        apron = self._apron(line)
        self._check()
        end = RoadLink(self.goal.piece.id, self.goal.end)
        start = RoadLink(self.origin.piece.id, self.origin.end)
        speeds = [limit for limit in (self.origin.limit, self.goal.limit) if limit is not None]
        height = hermite(line.length, (self.origin.height, self.origin.grade), (self.goal.height, -self.goal.grade))
        return Road(
            self.name,
            line,
            (Section(0.0, (Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.NONE),)), *self._lanes(line.length, apron))),),
            elevation=Profile() if height.is_zero else height,
            lane_offset=total(offset, apron) if apron.pieces else offset,
            before=start,
            after=end,
            junction=self.junction,
            kinds=((0.0, self.origin.kind),),
            limits=(Limit(0.0, min(speeds)),) if speeds else (),
        )

    @property
    def is_driven(self) -> bool:
        """Whether cars drive on it."""
        return not all(map(_is_aside, self.rows))

    def fitted(self) -> Connector:
        """This along the edge that lets no strip turn back on itself in a bend; without the outermost if none does."""
        for edge in EDGES:
            choice = replace(self, edge=edge)
            if choice._is_smooth():
                return choice
        if len(self.rows) > 1 and _is_aside(self.rows[-1]):
            return replace(self, rows=self.rows[:-1]).fitted()
        return self

    def connection(self, id: str) -> Connection:
        """How the lanes of the arm it comes from lead into it."""
        outer = _first_number(self._apron(self._line()[0]))
        lanes = tuple((row[0].number, outer - k) for k, row in enumerate(self.rows) if row[0] is not None)
        return Connection(id, self.origin.piece.id, self.name, End.START, lanes)

    def _line(self) -> tuple[Path, Profile]:
        origin, goal = self.origin, self.goal
        if self.line is not None:
            return self.line, Profile()
        if self._goes_on:
            begin, end = sorted((origin.s, goal.s))
            line = cut(origin.piece.site.plan.line, begin, end)
            line = line if origin.end is End.END else turned_round(line)
            return line, between(_left(self.rows, 0), _left(self.rows, 1), line.length)
        line = self._way().line
        return line, self._breadth(line.length) if self.edge == "right" else Profile()

    @property
    def _goes_on(self) -> bool:
        """Whether it is a stretch of the road that both of its arms belong to."""
        return self.origin.piece.site is self.goal.piece.site and self.origin is not self.goal

    def _way(self) -> Way:
        aside = [_breadth(self.rows, end) if self.edge == "right" else 0.0 for end in (0, 1)]
        start = self.origin.inward.compose(Pose(0.0, _left(self.rows, 0) - aside[0], 0.0))
        finish = self.goal.outward.compose(Pose(0.0, _left(self.rows, 1) - aside[1], 0.0))
        return teardrop(start, finish, self.radius) if self.origin is self.goal else way(start, finish)

    def _breadth(self, length: float) -> Profile:
        """How wide all lanes are together."""
        return between(_breadth(self.rows, 0), _breadth(self.rows, 1), length)

    def _is_smooth(self) -> bool:
        """Whether neither edge comes too close to the centre of a bend."""
        if self._narrowness() is not None:
            return False
        line, offset = self._line()
        s = np.linspace(0.0, line.length, STEPS)
        bend, left = line.curvature(s), offset.value(s)
        right = left - self._breadth(line.length).value(s)
        return bool(max((bend * left).max(), (bend * right).max()) < TIGHTEST_EDGE)

    def _narrowness(self) -> float | None:
        """The radius of the first lane's left edge, where it is too small."""
        if self.line is not None or self._goes_on:
            return None
        radius = self._way().radius
        if self.edge == "right" and radius > NO_RADIUS:
            radius += min(_breadth(self.rows, end) for end in (0, 1))
        driven = [row for row in self.rows if not _is_aside(row)]
        inside = sum(max(slot.width for slot in row if slot) for row in driven) / 2.0
        return radius if radius < (TIGHTEST + inside * 0.5 if driven else NO_RADIUS) else None

    def _check(self) -> None:
        radius = self._narrowness()
        if radius is not None:
            raise InputError(
                f"junction '{self.junction}' leaves a radius of {radius:.1f} m only for the way from "
                f"'{self.origin.piece.id}' to '{self.goal.piece.id}'; give a larger corner or radius, or let the roads "
                "meet more squarely"
            )

    def _apron(self, line: Path) -> Profile:
        """How far paved ground reaches in from a kerb beside which nobody drives, to where the arms' kerbs meet."""
        bends = line.curvature(np.linspace(0.0, line.length, STEPS))
        start, end = line.pose(0.0), line.pose(line.length)
        ahead, left = start.to_local(end.point)
        turn = wrap_angle(end.heading - start.heading)
        if self.is_driven or bends.max() > 0.0 or not SLIGHT < -turn < pi - SLIGHT:
            return Profile()
        corner = start.to_world((ahead - left / tan(turn), 0.0))
        reach = min(dist(line.point(line.length / 2.0), corner), WIDEST_APRON)
        return window(eased([(0.0, 0.0), (line.length / 2.0, reach), (line.length, 0.0)]), 0.0, line.length)

    def _lanes(self, length: float, apron: Profile) -> list[Lane]:
        lanes = [Lane(-1, LaneKind.SHOULDER, apron, marks=(self._mark(-1),))] if apron.pieces else []
        for k, (first, last) in enumerate(self.rows):
            slot = first or last
            assert slot is not None
            lanes.append(
                Lane(
                    _first_number(apron) - k,
                    _kind(slot),
                    between(first.width if first else 0.0, last.width if last else 0.0, length),
                    (first.number,) if first else (),
                    (last.number,) if last else (),
                    (self._mark(k),),
                )
            )
        return lanes

    def _mark(self, k: int) -> Mark:
        """Kerbs go on round the corner; lines are not painted inside junctions. Before the first row lies the apron."""
        strips = [shoulder(), *((row[0] or row[1]).track.strip for row in self.rows)]  # type: ignore[union-attr]
        mark = outer_mark(strips[k + 1], strips[k + 2] if k + 2 < len(strips) else None)
        return mark if mark.kind is MarkKind.CURB else Mark(MarkKind.NONE)


def with_outer(rows: Sequence[Row], first: Sequence[Slot], last: Sequence[Slot]) -> tuple[Row, ...]:
    """The rows with outer strips added: those that both arms have lead on, the others run out or begin."""
    paired = aligned([slot.track.strip for slot in first], [slot.track.strip for slot in last])
    return (
        *rows,
        *((first[i] if i is not None else None, last[j] if j is not None else None) for i, j in paired),
    )


def teardrop(start: Pose, end: Pose, radius: float) -> Way:
    """The way round and back: out to the right, round to the left, and back in, as in a cul-de-sac."""
    half = hypot(end.x - start.x, end.y - start.y) / 2.0
    lean = acos(min((half + radius) / (2.0 * radius), 1.0))
    side, round_ = lean * radius, (pi + 2.0 * lean) * radius
    path = Path(start)
    if side > 1e-6:
        path = path.arc(side, curvature=-1.0 / radius)
    path = path.arc(round_, curvature=1.0 / radius)
    return Way(path.arc(side, curvature=-1.0 / radius) if side > 1e-6 else path, radius)


def _first_number(apron: Profile) -> int:
    """The number of the first lane that leads anywhere."""
    return -2 if apron.pieces else -1


def _is_aside(row: Row) -> bool:
    return not any(slot is not None and slot.track.strip.is_driving for slot in row)


def _breadth(rows: Sequence[Row], end: int) -> float:
    """How wide the lanes are together at one end."""
    return sum(slot.width for row in rows if (slot := row[end]) is not None)


def _left(rows: Sequence[Row], end: int) -> float:
    """Where the left edge of the first lane lies at one end, left of the arm's line.

    Lanes without a partner there have no width there, so the first one that has counts.
    """
    return next(slot.left for row in rows if (slot := row[end]) is not None)


def _kind(slot: Slot) -> LaneKind:
    kind = slot.track.strip.kind
    return LaneKind.SHOULDER if kind is LaneKind.PARKING else kind
