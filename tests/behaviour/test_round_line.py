"""Lines through bends are rounder than the middle of the lane, the more so the less a bend turns."""

from __future__ import annotations

from math import cos, pi, radians

import numpy as np
import pytest

from seahaven.behaviour.round_line import CUT, driven_curvature
from seahaven.geometry import Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, LaneKind, Profile, Road, RoadNetwork, Section
from tests.behaviour.perception.networks import ring_map

RADIUS = 12.0


def bend(turn: float) -> LaneMap:
    line = Path(Pose(0.0, 0.0, 0.0)).arc(RADIUS * turn, curvature=1.0 / RADIUS)
    lanes = (Lane(0, LaneKind.NONE), Lane(-1, LaneKind.DRIVING, Profile.constant(3.5)))
    return LaneMap(RoadNetwork((Road("bend", line, (Section(0.0, lanes),)),)))


@pytest.mark.parametrize("turn", [radians(10.0), radians(45.0), pi / 2.0])
def test_a_bend_is_as_wide_as_cutting_the_corner_makes_it(turn: float) -> None:
    lane_map = bend(turn)
    own = np.abs(lane_map.course[:-1, 6]).max()
    driven = np.abs(driven_curvature(lane_map)[:-1, 0]).max()
    assert 1.0 / driven == pytest.approx(1.0 / own + CUT / (1.0 - cos(0.5 * turn)), rel=0.02)


def test_bends_that_go_on_over_lanes_count_as_one() -> None:
    whole, parts = (np.abs(driven_curvature(ring_map(200.0, parts=parts))[:, 0]).max() for parts in (2, 4))
    assert parts == pytest.approx(whole, rel=0.02)
