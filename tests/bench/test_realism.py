"""What traffic's realism is judged by: collisions, hard braking, and who comes and goes in sight."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seahaven.bench import Row, find_bench, run_bench
from seahaven.bench.realism import RealismBench
from seahaven.bench.realism.ambient import Stay, _note_changes, wished_near
from seahaven.bench.realism.rows import PARTS
from seahaven.bench.realism.safety import EVERYBODY, Log
from seahaven.errors import InputError
from seahaven.geometry import Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, Profile, Road, RoadNetwork, Section
from seahaven.seats import KINDS
from seahaven.traffic import CHARACTERS, TYPES


def cars(*, x: list[float], acceleration: list[float], ids: list[int] | None = None, speed: float = 10.0) -> Any:
    """A table of cars in a row."""
    count = len(x)
    return SimpleNamespace(
        ids=np.array(ids or range(1, count + 1)), x=np.array(x), y=np.zeros(count), heading=np.zeros(count),
        length=np.full(count, 4.0), width=np.full(count, 2.0), height=np.full(count, 1.5), z=np.zeros(count),
        speed=np.full(count, speed),
        acceleration=np.array(acceleration),
    )  # fmt: skip


def test_a_collision_counts_once_and_again_after_it_ended() -> None:
    log = Log()
    for gap in (5.0, 3.0, 3.5, 5.0, 3.9):
        log.note(cars(x=[0.0, gap], acceleration=[0.0, 0.0]), step=0.1, counts_braking=True)
    assert log.collisions == 2
    assert log.km == pytest.approx(5 * 2 * 10.0 * 0.1 / 1e3)


def test_hard_braking_counts_when_it_begins_and_only_where_it_is_to_count() -> None:
    log = Log()
    for braking, counts in ((-7.0, False), (-7.0, True), (-1.0, True), (-6.5, True), (-6.0, True), (-6.1, True)):
        log.note(cars(x=[0.0, 50.0], acceleration=[braking, 0.0]), step=1.0, counts_braking=counts)
    assert log.hard == 2
    assert log.hardest == 7.0
    assert log.braking_km == pytest.approx(5 * 2 * 10.0 / 1e3)
    assert log.hard_per_1000_km == pytest.approx(2e3 / log.braking_km)


def test_vehicles_that_come_and_go_do_not_confuse_the_log() -> None:
    log = Log()
    log.note(cars(x=[0.0, 50.0], acceleration=[-7.0, 0.0], ids=[3, 9]), step=0.1, counts_braking=True)
    log.note(cars(x=[50.0, 53.0], acceleration=[-7.0, 0.0], ids=[9, 12]), step=0.1, counts_braking=True)
    assert (log.hard, log.collisions) == (2, 1)


def test_logs_add_up() -> None:
    one, two = Log(km=1.0, collisions=1, hardest=2.0), Log(km=2.0, hard=3, braking_km=2.0, hardest=7.0)
    one.add(two)
    assert (one.km, one.collisions, one.hard, one.hardest, one.braking_km) == (3.0, 1, 3, 7.0, 2.0)


def test_everybody_has_all_characters_and_all_types_that_may_be_on_a_motorway() -> None:
    names = {kind.name for kind in EVERYBODY.things}
    assert {f"{character} car" for character in CHARACTERS} < names
    assert names > TYPES.keys() - {"car", "bicycle"}
    assert "bicycle" not in names


def test_whoever_comes_is_looked_at_where_it_is_and_whoever_goes_where_it_was() -> None:
    eyes = SimpleNamespace(sees=lambda eye, box, reach: box[0] - eye[0] < 100.0)
    before = {1: (0.0,) * 7, 2: (50.0,) + (0.0,) * 6, 3: (500.0,) + (0.0,) * 6}
    now = {1: (10.0,) + (0.0,) * 6, 4: (80.0,) + (0.0,) * 6, 5: (400.0,) + (0.0,) * 6}
    stay = Stay()
    _note_changes(stay, before, now, eyes, 1)
    assert (stay.came, stay.came_in_sight, stay.went, stay.went_in_sight) == (2, 1, 2, 1)
    assert stay.km == pytest.approx(0.01)


def test_wished_vehicles_are_spread_along_lanes_with_a_density() -> None:
    lanes = (Lane(0), Lane(-1, width=Profile.constant(3.0)), Lane(-2, width=Profile.constant(3.0)))
    road = Road("7", Path(Pose(0.0, 0.0, 0.0)).line(1000.0), (Section(0.0, lanes),))
    lane_map = LaneMap(RoadNetwork((road,)))
    x, _, wished = wished_near(lane_map, np.array([0.02, 0.0]))
    assert wished.sum() == pytest.approx(20.0)
    assert wished[x < 500.0].sum() == pytest.approx(10.0)


def test_values_within_a_range_hold_and_others_do_not() -> None:
    values = {1.0: True, 2.0: True, 2.1: False, math.nan: False}
    rows = [Row.within("gap", value, "m", low=1, high=2) for value in values]
    assert [row.holds for row in rows] == list(values.values())
    assert rows[0].goal == "1 to 2"


def test_how_far_is_driven_can_be_chosen() -> None:
    bench = find_bench("realism", km=50.0)
    assert isinstance(bench, RealismBench)
    assert bench.km == 50.0
    with pytest.raises(InputError, match="bench 'kernel' drives no kilometres; leave out the 50 km"):
        find_bench("kernel", km=50.0)
    with pytest.raises(InputError, match="bench 'realism' got -1 km to drive; expected a number above 0"):
        find_bench("realism", km=-1.0)


@pytest.mark.slow
def test_the_bench_of_realism_yields_its_rows() -> None:
    report = run_bench(RealismBench(km=20.0, minutes=0.5, people=1, parts=PARTS[:5]), progress=lambda _: None)
    rows = {row.name: row for row in report.rows}
    assert len(rows) == len(report.rows)
    judged = [row for row in report.rows if row.goal is not None]
    assert len(judged) == 4 + 4 + 4 * (1 + 3 + len(KINDS)) + 6 + 6
    assert rows["collisions, steps of 0.1 s"].holds
    assert rows["collisions, steps of 0.5 s"].holds
