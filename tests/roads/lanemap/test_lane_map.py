"""Names, numbers and simple questions."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan, pi

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads.lanemap import CHANGE_LEFT, CHANGE_RIGHT, LaneMap
from seahaven.roads.model import (
    Crossing,
    Direction,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    Profile,
    RoadKind,
    RoadNetwork,
    Section,
)
from tests.roads.builder.networks import made
from tests.roads.lanemap.networks import BROKEN, SOLID, WIDE, bend, crossroads, lanes, network, road, straight


@pytest.fixture(scope="module")
def two_way() -> LaneMap:
    return LaneMap(network(road("main", straight())))


def test_lanes_are_numbered_from_left_to_right_and_named(two_way: LaneMap) -> None:
    assert [two_way.name(lane) for lane in range(len(two_way))] == ["main:0:2", "main:0:1", "main:0:-1", "main:0:-2"]
    assert [two_way.index(two_way.name(lane)) for lane in range(4)] == [0, 1, 2, 3]
    assert two_way.number.tolist() == [2, 1, -1, -2]
    assert two_way.along.tolist() == [False, False, True, True]


def test_an_unknown_name_is_answered_with_the_nearest(two_way: LaneMap) -> None:
    with pytest.raises(InputError, match="no lane 'main:0:-3'; did you mean 'main:0:-"):
        two_way.index("main:0:-3")
    with pytest.raises(InputError, match="no lane 'main'"):
        two_way.index("main")


def test_a_place_lies_left_of_travel_whichever_way_the_lane_runs(two_way: LaneMap) -> None:
    right = two_way.place(2, 10.0, 0.5)
    assert (right.x, right.y, right.z, right.heading) == (10.0, -1.25, 0.0, 0.0)
    left = two_way.place(1, 10.0, 0.5)
    assert (left.x, left.y) == (90.0, 1.25)
    assert abs(left.heading) == pytest.approx(pi)


def test_left_hand_traffic_runs_the_other_way() -> None:
    lane_map = LaneMap(network(road("main", straight(), is_left_hand=True)))
    assert lane_map.along.tolist() == [True, True, False, False]
    assert lane_map.place(1, 10.0).x == 10.0


def test_traffic_both_ways_is_measured_along_the_road() -> None:
    lane = Lane(1, LaneKind.BIDIRECTIONAL, WIDE, direction=Direction.BOTH)
    lane_map = LaneMap(network(road("main", straight(), Section(0.0, (lane, Lane(0), Lane(-1, width=WIDE))))))
    assert lane_map.two_way.tolist() == [True, False]
    assert lane_map.along.tolist() == [True, True]
    assert not lane_map.left_opposite[1]


def test_neighbours_know_whether_they_run_the_other_way(two_way: LaneMap) -> None:
    assert two_way.left.tolist() == [1, 2, 1, 2]
    assert two_way.right.tolist() == [-1, 0, 3, -1]
    assert two_way.left_opposite.tolist() == [False, True, True, False]
    assert not two_way.right_opposite.any()


def test_beside_gives_the_s_on_the_other_lane() -> None:
    lane_map = LaneMap(network(road("main", bend())))
    left, right = lane_map.beside(2, 50.0, "left"), lane_map.beside(2, 50.0, "right")
    assert (left.lane, right.lane) == (1, 3)
    here, there, over = lane_map.place(2, 50.0), lane_map.place(*left), lane_map.place(*right)
    assert np.hypot(here.x - there.x, here.y - there.y) == pytest.approx(3.5, abs=1e-3)
    assert np.hypot(here.x - over.x, here.y - over.y) == pytest.approx(3.5, abs=1e-3)
    assert lane_map.beside([0, 3], [1.0, 1.0], "right").lane.tolist() == [-1, -1]


def test_marks_say_which_changes_are_permitted() -> None:
    section = Section(
        0.0,
        (
            Lane(1, width=WIDE),
            Lane(0, marks=SOLID),
            Lane(-1, width=WIDE, marks=(*BROKEN, Mark(MarkKind.SOLID, 50.0))),
            Lane(-2, width=WIDE, marks=(Mark(MarkKind.BROKEN, crossing=Crossing.DECREASE),)),
            Lane(-3, width=WIDE, marks=BROKEN),
            Lane(-4, LaneKind.SHOULDER, WIDE),
        ),
    )
    lane_map = LaneMap(network(road("main", straight(), section)))
    first, second, third = (lane_map.first[lane] for lane in (1, 2, 3))
    assert lane_map.may_change[first : first + 2].tolist() == [CHANGE_RIGHT, 0]
    assert lane_map.may_change[second : second + 2].tolist() == [CHANGE_LEFT | CHANGE_RIGHT, CHANGE_RIGHT]
    assert lane_map.may_change[third] == 0, "to the left the mark forbids it, and a shoulder is not for driving"


def test_a_double_line_counts_on_the_drivers_side_on_either_side_of_the_road() -> None:
    mark = (Mark(MarkKind.SOLID_BROKEN),)
    section = Section(
        0.0,
        (
            Lane(2, width=WIDE),
            Lane(1, width=WIDE, marks=mark),
            Lane(0),
            Lane(-1, width=WIDE, marks=mark),
            Lane(-2, width=WIDE),
        ),
    )
    lane_map = LaneMap(network(road("main", straight(), section)))
    outer, inner = [0, 3], [1, 2]
    assert [lane_map.may_change[lane_map.first[lane]] for lane in outer] == [CHANGE_LEFT, CHANGE_LEFT]
    assert [lane_map.may_change[lane_map.first[lane]] for lane in inner] == [0, 0]


def test_a_lanes_limit_goes_before_the_roads() -> None:
    section = Section(
        0.0, (Lane(0), Lane(-1, width=WIDE, limits=(Limit(40.0, 10.0), Limit(60.0, None))), Lane(-2, width=WIDE))
    )
    lane_map = LaneMap(network(road("main", straight(), section, limits=(Limit(20.0, 30.0),))))
    rural = 100.0 / 3.6
    assert lane_map.limit([0] * 5, [10.0, 30.0, 50.0, 70.0, 99.0]).tolist() == [rural, 30.0, 10.0, inf, inf]
    assert lane_map.limit(1, 50.0) == 30.0
    assert lane_map.limit(1, 10.0) == rural


def test_width_and_lane_at(two_way: LaneMap) -> None:
    assert two_way.width(1, 3.0) == 3.5
    assert two_way.lane_at("main", -2, 50.0) == 3
    with pytest.raises(InputError, match="road 'main' has no lane 5 at s=50; the lanes there are 2, 1, -1, -2"):
        two_way.lane_at("main", 5, 50.0)


def test_a_single_s_beyond_the_end_is_refused_and_an_array_runs_on_straight(two_way: LaneMap) -> None:
    with pytest.raises(
        InputError, match=r"lane 'main:0:-1' has no s=101.0; expected a number from 0 to its length, 100.0"
    ):
        two_way.place(2, 101.0)
    with pytest.raises(InputError, match="has no s=nan"):
        two_way.place(2, nan)
    beyond = two_way.place(np.array([2, 2]), np.array([-3.0, 104.0]), 0.25)
    assert beyond.x.tolist() == [-3.0, 104.0]
    assert beyond.y.tolist() == [-1.5, -1.5]
    assert two_way.width([2], [104.0]).tolist() == [3.5]


def test_lanes_that_do_not_exist_and_numbers_that_are_none_are_named(two_way: LaneMap) -> None:
    with pytest.raises(InputError, match="no lane 4; this map has 4 lanes, numbered from 0"):
        two_way.place(4, 0.0)
    with pytest.raises(InputError, match="no lane -1"):
        two_way.place([2, -1], [0.0, 0.0])
    with pytest.raises(InputError, match=r"place got nan, 0.0 for lane 'main:0:-1' in row 1; expected finite"):
        two_way.place([2, 2], [0.0, nan])
    with pytest.raises(InputError, match="lanes of type float64; expected whole numbers"):
        two_way.place([2.0], [0.0])
    with pytest.raises(InputError, match=r"there is no lane 0.5; expected a whole number, or `index\(name\)`"):
        two_way.place(0.5, 0.0)
    with pytest.raises(InputError, match=r"there is no lane 'main:0:-1'; expected a whole number"):
        two_way.limit("main:0:-1", 0.0)
    with pytest.raises(InputError, match="no lane 9"):
        two_way.successors(9)
    with pytest.raises(InputError, match=r"chord_error 0.0"):
        LaneMap(two_way.network, 0.0)


def test_answers_have_the_shape_of_the_question(two_way: LaneMap) -> None:
    assert two_way.place(np.zeros((2, 3), dtype=np.int32), 1.0).x.shape == (2, 3)
    assert two_way.match(np.ones((2, 1)), np.ones((1, 4))).lane.shape == (2, 4)
    assert isinstance(two_way.match(1.0, 1.0).lane, int)
    assert two_way.place(np.array([], dtype=np.int64), np.array([])).x.shape == (0,)


def test_a_lane_map_never_changes(two_way: LaneMap) -> None:
    with pytest.raises(AttributeError, match="never changes"):
        two_way.chord_error = 1.0  # type: ignore[misc]
    for array in two_way.strips:
        assert not array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        two_way.x[0] = 1.0


def test_the_same_network_gives_the_same_bytes() -> None:
    first, second = LaneMap(crossroads()), LaneMap(crossroads())
    assert all(a.tobytes() == b.tobytes() for a, b in zip(first.strips, second.strips, strict=True))


def test_a_network_without_lanes_has_a_map() -> None:
    empty = LaneMap(RoadNetwork(()))
    assert len(empty) == 0
    assert empty.match(1.0, 2.0).lane == -1


def test_lanes_without_width_or_length_are_remarked_on_and_answer() -> None:
    first = Section(0.0, (Lane(0), Lane(-1), Lane(-2, width=Profile.constant(-1.0))))
    nowhere = Section(100.0, (Lane(0), Lane(-1, width=WIDE)))
    lane_map = LaneMap(network(road("main", straight(), first, nowhere)))
    assert [remark.rule for remark in lane_map.remarks] == [
        "lane_without_width",
        "lane_without_width",
        "lane_without_length",
    ]
    assert "lane 'main:1:-1' has no length" in str(lane_map.remarks[2])
    assert lane_map.place(2, 0.0).x == 100.0
    assert lane_map.width(1, 1.0) == 0.0
    assert all(np.isfinite(array).all() for array in lane_map.strips if array is not lane_map.strips.limit)


def test_a_single_place_has_the_limit_that_it_has_among_others() -> None:
    lane_map = LaneMap(made("lesson town"))
    vertex = np.arange(0, len(lane_map.s), 7)
    lane = np.searchsorted(lane_map.first, vertex, side="right") - 1
    for s in (lane_map.s[vertex], 0.5 * lane_map.s[vertex], lane_map.length[lane]):
        along = np.minimum(s, lane_map.length[lane])
        single = [lane_map.limit(int(one), float(at)) for one, at in zip(lane, along, strict=True)]
        assert single == lane_map.limit(lane, along).tolist()


def test_a_road_that_states_no_limit_has_the_usual_one_of_its_kind() -> None:
    kinds = ((0.0, RoadKind.RURAL), (40.0, RoadKind.TOWN), (80.0, RoadKind.UNKNOWN))
    lane_map = LaneMap(network(road("main", straight(), kinds=kinds)))
    lane = lane_map.index("main:0:-1")
    assert [round(3.6 * lane_map.limit(lane, s)) for s in (20.0, 60.0, 90.0)] == [100, 50, 100]


def test_a_road_of_unknown_kind_is_a_town_street_if_it_has_a_pavement_and_a_rural_road_if_not() -> None:
    pavement = Section(0.0, (*lanes(1, -1), Lane(-2, LaneKind.SIDEWALK, width=WIDE)))
    for section, limit in ((pavement, 50), (Section(0.0, lanes(1, -1)), 100)):
        lane_map = LaneMap(network(road("main", straight(), section)))
        assert round(3.6 * lane_map.limit(lane_map.index("main:0:-1"), 50.0)) == limit


def test_the_usual_limit_holds_up_to_the_first_that_is_stated() -> None:
    kinds = ((0.0, RoadKind.TOWN), (30.0, RoadKind.RURAL))
    main = road("main", straight(), kinds=kinds, limits=(Limit(60.0, 20.0),))
    lane_map = LaneMap(network(main))
    lane = lane_map.index("main:0:-1")
    assert [round(3.6 * lane_map.limit(lane, s)) for s in (20.0, 40.0, 80.0)] == [50, 100, 72]


def test_a_stated_limit_counts_and_so_does_that_there_is_none() -> None:
    for stated in (20.0, None):
        main = road("main", straight(), kinds=((0.0, RoadKind.TOWN),), limits=(Limit(0.0, stated),))
        assert LaneMap(network(main)).limit(0, 50.0) == (stated or inf)


def test_inside_a_junction_the_lowest_limit_of_the_roads_joined_holds_unless_another_is_stated() -> None:
    plain = crossroads()
    limits = {"west": 20.0, "east": 15.0, "south": 10.0}
    roads = tuple(
        replace(one, limits=(Limit(0.0, limits[one.id]),)) if one.id in limits else one for one in plain.roads
    )
    lane_map = LaneMap(replace(plain, roads=roads))
    assert [lane_map.limit(lane_map.index(f"{name}:0:-1"), 5.0) for name in ("through", "right")] == [15.0, 10.0]
    stated = tuple(replace(one, limits=(Limit(0.0, 7.0),)) if one.id == "right" else one for one in roads)
    lane_map = LaneMap(replace(plain, roads=stated))
    assert lane_map.limit(lane_map.index("right:0:-1"), 5.0) == 7.0
