"""Drivers from outside in studies: what a study may say of them, who may start, and how a drive with them goes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from seahaven.errors import InputError, StepError, TrustError
from seahaven.files import DocumentError
from seahaven.kernel import SECOND, Controller, Visits
from seahaven.motion import FLEET
from seahaven.reels import Reel
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import Hello, Instruction, LaneControls, View
from seahaven.takes import check, drivers_in, load_take, open_run, summarise
from tests.seats.test_program import is_alive

STUDY = """\
study: Driven
seed: 5
duration: 20 s
record: 10 Hz
roads: motorway.xodr
subject: {name: ada, on: M1, at: 100 m, speed: 20 m/s, DRIVER}
world:
  vehicle:
    slow: {on: M1, at: 160 m, speed: 10, driver: {top_speed: 10 m/s}}
"""
OCCUPANT = Path(__file__).parents[1] / "seats" / "programs" / "occupant.py"
EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = "tests.takes.test_seating"


def coasting(view: View) -> LaneControls:
    """Keep the speed."""
    return LaneControls(0.0)


class Slowing:
    """Brake as a parameter says."""

    def __init__(self, braking: float) -> None:
        self.braking = braking

    def drive(self, view: View) -> LaneControls:
        return LaneControls(-self.braking if view.ego.speed > 5.0 else 0.0)


class Counted:
    """Note that it was begun."""

    def begin(self, hello: Hello) -> None:
        begun.append(hello.vehicle.name)

    def drive(self, view: View) -> LaneControls:
        return LaneControls(0.0)


begun: list[str] = []


class Listening:
    """Keep what it is told."""

    def drive(self, view: View) -> LaneControls:
        heard.extend(view.instructions)
        return LaneControls(0.0)


heard: list[Instruction] = []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=30.0)).straight(2000.0)
    write_opendrive(builder.build(), tmp_path / "motorway.xodr")
    program = tmp_path / "mydriver"
    program.write_text(f"#!{sys.executable}\n{OCCUPANT.read_text()}")
    program.chmod(0o755)
    return tmp_path


def study(folder: Path, driver: str) -> Path:
    path = folder / "driven.study.yaml"
    path.write_text(STUDY.replace("DRIVER", driver))
    return path


def test_a_python_class_drives_with_its_parameters(folder: Path) -> None:
    said = f'driver: {{python: "{HERE}:Slowing", controls: lane, parameters: {{braking: 2.0}}}}'
    with open_run(study(folder, said), allow=["tests"]) as run:
        run.advance(5.0)
        assert run["ada"].speed == pytest.approx(10.0, abs=0.3)


def test_a_program_beside_the_study_drives(folder: Path) -> None:
    path = study(folder, "driver: {program: [./mydriver, gentle], controls: lane, limit: 20 s}")
    reel = load_take(path, allow=["./mydriver"]).play(folder / "out", overwrite=True)
    assert reel.is_complete
    assert "OccupantIs" in set(Reel.open(reel.path).events().column("kind").to_pylist())


def test_the_summary_tells_how_an_occupant_failed_in_a_drive_that_went_on(folder: Path) -> None:
    path = study(folder, "driver: {program: [./mydriver, nan], controls: lane, on_fault: hold}")
    reel = load_take(path, allow=["./mydriver"]).play(folder / "out", until=SECOND)
    (lapse,) = summarise(reel).lapses
    assert (lapse.name, lapse.late) == ("ada", 0)
    assert lapse.faults == 7
    assert lapse.first is not None
    assert lapse.first.startswith("program './mydriver nan' at step 3 (0.3 s): its answer does not fit")


def test_a_program_that_is_refused_at_the_start_leaves_the_recording_before_as_it_was(folder: Path) -> None:
    kept = load_take(study(folder, "driver: cautious"), allow=[]).play(folder / "out", until=1)
    path = study(folder, "driver: {program: [./mydriver, future]}")
    with pytest.raises(StepError, match=r"^program './mydriver future' cannot take the seat: it speaks version 99"):
        load_take(path, allow=["./mydriver"]).play(folder / "out", overwrite=True)
    assert Reel.open(kept.path).is_complete


@pytest.mark.parametrize(
    ("driver", "hint"),
    [
        ("driver: {program: [./mydriver]}", "program './mydriver' is not allowed to start; .* --allow ./mydriver"),
        (f'driver: {{python: "{HERE}:coasting"}}', "is code from package 'tests', which is not allowed"),
    ],
)
def test_a_driver_starts_only_if_it_is_allowed(folder: Path, driver: str, hint: str) -> None:
    path = study(folder, driver)
    take = load_take(path)
    assert len(drivers_in(take.root, take.world)) == 1
    with pytest.raises(TrustError, match=hint) as error:
        open_run(path)
    assert error.value.at is not None
    assert error.value.at.line == 6
    with pytest.raises(TrustError, match=hint):
        take.play(folder / "out")
    assert not (folder / "out").exists()


def test_a_program_may_be_allowed_by_its_whole_path(folder: Path) -> None:
    path = study(folder, "driver: {program: [./mydriver], controls: lane}")
    with open_run(path, allow=[str(folder / "mydriver")]) as run:
        run.advance(0.5)
        assert run["ada"].speed > 20.0


def test_a_paced_run_is_rehearsed_without_the_driver(folder: Path) -> None:
    path = study(folder, f'driver: {{python: "{HERE}:Counted", controls: lane}}')
    begun.clear()
    with open_run(path, allow=["tests"]) as run:
        run.pace = 20.0
        run.advance(2.0)
        assert run["ada"].speed == pytest.approx(20.0, abs=0.5)
    assert begun == ["ada"]


def test_a_run_that_is_reset_has_a_new_driver_and_leaves_none_behind(folder: Path) -> None:
    path = study(folder, "driver: {program: [./mydriver, gentle], controls: lane}")
    with open_run(path, allow=["./mydriver"]) as run:
        pids = []
        for seed in (5, 6, 6):
            run.reset(seed)
            run.advance(1.0)
            assert run["ada"].speed == pytest.approx(20.5)
            pids.append(run.controller["seat0"].live.occupant.pid)
        assert len(set(pids)) == 3
        assert not any(is_alive(pid) for pid in pids[:2])
    assert not is_alive(pids[2])


def test_check_shows_a_driver_and_does_not_start_it(folder: Path) -> None:
    (folder / "mydriver").write_text("#!/bin/sh\ntouch started\n")
    about = check(study(folder, "driver: {program: [./mydriver, --fast], controls: lane}"))
    assert about[-1] == "'ada' driven by program './mydriver --fast', lane controls"
    assert not (folder / "started").exists()


@pytest.mark.parametrize(
    ("driver", "label"),
    [
        ("driver: cautious", "the driver machine"),
        ("driver: {virtual: {kind: slow, number: 3}}", "virtual subject 'slow', number 3, panel controls"),
        ("driver: {virtual: {kind: replay, number: 3}}", "virtual subject 'replay', number 3, assisted controls"),
    ],
)
def test_check_shows_occupants_of_ours(folder: Path, driver: str, label: str) -> None:
    assert check(study(folder, driver))[-1] == f"'ada' driven by {label}"


@pytest.mark.parametrize(
    ("driver", "message"),
    [
        ("driver: {program: [./nobody]}", r"driven.study.yaml:6:\d+: there is no program './nobody' \(looked for"),
        ("driver: {program: [no-such-program]}", "there is no program 'no-such-program' on the PATH"),
        ("driver: {program: []}", "program"),
        ("driver: {program: null}", "no occupant is named"),
        ("driver: {program: [./mydriver], controls: assisted, rate: 2 Hz}", "at 2 Hz, but drivers decide at 10 Hz"),
        ("driver: {program: [./mydriver], python: 'a:b'}", "a seat has one occupant, and here are 'program' and"),
        ("driver: {program: [./mydriver], control: lane}", "unknown key 'control'.*did you mean 'controls'"),
        ("driver: {program: [./mydriver], controls: wings}", "controls"),
        ("driver: {python: nonsense}", "'nonsense' does not name code; expected 'package.module:Name'"),
        ("driver: {program: [./mydriver], view: {range: 5 km}}", "ViewOptions.range got 5000"),
        ("driver: {program: [./mydriver], chassis: ship}", r"driven.study.yaml:6:\d+: there is no chassis 'ship'"),
        ("driver: {program: [./mydriver], chassis: van, controls: lane}", "'chassis' is for controls of the kinds"),
        (
            "driver: {program: [./mydriver], virtual: any}",
            "a seat has one occupant, and here are 'program' and",
        ),
    ],
)
def test_a_driver_that_does_not_fit_is_refused_with_its_place(folder: Path, driver: str, message: str) -> None:
    with pytest.raises((InputError, DocumentError), match=message) as error:
        load_take(study(folder, driver))
    assert error.value.at is not None


def test_a_driver_hears_what_the_subject_is_told(folder: Path) -> None:
    path = study(folder, f'driver: {{python: "{HERE}:Listening", controls: lane}}')
    path.write_text(f"{path.read_text()}instructions: [{{time: 1 s, say: Turn the radio on., task: radio}}]\n")
    heard.clear()
    with open_run(path, allow=["tests"]) as run:
        run.advance(3.0)
    assert [(each.words, each.task) for each in heard] == [("Turn the radio on.", "radio")]


def test_the_same_driver_gives_the_same_bytes(folder: Path) -> None:
    path = study(folder, f'driver: {{python: "{HERE}:coasting", controls: lane, stateless: true}}')

    def digest() -> str:
        with open_run(path, allow=["tests"], seed=3) as run:
            run.advance(4.0)
            return run.world.digest()

    assert digest() == digest()


REFERENCE = '"examples.drivers.route_driver:RouteDriver"'


def test_a_driver_with_pedals_has_the_chassis_that_the_study_names(folder: Path) -> None:
    path = study(folder, f"driver: {{python: {REFERENCE}, controls: pedals, chassis: small car}}")
    with open_run(path, allow=["examples"]) as run:
        run.advance(1.0)
        assert run["ada"].length == FLEET["small car"].length
        assert run.world.owner(run["ada"].id, "x") == "free"
        assert run.controller["seat0"].beat.rate == 100


def with_pedals(name: str, folder: Path) -> Path:
    """An example, with the reference driver at the wheel and pedals of the subject."""
    said = (EXAMPLES / f"{name}.study.yaml").read_text().replace("roads: roads/", f"roads: {EXAMPLES}/roads/")
    driver = f"driver: {{python: {REFERENCE}, controls: pedals, rate: 20 Hz}}"
    path = folder / f"{name}.study.yaml"
    path.write_text(re.sub(r"driver: \{like: cautious.*\}", driver, said))
    assert driver in path.read_text()
    return path


@pytest.mark.parametrize("visits", [Visits.NEEDED, Visits.ALL])
def test_the_reference_driver_keeps_its_lane_on_the_motorway_with_pedals(
    visits: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Controller, "usual_visits", visits)
    with open_run(with_pedals("motorway", tmp_path), allow=["examples"]) as run:
        offsets, speeds = [], []
        for _ in range(20):
            run.advance(1.0)
            offsets.append(abs(run["ada"].offset))
            speeds.append(run["ada"].speed)
        assert max(offsets) < 0.3
        assert min(speeds) > 24.0
        assert run["ada"].contact is None
        digests.setdefault("motorway", set()).add(run.world.digest())
    assert len(digests["motorway"]) == 1


digests: dict[str, set[str]] = {}


@pytest.mark.parametrize(
    ("kind", "chassis"),
    [
        ("car", "sedan"),
        ("van", "van"),
        ("hurried van", "van"),
        ("my van", "van"),
        ("bus", "bus"),
        ("truck", "truck"),
        ("trailer truck", "trailer truck"),
    ],
)
def test_a_freely_driven_vehicle_is_made_of_what_its_type_is_made_of(folder: Path, kind: str, chassis: str) -> None:
    path = study(folder, f'type: {kind}, driver: {{python: "{HERE}:coasting", controls: motion}}')
    path.write_text(path.read_text() + "traffic: {types: {my van: {like: van, headway: 2 s}}}\n")
    world = load_take(path, allow=["tests"]).world
    assert world.family("cockpit").type.columns["chassis"].kinds[world.family("cockpit").chassis[0]] == chassis
    assert world["ada"].length == FLEET[chassis].length
