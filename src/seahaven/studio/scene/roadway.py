"""Lanes, junctions and paint as meshes that follow the heights of the roads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads import LaneMap
from seahaven.roads.drawing import Shape, Window, map_shapes, paved_rings, surface_of
from seahaven.roads.model import LaneKind
from seahaven.studio.scene.mesh import Material, Mesh, rgb
from seahaven.studio.scene.polygon import triangles

__all__ = ["SCALE", "add_roadway", "heights_at", "lines_of", "shapes_of"]

SCALE: Final = 10.0
"""Pixels to the metre of the shapes of the map."""
COLOURS: Final = {
    "green": ("#7d9a5b", Material.GRASS),
    "pavement": ("#a49d92", Material.PLAIN),
    "kerb": ("#9a968c", Material.PLAIN),
    "shoulder": ("#6d7176", Material.ROAD),
    "parking": ("#5b6068", Material.ROAD),
    "rail": ("#7d746c", Material.PLAIN),
    "bike": ("#8a5346", Material.ROAD),
    "closed": ("#8b8062", Material.PLAIN),
    "bus": ("#5c4a4e", Material.ROAD),
    "crossing": ("#575c62", Material.ROAD),
    "road": ("#4d5258", Material.ROAD),
}
"""Colour and material of each surface of the map, as they look from a seat."""
RAISED: Final = {"pavement": 0.12, "kerb": 0.1}
"""m above the roadway."""
LIFTS: Final = {
    "green": -0.03, "shoulder": 0.004, "parking": 0.004, "bike": 0.006, "bus": 0.01, "crossing": 0.012, "road": 0.01,
}  # fmt: skip
"""m by which surfaces that overlap are kept apart."""
MEETING: Final = -0.012
"""m, of what is paved at a junction, below its lanes."""
PAINT: Final = 0.022
"""m, of paint above the roadway."""
KERB: Final = (150, 147, 140)
WHITE: Final = "#ffffff"
STEP: Final = 6.0
"""m. Paint has a corner at least as often, so that it follows hills."""
ALL: Final = tuple(LaneKind)


def shapes_of(lane_map: LaneMap) -> list[Shape]:
    """The shapes of the map of the whole network."""
    return list(map_shapes(lane_map, _window(lane_map)))


def _window(lane_map: LaneMap) -> Window:
    return replace(Window.of_roads(lane_map), scale=SCALE)


def lines_of(shape: Shape, lane_map: LaneMap) -> Iterator[Floats]:
    """The lines of a shape as points in the world."""
    window = _window(lane_map)
    for part in shape.data.split("M"):
        numbers = [float(word) for word in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        if len(numbers) >= 4:
            points = np.cumsum(np.array(numbers[: len(numbers) // 2 * 2]).reshape(-1, 2), axis=0) / SCALE
            yield np.column_stack((window.left + points[:, 0], window.top - points[:, 1]))


def heights_at(lane_map: LaneMap, points: Floats, headings: Floats | None = None) -> Floats:
    """The heights of the roads at some places; 0 where there is none near."""
    match = lane_map.match(points[:, 0], points[:, 1], heading=headings, reach=15.0, kinds=ALL)
    found = match.lane >= 0
    heights = np.zeros(len(points))
    if found.any():
        heights[found] = lane_map.place(match.lane[found], match.s[found], match.offset[found]).z
    return heights


def add_roadway(mesh: Mesh, lane_map: LaneMap, shapes: list[Shape]) -> None:
    """Add lanes with their kerbs, what is paved at junctions, and paint."""
    kinds = tuple(LaneKind)
    for lane in range(len(lane_map)):
        look = surface_of(kinds[lane_map.kind[lane]])
        if look in COLOURS:
            _add_lane(mesh, lane_map, lane, look)
    for junction in range(len(lane_map.network.junctions)):
        _add_meeting(mesh, lane_map, junction)
    for shape in shapes:
        if shape.look == "line":
            for line in lines_of(shape, lane_map):
                _add_paint(mesh, lane_map, shape, line)


def _add_lane(mesh: Mesh, lane_map: LaneMap, lane: int, look: str) -> None:
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    middle = np.column_stack((lane_map.x[rows], lane_map.y[rows], lane_map.z[rows]))
    normal = np.column_stack((lane_map.normal_x[rows], lane_map.normal_y[rows], lane_map.normal_z[rows]))
    half = 0.5 * lane_map.strips.width[rows][:, None]
    if float(half.max()) < 0.05:
        return
    up = np.array([0.0, 0.0, RAISED.get(look, 0.0) + LIFTS.get(look, 0.0)])
    left, right = middle + half * normal + up, middle - half * normal + up
    colour, material = COLOURS[look]
    mesh.strip(left, right, rgb(colour), material)
    if look in RAISED:
        down = np.array([0.0, 0.0, RAISED[look] + 0.03])
        out = np.tile(np.column_stack((normal[:, :2], np.zeros(len(normal)))), (2, 1))
        mesh.strip(left - down, left, KERB, Material.PLAIN, out)
        mesh.strip(right, right - down, KERB, Material.PLAIN, -out)


def _add_meeting(mesh: Mesh, lane_map: LaneMap, junction: int) -> None:
    points, corners = triangles([_thinned(ring) for ring in paved_rings(lane_map, junction)])
    if len(points):
        heights = heights_at(lane_map, points) + MEETING
        colour, material = COLOURS["road"]
        mesh.add(np.column_stack((points, heights)), corners, rgb(colour), material)


def _thinned(ring: Floats, tolerance: float = 0.12) -> Floats:
    """A ring without the corners that lie almost on the line between those that stay."""
    kept = [0]
    for k in range(1, len(ring) - 1):
        one, other = ring[kept[-1]], ring[k + 1]
        between = ring[kept[-1] + 1 : k + 1] - one
        along = other - one
        length = hypot(*along.tolist()) or 1.0
        if (np.abs(between[:, 0] * along[1] - between[:, 1] * along[0]) / length).max() > tolerance:
            kept.append(k)
    return ring[[*kept, len(ring) - 1]]


def _add_paint(mesh: Mesh, lane_map: LaneMap, shape: Shape, line: Floats) -> None:
    for points in _dashed(line, [each / SCALE for each in shape.dashes]):
        course = np.gradient(points, axis=0)
        length = np.hypot(*course.T)
        if not length.all():
            continue
        course /= length[:, None]
        side = 0.5 * shape.width / SCALE * np.column_stack((-course[:, 1], course[:, 0]))
        heights = heights_at(lane_map, points, np.arctan2(course[:, 1], course[:, 0]))[:, None] + PAINT
        colour = rgb(shape.colour if shape.colour.startswith("#") and len(shape.colour) == 7 else WHITE)
        mesh.strip(np.hstack((points + side, heights)), np.hstack((points - side, heights)), colour, Material.PAINT)


def _dashed(line: Floats, dashes: list[float]) -> Iterator[Floats]:
    """The painted stretches of a line, each with corners often enough to follow hills."""
    way = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
    total = float(way[-1])
    if total <= 0.01:
        return
    stretches = [(0.0, total)]
    if len(dashes) >= 1:
        paint, space = dashes[0], dashes[-1]
        begins = np.arange(0.0, total, paint + space)
        stretches = [(begin, min(begin + paint, total)) for begin in begins.tolist()]
    for begin, end in stretches:
        inner = way[(way > begin) & (way < end)]
        grid = np.arange(begin, end, STEP)
        stations = np.unique(np.concatenate((grid, inner, [end])))
        stations = stations[np.append(np.diff(stations) > 0.02, True)]
        if len(stations) >= 2:
            yield np.column_stack([np.interp(stations, way, line[:, axis]) for axis in (0, 1)])
