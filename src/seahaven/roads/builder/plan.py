"""Drawing a road piece by piece, as if with a pen that knows what roads are like."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, fmod, pi, sqrt, tau
from typing import Literal, Self

from seahaven.errors import InputError
from seahaven.geometry import Path, Point, Pose
from seahaven.roads.builder.checks import check_angle, check_limit, check_number, check_positive
from seahaven.roads.builder.cross_section import Carriageway, CrossSection, check_section
from seahaven.roads.builder.heights import GradeChange, climb_for, rise
from seahaven.roads.builder.tracks import SectionChange
from seahaven.roads.builder.turning import bend, way
from seahaven.roads.model import ObjectKind

USUAL_SPEED = 25.0
"""What curves are laid out for, in m/s, where there is no limit."""
JERK = 0.6
"""How fast the push to the side grows on a transition, in m/s³, at the speed limit."""
SMALLEST_RADIUS = 5.0
"""The tightest curve that a car can take, in metres, measured where the road's line is."""


@dataclass(frozen=True, slots=True)
class LimitChange:
    """From s on the speed limit is another one; `reason` is written below the sign."""

    s: float
    speed: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something beside or on the road: what, where, and how large."""

    kind: ObjectKind
    s: float
    t: float
    length: float
    width: float
    height: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class RoadLight:
    """A light away from junctions, for traffic on one side, and how long green, amber and red last by its program."""

    s: float
    side: Carriageway
    name: str
    green: float
    amber: float | None
    red: float


@dataclass(slots=True, eq=False)
class RoadPlan:
    """A road that is being drawn: every call adds a piece, or changes what the road is like from here on.

    Distances count from where it begins, in metres; angles are in radians, grades in metres per metre. Where it meets
    other roads is for the builder to say.
    """

    name: str
    start: Pose
    changes: list[SectionChange]
    mirrored: bool = False
    order: int = 0
    line: Path = field(init=False)
    height: float = 0.0
    keeps_height: bool = False
    """Whether its height was stated: then it goes back to it after every road that it meets."""
    limits: list[LimitChange] = field(default_factory=list)
    grades: list[GradeChange] = field(default_factory=list)
    banks: list[tuple[float, float]] = field(default_factory=list)
    no_passing: list[tuple[float, bool]] = field(default_factory=list)
    crosswalks: list[tuple[float, bool]] = field(default_factory=list)
    lights: list[RoadLight] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line = Path(self.start)
        self.limits.append(LimitChange(0.0, self.section.limit))

    @property
    def length(self) -> float:
        """How long it is so far."""
        return self.line.length

    @property
    def section(self) -> CrossSection:
        """The cross section that it has now, at the pen."""
        return self.changes[-1].section

    def at(self, s: float) -> Pose:
        """Place and direction of its line at a distance from where it begins."""
        self._on_road("at", s)
        found = self.line.pose(s) if self.line.pieces else self.start
        pose = Pose(found.x, found.y, fmod(found.heading, tau))
        return mirrored(pose) if self.mirrored else pose

    def height_at(self, s: float) -> float:
        """How high its line lies at a distance from where it begins, as drawn: other roads may still move it."""
        return rise(self.height, self.grades).value(s)

    def straight(self, length: float) -> Self:
        """Go straight on."""
        self._positive("straight", "length", length)
        self.line = self.line.line(length)
        return self

    def left(self, angle: float, *, radius: float, transition: float | None = None, bank: float = 0.0) -> Self:
        """Turn left by an angle on an arc of that radius, with clothoids before and after.

        The transitions are as long as the speed limit asks for, by default; 0 leaves them out. `bank` is
        the angle by which the inside of the curve lies lower.
        """
        return self._curve("left", -angle if self.mirrored else angle, angle, radius, transition, bank)

    def right(self, angle: float, *, radius: float, transition: float | None = None, bank: float = 0.0) -> Self:
        """Turn right, as `left` does to the left."""
        return self._curve("right", angle if self.mirrored else -angle, angle, radius, transition, bank)

    def to(self, x: float, y: float, heading: float | None = None, *, radius: float = SMALLEST_RADIUS) -> Self:
        """Go to a place, arriving in a direction if one is given, along the widest way with at most two bends.

        It is refused if it has to turn on less than the given radius.
        """
        for value in (x, y):
            check_number(f"road '{self.name}' got to with place", value)
        if heading is not None:
            check_angle(f"road '{self.name}' got to with heading", heading)
        goal = mirrored(Pose(x, y, heading or 0.0)) if self.mirrored else Pose(x, y, heading or 0.0)
        if heading is None:
            goal = self._towards(goal.point)
        return self.reach(goal, radius=radius)

    def reach(self, goal: Pose, *, radius: float = SMALLEST_RADIUS) -> Self:
        """Go to a pose that is given in the builder's own, possibly mirrored, frame."""
        found = way(self.line.end, goal)
        if found.radius < radius:
            raise InputError(
                f"road '{self.name}' cannot go from {self._shown(self.line.end)} to {self._shown(goal)} on a radius of "
                f"{radius:g} m or more (the widest way has {found.radius:.1f} m); move the goal further away or turn it"
            )
        for piece in found.line.pieces:
            self.line = self.line.then(piece)
        return self

    def hill(self, height: float, *, grade: float = 0.05, top: float = 100.0, over: float | None = None) -> Self:
        """Go straight on over a hill: up by `height` at a grade, along the top, and down again.

        A negative height is a dip. The straight reaches from where the slope begins to where it ends; vertical curves
        round its corners, `over` metres long each, or as long as the speed limit asks for. Where they are longer than
        the top, they cut it off, and the slopes are longer instead: the hill is as high as asked for.
        """
        self._positive("hill", "grade", grade)
        check_number(f"road '{self.name}' got hill with top", top, "metres, 0 or more")
        if top < 0.0:
            raise InputError(f"road '{self.name}' got hill with top {top!r}; expected metres, 0 or more")
        check_number(f"road '{self.name}' got hill with height", height)
        self._positive("hill", "height", abs(height))
        slope = grade if height > 0.0 else -grade
        rounding = self._rounding(slope, over)
        self._positive("hill", "over", rounding)
        climb = climb_for(abs(height), grade, top, rounding)
        self.grade(slope, over=over).straight(climb).grade(0.0, over=rounding)
        if top:
            self.straight(top)
        return self.grade(-slope, over=rounding).straight(climb).grade(0.0, over=rounding)

    def grade(self, grade: float, *, over: float | None = None) -> Self:
        """From here on climb by `grade` metres per metre (negative: go down), rounded by a vertical curve."""
        what, expected = f"road '{self.name}' got grade", "metres per metre, such as 0.05 for 5 %"
        check_number(what, grade, expected)
        if not abs(grade) < 1.0:
            raise InputError(f"{what} {grade!r}; expected {expected}")
        change = grade - sum(known.change for known in self.grades)
        if change:
            length = self._rounding(change, over)
            self._positive("grade", "over", length)
            self.grades.append(GradeChange(self.length, change, length))
        return self

    def limit(self, speed: float | None, *, reason: str = "") -> Self:
        """From here on the speed limit is `speed` m/s (None: there is none); signs say so to both directions."""
        check_limit(f"road '{self.name}' got limit with speed", speed)
        self.limits.append(LimitChange(self.length, speed, reason))
        return self

    def become(self, section: CrossSection, *, taper: float = 60.0) -> Self:
        """From here on have another cross section; lanes that come or go do so within `taper` metres."""
        self._positive("become", "taper", taper)
        check_section(f"road '{self.name}'", section)
        last = self.changes[-1]
        if self.length - last.s < last.taper:
            raise InputError(
                f"road '{self.name}' changes its cross section at {self.length:g} m while the change from {last.s:g} m "
                f"on takes {last.taper:g} m; draw further before the next one, or give a shorter taper"
            )
        self.changes.append(SectionChange(self.length, section, taper))
        self.limits.append(LimitChange(self.length, section.limit))
        return self

    def add_lane(self, side: Carriageway = "forward", *, width: float = 3.5, taper: float = 60.0) -> Self:
        """From here on have one more lane on the outside."""
        self._side("add_lane", side)
        return self._with_lanes(self.section.with_lane(side, width=width), taper)

    def drop_lane(self, side: Carriageway = "forward", *, taper: float = 100.0) -> Self:
        """From here on have one lane less: the outermost one narrows to nothing."""
        self._side("drop_lane", side)
        spare = sum(strip.is_driving for strip in self.section.strips(side))
        if spare < 2:
            raise InputError(
                f"road '{self.name}' has no {side} lane to spare at {self.length:g} m: it has {spare} there; expected "
                "two driving lanes or more to drop one"
            )
        return self._with_lanes(self.section.without_lane(side), taper)

    def passing(self, allowed: bool) -> Self:
        """From here on permit, or forbid, passing by way of the other direction's lane."""
        self.no_passing.append((self.length, not allowed))
        return self

    def crosswalk(self, *, lights: bool = False) -> Self:
        """Put a crosswalk here, with lights for traffic and people if asked for."""
        self.crosswalks.append((self.length, lights))
        return self

    def light(
        self,
        name: str = "",
        *,
        green: float = 30.0,
        red: float = 30.0,
        amber: float | None = None,
        side: Carriageway = "forward",
    ) -> Self:
        """Put a light with a stop line here for traffic on one side, as on a metered ramp or before road works.

        Its controller, called `name`, runs a program of green, amber and red, in seconds, until its panel says
        otherwise; amber lasts as long as the speed limit asks for by default. A green shorter than 5 s is the shortest
        that the panel can have, and the red of the program is the shortest red.
        """
        self._side("light", side)
        for what, seconds in (("green", green), ("red", red), *((("amber", amber),) if amber is not None else ())):
            self._positive("light", what, seconds)
        name = name or f"{self.name}/light {len(self.lights) + 1}"
        self.lights.append(RoadLight(self.length, side, name, green, amber, red))
        return self

    def beside(
        self,
        kind: ObjectKind,
        side: Literal["left", "right"],
        *,
        distance: float = 8.0,
        length: float = 12.0,
        width: float = 10.0,
        height: float = 6.0,
        name: str = "",
    ) -> Self:
        """Put something beside the road here, its near edge so far from the road's line: a building, a tree."""
        sign = 1.0 if (side == "left") is not self.mirrored else -1.0
        t = sign * (distance + width / 2.0)
        self.things.append(Thing(kind, self.length, t, length, width, height, name))
        return self

    def _with_lanes(self, section: CrossSection, taper: float) -> Self:
        """Change the lanes alone: the limit stays as it was."""
        self.become(section, taper=taper)
        self.limits.pop()
        return self

    def _curve(
        self, word: str, turn: float, angle: float, radius: float, transition: float | None, bank: float
    ) -> Self:
        check_angle(f"road '{self.name}' got {word} with angle", angle)
        self._positive(word, "angle", angle)
        check_number(f"road '{self.name}' got radius", radius, f"{SMALLEST_RADIUS:g} m or more")
        if not radius >= SMALLEST_RADIUS:
            raise InputError(f"road '{self.name}' got radius {radius!r}; expected {SMALLEST_RADIUS:g} m or more")
        check_number(f"road '{self.name}' got {word} with transition", transition or 0.0, "metres, or None")
        eased = self._transition(radius, angle) if transition is None else transition
        if not 0.0 <= eased <= angle * radius * (1.0 + 1e-12):
            raise InputError(
                f"road '{self.name}' got a transition of {eased:g} m for a curve of {angle:g} rad on {radius:g} m; "
                f"expected 0 to {angle * radius:.1f} m"
            )
        begin = self.length
        self.line = bend(self.line, turn, radius, eased)
        if bank:
            lean = -bank if turn > 0.0 else bank
            run = max(eased, 20.0) if eased else 20.0
            self.banks += [(begin, 0.0), (begin + run, lean), (self.length - run, lean), (self.length, 0.0)]
        return self

    def _transition(self, radius: float, angle: float) -> float:
        """As long as comfort asks for, while it shifts the arc by half a metre and takes half the turn at most."""
        return min(self._speed() ** 3 / (JERK * radius), sqrt(12.0 * radius), radius * angle / 2.0)

    def _speed(self) -> float:
        limit = self.limits[-1].speed
        return USUAL_SPEED if limit is None else limit

    def _towards(self, goal: Point) -> Pose:
        """The goal, faced as a single arc from the pen would reach it."""
        ahead, left = self.line.end.to_local(goal)
        return Pose(*goal, self.line.end.heading + 2.0 * atan2(left, ahead))

    def _shown(self, pose: Pose) -> str:
        """A pose as whoever draws sees it."""
        seen = mirrored(pose) if self.mirrored else pose
        return f"({seen.x:.1f}, {seen.y:.1f}) heading {seen.heading % (2.0 * pi):.2f} rad"

    def _rounding(self, change: float, over: float | None) -> float:
        """How long the vertical curve for a change of grade is."""
        return over if over is not None else max(20.0, 6.0 * self._speed() ** 2 * abs(change))

    def _on_road(self, word: str, s: float) -> None:
        check_number(f"road '{self.name}' got {word} with", s, "metres along it")
        if not 0.0 <= s <= self.length + 1e-9:
            raise InputError(
                f"road '{self.name}' has no {word}({s:g}); expected 0 to {self.length:.1f} m, its length so far"
            )

    def _side(self, word: str, side: str) -> None:
        if side not in ("forward", "backward"):
            raise InputError(f"road '{self.name}' got {word} with side {side!r}; expected 'forward' or 'backward'")

    def _positive(self, word: str, name: str, value: float) -> None:
        check_positive(f"road '{self.name}' got {word} with {name}", value)


def as_id(name: str) -> str:
    """The name as other programs can take it for an id: without blanks."""
    return "_".join(name.split())


def mirrored(pose: Pose) -> Pose:
    """The pose on the other side of the x axis."""
    return Pose(pose.x, -pose.y, -pose.heading)
