"""The area of a junction."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.drawing.meeting import DRIVEN, GREEN, meeting_area
from seahaven.roads.model import LaneKind
from tests.roads.drawing.networks import map_of, market, straight


def area(ring: Floats) -> float:
    """The area inside a ring of corners, positive if they run counter-clockwise."""
    x, y = ring.T
    return 0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def holds(ring: Floats, x: float, y: float) -> bool:
    """Whether a place lies inside, by counting how often a line to the east leaves."""
    (x0, y0), (x1, y1) = ring.T, np.roll(ring, -1, axis=0).T
    crossing = (y0 > y) != (y1 > y)
    return bool((crossing & (x < x0 + (y - y0) / np.where(y1 == y0, 1.0, y1 - y0) * (x1 - x0))).sum() % 2)


def test_the_middle_of_a_crossing_is_one_area_without_holes() -> None:
    rings = meeting_area(market(), 0, DRIVEN)
    assert len(rings) == 1
    assert area(rings[0]) > 100.0
    assert all(holds(rings[0], 100.0 + dx, dy) for dx in (-2.0, 0.0, 2.0) for dy in (-2.0, 0.0, 2.0))


def test_it_covers_little_beyond_its_lanes() -> None:
    lane_map = market()
    (ring,) = meeting_area(lane_map, 0, DRIVEN)
    rows = np.flatnonzero(lane_map.junction[lane_map.lane_of] == 0)
    reach = float(np.hypot(lane_map.x[rows] - 100.0, lane_map.y[rows]).max()) + 4.0
    assert np.hypot(ring[:, 0] - 100.0, ring[:, 1]).max() < reach


def test_green_and_pavements_are_spared() -> None:
    lane_map = market()
    (ring,) = meeting_area(lane_map, 0, DRIVEN, spared=GREEN)
    paths = np.flatnonzero(lane_map.kind == list(LaneKind).index(LaneKind.SIDEWALK))
    for lane in paths.tolist():
        place = lane_map.place(lane, 0.5 * float(lane_map.length[lane]))
        assert not holds(ring, place.x, place.y)


def test_a_network_without_junctions_has_no_such_area() -> None:
    assert meeting_area(map_of(straight()), 0, DRIVEN) == []
