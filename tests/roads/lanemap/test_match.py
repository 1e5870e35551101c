"""From places to lanes, and back."""

from __future__ import annotations

from math import nan, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, LaneKind, Profile, Section
from tests.roads.lanemap.networks import WIDE, bend, by_points, crossroads, lanes, network, road, straight

TAPER = Profile(((0.0, 3.5, 0.0, 0.0, 0.0), (40.0, 3.5, 0.0, -0.01, 0.0002)))
HILLY = Profile(((0.0, 0.0, 0.02, 0.0005, 0.0),))
BANKED = Profile(((0.0, 0.0, 0.001, 0.0, 0.0),))


@pytest.fixture(scope="module")
def curved() -> LaneMap:
    """A bend with hills, banking and a lane that narrows, and two roads far away."""
    section = Section(0.0, (Lane(1, width=WIDE), Lane(0), Lane(-1, width=WIDE), Lane(-2, width=TAPER)))
    here = road("bend", bend(), section, elevation=HILLY, superelevation=BANKED)
    return LaneMap(network(here, road("north", straight(60.0, y=200.0)), road("east", straight(50.0, x=300.0))))


@pytest.fixture(scope="module")
def junction() -> LaneMap:
    return LaneMap(crossroads())


shares = st.floats(0.0, 1.0)


@given(lane=st.integers(0, 2), share=shares, side=st.floats(-0.999, 0.999))
def test_match_undoes_place(curved: LaneMap, lane: int, share: float, side: float) -> None:
    s = share * float(curved.length[lane])
    offset = 0.5 * side * curved.width(lane, s)
    here = curved.place(lane, s, offset)
    found = curved.match(here.x, here.y)
    assert found.lane == lane
    assert found.s == pytest.approx(s, abs=1e-6)
    assert found.offset == pytest.approx(offset, abs=1e-6)


@given(share=shares, side=st.floats(-0.999, 0.999), back=st.floats(-30.0, 30.0), lane=st.integers(0, 7))
def test_where_lanes_overlap_a_hint_keeps_to_its_own(
    junction: LaneMap, share: float, side: float, back: float, lane: int
) -> None:
    s = share * float(junction.length[lane])
    offset = 0.5 * side * junction.width(lane, s)
    here = junction.place(lane, s, offset)
    start = min(max(s - back, 0.0), float(junction.length[lane]))
    for hint in (lane, (lane, start)):
        found = junction.match(here.x, here.y, hint=hint)
        assert found.lane == lane
        assert (found.s, found.offset) == (pytest.approx(s, abs=1e-6), pytest.approx(offset, abs=1e-6))


def test_many_points_are_matched_as_each_alone(junction: LaneMap) -> None:
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(-65.0, 65.0, 40), np.linspace(-65.0, 5.0, 40)))
    many = junction.match(x, y)
    single = [junction.match(float(a), float(b)) for a, b in zip(x, y, strict=True)]
    assert [tuple(row) for row in zip(*(column.tolist() for column in many), strict=True)] == [
        tuple(row) for row in single
    ]
    assert {-1} < set(many.lane.tolist())


def test_the_nearest_lane_within_reach_counts_for_a_place_outside_all(junction: LaneMap) -> None:
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(-70.0, 70.0, 29), np.linspace(-70.0, 12.0, 17)))
    found, away = junction.match(x, y, reach=4.0), _distances(junction, x, y)
    rows, missed = np.arange(len(x)), found.lane < 0
    assert (away[missed].min(axis=1) > 4.0 - 1e-6).all()
    assert (away[rows, found.lane] <= away.min(axis=1) + 0.15)[~missed].all()
    assert (found.s[~missed] <= junction.length[found.lane[~missed]]).all()
    assert missed.any()
    assert (away.min(axis=1)[~missed] > 1.0).any()


def _distances(lane_map: LaneMap, x: Floats, y: Floats) -> Floats:
    """How far points are from each lane's strip, to within 15 cm, by looking at many places of it."""
    share, side = (grid.ravel() for grid in np.meshgrid(np.linspace(0.0, 1.0, 401), np.linspace(-0.5, 0.5, 21)))
    columns = []
    for lane in range(len(lane_map)):
        lanes, s = np.full(len(share), lane), share * lane_map.length[lane]
        places = lane_map.place(lanes, s, side * lane_map.width(lanes, s))
        columns.append([np.hypot(places.x - a, places.y - b).min() for a, b in zip(x, y, strict=True)])
    return np.array(columns).T


def test_a_lane_that_runs_the_other_way_loses_within_the_lanes_width() -> None:
    here = road("east", straight(), Section(0.0, lanes(-1)))
    back = road("west", straight(x=100.0, heading=pi), Section(0.0, lanes(-1)))
    lane_map = LaneMap(
        network(here, road("across", straight(20.0, x=50.0, y=-10.0, heading=pi / 2), Section(0.0, lanes(-1))), back)
    )
    overlapping = LaneMap(network(here, road("again", straight(y=-3.0, x=100.0, heading=pi), Section(0.0, lanes(-1)))))
    assert overlapping.match(50.0, -1.2, heading=0.1).lane == 0
    assert overlapping.match(50.0, -2.9, heading=0.1).lane == 0
    assert overlapping.match(50.0, -1.2, heading=3.0).lane == 1
    assert lane_map.match(51.75, -1.75).lane == 0, "both centres are as near; the lower number counts"
    assert lane_map.match(51.75, -1.75, heading=pi / 2).lane == 1


def test_a_bridge_is_told_by_height() -> None:
    bridge = road(
        "bridge",
        straight(40.0, x=50.0, y=-20.0, heading=pi / 2),
        Section(0.0, lanes(-1)),
        elevation=Profile.constant(6.0),
    )
    lane_map = LaneMap(network(road("under", straight(), Section(0.0, lanes(-1))), bridge))
    assert lane_map.match(51.75, -1.5, z=6.2).lane == 1
    assert lane_map.match(51.75, -1.8, z=0.3).lane == 0
    assert lane_map.match(20.0, -1.5, z=9.0).lane == 0, "what is on no level still has a nearest lane"


def test_only_lanes_of_the_kinds_asked_for_count() -> None:
    section = Section(0.0, (Lane(0), Lane(-1, width=WIDE), Lane(-2, LaneKind.SIDEWALK, Profile.constant(2.0))))
    lane_map = LaneMap(network(road("main", straight(), section)))
    assert lane_map.match(10.0, -4.5).lane == 0
    assert lane_map.match(10.0, -4.5, reach=0.5).lane == -1
    assert lane_map.match(10.0, -4.5, kinds={LaneKind.SIDEWALK}).lane == 1
    assert lane_map.match(10.0, -4.5, hint=(1, 10.0)).lane == 0
    assert lane_map.match(10.0, -4.5, kinds=()).lane == -1


def test_a_hint_leads_on_into_the_next_lane_and_beside(junction: LaneMap) -> None:
    west, through, east = (junction.index(name) for name in ("west:0:-1", "through:0:-1", "east:0:-1"))
    assert junction.match(-5.0, -1.75, hint=(west, 49.0)).lane == through
    assert junction.match(10.5, -1.75, hint=(through, 19.0)).lane == east
    assert junction.match(9.0, -1.75, hint=(east, 0.0)).lane in junction.predecessors(east)
    opposite = junction.match(-30.0, 1.5, hint=(west, 30.0))
    assert junction.name(opposite.lane) == "west:0:1"
    assert junction.match(-30.0, 1.5, hint=(west, 30.0), heading=0.0).lane == opposite.lane


def test_a_hint_from_far_away_is_no_worse_than_none(curved: LaneMap) -> None:
    x, y, _, heading, _, _ = curved.place([0] * 50, np.linspace(0.0, curved.length[0], 50))
    for hint in (2, 5, (3, 0.0), -1):
        assert curved.match(x, y, hint=hint).lane.tolist() == [0] * 50
    assert curved.match(x, y, hint=2, heading=heading).lane.tolist() == [0] * 50


def test_a_match_is_a_hint(curved: LaneMap) -> None:
    before = curved.match([10.0, 20.0], [1.0, 5.0])
    assert curved.match([10.1, 20.1], [1.0, 5.0], hint=before).lane.tolist() == before.lane.tolist()


def test_numbers_that_are_none_are_named(curved: LaneMap) -> None:
    with pytest.raises(InputError, match=r"match got x=nan, y=1.0 in row 0; expected finite numbers"):
        curved.match(nan, 1.0)
    with pytest.raises(InputError, match=r"match got x=1.0, y=1.0, heading=nan in row 1"):
        curved.match([0.0, 1.0], [1.0, 1.0], heading=[0.0, nan])
    with pytest.raises(InputError, match="no lane 99"):
        curved.match(1.0, 1.0, hint=99)


def test_far_away_nothing_is_found(curved: LaneMap) -> None:
    assert curved.match(1e7, -1e9).lane == -1
    assert curved.match([1e300], [0.0], reach=10.0).lane.tolist() == [-1]
    assert curved.match(-9000.0, 0.0, reach=10_000.0).lane >= 0
    assert curved.match(-9000.0, 0.0, reach=10_000.0, kinds=()).lane == -1
    with pytest.raises(InputError, match="reach inf; expected a number of metres from 0 to 10000"):
        curved.match(0.0, 0.0, reach=float("inf"))


@given(share=shares, side=st.floats(-0.99, 0.99))
def test_lanes_by_points_are_matched_exactly_too(share: float, side: float) -> None:
    found = POINTS.match(*_on_points(share, side)[1])
    s, (x, y) = _on_points(share, side)
    assert found.lane == 0
    back = POINTS.place(0, found.s, found.offset)
    assert (back.x, back.y) == (pytest.approx(x, abs=1e-9), pytest.approx(y, abs=1e-9))
    assert found.s == pytest.approx(s, abs=1e-6)


POINTS = LaneMap(
    network(
        road(
            "edge",
            straight(30.0),
            Section(0.0, (Lane(0), by_points((0.0, 0.0, 0.0), (10.0, 0.0, 0.5), (17.0, 4.0, 1.0), (20.0, 14.0, 1.0)))),
        )
    )
)


def _on_points(share: float, side: float) -> tuple[float, tuple[float, float]]:
    s = share * float(POINTS.length[0])
    here = POINTS.place(0, s, 1.5 * side)
    return s, (here.x, here.y)
