"""Which lanes lead into which."""

from __future__ import annotations

from math import pi

from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    Connection,
    End,
    Junction,
    JunctionKind,
    JunctionLink,
    Lane,
    Road,
    RoadLink,
    Section,
)
from tests.roads.lanemap.networks import WIDE, crossroads, lanes, network, road, straight


def _ways(*roads: Road, junctions: tuple[Junction, ...] = ()) -> list[tuple[str, str]]:
    lane_map = LaneMap(network(*roads, junctions=junctions))
    ways = [(lane_map.name(a), lane_map.name(b)) for a in range(len(lane_map)) for b in lane_map.successors(a)]
    back = [(lane_map.name(b), lane_map.name(a)) for a in range(len(lane_map)) for b in lane_map.predecessors(a)]
    assert sorted(back) == sorted(ways)
    return ways


def test_sections_are_joined_in_the_direction_of_travel() -> None:
    split = Section(
        50.0, (*lanes(1)[:1], Lane(0), Lane(-1, width=WIDE, before=(-1,)), Lane(-2, width=WIDE, before=(-1,)))
    )
    first = Section(0.0, (Lane(1, width=WIDE, after=(1,)), Lane(0), Lane(-1, width=WIDE)))
    assert _ways(road("main", straight(), first, split)) == [
        ("main:0:-1", "main:1:-1"),
        ("main:0:-1", "main:1:-2"),
        ("main:1:1", "main:0:1"),
    ]


def test_roads_that_meet_head_on_join_lanes_of_opposite_numbers() -> None:
    first = (Lane(1, width=WIDE, after=(-1,)), Lane(0), Lane(-1, width=WIDE, after=(1,)))
    a = road("a", straight(50.0), Section(0.0, first), after=RoadLink("b", End.END))
    b = road("b", straight(50.0, x=100.0, heading=pi), Section(0.0, lanes(1, -1)), after=RoadLink("a", End.END))
    assert _ways(a, b) == [("a:0:-1", "b:0:1"), ("b:0:-1", "a:0:1")]
    tail = (Lane(1, width=WIDE, before=(-1,)), Lane(0), Lane(-1, width=WIDE, before=(1,)))
    c = road("c", straight(50.0, heading=pi), Section(0.0, tail), before=RoadLink("d", End.START))
    d = road("d", straight(50.0), Section(0.0, lanes(1, -1)), before=RoadLink("c", End.START))
    assert _ways(c, d) == [("c:0:1", "d:0:-1"), ("d:0:1", "c:0:-1")]


def test_left_hand_traffic_is_joined_the_other_way() -> None:
    section = Section(0.0, (Lane(1, width=WIDE, after=(1,)), Lane(0), Lane(-1, width=WIDE, after=(-1,))))
    a = road("a", straight(50.0), section, after=RoadLink("b", End.START), is_left_hand=True)
    b = road("b", straight(50.0, x=50.0), Section(0.0, lanes(1, -1)), is_left_hand=True)
    assert _ways(a, b) == [("a:0:1", "b:0:1"), ("b:0:-1", "a:0:-1")]


def test_a_junction_joins_incoming_connecting_and_outgoing_lanes() -> None:
    lane_map = LaneMap(crossroads())
    names = {name: tuple(lane_map.name(lane) for lane in lane_map.successors(lane_map.index(name))) for name in
             ("west:0:-1", "south:0:1", "through:0:-1", "right:0:-1", "east:0:-1")}  # fmt: skip
    assert names == {
        "west:0:-1": ("through:0:-1",),
        "south:0:1": ("right:0:-1",),
        "through:0:-1": ("east:0:-1",),
        "right:0:-1": ("east:0:-1",),
        "east:0:-1": (),
    }
    assert [lane_map.junction[lane_map.index(name)] for name in ("west:0:1", "through:0:-1")] == [-1, 0]


def test_a_road_that_leads_into_a_junction_with_both_ends_is_told_apart_by_the_connecting_road() -> None:
    loop = road("loop", straight(50.0), Section(0.0, lanes(-1)), before=JunctionLink("j"), after=JunctionLink("j"))
    inside = road(
        "inside", straight(10.0, x=50.0), Section(0.0, lanes(-1)), before=RoadLink("loop", End.END), junction="j"
    )
    connection = Connection("0", "loop", "inside", End.START, ((-1, -1),))
    assert _ways(loop, inside, junctions=(Junction("j", connections=(connection,)),)) == [("loop:0:-1", "inside:0:-1")]
    lost = road("inside", straight(10.0, x=50.0), Section(0.0, lanes(-1)), junction="j")
    assert _ways(loop, lost, junctions=(Junction("j", connections=(connection,)),)) == []


def test_a_direct_junction_joins_roads_end_to_end() -> None:
    motorway = road("motorway", straight(50.0), Section(0.0, lanes(-1, -2)), after=JunctionLink("j"))
    onward = road("onward", straight(50.0, x=50.0), Section(0.0, lanes(-1)), before=JunctionLink("j"))
    ramp = road("ramp", straight(50.0, x=50.0, y=-3.5), Section(0.0, lanes(-1)), before=JunctionLink("j"))
    connections = (
        Connection("0", "motorway", "onward", End.START, ((-1, -1),)),
        Connection("1", "motorway", "ramp", End.START, ((-2, -1),)),
    )
    junction = Junction("j", kind=JunctionKind.DIRECT, connections=connections)
    assert _ways(motorway, onward, ramp, junctions=(junction,)) == [
        ("motorway:0:-1", "onward:0:-1"),
        ("motorway:0:-2", "ramp:0:-1"),
    ]


def test_at_a_virtual_junction_the_road_that_runs_on_is_not_cut() -> None:
    main = road("main", straight(100.0), Section(0.0, lanes(-1)))
    yard = road("yard", straight(20.0, x=50.0, y=-30.0, heading=pi / 2), Section(0.0, lanes(-1)))
    drive = Section(0.0, (Lane(0), Lane(-1, width=WIDE, before=(-1,), after=(-1,))))
    inside = road("drive", straight(10.0, x=50.0, y=-10.0, heading=-pi / 2), drive,
                  before=RoadLink("main", End.START), after=RoadLink("yard", End.END), junction="v")  # fmt: skip
    connection = Connection("0", "main", "drive", End.START, ((-1, -1),))
    junction = Junction("v", kind=JunctionKind.VIRTUAL, connections=(connection,), main_road=("main", 45.0, 55.0))
    assert _ways(main, yard, inside, junctions=(junction,)) == []


def test_links_to_nowhere_are_left_out() -> None:
    section = Section(0.0, (Lane(0), Lane(-1, width=WIDE, before=(-1,), after=(-1, -7))))
    a = road("a", straight(), section, before=RoadLink("ghost", End.END), after=RoadLink("b", End.START))
    b = road("b", straight(x=100.0), Section(0.0, lanes(-1)), before=JunctionLink("no"))
    wrong = Junction("j", connections=(Connection("0", "ghost", "b", End.START, ((-1, -1),)),
                                       Connection("1", "a", "b", End.START, ((-9, -1),))))  # fmt: skip
    assert _ways(a, b, junctions=(wrong,)) == [("a:0:-1", "b:0:-1")]


def test_lanes_that_are_not_linked_are_not_joined_though_they_touch() -> None:
    a = road("a", straight(), Section(0.0, lanes(-1)), after=RoadLink("b", End.START))
    assert _ways(a, road("b", straight(x=100.0), Section(0.0, lanes(-1)))) == []
