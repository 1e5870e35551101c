"""Single trips, stops and halts of studies: that vehicles stand where and for as long as they are to, and refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.reels import Reel
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder
from seahaven.roads.builder.presets import town_street
from seahaven.roads.builder.units import degrees
from seahaven.takes import Take, check, load_take
from seahaven.traffic import Trip

STUDY = """\
study: A bus line
seed: 1
duration: {duration}
record: 10 Hz
roads: cross.xodr
traffic:
  stops:
    church: {{on: main.1, from: 120 m, to: 150 m}}
    school: {{on: main.2, from: 60 m, to: 80 m, duration: 9 s}}
    mill: {{on: side.1, at: 90 m}}
    back: {{on: main.2, at: 40 m, direction: backward}}
{traffic}
"""
LINE = "{name: line 1, from: main.1, to: main.2, departure: 2 s, type: bus, halts: %s}"


@pytest.fixture(scope="session")
def roads(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two streets that cross, without lights, as the text of a file."""
    builder = Builder("cross")
    main = builder.road("main", town_street(), at=(-250.0, 0.0)).straight(500.0)
    side = builder.road("side", town_street(), at=(0.0, -200.0), heading=degrees(90)).straight(400.0)
    builder.junction("middle", main, side, control="yield")
    path = tmp_path_factory.mktemp("roads") / "cross.xodr"
    write_opendrive(builder.build(), path)
    return path.read_text()


@pytest.fixture
def folder(tmp_path: Path, roads: str) -> Path:
    (tmp_path / "cross.xodr").write_text(roads)
    return tmp_path


def study(folder: Path, traffic: str, duration: str = "90 s") -> Path:
    """A study with these lines in its traffic."""
    path = folder / "line.study.yaml"
    path.write_text(STUDY.format(traffic=traffic, duration=duration))
    return path


def trips(take: Take) -> tuple[Trip, ...]:
    """The trips of a take."""
    demand = next(module for module in take.root.children if module.name == "population").demand.demand
    return tuple(demand.trips)


def stands(reel: Reel, entity: int) -> list[tuple[float, float, float]]:
    """Where the front of a vehicle is while it stands (x), from when on and for how long, as recorded."""
    rows = reel.query(
        "select avg(x + 0.5 * length * cos(heading)), min(time), max(time) - min(time) from vehicle "
        f"where id = {entity} and speed < 0.05 group by round(x) order by min(time)"
    ).fetchall()
    return [row for row in rows if row[2] > 1.0]


def entered(reel: Reel) -> dict[str, int]:
    """The ids of all that entered, by the names of their trips."""
    rows = reel.query(
        "select json_extract_string(value, '$.source'), cast(json_extract(value, '$.entity') as bigint) "
        "from events where kind = 'Entered' order by time"
    ).fetchall()
    return dict(rows)


def test_a_bus_stands_at_each_stop_of_its_line_for_the_time_asked(folder: Path) -> None:
    line = LINE % "[church, {stop: school, until: 85 s}]"
    reel = load_take(study(folder, f"  trips:\n    - {line}")).play(folder / "out")
    (church, _, at_church), (school, since, at_school) = stands(reel, entered(reel)["line 1"])
    middle = 250.0 - float(reel.roads().road("main.2").length)
    assert church == pytest.approx(-250.0 + 150.0, abs=1.5)
    assert school == pytest.approx(middle + 80.0, abs=1.5)
    assert at_church == pytest.approx(20.0, abs=0.3)
    assert since + at_school == pytest.approx(85.0, abs=0.3)


def test_a_stop_on_a_road_serves_both_ways_each_on_its_own_side(folder: Path) -> None:
    back = "    - {name: back, from: main.2, to: main.1, type: bus, halts: [{stop: church, duration: 5 s}]}"
    forth = "    - {name: forth, from: main.1, to: main.2, type: bus, halts: [{stop: church, duration: 5 s}]}"
    lanes = {
        trip.name: trip.journeys.things[0].halts
        for trip in trips(load_take(study(folder, f"  trips:\n{back}\n{forth}")))
    }
    assert [(halt.lane, halt.s) for halt in lanes["forth"]] == [("main.1:0:-1", 150.0)]
    ((lane, s),) = [(halt.lane, halt.s) for halt in lanes["back"]]
    assert lane == "main.1:0:1"
    assert 80.0 < s < 130.0


def test_a_trip_that_is_repeated_sets_out_every_so_often_with_its_timetable(folder: Path) -> None:
    line = (LINE % "[{stop: church, until: 40 s}]").replace("departure: 2 s", "departure: 10 s, every: 30 s")
    made = trips(load_take(study(folder, f"  trips:\n    - {line}")))
    assert [(trip.name, trip.departure) for trip in made] == [
        ("line 1 1", 10.0),
        ("line 1 2", 40.0),
        ("line 1 3", 70.0),
    ]
    assert [trip.journeys.things[0].halts[0].until for trip in made] == [40.0, 70.0, 100.0]


def test_flows_halt_at_stops_and_places(folder: Path) -> None:
    flow = (
        "{name: line 2, from: main.1, to: main.2, rate: 240/h, headways: regular, mix: bus, "
        "halts: [church, {on: main.2, at: 50 m, duration: 3 s}]}"
    )
    reel = load_take(study(folder, f"  flows:\n    - {flow}")).play(folder / "out", until=70_000_000_000)
    names = reel.query("select count(*) from events where kind = 'Halted'").fetchall()
    assert names[0][0] >= 3


def test_the_halts_come_among_the_places_by_which_a_trip_goes(folder: Path) -> None:
    made = trips(
        load_take(
            study(folder, "  trips:\n    - {name: a, from: main.1, via: [main.2], to: main.2, halts: [church, school]}")
        )
    )
    assert [halt.name for halt in made[0].journeys.things[0].halts] == ["church", "school"]


def test_a_trip_may_begin_along_a_road_from_a_stand(folder: Path) -> None:
    trip = "{name: late, from: main.1, at: 100 m, to: side.2, departure: 5 s, speed: 0 km/h, driver: hurried}"
    reel = load_take(study(folder, f"  trips:\n    - {trip}")).play(folder / "out", until=7_000_000_000)
    ((time, x, speed),) = reel.query(
        "select time, x - 0.5 * length, speed from vehicle order by time limit 1"
    ).fetchall()
    assert (time, speed) == (5.0, 0.0)
    assert x == pytest.approx(-150.0, abs=0.5)


@pytest.mark.parametrize(
    ("traffic", "why", "place"),
    [
        (LINE % "[chruch]", "there is no stop 'chruch'; did you mean 'church'?", "chruch"),
        (
            LINE % "[church, mill]",
            "trip 'line 1' does not come by stop 'mill' on road 'side.1': it drives along main.1, main.2; add 'side",
            "mill]",
        ),
        (
            LINE % "[school, church]",
            "trip 'line 1' comes by stop 'church' before stop 'school'; list halts in the order of its way",
            "church]",
        ),
        (
            LINE % "[back]",
            "trip 'line 1' drives along road 'main.2' the other way; stop 'back' is for those who drive against that",
            "back]",
        ),
        (
            LINE % "[{on: main.1, at: 5 m}]",
            "halt on 'main.1' is 5 m from where trip 'line 1' begins, less than its length of 13 m; put it further on",
            "{on: main.1",
        ),
        (LINE % "[{on: main.2, at: 900 m}]", "road 'main.2' has no s=900; it is", "900 m"),
        (LINE % "[{on: main, at: 90 m}]", "road 'main' was split at its junctions; name one of 'main.1'", "main, at"),
        (
            LINE.replace("2 s", "2 min") % "[church]",
            "the drive is over after 90 s ('duration'), before trip 'line 1' departs",
            "2 min",
        ),
        ("{name: a, from: main.1, to: mane.2}", "there is no road or lane 'mane.2'; did you mean 'main.2'?", "mane.2"),
        ("{name: a, from: main.1, to: main.2, type: buss}", "there is no vehicle type 'buss'; did you", "buss"),
        ("{name: a, from: main.1, to: main.2, end: 1 min}", "'end' is for trips that are repeated", "{name: a"),
        (
            "{name: a, from: main.1, to: main.2}\n    - {name: a, from: main.2, to: main.1}",
            "trip 'a' is there twice",
            "{name: a, from: main.2",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_place(folder: Path, traffic: str, why: str, place: str) -> None:
    path = study(folder, f"  trips:\n    - {traffic}")
    with pytest.raises(InputError, match=re.escape(why)) as refusal:
        check(path)
    at = refusal.value.at
    assert at is not None
    assert path.read_text().splitlines()[at.line - 1][at.column - 1 :].startswith(place)


@pytest.mark.parametrize(
    ("stop", "why"),
    [
        ("{on: main.1}", "say where along it: 'from' and 'to', or 'at'"),
        ("{on: main.1, from: 60 m, to: 40 m}", "it ends at 40 m, before it begins at 60 m; exchange 'from' and 'to'"),
        ("{on: main.1, at: 60 m, to: 80 m}", "a stop is a stretch ('from' and 'to') or a place ('at'), not both"),
        ("{on: 'main.1:0:-1', at: 60 m, lane: right}", "'main.1:0:-1' is a lane already"),
        ("{on: nowhere, at: 60 m}", "there is no road or lane 'nowhere'"),
    ],
)
def test_a_stop_that_is_nowhere_is_refused_even_if_nobody_halts_there(folder: Path, stop: str, why: str) -> None:
    with pytest.raises(InputError, match=re.escape(why)) as refusal:
        check(study(folder, f"    odd: {stop}"))
    assert refusal.value.at is not None
    assert refusal.value.at.line == 12


def test_flows_that_turn_by_ratios_have_no_halts(folder: Path) -> None:
    with pytest.raises(InputError, match=r"'x' has 'halts' but no 'to'; say where it goes"):
        check(study(folder, "  flows:\n    - {name: x, from: main.1, rate: 60/h, halts: [church]}"))


def test_the_same_seed_gives_the_same_bytes_with_halts(folder: Path) -> None:
    line = LINE % "[church, school]"
    digests = []
    for _ in range(2):
        with load_take(study(folder, f"  trips:\n    - {line}")).controller() as run:
            run.advance(40_000_000_000)
            digests.append(run.store.digest())
    assert digests[0] == digests[1]
