"""Routes over hand-made networks, and against a search that tries everything."""

from __future__ import annotations

from itertools import pairwise
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.roads.builder import Builder, lesson_town
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Access, LaneKind, Mark, MarkKind, RoadNetwork
from seahaven.roads.routing import BICYCLE, BUS, CAR, TRUCK, NoRouteError, Passing, Router
from tests.roads.routing.networks import chain, lane, meshed, road

FORK = [("in", -1, "left", -1, 10.0), ("in", -2, "right", -1, 20.0)]


def fork(length: float = 100.0, **options: object) -> LaneMap:
    """A road of two lanes, of which the left one leads to "left" and the right one to "right"."""
    lengths = {"in": length, "left": 50.0, "right": 60.0}
    return meshed(lengths, {"in": 2, "left": 1, "right": 1}, FORK, **options)  # type: ignore[arg-type] # passed on


def names(lane_map: LaneMap, lanes: tuple[int, ...]) -> list[str]:
    return [lane_map.name(one) for one in lanes]


def test_a_route_changes_lanes_where_it_must() -> None:
    lane_map = fork()
    route = Router(lane_map).route("in:0:-1", "right")
    assert names(lane_map, route.lanes) == ["in:0:-1", "in:0:-2", "link1:0:-1", "right:0:-1"]
    (change,) = route.changes
    assert (change.side, change.begin, change.end) == ("right", 0.0, 100.0)
    assert route.length == pytest.approx(180.0)
    assert [edge.road for edge in route.road_edges] == ["in", "right"]
    assert route.end == (lane_map.index("right:0:-1"), pytest.approx(60.0))


def test_a_start_on_a_road_takes_the_lane_that_needs_no_change() -> None:
    route = Router(fork()).route("in", "right")
    assert route.changes == ()
    assert route.start[0] == fork().index("in:0:-2")


def test_whoever_is_on_a_lane_that_ends_may_leave_it_over_a_solid_line_but_not_come_onto_it() -> None:
    solid = frozenset({("in", -1), ("in", -2)})
    lane_map = meshed({"in": 200.0, "on": 50.0}, {"in": 3, "on": 1}, [("in", -1, "on", -1, 10.0)], solid=solid)
    route = Router(lane_map).route("in:0:-3", "on")
    assert names(lane_map, route.lanes)[:3] == ["in:0:-3", "in:0:-2", "in:0:-1"]
    with pytest.raises(NoRouteError, match="every way needs a lane change that is not permitted"):
        Router(lane_map).route("in:0:-1", "in:0:-3")


def test_where_all_lanes_end_a_solid_line_holds() -> None:
    lane_map = meshed({"in": 200.0}, {"in": 2}, [], solid=frozenset({("in", -1)}))
    with pytest.raises(NoRouteError, match="every way needs a lane change that is not permitted"):
        Router(lane_map).route("in:0:-2", "in:0:-1")


def test_a_change_needs_enough_of_a_road() -> None:
    router = Router(fork(20.0), change_length=25.0)
    with pytest.raises(NoRouteError, match=r"from lane 'in:0:-1' to road 'right': every way needs a lane change"):
        router.route("in:0:-1", "right")
    assert Router(fork(20.0), change_length=20.0).route("in:0:-1", "right").changes


def test_a_change_after_the_place_where_one_is_needs_enough_of_what_is_left() -> None:
    router = Router(fork(100.0), change_length=30.0)
    assert router.route(("in:0:-1", 70.0), "right").changes
    with pytest.raises(NoRouteError, match="from lane 'in:0:-1' at s=71 to road 'right'"):
        router.route(("in:0:-1", 71.0), "right")


def test_a_change_before_a_place_needs_enough_of_what_leads_there() -> None:
    router = Router(fork(100.0), change_length=30.0)
    assert router.route("in:0:-1", ("in:0:-2", 30.0)).length == pytest.approx(30.0)
    with pytest.raises(NoRouteError):
        router.route("in:0:-1", ("in:0:-2", 29.0))


def test_a_solid_line_is_not_crossed() -> None:
    router = Router(fork(solid=frozenset({("in", -1)})))
    with pytest.raises(NoRouteError, match="every way needs a lane change that is not permitted"):
        router.route("in:0:-1", "right")


def test_several_changes_need_room_one_after_the_other() -> None:
    wide = meshed({"in": 50.0, "out": 10.0}, {"in": 3, "out": 1}, [("in", -3, "out", -1, 5.0)])
    assert len(Router(wide, change_length=25.0).route("in:0:-1", "out").changes) == 2
    with pytest.raises(NoRouteError):
        Router(wide, change_length=26.0).route("in:0:-1", "out")


def test_windows_follow_the_marks() -> None:
    painted = {
        0.0: MarkKind.SOLID,
        40.0: MarkKind.BROKEN,
        45.0: MarkKind.SOLID,
        60.0: MarkKind.BROKEN,
        90.0: MarkKind.SOLID,
    }
    marks = tuple(Mark(kind, s) for s, kind in painted.items())
    lanes = [lane(-1, marks=marks), lane(-2)]
    lane_map = LaneMap(RoadNetwork((road("main", 100.0, lanes),)))
    route = Router(lane_map).route("main:0:-1", ("main:0:-2", 80.0))
    assert route.changes[0].windows == ((pytest.approx(60.0), pytest.approx(90.0)),)
    with pytest.raises(NoRouteError):
        Router(lane_map).route("main:0:-1", ("main:0:-2", 69.0))


def test_a_change_may_run_on_into_the_next_section() -> None:
    """Sections of a road may be shorter than a change."""
    lane_map = chain(*[(6.0, 2)] * 10)
    route = Router(lane_map, change_length=20.0).route("main:0:-1", "main:9:-2")
    assert len(route.changes) == 1


def test_a_change_does_not_run_on_where_the_lane_ends() -> None:
    lane_map = chain((6.0, 2), (6.0, 2), (50.0, 1))
    with pytest.raises(NoRouteError):
        Router(lane_map, change_length=20.0).route("main:0:-2", "main:2:-1")
    assert Router(lane_map, change_length=12.0).route("main:0:-2", "main:2:-1").changes


def diamond(**limits: float) -> LaneMap:
    """Two roads from "in" to "out": a short one and a long one."""
    parts = {"in": 10.0, "short": 100.0, "long": 150.0, "out": 10.0}
    links = [(a, -1, b, -1, 1.0) for a, b in (("in", "short"), ("in", "long"), ("short", "out"), ("long", "out"))]
    network = meshed(parts, dict.fromkeys(parts, 1), links).network
    roads = [
        road(one.id, one.length, [lane(-1, limit=limits.get(one.id, 10.0))], y=7.0 * k) if one.id in parts else one
        for k, one in enumerate(network.roads)
    ]
    return LaneMap(RoadNetwork(tuple(roads), network.junctions))


def test_fastest_and_shortest_differ() -> None:
    router = Router(diamond(long=30.0))
    assert [edge.road for edge in router.route("in", "out").road_edges] == ["in", "long", "out"]
    short = router.route("in", "out", by="length")
    assert [edge.road for edge in short.road_edges] == ["in", "short", "out"]
    assert (short.length, short.time) == (pytest.approx(122.0), pytest.approx(12.0 + 2.0 / (100.0 / 3.6)))


def test_what_is_blocked_is_driven_round() -> None:
    router = Router(diamond())
    assert "short" in [edge.road for edge in router.route("in", "out").road_edges]
    assert "long" in [edge.road for edge in router.route("in", "out", avoid=["short"]).road_edges]
    assert "long" in [edge.road for edge in router.route("in", "out", avoid=["short:0:-1"]).road_edges]
    with pytest.raises(NoRouteError, match="every way leads over what is to be avoided"):
        router.route("in", "out", avoid=["short", "long"])
    with pytest.raises(NoRouteError, match="where it ends is to be avoided"):
        router.route("in", "out", avoid=["out"])
    with pytest.raises(InputError, match=r"there is no road or lane 'shrt'; did you mean 'short'\?"):
        router.route("in", "out", avoid=["shrt"])


def test_a_blocked_lane_is_left_sideways() -> None:
    lane_map = meshed({"in": 100.0, "out": 50.0}, {"in": 2, "out": 1}, [("in", k, "out", -1, 5.0) for k in (-1, -2)])
    route = Router(lane_map).route(("in:0:-1", 10.0), "out", avoid=["in:0:-1"])
    assert len(route.changes) == 1


def test_one_does_not_change_over_a_blocked_lane() -> None:
    wide = meshed({"in": 90.0, "out": 10.0}, {"in": 3, "out": 1}, [("in", -3, "out", -1, 5.0)])
    with pytest.raises(NoRouteError, match="avoided"):
        Router(wide).route("in:0:-1", "out", avoid=["in:0:-2"])


def test_checkpoints_are_passed_in_their_order() -> None:
    ring = meshed(
        {"a": 40.0, "b": 50.0, "c": 60.0},
        {"a": 2, "b": 2, "c": 2},
        [(x, k, y, k, 10.0) for x, y in (("a", "b"), ("b", "c"), ("c", "a")) for k in (-1, -2)],
    )
    router = Router(ring)
    route = router.route("a", ("a:0:-1", 5.0), via=["b", ("c:0:-2", 30.0), "b:0:-1"])
    assert [edge.road for edge in route.road_edges] == ["a", "b", "c", "a", "b", "c", "a"]
    assert route.length == pytest.approx(2 * 180.0 + 5.0)
    passed = [(ring.name(route.lanes[one.place]), one.s, one.any_lane) for one in route.checkpoints]
    assert passed == [("b:0:-2", 50.0, True), ("c:0:-2", 30.0, False), ("b:0:-1", 50.0, False), ("a:0:-1", 5.0, False)]
    assert router.table([route])[0] == route


def test_places_before_and_behind_on_the_same_lane() -> None:
    ring = meshed({"a": 40.0}, {"a": 1}, [("a", -1, "a", -1, 10.0)])
    router = Router(ring)
    assert router.route(("a:0:-1", 10.0), ("a:0:-1", 30.0)).length == pytest.approx(20.0)
    assert router.route(("a:0:-1", 30.0), ("a:0:-1", 10.0)).length == pytest.approx(30.0)
    assert router.route(("a:0:-1", 10.0), ("a:0:-1", 10.0)).length == 0.0


def test_one_turns_round_only_where_lanes_do() -> None:
    lanes = [lane(1), lane(-1)]
    plain = LaneMap(RoadNetwork((road("main", 100.0, lanes),)))
    with pytest.raises(NoRouteError, match="are not joined"):
        Router(plain).route("main:0:-1", "main:0:1")


def test_unreachable_places_say_why() -> None:
    lane_map = meshed(
        {"a": 10.0, "b": 10.0, "c": 10.0, "island": 10.0},
        dict.fromkeys(("a", "b", "c", "island"), 1),
        [("a", -1, "b", -1, 5.0), ("c", -1, "b", -1, 5.0)],
    )
    router = Router(lane_map)
    with pytest.raises(NoRouteError, match=r"from road 'a' to road 'island': they lie in parts .* not joined"):
        router.route("a", "island")
    with pytest.raises(NoRouteError, match=r"from road 'b' to road 'a': all one can do .* end of lane 'b:0:-1'"):
        router.route("b", "a")
    with pytest.raises(NoRouteError, match="from road 'a' to road 'c': one can only come from lane 'c:0:-1'"):
        router.route("a", "c")


def test_the_first_leg_that_cannot_be_driven_is_named() -> None:
    lane_map = meshed(
        {"a": 10.0, "b": 10.0, "c": 10.0}, dict.fromkeys("abc", 1), [("a", -1, "b", -1, 5.0), ("b", -1, "c", -1, 5.0)]
    )
    with pytest.raises(NoRouteError, match="from road 'c' to road 'b'"):
        Router(lane_map).route("a", "b", via=["b", "c", "b", "a"])


def test_legs_begin_where_the_ones_before_them_end() -> None:
    """A leg is as cheap as any on its own, and one search after another begins with nothing known of the one before."""
    lane_map = LaneMap.of(lesson_town())
    router, roads = Router(lane_map), ["High_Street.1", "Station_Road.4", "East_Street.2", "High_Street.2"]
    route = router.route(roads[0], roads[-1], via=roads[1:-1])
    places = [0, *(one.place for one in route.checkpoints)]
    for k, (low, high) in enumerate(pairwise(places)):
        start = (route.lanes[low], float(lane_map.length[route.lanes[low]])) if k else roads[0]
        leg = router.route(start, (route.lanes[high], route.checkpoints[k].s))
        assert leg.lanes == route.lanes[low : high + 1]


def test_road_users_have_their_lanes() -> None:
    lanes = [
        lane(-1),
        lane(-2, kind=LaneKind.BUS),
        lane(-3, kind=LaneKind.BIKING),
        lane(-4, access=(Access(0.0, deny=("truck",)),)),
        lane(-5, kind=LaneKind.RESTRICTED, access=(Access(0.0, allow=("delivery",)),)),
    ]
    lane_map = LaneMap(RoadNetwork((road("main", 200.0, lanes),)))
    opened = {user.name: Router(lane_map, user).graph.open_to.tolist() for user in (CAR, BUS, BICYCLE, TRUCK)}
    assert opened == {
        "car": [True, False, False, True, False],
        "bus": [True, True, False, True, False],
        "bicycle": [True, False, True, True, False],
        "truck": [True, False, False, False, True],
    }
    assert Router(lane_map, BUS).route("main:0:-1", "main:0:-2").changes
    with pytest.raises(InputError, match="lane 'main:0:-2' is not open to the road user 'car': its kind is bus"):
        Router(lane_map).route("main:0:-1", "main:0:-2")
    with pytest.raises(InputError, match=r"lane 'main:0:-4' .* 'truck': its rules of access keep that out"):
        Router(lane_map, TRUCK).route("main:0:-1", "main:0:-4")


def test_many_routes_are_the_same_as_one_by_one() -> None:
    lane_map = fork()
    router = Router(lane_map)
    starts, ends = ["in:0:-1", "in", "left", "in:0:-1"], ["right", "left", "right", "in:0:-2"]
    table = router.routes(starts, ends)
    assert table.is_reached.tolist() == [True, True, False, True]
    for k in (0, 1, 3):
        assert table[k] == router.route(starts[k], ends[k])
    assert table.length[2] == inf
    with pytest.raises(InputError, match="route 2 was not found"):
        table[2]
    lanes = np.array([lane_map.index("in:0:-1"), lane_map.index("in:0:-2")])
    to_all = router.routes(lanes[:1], lanes)
    assert [route.length for route in to_all] == [100.0, 100.0]
    assert len(router.routes([], [])) == 0


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        ("inn", "left", "there is no road or lane 'inn'; did you mean 'in'"),
        (99, "left", "there is no lane 99"),
        (("in:0:-1", 101.0), "left", r"lane 'in:0:-1' has no s=101.0; expected a number from 0 to its length, 100.0"),
        (("in:0:-1", nan), "left", "has no s=nan"),
        (("in", 101.0), "left", r"road 'in' has no s=101.0; expected a number from 0 to its length, 100.0"),
        (("in", "far"), "left", r"\('in', 'far'\) is no checkpoint; expected an s in metres"),
        (("in", 1.0, 2.0), "left", r"is no checkpoint; expected a lane or road, or a pair of one and an s"),
    ],
)
def test_bad_checkpoints_are_refused(start: object, end: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Router(fork()).route(start, end)  # type: ignore[arg-type] # that is the point


def two_way_street() -> LaneMap:
    """The street "high" of 300 m, split into two by a side road."""
    builder = Builder("street")
    high = builder.road("high").straight(300.0)
    side = builder.side_road("side", off=high, at=150.0, to="right").straight(80.0)
    builder.junction("tee", high, side)
    return LaneMap(builder.build())


def test_a_place_on_a_road_may_be_passed_on_any_lane() -> None:
    lane_map = two_way_street()
    router = Router(lane_map)
    there, back = router.route(("high.1", 20.0), "high.2"), router.route("high.2", ("high.1", 20.0))
    assert there.start == (lane_map.index("high.1:0:-1"), pytest.approx(20.0))
    assert back.end == (lane_map.index("high.1:0:1"), pytest.approx(lane_map.length[lane_map.index("high.1:0:1")] - 20))
    assert back.checkpoints == (Passing(len(back.lanes) - 1, back.end_s, any_lane=True),)
    with pytest.raises(NoRouteError, match=r"to road 'high\.1' at s=20: every way"):
        router.route("high.2", ("high.1", 20.0), avoid=["tee/high.2/high.1"])


def test_a_road_that_was_split_goes_by_the_name_it_was_drawn_with() -> None:
    lane_map = two_way_street()
    router = Router(lane_map)
    assert [edge.road for edge in router.route("side", "high").road_edges][1] in ("high.1", "high.2")
    assert router.routes(["side"], ["high"]).is_reached.all()
    with pytest.raises(NoRouteError, match="from road 'side' to road 'high': where it ends is to be avoided"):
        router.route("side", "high", avoid=["high"])
    with pytest.raises(InputError, match=r"road 'high' was split, .* name one of 'high.1', 'high.2'"):
        router.route(("high", 20.0), "side")


def test_a_road_user_may_be_named() -> None:
    assert Router(fork(), "truck").user is TRUCK
    with pytest.raises(InputError, match=r"Router got 'cart' for a road user; expected .* did you mean 'car'\?"):
        Router(fork(), "cart")
    with pytest.raises(InputError, match=r"Router got 7 for a road user"):
        Router(fork(), 7)  # type: ignore[arg-type] # that is the point


def test_bad_options_are_refused() -> None:
    with pytest.raises(InputError, match=r"Router got change_length -1.0"):
        Router(fork(), change_length=-1.0)
    with pytest.raises(InputError, match="a route got by='speed'"):
        Router(fork()).route("in", "left", by="speed")  # type: ignore[arg-type] # that is the point
    with pytest.raises(InputError, match="routes got 2 starts and 3 ends"):
        Router(fork()).routes(["in"] * 2, ["left"] * 3)
    with pytest.raises(InputError, match="expected a row of lanes"):
        Router(fork()).routes(np.array([0.5]), np.array([1]))


ROADS = "abcdef"
numbers = st.integers(-3, -1)
links = st.tuples(st.sampled_from(ROADS), numbers, st.sampled_from(ROADS), numbers, st.sampled_from([5.0, 7.0]))


def cheapest(
    lane_map: LaneMap, start: int, end: int, solid: frozenset[tuple[str, int]], least: float, change: float
) -> float:
    """What the cheapest way costs, by trying every step until nothing gets better."""
    length, roads = lane_map.length, lane_map.network.roads

    def leads_off(k: int, step: int) -> bool:
        """Whether the lane ends, and one further on that side goes on."""
        beside = k + step
        is_road = 0 <= beside < len(lane_map) and lane_map.road[beside] == lane_map.road[k]
        return is_road and not lane_map.successors(k) and (bool(lane_map.successors(beside)) or leads_off(beside, step))

    def sideways(here: int) -> list[tuple[int, int]]:
        found = [(here, 0)]
        for step in (-1, 1):
            k = here
            while 0 <= k + step < len(lane_map) and lane_map.road[k + step] == lane_map.road[k]:
                border = (roads[lane_map.road[k]].id, int(max(lane_map.number[k], lane_map.number[k + step])))
                is_closed = border in solid and not leads_off(k, step)
                k += step
                if is_closed or abs(k - here) * least > length[here] + 1e-6:
                    break
                found.append((k, abs(k - here)))
        return found

    best = {start: 0.0}
    for _ in range(len(lane_map) + 1):
        for here, cost in sorted(best.items()):
            for other, changes in sideways(here):
                for onto in lane_map.successors(other):
                    reached = cost + length[other] + changes * change
                    best[onto] = min(best.get(onto, inf), reached)
    finals = [cost + length[end] + n * change for here, cost in best.items() for k, n in sideways(here) if k == end]
    return min(finals, default=inf)


@given(
    st.lists(st.sampled_from([15.0, 25.0, 33.0, 40.0]), min_size=6, max_size=6),
    st.lists(st.integers(1, 3), min_size=6, max_size=6),
    st.lists(links, max_size=14),
    st.frozensets(st.tuples(st.sampled_from(ROADS), st.integers(-2, -1)), max_size=4),
    st.sampled_from([0.0, 3.0]),
)
def test_routes_cost_as_little_as_any_way(
    lengths: list[float],
    counts: list[int],
    joined: list[tuple[str, int, str, int, float]],
    solid: frozenset[tuple[str, int]],
    change: float,
) -> None:
    size = dict(zip(ROADS, counts, strict=True))
    fitting = [one for one in joined if -one[1] <= size[one[0]] and -one[3] <= size[one[2]]]
    lane_map = meshed(dict(zip(ROADS, lengths, strict=True)), size, fitting, solid=solid)
    router = Router(lane_map, change_length=12.0, change_cost=change)
    lanes = np.flatnonzero(lane_map.junction < 0)
    starts, ends = (column.ravel() for column in np.meshgrid(lanes[::2], lanes[::3]))
    table = router.routes(starts, ends, by="length")
    costs = table.length + change * table.changes
    expected = [cheapest(lane_map, a, b, solid, 12.0, change) for a, b in zip(starts, ends, strict=True)]
    np.testing.assert_allclose(costs, expected)
    for route in (table[k] for k in np.flatnonzero(table.is_reached)):
        check(lane_map, route.lanes, {(one.from_lane, one.to_lane) for one in route.changes})


def check(lane_map: LaneMap, lanes: tuple[int, ...], changes: set[tuple[int, int]]) -> None:
    """Whether every step of a route is one along a link, or a change to the next lane."""
    for a, b in pairwise(lanes):
        beside = b in (lane_map.left[a], lane_map.right[a])
        assert beside if (a, b) in changes else b in lane_map.successors(a)


def test_a_shared_router_finds_each_route_once_and_as_any_other_does() -> None:
    lane_map = LaneMap.of(lesson_town())
    shared = Router.of(lane_map, CAR)
    ends = ("High_Street.1", "Station_Road.7")
    assert Router.of(lane_map, CAR) is shared
    assert Router.of(lane_map, BUS) is not shared
    assert shared.route(*ends) is shared.route(*ends)
    assert shared.route(*ends) == Router(lane_map).route(*ends)
    assert shared.route(*ends, by="length") == Router(lane_map).route(*ends, by="length")
    first = shared.route(*ends).road_edges[1].road
    assert shared.route(*ends, avoid=[first]) != shared.route(*ends)


def test_a_shared_router_remembers_routes_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seahaven.roads.routing.router.MOST_REMEMBERED", 2)
    router = Router.of(fork(), CAR)
    first = router.route("in", "left")
    assert router.route("in", "left") is first
    router.route("in", "right")
    router.route("in:0:-1", "left")
    assert router.route("in", "left") is not first
    assert router.route("in", "left") == first
