"""Crosswalks: where people cross, and on which stretches of which lanes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads.junctions.outline import object_corners
from seahaven.roads.junctions.overlap import LEVEL, SPARE, TOUCH, stretches
from seahaven.roads.junctions.way import is_vehicle_lane
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, ObjectKind, Road


@dataclass(frozen=True, slots=True)
class Crosswalk:
    """A crosswalk: what it is called, the road to which it belongs, the junction in which it lies, and its corners."""

    index: int
    id: str
    road: str
    junction: str | None
    corners: tuple[tuple[float, float], ...]


class Crossings(NamedTuple):
    """Lanes and the crosswalks on them, ordered by lane and s: from which s to which."""

    lane: Indices
    crosswalk: Indices
    span: Floats


class _Area(NamedTuple):
    road: Road
    id: str
    corners: Floats
    height: float


def find_crosswalks(lane_map: LaneMap, clearance: float) -> tuple[tuple[Crosswalk, ...], Crossings]:
    """All crosswalks, and where they lie on lanes that are driven or ridden on."""
    areas = list(_areas(lane_map))
    known = tuple(
        Crosswalk(k, area.id, area.road.id, area.road.junction, tuple((float(x), float(y)) for x, y in area.corners))
        for k, area in enumerate(areas)
    )
    return known, _crossings(areas, lane_map, clearance)


def _areas(lane_map: LaneMap) -> Iterator[_Area]:
    """Painted crosswalks, and lanes for people across junctions on roads that have no paint."""
    painted = set()
    for road in lane_map.network.roads:
        for thing in road.objects:
            if thing.kind is ObjectKind.CROSSWALK:
                painted.add(road.id)
                for corners in object_corners(road, thing):
                    if len(corners) > 2:
                        yield _Area(road, thing.id, corners, float(road.elevation.value(thing.s)))
    for lane in np.flatnonzero(lane_map.kind == tuple(LaneKind).index(LaneKind.CROSSWALK)).tolist():
        road = lane_map.network.roads[lane_map.road[lane]]
        if road.id not in painted:
            yield _Area(road, lane_map.name(lane), *_strip(lane_map, lane))


def _strip(lane_map: LaneMap, lane: int) -> tuple[Floats, float]:
    rows = slice(lane_map.first[lane], lane_map.first[lane + 1])
    centre = np.column_stack((lane_map.x[rows], lane_map.y[rows]))
    aside = (
        np.column_stack((lane_map.normal_x[rows], lane_map.normal_y[rows])) * 0.5 * lane_map.strips.width[rows, None]
    )
    return np.vstack((centre + aside, (centre - aside)[::-1])), float(lane_map.z[rows].mean())


def _crossings(areas: Sequence[_Area], lane_map: LaneMap, clearance: float) -> Crossings:
    import seahaven.roads.junctions.overlap_kernels as kernels

    nothing = np.empty(0, dtype=np.int64)
    driven = np.array(is_vehicle_lane(lane_map), dtype=bool)
    near = [_near(area, lane_map, driven) for area in areas]
    rows, area = np.concatenate([nothing, *near]), np.repeat(np.arange(len(areas)), [len(own) for own in near])
    shapes = stretches(lane_map, rows, clearance - SPARE)
    first = np.cumsum([0, *(len(one.corners) for one in areas)], dtype=np.int64)
    corners = np.vstack([np.empty((0, 2)), *(one.corners for one in areas)])
    spans = np.empty((len(rows), 2))
    room = np.empty((2, 6 * int(np.diff(first).max(initial=0)) + 16, 2))
    kernels.cover_each(area, first, corners, shapes.quads, shapes.plan, room[0], room[1], spans)
    level = np.abs(shapes.heights - np.array([one.height for one in areas])[area]) <= LEVEL
    hit = (spans[:, 1] - spans[:, 0] > TOUCH) & level
    return _hulls(lane_map.lane_of[rows[hit]], area[hit], spans[hit])


def _near(area: _Area, lane_map: LaneMap, driven: Truths) -> Integers:
    """The stretches of driven lanes in the cells of the lane map's grid that an area touches."""
    (x0, y0, _, scale), (columns, lines) = lane_map.grid_frame.tolist(), lane_map.grid_shape.tolist()
    low = np.floor((area.corners.min(axis=0) - (x0, y0)) * scale).astype(np.int64).tolist()
    high = np.floor((area.corners.max(axis=0) - (x0, y0)) * scale).astype(np.int64).tolist()
    cells = [
        j * columns + i
        for j in range(max(low[1], 0), min(high[1], lines - 1) + 1)
        for i in range(max(low[0], 0), min(high[0], columns - 1) + 1)
    ]
    held = [lane_map.cell_row[lane_map.cell_first[cell] : lane_map.cell_first[cell + 1]] for cell in cells]
    rows: Integers = np.unique(np.concatenate([np.empty(0, dtype=np.int64), *held]))
    driven_rows: Integers = rows[driven[lane_map.lane_of[rows]]]
    return driven_rows


def _hulls(lane: Indices, area: Integers, span: Floats) -> Crossings:
    order = np.lexsort((area, lane))
    lane, area, span = lane[order], area[order], span[order]
    new = np.ones(len(lane), dtype=bool)
    new[1:] = (lane[1:] != lane[:-1]) | (area[1:] != area[:-1])
    starts = np.flatnonzero(new)
    if len(starts):
        span = np.column_stack((np.minimum.reduceat(span[:, 0], starts), np.maximum.reduceat(span[:, 1], starts)))
    lane, area = lane[starts], area[starts]
    order = np.lexsort((span[:, 0], lane))
    return Crossings(lane[order].astype(np.int32), area[order].astype(np.int32), span[order])
