"""What stands on and beside roads away from junctions: limits, crosswalks, parking spaces, buildings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import floor

from seahaven.errors import InputError
from seahaven.roads.builder.cross_section import Carriageway
from seahaven.roads.builder.lights import Stage, amber_for, program
from seahaven.roads.builder.pieces import Piece, Site, limit_at
from seahaven.roads.builder.plan import RoadLight, Thing
from seahaven.roads.builder.signs import CROSSWALK, POST, across
from seahaven.roads.builder.tracks import Track
from seahaven.roads.model import (
    Controller,
    Facing,
    LaneKind,
    ObjectKind,
    Phase,
    Program,
    RoadObject,
    Signal,
    SignalKind,
)

SPACE = 6.0
"""How long a space for parking along the road is, in metres."""
KEEP_CLEAR = 8.0
"""How far from junctions, crosswalks and lights nobody parks."""


def furnish(site: Site) -> Iterator[Controller]:
    """Put everything on the pieces of a road; gives the controllers of lights away from junctions."""
    _limits(site)
    yield from _crosswalks(site)
    yield from _lights(site)
    for piece in site.pieces:
        for side in ("forward", "backward"):
            _parking(piece, side)
    _things(site)


def _limits(site: Site) -> None:
    """A sign for each direction wherever the limit changes."""
    for k, (before, after) in enumerate(pairwise(site.plan.limits)):
        piece = site.piece_at(after.s)
        if piece is not None and before.speed != after.speed and piece.begin < after.s < piece.end:
            name = f"{piece.id}/limit {k + 1}"
            _sign(piece, "forward", after.s, after.speed, f"{name} along", after.reason)
            _sign(piece, "backward", after.s, before.speed, f"{name} against", before.reason)


def _sign(piece: Piece, side: Carriageway, s: float, speed: float | None, name: str, text: str) -> None:
    if not any(track.strip.is_driving for track in piece.site.lanes.between(side, s, s)):
        return
    kind = SignalKind.SPEED_LIMIT if speed is not None else SignalKind.SPEED_LIMIT_ENDS
    piece.signals.append(
        Signal(
            name,
            kind,
            s - piece.begin,
            _beside(piece, side, s),
            2.0,
            Facing.ALONG if side == "forward" else Facing.AGAINST,
            value=speed,
            text=text,
            size=(0.7, 0.7),
        )
    )


def _beside(piece: Piece, side: Carriageway, s: float) -> float:
    edge = piece.site.lanes.edge(side, s) + POST
    return -edge if side == "forward" else edge


def _crosswalks(site: Site) -> Iterator[Controller]:
    for k, (s, lights) in enumerate(site.plan.crosswalks):
        piece = site.piece_at(s)
        if piece is None or not piece.begin + CROSSWALK < s < piece.end - CROSSWALK:
            raise InputError(
                f"road '{site.plan.name}' has a crosswalk at {s:.1f} m, where a junction is; move it away from there"
            )
        name = f"{site.plan.name}/crosswalk {k + 1}"
        left, right = (site.lanes.edge(side, s, paved_only=True) for side in ("backward", "forward"))
        piece.objects.append(across(ObjectKind.CROSSWALK, s - piece.begin, CROSSWALK, left, -right, name))
        yield from _with_lights(piece, name, s) if lights else _with_signs(piece, name, s)


def _lights(site: Site) -> Iterator[Controller]:
    """Lights on open road, each with its line and a controller of its own."""
    for light in site.plan.lights:
        piece, name = site.piece_at(light.s), light.name
        if piece is None or not piece.begin + POST < light.s < piece.end - POST:
            raise InputError(
                f"road '{site.plan.name}' has light '{name}' at {light.s:.1f} m, where a junction or its end is; "
                "move it away from there"
            )
        if light.side not in _driven(piece, light.s):
            raise InputError(
                f"light '{name}' is for traffic {light.side}, but road '{site.plan.name}' has no {light.side} lane at "
                f"{light.s:.1f} m"
            )
        _post(piece, light.side, light.s, 0.0, SignalKind.LIGHT, name)
        _stop_line(piece, light.side, light.s, 0.0, f"{name}/line")
        yield Controller(name, (name,), (_program(site, light),), name)


def _program(site: Site, light: RoadLight) -> Program:
    amber = amber_for([limit_at(site.plan, light.s)]) if light.amber is None else light.amber
    phases = Phase(light.green, "G", name="green"), Phase(amber, "y", name="amber"), Phase(light.red, "r", name="red")
    return Program("default", phases)


def _with_signs(piece: Piece, name: str, s: float) -> Iterator[Controller]:
    for side in _driven(piece, s):
        _post(piece, side, s, CROSSWALK / 2.0 + 0.5, SignalKind.CROSSWALK, f"{name} {side}")
    return iter(())


def _with_lights(piece: Piece, name: str, s: float) -> Iterator[Controller]:
    lights = [f"{name}/light {side}" for side in _driven(piece, s)]
    for side, light in zip(_driven(piece, s), lights, strict=True):
        _post(piece, side, s, CROSSWALK / 2.0 + 1.5, SignalKind.LIGHT, light)
        _stop_line(piece, side, s, CROSSWALK / 2.0 + 1.5, f"{name}/line {side}")
    people = f"{name}/people"
    _post(piece, "forward", s, CROSSWALK / 2.0, SignalKind.PEDESTRIAN_LIGHT, people)
    stages = [
        Stage(frozenset(lights), 30.0, name="traffic"),
        Stage(frozenset(), 14.0, frozenset({people}), name="people"),
    ]
    order = [*lights, people]
    amber = amber_for([limit_at(piece.site.plan, s)])
    yield Controller(f"{name}/lights", tuple(order), (program(order, stages, amber),), name)


def _driven(piece: Piece, s: float) -> list[Carriageway]:
    sides: tuple[Carriageway, ...] = ("forward", "backward")
    return [side for side in sides if any(t.strip.is_driving for t in piece.site.lanes.between(side, s, s))]


def _post(piece: Piece, side: Carriageway, s: float, gap: float, kind: SignalKind, name: str) -> None:
    ahead = -1.0 if side == "forward" else 1.0
    is_light = kind in (SignalKind.LIGHT, SignalKind.PEDESTRIAN_LIGHT)
    place = s - piece.begin + ahead * gap
    facing = Facing.ALONG if side == "forward" else Facing.AGAINST
    t = _beside(piece, side, s)
    piece.signals.append(Signal(name, kind, place, t, 2.5 if is_light else 2.0, facing, is_dynamic=is_light))


def _stop_line(piece: Piece, side: Carriageway, s: float, gap: float, name: str) -> None:
    ahead = -1.0 if side == "forward" else 1.0
    edge = piece.site.lanes.edge(side, s, paved_only=True)
    place = s - piece.begin + ahead * gap
    line = across(ObjectKind.STOP_LINE, place, 0.4, 0.0, ahead * edge, name)
    facing = Facing.ALONG if side == "forward" else Facing.AGAINST
    piece.objects.append(_faced(line, facing))


def _faced(thing: RoadObject, facing: Facing) -> RoadObject:
    return replace(thing, facing=facing)


def _parking(piece: Piece, side: Carriageway) -> None:
    """Divide parking lanes into spaces, but keep junctions, crosswalks and lights clear."""
    lanes, plan = piece.site.lanes, piece.site.plan
    walks = [*(s for s, _ in plan.crosswalks), *(light.s for light in plan.lights if light.side == side)]
    for track in lanes.side(side):
        if track.strip.kind is LaneKind.PARKING:
            begin = max(track.begin, piece.begin + KEEP_CLEAR)
            end = min(track.end, piece.end - KEEP_CLEAR)
            for k in range(max(floor((end - begin) / SPACE), 0)):
                s = begin + (k + 0.5) * SPACE
                if all(abs(s - walk) > KEEP_CLEAR for walk in walks):
                    _space(piece, side, track, s, k + 1)


def _space(piece: Piece, side: Carriageway, track: Track, s: float, number: int) -> None:
    own = piece.site.lanes.between(side, s, s)
    inside = sum(other.width(s) for other in own[: own.index(track)]) + track.width(s) / 2.0
    shift = piece.site.lanes.shift.value(s)
    t = shift - inside if side == "forward" else shift + inside
    lane = (own.index(track) + 1) * (-1 if side == "forward" else 1)
    name = f"{piece.id}/{'left' if (side == 'forward') is piece.site.plan.mirrored else 'right'} space {number}"
    piece.objects.append(
        RoadObject(
            name,
            ObjectKind.PARKING_SPACE,
            s - piece.begin,
            t,
            length=SPACE,
            width=track.width(s),
            lanes=((lane, lane),),
            facing=Facing.ALONG if side == "forward" else Facing.AGAINST,
        )
    )


def _things(site: Site) -> None:
    for k, thing in enumerate(site.plan.things):
        piece = site.piece_at(thing.s) or min(site.pieces, key=lambda one: abs(one.begin - thing.s))
        name = thing.name or f"{site.plan.name}/{thing.kind} {k + 1}"
        s = min(max(thing.s - piece.begin, 0.0), piece.length)
        piece.objects.append(_thing(thing, name, s))


def _thing(thing: Thing, name: str, s: float) -> RoadObject:
    if thing.kind is ObjectKind.BRIDGE:
        begin = max(s - thing.length / 2.0, 0.0)
        return RoadObject(name, thing.kind, begin, thing.t, width=thing.width, span=thing.length, name=thing.name)
    box = RoadObject(name, thing.kind, s, thing.t, name=thing.name)
    return replace(box, length=thing.length, width=thing.width, height=thing.height)
