"""Junctions: how much room they take, and the roads inside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, degrees, pi, sin, tan, tau

from seahaven.errors import InputError
from seahaven.geometry import Point
from seahaven.roads.builder.arms import HAIR, Arm, Slot
from seahaven.roads.builder.choices import lanes_by_turn, pairs, turn_between
from seahaven.roads.builder.connectors import Connector, Row, with_outer
from seahaven.roads.builder.cross_section import Carriageway
from seahaven.roads.builder.pieces import Cut, Site
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.model import LaneKind, Turn

SHARPEST_ANGLE = pi / 7.5
"""The smallest angle at which roads may meet (24 degrees)."""
NO_CORNER = pi - 0.1
"""Arms that lie further apart than this, in radians, have no corner between them."""
LEAST_ROOM = 4.0
BACK_CORNER = 0.6
"""The least radius at the back of a pavement, however small that of the kerb is, in metres."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """What was said about a junction of drawn roads."""

    name: str
    roads: tuple[RoadPlan, ...]
    main: tuple[RoadPlan, ...]
    control: str
    near: Point | None = None
    corner: float | None = None
    inner_lanes: tuple[RoadPlan, ...] = ()
    """Roads with lanes next to the middle, for turning across the oncoming traffic."""
    outer_lanes: tuple[RoadPlan, ...] = ()
    lane_length: float = 50.0
    crosswalks: bool | None = None
    u_turns: bool = False
    across: str = "protected"


@dataclass(frozen=True, slots=True)
class Stub:
    """An arm before roads are cut: which road, where it meets the others, and whether it lies beyond or before."""

    site: Site
    s: float
    beyond: bool

    @property
    def angle(self) -> float:
        """The direction in which it leads away, from 0 to a full turn."""
        heading = self.site.plan.line.heading(self.s)
        return (heading if self.beyond else heading + pi) % tau

    def edge(self, *, entering: bool, paved_only: bool = True) -> float:
        """How far from the line the carriageway reaches, on the side of traffic that enters or leaves.

        With pavements, unless only what lies before the kerb counts.
        """
        side: Carriageway = "forward" if entering is not self.beyond else "backward"
        place = self.s + HAIR if self.beyond else self.s - HAIR
        return self.site.lanes.edge(side, place, paved_only=paved_only)

    @property
    def leads_out(self) -> bool:
        """Whether cars may leave the junction on it."""
        side: Carriageway = "forward" if self.beyond else "backward"
        place = self.s + HAIR if self.beyond else self.s - HAIR
        return any(track.strip.is_driving for track in self.site.lanes.between(side, place, place))

    def pavement(self) -> float:
        """The width of the widest pavement."""
        tracks = (*self.site.lanes.forward, *self.site.lanes.backward)
        return max((t.width(self.s) for t in tracks if t.strip.kind is LaneKind.SIDEWALK), default=0.0)


def stubs(site: Site, s: float, *, slack: float = 1.0) -> Iterator[Stub]:
    """The arms that a road makes where it meets others: two, or one where it begins or ends there."""
    if s > slack:
        yield Stub(site, s, beyond=False)
    if s < site.plan.length - slack:
        yield Stub(site, s, beyond=True)


def room(name: str, arms: Sequence[Stub], corner: float | None) -> list[float]:
    """How far from the meeting point each arm has to begin, so that corners of that radius fit between them."""
    order = sorted(range(len(arms)), key=lambda k: arms[k].angle)
    needed = [LEAST_ROOM] * len(arms)
    for i, j in pairwise((*order, order[0])):
        theta = (arms[j].angle - arms[i].angle) % tau
        if len(arms) == 1 or theta > NO_CORNER:
            continue
        if theta < SHARPEST_ANGLE:
            raise InputError(_too_sharp(name, arms[i], arms[j], theta))
        radius = corner if corner is not None else 5.0 + max(arms[i].pavement(), arms[j].pavement())
        for paved_only, bend in ((True, radius), (False, BACK_CORNER)):
            own = arms[i].edge(entering=True, paved_only=paved_only)
            other = arms[j].edge(entering=False, paved_only=paved_only)
            tangent = 1.15 * bend / tan(theta / 2.0)
            needed[i] = max(needed[i], (other + own * cos(theta)) / sin(theta) + tangent)
            needed[j] = max(needed[j], (own + other * cos(theta)) / sin(theta) + tangent)
    return needed


def cuts(name: str, arms: Sequence[Stub], needed: Sequence[float]) -> Iterator[tuple[Site, Cut]]:
    """The stretch that a junction takes from each road."""
    for site in dict.fromkeys(arm.site for arm in arms):
        own = [(arm, length) for arm, length in zip(arms, needed, strict=True) if arm.site is site]
        begin = next((arm.s - length for arm, length in own if not arm.beyond), 0.0)
        end = next((arm.s + length for arm, length in own if arm.beyond), site.plan.length)
        if begin < -1e-9 or end > site.plan.length + 1e-9 or end - begin >= site.plan.length:
            raise InputError(_too_short(name, site, own[0][0].s, max(length for _, length in own)))
        yield site, Cut(begin, end, name)


def end_cut(name: str, s: float) -> Cut:
    """What a turning circle takes from the road at whose end it lies: nothing but the end itself."""
    return Cut(s, s, name)


@dataclass(frozen=True, slots=True)
class Movement:
    """A way through a junction from one arm to another, and the lanes from which it starts."""

    connector: Connector
    origin: int
    goal: int
    turn: Turn

    @property
    def entering(self) -> list[Slot]:
        """The driving lanes from which it starts."""
        return [slot for slot, _ in self.connector.rows if slot is not None and slot.track.strip.is_driving]


def movements(name: str, arms: Sequence[Arm], *, u_turns: bool) -> list[Movement]:
    """Every way through a junction; arms are given counter-clockwise."""
    found: list[Movement] = []
    for i in range(len(arms)):
        found += _from_arm(name, arms, i)
        if u_turns and arms[i].driving_in() and arms[i].driving_out():
            rows: list[Row] = [(arms[i].driving_in()[0], arms[i].driving_out()[0])]
            found.append(_movement(name, arms, i, i, rows, Turn.LEFT))
    return found


def corners(name: str, arms: Sequence[Arm], known: Sequence[Movement]) -> list[Connector]:
    """Roads for what goes round a corner with no traffic beside it: pavements next to one-way streets."""
    taken = {(m.origin, m.goal) for m in known if _carries_outer(m, arms)}
    made = []
    for i, arm in enumerate(arms):
        j = (i + 1) % len(arms)
        first, last = outer(arm.entering), outer(arms[j].leaving)
        if i != j and (i, j) not in taken and {_kind(s) for s in first} & {_kind(s) for s in last}:
            rows = with_outer((), first, last)
            road = f"{name}/{arm.piece.id}/{arms[j].piece.id}/corner"
            made.append(Connector(road, name, arm, arms[j], rows).fitted())
    return made


def _from_arm(name: str, arms: Sequence[Arm], i: int) -> Iterator[Movement]:
    origin = arms[i]
    goals = [j for j, goal in enumerate(arms) if j != i and goal.driving_out()]
    own_way = any(arms[j].piece.site is origin.piece.site for j in goals)
    turns = {j: turn_between(origin, arms[j], has_own_way_on=own_way) for j in goals}
    lanes = lanes_by_turn(origin.driving_in(), [turns[j] for j in goals])
    for j in goals:
        rows: list[Row] = list(pairs(lanes[turns[j]], arms[j].driving_out(), turns[j]))
        if rows:
            yield _movement(name, arms, i, j, rows, turns[j])


def _movement(name: str, arms: Sequence[Arm], i: int, j: int, rows: Sequence[Row], turn: Turn) -> Movement:
    origin, goal = arms[i], arms[j]
    complete = tuple(rows)
    if j == (i + 1) % len(arms) and i != j and _is_outermost(rows, origin, goal):
        complete = with_outer(rows, outer(origin.entering), outer(goal.leaving))
    elif turn is Turn.STRAIGHT and _is_outermost(rows, origin, goal):
        complete = (*rows, *_bicycles(origin, goal))
    road = f"{name}/{origin.piece.id}/{goal.piece.id}"
    return Movement(Connector(road, name, origin, goal, complete).fitted(), i, j, turn)


def _is_outermost(rows: Sequence[Row], origin: Arm, goal: Arm) -> bool:
    return rows[-1][0] is origin.driving_in()[-1] and rows[-1][1] is goal.driving_out()[-1]


def _carries_outer(movement: Movement, arms: Sequence[Arm]) -> bool:
    i, j = movement.origin, movement.goal
    return (
        j == (i + 1) % len(arms)
        and i != j
        and _is_outermost(
            [row for row in movement.connector.rows if any(s and s.track.strip.is_driving for s in row)],
            arms[i],
            arms[j],
        )
    )


def outer(slots: Sequence[Slot]) -> list[Slot]:
    """The strips outside of the driving lanes."""
    last = max((k for k, slot in enumerate(slots) if slot.track.strip.is_driving), default=-1)
    return [slot for slot in slots[last + 1 :] if slot.track.strip.kind is not LaneKind.MEDIAN]


def _bicycles(origin: Arm, goal: Arm) -> list[Row]:
    first, last = outer(origin.entering), outer(goal.leaving)
    if first and last and _kind(first[0]) is LaneKind.BIKING and _kind(last[0]) is LaneKind.BIKING:
        return [(first[0], last[0])]
    return []


def _kind(slot: Slot) -> LaneKind:
    return slot.track.strip.kind


def _too_sharp(name: str, first: Stub, second: Stub, angle: float) -> str:
    return (
        f"roads '{first.site.plan.name}' and '{second.site.plan.name}' meet in junction '{name}' at an angle of "
        f"{degrees(angle):.0f} degrees; expected {degrees(SHARPEST_ANGLE):.0f} or more; bend one of them before it"
    )


def _too_short(name: str, site: Site, s: float, needed: float) -> str:
    return (
        f"road '{site.plan.name}' is too short for junction '{name}' at {s:.1f} m: it is {site.plan.length:.1f} m long "
        f"and the junction takes {needed:.1f} m on a side; draw it longer, or end it right at the junction"
    )
