"""A few lines of Python that make a road network."""

from __future__ import annotations

from math import fmod, isfinite, tau
from typing import Literal

from seahaven.errors import InputError
from seahaven.geometry import Point, Pose
from seahaven.roads.builder import presets
from seahaven.roads.builder.assembly import Assembly, Joint, Sheet, TurningCircle
from seahaven.roads.builder.checks import check_angle, check_limit, check_number
from seahaven.roads.builder.codes import check_country, with_codes
from seahaven.roads.builder.control import check_control
from seahaven.roads.builder.cross_section import Carriageway, CrossSection, check_section
from seahaven.roads.builder.crossing import Crossing
from seahaven.roads.builder.grid import Grid, GridTown, grid
from seahaven.roads.builder.interchange import RAMPS, Diamond, diamond
from seahaven.roads.builder.mirror import mirror
from seahaven.roads.builder.plan import RoadPlan, as_id, mirrored
from seahaven.roads.builder.ramps import Ramp, as_kind, nose
from seahaven.roads.builder.roundabout import Roundabout
from seahaven.roads.builder.tracks import SectionChange
from seahaven.roads.builder.units import kmh
from seahaven.roads.model import End, LaneKind, RoadNetwork


class Builder:
    """Draw roads as lines, say what is where they meet, and build.

    Roads are drawn straight across each other, or up to each other's lines; `junction`, `roundabout` and the ramps
    then cut them to size, connect the lanes, paint, and put up signs and lights.

    >>> builder = Builder("two streets")
    >>> high = builder.road("high").straight(300.0)
    >>> mill = builder.road("mill", at=(150.0, -120.0), heading=1.57).straight(240.0)
    >>> _ = builder.junction("market", high, mill, control="lights")
    >>> [road.id for road in builder.build().roads if road.junction is None]
    ['high.1', 'high.2', 'mill.1', 'mill.2']

    Traffic keeps to the right; with `left_hand` everything but the roads' lines is mirrored, while the words left and
    right mean what they say. A road that meets one that was drawn before comes to its height. `country` is whose signs
    are put up, by the numbers of its catalogue: "DE", "SE" or "US".
    """

    def __init__(self, name: str = "", *, left_hand: bool = False, country: str = "DE") -> None:
        check_country(country)
        self.name = name
        self.left_hand = left_hand
        self.country = country
        self._sheet = Sheet()

    def road(
        self,
        name: str,
        section: CrossSection | None = None,
        *,
        at: Point = (0.0, 0.0),
        heading: float = 0.0,
        height: float | None = None,
    ) -> RoadPlan:
        """Begin to draw a road at a place, in a direction; a town street by default.

        Where it meets roads that were drawn before, it comes to their height. If its own height is given, it goes back
        to that away from them; else it lies as high as they do, and at 0 where there are none.
        """
        check_angle(f"road '{name}' got heading", heading)
        start = Pose(*_place(f"road '{name}'", at), heading)
        return self._draw(name, section, mirrored(start) if self.left_hand else start, height)

    def side_road(
        self,
        name: str,
        section: CrossSection | None = None,
        *,
        off: RoadPlan,
        at: float,
        to: Literal["left", "right"],
        angle: float = 1.5707963267948966,
    ) -> RoadPlan:
        """Begin to draw a road on the line of another one, `at` metres along it, leading off to one side."""
        if to not in ("left", "right"):
            raise InputError(f"side road '{name}' got to={to!r}; expected 'left' or 'right'")
        check_angle(f"side road '{name}' got angle", angle)
        self._known(f"side road '{name}'", off)
        pose = off.at(at)
        turn = angle if to == "left" else -angle
        return self.road(name, section, at=pose.point, heading=fmod(pose.heading + turn, tau))

    def junction(
        self,
        name: str,
        *roads: RoadPlan,
        control: str = "yield",
        main: RoadPlan | tuple[RoadPlan, ...] | None = None,
        near: Point | None = None,
        corner: float | None = None,
        left_lanes: tuple[RoadPlan, ...] = (),
        right_lanes: tuple[RoadPlan, ...] = (),
        lane_length: float = 50.0,
        lefts: Literal["protected", "permitted"] | None = None,
        rights: Literal["protected", "permitted"] | None = None,
        crosswalks: bool | None = None,
        u_turns: bool = False,
    ) -> Builder:
        """Let roads meet in a junction where they cross, or where one ends on the other.

        `control` says who goes first: "yield" or "stop" (those not on the main road have the sign), "priority" (the
        main road has signs as well), "lights", "all-way stop", "right before left", "left before right" or "none".
        The main road is the one named first, unless `main` says otherwise. `corner` is the radius of the kerb.
        `left_lanes` and `right_lanes` name roads that get lanes for turning, from `lane_length` metres before the
        middle on, and from a taper before that. Lights give those who cross the oncoming traffic from such lanes a
        stage of their own, unless `lefts` (in traffic on the left `rights`) is "permitted".
        """
        id = self._name("junction", name)
        check_control(name, control)
        self._roads(f"junction '{name}'", roads)
        self._turning(f"junction '{name}'", left_lanes, right_lanes)
        across = self._across(name, lefts, rights)
        inner, outer = (right_lanes, left_lanes) if self.left_hand else (left_lanes, right_lanes)
        first = (roads[0],) if main is None else main if isinstance(main, tuple) else (main,)
        place = self._inside(near)
        spec = Crossing(
            id, roads, first, control, place, corner, inner, outer, lane_length, crosswalks, u_turns, across
        )
        self._sheet.crossings.append(spec)
        return self

    def roundabout(
        self,
        name: str,
        *roads: RoadPlan,
        radius: float = 16.0,
        lanes: int = 1,
        width: float = 4.5,
        limit: float = kmh(30),
        near: Point | None = None,
        crosswalks: bool = False,
    ) -> Builder:
        """Let roads meet in a roundabout whose middle is where they cross; the radius is to the middle of the ring."""
        id = self._name("roundabout", name)
        self._roads(f"roundabout '{name}'", roads)
        check_limit(f"roundabout '{name}' got limit", limit)
        if not (isfinite(radius) and radius - width * lanes / 2.0 >= 4.0):
            raise InputError(
                f"roundabout '{name}' got radius {radius!r} with {lanes} lanes of {width:g} m; expected at least "
                f"{4.0 + width * lanes / 2.0:g} m"
            )
        self._sheet.roundabouts.append(
            Roundabout(id, roads, radius, lanes, width, limit, self._inside(near), crosswalks)
        )
        return self

    def off_ramp(
        self,
        name: str,
        motorway: RoadPlan,
        *,
        at: float,
        side: Carriageway = "forward",
        section: CrossSection | None = None,
        length: float = 180.0,
        taper: float = 70.0,
    ) -> RoadPlan:
        """Begin to draw a ramp that leaves a motorway `at` metres along it; an exit lane of that length leads there.

        `side` "backward" is for the traffic that runs against the direction in which the motorway was drawn.
        """
        self._known(f"ramp '{name}'", motorway)
        kind = presets.ramp() if section is None else section
        check_section(f"ramp '{name}'", kind)
        ramp = self._draw(name, as_kind(kind, LaneKind.OFF_RAMP), nose(motorway, at, side), None)
        self._ramp(ramp, motorway, at, side, is_entry=False, length=length, taper=taper)
        return ramp

    def on_ramp(
        self,
        ramp: RoadPlan,
        motorway: RoadPlan,
        *,
        at: float,
        side: Carriageway = "forward",
        length: float = 250.0,
        taper: float = 90.0,
        radius: float = 40.0,
    ) -> RoadPlan:
        """Lead a ramp on to a motorway, which it joins `at` metres along it; an entry lane of that length follows.

        The way from where the ramp has been drawn to is found, and refused if it turns on less than the radius.
        """
        self._known("on_ramp", ramp)
        self._known(f"ramp '{ramp.name}'", motorway)
        ramp.changes = [_as_entry(change) for change in ramp.changes]
        ramp.reach(nose(motorway, at, side), radius=radius)
        self._ramp(ramp, motorway, at, side, is_entry=True, length=length, taper=taper)
        return ramp

    def interchange(
        self,
        name: str,
        motorway: RoadPlan,
        road: RoadPlan,
        *,
        ramps: tuple[str, ...] = RAMPS,
        control: str = "stop",
        reach: float = 330.0,
        offset: float = 90.0,
        clearance: float = 6.5,
        turn_lanes: float = 0.0,
        section: CrossSection | None = None,
    ) -> dict[str, RoadPlan]:
        """Lead a road over a motorway, with a diamond of ramps; gives the ramps by name, such as "forward exit".

        Ramps leave and join the motorway `reach` metres from the crossing, and meet the road `offset` metres from it.
        The road is lifted by `clearance`. `turn_lanes` is how long its lanes are for those who cross the
        oncoming traffic to get on to the motorway; 0 leaves them out.
        """
        for one in (motorway, road):
            self._known(f"interchange '{name}'", one)
        kind = section or presets.ramp()
        check_section(f"interchange '{name}'", kind)
        spec = Diamond(name, motorway, road, ramps, reach, offset, control, kind, clearance, turn_lanes)
        return diamond(self, spec)

    def grid_town(
        self,
        name: str,
        *,
        streets: int = 3,
        avenues: int = 3,
        block: tuple[float, float] = (120.0, 90.0),
        at: Point = (0.0, 0.0),
        street: CrossSection | None = None,
        avenue: CrossSection | None = None,
        control: str = "right before left",
        stub: float = 60.0,
    ) -> GridTown:
        """Draw a town of streets (east) and avenues (north) at right angles, `block` metres apart, from `at` on.

        All its junctions have the same control. Roads reach `stub` metres beyond the outermost crossings; 0 ends the
        town there.
        """
        kinds = street or presets.residential_street(parked=False), avenue or presets.town_street()
        return grid(self, Grid(name, streets, avenues, block, at, *kinds, control, stub))

    def join(self, first: RoadPlan, second: RoadPlan, *, ends: tuple[str, str] = ("end", "start")) -> Builder:
        """Join two roads, end to end, into one for whoever drives there; a road joined to itself is a loop."""
        for road in (first, second):
            self._known("join", road)
        names = [_end(first, ends[0]), _end(second, ends[1])]
        self._sheet.joints.append(Joint(first, names[0], second, names[1]))
        return self

    def turning_circle(self, name: str, road: RoadPlan, *, end: str = "end", radius: float = 8.0) -> Builder:
        """Let traffic turn round at the end of a dead-end road."""
        self._known(f"turning circle '{name}'", road)
        id = self._name("turning circle", name)
        self._sheet.circles.append(TurningCircle(id, road, _end(road, end), radius))
        return self

    def build(self) -> RoadNetwork:
        """The network; drawing may go on afterwards, and the next building has it all."""
        empty = [plan.name for plan in self._sheet.roads if not plan.line.pieces]
        if empty or not self._sheet.roads:
            what = f"road '{empty[0]}' has no length" if empty else f"builder '{self.name}' has no roads"
            raise InputError(f"{what}; draw something first, such as .straight(100.0)")
        network = with_codes(Assembly(self._sheet).network(self.name), self.country)
        return mirror(network) if self.left_hand else network

    def _draw(self, name: str, section: CrossSection | None, start: Pose, height: float | None) -> RoadPlan:
        kind = presets.town_street() if section is None else section
        check_section(f"road '{name}'", kind)
        check_number(f"road '{name}' got height", height or 0.0, "metres")
        self._name("road", name)
        changes = [SectionChange(0.0, kind, 0.0)]
        plan = RoadPlan(name, start, changes, self.left_hand, len(self._sheet.roads))
        plan.height, plan.keeps_height = height or 0.0, height is not None
        self._sheet.roads.append(plan)
        return plan

    def _ramp(
        self,
        ramp: RoadPlan,
        motorway: RoadPlan,
        at: float,
        side: Carriageway,
        *,
        is_entry: bool,
        length: float,
        taper: float,
    ) -> None:
        word = "entry" if is_entry else "exit"
        id = self._name("junction", f"{ramp.name}/{word}")
        self._sheet.ramps.append(Ramp(id, ramp, motorway, at, side, is_entry, length, taper))

    def _name(self, kind: str, name: str) -> str:
        """The id for a name, which nothing else may have."""
        if not isinstance(name, str):
            raise InputError(f"a {kind} got the name {name!r}; expected words, such as 'High Street'")
        id = as_id(name)
        if not id or id in self._sheet.titles:
            raise InputError(f"there is already something called '{name}'; give the {kind} a name of its own")
        self._sheet.titles[id] = name
        return id

    def _roads(self, what: str, roads: tuple[RoadPlan, ...]) -> None:
        for road in roads:
            self._known(what, road)
        if len(roads) < 2:
            raise InputError(f"{what} got {len(roads)} roads; expected two or more that meet there")

    def _turning(self, what: str, *lanes: tuple[RoadPlan, ...]) -> None:
        for roads in lanes:
            if not isinstance(roads, tuple | list):
                raise InputError(f"{what} got lanes for turning that are no tuple; expected roads, such as (high,)")
            for road in roads:
                self._known(what, road)

    def _known(self, what: str, road: object) -> None:
        """Refuse what is no road of this builder."""
        if not isinstance(road, RoadPlan):
            raise InputError(f"{what} got {road!r}; expected a road, as builder.road(...) gives it")
        if road not in self._sheet.roads:
            raise InputError(f"{what} got road '{road.name}', which another builder drew; draw it with this one")

    def _across(self, name: str, lefts: str | None, rights: str | None) -> str:
        """How those turn who cross the oncoming traffic: left, or right where traffic keeps to the left."""
        own, other = (rights, lefts) if self.left_hand else (lefts, rights)
        words = ("rights", "lefts") if self.left_hand else ("lefts", "rights")
        if other is not None:
            raise InputError(
                f"junction '{name}' got {words[1]}={other!r}, but those do not cross the oncoming traffic; "
                f"expected {words[0]}="
            )
        if own not in (None, "protected", "permitted"):
            raise InputError(f"junction '{name}' got {words[0]}={own!r}; expected 'protected' or 'permitted'")
        return own or "protected"

    def _inside(self, place: Point | None) -> Point | None:
        return (place[0], -place[1]) if place is not None and self.left_hand else place


def _place(what: str, at: Point) -> Point:
    if not (isinstance(at, tuple | list) and len(at) == 2):
        raise InputError(f"{what} got at={at!r}; expected a place (x, y) in metres")
    for value in at:
        check_number(f"{what} got at={at!r} with", value, "metres")
    return at[0], at[1]


def _as_entry(change: SectionChange) -> SectionChange:
    return SectionChange(change.s, as_kind(change.section, LaneKind.ON_RAMP), change.taper)


def _end(road: RoadPlan, word: str) -> End:
    if word not in ("start", "end"):
        raise InputError(f"road '{road.name}' has no end called '{word}'; expected 'start' or 'end'")
    return End(word)
