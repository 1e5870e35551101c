"""Roundabouts: a ring, and a small junction at every arm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, tau

from seahaven.errors import InputError
from seahaven.geometry import Path, Point, Pose
from seahaven.roads.builder.arms import Arm, arm
from seahaven.roads.builder.connectors import Connector, Row, with_outer
from seahaven.roads.builder.cross_section import CrossSection, Strip, pavement
from seahaven.roads.builder.crossing import Stub, outer
from seahaven.roads.builder.pieces import Cut, Piece, Site
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.signs import put_crosswalk, put_sign, put_stop_line, stop_distance
from seahaven.roads.builder.tracks import BESIDE, Lanes, SectionChange
from seahaven.roads.model import (
    End,
    Junction,
    JunctionGroup,
    JunctionLink,
    Priority,
    Profile,
    RightOfWay,
    Road,
    RoadKind,
    SignalKind,
)

SPREAD = 0.42
"""The part of the angle to the next arm that an arm's junction takes up on its side of the ring."""
WIDEST_SPREAD = 0.65
"""The most that an arm's junction takes up on either side, in radians."""


@dataclass(frozen=True, slots=True)
class Roundabout:
    """What was said about a roundabout of drawn roads."""

    name: str
    roads: tuple[RoadPlan, ...]
    radius: float
    lanes: int
    width: float
    limit: float
    near: Point | None
    crosswalks: bool


@dataclass(slots=True)
class Ring:
    """A roundabout while it is being built: its middle, and its arms counter-clockwise."""

    spec: Roundabout
    middle: Point
    arms: list[Stub]
    height: float = 0.0

    @property
    def angles(self) -> list[float]:
        """The directions of the arms, rising."""
        return [stub.angle for stub in self.arms]

    @property
    def has_pavement(self) -> bool:
        """Whether people walk around it."""
        return any(stub.pavement() > 0.0 for stub in self.arms)

    def spread(self, k: int) -> tuple[float, float]:
        """How far around the ring the junction of an arm reaches, before the arm and after it."""
        angles, count = self.angles, len(self.arms)
        gaps = [(angles[(k + step) % count] - angles[k + step - 1]) % tau or tau for step in (0, 1)]
        return min(SPREAD * gaps[0], WIDEST_SPREAD), min(SPREAD * gaps[1], WIDEST_SPREAD)

    def reach(self, k: int) -> float:
        """How far from the middle the road of an arm begins."""
        alpha, radius = max(self.spread(k)), self.spec.radius
        return radius * cos(alpha) + sin(alpha) * (radius * sin(alpha) - 1.5) / cos(alpha) + 0.75 * radius * sin(alpha)

    def cuts(self) -> list[tuple[Site, Cut]]:
        """The stretch that the roundabout takes from each road."""
        found = []
        for site in dict.fromkeys(stub.site for stub in self.arms):
            own = [(stub, self.reach(k)) for k, stub in enumerate(self.arms) if stub.site is site]
            begin = next((stub.s - reach for stub, reach in own if not stub.beyond), 0.0)
            end = next((stub.s + reach for stub, reach in own if stub.beyond), site.plan.length)
            if begin < 0.0 or end > site.plan.length or end - begin >= site.plan.length:
                raise InputError(_too_short(self.spec, site, max(reach for _, reach in own)))
            found.append((site, Cut(begin, end, self.spec.name)))
        return found


def build(ring: Ring, arms: Sequence[Arm]) -> tuple[list[Road], list[Junction], JunctionGroup]:
    """The ring's roads, the junctions at its arms, and the group that makes them a roundabout."""
    spec, count = ring.spec, len(arms)
    ends = [(angle - ring.spread(k)[0], angle + ring.spread(k)[1]) for k, angle in enumerate(ring.angles)]
    pieces = [_ring_piece(ring, k, ends[k][1], ends[(k + 1) % count][0]) for k in range(count)]
    roads, junctions = [piece.road() for piece in pieces], []
    for k, own in enumerate(arms):
        inside, junction = _at_arm(ring, k, own, pieces[k - 1], pieces[k])
        roads += inside
        junctions.append(junction)
    return roads, junctions, JunctionGroup(spec.name, tuple(one.id for one in junctions), True, spec.name)


def _ring_piece(ring: Ring, k: int, begin: float, end: float) -> Piece:
    """A stretch of the ring, its line along the inner edge."""
    spec = ring.spec
    turn = (end - begin) % tau
    inner = spec.radius - spec.width * spec.lanes / 2.0
    x, y = ring.middle[0] + inner * cos(begin), ring.middle[1] + inner * sin(begin)
    strips = (*(Strip(width=spec.width),) * spec.lanes, *(pavement(),) * ring.has_pavement)
    section = CrossSection(strips, (), spec.limit, RoadKind.TOWN)
    plan = RoadPlan(f"{spec.name}.{k + 1}", Pose(x, y, begin + pi / 2.0), [SectionChange(0.0, section, 0.0)])
    plan.line = Path(plan.start).arc(turn * inner, curvature=1.0 / inner)
    site = Site(plan, Lanes.of(plan.changes), Profile.constant(ring.height) if ring.height else Profile())
    names = _name(spec, k), _name(spec, (k + 1) % len(ring.arms))
    piece = Piece(site, plan.name, 0.0, plan.length, JunctionLink(names[0]), JunctionLink(names[1]))
    site.pieces.append(piece)
    return piece


def _at_arm(ring: Ring, k: int, own: Arm, before: Piece, after: Piece) -> tuple[list[Road], Junction]:
    spec, name = ring.spec, _name(ring.spec, k)
    coming, going = arm(before, End.END), arm(after, End.START)
    through = tuple(zip(coming.driving_in(), going.driving_out(), strict=True))
    made = [Connector(f"{name}/round", name, coming, going, through, _arc(ring, k, coming))]
    for word, origin, goal in (("in", own, going), ("out", coming, own)):
        if rows := _rows(origin, goal):
            made.append(Connector(f"{name}/{word}", name, origin, goal, rows).fitted())
    _furnish(spec, name, own)
    first = [one for one in made if one.origin is coming and one.is_driven]
    priorities = [Priority(one.name, f"{name}/in") for one in first if own.driving_in()]
    connections = tuple(one.connection(str(j)) for j, one in enumerate(made))
    rule = RightOfWay.PRIORITY
    junction = Junction(name, name, connections=connections, priorities=tuple(priorities), right_of_way=rule)
    return [one.road() for one in made], junction


def _rows(origin: Arm, goal: Arm) -> tuple[Row, ...]:
    """The outermost lanes, and the pavement beside them; that alone where nobody drives."""
    entering, leaving = origin.driving_in(), goal.driving_out()
    count = min(len(entering), len(leaving))
    rows = tuple(zip(entering[len(entering) - count :], leaving[len(leaving) - count :], strict=True))
    first, last = outer(origin.entering), outer(goal.leaving)
    return with_outer(rows, first, last) if rows or (first and last) else ()


def _arc(ring: Ring, k: int, coming: Arm) -> Path:
    """The ring's inner edge past an arm."""
    inner = ring.spec.radius - ring.spec.width * ring.spec.lanes / 2.0
    return Path(coming.inward).arc(sum(ring.spread(k)) * inner, curvature=1.0 / inner)


def _furnish(spec: Roundabout, name: str, own: Arm) -> None:
    footways = any(slot.track.strip.kind in BESIDE for slot in (*own.entering, *own.leaving))
    crossed = spec.crosswalks and footways
    if crossed:
        put_crosswalk(own, f"{name}/crosswalk")
    if own.driving_in():
        distance = stop_distance(has_crosswalk=crossed)
        put_sign(own, SignalKind.ROUNDABOUT, distance + 1.0, f"{name}/roundabout")
        put_sign(own, SignalKind.YIELD, distance, f"{name}/yield")
        put_stop_line(own, distance, f"{name}/line")


def _name(spec: Roundabout, k: int) -> str:
    return f"{spec.name}/{k + 1}"


def _too_short(spec: Roundabout, site: Site, reach: float) -> str:
    return (
        f"road '{site.plan.name}' is too short for roundabout '{spec.name}': it is {site.plan.length:.1f} m long and "
        f"the roundabout takes {reach:.1f} m on a side; draw it longer, or end it right at the middle"
    )
