"""Rules about reference lines."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from seahaven.files import Element
from seahaven.geometry import ParametricCubic, Pose
from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey
from seahaven.roads.model import End, Road, RoadLink

__all__ = ["RULES"]

TOLERANCE = 1e-3
"""By how much, in metres, a curve may miss its stated length."""
GAP = 1e-2
"""How far apart, in metres, ends that should meet may lie."""
KINK = 0.05
"""By how much, in radians, a line may turn at a joint."""


def _shapes(survey: Survey) -> Iterator[tuple[Element, Element]]:
    """Every parametric cubic with its geometry."""
    for element, _ in survey.roads:
        for geometry in element.below("planView", "geometry"):
            for shape in geometry.all("paramPoly3"):
                yield geometry, shape


def _misses(survey: Survey, ranges: tuple[str, ...]) -> Iterator[Finding]:
    for geometry, shape in _shapes(survey):
        if shape.attributes.get("pRange", "normalized") in ranges:
            stated, drawn = geometry.number("length"), _drawn(geometry, shape)
            if abs(stated - drawn) > TOLERANCE:
                message = f"<paramPoly3> is {drawn:.6g} m long over its range, but <geometry> states {stated:.6g} m"
                yield geometry, message


def _drawn(geometry: Element, shape: Element) -> float:
    au, bu, cu, du, av, bv, cv, dv = shape.numbers("aU", "bU", "cU", "dU", "aV", "bV", "cV", "dV")
    extent = geometry.number("length") if shape.attributes.get("pRange") == "arcLength" else 1.0
    return ParametricCubic(Pose(0.0, 0.0, 0.0), (au, bu, cu, du), (av, bv, cv, dv), extent).length if extent else 0.0


def length_match(survey: Survey) -> Iterator[Finding]:
    """Parametric cubics whose length is not as stated."""
    return _misses(survey, ("arcLength", "normalized"))


def arc_length_range(survey: Survey) -> Iterator[Finding]:
    """Parametric cubics that do not end where a parameter from 0 to the stated length leads."""
    return _misses(survey, ("arcLength",))


def normalized_range(survey: Survey) -> Iterator[Finding]:
    """Parametric cubics that do not end where a parameter from 0 to 1 leads."""
    return _misses(survey, ("normalized",))


def valid_parameters(survey: Survey) -> Iterator[Finding]:
    """Parametric cubics that do not start at their place in their direction."""
    for _, shape in _shapes(survey):
        au, bu, av, bv = shape.numbers("aU", "bU", "aV", "bV")
        wrong = [f"{name}={value:g}" for name, value in (("aU", au), ("aV", av), ("bV", bv)) if abs(value) > 1e-6]
        if bu <= 0.0:
            wrong.append(f"bU={bu:g}")
        if wrong:
            yield shape, f"<paramPoly3> has {', '.join(wrong)}; expected aU, aV and bV to be 0 and bU above 0"


def no_gaps(survey: Survey) -> Iterator[Finding]:
    """Geometries that do not begin where the one before them ends."""
    for geometry, gap, _ in _joints(survey):
        if gap > GAP:
            yield geometry, f"<geometry> begins {gap:.3g} m away from where the one before it ends"


def no_kinks(survey: Survey) -> Iterator[Finding]:
    """Geometries that do not go on in the direction of the one before them.

    A road whose lanes all bring their own waypoints runs from point to point, as whoever drew it meant it to.
    """
    for geometry, gap, turn in _joints(survey, with_waypoints=False):
        if abs(turn) > KINK and gap <= GAP:
            yield geometry, f"<geometry> turns by {turn:.3g} rad from where the one before it ends"


def _joints(survey: Survey, *, with_waypoints: bool = True) -> Iterator[tuple[Element, float, float]]:
    for element, road in survey.roads:
        if not with_waypoints and all(lane.points for section in road.sections for lane in section.lanes if lane.id):
            continue
        geometries = sorted(element.below("planView", "geometry"), key=lambda geometry: geometry.number("s"))
        drawn = [geometry for geometry in geometries if geometry.number("length") > 0.0]
        if len(drawn) == len(road.line.pieces):
            for geometry, joint in zip(drawn[1:], road.line.joints(), strict=True):
                yield geometry, joint.gap, joint.turn


def contact_point(survey: Survey) -> Iterator[Finding]:
    """Roads that do not begin or end at the contact point of the road that they are joined to."""
    for element, road in survey.roads:
        if road.junction is None:
            for side, link, s in (("predecessor", road.before, 0.0), ("successor", road.after, road.length)):
                if isinstance(link, RoadLink) and (other := survey.network.road(link.road)).junction is None:
                    gap = dist(road.line.point(s), _end_point(other, link.end))
                    if gap > GAP:
                        yield element, f"the {link.end} of the {side}, road '{link.road}', lies {gap:.3g} m away"


def _end_point(road: Road, end: End) -> tuple[float, float]:
    return road.line.point(0.0 if end == End.START else road.length)


RULES = (
    Rule(
        "asam.net:xodr:1.7.0:road.geometry.paramPoly3.length_match",
        "A parametric cubic is as long as its geometry states",
        length_match,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.geometry.paramPoly3.arcLength_range",
        "The parameter of a parametric cubic of range arcLength runs from 0 to the stated length",
        arc_length_range,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.geometry.paramPoly3.normalized_range",
        "The parameter of a parametric cubic of range normalized runs from 0 to 1",
        normalized_range,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.geometry.paramPoly3.valid_parameters",
        "A parametric cubic starts at the place and in the direction of its geometry",
        valid_parameters,
    ),
    Rule("asam.net:xodr:1.4.0:road.geometry.refline_no_gaps", "A reference line has no gaps", no_gaps),
    Rule("asam.net:xodr:1.4.0:road.geometry.refline_no_kinks", "A reference line has no kinks", no_kinks),
    Rule(
        "asam.net:xodr:1.7.0:road.geometry.contact_point",
        "Roads that are joined without a junction meet at the contact point",
        contact_point,
    ),
)
