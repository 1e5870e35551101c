"""Places along a chain of roads are those of the posts beside it."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, Profile, Road, RoadNetwork, Section
from seahaven.traffic.chainage import Chainage

WIDTH = Profile.constant(3.0)


@pytest.fixture(scope="module")
def lane_map():
    def sections(*starts):
        return tuple(
            Section(s, (Lane(1, width=WIDTH), Lane(0), Lane(-1, width=WIDTH), Lane(-2, width=WIDTH))) for s in starts
        )

    straight = Road("first", Path(Pose(0.0, 0.0, 0.0)).line(100.0), sections(0.0, 60.0))
    bend = Road("second", Path(Pose(100.0, 0.0, 0.0)).arc(200.0, curvature=0.01), sections(0.0))
    return LaneMap(RoadNetwork((straight, bend)))


def test_places_run_on_over_sections_and_roads(lane_map):
    posts = Chainage(lane_map, ["first", "second"])
    lanes = [lane_map.index(name) for name in ("first:0:-1", "first:1:-2", "second:0:-1")]
    assert posts.at(lanes, [10.0, 10.0, 0.0]) == pytest.approx([10.0, 70.0, 100.0])
    ends = lane_map.length[lanes[-1:]]
    assert posts.at(lanes[-1:], ends) == pytest.approx([posts.length])


def test_lanes_side_by_side_end_at_the_same_place(lane_map):
    posts = Chainage(lane_map, ["first", "second"])
    inner, outer = lane_map.index("second:0:-1"), lane_map.index("second:0:-2")
    assert lane_map.length[inner] != pytest.approx(lane_map.length[outer])
    half = 0.5 * lane_map.length[[inner, outer]]
    assert posts.at([inner, outer], half)[0] == pytest.approx(posts.at([inner, outer], half)[1])


def test_other_lanes_are_nowhere(lane_map):
    posts = Chainage(lane_map, ["second"])
    lanes = [lane_map.index("first:0:-1"), lane_map.index("second:0:1"), -1]
    assert np.isnan(posts.at(lanes, [1.0, 1.0, 1.0])).all()


def test_an_unknown_road_is_refused_with_the_nearest(lane_map):
    with pytest.raises(InputError, match="no road 'secnd'; did you mean 'second'"):
        Chainage(lane_map, ["first", "secnd"])
