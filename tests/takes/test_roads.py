"""Studies on roads: what becomes of their sections, and what is refused where."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError, TrustError
from seahaven.kernel import SECOND
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, kmh, motorway, ramp
from seahaven.takes import Take, check, load_take
from seahaven.takes.setting import Preset
from seahaven.traffic import CONDITIONS, RAIN
from tests.roads.formats.sumo.nets import TEE

STUDY = """\
study: Short motorway
seed: 5
duration: 20 s
record: 2 Hz
roads: motorway.xodr
weather: [clear, {at: 4 s, preset: rain, over: 2 s}]
subject: {name: ada, on: M1.1, at: 400 m, to: M1.2, speed: 100 km/h, driver: {like: cautious, headway: 2 s}}
traffic:
  rate: 5 Hz
  types:
    lorry: {like: truck, length: 15 m, headway: {mean: 2 s, deviation: 0.2 s, low: 1 s, high: 3 s}}
  mix: {car: 75 %, lorry: 25 %}
  flows:
    - {from: M1.1, to: M1.2, rate: 1200/h}
    - {name: joining, from: feeder, to: M1.2, rate: 600/h, mix: hurried car, begin: 2 s, end: 18 s, lane: 0}
  ambient: {radius: 500 m, density: 12/km, mix: car, open_ends: true}
world:
  vehicle:
    slow: {on: "M1.1:0:-3", at: 500 m, type: lorry, speed: 50 km/h}
"""


@pytest.fixture(scope="session")
def roads(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three kilometres of motorway with an entry, as the text of a file."""
    builder = Builder("motorway")
    road = builder.road("M1", motorway(limit=kmh(120))).straight(3000)
    feeder = builder.road("feeder", ramp(), at=(1000, -100)).straight(200)
    builder.on_ramp(feeder, road, at=1700)
    path = tmp_path_factory.mktemp("roads") / "motorway.xodr"
    write_opendrive(builder.build(), path)
    return path.read_text()


@pytest.fixture
def folder(tmp_path: Path, roads: str) -> Path:
    (tmp_path / "motorway.xodr").write_text(roads)
    return tmp_path


def loaded(folder: Path, text: str = STUDY, **options: object) -> Take:
    path = folder / "short.study.yaml"
    path.write_text(text)
    return load_take(path, **options)


def test_a_study_on_roads_becomes_a_world_and_a_tree(folder: Path) -> None:
    take = loaded(folder)
    assert sorted(module.name for module in take.root.children) == [
        "ambient", "forecast", "free", "population", "replanner", "traffic", "weather"
    ]  # fmt: skip
    assert take.roads is not None
    assert take.world.subjects == [take.world.names["ada"]]
    assert sorted(take.inputs) == ["motorway.xodr", "short.study.yaml"]


def test_a_subject_begins_where_it_is_put_with_the_driver_that_is_described(folder: Path) -> None:
    ada = loaded(folder).world["ada"]
    assert (ada.x, ada.headway, ada.pilot) == (pytest.approx(400.0), 2.0, "active")
    assert ada.speed == pytest.approx(100 / 3.6)
    assert ada.speed_factor == pytest.approx(0.9)
    assert ada.entry >= 0


def test_a_vehicle_on_a_lane_is_what_its_type_says(folder: Path) -> None:
    slow = loaded(folder).world["slow"]
    assert (slow.kind, slow.length, slow.s) == ("truck", 15.0, 500.0)
    assert slow.headway == pytest.approx(2.0)


def test_who_says_no_speed_begins_as_fast_as_its_driver_likes(folder: Path) -> None:
    text = STUDY.replace("speed: 100 km/h, driver: {like: cautious, headway: 2 s}", "driver: {speed_factor: 0.8}")
    assert loaded(folder, text).world["ada"].speed == pytest.approx(0.8 * 120 / 3.6)


def test_several_subjects_are_subjects(folder: Path) -> None:
    text = STUDY + "subjects:\n  bob: {on: M1.2, at: 300 m}\n"
    take = loaded(folder, text)
    assert [take.world.entity(entity).x < 1000.0 for entity in take.world.subjects] == [True, False]


def test_weather_comes_up_when_it_is_said_to(folder: Path) -> None:
    grips = []
    with loaded(folder).controller() as run:
        for _ in range(4):
            run.advance(2 * SECOND)
            grips.append(float(run.store.family("weather").grip[0]))
    assert grips[0] == 1.0
    assert RAIN.grip < grips[2] < 1.0 or grips[2] == pytest.approx(RAIN.grip)
    assert grips[3] == pytest.approx(RAIN.grip)


def test_flows_and_ambient_traffic_bring_vehicles(folder: Path) -> None:
    take = loaded(folder)
    assert len(take.world.family("vehicle")) > 10
    with take.controller() as run:
        run.advance(20 * SECOND)
        assert run.get("population/gate.count") >= 4
        assert not np.isnan(run.store.family("vehicle").x).any()


def test_the_order_in_which_vehicles_are_listed_changes_no_byte(folder: Path) -> None:
    entries = [
        "slow: {on: 'M1.1:0:-3', at: 500 m, speed: 50 km/h}",
        "fast: {on: 'M1.1:0:-3', at: 430 m, speed: 90 km/h}",
    ]
    head = "study: Two\nduration: 5 s\nroads: motorway.xodr\nworld:\n  vehicle:\n"
    ends = []
    for order in (entries, entries[::-1]):
        with loaded(folder, head + "".join(f"    {entry}\n" for entry in order)).controller() as run:
            run.advance(3 * SECOND)
            ends.append({name: (run.store[name].x, run.store[name].speed) for name in ("slow", "fast")})
    assert ends[0] == ends[1]


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(folder: Path) -> None:
    digests = []
    for seed in (None, 5, 6):
        with loaded(folder, seed=seed).controller() as run:
            run.advance(6 * SECOND)
            digests.append(run.store.digest())
    assert digests[0] == digests[1] != digests[2]


def test_going_on_from_a_checkpoint_gives_the_same_rows(folder: Path) -> None:
    whole = loaded(folder).play(folder / "whole", until=8 * SECOND)
    loaded(folder).play(folder / "first", until=4 * SECOND, checkpoint=folder / "half.npz")
    rest = loaded(folder).play(folder / "rest", until=8 * SECOND, resume=folder / "half.npz")
    assert rest.table("vehicle").equals(whole.table("vehicle", time=(4.0, None)))


def test_a_reel_keeps_the_roads_and_the_subjects(folder: Path) -> None:
    take = loaded(folder)
    reel = take.play(folder / "out", until=SECOND)
    assert reel.manifest.subjects == tuple(take.world.subjects)
    assert [road.id for road in reel.roads().roads] == [road.id for road in take.roads.roads]
    again = load_take(reel.path)
    assert again.roads == reel.roads()


def tripped(folder: Path, trips: str, edges: str = "M1.1 M1.2") -> Take:
    route = f'<vehicle id="eve" depart="1"><route edges="{edges}"/></vehicle>'
    (folder / "trips.rou.xml").write_text(f"<routes>{route}</routes>")
    return loaded(folder, f"study: Trips\nduration: 9 s\nroads: motorway.xodr\ntraffic: {{demand: {trips}}}\n")


@pytest.mark.parametrize("trips", ["trips.rou.xml", "[trips.rou.xml]"])
def test_trips_are_read_from_route_files(folder: Path, trips: str) -> None:
    take = tripped(folder, trips)
    assert "trips.rou.xml" in take.inputs
    with take.controller() as run:
        run.advance(3 * SECOND)
        assert run.get("population/gate.count") == 1


def test_a_route_file_with_an_unknown_road_is_refused_with_its_place(folder: Path) -> None:
    with pytest.raises(InputError, match=r"trips.rou.xml:1.*'M1.9'"):
        tripped(folder, "trips.rou.xml", edges="M1.1 M1.9")


def test_a_route_file_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere.rou.xml"):
        tripped(folder, "nowhere.rou.xml")


def test_roads_alone_are_a_study(folder: Path) -> None:
    take = loaded(folder, "study: Empty\nduration: 1 s\nroads: motorway.xodr\n")
    assert list(take.root.children) == []
    assert check(folder / "short.study.yaml") == ["Empty", "1 s", "0 modules", "0 in vehicle", "0 in weather"]


def test_programs_of_lights_may_come_from_files_beside_the_network(tmp_path: Path) -> None:
    shutil.copy(TEE, tmp_path / "tee.net.xml")
    night = '<tlLogic id="lamp" programID="night"><phase duration="9" state="ooooo"/></tlLogic>'
    (tmp_path / "lights.add.xml").write_text(f"<additional>{night}</additional>")
    take = loaded(tmp_path, "study: lights\nduration: 1 s\nroads: [tee.net.xml, lights.add.xml]\n")
    assert take.roads is not None
    assert [program.id for program in take.roads.controllers[0].programs] == ["night", "day"]
    assert set(take.inputs) >= {"tee.net.xml", "lights.add.xml"}


@pytest.mark.parametrize("roads", ["seahaven.roads.builder:lesson_town", "motorway.xodr"])
def test_what_has_no_additional_files_is_refused_with_some(folder: Path, roads: str) -> None:
    with pytest.raises(InputError, match="has no additional files") as caught:
        loaded(folder, f"study: lights\nduration: 1 s\nroads: [{roads}, lights.add.xml]\n")
    assert ":3:" in str(caught.value)


def test_on_a_ring_everybody_without_a_goal_drives_round(tmp_path: Path) -> None:
    (tmp_path / "rings.py").write_text(
        "from math import tau\n"
        "from seahaven.roads.builder import Builder, CrossSection, driving\n"
        "def ring():\n"
        "    builder = Builder('ring')\n"
        "    road = builder.road('ring', CrossSection(forward=(driving(),), backward=(), limit=30.0))\n"
        "    road.left(tau / 2, radius=60.0).left(tau / 2, radius=60.0)\n"
        "    return builder.join(road, road).build()\n"
    )
    text = "study: Round\nduration: 60 s\nroads: rings:ring\nsubject: {on: ring, speed: 15 m/s}\n"
    with pytest.raises(TrustError, match=r"short.study.yaml:3:8: .* pass --allow rings"):
        loaded(tmp_path, text)


def test_the_presets_of_the_weather_are_those_that_there_are() -> None:
    assert set(Preset.__args__) == set(CONDITIONS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("roads: motorway.xodr\n", "", r":5:1: 'weather' needs roads; add, say, 'roads: town.xodr'"),
        ("motorway.xodr", "motorvay.xodr", r"motorvay.xodr"),
        ("[clear, {", "[cleer, {", r":6:11: .*'cleer'.*did you mean 'clear'"),
        ("{at: 4 s, preset: rain", "{preset: rain", r":6:18: weather comes up one after the other; give it an 'at'"),
        ("preset: rain", "grip: 120 %", r":6:\d+: weather.*grip is 120 %; expected up to 1"),
        ("on: M1.1, at: 400", "on: M1.1x, at: 400", r":7:26: there is no road or lane 'M1.1x'; did you mean 'M1.1'"),
        ("at: 400 m", "at: 40 km", r":7:36: road 'M1.1' has no s=40000; it is 1[0-9.]+ m long"),
        ("to: M1.2", "to: feeder", r":7:47: there is no route for car from .* to road 'feeder'"),
        ("to: M1.2", "to: M2.2", r":7:47: there is no road or lane 'M2.2'; did you mean 'M1.2'"),
        ("like: cautious", "like: careful", r":7:\d+: there is no driver character 'careful'"),
        ("headway: 2 s}}\ntraffic", "headways: 2 s}}\ntraffic", r":7:\d+: a driver has no trait 'headways'; did you"),
        ("headway: 2 s}}\ntraffic", "headway: 2 m}}\ntraffic", r":7:\d+: '2 m' is a length; expected a time"),
        ("name: ada", "name: ada, type: cart", r":7:\d+: there is no vehicle type 'cart'; did you mean 'car'"),
        ("rate: 5 Hz", "rate: 0 Hz", r":9:9: traffic.rate is 0 Hz; expected at least 1 Hz"),
        ("like: truck", "like: track", r":11:\d+: there is no vehicle type 'track'; did you mean 'truck'"),
        ("length: 15 m", "lenght: 15 m", r":11:26: .*has no 'lenght'; did you mean 'length'"),
        ("length: 15 m", "length: -15 m", r":11:\d+: length is -15 m; expected at least 0.2 m"),
        ("deviation: 0.2 s", "spread: 0.2 s", r":11:\d+: a distribution has no 'spread'"),
        ("deviation: 0.2 s", "low: 0.2 s", r":11:\d+: "),
        ("deviation: 0.2 s, ", "", r":11:\d+: a normal distribution needs 'deviation'"),
        ("mean: 2 s", "mean: 9 s", r":11:\d+: .*expected a mean within the bounds"),
        ("    lorry:", "    car:", r":11:5: 'car' is there already; give it a name of its own"),
        ("lorry: 25 %}", "lory: 25 %}", r":12:\d+: there is no vehicle type 'lory'; did you mean 'lorry'"),
        ("{car: 75 %, lorry: 25 %}", "{car: 0}", r":12:8: the shares of the mix add up to 0 %; expected 100 %$"),
        (
            "{car: 75 %, lorry: 25 %}",
            "{car: 95 %, lorry: 25 %}",
            r":12:8: the shares of the mix add up to 120 %; expected",
        ),
        ("{car: 75 %, lorry: 25 %}", "{car: -3, lorry: 1}", r":12:\d+: traffic.mix.car is -3; expected at least 0"),
        ("from: M1.1", "from: M1.0", r":14:14: there is no road or lane 'M1.0'; did you mean 'M1"),
        ("from: M1.1, to: M1.2", "from: M1.2, to: M1.1:0:-2", r":14:7: flow 'flow 1': there is no route for car from"),
        ("rate: 1200/h", "rate: -1200/h", r":14:\d+: traffic.flows.*rate is -1200/h; expected at least 0/h"),
        ("rate: 1200/h", "rate: 1200", r":14:\d+: .*1200 has no unit; write, say, '1200/h'"),
        ("rate: 1200/h", "rate: 1200 Hz", r":14:\d+: .*'1200 Hz' is a rate; expected a flow"),
        ("name: joining", "name: flow 1", r":15:7: flow 'flow 1' is there twice"),
        ("end: 18 s", "end: 1 s", r":15:7: flow 'joining' lasts from 2 s to 1 s"),
        ("lane: 0", "lane: 4", r":15:7: flow 'joining' starts on lane 4 of road feeder"),
        ("lane: 0", "lane: beste", r":15:\d+: .*'best'"),
        ("density: 12/km", "density: 12", r":16:\d+: .*12 has no unit; write, say, '12/km'"),
        ("density: 12/km", "density: 900/km", r":16:\d+: traffic.ambient.*density is 900/km; expected up to 120/km"),
        ("density: 12/km", "density: [{density: 9/km, roads: A1}]", r":16:\d+: a density is for the roads 'A1'"),
        ("subject: {", "subjects: {}\nignored: {", r":8:1: unknown key 'ignored'"),
        ("at: 500 m", "at: 5 km", r":19:\d+: lane 'M1.1:0:-3' has no s=5000.0; expected a number from 0 to its"),
        ("at: 500 m", "at: 500 m, x: 3", r":19:\d+: 'x' cannot stand beside 'on', which places the entity already"),
        ("at: 500 m", "att: 500 m", r":19:\d+: there is no column 'att'"),
        ("slow:", "ada:", r":19:5: entity no\. \d+ is already called 'ada'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(folder: Path, old: str, new: str, message: str) -> None:
    assert old in STUDY
    with pytest.raises(InputError, match=message):
        loaded(folder, STUDY.replace(old, new, 1)).controller()


def test_ambient_traffic_needs_somebody_to_be_around(folder: Path) -> None:
    lines = [line for line in STUDY.splitlines(keepends=True) if not line.startswith("subject")]
    with pytest.raises(InputError, match=r":15:3: ambient traffic is traffic round a subject; add 'subject'"):
        loaded(folder, "".join(lines))


def test_a_module_that_is_called_like_one_of_the_roads_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r":21:3: .*'traffic'"):
        loaded(folder, STUDY + "modules:\n  traffic: {use: picture, rate: 10 Hz}\n")
