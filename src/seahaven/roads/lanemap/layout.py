"""From the model to the arrays of the lane map, in whole-network steps."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Bytes, Floats, Indices, Integers, Truths
from seahaven.roads.lanemap.links import Name, joined
from seahaven.roads.lanemap.reference import reference_lines
from seahaven.roads.lanemap.segments import Segments, anchors_of, segments_of
from seahaven.roads.lanemap.strips import Strips
from seahaven.roads.lanemap.tables import Tables, flat_tables
from seahaven.roads.model import RoadNetwork

VERTEX_COLUMNS = (
    *("s", "x", "y", "z", "normal_x", "normal_y", "normal_z"),
    *("heading", "curvature", "grade", "width", "road_s"),
)
CELL = 3.0
"""The size of a grid cell in metres, unless that would make too many of them."""
MOST_CELLS = 1 << 20


class Neighbours(NamedTuple):
    """The lanes beside each lane, in the direction of travel."""

    left: Indices
    right: Indices
    left_opposite: Truths
    right_opposite: Truths


class Rows(NamedTuple):
    """For each lane of the map its slot, its section of all, and its place among the vertices."""

    slot: Integers
    section: Indices
    along: Truths
    two_way: Truths
    kind: Bytes
    first: Integers


def lay_out(network: RoadNetwork, lanes: Mapping[Name, int], chord_error: float) -> Strips:
    """The strips of a network."""
    t = flat_tables(network)
    segments = segments_of(t, reference_lines(network), chord_error)
    rows = _rows(t, segments)
    beside = _neighbours(rows)
    vertices, shape = _vertices(t, segments, rows, chord_error)
    _refuse_overflow(network, t, rows, vertices, shape["lane_of"])
    strips = Strips(
        **_whose(network, t, rows),
        **beside._asdict(),
        **dict(zip(VERTEX_COLUMNS, vertices, strict=True)),
        **shape,
        **_rules(t, rows, beside, vertices[-1]),
        **joined(network, lanes, rows.along)._asdict(),
        **_indices(rows, vertices[0], shape["plan"]),
    )
    for array in strips:
        array.flags.writeable = False
    return strips


def _rows(t: Tables, segments: Segments) -> Rows:
    slot = np.flatnonzero(t.slot_number)
    section = t.slot_section[slot]
    first = np.concatenate(([0], np.cumsum(np.diff(segments.first)[section] + 1)))
    return Rows(slot, section, t.slot_along[slot], t.slot_two_way[slot], t.slot_kind[slot], first)


def _vertices(t: Tables, segments: Segments, rows: Rows, chord_error: float) -> tuple[Floats, dict[str, Any]]:
    """The columns of the vertices; and the lengths of the lanes, with what lies between vertices."""
    import seahaven.roads.lanemap.strip_kernels as kernels

    slot_lane = np.full(len(t.slot_number), -1)
    slot_lane[rows.slot] = np.arange(len(rows.slot))
    anchors, stations = anchors_of(t, segments, chord_error)
    ends = kernels.segment_ends(
        t, slot_lane, rows.first, segments.first, segments.spans, segments.is_step, anchors, *segments.frames
    )
    station = segments.first[rows.section] + rows.section
    vertices, plan, course, lane_of = kernels.lay(rows.first, rows.along, ends, station, stations)
    length = vertices[0, rows.first[1:] - 1]
    return vertices, {"length": length, "plan": plan, "course": course, "lane_of": lane_of}


def _whose(network: RoadNetwork, t: Tables, rows: Rows) -> dict[str, Any]:
    sections = np.array([i for road in network.roads for i in range(len(road.sections))], dtype=np.int32)
    road = t.section_road[rows.section]
    return {
        "road": road,
        "section": sections[rows.section],
        "number": t.slot_number[rows.slot],
        "kind": rows.kind,
        "along": rows.along,
        "two_way": rows.two_way,
        "first": rows.first,
        "junction": _junctions(network, road),
    }


def _rules(t: Tables, rows: Rows, beside: Neighbours, road_s: Floats) -> dict[str, Any]:
    import seahaven.roads.lanemap.strip_kernels as kernels

    limit, may_change = kernels.rules(t, rows.first, rows.slot, *_change_slots(t, rows, beside), road_s)
    return {"limit": limit, "may_change": may_change}


def _indices(rows: Rows, s: Floats, plan: Floats) -> dict[str, Any]:
    """The tables by which stretches are found: by s, and by place."""
    import seahaven.roads.lanemap.strip_kernels as kernels

    frame, shape = _grid_frame(plan)
    buckets = zip(("bucket_first", "bucket_row", "bucket_scale"), kernels.buckets(rows.first, s), strict=True)
    cells = kernels.grid(rows.first, rows.kind, plan, frame, shape)
    grid = zip(("cell_first", "cell_row", "cell_kind"), cells, strict=True)
    return {"grid_frame": frame, "grid_shape": shape, **dict(buckets), **dict(grid)}


def _neighbours(rows: Rows) -> Neighbours:
    section, along, two_way = rows.section, rows.along, rows.two_way
    lanes = np.arange(len(section), dtype=np.int32)
    shares = section[1:] == section[:-1]
    to_left = np.where(np.append(False, shares), lanes - 1, -1).astype(np.int32)
    to_right = np.where(np.append(shares, False), lanes + 1, -1).astype(np.int32)
    left, right = np.where(along, to_left, to_right), np.where(along, to_right, to_left)

    def opposite(other: Indices) -> Truths:
        against: Truths = along[other] != along
        return (other >= 0) & against & ~two_way[other] & ~two_way

    return Neighbours(left, right, opposite(left), opposite(right))


def _change_slots(t: Tables, rows: Rows, beside: Neighbours) -> tuple[Integers, Integers]:
    """The slots to which a change to the left and to the right leads, -1 where there is no traffic the same way."""

    def target(lane: Indices, opposite: Truths) -> Integers:
        slot = rows.slot[lane]
        return np.where((lane >= 0) & ~opposite & t.slot_driving[slot], slot, -1)

    return target(beside.left, beside.left_opposite), target(beside.right, beside.right_opposite)


def _junctions(network: RoadNetwork, lane_road: Indices) -> Indices:
    known = {junction.id: index for index, junction in enumerate(network.junctions)}
    of_road = [-1 if road.junction is None else known.get(road.junction, -1) for road in network.roads]
    return np.array(of_road, dtype=np.int32)[lane_road]


def _grid_frame(plan: Floats) -> tuple[Floats, Integers]:
    """Where the grid begins, how large its cells are, and how many there are each way."""
    if not len(plan):
        return np.array([0.0, 0.0, CELL, 1.0 / CELL]), np.ones(2, dtype=np.int64)
    reach = 2.0 * (np.abs(plan[:, 8]) + np.abs(plan[:, 9]))[:, np.newaxis]
    corners = np.concatenate((plan[:, :2], plan[:, :2] + plan[:, 2:4]))
    reach = np.concatenate((reach, reach))
    low, high = (corners - reach).min(axis=0), (corners + reach).max(axis=0)
    east, north = (high - low).tolist()
    size = max(CELL, sqrt(east * north / MOST_CELLS), max(east, north) / MOST_CELLS)
    return np.array([*low, size, 1.0 / size]), np.floor((high - low) / size).astype(np.int64) + 1


def _refuse_overflow(network: RoadNetwork, t: Tables, rows: Rows, vertices: Floats, lane_of: Indices) -> None:
    """Refuse a lane whose numbers, though finite in the model, give no place."""
    bad = np.flatnonzero(~np.isfinite(vertices).all(axis=0))
    if len(bad):
        slot = rows.slot[lane_of[bad[0]]]
        road = network.roads[t.section_road[t.slot_section[slot]]]
        raise InputError(
            f"lane {t.slot_number[slot]} of road '{road.id}' has no place at s = {vertices[11, bad[0]]:g}: "
            "its geometry, widths or elevation are too large to compute with",
            road.at,
        )
