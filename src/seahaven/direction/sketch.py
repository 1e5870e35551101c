"""Sketches of situations from above, as SVG: the subject, its cast, the road they need, and what is wanted.

A sketch is drawn from what a situation declares: its roles, needs, criterion and stimulus. It is not to scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from seahaven.direction.desk import Bystander, JunctionLights, StreamAlong
from seahaven.direction.roles import Role
from seahaven.direction.siting import Notes, notes_of
from seahaven.direction.situation import Situation
from seahaven.direction.sketch_places import AWAY, MEETING, MINOR, SUBJECT

__all__ = ["WIDTH", "Picture", "SketchedCar", "sketch", "wanted_span"]

WIDTH, LANE, MARGIN = 760.0, 54.0, 46.0
CAR, TRUCK, HIGH, BODY = 46.0, 84.0, 20.0, 14.0
ROAD, LINE, INK, PAPER = "#6f767e", "#ffffff", "#27313a", "#f1f0e9"
OWN, CAST, BRAKE, WANTED = "#c8452d", "#1f6f8b", "#ff3b2f", "#8a5a9e"
GREEN, OTHERS = "#2e9e4f", "#a7adb3"


@dataclass(frozen=True, slots=True)
class SketchedCar:
    """A vehicle in the picture: its centre, which way it faces (degrees), and what stands beside it."""

    name: str
    x: float
    y: float
    turn: float = 0.0
    length: float = CAR
    colour: str = CAST


def sketch(situation: type[Situation], title: str = "") -> str:
    """The picture of a situation as SVG text."""
    picture = Picture.of(situation)
    parts = [*picture.land(), *picture.vehicles(), *picture.wanted(situation)]
    head = f'<text x="16" y="24" font-size="16" font-weight="600" fill="{INK}">{escape(title)}</text>' if title else ""
    size = f'viewBox="0 0 {WIDTH:g} {picture.height:g}" width="{WIDTH:g}" height="{picture.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" font-size="13">'
        f"{_ARROWS}"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{head}{"".join(parts)}</svg>\n'
    )


class Picture:
    """Where everything is: lanes from top to bottom, the subject's own lane the lowest of its carriageway."""

    @classmethod
    def of(cls, situation: type[Situation]) -> Picture:
        """The picture of a situation whose dials are as it declares them."""
        defaults = {dial.name: float(dial.default or 0.0) for dial in situation.program.dials}
        desks = notes_of(situation).desks.known.values()
        return cls(
            notes_of(situation), hides=any(isinstance(one, Bystander) and defaults[one.hidden] >= 0.5 for one in desks)
        )  # fmt: skip

    def __init__(self, notes: Notes, *, hides: bool = False) -> None:
        self.hides = hides
        """Whether a parked vehicle hides somebody on foot."""
        self.notes, needs, roles = notes, notes.needs, notes.cast.roles.values()
        self.lanes = max(needs.lanes, *(role.least_lanes for role in roles), 1)
        self.has_oncoming = needs.has_oncoming or needs.junction in ("left turn", "crossing") or self.lanes == 1
        self.top = MARGIN + 14.0 + (64.0 if needs.junction in ("left turn", "crossing") else 0.0)
        self.bottom = self.top + LANE * (self.lanes + self.has_oncoming)
        self.bystanders = [name for name, desk in notes.desks.known.items() if isinstance(desk, Bystander)]
        aside = 34.0 if self.bystanders else 0.0
        self.height = self.bottom + 52.0 + aside + {"merge": 100.0, "crossing": 82.0}.get(needs.junction, 0.0)

    @property
    def junction(self) -> str:
        """The kind of junction at the place; empty for none."""
        return self.notes.needs.junction

    @property
    def own(self) -> float:
        """The middle of the subject's lane."""
        return self.bottom - 0.5 * LANE

    # --- the road -------------------------------------------------------------------------------------------------

    def land(self) -> Iterator[str]:
        """The road, and what it has at the place."""
        needs = self.notes.needs
        if needs.junction in ("left turn", "crossing"):
            low = self.height - 44.0 if needs.junction == "crossing" else self.bottom
            yield _rect(MEETING - 0.5 * MINOR, MARGIN - 8.0, MINOR, low - MARGIN + 8.0, ROAD)
        if needs.junction == "merge":
            yield from self._ramp()
        yield _rect(0.0, self.top, WIDTH, self.bottom - self.top, ROAD)
        if needs.junction in ("left turn", "crossing"):
            yield _rect(MEETING - 0.5 * MINOR - 3.0, self.own - 0.5 * LANE + 2.0, 3.0, LANE - 4.0, LINE)
        if needs.junction == "ramp end":
            edge, lane = f"{self.bottom:g}", f"{self.bottom - LANE:g}"
            corners = f"{MEETING - 40:g},{edge} {MEETING + 60:g},{lane} {WIDTH:g},{lane} {WIDTH:g},{edge}"
            yield f'<polygon points="{corners}" fill="{PAPER}"/>'
        for line in range(1, self.lanes + self.has_oncoming):
            yield from self._line(self.top + LANE * line, is_middle=self.has_oncoming and line == 1)
        if needs.junction == "merge":
            yield from self._dashes(MEETING - 60.0, MEETING + 120.0, self.bottom)
        if any(isinstance(desk, JunctionLights) for desk in self.notes.desks.known.values()):
            yield from self._lights()
        if needs.grade:
            yield _text(AWAY - 20.0, self.bottom + 24.0, f"uphill, {100.0 * needs.grade:g} % or more", anchor="middle")
            yield _arrow(MEETING, self.bottom + 34.0, WIDTH - 30.0, self.bottom + 30.0, INK)

    def _line(self, y: float, *, is_middle: bool) -> Iterator[str]:
        """A line between lanes, with a break where a road crosses; the one in the middle of the road is whole."""
        has_junction = self.notes.needs.junction in ("left turn", "crossing")
        ends = ((0.0, MEETING - 0.5 * MINOR), (MEETING + 0.5 * MINOR, WIDTH)) if has_junction else ((0.0, WIDTH),)
        for begin, end in ends:
            if is_middle:
                yield _rect(begin, y - 1.0, end - begin, 2.0, LINE)
            else:
                yield from self._dashes(begin, end, y)

    def _dashes(self, begin: float, end: float, y: float) -> Iterator[str]:
        place = f'x1="{begin:g}" x2="{end:g}" y1="{y:g}" y2="{y:g}"'
        yield f'<line {place} stroke="{LINE}" stroke-width="2" stroke-dasharray="14 16"/>'

    def _ramp(self) -> Iterator[str]:
        """A ramp, and the lane beside the road by which one comes in from it."""
        low, lane = self.height - 96.0, self.bottom + 0.7 * LANE
        upper = f"M {MEETING - 330:g} {low:g} L {MEETING - 60:g} {self.bottom:g} L {MEETING + 150:g} {self.bottom:g}"
        lower = f"L {MEETING + 110:g} {lane:g} L {MEETING - 50:g} {lane:g} L {MEETING - 320:g} {low + 0.7 * LANE:g} z"
        yield f'<path d="{upper} {lower}" fill="{ROAD}"/>'

    def _lights(self) -> Iterator[str]:
        """Green for the subject, red for the road that crosses."""
        for x, y, colour in (
            (MEETING - 0.5 * MINOR - 14.0, self.bottom + 12.0, GREEN),
            (MEETING + 0.5 * MINOR + 12.0, self.bottom + 22.0, BRAKE),
        ):
            yield f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="{colour}" stroke="{INK}"/>'

    def _streams(self) -> Iterator[str]:
        """Vehicles of the streams that the situation asks for, with the gap that is opened in them."""
        for desk in self.notes.desks.known.values():
            if not isinstance(desk, StreamAlong):
                continue
            turn, y = (180.0, self.top + 0.5 * LANE) if desk.course == "oncoming" else (0.0, self.own - LANE)
            for x in (60.0, 250.0, 330.0, 720.0) if turn else (40.0, 120.0, 330.0, 620.0):
                yield _vehicle(SketchedCar("", x, y, turn, colour=OTHERS), brakes=False)
            yield _text(MEETING - 50.0, y + 4.0, "gap", colour=LINE, anchor="middle", ground=ROAD)

    # --- vehicles -------------------------------------------------------------------------------------------------

    def cars(self) -> dict[str, SketchedCar]:
        """The subject and its cast, by name."""
        found = {"subject": SketchedCar("subject", SUBJECT, self.own, colour=OWN)}
        before = list[Role]()
        for name, role in self.notes.cast.roles.items():
            figure = role.figure(self, before)
            found[name] = SketchedCar(name, *figure, length=TRUCK if "truck" in role.type else CAR)
            before.append(role)
        for name in self.bystanders:
            if self.hides:
                found["parked"] = SketchedCar("parked", MEETING - 0.5 * MINOR - 50.0, self.bottom + 16.0, colour=OTHERS)
            found[name] = SketchedCar(name, MEETING - 0.5 * MINOR, self.bottom + 16.0, -90.0, length=BODY)
        return found

    def vehicles(self) -> Iterator[str]:
        """All vehicles with their names, how they move, and what the subject will see of the stimulus."""
        stimulus = self.notes.stimulus
        yield from self._streams()
        for name, car in self.cars().items():
            yield _vehicle(car, brakes=name == stimulus.of and stimulus.kind in ("brake light", "slowing"))
            yield from self._movement(name, car)

    def _movement(self, name: str, car: SketchedCar) -> Iterator[str]:
        stimulus = self.notes.stimulus
        nose = 0.5 * car.length + 6.0
        if name == stimulus.of and stimulus.kind == "drift":
            side = 1.0 if car.y < self.own else -1.0
            ahead = 70.0 if car.turn == 0.0 else -70.0
            yield _arrow(car.x + ahead * nose / 80.0, car.y, car.x + ahead * 1.5, car.y + 0.7 * side * LANE, CAST)
        elif self.notes.needs.junction == "left turn" and name == stimulus.of:
            yield (
                f'<path d="M {car.x + nose:g} {car.y:g} Q {MEETING:g} {car.y:g} {MEETING:g} {self.top - 26:g}" '
                f'fill="none" stroke="{CAST}" stroke-width="2" stroke-dasharray="5 4" marker-end="url(#{CAST[1:]})"/>'
            )
        elif name == "parked" and self.bystanders:
            return
        elif car.turn == -90.0:
            yield _arrow(car.x, car.y - nose, car.x, self.own + 26.0, CAST)
        elif car.turn == 180.0:
            yield _arrow(car.x - nose, car.y, car.x - nose - 46.0, car.y, CAST)
        elif car.turn:
            yield _arrow(car.x + 30.0, car.y - 8.0, car.x + 84.0, car.y - 21.0, CAST)
        else:
            yield _arrow(car.x + nose, car.y, car.x + nose + 34.0, car.y, car.colour)

    # --- what is wanted -------------------------------------------------------------------------------------------

    @property
    def lane_height(self) -> float:
        """How high a lane is drawn."""
        return LANE

    def wanted(self, situation: type[Situation]) -> Iterator[str]:
        """The criterion: a dimension between two vehicles, or words."""
        below = {"merge": self.height - 34.0, "crossing": self.bottom + 40.0}
        y = below.get(self.notes.needs.junction, self.bottom + (46.0 if self.bystanders else 16.0))
        text, span = wanted_span(situation, self)
        if span is None:
            yield _text(SUBJECT, y + 12.0, text, colour=WANTED)
        else:
            yield _dimension(*span, y, text)


def wanted_span(situation: type[Situation], picture: Picture) -> tuple[str, tuple[float, float] | None]:
    """What is wanted at the critical moment, and from where to where in the picture that reaches; None if nowhere."""
    criterion, cars = picture.notes.criterion, picture.cars()
    dial = next(dial for dial in situation.program.dials if dial.name == criterion.wanted)
    text = f"{criterion.quantity} = {float(dial.default or 0.0):.4g} {criterion.unit}"
    car, front, place = cars[criterion.of], SUBJECT + 0.5 * CAR, MEETING - 0.5 * MINOR
    spans = {
        "": None,
        "between": (front, car.x - 0.5 * car.length),
        "to the place": (car.x + 0.5 * car.length, place),
        "subject to the place": (front, place),
    }
    words, span = criterion.measured.sketched, spans[criterion.measured.span]
    return f"{text}{words}", span


_ARROWS: Final = (
    "<defs>"
    + "".join(
        f'<marker id="{colour[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z" fill="{colour}"/></marker>'
        for colour in (OWN, CAST, INK, WANTED)
    )
    + "</defs>"
)


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def _text(x: float, y: float, text: str, *, colour: str = INK, anchor: str = "start", ground: str = PAPER) -> str:
    halo = f'stroke="{ground}" stroke-width="4" paint-order="stroke"'
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}" {halo}>{escape(text)}</text>'


def _arrow(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    place = f'x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}"'
    return f'<line {place} stroke="{colour}" stroke-width="2.5" marker-end="url(#{colour[1:]})"/>'


def _dimension(begin: float, end: float, y: float, text: str) -> str:
    """A line with an arrow at both ends, and words below it."""
    line = (
        f'<line x1="{begin:g}" x2="{end:g}" y1="{y:g}" y2="{y:g}" stroke="{WANTED}" stroke-width="1.5" '
        f'marker-start="url(#{WANTED[1:]})" marker-end="url(#{WANTED[1:]})"/>'
    )
    return line + _text(0.5 * (begin + end), y + 18.0, text, colour=WANTED, anchor="middle")


def _vehicle(car: SketchedCar, *, brakes: bool) -> str:
    half, high = 0.5 * car.length, 0.5 * HIGH
    size = f'x="{-half:g}" y="{-high:g}" width="{car.length:g}" height="{HIGH:g}"'
    body = f'<rect {size} rx="6" fill="{car.colour}" stroke="{LINE}"/>'
    place = f'x="{half - 16:g}" y="{3 - high:g}" width="6" height="{HIGH - 6:g}"'
    glass = f'<rect {place} rx="2" fill="{LINE}" opacity="0.7"/>'
    lamp = f'x="{-half - 4:g}" width="7" height="6" rx="1" fill="{BRAKE}"'
    lamps = "".join(f'<rect {lamp} y="{y:g}"/>' for y in (1.0 - high, high - 7.0)) if brakes else ""
    if car.turn in (0.0, 180.0):
        name = _text(car.x, car.y - high - 4.0, car.name, colour=LINE, anchor="middle", ground=ROAD)
    else:
        name = _text(car.x + 32.0, car.y + (6.0 if car.turn == -90.0 else 36.0), car.name)
    return f'<g transform="translate({car.x:g} {car.y:g}) rotate({car.turn:g})">{body}{glass}{lamps}</g>{name}'
