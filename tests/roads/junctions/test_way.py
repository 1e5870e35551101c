"""Which ways lead through junctions, and which way they turn."""

from dataclasses import replace
from pathlib import Path as File

import pytest

from seahaven.geometry import Line, Path, Pose
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    Connection,
    End,
    Junction,
    JunctionKind,
    JunctionLink,
    Lane,
    LaneKind,
    Profile,
    Road,
    RoadLink,
    RoadNetwork,
    Section,
    Turn,
)
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, way


def test_every_pair_of_arms_has_a_way() -> None:
    logic = logic_of(star(CROSS))
    assert len(logic.ways) == 12
    names = {(logic.lane_map.name(one.incoming), logic.lane_map.name(one.outgoing)) for one in logic.ways}
    assert ("south:0:-1", "west:0:1") in names
    assert len(names) == 12


@pytest.mark.parametrize(
    ("name", "turn"),
    [("south>north", Turn.STRAIGHT), ("south>west", Turn.LEFT), ("south>east", Turn.RIGHT), ("south>south", Turn.BACK)],
)
def test_turns_are_told_by_directions(name: str, turn: Turn) -> None:
    assert way(logic_of(star(CROSS, back=["south"])), name).turn is turn


def test_turns_are_the_same_in_left_hand_traffic() -> None:
    logic = logic_of(star(CROSS, left_hand=True))
    assert way(logic, "south>west").turn is Turn.LEFT
    assert way(logic, "south>east").turn is Turn.RIGHT


def test_no_way_of_a_fork_is_straight() -> None:
    logic = logic_of(star((270, 60, 120)))
    assert way(logic, "south>60").turn is Turn.RIGHT
    assert way(logic, "south>120").turn is Turn.LEFT


def test_of_two_arms_ahead_only_the_straighter_is_straight() -> None:
    logic = logic_of(star((270, 88, 52)))
    assert way(logic, "south>88").turn is Turn.STRAIGHT
    assert way(logic, "south>52").turn is Turn.RIGHT


def test_the_length_of_a_way_is_that_of_its_lanes() -> None:
    logic = logic_of(star(TEE))
    one = way(logic, "west>east")
    assert one.length == pytest.approx(24.0)
    assert one.length == pytest.approx(sum(logic.lane_map.length[lane] for lane in one.lanes))


def test_a_connecting_road_of_several_sections_makes_a_chain() -> None:
    network = star(TEE)
    roads = [_cut_up(road) if road.id == "west>east" else road for road in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    chain = way(logic, "west>east")
    assert [logic.lane_map.name(lane) for lane in chain.lanes] == [f"west>east:{k}:-1" for k in range(3)]
    assert chain.length == pytest.approx(24.0)


def _cut_up(road: Road) -> Road:
    (lane,) = (lane for lane in road.sections[0].lanes if lane.id)
    middle = road.sections[0].lanes[0]
    sections = [
        Section(s, (middle, replace(lane, before=(-1,), after=(-1 if s < 16.0 else 1,)))) for s in (0.0, 8.0, 16.0)
    ]
    return replace(road, sections=tuple(sections))


def test_pavements_have_no_ways() -> None:
    network = star(TEE)
    roads = [_as_pavement(road) if road.id == "west>east" else road for road in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    assert len(logic.ways) == 5


def _as_pavement(road: Road) -> Road:
    lanes = tuple(replace(lane, kind=LaneKind.SIDEWALK) if lane.id else lane for lane in road.sections[0].lanes)
    return replace(road, sections=(Section(0.0, lanes),))


def test_bike_lanes_round_a_corner_may_begin_inside_and_meet_others() -> None:
    builder = Builder("corner")
    high = builder.road("high", town_street(bicycles=True)).straight(200.0)
    side = builder.side_road("side", town_street(), off=high, at=100.0, to="right").straight(80.0)
    builder.junction("tee", high, side, control="stop")
    logic = JunctionLogic(LaneMap(builder.build()))
    for cut in (one for one in logic.ways if -1 in (one.incoming, one.outgoing)):
        assert [tuple(LaneKind)[logic.lane_map.kind[lane]] for lane in cut.lanes] == [LaneKind.BIKING]
        assert logic.conflicts(cut)
        assert (cut.origin < 0) is (cut.incoming < 0)
        assert (cut.goal < 0) is (cut.outgoing < 0)
    turns = {one.turn: one for one in logic.ways_from(logic.lane_map.index("side:0:1"))}
    assert sorted(turns) == [Turn.LEFT, Turn.RIGHT]


def test_a_lane_inside_that_leads_nowhere_is_remarked() -> None:
    network = star(TEE)
    roads = [replace(road, after=None) if road.id == "west>east" else road for road in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    assert [str(remark) for remark in logic.remarks] == [
        "lane 'west>east:0:-1' in junction 'middle' leads nowhere [seahaven:junction.lane]"
    ]
    assert way(logic, "west>east").outgoing == -1


def test_a_lane_from_which_no_way_leads_on_is_remarked() -> None:
    network = star(TEE)
    (junction,) = network.junctions
    lanes = network.road("west").sections[0].lanes
    wide = replace(network.road("west"), sections=(Section(0.0, (*lanes, replace(lanes[-1], id=-2))),))
    roads = tuple(wide if road.id == "west" else road for road in network.roads)
    logic = logic_of(replace(network, roads=roads, junctions=(junction,)))
    assert [remark.message for remark in logic.remarks] == [
        "lane 'west:0:-2' leads into junction 'middle', but no way leads on from it"
    ]


def motorway() -> RoadNetwork:
    """Two lanes, and beside them an exit lane that leads onto a ramp, end to end."""
    lanes = [
        Lane(n, LaneKind.EXIT if n == -3 else LaneKind.DRIVING, Profile.constant(3.5 if n else 0.0))
        for n in (0, -1, -2, -3)
    ]
    before = Road(
        "main",
        Path.through([Line(Pose(0.0, 0.0, 0.0), 200.0)]),
        (Section(0.0, tuple(lanes)),),
        after=JunctionLink("exit"),
    )
    after = Road(
        "on",
        Path.through([Line(Pose(200.0, 0.0, 0.0), 200.0)]),
        (Section(0.0, tuple(lanes[:3])),),
        before=RoadLink("main", End.END),
    )
    ramp = Road(
        "ramp",
        Path.through([Line(Pose(200.0, -7.0, -0.1), 100.0)]),
        (Section(0.0, (lanes[0], replace(lanes[1], kind=LaneKind.OFF_RAMP))),),
        before=RoadLink("main", End.END),
    )
    connections = (
        Connection("0", "main", "on", End.START, ((-1, -1), (-2, -2))),
        Connection("1", "main", "ramp", End.START, ((-3, -1),)),
    )
    junction = Junction("exit", kind=JunctionKind.DIRECT, connections=connections)
    return RoadNetwork((before, after, ramp), (junction,))


def test_roads_that_meet_end_to_end_have_ways_without_lanes_inside() -> None:
    logic = logic_of(motorway())
    assert [(one.lanes, one.length, one.turn) for one in logic.ways] == [
        ((), 0.0, Turn.STRAIGHT),
        ((), 0.0, Turn.STRAIGHT),
        ((), 0.0, Turn.RIGHT),
    ]
    assert len(logic.arms("exit")) == 3


def driveway() -> RoadNetwork:
    """A road that runs on undivided past a driveway, which a road inside a virtual junction joins to it."""
    lanes = tuple(
        Lane(n, LaneKind.DRIVING if n else LaneKind.NONE, Profile.constant(3.5 if n else 0.0)) for n in (1, 0, -1)
    )
    main = Road("main", Path.through([Line(Pose(0.0, 0.0, 0.0), 100.0)]), (Section(0.0, lanes),))
    drive = Road(
        "drive",
        Path.through([Line(Pose(60.0, -10.0, -1.5707963), 20.0)]),
        (Section(0.0, lanes),),
        before=JunctionLink("yard"),
    )
    lane = Lane(-1, width=Profile.constant(3.5), after=(-1,))
    turn = Path(Pose(50.0, 0.0, 0.0)).arc(15.707963, curvature=-0.1)
    inside = Road(
        "off",
        turn,
        (Section(0.0, (Lane(0, LaneKind.NONE), lane)),),
        before=RoadLink("main", End.START),
        after=RoadLink("drive", End.START),
        junction="yard",
    )
    connection = Connection("0", "main", "off", End.START, ((-1, -1),))
    junction = Junction("yard", kind=JunctionKind.VIRTUAL, connections=(connection,), main_road=("main", 40.0, 70.0))
    return RoadNetwork((main, drive, inside), (junction,))


def test_a_way_may_leave_a_road_that_runs_on() -> None:
    logic = logic_of(driveway())
    (one,) = logic.ways
    assert logic.lane_map.name(one.incoming) == "main:0:-1"
    assert logic.lane_map.name(one.outgoing) == "drive:0:-1"
    assert one.turn is Turn.RIGHT
    assert logic.stop(one) == (one.incoming, pytest.approx(50.0))


@pytest.mark.parametrize(("file", "ways"), [("Town01", 72), ("Town02", 48), ("Town10HD", 82)])
def test_towns_have_a_way_for_every_chain_of_connecting_lanes(shared_data: File, file: str, ways: int) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "carla" / f"{file}.xodr"))
    assert len(logic.ways) == ways
    assert all(one.incoming >= 0 and one.outgoing >= 0 for one in logic.ways)


def test_chains_of_inner_lanes_in_sumo_networks_are_one_way(shared_data: File) -> None:
    lane_map = LaneMap(read_roads(shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml"))
    logic = logic_of(lane_map.network)
    assert max(len(one.lanes) for one in logic.ways) == 2
    assert len({(one.incoming, one.outgoing, one.lanes) for one in logic.ways}) == len(logic.ways) == 265
