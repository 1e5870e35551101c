"""Things on and beside the road: parking spaces, what blocks sight, tunnels and bridges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from seahaven.files import Element, new_element
from seahaven.geometry import Floats, Pose
from seahaven.roads.drawing.outline import number, path_data, simplified
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.model import LaneKind, ObjectKind, Outline, Road, RoadObject

TREE = 1.5
"""Metres from a trunk to the end of its twigs, at least."""
STEP = 5.0
"""Metres between the points of a line along a curved road."""
SPANNED = 3
"""How many points of a road, a step apart, lie inside what spans it, at least."""
_HALF = 0.5
_SOLID = ("barrier", "building")
_AREAS = {
    ObjectKind.BUILDING: "building",
    ObjectKind.TREE: "plants",
    ObjectKind.VEGETATION: "plants",
    ObjectKind.BARRIER: "barrier",
    ObjectKind.OBSTACLE: "barrier",
    ObjectKind.TRAFFIC_ISLAND: "pavement",
    ObjectKind.PARKING_SPACE: "space",
}


def thing_areas(ribbons: Ribbons) -> Element:
    """Buildings, plants, barriers, islands and parking spaces, those of one look together.

    What spans its own road, as the walls and roof of a tunnel do, is an outline that leaves the road in sight.
    """
    drawn: dict[str, list[Floats]] = {}
    for road in ribbons.lane_map.network.roads:
        for thing in road.objects:
            name = _AREAS.get(thing.kind)
            for ring in outlines(road, thing) if name else ():
                kind = "roof" if name in _SOLID and _spans(road, ring) else str(name)
                drawn.setdefault(kind, []).extend(_visible(ribbons, [ring]))
    paths = (new_element("path", {"class": name, "d": path_data(drawn[name], closed=True)}) for name in sorted(drawn))
    look = {"class": "things", "stroke-width": number(max(0.12 * ribbons.window.scale, 0.3))}
    return new_element("g", look, [path for path in paths if path.attributes["d"]])


def _spans(road: Road, ring: Floats) -> bool:
    """Whether the middle of a road runs inside a ring for some metres."""
    points = road.line.point(np.linspace(0.0, road.length, int(road.length / STEP) + 2))
    inside = np.zeros(len(points), dtype=bool)
    for (x, y), (next_x, next_y) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if y != next_y:
            between = (points[:, 1] < y) != (points[:, 1] < next_y)
            crossing = x + (points[:, 1] - y) * ((next_x - x) / (next_y - y))
            inside ^= between & (points[:, 0] < crossing)
    return int(inside.sum()) >= SPANNED


def _visible(ribbons: Ribbons, rings: Iterable[Floats]) -> Iterator[Floats]:
    """Rings that are in sight, in pixels."""
    for ring in rings:
        if ribbons.window.holds(ring).any():
            yield simplified(ribbons.window.pixels(np.concatenate((ring, ring[:1]))))


def outlines(road: Road, thing: RoadObject) -> Iterator[Floats]:
    """The edges of a thing as rows of x, y: what it states, else a box, a circle, or a stretch along the road."""
    pose = _pose(road, thing)
    if thing.outlines and thing.kind is not ObjectKind.TREE:
        yield from (_corners(road, pose, outline) for outline in thing.outlines if outline.corners)
    elif thing.radius is not None or thing.kind is ObjectKind.TREE:
        angle = np.arange(16) * (np.pi / 8.0)
        radius = max(thing.radius or 0.0, TREE if thing.kind is ObjectKind.TREE else 0.0)
        yield np.column_stack((pose.x + radius * np.cos(angle), pose.y + radius * np.sin(angle)))
    elif thing.span:
        s = np.linspace(thing.s, thing.s + thing.span, int(thing.span / STEP) + 2)
        half = _HALF * (thing.width or 0.0)
        sides = [road.line.offset_point(s, thing.t + side) for side in (half, -half)]
        yield np.concatenate((sides[0], sides[1][::-1]))
    elif thing.length and thing.width:
        ahead, aside = _HALF * thing.length, _HALF * thing.width
        yield pose.to_world(np.array([[ahead, aside], [-ahead, aside], [-ahead, -aside], [ahead, -aside]]))


def _pose(road: Road, thing: RoadObject) -> Pose:
    x, y = road.line.offset_point(thing.s, thing.t)
    return Pose(x, y, road.line.heading(thing.s) + thing.heading)


def _corners(road: Road, pose: Pose, outline: Outline) -> Floats:
    corners = np.array(outline.corners)[:, :2]
    return road.line.offset_point(corners[:, 0], corners[:, 1]) if outline.on_road else pose.to_world(corners)


def covers(ribbons: Ribbons) -> Element:
    """Tunnels as a veil over the road between broken lines, and bridges as a rail on either side of it."""
    window = ribbons.window
    veils: list[Floats] = []
    lines: dict[str, list[Floats]] = {"rail-line": [], "tunnel-line": []}
    for index, road in enumerate(ribbons.lane_map.network.roads):
        for thing in road.objects:
            if thing.kind in (ObjectKind.TUNNEL, ObjectKind.BRIDGE) and thing.span:
                left, right = _edges(ribbons, index, thing.s, min(thing.s + thing.span, road.length))
                look = "tunnel-line" if thing.kind is ObjectKind.TUNNEL else "rail-line"
                lines[look] += [simplified(window.pixels(left)), simplified(window.pixels(right))]
                if thing.kind is ObjectKind.TUNNEL:
                    veils.append(simplified(window.pixels(np.concatenate((left, right[::-1])))))
    paths = [new_element("path", {"class": "veil", "d": path_data(veils, closed=True)})] if veils else []
    paths += [new_element("path", {"class": look, "d": path_data(drawn)}) for look, drawn in lines.items() if drawn]
    return new_element("g", {}, paths)


def _edges(ribbons: Ribbons, index: int, start: float, end: float) -> tuple[Floats, Floats]:
    """The left and right edges of a road between two s, over all the lanes that one sees."""
    road = ribbons.lane_map.network.roads[index]
    breaks = sorted({start, end, *(section.s for section in road.sections if start < section.s < end)})
    stations = [
        s for low, high in pairwise(breaks) for s in np.linspace(low, high, int((high - low) / STEP) + 2).tolist()
    ]
    ends = []
    for s in stations:
        place = road.section_at(s)
        shown = [lane.id for lane in road.sections[place].lanes if lane.id and lane.kind is not LaneKind.NONE]
        lanes = (ribbons.lane(index, place, number) for number in shown)
        known = [lane for lane in lanes if lane is not None]
        if known:
            ends.append((ribbons.across(known[0], s)[0], ribbons.across(known[-1], s)[1]))
    return np.array([left for left, _ in ends]).reshape(-1, 2), np.array([right for _, right in ends]).reshape(-1, 2)
