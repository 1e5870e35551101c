"""The bench of traffic's speed runs, in a small size; what it measures is of no matter here."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from seahaven.bench import run_bench
from seahaven.bench.stopwatch import Tally, all_cpu_seconds, cpu_seconds
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import spread_out
from seahaven.bench.sumo.plan import ring
from seahaven.bench.traffic import TrafficBench
from seahaven.bench.traffic.rates import Heat, Rates
from seahaven.bench.traffic.scale import Difference, order_differences
from seahaven.bench.traffic.steps import noted_values, owned_drive
from seahaven.traffic import CAR, TRUCK, Mix

TINY = TrafficBench(
    dense=48, sparse=24, many=96, heat=Heat(warm_up=1.0, ours=1.0, sumo=20.0, repeats=1), steps=2, parts=("rings",)
)  # fmt: skip


def test_the_time_of_other_programs_counts_where_it_is_asked_for() -> None:
    def work() -> None:
        subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)

    assert all_cpu_seconds(work) > cpu_seconds(work)


def test_a_tally_adds_up_by_name_and_passes_results_on() -> None:
    tally = Tally()
    double = tally.timed("double", lambda x: 2 * x)
    assert (double(2), double(x=3)) == (4, 6)
    assert tally.seconds["double"] > 0.0


def test_rates_are_compared_round_by_round() -> None:
    rates = Rates({"ours": [10.0, 30.0, 8.0], "IDM": [5.0, 10.0, 2.0], "Krauss": [1.0, 1.0, 1.0]})
    assert rates.ratio("ours", "IDM") == 3.0
    assert rates["ours"] == 10.0
    assert rates.best(["IDM", "Krauss"]) == "IDM"


def test_the_order_in_which_vehicles_are_added_changes_no_byte(tmp_path: Path) -> None:
    course = Course.made(ring(400.0, lanes=3), tmp_path)
    fleet = spread_out(Mix.of(CAR, TRUCK), 36, lanes=3, length=course.posts.length)
    differences = order_differences(course, fleet, dates=30, steps=1)
    assert not differences, f"the first difference is {differences[0]}"


def test_a_difference_names_the_date_and_the_columns() -> None:
    assert str(Difference(2.5, ("x", "whim"))) == "at 2.5 s in x, whim"


@pytest.mark.slow
def test_the_bench_of_traffic_yields_its_rows() -> None:
    heard: list[str] = []
    report = run_bench(TINY, progress=heard.append)
    rows = {row.name: row for row in report.rows}
    assert len(rows) == len(report.rows)
    assert all(math.isfinite(row.value) for row in report.rows)
    assert {row.name: row.goal for row in report.rows if row.goal} == {
        "6 km ring of 48, against SUMO": ">= 10",
        "6 km ring of 24, against SUMO": ">= 25",
        "step of 20 vehicles, recorded at 10 Hz": "<= 1.1",
        "96 vehicles, cost of one": "<= 1.5",
        "two threads": ">= 1.5",
        "dates at which two threads give other bytes": "<= 0",
        "dates at which another order of vehicles gives other bytes": "<= 0",
    }
    assert {row.name: row.bar for row in report.rows if row.bar} == {
        "6 km ring of 24, against SUMO": ">= 10",
        "step of 20 vehicles, recorded at 10 Hz": "<= 1.3",
    }
    assert rows["dates at which two threads give other bytes"].holds
    assert rows["dates at which another order of vehicles gives other bytes"].holds
    shares = [row.value for row in report.rows if row.name.startswith("48: ")]
    assert sum(shares) == pytest.approx(100.0)
    assert len(heard) == 7


@pytest.mark.slow
def test_small_worlds_are_measured_in_steps_owners_resets_and_openings() -> None:
    heard: list[str] = []
    report = run_bench(replace(TINY, parts=("steps", "runs")), progress=heard.append)
    assert all(math.isfinite(row.value) for row in report.rows)
    assert {row.name: (row.bar, row.goal) for row in report.rows} == {
        "20 on a ring, a step": ("<= 30", "<= 12"),
        "28 in a town, a step": ("<= 110", "<= 60"),
        "another owner of one of 218: wish": ("<= 1.1", "<= 1.03"),
        "another owner of one of 218: all driver outputs": ("<= 1.1", "<= 1.03"),
        "another owner of one of 218: pose": ("<= 1.1", "<= 1.03"),
        "reset of a run, motorway, same seed": ("<= 2", "<= 0.1"),
        "reset of a run, motorway, another seed": ("<= 2", "<= 0.1"),
        "reset of a run, town, same seed": ("<= 5", "<= 0.1"),
        "reset of a run, town, another seed": ("<= 5", "<= 0.1"),
        "second world in a process, town": ("<= 0.3", "<= 0.1"),
    }
    assert len(heard) == 6


def test_a_vehicle_with_another_owner_drives_as_without(tmp_path: Path) -> None:
    course = Course.made(ring(400.0, lanes=3), tmp_path)
    fleet = spread_out(Mix.of(CAR), 12, lanes=3, length=course.posts.length)
    noted = noted_values(course, fleet, 20, [("wish",)])
    plain, owned = Drive.of_fleet(course, fleet), owned_drive(course, fleet, ("wish",), noted[("wish",)])
    for drive in (plain, owned):
        drive.advance(20)
    assert owned.world.owner(1, "wish") == "owner"
    assert owned.vehicles.wish.tobytes() == plain.vehicles.wish.tobytes()
    assert owned.vehicles.s.tobytes() == plain.vehicles.s.tobytes()
