"""Roads inside junctions: from the lanes of one arm to the lanes of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import acos, hypot, pi

from seahaven.errors import InputError
from seahaven.geometry import Path, Pose
from seahaven.roads.builder.alignment import cut, turned_round
from seahaven.roads.builder.arms import Arm, Slot
from seahaven.roads.builder.marks import outer_mark
from seahaven.roads.builder.profiles import between, hermite
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
TIGHTEST = 3.0
"""The smallest radius, in metres, on which the middle of a lane may turn in a junction."""
TIGHTEST_EDGE = 0.93
"""How far towards the centre of a bend the inner edge may lie, as a part of the radius."""


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

    def road(self) -> Road:
        """The connecting road."""
        line, offset = self._line()
        end = RoadLink(self.goal.piece.id, self.goal.end)
        start = RoadLink(self.origin.piece.id, self.origin.end)
        speeds = [limit for limit in (self.origin.limit, self.goal.limit) if limit is not None]
        height = hermite(line.length, (self.origin.height, self.origin.grade), (self.goal.height, -self.goal.grade))
        return Road(
            self.name,
            line,
            (Section(0.0, (Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.NONE),)), *self._lanes(line.length))),),
            elevation=Profile() if height.is_zero else height,
            lane_offset=offset,
            before=start,
            after=end,
            junction=self.junction,
            limits=(Limit(0.0, min(speeds)),) if speeds else (),
        )

    def fitted(self) -> Connector:
        """This without the outermost strips that would turn back on themselves in a bend to the right."""
        line, _ = self._line()
        bend = max(-piece.curvature(s) for piece in line.pieces for s in (0.0, piece.length))
        rows = list(self.rows)
        while _is_aside(rows[-1]) and len(rows) > 1 and bend * _breadth(rows) > TIGHTEST_EDGE:
            rows.pop()
        return replace(self, rows=tuple(rows))

    def connection(self, id: str) -> Connection:
        """How the lanes of the arm it comes from lead into it."""
        lanes = tuple((row[0].number, -k - 1) for k, row in enumerate(self.rows) if row[0] is not None)
        return Connection(id, self.origin.piece.id, self.name, End.START, lanes)

    def _line(self) -> tuple[Path, Profile]:
        origin, goal = self.origin, self.goal
        first, last = _left(self.rows, 0), _left(self.rows, 1)
        if self.line is not None:
            return self.line, Profile()
        if origin.piece.site is goal.piece.site and origin is not goal:
            begin, end = sorted((origin.s, goal.s))
            line = cut(origin.piece.site.plan.line, begin, end)
            line = line if origin.end is End.END else turned_round(line)
            return line, between(first, last, line.length)
        start, finish = origin.inward.compose(Pose(0.0, first, 0.0)), goal.outward.compose(Pose(0.0, last, 0.0))
        found = teardrop(start, finish, self.radius) if origin is goal else way(start, finish)
        self._check(found)
        return found.line, Profile()

    def _check(self, found: Way) -> None:
        driving = [row for row in self.rows if any(slot and slot.track.strip.is_driving for slot in row)]
        inside = sum(max(slot.width for slot in row if slot) for row in driving) / 2.0
        if found.radius - (inside if driving else 0.0) < (TIGHTEST if driving else 0.2) - inside * 0.5:
            raise InputError(
                f"junction '{self.junction}' leaves a radius of {found.radius:.1f} m only for the way from "
                f"'{self.origin.piece.id}' to '{self.goal.piece.id}'; give a larger corner or radius, or let the roads "
                "meet more squarely"
            )

    def _lanes(self, length: float) -> list[Lane]:
        lanes = []
        for k, (first, last) in enumerate(self.rows):
            slot = first or last
            assert slot is not None
            lanes.append(
                Lane(
                    -k - 1,
                    _kind(slot),
                    between(first.width if first else 0.0, last.width if last else 0.0, length),
                    (first.number,) if first else (),
                    (last.number,) if last else (),
                    (self._mark(k),),
                )
            )
        return lanes

    def _mark(self, k: int) -> Mark:
        """Kerbs go on round the corner; lines are not painted inside junctions."""
        strips = [(row[0] or row[1]).track.strip for row in self.rows[k : k + 2]]  # type: ignore[union-attr]
        mark = outer_mark(strips[0], strips[1] if len(strips) > 1 else None)
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


def _is_aside(row: Row) -> bool:
    return not any(slot is not None and slot.track.strip.is_driving for slot in row)


def _breadth(rows: Sequence[Row]) -> float:
    return sum(max(slot.width for slot in row if slot is not None) for row in rows)


def _left(rows: Sequence[Row], end: int) -> float:
    """Where the left edge of the first lane lies at one end, left of the arm's line.

    Lanes without a partner there have no width there, so the first one that has counts.
    """
    return next(slot.left for row in rows if (slot := row[end]) is not None)


def _kind(slot: Slot) -> LaneKind:
    kind = slot.track.strip.kind
    return LaneKind.SHOULDER if kind is LaneKind.PARKING else kind
