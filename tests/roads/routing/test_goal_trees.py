"""Goal trees: from every lane a way to the goal, and ways that hold to one turn."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import Turn
from seahaven.roads.routing import BICYCLE, CAR, TRUCK, Router, RouteTable, Tracks, goal_trees


@cache
def grid() -> LaneMap:
    builder = Builder("grid")
    builder.grid_town("g", streets=3, avenues=3)
    return LaneMap(builder.build())


@cache
def town() -> LaneMap:
    return LaneMap.of(lesson_town())


def across(lane_map: LaneMap, *pairs: tuple[str, str]) -> RouteTable:
    router = Router(lane_map)
    return router.table([router.route(*pair) for pair in pairs])


def driven(tracks: Tracks, entry: int) -> tuple[list[int], float]:
    """The lanes that one comes by from an entry on, changing where it has to, and the metres along them."""
    arrays, lanes, metres = tracks.arrays, [], 0.0
    while entry >= 0:
        lane, shift = int(arrays.lane[entry]), int(arrays.shift[entry])
        lanes.append(lane)
        if arrays.following[entry] < 0 and shift:
            for _ in range(abs(shift)):
                entry = int(arrays.left[entry] if shift > 0 else arrays.right[entry])
            continue
        metres += float(tracks.lane_map.length[lane])
        entry = int(arrays.following[entry])
        assert len(lanes) < 1000
    return lanes, metres


@pytest.mark.parametrize("lane_map", [grid(), town()], ids=["grid", "town"])
def test_from_every_lane_that_leads_to_the_goal_one_comes_to_it(lane_map: LaneMap) -> None:
    ends = ("g_street_2.1", "g_street_2.4") if lane_map is grid() else ("High_Street.1", "East_Street.2")
    table = across(lane_map, ends)
    tracks = Tracks(table, trees=goal_trees([table]))
    tree = tracks.tree_of(0)
    goal = lane_map.road[table[0].lanes[-1]]
    router = Router(lane_map)
    lanes = np.flatnonzero(router.graph.open_to)
    reached = router.routes(lanes, [table[0].lanes[-1]]).is_reached
    for lane, is_reached in zip(lanes.tolist(), reached.tolist(), strict=True):
        entry = int(tracks.locate(tree, lane))
        assert is_reached <= (entry >= 0)
        if entry >= 0:
            way, metres = driven(tracks, entry)
            road = lane_map.road[way[-1]]
            assert road == goal
            assert tracks.arrays.remaining[entry] == pytest.approx(metres, rel=0.1, abs=15.0)


def test_a_tree_is_about_as_short_as_the_route() -> None:
    table = across(town(), ("High_Street.1", "East_Street.2"), ("Station_Road.7", "High_Street.6"))
    tracks = Tracks(table, trees=goal_trees([table]))
    for route in range(2):
        start = int(table[route].lanes[0])
        entry = int(tracks.locate(tracks.tree_of(route), start))
        assert tracks.arrays.remaining[entry] == pytest.approx(float(table.length[route]), rel=0.15)


def test_routes_to_the_same_goal_share_a_tree_unless_their_users_are_not_as_fast() -> None:
    cars = across(grid(), ("g_street_2.1", "g_street_2.4"), ("g_avenue_1.1", "g_street_2.4"))
    others = []
    for user in (TRUCK, BICYCLE):
        router = Router(grid(), user)
        others.append(router.table([router.route("g_street_2.1", "g_street_2.4")]))
    trees = goal_trees([cars, *others])
    tracks = Tracks(cars, *others, trees=trees)
    assert tracks.tree_of(0) == tracks.tree_of(1) == tracks.tree_of(2) != tracks.tree_of(3)
    assert (len(trees), tracks.planned, len(tracks)) == (2, 4, 6)


def test_a_tree_is_its_own_tree_and_nobody_without_a_route_has_one() -> None:
    table = across(grid(), ("g_street_2.1", "g_street_2.4"))
    tracks = Tracks(table, trees=goal_trees([table]))
    assert tracks.tree_of(tracks.tree_of(0)) == tracks.tree_of(0) == 1
    assert tracks.tree_of(-1) == Tracks(table).tree_of(0) == -1


def test_the_ways_on_from_a_lane_lead_off_every_way_the_best_one_first() -> None:
    table = across(grid(), ("g_street_2.1", "g_street_2.4"))
    tracks = Tracks(table, trees=goal_trees([table]))
    lane = int(table[0].lanes[0])
    ways = tracks.ways_on(tracks.tree_of(0), lane)
    assert {way.onto for way in ways} == set(grid().successors(lane))
    assert [way.seconds for way in ways] == sorted(way.seconds for way in ways)
    for way in ways:
        assert tracks.arrays.lane[way.entry] == lane
        lanes, _ = driven(tracks, way.entry)
        assert lanes[1] == way.onto
        assert grid().network.roads[grid().road[lanes[-1]]].id == "g_street_2.4"


def test_goals_that_take_too_much_room_are_left_out_the_rare_ones_first() -> None:
    table = across(
        grid(), ("g_street_2.1", "g_street_2.4"), ("g_street_1.1", "g_street_1.4"), ("g_avenue_1.1", "g_street_1.4")
    )
    one = goal_trees([table]).size // 2
    tracks = Tracks(table, trees=goal_trees([table], most=one))
    assert [tracks.tree_of(route) for route in range(3)] == [-1, 3, 3]


def test_entries_of_planned_routes_are_the_same_with_trees_and_without() -> None:
    table = across(town(), ("High_Street.1", "East_Street.2"))
    plain, wooded = Tracks(table).arrays, Tracks(table, trees=goal_trees([table])).arrays
    for before, after in zip(plain, wooded, strict=True):
        assert np.array_equal(before, after[: len(before)])


def test_a_route_that_is_no_tree_has_no_ways_on() -> None:
    table = across(grid(), ("g_street_2.1", "g_street_2.4"))
    with pytest.raises(InputError, match=r"route 7 is no tree; these tracks have 1 trees"):
        Tracks(table, trees=goal_trees([table])).ways_on(7, 0)


def test_a_route_may_end_inside_a_junction() -> None:
    lane_map = town()
    inside = next(
        lane for lane in np.flatnonzero(lane_map.junction >= 0).tolist() if Router(lane_map, CAR).graph.open_to[lane]
    )
    (before, *_) = lane_map.predecessors(inside)
    table = Router(lane_map).routes([before], [inside])
    assert table.is_reached.all()
    assert table[0].lanes[-1] == inside


def turned(tracks: Tracks, turn: Turn, lane: int) -> list[str]:
    """The turns that one makes from a lane on, up to the first one that it was to make, at junctions with a choice."""
    lane_map, arrays = tracks.lane_map, tracks.arrays
    logic, entry, made = JunctionLogic.of(lane_map), int(tracks.locate(tracks.turning(0, turn), lane)), []
    while entry >= 0 and turn.value not in made and len(made) < 100:
        shift = int(arrays.shift[entry])
        if arrays.following[entry] < 0 and shift:
            entry = int(arrays.left[entry] if shift > 0 else arrays.right[entry])
            continue
        before, entry = int(arrays.lane[entry]), int(arrays.following[entry])
        ways = logic.ways_from(before)
        roads = (
            {
                lane_map.road[way.outgoing]
                for way in logic.ways
                if (way.junction, way.origin) == (ways[0].junction, ways[0].origin)
            }
            if ways
            else set()
        )
        made += [
            way.turn.value for way in ways if entry >= 0 and arrays.lane[entry] in way.lanes[:1] and len(roads) > 1
        ]
    return made


@pytest.mark.parametrize("turn", [Turn.LEFT, Turn.STRAIGHT, Turn.RIGHT])
@pytest.mark.parametrize("lane_map", [grid(), town()], ids=["grid", "town"])
def test_a_turn_tree_leads_to_the_next_junction_at_which_one_can_turn(lane_map: LaneMap, turn: Turn) -> None:
    ends = ("g_street_2.1", "g_street_2.4") if lane_map is grid() else ("High_Street.1", "East_Street.2")
    table = across(lane_map, ends)
    tracks = Tracks(table, trees=goal_trees([table], turns=True))
    start = int(table[0].lanes[0])
    assert turned(tracks, turn, start) == [turn.value]
    assert tracks.turning(tracks.turning(0, Turn.LEFT), turn) == tracks.turning(0, turn) > tracks.tree_of(0)


def test_behind_its_turn_a_turn_tree_leads_on_until_the_network_ends_or_for_ever() -> None:
    table = across(town(), ("High_Street.1", "East_Street.2"))
    tracks = Tracks(table, trees=goal_trees([table], turns=True))
    arrays = tracks.arrays
    first = tracks.turning(0, Turn.LEFT)
    on_turns = (arrays.route >= first) & (arrays.drop > 0)
    is_end = on_turns & (arrays.following < 0) & (arrays.shift == 0) & np.isfinite(arrays.remaining)
    lanes = arrays.lane[is_end]
    assert len(lanes) > 0
    assert all(not town().successors(int(lane)) for lane in lanes)
    assert np.array_equal(arrays.remaining[is_end], town().length[lanes])


def test_tracks_without_turns_have_no_turn_trees() -> None:
    table = across(grid(), ("g_street_2.1", "g_street_2.4"))
    assert Tracks(table).turning(0, Turn.LEFT) == -1
    assert Tracks(table, trees=goal_trees([table])).turning(0, Turn.LEFT) == -1
    assert Tracks(table, trees=goal_trees([table], most=0)).turning(0, Turn.LEFT) == -1
    assert Tracks(table, trees=goal_trees([table], turns=True)).turning(0, Turn.BACK) == -1
