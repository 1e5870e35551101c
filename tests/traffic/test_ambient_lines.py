from __future__ import annotations

import numpy as np
import pytest

from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic.ambient_density import Density, LaneDensity
from seahaven.traffic.ambient_lines import Lines
from seahaven.traffic.ambient_routes import WaysOn, through_routes
from tests.traffic.test_ambient_density import study_map


def freeway_lines() -> Lines:
    return Lines(
        study_map(), Density((LaneDensity(8.0, roads="freeway*"), LaneDensity(6.0, roads="highway*"))).on(study_map())
    )


def test_lanes_join_to_lines_across_sections_roads_and_junctions() -> None:
    lines, lane_map = freeway_lines(), study_map()
    assert len(lines) == 6
    assert lines.line_of[lane_map.index("highway.1:0:-1")] == lines.line_of[lane_map.index("highway.9:1:-1")]
    assert lines.line_of[lane_map.index("freeway.1:0:-2")] == lines.line_of[lane_map.index("freeway.13:2:-2")]
    assert lines.line_of[lane_map.index("highway.8:0:1")] == -1, "a pocket to turn from"
    one, other = (lines.line_of[lane_map.index(f"freeway.5:2:{number}")] for number in (-2, -3))
    assert one != other
    assert lines.carriageway[one] == lines.carriageway[other]
    back = lines.line_of[lane_map.index("freeway.5:2:2")]
    assert lines.carriageway[back] != lines.carriageway[one]


def test_a_place_on_a_line_is_a_lane_and_an_s_and_back() -> None:
    lines = freeway_lines()
    lanes = lines.posts.lane
    s = np.linspace(0.01, 0.99, len(lanes)) * study_map().length[lanes]
    there, along = lines.lane_at(lines.place(lanes, s))
    assert (there == lanes).all()
    assert along == pytest.approx(s, abs=1e-6)
    assert np.isnan(lines.place([-1, study_map().index("Mill_Road.1:0:-1")], [0.0, 5.0])).all()


def test_beside_a_line_one_is_still_at_home_and_elsewhere_not() -> None:
    lane_map = study_map()
    lines = Lines(lane_map, Density((LaneDensity(8.0, roads="freeway*", lanes=(1,)),)).on(lane_map))
    left, right, back, shoulder = (lane_map.index(f"freeway.5:2:{number}") for number in (-2, -3, 2, -4))
    assert lines.place([left], [50.0]) == lines.home([left], [50.0])
    assert np.isnan(lines.place([right], [50.0])).all()
    assert lines.home([right], [50.0]) == lines.place([left], [50.0])
    assert lines.home([back], [50.0]) != lines.place([left], [50.0])
    assert np.isnan(lines.home([shoulder, lane_map.index("Mill_Road.1:0:-1"), -1], [50.0, 5.0, 0.0])).all()


def test_posts_stand_for_all_of_the_road_and_lanes_inside_junctions_inherit_the_density() -> None:
    posts = freeway_lines().posts
    assert (posts.density > 0.0).all()
    assert (np.diff(posts.place) > 0.0).all()
    assert posts.span.sum() == pytest.approx(114_600.0, rel=0.01)


def test_newcomers_are_bound_to_slow_down_before_bends() -> None:
    builder = Builder("bend")
    builder.road("main").straight(400.0).left(1.5, radius=40.0).straight(100.0)
    lane_map = LaneMap(builder.build())
    lines = Lines(lane_map, Density.everywhere(10.0).on(lane_map))
    posts = lines.posts
    mine = posts.lane == lane_map.index("main:0:-1")
    near, far = (mine & (posts.s > 350.0) & (posts.s < 390.0)), mine & (posts.s < 60.0)
    assert posts.bound[near].max() < 14.0 < posts.bound[far].min()


def test_through_routes_come_by_every_lane_that_is_open() -> None:
    router = Router(study_map())
    table = through_routes(router)
    assert table.is_reached.all()
    assert set(np.flatnonzero(router.graph.open_to).tolist()) <= set(table.best.entry_lane.tolist())
    again = through_routes(Router(study_map()))
    assert again.paths.lanes.tobytes() == table.paths.lanes.tobytes()


def test_through_routes_of_a_town_are_capped_and_still_cover_it() -> None:
    builder = Builder("town")
    builder.grid_town("town")
    router = Router(LaneMap(builder.build()))
    table = through_routes(router, most=10)
    assert len(table) < 10 + router.graph.open_to.sum()
    assert set(np.flatnonzero(router.graph.open_to).tolist()) <= set(table.best.entry_lane.tolist())


def test_those_who_are_just_there_go_straight_on_unless_some_are_to_turn() -> None:
    lane_map = study_map()
    table = through_routes(Router(lane_map))
    tracks = Tracks(table)
    lane = lane_map.index("highway.3:0:-1")
    chances = np.linspace(0.0, 0.999, 40)
    lanes, s = np.full(40, lane), np.full(40, 50.0)
    straight, often = (WaysOn(tracks, turning).choose(lanes, s, chances).tolist() for turning in (0.0, 1.0))
    assert {lane_map.name(table[route].lanes[-1]) for route in straight} == {"highway.9:1:-1"}
    assert len({lane_map.name(table[route].lanes[-1]) for route in often}) > 5
    assert all(tracks.locate(route, lane) >= 0 for route in often)
    assert WaysOn(tracks).choose(lane_map.index("highway.3:0:-2"), 50.0, 0.3).tolist() == [-1]
