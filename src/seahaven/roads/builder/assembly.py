"""From drawn roads and what was said about where they meet to a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, dist, hypot, pi

from seahaven.errors import InputError
from seahaven.geometry import Pose, wrap_angle
from seahaven.roads.builder import control, crossing, furniture, pockets, ramps, roundabout
from seahaven.roads.builder.arms import Arm, arm, settled
from seahaven.roads.builder.bridges import check_bridges
from seahaven.roads.builder.connectors import Connector, with_outer
from seahaven.roads.builder.crossing import Crossing, Stub, outer
from seahaven.roads.builder.heights import Anchor, drawn_to, led_to, rise
from seahaven.roads.builder.meeting import meeting
from seahaven.roads.builder.pieces import Site
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.ramps import Ramp
from seahaven.roads.builder.roundabout import Ring, Roundabout
from seahaven.roads.builder.tracks import Lanes, SectionChange
from seahaven.roads.model import (
    Connection,
    Controller,
    End,
    Junction,
    JunctionGroup,
    JunctionLink,
    Profile,
    RightOfWay,
    Road,
    RoadLink,
    RoadNetwork,
)

STEEPEST = 0.2
"""The steepest grade that joining roads of different heights may make, in metres per metre."""


ONE_PLACE = 5.0
"""How far apart, in metres, the places may be at which the roads of one junction meet the first of them."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Two ends of drawn roads that become one road to whoever drives on them."""

    first: RoadPlan
    first_end: End
    second: RoadPlan
    second_end: End


@dataclass(frozen=True, slots=True)
class TurningCircle:
    """A place to turn round, at the end of a dead-end road."""

    name: str
    road: RoadPlan
    end: End
    radius: float


@dataclass(slots=True)
class Sheet:
    """Everything that was drawn and said, in order."""

    roads: list[RoadPlan] = field(default_factory=list)
    crossings: list[Crossing] = field(default_factory=list)
    roundabouts: list[Roundabout] = field(default_factory=list)
    ramps: list[Ramp] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    circles: list[TurningCircle] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    """What everything was called, by its id."""


@dataclass(frozen=True, slots=True)
class _Meet:
    """Two roads at the same place: how far along each, and how the second is turned from the first."""

    first: Site
    s: float
    second: Site
    u: float

    def anchor(self) -> Anchor:
        """The height that the second has to have."""
        turn = self.second.plan.line.heading(self.u) - self.first.plan.line.heading(self.s)
        elevation = self.first.elevation
        return Anchor(self.u, elevation.value(self.s), elevation.slope(self.s) * cos(turn))


class Assembly:
    """One building of a network; the sheet stays as it is, so that it can be drawn on and built again."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.sites = {plan.name: Site(plan, Lanes.of(_inside(plan))) for plan in sheet.roads}
        self.stubs: dict[str, list[Stub]] = {}
        self.rings: dict[str, Ring] = {}
        self.meets: list[_Meet] = []
        self.roads: list[Road] = []
        self.junctions: list[Junction] = []
        self.controllers: list[Controller] = []
        self.groups: list[JunctionGroup] = []

    def network(self, name: str) -> RoadNetwork:
        """Place, cut, lift, connect and furnish."""
        self._place()
        for site in self.sites.values():
            site.divide()
        for spec in self.sheet.crossings:
            pockets.check_room(spec, self.stubs[spec.name])
        self._lift()
        check_bridges(list(self.sites.values()))
        self._join()
        self._connect()
        for site in self.sites.values():
            self.controllers += furniture.furnish(site)
        own = [piece.road() for site in self.sites.values() for piece in site.pieces]
        return RoadNetwork(
            (*own, *self.roads), tuple(self.junctions), tuple(self.controllers), tuple(self.groups), name=name
        )

    def _place(self) -> None:
        for ramp in self.sheet.ramps:
            self._place_ramp(ramp)
        for one in self.sheet.crossings:
            self._place_crossing(one)
        for ring in self.sheet.roundabouts:
            self._place_roundabout(ring)
        for circle in self.sheet.circles:
            self._place_circle(circle)

    def _place_ramp(self, ramp: Ramp) -> None:
        motorway, own = self._site(ramp.motorway), self._site(ramp.ramp)
        ramps.add_lane(ramp, motorway)
        for site, cut in ramps.cuts(ramp, motorway, own):
            site.cuts.append(cut)
        self.meets.append(_Meet(motorway, ramp.at, own, ramp.ramp.length if ramp.is_entry else 0.0))

    def _place_crossing(self, spec: Crossing) -> None:
        arms = self._stubs(spec.roads, spec)
        pockets.add_left_lanes(arms, spec.inner_lanes, spec.lane_length)
        pockets.add_right_lanes(arms, spec.outer_lanes, spec.lane_length)
        needed = crossing.room(spec.name, arms, spec.corner)
        for site, cut in crossing.cuts(spec.name, arms, needed):
            site.cuts.append(cut)
        self.stubs[spec.name] = arms

    def _place_roundabout(self, spec: Roundabout) -> None:
        arms = self._stubs(spec.roads, spec)
        first = arms[0]
        ring = Ring(spec, first.site.plan.line.point(first.s), arms)
        for site, cut in ring.cuts():
            site.cuts.append(cut)
        self.rings[spec.name] = ring

    def _place_circle(self, circle: TurningCircle) -> None:
        site = self._site(circle.road)
        end = 0.0 if circle.end is End.START else circle.road.length
        site.cuts.append(crossing.end_cut(circle.name, end))

    def _stubs(self, roads: Sequence[RoadPlan], spec: Crossing | Roundabout) -> list[Stub]:
        """The arms at a meeting place, counter-clockwise."""
        sites = [self._site(road) for road in roads]
        first, _ = meeting(roads[0], roads[1], spec.near)
        place = roads[0].line.point(first)
        arms = list(crossing.stubs(sites[0], first))
        for site in sites[1:]:
            s, u = meeting(roads[0], site.plan, place)
            if dist(roads[0].line.point(s), place) > ONE_PLACE:
                raise InputError(_not_one_place(spec.name, roads, first, site.plan, s))
            arms += crossing.stubs(site, u)
            self._meet(sites[0], s, site, u)
        return sorted(arms, key=lambda stub: stub.angle)

    def _meet(self, first: Site, s: float, second: Site, u: float) -> None:
        if first.plan.order <= second.plan.order:
            self.meets.append(_Meet(first, s, second, u))
        else:
            self.meets.append(_Meet(second, u, first, s))

    def _lift(self) -> None:
        """Give every road its height: roads drawn first keep theirs, later ones come to meet them."""
        for site in sorted(self.sites.values(), key=lambda one: one.plan.order):
            plan = site.plan
            anchors = [meet.anchor() for meet in self.meets if meet.second is site]
            own = rise(plan.height, plan.grades) if plan.height or plan.grades else Profile()
            level = own.is_zero and not any(anchor.height or anchor.grade for anchor in anchors)
            lifted = led_to(own, anchors, plan.length) if plan.keeps_height else drawn_to(own, anchors)
            site.elevation = Profile() if level else lifted
            self._check_grades(site)

    def _check_grades(self, site: Site) -> None:
        steps = [k * site.plan.length / 200.0 for k in range(201)]
        steepest = max(steps, key=lambda s: abs(site.elevation.slope(s)))
        if abs(site.elevation.slope(steepest)) > STEEPEST:
            raise InputError(
                f"road '{site.plan.name}' would climb by {100.0 * abs(site.elevation.slope(steepest)):.0f} % at "
                f"{steepest:.0f} m to come to the height of the roads it meets; draw it longer, or change their heights"
            )

    def _join(self) -> None:
        for joint in self.sheet.joints:
            ends = [self._end(joint.first, joint.first_end), self._end(joint.second, joint.second_end)]
            _check_joint(ends[0], ends[1])
            for own, other in (ends, reversed(ends)):
                link = RoadLink(other.piece.id, other.end)
                if own.end is End.START:
                    own.piece.before = link
                else:
                    own.piece.after = link
                own.piece.ending(own.end).joined = _numbers_joined(own, other)

    def _end(self, plan: RoadPlan, end: End) -> Arm:
        site = self._site(plan)
        piece = site.piece_from(0.0) if end is End.START else site.piece_to(plan.length)
        if piece is None:
            raise InputError(f"the {end} of road '{plan.name}' lies in a junction; expected a free end to join")
        return settled(arm(piece, end))

    def _connect(self) -> None:
        for ramp in self.sheet.ramps:
            roads, junction = ramps.build(ramp, self._site(ramp.motorway), self._site(ramp.ramp))
            self.roads += roads
            self.junctions.append(junction)
        for spec in self.sheet.crossings:
            self._connect_crossing(spec)
        for name, ring in self.rings.items():
            self._connect_roundabout(name, ring)
        for circle in self.sheet.circles:
            self._connect_circle(circle)

    def _connect_crossing(self, spec: Crossing) -> None:
        arms = [self._arm(stub, spec.name) for stub in self.stubs[spec.name]]
        known = crossing.movements(spec.name, arms, u_turns=spec.u_turns)
        made = [*(one.connector for one in known), *crossing.corners(spec.name, arms, known)]
        ruling = control.rule(spec, arms, known)
        self.roads += [one.road() for one in made]
        self.controllers += ruling.controllers
        self.junctions.append(
            Junction(
                spec.name,
                self.sheet.titles[spec.name],
                connections=_connections(made),
                priorities=ruling.priorities,
                right_of_way=ruling.rule,
                controllers=tuple(one.id for one in ruling.controllers),
                outline=_outline(arms),
            )
        )

    def _connect_roundabout(self, name: str, ring: Ring) -> None:
        arms = [self._arm(stub, name) for stub in ring.arms]
        for k, own in enumerate(arms):
            link = JunctionLink(f"{name}/{k + 1}")
            if own.end is End.START:
                own.piece.before = link
            else:
                own.piece.after = link
        roads, junctions, group = roundabout.build(ring, arms)
        self.roads += roads
        self.junctions += junctions
        self.groups.append(group)

    def _connect_circle(self, circle: TurningCircle) -> None:
        own = self._end(circle.road, circle.end)
        lanes = ((own.driving_in()[-1], own.driving_out()[-1]),)
        rows = with_outer(lanes, outer(own.entering), outer(own.leaving))
        turning = Connector(f"{circle.name}/round", circle.name, own, own, rows, radius=circle.radius).fitted()
        self.roads.append(turning.road())
        rule = RightOfWay.UNREGULATED
        self.junctions.append(
            Junction(
                circle.name, self.sheet.titles[circle.name], connections=_connections([turning]), right_of_way=rule
            )
        )

    def _arm(self, stub: Stub, name: str) -> Arm:
        """The arm that a stub became."""
        cuts = [cut for cut in stub.site.cuts if cut.junction == name and cut.begin <= stub.s <= cut.end]
        piece = stub.site.piece_from(cuts[0].end) if stub.beyond else stub.site.piece_to(cuts[0].begin)
        if piece is None:
            raise InputError(
                f"road '{stub.site.plan.name}' ends too close to junction '{name}'; draw it longer or end it there"
            )
        return settled(arm(piece, End.START if stub.beyond else End.END))

    def _site(self, plan: RoadPlan) -> Site:
        return self.sites[plan.name]


def _inside(plan: RoadPlan) -> list[SectionChange]:
    """The cross sections of a road in the frame in which networks are built; refused where the last has no room."""
    last = plan.changes[-1]
    if last.s + last.taper > plan.length + 1e-6:
        raise InputError(
            f"road '{plan.name}' changes its cross section from {last.s:g} m on within {last.taper:g} m, but ends at "
            f"{plan.length:g} m; draw {last.s + last.taper - plan.length:.1f} m more of it, or give a shorter taper="
        )
    if not plan.mirrored:
        return plan.changes
    return [SectionChange(one.s, one.section.mirrored(), one.taper) for one in plan.changes]


def _not_one_place(name: str, roads: Sequence[RoadPlan], s: float, other: RoadPlan, u: float) -> str:
    place, there = roads[0].at(s), roads[0].at(u)
    return (
        f"junction '{name}' is no single place: road '{roads[0].name}' meets '{roads[1].name}' at "
        f"({place.x:.1f}, {place.y:.1f}) but '{other.name}' at ({there.x:.1f}, {there.y:.1f}); "
        "lead them all through one point"
    )


def _connections(made: Sequence[Connector]) -> tuple[Connection, ...]:
    return tuple(one.connection(str(k)) for k, one in enumerate(made))


def _outline(arms: Sequence[Arm]) -> tuple[tuple[float, float], ...]:
    """The edge of a junction: from arm to arm along the ends of the roads."""
    return tuple(point for own in arms for point in _mouth(own))


def _mouth(own: Arm) -> Iterator[tuple[float, float]]:
    for slots, frame in ((own.leaving, own.outward), (own.entering, own.inward)):
        edge = min((slot.left - slot.width for slot in slots), default=0.0)
        yield frame.to_world((0.0, edge))


def _check_joint(first: Arm, second: Arm) -> None:
    names = f"'{first.piece.site.plan.name}' and '{second.piece.site.plan.name}'"
    turned = Pose(second.inward.x, second.inward.y, second.inward.heading + pi)
    gap = hypot(first.inward.x - turned.x, first.inward.y - turned.y)
    turn = wrap_angle(first.inward.heading - turned.heading)
    if gap > 1e-3 or abs(turn) > 1e-3:
        raise InputError(
            f"roads {names} cannot be joined: their ends are {gap:.3f} m and {abs(turn):.4f} rad apart; "
            "lead one to the other with to(...)"
        )
    kinds = [[slot.track.strip.kind for slot in slots] for slots in (first.entering, second.leaving)]
    if kinds[0] != kinds[1]:
        raise InputError(
            f"roads {names} cannot be joined: their lanes differ; let one become like the other before the joint"
        )


def _numbers_joined(own: Arm, other: Arm) -> dict[int, int]:
    pairs = [*zip(own.entering, other.leaving, strict=True), *zip(own.leaving, other.entering, strict=True)]
    return {mine.number: theirs.number for mine, theirs in pairs}
