"""Virtual subjects in studies: what a study may say of them, and how differently they drive."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, fork
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, kmh, motorway, ramp
from seahaven.seats import KINDS, VirtualOccupant, virtual_subject
from seahaven.takes import Take, load_take
from seahaven.traffic import VEHICLES
from tests.takes.drives import Drive, drive

ROAD = """\
study: Motorway
seed: 5
duration: 10 min
roads: motorway.xodr
subject: {name: ada, on: M1, at: 1 km, lane: right, driver: {virtual: VIRTUAL}}
traffic:
  mix: car
  ambient: {radius: 800 m, density: DENSITY, open_ends: true}
"""
LANE = """\
study: One lane
duration: 1 min
roads: lane.xodr
subject: {name: ada, on: lane, at: 50 m, driver: {virtual: VIRTUAL}}
world:
  vehicle:
    wall: {on: lane, at: 400 m, speed: 0, driver: {top_speed: 0.1 m/s}}
"""
TOWN = Path(__file__).parents[2] / "examples" / "town.study.yaml"
MINUTES = 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with fifteen kilometres of motorway, of which 100 km/h are permitted."""
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=kmh(100))).straight(15_000)
    made = tmp_path_factory.mktemp("motorway")
    write_opendrive(builder.build(), made / "motorway.xodr")
    return made


def study(folder: Path, virtual: str, *, density: str = "9/km") -> Path:
    path = folder / f"{abs(hash((virtual, density)))}.study.yaml"
    path.write_text(ROAD.replace("VIRTUAL", virtual).replace("DENSITY", density))
    return path


def seat(take: Take) -> VirtualOccupant:
    return next(module for module in take.root.children if isinstance(module, VirtualOccupant))


@cache
def driven(folder: Path, kind: str, density: str = "9/km") -> Drive:
    return drive(study(folder, f"{{kind: {kind}, number: 1}}", density=density), 60 * MINUTES)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_gets_along_on_a_motorway(folder: Path, kind: str) -> None:
    found = driven(folder, kind)
    assert np.isnan(found.contact).all()
    assert (found.lane >= 0).all()
    assert found.longest_stand < 25.0
    assert found.speed.mean() > 9.0


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_gets_along_in_a_town(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "town.study.yaml"
    path.write_text(
        TOWN.read_text().replace("name: ada", f"name: ada, driver: {{virtual: {{kind: {kind}, number: 2}}}}")
    )
    found = drive(path, 120)
    assert np.isnan(found.contact).all()
    assert (found.lane >= 0).all()
    assert found.longest_stand < 90.0
    assert found.speed.mean() > 2.5


@pytest.mark.slow
def test_speeds_are_very_different_where_the_road_is_free(folder: Path) -> None:
    slow, steady, fast = (driven(folder, kind, "1/km").ratio for kind in ("slow", "steady", "fast"))
    assert slow < 0.76
    assert 0.9 < steady < 1.05
    assert fast > 1.15


@pytest.mark.slow
def test_time_gaps_are_very_different(folder: Path) -> None:
    tailgater, steady, cautious = (
        driven(folder, kind, "16/km").headway for kind in ("tailgater", "steady", "cautious")
    )
    assert tailgater < 0.8 < 1.2 < steady
    assert cautious > 2.0


@pytest.mark.slow
def test_habits_show(folder: Path) -> None:
    steady = driven(folder, "steady")
    assert driven(folder, "lane changer").changes >= steady.changes + 6
    assert steady.stops == 0
    assert driven(folder, "stopper").stops >= 2
    assert driven(folder, "replay").stops >= 1
    assert np.std(driven(folder, "hesitant", "1/km").speed) > 2.0 * np.std(driven(folder, "steady", "1/km").speed[300:])
    assert np.abs(driven(folder, "noisy pedals").offset).mean() > 0.05
    for kind in ("noisy pedals", "pulsing", "replay"):
        assert driven(folder, kind).harshness > 1.5 * steady.harshness


def test_whoever_looks_away_holds_the_pedal(folder: Path) -> None:
    take = load_take(study(folder, "{kind: distracted, number: 1}"))
    with take.controller() as run:
        one, away = take.world["ada"], list[float]()
        for step in range(1, 601):
            run.run(step * SECOND // 10)
            seat: Any = run["seat0"]
            if seat.is_away:
                away.append(seat.held)
            assert one.wish == (min(seat.held, one.leeway) if seat.is_away else one.advice)
    assert 20 < len(away) < 300
    assert all(-0.4 <= held <= 0.6 for held in away)


@pytest.mark.parametrize("kind", ["steady", "stopper", "distracted", *(k for k in KINDS if not KINDS[k].is_ours)])
def test_the_same_seed_gives_the_same_bytes_and_a_fork_goes_on_alike(folder: Path, kind: str) -> None:
    path = study(folder, f"{{kind: {kind}, number: 4}}")
    digests = []
    for _ in range(2):
        with load_take(path).controller() as run:
            run.advance(12 * SECOND)
            with fork(run) as twin:
                twin.advance(8 * SECOND)
                digests.append(twin.store.digest())
            run.advance(8 * SECOND)
            digests.append(run.store.digest())
    assert len(set(digests)) == 1


def test_going_on_from_a_checkpoint_gives_the_same_rows(folder: Path, tmp_path: Path) -> None:
    path = study(folder, "{kind: noisy pedals, number: 4}")
    whole = load_take(path).play(tmp_path / "whole", until=8 * SECOND)
    load_take(path).play(tmp_path / "first", until=4 * SECOND, checkpoint=tmp_path / "half.npz")
    rest = load_take(path).play(tmp_path / "rest", until=8 * SECOND, resume=tmp_path / "half.npz")
    assert rest.table("vehicle").equals(whole.table("vehicle", time=(4.0, None)))


def test_the_reel_tells_once_who_it_was_and_no_column_does(folder: Path, tmp_path: Path) -> None:
    reel = load_take(study(folder, "{kind: pulsing, number: 9}")).play(tmp_path, until=3 * SECOND)
    told = [row for row in reel.events().to_pylist() if row["kind"] == "SubjectIs"]
    assert [json.loads(row["value"]) for row in told] == [
        {"entity": reel.manifest.subjects[0], "kind": "pulsing", "number": 9}
    ]
    assert not {"person", "virtual", "subject"} & VEHICLES.columns.keys()


def test_a_kind_alone_draws_somebody_by_the_seed(folder: Path) -> None:
    path = study(folder, "slow")
    factors = [load_take(path, seed=seed).world["ada"].speed_factor for seed in (1, 1, 2)]
    assert factors[0] == factors[1] != factors[2]
    assert all(0.5 <= factor <= 0.75 for factor in factors)


def test_any_draws_kinds_too(folder: Path) -> None:
    path = study(folder, "any")
    seats = {type(seat(load_take(path, seed=seed))).__name__ for seed in range(8)}
    assert len(seats) > 2


def test_somebody_of_the_population_can_be_put_at_the_wheel(folder: Path) -> None:
    take = load_take(study(folder, "slow"), seed=6, person=17)
    assert seat(take).person == virtual_subject(17, seed=6)


def test_only_studies_can_be_driven_by_somebody_else() -> None:
    with pytest.raises(InputError, match=r"'out\.reel' is not a study"):
        load_take("out.reel", person=1)


@pytest.mark.parametrize(
    ("virtual", "message"),
    [
        ("tailgator", r":5:\d+: there is no kind of virtual subject 'tailgator'; did you mean 'tailgater'"),
        ("{kind: swift}", r":5:\d+: there is no kind of virtual subject 'swift'"),
        ("{kind: slow, number: -1}", r":5:\d+: .*number is -1; expected at least 0"),
        ("{kind: slow, ploughs: true}", r":5:\d+: only 'replay' can plough, 'slow' heeds others"),
        ("slow, like: cautious", r":5:\d+: unknown key 'like'"),
        (
            "slow}, virtual: {kind: slow",
            r":5:\d+: subject: 'virtual' says who drives; write, say, 'driver: {virtual: tailgater}'",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(folder: Path, virtual: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_take(study(folder, virtual))


def test_only_subjects_are_driven_by_others_than_the_driver_machine(folder: Path) -> None:
    path = study(folder, "slow")
    path.write_text(
        f"{path.read_text()}world: {{vehicle: {{lead: {{on: M1, at: 2 km, driver: {{virtual: slow}}}}}}}}\n"
    )
    with pytest.raises(InputError, match=r":9:\d+: 'virtual' names another occupant of a seat, which only a subject"):
        load_take(path)


def test_several_subjects_may_be_virtual(folder: Path) -> None:
    one = "subject: {name: ada, on: M1, at: 1 km, lane: right, driver: {virtual: VIRTUAL}}"
    several = (
        "subjects: {ada: {on: M1, driver: {virtual: fast}}, bob: {on: M1, at: 2 km, driver: {virtual: pulsing}}, "
        "eve: {on: M1, at: 90 m}}"
    )
    path = folder / "several.study.yaml"
    path.write_text(ROAD.replace(one, several).replace("DENSITY", "3/km"))
    take = load_take(path)
    assert [module.name for module in take.root.children if isinstance(module, VirtualOccupant)] == ["seat0", "seat1"]
    with take.controller() as run:
        run.advance(2 * SECOND)


def driven_at_a_wall(folder: Path, virtual: str) -> Drive:
    builder = Builder("lane")
    builder.road("lane", ramp(limit=kmh(80))).straight(2000)
    write_opendrive(builder.build(), folder / "lane.xodr")
    path = folder / "lane.study.yaml"
    path.write_text(LANE.replace("VIRTUAL", virtual))
    return drive(path, 50)


@pytest.mark.parametrize("kind", ["late braker", "distracted", *(k for k in KINDS if not KINDS[k].is_ours)])
def test_people_stop_behind_whoever_stands_there(tmp_path: Path, kind: str) -> None:
    found = driven_at_a_wall(tmp_path, f"{{kind: {kind}, number: 1}}")
    assert np.isnan(found.contact).all()
    assert found.speed[-100:].max() < 1.5
    assert found.gap[-100:].max() < 15.0


def test_a_replay_that_ploughs_does_not(tmp_path: Path) -> None:
    found = driven_at_a_wall(tmp_path, "{kind: replay, number: 1, ploughs: true}")
    assert not np.isnan(found.contact).all()
