"""The reference line as records of curves."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

from seahaven.errors import InputError
from seahaven.files import Element, new_element
from seahaven.geometry import Arc, Clothoid, Cubic, Curve, Line, ParametricCubic, Path, Polyline, Pose

_NORMALIZED, _ARC_LENGTH = "normalized", "arcLength"
_CUBIC = ("a", "b", "c", "d")

NEAR_LENGTH = 0.05
"""How far the extent of a parametric cubic may be from its length, as a share, to be written as one by arc length."""


def geometry_elements(line: Path) -> Iterator[Element]:
    """A record for each curve of the path; polylines are written as the lines that they are made of."""
    s = 0.0
    for curve in _simple(line):
        pose, length, shape = _shape(curve)
        yield new_element(
            "geometry", {"s": s, "x": pose.x, "y": pose.y, "hdg": pose.heading, "length": length}, [shape]
        )
        # Records follow on each other by the lengths that they state, which the standard asks for.
        s += length


def _simple(curve: Curve) -> Iterator[Curve]:
    """The curves that a curve is made of, as far as there are words for them."""
    match curve:
        case Path():
            for piece in curve.pieces:
                yield from _simple(piece)
        case Polyline():
            starts = curve.stations(1.0)
            for start, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
                yield Line(curve.pose(start), end - start)
        case _:
            yield curve


def _shape(curve: Curve) -> tuple[Pose, float, Element]:
    """Where a curve begins, the length to state, and its shape from there."""
    match curve:
        case Line():
            return curve.start, curve.length, new_element("line")
        case Arc():
            return curve.start, curve.length, new_element("arc", {"curvature": curve.bend})
        case Clothoid():
            bends = {"curvStart": curve.start_curvature, "curvEnd": curve.end_curvature}
            return curve.start, curve.length, new_element("spiral", bends)
        case Cubic():
            return curve.frame, curve.length, new_element("poly3", dict(zip(_CUBIC, curve.v, strict=True)))
        case ParametricCubic():
            return _parametric(curve)
    raise InputError(f"OpenDRIVE has no word for a {type(curve).__name__}; use lines, arcs, clothoids and cubics")


def _parametric(curve: ParametricCubic) -> tuple[Pose, float, Element]:
    """A parametric cubic by arc length where its parameter is about that, and by shares of the way otherwise."""
    extent = curve.extent
    if extent != 1.0 and isclose(extent, curve.length, rel_tol=NEAR_LENGTH):
        return curve.frame, extent, _param_poly3(curve, 1.0, _ARC_LENGTH)
    return curve.frame, curve.length, _param_poly3(curve, extent, _NORMALIZED)


def _param_poly3(curve: ParametricCubic, scale: float, extent: str) -> Element:
    ahead = {f"{name}U": value * scale**power for power, (name, value) in enumerate(zip(_CUBIC, curve.u, strict=True))}
    left = {f"{name}V": value * scale**power for power, (name, value) in enumerate(zip(_CUBIC, curve.v, strict=True))}
    return new_element("paramPoly3", {**ahead, **left, "pRange": extent})
