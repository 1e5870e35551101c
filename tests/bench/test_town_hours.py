"""Towns with a demand, by us and by SUMO: which files are found, and what hours are judged by."""

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
from seahaven.bench.realism.towns import Plan
from seahaven.bench.realism.towns.demand_town import DemandTown, towns_in
from seahaven.bench.realism.towns.features import FEATURES, OPENING
from seahaven.bench.realism.towns.hour import Hour, kept
from seahaven.bench.realism.towns.our_hour import Witness
from seahaven.bench.realism.towns.rows import Compared
from seahaven.bench.realism.towns.sumo_hour import longest_stand, sumo_hour
from seahaven.bench.sumo.program import program
from seahaven.errors import InputError
from seahaven.kernel import SECOND, Event
from seahaven.motion import Collision
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.takes import Frame
from seahaven.traffic import Left

ROUTES = '<routes><flow id="f" begin="600"/><trip id="a" depart="125.5"/><trip id="b" depart="triggered"/></routes>'


def test_towns_are_found_by_their_configuration_or_by_a_network_with_route_files(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "roads.net.xml").write_text("<net/>")
    for name in ("a", "b"):
        (tmp_path / name / "cars.rou.xml").write_text(ROUTES)
    told = '<net-file value="roads.net.xml"/><route-files value="cars.rou.xml"/><begin value="60"/><end value="90"/>'
    (tmp_path / "a" / "run.sumocfg").write_text(f"<configuration>{told}</configuration>")
    a, b = towns_in(tmp_path)
    assert (a.name, a.begin, a.seconds(3600.0)) == ("a", 60.0, 30.0)
    assert (b.name, b.begin, b.seconds(3600.0), b.flows) == ("b", 120.0, 3600.0, {"f"})
    assert a.digest == b.digest
    (tmp_path / "b" / "cars.rou.xml").write_text(ROUTES + " ")
    assert a.digest != b.digest


def test_a_town_of_ones_own_needs_a_demand(tmp_path: Path) -> None:
    roads = tmp_path / "here.net.xml"
    with pytest.raises(InputError, match="names no demand; give route files with --demand"):
        DemandTown.of(roads)
    with pytest.raises(InputError, match="there is no file"):
        find_bench("realism", roads=roads)
    with pytest.raises(InputError, match=r"got the demand 'x\.xml' without a network; add --roads"):
        find_bench("realism", demand=(Path("x.xml"),))
    with pytest.raises(InputError, match="bench 'kernel' drives in no town of yours"):
        find_bench("kernel", roads=roads)
    roads.write_text("<net/>")
    bench = find_bench("realism", roads=roads, demand=(roads,), out=tmp_path)
    assert isinstance(bench, RealismBench)
    assert (bench.parts, bench.out, bench.demand) == (("towns",), tmp_path, (roads,))


def test_hours_are_kept_and_not_driven_again(tmp_path: Path) -> None:
    hour, file = Hour({"a": 12.5}, 3.0, 1, ("told",)), tmp_path / "out" / "hour.json"
    assert kept(file, lambda: hour) == hour
    assert kept(file, lambda: pytest.fail("it drives again")) == hour


def test_sumos_longest_stand_is_without_a_break() -> None:
    times, vehicles = np.array([0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 4.0]), np.array([0, 1, 0, 1, 0, 0, 0])
    assert longest_stand(times, vehicles, np.array([0.0, 0.0, 0.0, 5.0, 9.0, 0.1, 0.2])) == 1.0
    assert longest_stand(times, vehicles, np.array([9.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.2])) == 3.0
    assert longest_stand(times[:0], vehicles[:0], times[:0]) == 0.0


def test_travel_times_are_compared_over_the_vehicles_that_arrived_on_both_sides() -> None:
    ours = Hour({"a": 110.0, "b": 90.0, "c": 500.0}, 200.0, 2, ("a and b",))
    theirs = Hour({"a": 100.0, "b": 100.0, "d": 7.0}, 190.0, 0)
    rows = {row.name: row for row in Compared([ours], [theirs]).rows("here")}
    assert [(row.value, row.holds) for row in rows.values()] == [
        (100.0, True),
        (100.0, True),
        (2.0, False),
        (200.0, False),
    ]
    assert rows["here: collisions"].details == ("seed 1: a and b",)


def test_travel_times_are_not_judged_where_sumo_itself_jams() -> None:
    ours = Hour({"a": 300.0}, 400.0, 0)
    _, time, _, stand = Compared([ours], [Hour({"a": 100.0}, 500.0, 0)]).rows("here")
    assert (time.value, time.holds, stand.holds) == (pytest.approx(300.0), None, True)
    arrived, *_ = Compared([ours], [Hour({}, 0.0, 0)]).rows("here")
    assert math.isnan(arrived.value)
    assert arrived.holds is None


def test_a_witness_names_the_vehicles_that_collide_and_stand() -> None:
    witness = Witness(LaneMap(lesson_town()), frozenset({"line"}))
    columns: dict[str, Any] = {}
    columns |= {name: [0.0, 0.0] for name in ("y", "z", "heading", "acceleration", "s", "kind", "contact")}
    columns |= {"length": [4.0, 4.0], "width": [2.0, 2.0], "height": [1.5, 1.5], "lane": [0, 0], "speed": [0.0, 9.0]}
    for time in (0.0, 90.0, 180.0):
        table = {name: np.array(values) for name, values in columns.items()}
        table |= {"id": np.array([1, 2]), "x": np.array([0.0, 93.0 - 0.5 * time])}
        witness.on_frame(Frame(int(1e9 * time), {"vehicle": table}, (), {}, (), {}))
    witness.on_event(SimpleNamespace(value=Left(1, "line", 3, 50.0, True)))  # type: ignore[arg-type]
    witness.on_event(SimpleNamespace(value=Left(2, "b", 0, 40.0, True)))  # type: ignore[arg-type]
    witness.on_event(SimpleNamespace(value=Left(3, "c", 0, 40.0, False)))  # type: ignore[arg-type]
    for seconds in (181, 300):
        event = Event(seconds * SECOND, "motion", 0, Collision((1, 2), 3.0, 4.0, 5.0))
        witness.on_event(event)
    assert witness.collisions == 2
    assert witness.times == {"line.3": 50.0, "b": 40.0}
    assert [text.partition(" has stood")[0].partition(" at x")[0] for text in witness.told] == [
        "180.0 s: no. 1 and no. 2 collided in the picture",
        "180.0 s: no. 1",
        "300.0 s: no. 1 and no. 2 collided",
    ]


def test_towns_whose_files_are_absent_are_skipped_with_the_reason(tmp_path: Path) -> None:
    try:
        program("netconvert")
    except InputError as reason:
        pytest.skip(reason.message)
    bench = replace(RealismBench(data=tmp_path, parts=("towns",)), towns=Plan(60.0, 60.0, 0, ()))
    (row,) = run_bench(bench, progress=lambda _: None).rows
    assert row.unit == f"skipped: none in {tmp_path / 'sumo'}; name the folder with --data"


def test_sumo_drives_a_generated_town(tmp_path: Path) -> None:
    try:
        town = OPENING.town(tmp_path, seconds=60.0)
    except InputError as reason:
        pytest.skip(reason.message)
    hour = sumo_hour(town, tmp_path, step=0.5, seed=1, seconds=120.0)
    assert hour.arrived > 5
    assert min(hour.times.values()) > 10.0
    assert len({sketch.name for sketch in FEATURES}) == len(FEATURES)
