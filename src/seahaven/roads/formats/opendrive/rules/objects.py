"""Rules about objects."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element
from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey

__all__ = ["RULES"]

_MAY_HAVE = {
    "parkingSpace": {"parkingSpace"},
    "borders": {"trafficIsland"},
    "skeleton": {"gantry", "pole", "tree"},
    "markings": {"crosswalk", "parkingSpace", "roadMark", "trafficIsland"},
    "material": {"crosswalk", "parkingSpace", "roadMark", "roadSurface", "trafficIsland"},
    "surface": {"crosswalk", "parkingSpace", "roadMark", "roadSurface"},
}
"""The kinds of objects that may hold an element; others, and objects without a kind, are not held against it."""
_KINDS = frozenset(
    {"barrier", "building", "crosswalk", "gantry", "obstacle", "parkingSpace", "pole", "roadMark", "roadSurface"}
    | {"trafficIsland", "tree", "vegetation"}
)


def _objects(survey: Survey) -> Iterator[Element]:
    for element, _ in survey.roads:
        yield from element.below("objects", "object")


def _outlines(object_element: Element) -> list[Element]:
    return object_element.all("outline") + object_element.below("outlines", "outline")


def fitting_elements(survey: Survey) -> Iterator[Finding]:
    """Objects that hold elements which their kind has no use for."""
    for found in _objects(survey):
        kind = found.attributes.get("type", "")
        for child in found.children if kind in _KINDS else ():
            if child.tag in _MAY_HAVE and kind not in _MAY_HAVE[child.tag]:
                yield child, f"a {kind} has no <{child.tag}>"


def orientation(survey: Survey) -> Iterator[Finding]:
    """Objects that do not say for which direction they are valid."""
    for found in _objects(survey):
        if "orientation" not in found.attributes:
            yield found, "the object does not say for which direction it is valid; taken as both"


def round_or_angular(survey: Survey) -> Iterator[Finding]:
    """Objects that have a radius beside a length or width."""
    for found in _objects(survey):
        if found.number("radius", 0.0) > 0.0:
            for name in ("length", "width"):
                if found.number(name, 0.0) > 0.0:
                    yield found, f"the object has a radius and a {name}; expected one or the other"
                    break


def outline_has_corners(survey: Survey) -> Iterator[Finding]:
    """Outlines without corners."""
    for found in _objects(survey):
        for outline in _outlines(found):
            if not any(child.tag in ("cornerRoad", "cornerLocal", "curveLocal") for child in outline):
                yield outline, "<outline> has no corners; it is left out"


def two_road_corners(survey: Survey) -> Iterator[Finding]:
    """Outlines with a single corner on the road."""
    return _single(survey, "cornerRoad")


def two_local_corners(survey: Survey) -> Iterator[Finding]:
    """Outlines with a single corner of their own frame."""
    return _single(survey, "cornerLocal")


def _single(survey: Survey, tag: str) -> Iterator[Finding]:
    for found in _objects(survey):
        for outline in _outlines(found):
            if len(outline.all(tag)) == 1:
                yield outline, f"<outline> has one <{tag}>; expected two or more"


def polyline_has_vertices(survey: Survey) -> Iterator[Finding]:
    """Polylines of a skeleton without vertices."""
    for line in _polylines(survey):
        if not any(child.tag in ("vertexRoad", "vertexLocal") for child in line):
            yield line, "<polyline> has no vertices"


def two_road_vertices(survey: Survey) -> Iterator[Finding]:
    """Polylines with a single vertex on the road."""
    return _single_vertex(survey, "vertexRoad")


def two_local_vertices(survey: Survey) -> Iterator[Finding]:
    """Polylines with a single vertex of their own frame."""
    return _single_vertex(survey, "vertexLocal")


def _single_vertex(survey: Survey, tag: str) -> Iterator[Finding]:
    for line in _polylines(survey):
        if len(line.all(tag)) == 1:
            yield line, f"<polyline> has one <{tag}>; expected two or more"


def _polylines(survey: Survey) -> Iterator[Element]:
    for found in _objects(survey):
        yield from found.below("skeleton", "polyline")


def referenced_corners(survey: Survey) -> Iterator[Finding]:
    """Markings that refer to corners which no outline of the object has."""
    for found in _objects(survey):
        corners = {corner.attributes.get("id") for outline in _outlines(found) for corner in outline}
        for marking in found.below("markings", "marking"):
            for reference in marking.all("cornerReference"):
                if reference.attributes.get("id") not in corners:
                    yield reference, f"no outline has a corner '{reference.attributes.get('id', '')}'"


def whole_border(survey: Survey) -> Iterator[Finding]:
    """Borders along a whole outline that name corners all the same."""
    for border, corners in _borders(survey):
        if border.attributes.get("useCompleteOutline") == "true" and corners:
            yield border, "<border> runs along the whole outline and names corners; expected one or the other"


def partial_border(survey: Survey) -> Iterator[Finding]:
    """Borders along part of an outline that do not name the corners between which they run."""
    for border, corners in _borders(survey):
        if border.attributes.get("useCompleteOutline", "false" if corners else "true") == "false" and corners < 2:
            yield border, f"<border> runs along part of an outline but names {corners} corners; expected two or more"


def _borders(survey: Survey) -> Iterator[tuple[Element, int]]:
    for found in _objects(survey):
        for border in found.below("borders", "border"):
            yield border, len(border.all("cornerReference"))


RULES = (
    Rule("asam.net:xodr:1.8.0:road.object.attributes", "An object holds only what its kind has", fitting_elements),
    Rule("asam.net:xodr:1.7.0:road.object.orientation", "An object says for which direction it is valid", orientation),
    Rule("asam.net:xodr:1.7.0:road.object.circular_vs_angular", "An object is round or angular", round_or_angular),
    Rule(
        "asam.net:xodr:1.7.0:road.object.outline.outline_followed_by_corner",
        "An outline has corners",
        outline_has_corners,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.corner_road.element_min_amount",
        "An outline on the road has two corners or more",
        two_road_corners,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.corner_local.element_min_amount",
        "An outline in its own frame has two corners or more",
        two_local_corners,
    ),
    Rule(
        "asam.net:xodr:1.8.0:road.object.skeleton.polyline_followed_by_vertex",
        "A polyline of a skeleton has vertices",
        polyline_has_vertices,
    ),
    Rule(
        "asam.net:xodr:1.8.0:road.object.skeleton.vertex_road.element_min_amount",
        "A polyline on the road has two vertices or more",
        two_road_vertices,
    ),
    Rule(
        "asam.net:xodr:1.8.0:road.object.skeleton.vertex_local.element_min_amount",
        "A polyline in its own frame has two vertices or more",
        two_local_vertices,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.object.marking.no_cornerreference_if_no_outline",
        "Markings refer to corners of an outline of the object",
        referenced_corners,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.object.borders.useCompleteOutline_true",
        "A border along a whole outline names no corners",
        whole_border,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.object.borders.useCompleteOutline_false",
        "A border along part of an outline names two corners or more",
        partial_border,
    ),
)
