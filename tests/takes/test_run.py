"""Runs: moved, acted in, watched, gone back on and reset, with the bytes of a run that was only played."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seahaven.takes
from seahaven.errors import InputError, SeahavenError, SnapshotError, StepError, WiringError
from seahaven.kernel import SECOND, Module, Tick
from seahaven.takes import Frame, Run, Take, load_take, open_run
from seahaven.world import VEHICLE, World, writes
from tests.takes.test_study import STUDY as TWO_CARS

TOWN = """
study: Town
seed: 3
duration: 20 s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
weather: clear
subject: {name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, speed: 40 km/h}
traffic:
  ambient: {radius: 300 m, density: 4/km, areas: {town: {road: High*}}}
world:
  vehicle:
    bob: {on: High_Street.1, at: 20 m, to: High_Street.6, speed: 30 km/h}
triggers:
  gate: {on: High_Street.6, at: 10 m, orders: [{of: bob, press: stop}]}
"""

MOTORWAY = """
study: Motorway
duration: 20 s
roads: tests.trials.script:roads
subject: {name: ada, on: M1, lane: right, at: 1000 m, speed: 100 km/h}
traffic: {ambient: {radius: 300 m, density: 10/km}}
"""


def written(folder: Path, text: str, name: str = "drive") -> Path:
    path = folder / f"{name}.study.yaml"
    path.write_text(text)
    return path


@pytest.fixture
def cars(tmp_path: Path) -> Iterator[Run]:
    with open_run(written(tmp_path, TWO_CARS)) as run:
        yield run


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Run]:
    with open_run(written(tmp_path, TOWN)) as run:
        yield run


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


# --- moving ---------------------------------------------------------------------------------------------------------


def test_a_run_that_is_recorded_has_the_bytes_of_one_that_is_played(tmp_path: Path) -> None:
    study = written(tmp_path, TOWN.replace("duration: 20 s", "duration: 3 s"))
    played = load_take(study).play(tmp_path / "played")
    with open_run(study) as run:
        run.record(tmp_path / "run")
        run.watch(lambda frame: None, every=0.7)
        while not run.is_over:
            run.step()
    assert contents(run.reel.path) == contents(played.path)


def test_steps_are_those_of_the_traffic_or_of_the_fastest_module(cars: Run, town: Run) -> None:
    assert (cars.dt, town.dt) == (0.01, 0.1)
    town.step()
    town.advance(0.25)
    assert town.time == 0.35
    town.step()
    assert town.time == 0.4
    town.step(3)
    assert (town.time, town.now) == (0.7, 7 * SECOND // 10)


def test_a_run_advances_by_seconds_to_a_time_or_until_a_condition(cars: Run) -> None:
    assert cars.advance(1.0)
    assert cars.advance(until=1.5)
    assert cars.time == 1.5
    assert cars.advance(until=lambda run: run["lead"].x > 50.0)
    assert cars["lead"].x > 50.0
    before = cars.time
    assert cars.advance(until=lambda run: True)
    assert cars.time == before
    assert not cars.advance(until=lambda run: False, at_most=0.5)
    assert cars.time == pytest.approx(before + 0.5)


def test_a_run_goes_no_further_than_its_study(cars: Run) -> None:
    assert not cars.is_over
    assert not cars.advance(100.0)
    assert (cars.time, cars.duration, cars.is_over) == (4.0, 4.0, True)
    with pytest.raises(InputError, match=r"'Short drive' is over: it lasts 4 s; reset the run"):
        cars.step()
    cars.reset()
    assert cars.advance()
    assert cars.time == 4.0


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (lambda run: run.step(-1), "cannot go 1 steps back"),
        (lambda run: run.advance(-1.0), "the run is at 1 s and cannot go back to 0 s; restore a snapshot, or reset it"),
        (lambda run: run.advance(until=0.5), "cannot go back to 0.5 s"),
        (lambda run: run.advance(1.0, until=2.0), "either a number of seconds or 'until'"),
        (lambda run: run.advance(1.0, at_most=2.0), "'at_most' is for a condition"),
        (lambda run: run.advance(float("nan")), "nan s is not a time"),
        (lambda run: run.watch(print, every=0.0), "'every' is 0.0; expected a positive number of seconds"),
        (lambda run: run.watch(3), "3 cannot watch: it is neither callable nor has it 'on_frame' or 'on_event'"),
        (lambda run: run.watch(print, families=["vehicel"]), "no family 'vehicel'; did you mean 'vehicle'"),
        (lambda run: setattr(run, "pace", -1.0), "a pace must be a positive factor of real time, not -1.0"),
    ],
)
def test_what_makes_no_sense_is_refused(cars: Run, move: Any, message: str) -> None:
    cars.advance(1.0)
    with pytest.raises(InputError, match=message):
        move(cars)


def test_a_closed_run_refuses_everything_and_may_be_closed_again(cars: Run) -> None:
    hand = cars.grant("lead", "speed")
    cars.close()
    with pytest.raises(SeahavenError, match="the run of this hand has ended"):
        hand.speed = 1.0
    cars.close()
    assert cars.is_closed
    for act in (cars.step, cars.frame, cars.snapshot, cars.fork, cars.reset, lambda: cars["lead"], cars.__enter__):
        with pytest.raises(SeahavenError, match="the run of 'Short drive' is closed; open it again"):
            act()


class Bomb(Module):
    """Raises in its third step, unless it is defused."""

    own = writes("vehicle", "speed")

    def step(self, tick: Tick) -> None:
        if tick.index == 2:
            raise ZeroDivisionError("tick")
        self.own.speed = float(tick.index)


def test_a_run_that_failed_says_so_and_can_be_reset() -> None:
    take = Take("Bang", Module("root", Bomb("bomb", rate=10)), World([VEHICLE]), SECOND)
    take.world.add("vehicle", "car", x=0.0, y=0.0)
    with open_run(take) as run:
        with pytest.raises(StepError, match=r"module 'bomb' failed at 0.2 s"):
            run.advance(1.0)
        with pytest.raises(SeahavenError, match=r"the run failed at 0.2 s and cannot go on; reset it, or restore"):
            run.step()
        run.reset()
        assert run.time == 0.0
        run.step(2)
        assert run["car"].speed == 1.0
        with pytest.raises(SnapshotError, match="was opened from a take and cannot be made anew with seed 5"):
            run.reset(seed=5)


def test_there_is_one_loop_over_a_controller() -> None:
    """Benches that build trees of their own without a take are left out."""
    source = Path(seahaven.takes.__file__).parents[1]
    rooms = [
        path for path in sorted(source.rglob("*.py")) if path.relative_to(source).parts[0] not in ("bench", "kernel")
    ]
    loops = [path.name for path in rooms for loop in ast.walk(ast.parse(path.read_text())) if drives(loop)]
    assert loops == ["driving.py"]


def drives(loop: ast.AST) -> bool:
    """Whether a loop advances a controller."""
    if not isinstance(loop, ast.For | ast.While):
        return False
    calls = [node.func for node in ast.walk(loop) if isinstance(node, ast.Call)]
    moves = [call.value for call in calls if isinstance(call, ast.Attribute) and call.attr in ("advance", "run")]
    return any(ast.unparse(value).endswith("controller") for value in moves)


# --- acting ---------------------------------------------------------------------------------------------------------


def test_a_press_is_in_force_at_the_next_step_and_in_the_reel(town: Run, tmp_path: Path) -> None:
    town.record(tmp_path / "out")
    town.step()
    town.press("bob", "brake", "4 m/s²")
    town.step()
    assert town["bob"].wish == -4.0
    events = town.stop_recording().events().to_pylist()
    assert [(e["sender"], e["time"]) for e in events if e["kind"] == "Press"] == [("outside.pressed", 0.1)]


def test_one_press_is_for_several_and_partners_go_by_name(town: Run) -> None:
    town.press(["bob", town["ada"]], "adjust_speed", "18 km/h")
    town.press("ada", "follow", "bob")
    town.advance(8.0)
    assert town["bob"].speed == pytest.approx(5.0, abs=0.3)


def test_panels_of_weather_lights_ambient_traffic_and_triggers_are_pressed(town: Run) -> None:
    town.weather("rain", fade=1.0)
    town.press("ambient", "suspend")
    town.ambient(factor=0.5)
    town.press("gate", "fire")
    town.light("station", phase="Station Road", hold_for=20.0)
    town.light("station/lights", off=True)
    town.advance(2.0)
    weather = town.table("weather")
    assert (weather.rain[0], weather.visibility[0]) == (6.0, 2_000.0)
    assert any(event.sender == "triggers.fired" for event in town.frame().events)
    assert town.get("ambient.radius") == 300.0
    town.set("ambient.radius", 200.0)
    assert town.get("ambient.radius") == 200.0


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda run: run.press("bbo", "brake", 1.0), "'bbo' is no vehicle: .* did you mean 'bob'"),
        (lambda run: run.press(777, "brake", 1.0), "entity no. 777 is not in the world: there never was one"),
        (lambda run: run.press([], "brake", 1.0), "'brake' is pressed of nobody"),
        (lambda run: run.press("bob", "braek", 1.0), "there is no button or dial 'braek'; did you mean 'brake'"),
        (lambda run: run.press("bob", "brake", 300.0), "brake is 300.* expected up to 20 m/s²"),
        (lambda run: run.press("bob", "brake", float("nan")), "brake|expected"),
        (lambda run: run.press("bob", "change_lane", 3), "'change_lane' takes one of -1, 1, not 3"),
        (lambda run: run.press("bob", "follow", "eve"), "'eve' is no vehicle"),
        (lambda run: run.press("gate", "shut"), "there is no button or dial 'shut'"),
        (lambda run: run.weather("rian"), "there is no weather 'rian'; did you mean 'rain'"),
        (lambda run: run.weather(grip=7.0), "grip is 7.* expected up to 1.5"),
        (lambda run: run.weather(), "nothing was asked for"),
        (lambda run: run.light("stations", phase=0), "no controller of lights 'stations'; did you mean 'station'"),
        (
            lambda run: run.light("station", phase=99),
            "'station/lights' has no phase 99; it has 'all red', 'Station Road, people wait', .* 0, 2, ",
        ),
        (lambda run: run.light("station", fase=0), "there is no button or dial 'fase'"),
        (lambda run: run.ambient(suspend_area=4), "there is no area 4 of ambient traffic; there are 1"),
        (lambda run: run.set("ambient.radus", 1.0), "radus.*; did you mean 'radius'"),
        (lambda run: run.set("nowhere.radius", 1.0), "nowhere"),
        (lambda run: run.grant("bob", "whish"), "a vehicle has no column 'whish'; did you mean 'wish'"),
        (lambda run: run.grant("bob"), "no column is named; a vehicle has "),
        (lambda run: run.grant("bob", "wish", "wish"), "'wish' is named twice"),
        (lambda run: run["eve"], "'eve' is no vehicle"),
        (lambda run: run[2.5], "2.5 is no entity; give a name, an id or a handle"),
    ],
)
def test_names_and_values_of_acts_are_checked(town: Run, act: Any, message: str) -> None:
    before = town.snapshot()
    with pytest.raises((InputError, WiringError), match=message):
        act(town)
    assert town.snapshot().modules.keys() == before.modules.keys()


def test_a_study_without_panels_says_so(cars: Run) -> None:
    for act, what in (
        (lambda: cars.press("lead", "brake"), "panel of 'lead': nothing in this study is driven by machines"),
        (lambda: cars.weather("rain"), "weather to change; add 'weather: clear' to the study"),
        (lambda: cars.light("station", off=True), "traffic light; the roads of the study have none"),
        (lambda: cars.ambient(suspend=True), "ambient traffic; add 'traffic: {ambient: ...}' to the study"),
        (lambda: cars.subject, "'Short drive' has no subject"),
    ):
        with pytest.raises(InputError, match=what):
            act()


def test_granted_columns_are_the_callers_until_they_are_released(town: Run) -> None:
    bob = town["bob"]
    town.advance(2.0)
    hand = town.grant("bob", "wish")
    hand.wish = "-3 m/s²"
    town.step()
    speed = bob.speed
    town.step(5)
    assert bob.wish == hand.wish == -3.0
    assert bob.speed == pytest.approx(speed - 1.5, abs=1e-6)
    with pytest.raises(InputError, match="'wish' of 'bob' is granted already; release that hand first"):
        town.grant("bob", "wish")
    with pytest.raises(InputError, match="was not granted 'aim'"):
        hand.aim = 1.0
    with pytest.raises(InputError, match="wish is inf m/s²; expected"):
        hand.wish = float("inf")
    hand.release()
    hand.release()
    town.step(2)
    assert bob.wish != -3.0
    assert hand.is_released
    with pytest.raises(SeahavenError, match="the columns wish of 'bob' were released; grant them anew"):
        hand.wish = 1.0


def test_columns_of_a_module_that_owns_single_entities_go_back_to_it(cars: Run) -> None:
    cars.advance(0.5)
    with cars.grant("lead", "x", "speed") as hand:
        hand.x, hand.speed = 35.0, 0.0
        cars.step(2)
        assert (cars["lead"].x, cars["lead"].speed) == (35.0, 0.0)
    cars.advance(1.0)
    assert cars["lead"].x > 36.0
    assert cars.world.owner(cars["lead"].id, "x") == "lead/mechanics"


# --- determinism ----------------------------------------------------------------------------------------------------


def acted(run: Run, until: float) -> None:
    """Do something at each half second."""
    while run.time < until:
        match round(2 * run.time):
            case 1:
                run.press("bob", "brake", 2.0)
            case 2:
                run.press("bob", "release")
                run.grant("ada", "wish").wish = -1.0
            case 3:
                run.weather("fog", fade=2.0)
                for hand in run.hands:
                    hand.release()
        run.advance(0.5)


def test_the_same_acts_give_the_same_bytes_however_a_run_came_there(town: Run, tmp_path: Path) -> None:
    acted(town, 1.5)
    snapshot, twin = town.snapshot(), town.fork()
    acted(town, 3.0)
    town.advance(until=3.0)
    digest = town.world.digest()
    acted(twin, 3.0)
    assert twin.world.digest() == digest
    town.restore(snapshot)
    acted(town, 3.0)
    assert town.world.digest() == digest
    town.reset()
    acted(town, 3.0)
    assert town.world.digest() == digest
    with open_run(written(tmp_path, TOWN)) as fresh:
        acted(fresh, 3.0)
        assert fresh.world.digest() == digest
        fresh.restore(snapshot)
        acted(fresh, 3.0)
        assert fresh.world.digest() == digest


WARM = TOWN.replace("traffic:\n", "traffic:\n  warm_up: 5 s\n  random: {rate: 2000/h}\n")


@pytest.mark.parametrize("text", [TWO_CARS, TOWN, WARM], ids=["two cars", "town", "warm-up"])
def test_a_reset_run_has_the_bytes_of_one_that_was_just_opened(text: str, tmp_path: Path) -> None:
    study = written(tmp_path, text)
    with open_run(study) as run:
        for number, seed in enumerate((None, 3, 8, None)):
            run.advance(0.3)
            run.reset(seed)
            assert run.time == 0.0
            run.record(tmp_path / f"reset{number}")
            run.advance(0.5)
            with open_run(study, seed=run.seed) as fresh:
                fresh.record(tmp_path / f"fresh{number}")
                fresh.advance(0.5)
                assert fresh.world.digest() == run.world.digest()
            assert contents(run.stop_recording().path) == contents(fresh.reel.path)


def test_handles_of_before_a_reset_with_another_seed_show_no_old_world(town: Run) -> None:
    bob, vehicles = town["bob"], town.vehicles
    town.reset(seed=9)
    assert not bob.exists
    assert len(vehicles) == 0
    assert town["bob"].exists


def test_twenty_interleaved_runs_have_the_bytes_of_twenty_separate_ones(tmp_path: Path) -> None:
    cars, motorway, town = (
        written(tmp_path, text, name) for text, name in ((TWO_CARS, "cars"), (MOTORWAY, "motorway"), (TOWN, "town"))
    )
    cases = [(study, seed) for seed in range(9) for study in (cars, motorway)] + [(town, 1), (town, 2)]
    apart = [separate(study, seed, tmp_path / f"apart{k}") for k, (study, seed) in enumerate(cases)]
    runs = [open_run(study, seed=seed, allow=["tests"]) for study, seed in cases]
    assert len({digest for digest, _ in apart}) == 12
    for k, run in enumerate(runs):
        run.record(tmp_path / f"together{k}")
    for _ in range(10):
        for run in runs:
            run.step()
    for run, (digest, tables) in zip(runs, apart, strict=True):
        assert run.world.digest() == digest
        run.close()
        assert contents(run.reel.path) == tables


def separate(study: Path, seed: int, out: Path) -> tuple[str, dict[str, bytes]]:
    with open_run(study, seed=seed, allow=["tests"]) as run:
        run.record(out)
        run.advance(10 * run.dt)
        digest = run.world.digest()
    return digest, contents(run.reel.path)


def test_a_snapshot_of_another_seed_or_of_a_recorded_run_is_refused(cars: Run, tmp_path: Path) -> None:
    snapshot = cars.snapshot()
    cars.record(tmp_path / "out")
    cars.step()
    with pytest.raises(InputError, match=r"the run is recorded into .*short-drive.reel already"):
        cars.record(tmp_path / "other")
    with pytest.raises(SnapshotError, match=r"is recorded into .* and cannot go back; fork it, or stop_recording"):
        cars.restore(snapshot)
    cars.stop_recording()
    cars.restore(snapshot)
    cars.reset(seed=4)
    with pytest.raises(SnapshotError, match="taken under seed 3, this run has 4"):
        cars.restore(snapshot)


# --- watching -------------------------------------------------------------------------------------------------------


def test_a_frame_has_copies_of_what_there_is(town: Run) -> None:
    first = town.frame()
    town.step()
    frame = town.frame({"vehicle": ("x", "speed", "gap", "leader", "kind")})
    assert (frame.time, frame.now, frame.subjects) == (0.1, SECOND // 10, (town["ada"].id,))
    vehicles = frame["vehicle"]
    assert set(vehicles) == {"id", "x", "speed", "gap", "leader", "kind"}
    assert np.array_equal(vehicles["id"], town.vehicles.ids)
    assert np.array_equal(np.isnan(vehicles["gap"]), town.vehicles.null("gap"))
    row = frame.row("bob")
    assert (row["kind"], row["leader"]) == ("car", town["bob"].leader)
    assert first["vehicle"]["x"][0] != vehicles["x"][0]
    table = frame.table()
    assert set(table.name) >= {"ada", "bob", "no. 13"}
    assert list(table.columns) == ["time", "id", "name", "x", "speed", "gap", "leader", "kind"]
    with pytest.raises(InputError, match="the frame has no family 'weather'"):
        frame["weather"]
    with pytest.raises(InputError, match="'eve' is no vehicle"):
        frame.row("eve")


def test_watchers_see_frames_at_their_own_rate_and_events_as_they_come(town: Run) -> None:
    class Log:
        def __init__(self) -> None:
            self.times: list[float] = []
            self.events: list[tuple[float, str]] = []

        def on_frame(self, frame: Frame) -> None:
            self.times.append(frame.time)

        def on_event(self, event: Any) -> None:
            self.events.append((town.time, event.sender))

    log, seen = Log(), list[tuple[float, int]]()
    town.watch(log, every=0.25, families=["vehicle"])
    watch = town.watch(
        lambda frame: seen.append((frame.time, sum(e.sender == "outside.pressed" for e in frame.events)))
    )
    town.advance(0.2)
    town.press("bob", "brake", 1.0)
    town.advance(0.4)
    assert log.times == [0.0, 0.25, 0.5]
    assert (0.2, "outside.pressed") in log.events
    assert seen == [(0.0, 0), (0.1, 0), (0.2, 0), (0.3, 1), (0.4, 0), (0.5, 0), (0.6, 0)]
    watch.stop()
    town.reset()
    town.step()
    assert log.times == [0.0, 0.25, 0.5, 0.0]
    assert len(seen) == 7


def test_a_watcher_that_raises_is_named_and_the_run_is_not_spoilt(cars: Run) -> None:
    def careful(frame: Frame) -> None:
        if frame.time > 0.5:
            raise ValueError("too late")

    watch = cars.watch(careful)
    with pytest.raises(SeahavenError, match=r"watcher 'careful' failed at 0.51 s: ValueError: too late"):
        cars.advance(1.0)
    watch.stop()
    cars.advance(until=1.0)
    digest = cars.world.digest()
    cars.reset()
    cars.advance(1.0)
    assert cars.world.digest() == digest


def test_watchers_and_conditions_may_act_but_not_advance(town: Run) -> None:
    town.watch(lambda frame: town.press("bob", "brake", 3.0) if frame.time == 0.5 else None)
    town.advance(1.0)
    assert town["bob"].wish == -3.0
    with pytest.raises(SeahavenError, match="cannot step a run from inside its own advance"):
        town.advance(until=lambda run: run.step())


def test_frames_drive_the_run(cars: Run) -> None:
    frames = list(cars.frames(every=0.5, until=1.2, families=["vehicle"]))
    assert [frame.time for frame in frames] == [0.0, 0.5, 1.0, 1.2]
    assert [frame.time for frame in cars.frames(every=1.0)] == [1.2, 2.0, 3.0, 4.0]
    cars.reset()
    until = [frame.time for frame in cars.frames(every=0.5, until=lambda run: run["lead"].x > 38.0)]
    assert until[:2] == [0.0, 0.5]
    assert cars["lead"].x > 38.0


def test_a_run_draws_nothing_unless_it_has_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    study = written(tmp_path, TWO_CARS + "  picture: {use: picture, rate: 10 Hz, with: {course: road}}\n")
    with open_run(study) as run:
        run.advance(0.5)
    assert not list(tmp_path.glob("**/*.svg"))
    with open_run(study, out=tmp_path / "out") as run:
        run.advance(0.5)
        run.reset()
        run.advance(0.5)
    assert (tmp_path / "out" / "drive.svg").is_file()


def test_a_picture_of_the_same_world_has_the_same_bytes(town: Run, tmp_path: Path) -> None:
    town.step()
    for suffix in ("png", "svg"):
        first, second = (town.draw(tmp_path / f"{name}.{suffix}").read_bytes() for name in "ab")
        assert first == second
    assert first.decode().count("<path") > 50
    assert second != town.draw(tmp_path / "c.svg", around="bob", reach=60.0).read_bytes()
    with pytest.raises(InputError, match="a picture cannot reach -1 m"):
        town.draw(tmp_path / "d.svg", reach=-1)


def test_a_world_without_roads_or_rows_is_drawn_too(cars: Run, tmp_path: Path) -> None:
    assert cars.draw(tmp_path / "cars.svg").is_file()
    with open_run(Take("Empty", Module("root"), World([VEHICLE]), SECOND)) as empty:
        assert empty.draw(tmp_path / "empty.svg").is_file()
