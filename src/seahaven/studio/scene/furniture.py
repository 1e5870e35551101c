"""Signs and lights: posts in the mesh, and where the page puts faces and lamps."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Any, Final

import numpy as np

from seahaven.reels.map import Bar, bars_of
from seahaven.roads import LaneMap
from seahaven.roads.drawing import speed_text
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Facing, SignalKind
from seahaven.studio.scene.mesh import Material, Mesh
from seahaven.studio.scene.roadway import heights_at

__all__ = ["add_lights", "add_signs"]

POST: Final = (118, 122, 126)
CASE: Final = (34, 38, 42)
SIGN_HEIGHT: Final = 2.5
"""m, of the middle of a sign above the road."""
BEYOND: Final = 11.0
"""m from the line at which one waits to the lamps that hang over the road, so that the first who wait see them."""
HANGING: Final = 5.0
"""m, of the middle of lamps over the road."""
LAMP: Final = 0.95
DROP: Final = 0.5
"""m: the height of a lamp's case, and from there to the wire."""
WIDEST: Final = 30.0
ROOM: Final = 0.8
"""m: how far from a lamp posts are looked for at most, and how far they are from lanes."""
WALKERS: Final = 2.3
"""m, of lamps for people."""
FACES: Final = {
    SignalKind.STOP: "stop", SignalKind.YIELD: "yield", SignalKind.PRIORITY_ROAD: "priority",
    SignalKind.PRIORITY_HERE: "priority here", SignalKind.ROUNDABOUT: "roundabout", SignalKind.SPEED_LIMIT: "limit",
    SignalKind.SPEED_LIMIT_ENDS: "limit ends", SignalKind.CROSSWALK: "crosswalk",
}  # fmt: skip


def add_signs(mesh: Mesh, lane_map: LaneMap, origin: tuple[float, float]) -> list[list[Any]]:
    """Add the posts of all signs; gives of each its face, its text, where it is, and the direction that it faces."""
    told = []
    for road, signal in lane_map.network.signals():
        if signal.kind not in FACES:
            continue
        s = min(max(signal.s, 0.0), road.line.length)
        x, y = road.line.point(s)
        heading = road.line.heading(s)
        x, y = x - signal.t * sin(heading), y + signal.t * cos(heading)
        z = float(heights_at(lane_map, np.array([[x, y]]))[0])
        facing = heading + (0.0 if signal.facing is Facing.AGAINST else pi) + signal.heading
        mesh.box(x, y, z - 0.3, facing, (0.07, 0.07, SIGN_HEIGHT + 0.6), POST, Material.PLAIN)
        text = speed_text(signal.value).split()[0] if signal.value and signal.kind is SignalKind.SPEED_LIMIT else ""
        place = (x + 0.06 * cos(facing) - origin[0], y + 0.06 * sin(facing) - origin[1], z + SIGN_HEIGHT)
        told.append([FACES[signal.kind], text, *(round(value, 3) for value in (*place, facing))])
    return told


def add_lights(mesh: Mesh, lane_map: LaneMap, origin: tuple[float, float]) -> list[list[float]]:
    """Add the cases of all lights; gives of each its number, whether it is for people, where, and where it faces."""
    told = []
    for bar in bars_of(SignalPlan.of(JunctionLogic.of(lane_map))):
        x, y, z, facing = _person_lamp(lane_map, bar) if bar.is_for_people else _hanging_lamp(lane_map, bar)
        height = 0.55 if bar.is_for_people else LAMP
        mesh.box(x, y, z - height / 2, facing, (0.2, 0.34, height), CASE, Material.PLAIN)
        if bar.is_for_people:
            mesh.box(x, y, z - WALKERS, facing, (0.09, 0.09, WALKERS), POST, Material.PLAIN)
        else:
            _add_wire(mesh, lane_map, (x, y, z + height / 2), facing)
        place = (x + 0.11 * cos(facing) - origin[0], y + 0.11 * sin(facing) - origin[1], z)
        told.append([bar.row, float(bar.is_for_people), *(round(value, 3) for value in (*place, facing))])
    return told


def _add_wire(mesh: Mesh, lane_map: LaneMap, lamp: tuple[float, float, float], facing: float) -> None:
    """What a lamp hangs from: a wire across the road to a post on either side, where no lane is."""
    x, y, z = lamp
    ends = [_beside(lane_map, x, y, facing + turn) for turn in (pi / 2, -pi / 2)]
    mesh.box(x, y, z, facing, (0.04, 0.04, DROP), POST, Material.PLAIN)
    (ax, ay), (bx, by) = ends
    size = hypot(bx - ax, by - ay), 0.03, 0.03
    mesh.box((ax + bx) / 2, (ay + by) / 2, z + DROP, atan2(by - ay, bx - ax), size, CASE, Material.PLAIN)
    for end_x, end_y in ends:
        ground = z - HANGING - LAMP / 2
        mesh.box(end_x, end_y, ground - 0.5, facing, (0.16, 0.16, z + DROP + 0.9 - ground), POST, Material.PLAIN)


def _beside(lane_map: LaneMap, x: float, y: float, way: float) -> tuple[float, float]:
    """The nearest place off all lanes for traffic in a direction, with some room to them."""
    steps = np.arange(2.0, WIDEST, 0.5)
    places = np.column_stack((x + steps * cos(way), y + steps * sin(way)))
    is_road = lane_map.match(places[:, 0], places[:, 1], reach=ROOM).lane >= 0
    clear = np.flatnonzero(~is_road)
    place = places[clear[0] if len(clear) else -1]
    return float(place[0]), float(place[1])


def _hanging_lamp(lane_map: LaneMap, bar: Bar) -> tuple[float, float, float, float]:
    """Over the lane, some way behind the line; it faces those who come."""
    along = atan2(bar.end_y - bar.y, bar.end_x - bar.x) + pi / 2
    middle = np.array([[(bar.x + bar.end_x) / 2, (bar.y + bar.end_y) / 2]])
    z = float(heights_at(lane_map, middle)[0])
    x, y = float(middle[0, 0]) + BEYOND * cos(along), float(middle[0, 1]) + BEYOND * sin(along)
    return x, y, z + HANGING, along + pi


def _person_lamp(lane_map: LaneMap, bar: Bar) -> tuple[float, float, float, float]:
    """Beside an end of a crosswalk; it faces across the road."""
    facing = atan2(bar.end_y - bar.y, bar.end_x - bar.x) + pi / 2
    length = hypot(bar.end_x - bar.x, bar.end_y - bar.y) or 1.0
    x = bar.end_x + 0.5 * (bar.end_x - bar.x) / length
    y = bar.end_y + 0.5 * (bar.end_y - bar.y) / length
    return x, y, float(heights_at(lane_map, np.array([[x, y]]))[0]) + WALKERS, facing
