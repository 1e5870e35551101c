"""The warm-up of a study: roads that are full at time 0, times that count from there, and room for the subject."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import boxes_overlap
from seahaven.kernel import SECOND, Controller, fork
from seahaven.reels import Reel
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder
from seahaven.takes import Take, check, load_take
from seahaven.takes.clearance import in_the_way
from seahaven.world import Table
from tests.direction.stages import FAST, Scene

STUDY = """\
study: Warm
seed: 3
duration: 30 s
record: 10 Hz
roads: town.xodr
subject: {name: ada, on: g_street_2.2, at: 20 m, speed: 30 km/h}
traffic:
  warm_up: 1 min
  lights: actuated
  flows:
    - {name: west, from: g_street_2.1, to: g_street_2.4, rate: 900/h}
  random: {rate: 900/h, fringe: 5, least: 100 m}
  trips:
    - {name: late, from: g_avenue_1.1, to: g_avenue_1.4, departure: 3 s}
instructions:
  - {time: 1 s, mark: begun}
triggers:
  soon: {who: nobody, when: {at: 2 s}, orders: [{of: ada, press: {adjust_speed: 20 km/h}}]}
"""


@pytest.fixture(scope="session")
def roads(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three streets and three avenues with lights, as the text of a file."""
    builder = Builder("town")
    builder.grid_town("g", streets=3, avenues=3, control="lights")
    path = tmp_path_factory.mktemp("roads") / "town.xodr"
    write_opendrive(builder.build(), path)
    return path.read_text()


@pytest.fixture
def folder(tmp_path: Path, roads: str) -> Path:
    (tmp_path / "town.xodr").write_text(roads)
    return tmp_path


def study(folder: Path, text: str = STUDY) -> Path:
    path = folder / "warm.study.yaml"
    path.write_text(text)
    return path


def loaded(folder: Path, text: str = STUDY) -> Take:
    return load_take(study(folder, text))


def events(reel: Reel) -> list[tuple[float, str, dict[str, object]]]:
    return [(round(one["time"], 3), one["kind"], json.loads(one["value"])) for one in reel.events().to_pylist()]


def test_roads_are_full_at_time_0_and_nothing_before_is_recorded(folder: Path) -> None:
    reel = loaded(folder).play(folder / "out", until=5 * SECOND)
    assert reel.times[0] == 0.0
    counts = [len(reel.table("vehicle", time=(time, time))) for time in (0.0, 5.0)]
    assert counts[0] >= 15
    assert abs(counts[1] - counts[0]) <= 6
    told = events(reel)
    assert min(time for time, _, _ in told) >= 0.0
    assert len({one["entity"] for _, kind, one in told if kind == "Entered"}) < counts[0] // 2


def test_times_of_a_study_count_from_time_0(folder: Path) -> None:
    told = events(loaded(folder).play(folder / "out", until=5 * SECOND))
    assert [time for time, kind, _ in told if kind == "Fired"] == [2.0]
    assert [time for time, kind, _ in told if kind == "Marker"] == [1.2]
    assert [time for time, kind, one in told if kind == "Entered" and one["source"] == "late"] == [3.0]


def test_the_population_goes_on_as_if_it_had_never_stopped(folder: Path) -> None:
    text = "".join(line for line in STUDY.splitlines(True) if not line.startswith(("subject", "instr", "  - {time")))
    text = text.partition("triggers:")[0]
    with loaded(folder, text).controller() as run:
        run.run(until=10 * SECOND)
        warm = run.store.digest()
    cold = loaded(folder, text)
    with Controller(cold.root, seed=cold.seed, store=cold.world, start=-60 * SECOND) as run:
        run.run(until=10 * SECOND)
        assert run.store.digest() == warm


def test_the_same_seed_gives_the_same_bytes_also_from_a_fork_and_from_a_checkpoint(folder: Path) -> None:
    whole = loaded(folder).play(folder / "whole", until=6 * SECOND)
    again = loaded(folder).play(folder / "again", until=6 * SECOND)
    assert again.table("vehicle").equals(whole.table("vehicle"))
    loaded(folder).play(folder / "first", until=3 * SECOND, checkpoint=folder / "half.npz")
    rest = loaded(folder).play(folder / "rest", until=6 * SECOND, resume=folder / "half.npz")
    assert rest.table("vehicle").equals(whole.table("vehicle", time=(3.0, None)))
    with loaded(folder).controller() as run:
        run.run(until=SECOND)
        with fork(run) as twin:
            for one in (run, twin):
                one.run(until=3 * SECOND)
            assert twin.store.digest() == run.store.digest()


def boxes(table: Table) -> np.ndarray:
    return np.stack([getattr(table, name) for name in ("x", "y", "heading", "length", "width")], axis=-1)


@pytest.mark.parametrize("ambient", ["", "  ambient: {radius: 300 m, density: 8/km}\n"])
def test_nobody_is_on_top_of_another_at_time_0_and_the_subject_need_not_brake_hard(folder: Path, ambient: str) -> None:
    take = loaded(folder, STUDY.replace("instructions:", f"{ambient}instructions:"))
    with take.controller() as run:
        table = run.store.family("vehicle")
        own = boxes(table)
        for k in range(len(own) - 1):
            assert not boxes_overlap(own[k + 1 :], np.repeat(own[k : k + 1], len(own) - k - 1, axis=0)).any()
        hardest = 0.0
        for _ in range(40):
            run.advance(SECOND // 10)
            hardest = min(hardest, float(run.store["ada"].acceleration))
            assert run.store.family("vehicle").null("contact").all()
        assert hardest > -2.5


def test_who_is_close_ahead_behind_or_beside_is_in_the_way_and_others_are_not() -> None:
    named, population = Scene(), Scene()
    named.car("star", 600.0)
    near = [population.car(f"near {s}", s) for s in (560.0, 610.0, 640.0)]
    near.append(population.car("standing", 700.0, speed=0.0))
    for s in (500.0, 660.0, 800.0):
        population.car(f"far {s}", s)
    population.car("beside", 595.0, lane=FAST)
    assert in_the_way(population.world, named.world, named.lane_map).tolist() == near


@pytest.mark.parametrize("left", ["trips", "nothing"])
def test_a_warm_up_in_which_no_vehicle_drives_is_refused(folder: Path, left: str) -> None:
    text = STUDY.replace("warm_up: 1 min", "warm_up: 1 min\n  ambient: {density: 1/km}")
    for line in STUDY.splitlines(keepends=True):
        if any(
            word in line for word in ("flows:", "west", "random:", *(("trips:", "late") if left == "nothing" else ()))
        ):
            text = text.replace(line, "")
    with pytest.raises(InputError, match=r":8:3: no vehicle drives in the warm-up: it is for flows and random trips"):
        check(study(folder, text))


def test_a_warm_up_is_no_negative_time(folder: Path) -> None:
    with pytest.raises(InputError, match=r":8:\d+: traffic.warm_up is -1 min; expected at least 0 s"):
        check(study(folder, STUDY.replace("warm_up: 1 min", "warm_up: -1 min")))


def test_check_does_not_wait_for_the_warm_up(folder: Path) -> None:
    text = STUDY.replace("warm_up: 1 min", "warm_up: 20 h").replace(
        "  random: {rate: 900/h, fringe: 5, least: 100 m}\n", ""
    )
    assert check(study(folder, text))[0] == "Warm"
