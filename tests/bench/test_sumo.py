"""Roads, vehicles and demand are the same on both sides; what matters of speed and realism is measured elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.bench.roads.continuity import links
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import spread_out
from seahaven.bench.sumo.inflow import Inflow, demand_of, departures, flows_of, write_departures
from seahaven.bench.sumo.plan import motorway, ring
from seahaven.bench.sumo.program import Sumo, program
from seahaven.bench.sumo.samples import ours, sumos
from seahaven.errors import InputError, SeahavenError
from seahaven.files import load_xml
from seahaven.traffic import CAR, TRUCK, Mix

CARS = Mix.of(CAR)
BOTH = Mix(((CAR, 3.0), (TRUCK, 1.0)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        program("sumo")
    except InputError as reason:
        pytest.skip(reason.message)
    return tmp_path_factory.mktemp("sumo")


@pytest.fixture(scope="module")
def circle(folder: Path) -> Course:
    return Course.made(ring(1200.0, lanes=3), folder / "circle")


@pytest.fixture(scope="module")
def straight(folder: Path) -> Course:
    return Course.made(motorway(), folder / "straight")


def test_a_ring_goes_round_without_gaps(circle: Course) -> None:
    lane_map = circle.lane_map
    assert len(lane_map) == 12
    assert circle.posts.length == pytest.approx(1200.0, rel=0.01)
    assert max(link.gap for link in links(lane_map)) < 0.05
    assert np.isinf(circle.tracks.arrays.remaining).all()
    assert (circle.tracks.arrays.following >= 0).all()


def test_the_motorway_has_its_lanes_ramps_and_a_lane_that_ends(straight: Course) -> None:
    lane_map = straight.lane_map
    assert straight.posts.length == pytest.approx(10_000.0, abs=1.0)
    assert max(link.gap for link in links(lane_map)) < 0.05
    after = {lane_map.name(k): [lane_map.name(n) for n in lane_map.successors(k)] for k in range(len(lane_map))}
    assert after["entrance:0:-1"] == ["b:0:-4"]
    assert after["d:0:-4"] == ["exit:0:-1"]
    assert [after[name] for name in ("b:0:-4", "e:0:-3")] == [[], []]
    assert after["e:0:-2"] == ["f:0:-2"]


def test_a_fleet_is_spread_out_and_always_the_same() -> None:
    one, two = (spread_out(BOTH, 90, lanes=3, length=1200.0) for _ in range(2))
    assert np.array_equal(one.share, two.share)
    assert np.array_equal(one.columns["length"], two.columns["length"])
    for lane in range(3):
        mine = np.flatnonzero(one.lane == lane)
        order = mine[np.argsort(one.share[mine])]
        ahead = np.roll(order, -1)
        way = 1200.0 * ((one.share[ahead] - one.share[order]) % 1.0)
        assert (way - 0.5 * (one.columns["length"][ahead] + one.columns["length"][order]) > 1.0).all()


def test_more_vehicles_than_fit_are_refused() -> None:
    with pytest.raises(InputError, match="900 vehicles do not fit on 3 lanes of 1200 m"):
        spread_out(CARS, 900, lanes=3, length=1200.0)


def test_both_sides_put_a_fleet_onto_the_same_lanes(circle: Course, folder: Path) -> None:
    fleet = spread_out(BOTH, 30, lanes=3, length=circle.posts.length)
    file = fleet.write_demand(folder / "fleet.rou.xml", circle.plan, length=circle.posts.length, model="IDM")
    root = load_xml(file)
    told = [child for child in root.children if child.tag == "vehicle"]
    places = circle.places(fleet)
    for k in (0, 7, 29):
        edge = circle.plan.main[int(told[k].attributes["route"].removeprefix("from_"))]
        name = circle.lane_map.name(int(places["lane"][k]))
        assert name == f"{edge}:0:{int(told[k].attributes['departLane']) - 3}"
        assert float(told[k].attributes["departPos"]) == pytest.approx(places["s"][k], rel=0.02)
    assert len(told) == 30


def test_the_same_vehicles_set_out_at_the_same_times_on_both_sides(folder: Path) -> None:
    inflows = [Inflow("main", ("a", "b"), 1200.0, BOTH), Inflow("side", ("entrance", "b"), 600.0, BOTH)]
    assert [flow.rate for flow in flows_of(inflows).flows] == pytest.approx([1200.0 / 3600.0, 600.0 / 3600.0])
    given = departures(inflows, until=3600.0)
    assert len(given) == pytest.approx(1800, rel=0.1)
    assert sum(one.kind is TRUCK for one in given) == pytest.approx(450, rel=0.2)
    root = load_xml(write_departures(folder / "departures.rou.xml", given, model="Krauss"))
    told = [child.attributes for child in root.children if child.tag == "vehicle"]
    ours = demand_of(given).trips
    assert [one["id"] for one in told] == [trip.name for trip in ours]
    assert [float(one["depart"]) for one in told] == pytest.approx([trip.departure for trip in ours], abs=0.01)
    types = {child.attributes["id"]: child.attributes for child in root.children if child.tag == "vType"}
    assert types["car"]["speedFactor"] == "normc(1,0.08,0.8,1.25)"
    assert types["truck"]["vClass"] == "truck"


def test_sumo_tells_of_everybody_second_by_second(circle: Course, folder: Path) -> None:
    fleet = spread_out(CARS, 30, lanes=3, length=circle.posts.length)
    demand = fleet.write_demand(folder / "told.rou.xml", circle.plan, length=circle.posts.length, model="Krauss")
    seen = sumos(Sumo(circle.network, demand), circle, folder, begin=5.0, seconds=4.0)
    assert len(seen.time) == 4 * 30
    assert (seen.time.min(), seen.time.max()) == (5.0, 8.0)
    assert np.isfinite(seen.place).all()
    assert 0.5 < seen.km < 5.0


def test_sumo_goes_on_from_a_state_that_it_kept(circle: Course, folder: Path) -> None:
    fleet = spread_out(CARS, 12, lanes=3, length=circle.posts.length)
    demand = fleet.write_demand(folder / "kept.rou.xml", circle.plan, length=circle.posts.length, model="IDM")
    sumo = Sumo(circle.network, demand)
    summary = folder / "summary.csv"
    state = sumo.keep_state(3.0, folder / "state.xml.gz")
    sumo.run(4.0, begin_with=state, options={"summary-output": summary})
    rows = summary.read_text().splitlines()[1:]
    assert [row.partition(";")[0] for row in rows[:2]] == ["3.00", "3.10"]
    assert {row.split(";")[3] for row in rows} == {"12"}


def test_what_sumo_says_when_it_fails_is_told(circle: Course, folder: Path) -> None:
    with pytest.raises(SeahavenError, match=r"SUMO's sumo stopped with 1: .*nowhere"):
        Sumo(circle.network, folder / "nowhere.rou.xml").run(1.0)


def test_our_side_is_seen_in_the_same_form(circle: Course) -> None:
    fleet = spread_out(CARS, 30, lanes=3, length=circle.posts.length)
    seen = ours(Drive.of_fleet(circle, fleet), begin=2.0, seconds=3.0)
    assert len(seen.time) == 3 * 30
    assert np.unique(seen.time).tolist() == [2.0, 3.0, 4.0]
    assert np.isfinite(seen.place).all()
    assert seen.mean_speed > 1.0
    assert seen.changes_per_km >= 0.0
