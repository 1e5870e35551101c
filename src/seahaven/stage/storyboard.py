"""Storyboards: a scene drawn shot by shot, as SVG. They are not to scale: what is near is drawn larger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from math import cos, radians, sin, sqrt
from textwrap import wrap
from typing import Final, NamedTuple

from seahaven.roads.places import Arrival, Control, Shape, WantedCrosswalk, WantedJunction
from seahaven.stage.mark import Mark
from seahaven.stage.roles import LightState, MovingState, RoleState
from seahaven.stage.scene import CastRole, Scene, Shot

__all__ = ["storyboard"]

WIDE, HIGH, ACROSS, MARGIN, TOP = 340.0, 300.0, 3, 12.0, 74.0
"""Size of a panel, how many stand side by side, the space around them, and above all of them."""
TEXT: Final = 92.0
"""How high the words below a panel are."""
ROAD, HALF, LINE = 62.0, 31.0, 44.0
"""Width of a road, half of it, and how far its stop lines are from the middle of the junction."""
FURTHEST, EDGE = 120.0, 100.0
"""Metres before a line that are drawn at most, and how many pixels that is."""
USUAL: Final = 9.0
"""m/s at which marks in seconds are drawn."""
PAPER, GROUND, ASPHALT, PAINT, INK, QUIET = "#ffffff", "#e7eadf", "#6f767e", "#ffffff", "#27313a", "#65707a"
DARK: Final = "#3b444c"
"""A lamp that is off."""
STUDENT: Final = "#c8452d"
LAMPS: Final = {"green": "#2e9e4f", "amber": "#e0a020", "red": "#d8392b"}
SIDES: Final = {"from the right": 0.0, "oncoming": 90.0, "from the left": 180.0, "behind": -90.0, "ahead": -90.0}
"""The arm on which somebody comes, as an angle; the student comes from below."""


class _Spot(NamedTuple):
    """Where a figure is drawn, and which way it faces, in degrees."""

    x: float
    y: float
    turn: float


def storyboard(scene: Scene) -> str:
    """The storyboard of a scene as SVG text: a panel for each shot, and below it what it says."""
    panels = [_panel(scene, number) for number in range(len(scene.shots))]
    columns = min(ACROSS, len(panels))
    rows = -(-len(panels) // columns)
    width, step = MARGIN + columns * (WIDE + MARGIN), HIGH + TEXT + MARGIN
    height = TOP + rows * step + 24.0
    corners = ((MARGIN + k % columns * (WIDE + MARGIN), TOP + k // columns * step) for k in range(len(panels)))
    placed = (
        f'<g transform="translate({x:g} {y:g})">{panel}</g>' for (x, y), panel in zip(corners, panels, strict=True)
    )
    about = f"{scene.place_words} · difficulty {scene.difficulty} of 5 · {', '.join(scene.goals)}"
    should = scene.should.words()
    foot = _text(MARGIN, height - 14.0, f"The student should {should}.", size=13) if should else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="system-ui, sans-serif"><rect width="100%" height="100%" fill="{PAPER}"/>'
        f"{_text(MARGIN, 30.0, scene.title, size=19, weight=600)}{_text(MARGIN, 52.0, about, colour=QUIET)}"
        f"{''.join(placed)}{foot}</svg>\n"
    )


def _panel(scene: Scene, number: int) -> str:
    shot = scene.shots[number]
    clip = f'<clipPath id="panel{number}"><rect width="{WIDE:g}" height="{HIGH:g}" rx="8"/></clipPath>'
    picture = "".join((*_land(scene), *_figures(scene, shot)))
    words = [f"{number + 1}  {shot.title}", *_captions(shot)]
    lines = [(line, k == 0) for k, text in enumerate(words) for line in wrap(text, 54)]
    below = "".join(
        _text(2.0, HIGH + 20.0 + 16.0 * k, line, size=14 if is_title else 12, weight=600 if is_title else 400)
        for k, (line, is_title) in enumerate(lines[:5])
    )
    return f'{clip}<g clip-path="url(#panel{number})">{picture}</g>{below}'


def _captions(shot: Shot) -> Iterator[str]:
    yield f"the student is {shot.student}"
    for name, state in shot.states.items():
        if state.words():
            yield f"the {name} {state.words()}"


# --- the ground -------------------------------------------------------------------------------------------------------


def _arms(scene: Scene) -> tuple[float, ...]:
    """The arms that the place has, as angles."""
    place = scene.place
    if not isinstance(place, WantedJunction):
        return (-90.0, 90.0)
    if place.shape not in (Shape.T, Shape.Y):
        return (-90.0, 0.0, 90.0, 180.0)
    wishes = {getattr(role.wish, "approaching", "") for role in scene.cast.values()}
    if place.arriving is Arrival.STEM or {"from the right", "from the left"} <= wishes:
        return (-90.0, 0.0, 180.0)
    return (-90.0, 90.0, 180.0) if "from the left" in wishes else (-90.0, 0.0, 90.0)


def _land(scene: Scene) -> Iterator[str]:
    x, y, arms = 0.5 * WIDE, 0.5 * HIGH, _arms(scene)
    yield f'<rect width="{WIDE:g}" height="{HIGH:g}" fill="{GROUND}"/>'
    for angle in arms:
        yield _turned(
            x, y, angle, f'<rect x="-{HALF:g}" y="-{HALF:g}" width="260" height="{ROAD:g}" fill="{ASPHALT}"/>'
        )
    inside = LINE if len(arms) > 2 else 0.0
    for angle in arms:
        yield _turned(x, y, angle, _paint(inside, is_junction=len(arms) > 2))
    if isinstance(scene.place, WantedCrosswalk) or any(isinstance(one, WantedCrosswalk) for one in scene.place.others):
        stripes = (f'<rect x="{x - HALF + 4 + 8 * k:g}" y="{y - 12:g}" width="4" height="24"/>' for k in range(7))
        yield f'<g fill="{PAINT}">{"".join(stripes)}</g>'
    if isinstance(scene.place, WantedJunction) and Control.STOP in (scene.place.controls or ()):
        yield _text(x + HALF + 8.0, y + LINE + 16.0, "stop sign here or across", size=10, colour=QUIET)


def _paint(inside: float, *, is_junction: bool) -> str:
    """The marks of an arm that leads to the right: the middle line, and the stop line of who comes in on it."""
    middle = f'<line x1="{inside:g}" x2="260" y1="0" y2="0" stroke="{PAINT}" stroke-width="2" stroke-dasharray="12 9"/>'
    stop = f'<rect x="{inside - 2:g}" y="-{HALF - 3:g}" width="4" height="{HALF - 5:g}" fill="{PAINT}"/>'
    return middle + (stop if is_junction else "")


# --- who is there -----------------------------------------------------------------------------------------------------


def _figures(scene: Scene, shot: Shot) -> Iterator[str]:
    yield _vehicle(_on_arm(-90.0, shot.student, scene), "student", STUDENT, 30.0)
    for name, state in _shown(scene, shot).items():
        role = scene.cast[name]
        if isinstance(state, LightState):
            yield _light(state)
        elif hasattr(role.wish, "standing"):
            yield _walker(role, state, right=role.wish.standing == "on the right")
        elif state.mark is not None:
            spot = _approach(role, state.mark, scene)
            yield _vehicle(
                spot, name, role.type.colour, {"truck": 46.0, "bus": 46.0, "cyclist": 18.0}.get(role.type.name, 30.0)
            )


def _shown(scene: Scene, shot: Shot) -> Mapping[str, RoleState]:
    """The states in a shot, and what lights have shown since an earlier one."""
    before = scene.shots[: scene.shots.index(shot)]
    lights = {name: one for each in before for name, one in each.states.items() if isinstance(one, LightState)}
    return {**lights, **shot.states}


def _approach(role: CastRole, mark: Mark, scene: Scene) -> _Spot:
    approaching = getattr(role.wish, "approaching", "ahead")
    return _on_arm(SIDES[approaching], mark, scene, aside=16.0 if approaching == "behind" else 0.0)


def _on_arm(angle: float, mark: Mark, scene: Scene, aside: float = 0.0) -> _Spot:
    """Where somebody is who comes in on an arm; beyond the line it goes on straight across."""
    metres = mark.metres(USUAL)
    inside = LINE if isinstance(scene.place, WantedJunction) else 14.0
    away = min(sqrt(abs(metres) / FURTHEST), 1.0) * EDGE
    along = inside + 16.0 + away if metres >= 0.0 else inside + 16.0 - away - 20.0
    out = radians(angle)
    x, y = along * cos(out), -along * sin(out)
    lane = 0.5 * HALF
    # Traffic keeps to the right: who comes in on the arm from below is right of its middle line.
    x, y = x - lane * sin(out), y - lane * cos(out)
    return _Spot(0.5 * WIDE + x + aside, 0.5 * HIGH + y, 180.0 - angle)


def _vehicle(spot: _Spot, name: str, colour: str, length: float) -> str:
    body = (
        f'<rect x="{-0.5 * length:g}" y="-8" width="{length:g}" height="16" rx="5" fill="{colour}" stroke="{PAINT}"/>'
        f'<rect x="{0.5 * length - 11:g}" y="-5.5" width="4" height="11" rx="1" fill="{PAINT}" opacity="0.7"/>'
    )
    return f'<g transform="translate({spot.x:g} {spot.y:g}) rotate({spot.turn:g})">{body}</g>' + _label(
        spot.x, spot.y, name
    )


def _label(x: float, y: float, name: str) -> str:
    is_left = x > WIDE - 70.0
    return _text(
        x - 20.0 if is_left else x + 18.0, y - 12.0, name, size=12, weight=600, anchor="end" if is_left else "start"
    )


def _walker(role: CastRole, state: RoleState, *, right: bool) -> str:
    mark = state.mark
    act = state.act if isinstance(state, MovingState) else ""
    is_out = (mark is not None and mark.value < 0.0) or act in ("step out", "hesitate")
    side = 1.0 if right else -1.0
    x = 0.5 * WIDE + side * (14.0 if is_out else HALF + 14.0)
    y = 0.5 * HIGH
    figure = f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="{role.type.colour}" stroke="{PAINT}" stroke-width="1.5"/>'
    return figure + _label(x, y, role.name)


def _light(state: LightState) -> str:
    x, y = 0.5 * WIDE + HALF + 12.0, 0.5 * HIGH + LINE - 16.0
    lamps = "".join(
        f'<circle cx="{x + 8:g}" cy="{y + 9 + 14 * k:g}" r="5.2" fill="{colour if name == state.shows else DARK}"/>'
        for k, (name, colour) in enumerate(
            (("red", LAMPS["red"]), ("amber", LAMPS["amber"]), ("green", LAMPS["green"]))
        )
    )
    return f'<rect x="{x:g}" y="{y:g}" width="16" height="46" rx="4" fill="{INK}"/>{lamps}'


def _turned(x: float, y: float, angle: float, shape: str) -> str:
    return f'<g transform="translate({x:g} {y:g}) rotate({-angle:g})">{shape}</g>'


def _text(
    x: float, y: float, text: str, *, size: int = 12, weight: int = 400, colour: str = INK, anchor: str = "start"
) -> str:
    style = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}"'
    halo = f'stroke="{PAPER}" stroke-width="3" paint-order="stroke"'
    return f'<text x="{x:g}" y="{y:g}" {style} {halo}>{escape(text)}</text>'
