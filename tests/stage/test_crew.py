"""The crew: scenes that really happen around a student, told and blamed, the same in every run."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seahaven.direction import Outlook
from seahaven.errors import InputError
from seahaven.reels import Reel
from seahaven.stage import ROLE_TYPES, load_scene, played_scenes, story_of
from seahaven.stage.actors import CyclistActor, Orders, Student
from seahaven.stage.crew import AssistantDirector, Directors
from seahaven.stage.mark import Mark
from seahaven.stage.roles import DriverState
from seahaven.takes import Run, load_take, open_run

EXAMPLES = Path(__file__).parents[2] / "examples"
STUDY = f"""\
study: Scenes
seed: 2
duration: 130 s
record: 5 Hz
roads: seahaven.roads.builder:lesson_town
scenes: [{EXAMPLES}/scenes/car_from_the_left.scene.yaml, {EXAMPLES}/scenes/oncoming_turns_left.scene.yaml]
subject: {{name: ada, on: High_Street.1, at: 60 m, to: Station_Road.7, via: [East_Street.2], speed: 40 km/h}}
traffic:
  rate: 10 Hz
  warm_up: 3 min
  random: {{rate: 900/h, fringe: 3, least: 250 m}}
"""


@pytest.fixture(scope="module")
def drive(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Reel]:
    folder = tmp_path_factory.mktemp("scenes")
    study = folder / "scenes.study.yaml"
    study.write_text(STUDY)
    with open_run(study) as run:
        run.record(folder / "scenes.reel")
        run.advance(130.0)
    return study, Reel.open(folder / "scenes.reel" / "scenes.reel")


def events(reel: Reel) -> list[Any]:
    return [
        (one.time, one.kind, str(one.value)) for one in reel.happenings("SceneBegun", "RoleCast", "ShotTaken", "Said")
    ]


def test_a_scene_happens_as_written_judged_from_the_recording(drive: tuple[Path, Reel]) -> None:
    """At the last shot of a completed scene, the car is where the scene wants it, by its speed in the recording."""
    reel = drive[1]
    done = [one for one in played_scenes(reel) if one.outcome == "completed"]
    assert done
    for scene in done:
        cast = [value for _, kind, value in scene.events if kind == "RoleCast"][-1]
        taken = [(time, value) for time, kind, value in scene.events if kind == "ShotTaken"][-1]
        frame = reel.frame("vehicle", ["time", "id", "x", "y", "speed"])
        at = frame[(frame.time - taken[0]).abs() < 0.11]
        actor, student = at[at.id == cast["entity"]].iloc[0], at[at.id == reel.entity("ada")].iloc[0]
        x, y = scene.about["x"], scene.about["y"]
        away = {
            name: ((one.x - x) ** 2 + (one.y - y) ** 2) ** 0.5 for name, one in (("actor", actor), ("student", student))
        }
        assert away["student"] < 3.0 * student.speed + 25.0
        assert away["actor"] < 3.5 * max(actor.speed, 2.0) + 25.0


def test_the_story_is_told(drive: tuple[Path, Reel]) -> None:
    for scene in played_scenes(drive[1]):
        told = "\n".join(story_of(scene, messages=True))
        assert told.startswith(f"{scene.begun:.1f} s  Action: ")
        assert "when is the student" in told
        assert scene.outcome in ("", "completed", "failed", "stopped")
        if scene.outcome == "failed":
            assert scene.blame in told


def test_a_fork_goes_on_as_the_run_itself(drive: tuple[Path, Reel]) -> None:
    def told(run: Run) -> list[str]:
        table = run.world.family("vehicle")
        return [str(table.x.tobytes()), str(table.speed.tobytes()), str(table.route.tobytes())]

    with open_run(drive[0]) as run:
        run.advance(55.0)  # in the middle of a scene
        with run.fork() as twin:
            twin.advance(25.0)
            run.advance(25.0)
            assert told(run) == told(twin)


def test_scenes_need_a_student_and_each_scene_once(tmp_path: Path) -> None:
    scene = f"{EXAMPLES}/scenes/car_from_the_left.scene.yaml"
    for old, new, message in (
        ("subject: ", "# ", r":6:\d+: scenes are played around a subject"),
        ("oncoming_turns_left", "car_from_the_left", r":6:.*'car_from_the_left' is in the pool twice"),
        (scene, "nowhere.scene.yaml", r":6:10: .*nowhere.scene.yaml"),
    ):
        study = tmp_path / "bad.study.yaml"
        study.write_text(STUDY.replace(old, new))
        with pytest.raises(InputError, match=message):
            load_take(study)


def test_a_question_goes_up_the_tree_and_its_answer_comes_back() -> None:
    directors = Directors(ROLE_TYPES)
    scene = load_scene(EXAMPLES / "scenes/cyclist_forgets_to_yield.scene.yaml")
    stage: Any = type("Stage", (), {"student": Student(1, Outlook(speed=10.0, usual=10.0, pace=10.0), 40.0)})()
    directors.ask_student(0, scene.cast["cyclist"], Mark(4.0, is_time=False), stage)
    chain = [(one.sender, one.receiver) for one in directors.said]
    assert chain[:3] == [
        ("cyclist", "director of cyclists"),
        ("director of cyclists", "director of road users"),
        ("director of road users", "student"),
    ]
    assert chain[3:] == [(receiver, sender) for sender, receiver in reversed(chain[:3])]
    directors.said.clear()
    directors.ask_student(0, scene.cast["light"], Mark(4.0, is_time=False), stage)
    assert ("director of traffic lights", "master director") in [(one.sender, one.receiver) for one in directors.said]
    assert directors.tree()["director of cars"] == "director of drivers"


def test_the_assistant_varies_scenes_and_places_and_learns_what_fails() -> None:
    from seahaven.stage import Prospect

    pool = [load_scene(path) for path in sorted((EXAMPLES / "scenes").glob("*.scene.yaml"))][:2]
    pool[1] = replace(pool[1], place=pool[0].place, shots=pool[0].shots)
    assistant = AssistantDirector(pool)
    place: Any = type("Place", (), {"name": "west"})()
    prospect = Prospect(place, 300.0, 20.0, 24.0, 30.0, 0.9)
    first = assistant.choices(0.0, {pool[0].place: [prospect]}, 13.0)[0]
    assistant.begin(first, 0.0)
    assistant.end(first.scene, 30.0, is_completed=False)
    assert assistant.choices(31.0, {pool[0].place: [prospect]}, 13.0) == []  # a pause
    second = assistant.choices(60.0, {pool[0].place: [prospect]}, 13.0)[0]
    assert second.scene is not first.scene
    unlikely = replace(prospect, probability=0.1)
    assert assistant.choices(60.0, {pool[0].place: [unlikely]}, 13.0) == []
    again = AssistantDirector(pool)
    again.load(assistant.state())
    assert again.choices(60.0, {pool[0].place: [prospect]}, 13.0) == assistant.choices(
        60.0, {pool[0].place: [prospect]}, 13.0
    )


def test_a_student_that_stands_never_arrives() -> None:
    assert Student(1, Outlook(stood=3.0), 40.0).time(Mark(0.0, is_time=False)) == inf


def test_a_wanderer_goes_on_and_on_by_other_ways_for_other_seeds(tmp_path: Path) -> None:
    def ways(seed: int) -> list[int]:
        study = tmp_path / f"{seed}.study.yaml"
        text = "\n".join(line for line in STUDY.splitlines() if not line.startswith(("scenes:", "subject:")))
        study.write_text(f"{text}\nsubject: {{name: ada, on: High_Street.1, at: 60 m, wanders: true}}\n")
        with open_run(study, seed=seed) as run:
            lanes = []
            for _ in range(12):
                run.advance(10.0)
                lanes.append(int(run["ada"].lane))
        return lanes

    assert ways(1) == ways(1)
    assert ways(1) != ways(4)


def test_a_wanderer_has_no_goal(tmp_path: Path) -> None:
    study = tmp_path / "bad.study.yaml"
    study.write_text(STUDY.replace("speed: 40 km/h}", "wanders: true}"))
    with pytest.raises(InputError, match="nowhere in particular"):
        load_take(study)


def test_a_role_that_nobody_can_play_is_refused(tmp_path: Path) -> None:
    scene = (EXAMPLES / "scenes/car_from_the_left.scene.yaml").read_text()
    walker = scene.replace("{type: car, approaching: from the left}", "{type: pedestrian}")
    (tmp_path / "walker.scene.yaml").write_text(walker.replace("forget to yield", "cross"))
    study = tmp_path / "bad.study.yaml"
    study.write_text(STUDY.replace(f"{EXAMPLES}/scenes/car_from_the_left.scene.yaml", "walker.scene.yaml"))
    with pytest.raises(InputError, match=r":6:10: nobody can play 'crosser' of 'walker': a pedestrian has no actor"):
        load_take(study)


def test_an_actor_over_its_line_is_off_by_how_far_it_has_come() -> None:
    """A mark beyond the line, or at it, is missed by an actor that has driven on."""
    role = load_scene(EXAMPLES / "scenes/cyclist_forgets_to_yield.scene.yaml").cast["cyclist"]
    actor = CyclistActor(role, 7)
    seen: Any = SimpleNamespace(ids=np.array([7]), speed=np.array([5.0]))
    stage: Any = SimpleNamespace(seen=seen, dt=0.1, own_path=lambda *_: None)
    shot: Any = SimpleNamespace(states={"cyclist": DriverState(beyond="2 m")})
    table: Any = None
    actor.load({"since": [-1.0, 0.0], "metres": 1.0})
    assert actor.off(stage, shot, table) == pytest.approx(3.0)
    for _ in range(40):
        actor.play(stage, SimpleNamespace(states={}), None, table, Orders())  # type: ignore[arg-type]  # a shot without it
    assert actor.off(stage, shot, table) == pytest.approx(-17.0)
    actor.load({"since": [-1.0, 0.0], "metres": 60.0})
    assert actor.off(stage, shot, table) == inf
