"""What towns are judged by, on both sides; how well they do is measured elsewhere."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seahaven.bench import find_bench, run_bench
from seahaven.bench.realism import RealismBench
from seahaven.bench.realism.bologna import Morning, Stroll
from seahaven.bench.realism.open_towns import OpenTown, open_towns, visit
from seahaven.bench.realism.safety import Log
from seahaven.bench.realism.saturation import _discharge, discharge
from seahaven.bench.realism.standing import LONG, Standing
from seahaven.bench.realism.town import TOWNSFOLK, Town, grid_with_lights, watch_town
from seahaven.bench.sumo.bologna import Bologna, Outcome
from seahaven.bench.sumo.carrying import carried
from seahaven.bench.sumo.cologne import Cologne
from seahaven.bench.sumo.edge_times import EdgeLog, EdgeTimes, edge_times_of_sumo
from seahaven.bench.sumo.program import program
from seahaven.bench.sumo.street_grid import StreetGrid
from seahaven.bench.traffic import TrafficBench
from seahaven.bench.traffic.rates import Heat
from seahaven.bench.traffic.town_rates import in_grid, whole_processes
from seahaven.errors import InputError
from seahaven.files import load_xml
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town
from seahaven.roads.formats import write_opendrive

NOWHERE = Path("no", "such", "folder")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        program("sumo")
    except InputError as reason:
        pytest.skip(reason.message)
    return tmp_path_factory.mktemp("towns")


@pytest.fixture(scope="module")
def grid(folder: Path) -> StreetGrid:
    return StreetGrid(3, folder / "grid", block=150.0)


def boxes(ids: list[int], x: list[float], speed: list[float], **more: list[Any]) -> Any:
    """A table of boxes of 4 x 2 metres in a row."""
    count = len(ids)
    columns = {name: np.array(values) for name, values in more.items()}
    return SimpleNamespace(
        ids=np.array(ids), x=np.array(x), y=np.zeros(count), heading=np.zeros(count), length=np.full(count, 4.0),
        width=np.full(count, 2.0), height=np.full(count, 1.5), speed=np.array(speed), acceleration=np.zeros(count),
        **{"z": np.zeros(count), **columns},
    )  # fmt: skip


class Rows(SimpleNamespace):
    """A table with a length."""

    def __len__(self) -> int:
        return len(self.ids)


def test_values_are_carried_over_to_whoever_was_there_before() -> None:
    old = np.array([1.0, 2.0, 3.0])
    assert carried(np.array([2, 5, 9]), old, np.array([2, 6, 9, 12]), -1.0).tolist() == [1.0, -1.0, 3.0, -1.0]
    assert carried(np.zeros(0, np.int64), np.zeros(0), np.array([4]), 7.0).tolist() == [7.0]


def test_whoever_rolls_into_somebody_on_foot_collides_and_whoever_stands_does_not() -> None:
    log = Log()
    people = Rows(**vars(boxes([7, 8, 9], [3.0, 53.0, 53.5], [1.0, 1.0, 1.0])))
    for speeds in ([5.0, 0.0], [5.0, 0.0], [5.0, 2.0]):
        log.note(boxes([1, 2], [0.0, 50.0], speeds), step=0.1, counts_braking=True, people=people)
    assert (log.collisions, log.hit_people) == (3, 3)
    assert log.told[0] == "1 and 7 collided at x=0.0, y=0.0, after 0.0 km"


def test_whoever_is_on_a_bridge_does_not_meet_those_below() -> None:
    log = Log()
    log.note(boxes([1, 2, 3], [0.0, 1.0, 2.0], [9.0, 9.0, 9.0], z=[0.0, 5.0, 0.2]), step=0.1, counts_braking=True)
    assert (log.collisions, log.told) == (1, ["1 and 3 collided at x=0.0, y=0.0, after 0.0 km"])


def test_standing_is_counted_from_when_somebody_came_to_a_stand() -> None:
    standing = Standing()
    for now, speed in ((1.0, 5.0), (2.0, 0.0), (302.0, 0.1), (602.0, 0.0)):
        standing.note(boxes([1], [0.0], [speed]), now=now, step=0.5, arrived=0)
    assert standing.longest == 601.0
    assert (standing.stuck(602.0), standing.stuck(600.0)) == (1, 0)


def test_a_town_has_locked_up_when_nobody_arrives_for_ten_minutes_though_somebody_is_in() -> None:
    empty, open_, locked = Standing(), Standing(), Standing()
    for k in range(5):
        now = 0.5 * LONG * k
        empty.note(boxes([], [], []), now=now, step=0.5, arrived=0)
        open_.note(boxes([1], [0.0], [9.0]), now=now, step=0.5, arrived=k)
        locked.note(boxes([1], [0.0], [9.0]), now=now, step=0.5, arrived=0)
    assert [one.locked for one in (empty, open_, locked)] == [False, False, True]


def test_whoever_is_further_on_than_it_can_have_driven_was_put_there() -> None:
    standing = Standing()
    for x in (0.0, 5.0, 30.0):
        standing.note(boxes([1, 2], [x, 100.0], [10.0, 0.0]), now=x, step=0.5, arrived=0)
    assert standing.leaps == 1


def test_headways_of_a_queue_give_flow_and_lost_time() -> None:
    found = _discharge([[3.0, 5.5, 8.0, 10.0, 12.0, 14.0, 16.0], [2.0, 5.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0]])
    assert found == (1800.0, 2.0, 2)
    assert math.isnan(_discharge([]).flow)


def test_time_on_edges_counts_from_entering_to_leaving() -> None:
    builder = Builder("two")
    builder.join(*(builder.road(name, at=(x, 0.0)).straight(100.0) for name, x in (("a", 0.0), ("b", 100.0))))
    lane_map = LaneMap(builder.build())
    log, a, b = EdgeLog(lane_map), *(lane_map.index(f"{name}:0:-1") for name in "ab")
    for ids, lanes in (([1], [a]), ([1, 2], [a, a]), ([1, 2], [b, a]), ([2], [-1]), ([2], [b])):
        log.note(SimpleNamespace(ids=np.array(ids), lane=np.array(lanes)), step=0.5)
    assert log.times.vehicles == {"a": 2.0, "b": 2.0}
    assert (log.times.mean("a"), log.times.mean("b")) == (1.0, 0.5)


def test_times_of_several_runs_are_compared_on_edges_that_are_used_enough() -> None:
    runs = [EdgeTimes({"a": 100.0, "b": 10.0}, {"a": 10.0, "b": 1.0}), EdgeTimes({"a": 140.0}, {"a": 10.0})]
    ours, theirs = EdgeTimes.together(runs), EdgeTimes({"a": 200.0, "b": 9.0}, {"a": 20.0, "b": 1.0})
    assert ours.errors(theirs, least=10) == {"a": pytest.approx(0.2)}
    assert math.isnan(ours.median_error(theirs, least=100))


def test_a_morning_is_judged_by_all_its_runs_together() -> None:
    times = EdgeTimes({"a": 600.0}, {"a": 60.0}), EdgeTimes({"a": 500.0, "b": 1.0}, {"a": 50.0, "b": 1.0})
    ours = [
        Stroll(times[0], (9, 20), 0, 0, 0, 0, 12.0, Log(), ()),
        Stroll(times[0], (11, 20), 0, 0, 0, 0, 12.0, Log(), ()),
    ]
    morning = Morning((60.0, 120.0), ours, [Outcome(times[1], (10, 20), 0)] * 2)
    assert morning.arrivals(0) == (10.0, 10.0)
    assert morning.median_error == 0.0
    assert morning.told() == ["edge a: 10.0 and 10.0 s, 50 vehicles"]


def test_what_sumo_writes_about_edges_is_read(tmp_path: Path) -> None:
    file = tmp_path / "edges.xml"
    edge = '<edge id="6" sampledSeconds="80.5" entered="3" departed="4"/><edge id="7" sampledSeconds="0" entered="0"'
    file.write_text(f'<meandata><interval>{edge} departed="0"/></interval></meandata>', encoding="utf-8")
    assert edge_times_of_sumo(file) == EdgeTimes({"6": 80.5}, {"6": 7.0})


def test_trips_through_the_grid_lead_from_edge_to_edge_and_are_always_the_same(grid: StreetGrid) -> None:
    one, two = (grid.departures(rate=2.0, until=60.0) for _ in range(2))
    assert one == two
    assert len(one) == pytest.approx(120, rel=0.3)
    assert all(len(trip.edges) >= 2 and trip.time < 60.0 for trip in one)
    names = {road.id for road in grid.lane_map.network.roads}
    assert {edge for trip in one for edge in trip.edges} <= names


def test_both_sides_race_through_the_grid_with_about_as_many_vehicles(grid: StreetGrid) -> None:
    heat = Heat(warm_up=40.0, ours=5.0, sumo=5.0, step=0.5, repeats=1)
    found = in_grid(grid, ("Krauss",), per_second=0.7, heat=heat)
    assert found.vehicles["ours"] == pytest.approx(found.vehicles["Krauss"], rel=0.4)
    assert found.rates["ours"] > 0.0


def test_a_queue_sets_out_at_a_light() -> None:
    found = discharge(step=0.5, seconds=60.0)
    assert found.greens >= 1
    assert 1000.0 < found.flow < 3000.0


def test_town_traffic_is_watched_with_people_among_it() -> None:
    town = Town("grid", lambda: grid_with_lights(2), 900.0, 1.0)
    log = watch_town(town, step=0.5, km=2.0, hour=60.0)
    assert log.km >= 2.0
    assert log.updates > 0


def test_everybody_arrives_in_a_town_that_is_read_from_a_file(tmp_path: Path) -> None:
    place = tmp_path / "xodr" / "ours"
    place.mkdir(parents=True)
    write_opendrive(lesson_town(), place / "lessons.xodr")
    (town,) = open_towns(tmp_path)
    assert isinstance(town, OpenTown)
    assert town.name == "lessons"
    found = visit(town, seconds=20.0, step=0.5)
    assert found.trips > 0
    assert (found.arrived, found.is_locked, found.leaps) == (found.trips, False, 0)


def test_townsfolk_ride_and_drive_all_sorts() -> None:
    assert {"van", "truck", "bus", "motorcycle", "bicycle"} < {kind.name for kind in TOWNSFOLK.things}


def test_rows_whose_files_are_absent_say_so(folder: Path) -> None:
    assert not Bologna.among(NOWHERE).is_there
    rows = run_bench(RealismBench(data=NOWHERE, parts=("bologna", "open towns")), progress=lambda _: None).rows
    assert [row.holds for row in rows] == [None, None]
    assert "skipped: no such files in" in rows[0].unit
    (row,) = run_bench(TrafficBench(data=NOWHERE, parts=("bologna",)), progress=lambda _: None).rows
    assert "name the folder with --data" in row.unit


def test_an_unknown_part_is_refused_with_the_nearest(folder: Path) -> None:
    with pytest.raises(InputError, match="bench 'realism' has no part 'bolonga'; did you mean 'bologna'"):
        run_bench(RealismBench(parts=("bolonga",)), progress=lambda _: None)


def test_a_folder_and_parts_can_be_chosen(tmp_path: Path) -> None:
    bench = find_bench("traffic", data=tmp_path, parts=("grid",))
    assert isinstance(bench, TrafficBench)
    assert (bench.data, bench.parts) == (tmp_path, ("grid",))
    with pytest.raises(InputError, match="bench 'kernel' has no parts; leave out 'grid'"):
        find_bench("kernel", parts=("grid",))
    with pytest.raises(InputError, match="bench 'realism' has no part 'grid'"):
        find_bench("realism", parts=("grid",))


@pytest.mark.slow
def test_the_rows_of_towns_are_there_in_a_short_form(folder: Path) -> None:
    short = RealismBench(km=10.0, minutes=0.5, parts=("saturation", "town"))
    assert [row.name for row in run_bench(short, progress=lambda _: None).rows] == [
        *(f"{what}, steps of {step} s" for step in (0.1, 0.5) for what in ("saturation flow", "start-up lost time")),
        *(
            f"town, {what}, steps of {step} s"
            for step in (0.1, 0.5)
            for what in ("driven", "collisions", "braking beyond 6 m/s²")
        ),
    ]


def test_cologne_is_skipped_where_its_files_are_not_there() -> None:
    rows = list(replace(TrafficBench(), data=NOWHERE, parts=("cologne",)).rows(lambda _: None))
    assert [row.name for row in rows] == ["an hour of cologne1, loading included, against SUMO"]
    assert "skipped: no such files in" in rows[0].unit


@pytest.mark.slow
def test_whole_processes_play_the_same_hour_from_its_beginning(grid: StreetGrid, folder: Path) -> None:
    place = Cologne.among(folder)
    place.folder.mkdir(parents=True)
    place.network.write_bytes(grid.network.read_bytes())
    trip = '<trip id="{0}" type="car" depart="{1}" from="A0B0" to="B0C0"/>'
    trips = "".join(trip.format(k, 25200 + k) for k in range(3))
    (place.folder / "cologne1.rou.xml").write_text(f'<routes><vType id="car"/>{trips}</routes>')
    shifted = load_xml(place.demand(folder / "shifted.rou.xml")).children
    assert [row.attributes.get("depart") for row in shifted] == [None, "0.00", "1.00", "2.00"]
    hour = whole_processes(place, folder, seconds=5.0, step=0.5, repeats=1)
    assert hour.ours > hour.sumo > 0.0
    assert hour.ratio == pytest.approx(hour.sumo / hour.ours)
