"""The reference line of a road in the plane: records of lines, arcs, spirals and cubics.

Everything else on a road is told by s, so the s at which a record begins is kept: a line, arc, spiral or cubic is drawn
out or cut until the next one begins. A parametric cubic has the length that it has: tools state it with an error of
a millimetre or two, within which what follows is shifted along the road. Where the last record does not reach as far
as the road, the road goes on straight.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

from seahaven.errors import InputError
from seahaven.files import Element
from seahaven.geometry import Arc, Clothoid, Cubic, Curve, Line, ParametricCubic, Path, Pose
from seahaven.roads.formats.opendrive.profiles import settled
from seahaven.roads.formats.opendrive.remarks import SCHEMA, Remarks

__all__ = ["FURTHEST", "MISFIT", "read_line"]

Record: TypeAlias = tuple[float, Pose, float, Element]
"""Where a geometry begins, its pose and its length there, and the element."""

SUM = "asam.net:xodr:1.9.0:road.geometry.s-value_sum"
MISFIT = 1e-2
"""By how much, in metres, lengths may miss what follows before it is worth a word."""
FURTHEST = 1e8
"""How far from the origin, in metres, anything may lie; the Earth ends before that."""
MOST_TURN = 1000.0
"""How far a single arc or spiral may turn, in radians; no road winds a hundred times."""
DRIFT = 1e-6
"""By how much they may miss it before the length is mended."""


def read_line(road: Element, remarks: Remarks) -> Path:
    """The reference line of a road."""
    geometries = road.below("planView", "geometry")
    if not geometries:
        message = f"road '{road.word('id', '')}' has no <geometry> in its <planView>; expected at least one"
        road.refuse(message, rule=SCHEMA)
    records = _in_order([_record(geometry) for geometry in geometries], remarks)
    ends = [*(record[0] for record in records[1:]), None]
    curves = [_fitted(record, end, remarks) for record, end in zip(records, ends, strict=True)]
    drawn = [*_approach(records[0], remarks), *(curve for curve in curves if curve)]
    if not drawn:
        road.refuse(f"road '{road.word('id', '')}' has no <geometry> longer than 0")
    return Path.through(drawn)


def _fitted(record: Record, end: float | None, remarks: Remarks) -> Curve | None:
    """The curve of a geometry, drawn out or cut to end where the next one begins; None where it has no length."""
    s, pose, length, element = record
    span = length if end is None else end - s
    if not length or not span:
        remarks.note(SCHEMA, element, "<geometry> has no length and is left out")
        return None
    if abs(span - length) > MISFIT:
        done = "what follows is shifted" if element.first("paramPoly3") else "it is drawn out or cut to fit"
        where = f"<geometry> of length {length:g} begins at s {s:g}, but the next one begins {span:g} m further on"
        remarks.note(SUM, element, f"{where}; {done}")
    return _curve(element, pose, length, span if abs(span - length) > DRIFT else length)


def _approach(first: Record, remarks: Remarks) -> list[Curve]:
    """A line up to the first geometry where that does not begin at 0."""
    s, pose, _, element = first
    if abs(s) <= MISFIT:
        return []
    remarks.note(SUM, element, f"the first <geometry> begins at s {s:g}; expected 0: a straight line leads up to it")
    x, y = pose.to_world((-s, 0.0))
    return [Line(Pose(x, y, pose.heading), s)] if 0.0 < s <= FURTHEST else []


def _record(geometry: Element) -> Record:
    s, x, y, heading, length = geometry.numbers("s", "x", "y", "hdg", "length")
    if not 0.0 <= length <= FURTHEST:
        geometry.refuse(f"<geometry> has length {length:g}; expected 0 to {FURTHEST:g} m")
    if max(abs(x), abs(y)) > FURTHEST:
        geometry.refuse(f"<geometry> begins at x {x:g}, y {y:g}; expected no more than {FURTHEST:g} m from the origin")
    return s, Pose(x, y, heading), length, geometry


def _in_order(records: list[Record], remarks: Remarks) -> list[Record]:
    records = [(s, *record[1:]) for s, record in zip(settled([record[0] for record in records]), records, strict=True)]
    for before, after in pairwise(records):
        if after[0] < before[0]:
            remarks.note(
                "asam.net:xodr:1.4.0:road.geometry.elem_asc_order",
                after[3],
                f"<geometry> begins at s {after[0]:g}, before the one ahead of it at {before[0]:g}; "
                "they are taken in rising order",
            )
            return sorted(records, key=lambda record: record[0])
    return records


def _curve(geometry: Element, pose: Pose, length: float, span: float) -> Curve:
    shape = next((child for child in geometry.children if child.tag in _SHAPES), geometry)
    if shape is geometry:
        geometry.refuse(f"<geometry> has no shape; expected one of {', '.join(_SHAPES)} inside it")
    try:
        return _SHAPES[shape.tag](shape, pose, length, span)
    except InputError as error:
        if error.at is None:
            shape.refuse(error.message, rule=_PARAMETERS if shape.tag == "paramPoly3" else "")
        raise


def _line(_: Element, pose: Pose, __: float, span: float) -> Curve:
    return Line(pose, span)


def _arc(shape: Element, pose: Pose, _: float, span: float) -> Curve:
    curvature = shape.number("curvature")
    _check_turn(shape, curvature, span)
    return Arc(pose, span, curvature)


def _spiral(shape: Element, pose: Pose, length: float, span: float) -> Curve:
    first, last = shape.numbers("curvStart", "curvEnd")
    _check_turn(shape, max(abs(first), abs(last)), max(span, length))
    # As stated where nothing is cut or drawn out: the sum would not always give the very number back.
    return Clothoid(pose, span, first, last if span == length else first + (last - first) * (span / length))


def _check_turn(shape: Element, curvature: float, length: float) -> None:
    if abs(curvature) * length > MOST_TURN:
        turn = f"of curvature {curvature:g} along {length:g} m"
        shape.refuse(f"<{shape.tag}> {turn} turns by more than {MOST_TURN:g} rad; expected a road")


def _check_reach(shape: Element, coefficients: tuple[float, ...], extent: float) -> None:
    reach = 0.0
    for coefficient in reversed(coefficients):
        reach = abs(coefficient) + reach * extent
    if reach > FURTHEST:
        shape.refuse(f"<{shape.tag}> reaches {reach:g} m far; expected at most {FURTHEST:g} m")


def _poly3(shape: Element, pose: Pose, _: float, span: float) -> Curve:
    a, b, c, d = shape.numbers("a", "b", "c", "d")
    _check_reach(shape, (a, b, c, d), span)
    return Cubic(pose, (a, b, c, d), span)


def _param_poly3(shape: Element, pose: Pose, length: float, _: float) -> Curve:
    au, bu, cu, du, av, bv, cv, dv = shape.numbers("aU", "bU", "cU", "dU", "aV", "bV", "cV", "dV")
    # Where the range is not stated, it is the normalized one.
    extent = length if shape.choice("pRange", _RANGES, "normalized") == "arcLength" else 1.0
    _check_reach(shape, (au, bu, cu, du), extent)
    _check_reach(shape, (av, bv, cv, dv), extent)
    return ParametricCubic(pose, (au, bu, cu, du), (av, bv, cv, dv), extent)


_PARAMETERS = "asam.net:xodr:1.7.0:road.geometry.paramPoly3.valid_parameters"
_RANGES = {name: name for name in ("arcLength", "normalized")}
_SHAPES: dict[str, Callable[[Element, Pose, float, float], Curve]] = {
    "line": _line,
    "arc": _arc,
    "spiral": _spiral,
    "poly3": _poly3,
    "paramPoly3": _param_poly3,
}
