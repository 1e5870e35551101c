"""Studies of towns: turns, random trips, route files, lights and people, and what is refused where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.takes import Take, check, examine, load_take, summarise
from seahaven.traffic import VehicleType
from seahaven.traffic.newcomer import Newcomers

TEE = Path(__file__).parents[1] / "roads" / "data" / "tee.net.xml"
STUDY = """\
study: Small town
seed: 3
duration: 30 s
record: 2 Hz
roads: town.xodr
subject: {name: ada, on: g_street_2.2, at: 20 m, speed: 30 km/h}
traffic:
  rate: 5 Hz
  mix: {car: 90 %, truck: 10 %}
  turns:
    g_2-1: {left: 20 %, straight: 50 %, right: 30 %}
  flows:
    - {name: west, from: g_street_2.1, rate: 600/h}
    - {name: south, from: g_avenue_1.1, to: g_avenue_1.4, rate: 300/h}
  random: {rate: 1800/h, fringe: 5, least: 100 m, begin: 2 s, end: 25 s}
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


def loaded(folder: Path, text: str = STUDY, **options: object) -> Take:
    path = folder / "small.study.yaml"
    path.write_text(text)
    return load_take(path, **options)


def sources(take: Take) -> tuple[list[str], int]:
    """The names of all flows of a take, and how many trips it has."""
    population = next(module for module in take.root.children if module.name == "population")
    return [flow.name for flow in population.demand.demand.flows], len(departures(take))


def departures(take: Take) -> list[float]:
    """When the trips of a take set out."""
    population = next(module for module in take.root.children if module.name == "population")
    return [time for time, _, _ in Newcomers.of(population.demand, population.tracks).departures(take.seed)]


def test_a_study_of_a_town_has_flows_that_turn_random_trips_and_lights(folder: Path) -> None:
    take = loaded(folder)
    flows, trips = sources(take)
    assert flows == ["west", "south"]
    assert 4 <= trips <= 22
    names = sorted(module.name for module in take.root.children)
    assert names == ["free", "population", "replanner", "signals", "traffic"]
    with take.controller() as run:
        run.advance(20 * SECOND)
        assert run.get("population/gate.count") >= 5
        assert len(run.store.family("signal")) > 0


def test_a_flow_without_a_goal_turns_by_the_ratios(folder: Path) -> None:
    population = next(module for module in loaded(folder).root.children if module.name == "population")
    west, south = population.demand.demand.flows
    assert len(west.journeys.parts) > 5
    assert len(south.journeys.parts) == 1
    seconds = {journey.roads[1] for journey in west.journeys.things}
    assert seconds == {"g_avenue_1.2", "g_avenue_1.3", "g_street_2.2"}


def test_random_trips_set_out_between_their_begin_and_end(folder: Path) -> None:
    times = departures(loaded(folder))
    assert 2.0 < min(times) < max(times) < 25.0


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(folder: Path) -> None:
    digests = []
    for seed in (None, 3, 4):
        with loaded(folder, seed=seed).controller() as run:
            run.advance(8 * SECOND)
            digests.append(run.store.digest())
    assert digests[0] == digests[1] != digests[2]


def test_going_on_from_a_checkpoint_gives_the_same_rows(folder: Path) -> None:
    whole = loaded(folder).play(folder / "whole", until=8 * SECOND)
    loaded(folder).play(folder / "first", until=4 * SECOND, checkpoint=folder / "half.npz")
    rest = loaded(folder).play(folder / "rest", until=8 * SECOND, resume=folder / "half.npz")
    assert rest.table("vehicle").equals(whole.table("vehicle", time=(4.0, None)))


@pytest.mark.parametrize(("lights", "families"), [("actuated", 5), ("off", 3)])
def test_lights_may_be_left_to_traffic_or_switched_off(folder: Path, lights: str, families: int) -> None:
    take = loaded(folder, STUDY + f"  lights: {lights}\n")
    assert len(list(take.world.families)) == families
    with take.controller() as run:
        run.advance(SECOND)


def test_lights_work_where_nobody_drives(folder: Path) -> None:
    text = "study: Empty\nduration: 1 s\nroads: town.xodr\n"
    assert [module.name for module in loaded(folder, text).root.children] == ["signals"]


def test_without_patience_nobody_takes_another_way(folder: Path) -> None:
    take = loaded(folder, STUDY + "  patience: null\n")
    assert "replanner" not in [module.name for module in take.root.children]


def test_people_walk_where_there_are_pavements(folder: Path) -> None:
    take = loaded(folder, STUDY + "people: {rate: 600/h, walks: 20}\n")
    with take.controller() as run:
        run.advance(5 * SECOND)
        assert len(run.store.family("person")) > 0


def demanded(folder: Path, demand: str, trips: str) -> Take:
    (folder / "town.rou.xml").write_text(f"<routes>\n{trips}\n</routes>")
    return loaded(folder, f"study: Trips\nduration: 9 s\nroads: town.xodr\ntraffic:\n  demand: {demand}\n")


GOOD = '<trip id="a" from="g_street_1.1" to="g_street_1.4" depart="0"/>'
BAD = '<trip id="b" from="g_street_1.1" to="nowhere" depart="0"/>'


@pytest.mark.parametrize("demand", ["town.rou.xml", "[town.rou.xml]", "{files: town.rou.xml}"])
def test_route_files_may_be_named_in_three_ways(folder: Path, demand: str) -> None:
    assert sources(demanded(folder, demand, GOOD)) == ([], 1)


def test_what_cannot_be_driven_is_refused_or_left_out_with_a_remark(folder: Path) -> None:
    with pytest.raises(InputError, match=r"town.rou.xml:3: trip 'b': there is no road or lane 'nowhere'"):
        demanded(folder, "town.rou.xml", f"{GOOD}\n{BAD}")
    take = demanded(folder, "{files: town.rou.xml, lenient: true}", f"{GOOD}\n{BAD}")
    assert sources(take) == ([], 1)
    (remark,) = take.remarks
    assert "'b' goes by the edge 'nowhere'" in remark.message
    assert examine(folder / "small.study.yaml")[1] == take.remarks


def test_trips_without_a_way_are_refused_with_their_place_or_left_out_and_the_rest_drives(folder: Path) -> None:
    island = '<trip id="c" from="g_street_1.1" to="island" depart="0"/>'
    builder = Builder("town with an island")
    builder.grid_town("g", streets=3, avenues=3)
    builder.road("island", at=(2000.0, 0.0)).straight(200.0)
    write_opendrive(builder.build(), folder / "town.xodr")
    with pytest.raises(InputError, match=r"town.rou.xml:3: trip 'c': .* not joined; .*lenient: true} leaves out trips"):
        demanded(folder, "town.rou.xml", f"{GOOD}\n{island}")
    take = demanded(folder, "{files: town.rou.xml, lenient: true}", f"{GOOD}\n{island}")
    assert [remark.rule for remark in take.remarks] == ["route"]
    with take.controller() as run:
        run.advance(5 * SECOND)
        assert run.get("population/gate.count") == 1


def spoilt(folder: Path, old: str, new: str, *, control: str) -> Take:
    """A town whose file was changed by a careless hand, with traffic."""
    builder = Builder("town")
    builder.grid_town("g", streets=2, avenues=2, control=control)
    write_opendrive(builder.build(), folder / "town.xodr")
    text = re.sub(r"<userData.*?</userData>", "", (folder / "town.xodr").read_text(), flags=re.DOTALL)
    changed = re.sub(old, new, text, flags=re.DOTALL)
    assert changed != text
    (folder / "town.xodr").write_text(changed)
    return loaded(
        folder, "study: Spoilt\nduration: 30 s\nroads: town.xodr\ntraffic: {random: {rate: 1200/h, least: 100 m}}\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "control", "remark"),
    [
        (r"<controller .*?</controller>", "", "lights", r"the lights of controller '.*' have no program; one was made"),
        (r"<signals>.*?</signals>", "", "lights", r"signal '.*' is not there; the reference is left out"),
        (
            r'<priority high="([^"]*)" low="([^"]*)"/>',
            r'<priority high="\1" low="\2"/><priority high="\2" low="\1"/>',
            "priority",
            r"says that road '.*' goes before road '.*' and the other way round; taken by the next rule",
        ),
    ],
    ids=["no controllers", "no signals", "contradictory priorities"],
)
def test_traffic_drives_on_roads_with_faults_and_the_faults_are_remarked(
    folder: Path, old: str, new: str, control: str, remark: str
) -> None:
    take = spoilt(folder, old, new, control=control)
    assert any(re.search(remark, one.message) for one in take.remarks)
    with take.controller() as run:
        run.advance(30 * SECOND)
        assert run.get("population/gate.count") > 5
        assert run.store.family("vehicle").null("contact").all()


def test_halts_of_route_files_are_made(folder: Path) -> None:
    stop = '<vehicle id="c" depart="0" departLane="best"><route edges="g_street_1.1 g_street_1.2"/>{}</vehicle>'
    trips = stop.format('<stop lane="g_street_1.1_1" endPos="30" duration="3"/>')
    with demanded(folder, "town.rou.xml", trips).controller() as run:
        run.advance(9 * SECOND)
        assert run.get("population/halts.count") == 1


def test_turning_ratios_may_come_from_a_file(folder: Path) -> None:
    (folder / "town.turns.xml").write_text(
        '<turns><edgeRelation from="g_street_2.1" to="g_avenue_1.3" count="1"/></turns>'
    )
    text = STUDY.replace("\n    g_2-1: {left: 20 %, straight: 50 %, right: 30 %}", " town.turns.xml")
    take = loaded(folder, text)
    assert "town.turns.xml" in take.inputs
    population = next(module for module in take.root.children if module.name == "population")
    assert {journey.roads[1] for journey in population.demand.demand.flows[0].journeys.things} == {"g_avenue_1.3"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("g_2-1: {", "g_2-9: {", r":11:5: there is no junction or road 'g_2-9'; did you mean"),
        ("left: 20 %", "lift: 20 %", r":11:5: junction 'g_2-1' has no way on 'lift'; there are: left, right, straight"),
        (
            "left: 20 %",
            "left: 20",
            r":11:12: the shares of the turns at 'g_2-1' add up to 20.8; expected 100 % \(is a '%'",
        ),
        ("car: 90 %", "car: 90", r":9:8: the shares of the mix add up to 90.1; expected 100 % \(is a '%' missing\?\)"),
        ("from: g_street_2.1,", "from: g_street_2.2,", r":13:26: road 'g_street_2.2' is driven on both ways"),
        ("from: g_street_2.1,", "from: g_street_2.1, via: [g_avenue_1.2],", r":13:45: 'west' has 'via' but no 'to'"),
        ("from: g_street_2.1,", "from: g_street_2.1, to: g_street_2.4,", r":10:3: nobody turns by 'turns': every flow"),
        ("rate: 1800/h", "rate: 1800", r":15:\d+: .*1800 has no unit; write, say, '1800/h'"),
        ("fringe: 5", "fringe: 0", r":15:\d+: .*fringe is 0; expected above 0"),
        (
            "least: 100 m",
            "least: 9 km",
            r":15:3: no random trip of 9000 m can be made: the furthest that car, truck come",
        ),
        ("begin: 2 s", "begin: 40 s", r":15:3: random trips got 25.0; expected an end after the begin"),
        (
            "speed: 30 km/h",
            "speed: 110",
            r":6:\d+: .*speed is 110 m/s; .* 252 km/h; .*: write, say, '110 km/h'",
        ),
        (
            "rate: 600/h}",
            "rate: 600/h, speed: 80}",
            r":13:\d+: .*speed is 80 m/s; .*: write, say, '80 km/h'",
        ),
        ("  rate: 5 Hz", "  rate: 5 Hz\n  lights: on", r":9:\d+: .*'fixed'"),
        (
            "traffic:",
            "subjects: {bob: {on: g_street_2.2, at: 21 m}}\ntraffic:",
            r":7:\d+: 'bob' is where 'ada' \(line 6\) is",
        ),
        ("traffic:", "people: {rate: 600}\ntraffic:", r":7:\d+: .*600 has no unit"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(folder: Path, old: str, new: str, message: str) -> None:
    assert old in STUDY
    with pytest.raises(InputError, match=message):
        loaded(folder, STUDY.replace(old, new, 1)).controller()


def test_a_mix_may_be_written_in_parts_of_a_hundred(folder: Path) -> None:
    assert check_names(folder, STUDY.replace("{car: 90 %, truck: 10 %}", "{car: 90, truck: 10}")) == "Small town"


def check_names(folder: Path, text: str) -> str:
    loaded(folder, text)
    return check(folder / "small.study.yaml")[0]


def test_people_without_pavements_are_refused(tmp_path: Path) -> None:
    builder = Builder("bare")
    builder.road("main", motorway()).straight(400.0)
    write_opendrive(builder.build(), tmp_path / "town.xodr")
    text = "study: Bare\nduration: 9 s\nroads: town.xodr\npeople: {rate: 600/h}\n"
    with pytest.raises(InputError, match=r":4:1: the roads have no pavements to walk on; 'beside_roads: true' lets"):
        loaded(tmp_path, text)


def test_in_a_town_without_edges_everybody_goes_on(tmp_path: Path, shared_data: Path) -> None:
    """Routes have to end somewhere; nobody stops there, neither the subject nor those around it."""
    roads = shared_data / "xodr" / "carla" / "Town02.xodr"
    path = tmp_path / "endless.study.yaml"
    path.write_text(
        f"study: Endless\nseed: 2\nduration: 2 min\nroads: {roads}\n"
        "subject: {name: ada, on: '1', at: 5 m, speed: 20 km/h}\n"
        "traffic: {rate: 5 Hz, mix: car, ambient: {density: 10/km}}\n"
    )
    take = load_take(path)
    run = Controller(take.root, store=take.world, seed=take.seed)
    run.advance(120 * SECOND)
    vehicles = take.world.family("vehicle")
    assert len(vehicles) > 15
    kinds = vehicles.type.columns["pilot"].kinds
    assert {kinds[pilot] for pilot in vehicles.pilot.tolist()} == {"active"}
    assert (vehicles.speed > 0.5).mean() > 0.5


def test_no_trailers_drive_in_a_town_unless_told(folder: Path) -> None:
    plain = STUDY.replace("  mix: {car: 90 %, truck: 10 %}\n", "")
    assert max(kind.body.length for kind in kinds_of(loaded(folder, plain))) < 13.0
    told = STUDY.replace("truck: 10 %", "trailer truck: 10 %")
    assert max(kind.body.length for kind in kinds_of(loaded(folder, told))) > 13.0


def kinds_of(take: Take) -> tuple[VehicleType, ...]:
    """The types of vehicles that the first flow of a take brings."""
    population = next(module for module in take.root.children if module.name == "population")
    things: tuple[VehicleType, ...] = population.demand.demand.flows[0].mix.things
    return things


def test_a_configuration_of_sumo_gives_roads_and_demand(tmp_path: Path) -> None:
    text = '<routes><trip id="a" from="west_in" to="east_out" depart="25201"/></routes>'
    (tmp_path / "demand.rou.xml").write_text(text)
    files = f'<net-file value="{TEE}"/><route-files value="demand.rou.xml"/><begin value="7:00:00"/>'
    (tmp_path / "tee.sumocfg").write_text(f"<configuration>{files}</configuration>")
    study = tmp_path / "tee.study.yaml"
    study.write_text("study: Tee\nduration: 4 s\nroads: tee.sumocfg\ntraffic: {demand: tee.sumocfg}\n")
    take = load_take(study)
    assert {"tee.sumocfg", "demand.rou.xml"} <= set(take.inputs)
    assert summarise(take.play(tmp_path / "out"), take.root).traffic.entered == 1
    study.write_text("study: Tee\nduration: 4 s\nroads: tee.sumocfg\ntraffic: {demand: demand.rou.xml}\n")
    take = load_take(study)
    assert any("the first does at 25201 s; begin there" in str(remark) for remark in take.remarks)
    traffic = summarise(take.play(tmp_path / "none"), take.root).traffic
    assert (traffic.entered, traffic.left) == (0, 0)
