"""Networks that SUMO's own tools make, in all the variants that they can make."""

from itertools import pairwise
from math import dist

import pytest

from seahaven.roads.formats.opendrive.writer import write_opendrive
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.model import LaneKind, RightOfWay, SignalKind
from tests.roads.formats.sumo.nets import run

GRID = ("--grid", "--grid.number", "3")
VARIANTS = {
    "plain": GRID,
    "wide": (*GRID, "--default.lanenumber", "3", "--default.spreadtype", "center"),
    "left-hand": (*GRID, "--lefthand", "--default.lanenumber", "2", "--turn-lanes", "1"),
    "on foot": (*GRID, "--sidewalks.guess", "--crossings.guess", "--tls.guess", "--default.lanenumber", "2"),
    "bicycles": (*GRID, "--bikelanes.guess", "--sidewalks.guess", "--crossings.guess"),
    "lights": (*GRID, "--default-junction-type", "traffic_light", "--tls.default-type", "actuated"),
    "grouped lights": (*GRID, "--default-junction-type", "traffic_light", "--tls.group-signals"),
    "spider": ("--spider", "--spider.arm-number", "5", "--spider.circle-number", "2"),
    "random": ("--rand", "--rand.iterations", "25", "--seed", "7", "--rand.random-lanenumber", "--perturb-z", "4"),
    "without inner lanes": (*GRID, "--no-internal-links"),
}


@pytest.fixture(scope="module", params=VARIANTS)
def made(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("nets") / "made.net.xml"
    run("netgenerate", *VARIANTS[request.param], "--output-file", path)
    return request.param, read_sumo(path)


def ends(network, road, number):
    points = network.road(road).sections[0].lane(number).points
    return points[0][:2], points[-1][:2]


def test_ways_through_junctions_begin_and_end_where_roads_do(made):
    name, network = made
    if name == "without inner lanes":
        pytest.skip("roads end before the junction, which has nothing inside")
    for junction in network.junctions:
        for way in junction.connections:
            for number, onto in way.lanes:
                assert dist(ends(network, way.incoming, number)[1], ends(network, way.connecting, onto)[0]) < 0.02
    for road in (road for road in network.roads if road.junction and road.after):
        for lane in road.sections[0].lanes:
            for number in lane.after:
                assert dist(ends(network, road.id, lane.id)[1], ends(network, road.after.road, number)[0]) < 0.02


def test_lanes_fall_from_left_to_right(made):
    _, network = made
    for road in network.roads:
        across = [road.line.project(*lane.points[0][:2], hint=0.0)[1] for lane in road.sections[0].lanes if lane.id]
        assert all(left > right for left, right in pairwise(across))
        assert all(road.runs_along(lane) for lane in road.sections[0].lanes if lane.id)


def test_every_light_has_a_signal_for_each_letter(made):
    _, network = made
    known = {signal.id for _, signal in network.signals()}
    for controller in network.controllers:
        assert set(controller.signals) <= known
        for program in controller.programs:
            assert all(len(phase.states) == len(controller.signals) for phase in program.phases)


def test_what_a_variant_is_about_comes_through(made):
    name, network = made
    kinds = {lane.kind for road in network.roads for lane in road.sections[0].lanes}
    match name:
        case "left-hand":
            assert all(road.is_left_hand for road in network.roads)
            assert all(lane.id >= 0 for road in network.roads for lane in road.sections[0].lanes)
        case "on foot":
            assert {LaneKind.SIDEWALK, LaneKind.CROSSWALK} < kinds
            assert all(zone.entries and zone.exits for zone in network.zones)
            assert any(signal.kind is SignalKind.PEDESTRIAN_LIGHT for _, signal in network.signals())
        case "bicycles":
            assert LaneKind.BIKING in kinds
        case "lights":
            assert all(program.is_actuated for controller in network.controllers for program in controller.programs)
        case "grouped lights":
            assert any(road.signal_uses for road in network.roads)
        case "random":
            assert any(road.elevation.pieces for road in network.roads)
        case "plain":
            assert {junction.right_of_way for junction in network.junctions} == {RightOfWay.PRIORITY}
            assert not network.remarks


@pytest.mark.parametrize(
    ("type_name", "stops"), [("priority_stop", True), ("allway_stop", True), ("right_before_left", False)]
)
def test_stops_stand_where_the_junction_asks_for_them(tmp_path, type_name, stops):
    path = tmp_path / "made.net.xml"
    run("netgenerate", *GRID, "--default-junction-type", type_name, "--output-file", path)
    kinds = {signal.kind for _, signal in read_sumo(path).signals()}
    assert kinds == ({SignalKind.STOP} if stops else set())


def test_a_roundabout_of_netconvert_is_a_group(tmp_path):
    nodes = {"n": (0, 20), "w": (-20, 0), "s": (0, -20), "N": (0, 100), "W": (-100, 0), "S": (0, -100)}
    pairs = [("n", "w"), ("w", "s"), ("s", "n"), *((a, a.upper()) for a in "nws"), *((a.upper(), a) for a in "nws")]
    node_file, edge_file, path = tmp_path / "a.nod.xml", tmp_path / "a.edg.xml", tmp_path / "a.net.xml"
    rows = "".join(f'<node id="{id}" x="{x}" y="{y}"/>' for id, (x, y) in nodes.items())
    node_file.write_text(f"<nodes>{rows}</nodes>")
    edges = "".join(f'<edge id="{a}{b}" from="{a}" to="{b}"/>' for a, b in pairs)
    edge_file.write_text(f'<edges>{edges}<roundabout nodes="n w s" edges="nw ws sn"/></edges>')
    run("netconvert", "--node-files", node_file, "--edge-files", edge_file, "--output-file", path)
    (group,) = read_sumo(path).groups
    assert (sorted(group.junctions), group.is_roundabout) == (["n", "s", "w"], True)


# Not left-hand: netconvert takes every road in OpenDRIVE for one of right-hand traffic.
@pytest.mark.parametrize("name", ["plain", "on foot"])
def test_netconvert_finds_the_same_ways_in_what_is_written_as_opendrive(tmp_path, name):
    path, drawn, back = tmp_path / "a.net.xml", tmp_path / "a.xodr", tmp_path / "b.net.xml"
    run("netgenerate", *VARIANTS[name], "--no-turnarounds", "--output-file", path)
    network = read_sumo(path)
    write_opendrive(network, drawn)
    run("netconvert", "--opendrive-files", drawn, "--no-turnarounds", "--output-file", back)
    assert {(a.strip("-"), b.strip("-")) for a, b in road_pairs(read_sumo(back))} == road_pairs(network)


def road_pairs(network):
    """Which roads lead into which, for cars."""
    found = set()
    for junction in network.junctions:
        for way in junction.connections:
            road = network.road(way.connecting)
            while road.junction:
                road = network.road(road.after.road)
            found.add((way.incoming, road.id))
    return found


def test_a_real_network_loads_with_its_programs(shared_data):
    folder = shared_data / "sumo" / "pasubio"
    network = read_sumo(folder / "pasubio_buslanes.net.xml", additional=sorted(folder.glob("*.add.xml")))
    assert [program.id for program in network.controllers[0].programs] == ["utopia", "0"]
    assert {remark.rule for remark in network.remarks} == {"sumo:lanes-side-by-side", "sumo:junction-without-light"}
    assert sum(lane.kind is LaneKind.BUS for road in network.roads for lane in road.sections[0].lanes) == 54
    assert sum(len(junction.connections) for junction in network.junctions) > 200
