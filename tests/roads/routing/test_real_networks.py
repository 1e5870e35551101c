"""Routes on networks that nobody here made, and beside those of SUMO's own router."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from seahaven.roads.formats import read_roads
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import BUS, CAR, RoadUser, Router

DUAROUTER = Path(sys.executable).parent / "duarouter"
ANYONE = RoadUser("anyone", BUS.kinds, CAR.names | BUS.names)
"""Who ignores what lanes are reserved for."""
MADE_FOR_ANOTHER_NET = "32"
"""A road that the demand names and the network does not have."""


@pytest.fixture(scope="module")
def pasubio(shared_data: Path) -> LaneMap:
    return LaneMap(read_roads(shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml"))


@pytest.fixture(scope="module", params=["Town01", "Town02", "Town10HD"])
def town(request: pytest.FixtureRequest, shared_data: Path) -> LaneMap:
    return LaneMap(read_roads(shared_data / "xodr" / "carla" / f"{request.param}.xodr"))


def test_the_demand_of_pasubio_can_be_driven(pasubio: LaneMap, shared_data: Path) -> None:
    """Every listed sequence of roads is followed lane by lane, and by no other road."""
    text = (shared_data / "sumo" / "pasubio" / "pasubio.rou.xml").read_text()
    trips = Counter(re.findall(r'type="(\w+)" id="[^"]*"><route edges="([^"]*)"', text))
    routers = {"private": Router(pasubio), "ignoring": Router(pasubio, ANYONE)}
    driven = 0
    for (kind, edges), count in sorted(trips.items()):
        roads = edges.split()
        if MADE_FOR_ANOTHER_NET in roads:
            continue
        route = routers[kind].route(roads[0], roads[-1], via=roads[1:-1])
        assert [edge.road for edge in route.road_edges] == roads
        driven += count
    assert (driven, trips.total()) == (8664, 8681)


def test_buses_of_pasubio_can_be_driven(pasubio: LaneMap, shared_data: Path) -> None:
    text = (shared_data / "sumo" / "pasubio" / "pasubio_busses.rou.xml").read_text()
    router = Router(pasubio, BUS)
    for edges in sorted(set(re.findall(r'edges="([^"]*)"', text))):
        roads = edges.split()
        route = router.route(roads[0], roads[-1], via=roads[1:-1])
        assert [edge.road for edge in route.road_edges] == roads


def pairs(lane_map: LaneMap, router: Router, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Lanes outside of junctions, spread evenly by steps that do not divide their number."""
    lanes = np.flatnonzero(router.graph.open_to & (lane_map.junction < 0))
    k = np.arange(count)
    return lanes[(k * 7919) % len(lanes)], lanes[(k * 104729 + 13) % len(lanes)]


def test_every_place_of_a_town_is_reached(town: LaneMap) -> None:
    router = Router(town)
    table = router.routes(*pairs(town, router, 400))
    assert table.is_reached.all()
    again = router.routes(*pairs(town, router, 400))
    assert table.paths.lanes.tobytes() == again.paths.lanes.tobytes()
    assert (table.time >= table.length / CAR.top_speed - 1e-6).all()


def test_the_shortest_route_is_no_longer_than_the_fastest(town: LaneMap) -> None:
    router = Router(town, change_cost=0.0)
    starts, ends = pairs(town, router, 200)
    fast, short = router.routes(starts, ends), router.routes(starts, ends, by="length")
    assert (short.length <= fast.length + 1e-6).all()
    assert (fast.time <= short.time + 1e-6).all()


@pytest.mark.skipif(not DUAROUTER.exists(), reason="SUMO's duarouter is not installed")
def test_routes_are_as_fast_as_those_of_sumo(pasubio: LaneMap, shared_data: Path, tmp_path: Path) -> None:
    """The same roads, or others that take as long: SUMO states lengths of its own. What it cannot reach, we cannot."""
    router = Router(pasubio, change_cost=0.0, change_length=0.0)
    starts, ends = pairs(pasubio, router, 150)
    names = [pasubio.network.roads[k].id for k in pasubio.road]
    trips = "".join(
        f'<trip id="{k}" depart="0" from="{names[a]}" to="{names[b]}"/>'
        for k, (a, b) in enumerate(zip(starts, ends, strict=True))
    )
    (tmp_path / "trips.xml").write_text(f"<routes>{trips}</routes>")
    net = shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml"
    command = [DUAROUTER, "-n", net, "-t", tmp_path / "trips.xml", "-o", tmp_path / "out.xml"]
    options = ["--weights.minor-penalty", "0", "--ignore-errors", "--no-warnings", "--no-step-log"]
    subprocess.run([*command, *options], check=True, capture_output=True)
    found = re.findall(r'<vehicle id="(\d+)".*?edges="([^"]*)"', (tmp_path / "out.xml").read_text(), re.DOTALL)
    reached = router.routes([names[k] for k in starts], [names[k] for k in ends]).is_reached
    assert [int(k) for k, _ in found] == np.flatnonzero(reached).tolist()
    same = 0
    for k, edges in found:
        roads, ours = edges.split(), router.route(names[starts[int(k)]], names[ends[int(k)]])
        theirs = router.route(roads[0], roads[-1], via=roads[1:-1])
        same += [edge.road for edge in ours.road_edges] == roads
        assert ours.time <= theirs.time + 1e-9
        assert ours.time == pytest.approx(theirs.time, rel=0.02)
    assert same >= 0.95 * len(found)
