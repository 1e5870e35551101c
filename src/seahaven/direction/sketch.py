"""Sketches of situations from above, as SVG: the subject, its cast, the road they need, and what is wanted.

A sketch is drawn from what a situation declares: its roles, needs, criterion and stimulus. It is not to scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from seahaven.direction.siting import Notes, notes_of
from seahaven.direction.situation import Ahead, Beside, Joining, Oncoming, Role, Situation, Standing

__all__ = ["sketch"]

WIDTH, LANE, MARGIN = 760.0, 54.0, 46.0
CAR, TRUCK, HIGH = 46.0, 84.0, 20.0
SUBJECT, AHEAD, BESIDE, STANDING, MEETING, AWAY = 130.0, 380.0, 250.0, 430.0, 560.0, 660.0
"""Where along the picture things are."""
ROAD, LINE, INK, PAPER = "#6f767e", "#ffffff", "#27313a", "#f1f0e9"
OWN, CAST, BRAKE, WANTED = "#c8452d", "#1f6f8b", "#ff3b2f", "#8a5a9e"
_MINOR: Final = 52.0
"""How wide a road that crosses, or a ramp, is drawn."""


@dataclass(frozen=True, slots=True)
class _Car:
    """A vehicle in the picture: its centre, which way it faces (degrees), and what stands beside it."""

    name: str
    x: float
    y: float
    turn: float = 0.0
    length: float = CAR
    colour: str = CAST


def sketch(situation: type[Situation], title: str = "") -> str:
    """The picture of a situation as SVG text."""
    picture = _Picture(notes_of(situation))
    parts = [*picture.land(), *picture.vehicles(), *picture.wanted(situation)]
    head = f'<text x="16" y="24" font-size="16" font-weight="600" fill="{INK}">{escape(title)}</text>' if title else ""
    size = f'viewBox="0 0 {WIDTH:g} {picture.height:g}" width="{WIDTH:g}" height="{picture.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" font-size="13">'
        f"{_ARROWS}"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{head}{"".join(parts)}</svg>\n'
    )


class _Picture:
    """Where everything is: lanes from top to bottom, the subject's own lane the lowest of its carriageway."""

    def __init__(self, notes: Notes) -> None:
        self.notes, needs, roles = notes, notes.needs, notes.cast.roles.values()
        self.lanes = max(needs.lanes, 2 if any(isinstance(role, Beside) for role in roles) else 1)
        self.has_oncoming = needs.has_oncoming or needs.junction in ("left turn", "crossing") or self.lanes == 1
        self.top = MARGIN + 14.0 + (64.0 if needs.junction in ("left turn", "crossing") else 0.0)
        self.bottom = self.top + LANE * (self.lanes + self.has_oncoming)
        self.height = self.bottom + 52.0 + {"merge": 100.0, "crossing": 82.0}.get(needs.junction, 0.0)

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
            yield _rect(MEETING - 0.5 * _MINOR, MARGIN - 8.0, _MINOR, low - MARGIN + 8.0, ROAD)
        if needs.junction == "merge":
            yield (
                f'<path d="M {MEETING - 330:g} {self.height - 60:g} L {MEETING - 60:g} {self.bottom - 2:g} '
                f'L {MEETING + 60:g} {self.bottom - 2:g}" fill="none" stroke="{ROAD}" stroke-width="34"/>'
            )
        yield _rect(0.0, self.top, WIDTH, self.bottom - self.top, ROAD)
        if needs.junction == "ramp end":
            edge, lane = f"{self.bottom:g}", f"{self.bottom - LANE:g}"
            corners = f"{MEETING - 40:g},{edge} {MEETING + 60:g},{lane} {WIDTH:g},{lane} {WIDTH:g},{edge}"
            yield f'<polygon points="{corners}" fill="{PAPER}"/>'
        for line in range(1, self.lanes + self.has_oncoming):
            is_middle = self.has_oncoming and line == 1
            dash = "" if is_middle else ' stroke-dasharray="14 16"'
            y = self.top + LANE * line
            yield f'<line x1="0" x2="{WIDTH:g}" y1="{y:g}" y2="{y:g}" stroke="{LINE}" stroke-width="2"{dash}/>'
        if needs.grade:
            yield _text(AWAY - 20.0, self.bottom + 24.0, f"uphill, {100.0 * needs.grade:g} % or more", anchor="middle")
            yield _arrow(MEETING, self.bottom + 34.0, WIDTH - 30.0, self.bottom + 30.0, INK)

    # --- vehicles -------------------------------------------------------------------------------------------------

    def cars(self) -> dict[str, _Car]:
        """The subject and its cast, by name."""
        found = {"subject": _Car("subject", SUBJECT, self.own, colour=OWN)}
        for name, role in self.notes.cast.roles.items():
            found[name] = self._placed(name, role, found)
        return found

    def _placed(self, name: str, role: Role, others: Mapping[str, _Car]) -> _Car:
        long = TRUCK if "truck" in role.type else CAR
        if isinstance(role, Oncoming):
            return _Car(name, AWAY, self.top + 0.5 * LANE, 180.0, long)
        if isinstance(role, Joining):
            if self.notes.needs.junction == "merge":
                return _Car(name, MEETING - 230.0, self.height - 95.0, -18.0, long)
            return _Car(name, MEETING + 0.22 * _MINOR, self.height - 70.0, -90.0, long)
        if isinstance(role, Beside):
            return _Car(name, BESIDE, self.own - role.side * LANE, 0.0, long)
        if isinstance(role, Standing):
            return _Car(name, STANDING + 40.0, self.own, 0.0, long)
        taken = sum(isinstance(self.notes.cast.roles.get(other), Ahead) for other in others)
        return _Car(name, AHEAD + 120.0 * taken, self.own, 0.0, long)

    def vehicles(self) -> Iterator[str]:
        """All vehicles with their names, how they move, and what the subject will see of the stimulus."""
        stimulus = self.notes.stimulus
        for name, car in self.cars().items():
            yield _vehicle(car, brakes=name == stimulus.of and stimulus.kind in ("brake light", "slowing"))
            yield from self._movement(name, car)

    def _movement(self, name: str, car: _Car) -> Iterator[str]:
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
        elif car.turn == -90.0:
            yield _arrow(car.x, car.y - nose, car.x, self.own + 26.0, CAST)
        elif car.turn == 180.0:
            yield _arrow(car.x - nose, car.y, car.x - nose - 46.0, car.y, CAST)
        elif car.turn:
            yield _arrow(car.x + 30.0, car.y - 10.0, car.x + 84.0, car.y - 28.0, CAST)
        else:
            yield _arrow(car.x + nose, car.y, car.x + nose + 34.0, car.y, car.colour)

    # --- what is wanted -------------------------------------------------------------------------------------------

    def wanted(self, situation: type[Situation]) -> Iterator[str]:
        """The criterion: a dimension between two vehicles, or words."""
        criterion, cars = self.notes.criterion, self.cars()
        dial = next(dial for dial in situation.program.dials if dial.name == criterion.wanted)
        text = f"{criterion.quantity} = {float(dial.default or 0.0):.4g} {criterion.unit}"
        car, y = cars[criterion.of], self.bottom + 16.0 if self.notes.needs.junction != "merge" else self.height - 30.0
        if criterion.quantity in ("gap", "headway"):
            begin, end = SUBJECT + 0.5 * CAR, car.x - 0.5 * car.length
            yield _dimension(begin, end, y, text)
        elif criterion.quantity == "way":
            yield _dimension(car.x + 0.5 * car.length, MEETING - 0.5 * _MINOR, y, f"{text} to the junction")
        elif criterion.quantity == "meeting":
            yield _dimension(SUBJECT + 0.5 * CAR, car.x - 0.5 * car.length, y, f"{text}: they meet in that time")
        elif criterion.quantity == "arrival":
            yield _dimension(SUBJECT + 0.5 * CAR, MEETING - 0.5 * _MINOR, y, f"{text}: both arrive together")
        else:
            yield _text(SUBJECT, y + 12.0, f"{text} after the subject has stopped", colour=WANTED)


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


def _vehicle(car: _Car, *, brakes: bool) -> str:
    half, high = 0.5 * car.length, 0.5 * HIGH
    size = f'x="{-half:g}" y="{-high:g}" width="{car.length:g}" height="{HIGH:g}"'
    body = f'<rect {size} rx="6" fill="{car.colour}" stroke="{LINE}"/>'
    place = f'x="{half - 16:g}" y="{3 - high:g}" width="6" height="{HIGH - 6:g}"'
    glass = f'<rect {place} rx="2" fill="{LINE}" opacity="0.7"/>'
    lamps = "".join(
        f'<rect x="{-half - 3:g}" y="{y:g}" width="5" height="5" fill="{BRAKE}"/>' for y in (1.0 - high, high - 6.0)
    ) if brakes else ""  # fmt: skip
    if car.turn in (0.0, 180.0):
        name = _text(car.x, car.y - high - 4.0, car.name, colour=LINE, anchor="middle", ground=ROAD)
    else:
        name = _text(car.x + 34.0, car.y + 14.0, car.name)
    return f'<g transform="translate({car.x:g} {car.y:g}) rotate({car.turn:g})">{body}{glass}{lamps}</g>{name}'
