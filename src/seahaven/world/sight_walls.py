"""Upright walls around everything beside the road that one cannot look through."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from seahaven.geometry import Floats, Pose
from seahaven.roads import LaneMap
from seahaven.roads.model import ObjectKind, Outline, Road, RoadObject

__all__ = ["edges_of", "pose_of", "tunnel_walls", "walls_around", "walls_of"]

STEP = 5.0
"""Metres between the points of a wall along a curved road."""
TUNNEL = 5.0
"""How high a tunnel's walls are, in metres, if it does not say."""
ROUND = 12
"""How many corners a round thing gets."""


def walls_of(lane_map: LaneMap) -> Floats:
    """One row for each wall: x and y of its two ends, its lower and its upper height.

    Things without a height hide nothing. A round thing is taken as what fits into it, a slanting one as high as its
    lowest corner: what a wall hides is hidden by the thing. A tunnel is a wall on either side of its road; one sees
    in through its ends.
    """
    rows = []
    for index, road in enumerate(lane_map.network.roads):
        for thing in road.objects:
            if thing.kind is ObjectKind.TUNNEL and thing.span:
                rows += list(tunnel_walls(lane_map, index, thing))
            elif thing.kind.blocks_sight:
                rows += [
                    wall for corners, is_closed in edges_of(road, thing) for wall in walls_around(corners, is_closed)
                ]
    return np.array(rows, np.float64).reshape(-1, 6)


def walls_around(corners: Floats, is_closed: bool) -> Iterator[tuple[float, ...]]:
    """The walls between corners, given as rows of x, y, lower and upper height; each as high as at its lower end."""
    pairs = list(zip(corners.tolist(), np.roll(corners, -1, axis=0).tolist(), strict=True))
    for here, there in pairs if is_closed else pairs[:-1]:
        bottom, top = max(here[2], there[2]), min(here[3], there[3])
        if top > bottom:
            yield here[0], here[1], there[0], there[1], bottom, top


def edges_of(road: Road, thing: RoadObject) -> Iterator[tuple[Floats, bool]]:
    """The corners of a thing, as rows of x, y, lower and upper height, and whether they go all the way round."""
    bottom = road.elevation.value(thing.s) + thing.height_above
    top = bottom + (thing.height or 0.0)
    pose = pose_of(road, thing)
    if thing.outlines:
        for outline in thing.outlines:
            if outline.corners:
                yield _outlined(road, thing, pose, outline), outline.is_closed
    elif thing.radius:
        angle = np.arange(ROUND) * (2.0 * np.pi / ROUND)
        plan = np.column_stack((pose.x + thing.radius * np.cos(angle), pose.y + thing.radius * np.sin(angle)))
        yield _raised(plan, bottom, top), True
    elif thing.span:
        yield from ((part, False) for part in _along(road, thing))
    elif thing.length and thing.width:
        ahead, aside = 0.5 * thing.length, 0.5 * thing.width
        plan = pose.to_world(np.array([[ahead, aside], [-ahead, aside], [-ahead, -aside], [ahead, -aside]]))
        yield _raised(plan, bottom, top), True


def pose_of(road: Road, thing: RoadObject) -> Pose:
    """Where a thing stands."""
    x, y = road.line.offset_point(thing.s, thing.t)
    return Pose(x, y, road.line.heading(thing.s) + thing.heading)


def _raised(plan: Floats, bottom: float, top: float) -> Floats:
    return np.column_stack((plan, np.full(len(plan), bottom), np.full(len(plan), top)))


def _outlined(road: Road, thing: RoadObject, pose: Pose, outline: Outline) -> Floats:
    corners = np.array(outline.corners)
    if outline.on_road:
        plan = road.line.offset_point(corners[:, 0], corners[:, 1])
        base = road.elevation.value(corners[:, 0])
    else:
        plan = pose.to_world(corners[:, :2])
        base = np.full(len(corners), road.elevation.value(thing.s) + thing.height_above)
    bottom = base + corners[:, 2]
    return np.column_stack((plan, bottom, bottom + corners[:, 3]))


def _along(road: Road, thing: RoadObject) -> Iterator[Floats]:
    """A wall beside the road, bit by bit, since the road may climb."""
    stations = np.linspace(thing.s, min(thing.s + thing.span, road.length), int(thing.span / STEP) + 2)
    plan = road.line.offset_point(stations, thing.t)
    bottom = road.elevation.value(stations) + thing.height_above
    rows = np.column_stack((plan, bottom, bottom + (thing.height or 0.0)))
    yield from (rows[k : k + 2] for k in range(len(rows) - 1))


def tunnel_walls(lane_map: LaneMap, road: int, thing: RoadObject) -> Iterator[tuple[float, ...]]:
    """The two walls of a tunnel, along the outer borders of the road's lanes."""
    for lane in np.flatnonzero(lane_map.road == road).tolist():
        vertices = slice(lane_map.first[lane], lane_map.first[lane + 1])
        order = np.argsort(lane_map.road_s[vertices], kind="stable")
        along, own = lane_map.road_s[vertices][order], lane_map.s[vertices][order]
        begin, end = max(thing.s, along[0]), min(thing.s + thing.span, along[-1])
        if begin >= end:
            continue
        s = np.interp(np.linspace(begin, end, int((end - begin) / STEP) + 2), along, own)
        for other, side in ((lane_map.left[lane], 0.5), (lane_map.right[lane], -0.5)):
            if other < 0:
                place = lane_map.place(lane, s, side * lane_map.width(lane, s))
                corners = np.column_stack((place.x, place.y, place.z, place.z + (thing.height or TUNNEL)))
                yield from walls_around(corners, is_closed=False)
