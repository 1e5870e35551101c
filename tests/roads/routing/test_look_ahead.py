"""What lies ahead, on small networks measured by hand."""

from __future__ import annotations

from math import inf, isnan, nan

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Path, Pose
from seahaven.roads.builder import Builder
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, Limit, Profile, Road, RoadNetwork, Section
from seahaven.roads.routing import LookAhead, Router
from tests.roads.routing.networks import WIDTH, chain, meshed, middle


def crossroads() -> LaneMap:
    builder = Builder("crossroads")
    high = builder.road("high").straight(300.0)
    mill = builder.road("mill", at=(150.0, -150.0), heading=1.5707963267948966).straight(300.0)
    builder.junction("market", high, mill, control="lights")
    return LaneMap(builder.build())


def winding() -> LaneMap:
    """One lane that runs straight for 100 m, bends to the right with a radius of 50 m, and climbs from 150 m on."""
    line = Path(Pose(0.0, 0.0, 0.0)).line(100.0).arc(50.0, curvature=-1 / 50.0).line(100.0)
    limits = (Limit(0.0, 20.0), Limit(80.0, 10.0), Limit(180.0, None))
    lanes = (Lane(1, width=WIDTH), middle(), Lane(-1, width=WIDTH, limits=limits))
    hill = Profile(((0.0, 0.0, 0.0, 0.0, 0.0), (150.0, 0.0, 0.05, 0.0, 0.0)))
    return LaneMap(RoadNetwork((Road("main", line, (Section(0.0, lanes),), elevation=hill),)))


def looking(lane_map: LaneMap, start: str, end: str) -> LookAhead:
    return LookAhead(Router(lane_map).routes([start], [end]), JunctionLogic(lane_map))


def test_the_next_light_stop_line_and_junction() -> None:
    lane_map = crossroads()
    look = looking(lane_map, "high.1:0:-1", "high.2:0:-1")
    lane = lane_map.index("high.1:0:-1")
    ahead = look.ahead(0, 20.0, 300.0)
    way = look.logic.ways[ahead.junction_way]
    assert (way.incoming, ahead.junction) == (lane, 0)
    assert ahead.junction_distance == pytest.approx(lane_map.length[lane] - 20.0)
    stop_lane, stop_s = look.logic.stop(way)
    assert (stop_lane, ahead.stop_distance) == (lane, pytest.approx(stop_s - 20.0))
    (light,) = look.logic.lights(way)
    assert (ahead.controller, ahead.letter, ahead.signal_way) == (light.controller, light.letter, way.index)
    assert ahead.signal_distance == ahead.stop_distance
    first = next(one for one in look.logic.conflicts(way) if one.kind != "diverge")
    assert ahead.conflict_distance == pytest.approx(lane_map.length[lane] - 20.0 + first.begin)
    assert look.logic.tables.conflict_foe[ahead.conflict] == first.foe
    assert ahead.merge_distance == pytest.approx(lane_map.length[lane] - 20.0 + way.length)
    assert ahead.merge_lane == way.outgoing


def test_a_stop_line_is_seen_before_the_junction_behind_it() -> None:
    lane_map = crossroads()
    look = looking(lane_map, "high.1:0:-1", "high.2:0:-1")
    stop = look.ahead(0, 0.0, 300.0).stop_distance
    junction = look.ahead(0, 0.0, 300.0).junction_distance
    assert stop < junction
    near = look.ahead(0, 0.0, 0.5 * (stop + junction))
    assert near.stop_distance == stop
    assert isnan(near.junction_distance)
    assert near.junction == -1
    passed = look.ahead(0, 0.5 * (stop + junction), 300.0)
    assert isnan(passed.signal_distance)
    assert passed.junction_distance == pytest.approx(0.5 * (junction - stop))


def test_inside_a_junction_its_conflicts_lie_ahead() -> None:
    lane_map = crossroads()
    look = looking(lane_map, "high.1:0:-1", "high.2:0:-1")
    way = look.logic.ways[look.ahead(0, 0.0, 300.0).junction_way]
    entry = look.table.locate(0, way.lanes[0])
    inside = look.ahead(entry, 1.0, 100.0)
    ahead = [one for one in look.logic.conflicts(way) if one.kind != "diverge" and one.begin >= 1.0]
    assert inside.conflict_distance == pytest.approx(ahead[0].begin - 1.0)
    assert isnan(inside.junction_distance)


def test_limits_bends_and_grades() -> None:
    look = looking(winding(), "main:0:-1", "main:0:-1")
    ahead = look.ahead(0, 10.0, 60.0)
    assert isnan(ahead.limit_distance)
    assert (ahead.curvature, ahead.grade) == (0.0, 0.0)
    assert isnan(ahead.curve_distance)
    ahead = look.ahead(0, 10.0, 100.0)
    assert (ahead.limit_distance, ahead.limit) == (pytest.approx(70.0), 10.0)
    radius = 50.0 - 1.75
    assert ahead.curvature == pytest.approx(-1.0 / radius, rel=1e-3)
    assert ahead.curve_distance == pytest.approx(90.0, abs=0.1)
    end = float(look.table.length[0])
    ahead = look.ahead(0, end - 80.0, 100.0)
    assert ahead.limit == inf
    assert ahead.grade == pytest.approx(0.05, rel=1e-3)
    assert ahead.route_end_distance == pytest.approx(80.0)
    assert isnan(ahead.lane_end_distance)


def bends() -> LaneMap:
    """One lane with a wide bend after 50 m, a spiral into a narrower one 60 m further on, and a hairpin after 400 m."""
    line = Path(Pose(0.0, 0.0, 0.0)).line(50.0).arc(20.0, curvature=1 / 100.0).line(40.0)
    line = line.clothoid(60.0, to_curvature=-1 / 20.0).arc(10.0, curvature=-1 / 20.0).line(220.0)
    line = line.arc(30.0, curvature=1 / 10.0).line(50.0)
    return LaneMap(RoadNetwork((Road("main", line, (Section(0.0, (middle(), Lane(-1, width=WIDTH))),)),)))


def test_looking_further_does_not_hide_the_curve_that_binds() -> None:
    look = looking(bends(), "main:0:-1", "main:0:-1")
    near, further, far = (look.ahead(0, 0.0, distance) for distance in (80.0, 250.0, 1000.0))
    assert near.curve_distance == pytest.approx(50.0, abs=0.1)
    assert near.curvature == pytest.approx(1 / 100.0, rel=0.05)
    assert far.curve_distance == further.curve_distance == near.curve_distance
    sharp = look.ahead(0, 300.0, 1000.0)
    assert sharp.curvature == pytest.approx(1 / 11.75, rel=0.01)


@pytest.mark.parametrize("deceleration", [0.2, 1.0, 2.0, 6.0])
@pytest.mark.parametrize("s", [0.0, 60.0, 72.0, 130.0, 160.0, 300.0])
def test_no_place_ahead_asks_for_less_speed_than_the_curve_that_binds(s: float, deceleration: float) -> None:
    lane_map = bends()
    table = Router(lane_map).routes(["main:0:-1"], ["main:0:-1"])
    look = LookAhead(table, JunctionLogic(lane_map), lateral_acceleration=3.0, deceleration=deceleration)
    ahead = look.ahead(0, s, 150.0)
    steps = np.linspace(0.0, min(150.0, float(table.length[0]) - s), 20_001)
    curvature = np.abs(look.pose(0, s, steps).curvature).clip(1e-9)
    least = np.min(3.0 / curvature + 2.0 * deceleration * steps)
    assert 3.0 / abs(ahead.curvature) + 2.0 * deceleration * ahead.curve_distance == pytest.approx(least, rel=1e-3)


def test_comfort_in_curves_has_to_be_a_number_above_0() -> None:
    table = Router(winding()).routes(["main:0:-1"], ["main:0:-1"])
    with pytest.raises(InputError, match=r"LookAhead got deceleration 0.0; expected a finite number of m/s² above 0"):
        LookAhead(table, JunctionLogic(table.lane_map), deceleration=0.0)
    with pytest.raises(InputError, match=r"LookAhead got lateral_acceleration nan"):
        LookAhead(table, JunctionLogic(table.lane_map), lateral_acceleration=nan)


def test_a_lane_that_ends_is_seen_and_the_route_followed_beyond() -> None:
    lane_map = chain((50.0, 2), (70.0, 1))
    look = looking(lane_map, "main:0:-1", "main:1:-1")
    entry = look.table.locate(0, lane_map.index("main:0:-2"))
    ahead = look.ahead(entry, 10.0, 500.0)
    assert (ahead.lane_end_distance, ahead.lane_end) == (pytest.approx(40.0), lane_map.index("main:0:-2"))
    assert ahead.route_end_distance == pytest.approx(110.0)
    place = look.advance(entry, 10.0, 60.0)
    assert (place.lane, place.s) == (lane_map.index("main:1:-1"), pytest.approx(20.0))
    assert isnan(look.ahead(look.table.locate(0, lane_map.index("main:0:-1")), 10.0, 500.0).lane_end_distance)


def test_on_the_wrong_lane_the_light_of_the_route_counts() -> None:
    lane_map = meshed(
        {"in": 100.0, "left": 50.0, "right": 60.0},
        {"in": 2, "left": 1, "right": 1},
        [("in", -1, "left", -1, 10.0), ("in", -2, "right", -1, 20.0)],
    )
    look = looking(lane_map, "in:0:-1", "left")
    ahead = look.ahead(look.table.locate(0, lane_map.index("in:0:-2")), 30.0, 200.0)
    assert ahead.lane_end_distance == pytest.approx(70.0)
    assert look.logic.ways[ahead.junction_way].incoming == lane_map.index("in:0:-1")


def test_places_ahead_lie_on_the_route() -> None:
    lane_map = crossroads()
    look = looking(lane_map, "high.1:0:-1", "mill.2:0:-1")
    steps = np.arange(0.0, float(look.table.length[0]), 0.5)
    placing = look.pose(0, 0.0, steps)
    gaps = np.hypot(np.diff(placing.x), np.diff(placing.y))
    np.testing.assert_allclose(gaps, 0.5, atol=0.02)
    end = look.pose(0, 0.0, float(look.table.length[0]))
    last = lane_map.place(lane_map.index("mill.2:0:-1"), float(lane_map.length[lane_map.index("mill.2:0:-1")]))
    assert (end.x, end.y) == pytest.approx((last.x, last.y))
    beyond = look.advance(0, 0.0, float(look.table.length[0]) + 1.0)
    assert (beyond.entry, beyond.lane) == (-1, -1)
    assert isnan(look.pose(0, 0.0, 1e6).x)


def test_nothing_lies_ahead_of_what_is_on_no_route() -> None:
    look = looking(winding(), "main:0:-1", "main:0:-1")
    ahead = look.ahead(np.array([-1, 0]), np.array([0.0, 0.0]), 100.0)
    assert np.isnan(ahead.curvature).tolist() == [True, False]
    assert np.isnan(ahead.limit_distance).tolist() == [True, False]
    assert ahead.junction.tolist() == [-1, -1]


@pytest.mark.parametrize(("entry", "s", "distance"), [(99, 0.0, 1.0), (0, nan, 1.0), (0, 0.0, -1.0), (0, 0.0, nan)])
def test_bad_questions_are_refused(entry: int, s: float, distance: float) -> None:
    look = looking(winding(), "main:0:-1", "main:0:-1")
    with pytest.raises(InputError, match="ahead got entry"):
        look.ahead(entry, s, distance)
    with pytest.raises(InputError, match="advance got entry"):
        look.advance(entry, s, distance)


def test_routes_and_junctions_have_to_be_of_one_map() -> None:
    table = Router(winding()).routes(["main:0:-1"], ["main:0:-1"])
    with pytest.raises(InputError, match="two different lane maps"):
        LookAhead(table, JunctionLogic(winding()))
