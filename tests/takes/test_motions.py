"""Motion behaviours in studies and in the hands of a program: what a file may say, and how vehicles switch."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.motion import KeyFrame, KeyFrames, PearlGate, StringOfPearls
from seahaven.reels import Reel
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import MotionControls, View
from seahaven.takes import Run, check, footage, load_take, open_run

STUDY = """\
study: Moved
seed: 5
duration: 30 s
record: 10 Hz
roads: motorway.xodr
subject: {name: ada, on: M1, at: 100 m, speed: 20 m/s}
world:
  vehicle:
    lead: {on: M1, at: 160 m, MOTION}
"""
HERE = "tests.takes.test_motions"
CUT_IN = """\
motion:
        relative: true
        start: 2 s
        then: lane
        trajectory:
          - {left: [0, 1.5], right: [0, -1.5], speed: 20}
          - {left: [20, 1.5], right: [20, -1.5], speed: 20}
          - {left: [45, 3.2], right: [45, 0.2], speed: 18}
          - {left: [70, 5], right: [70, 2], speed: 16}
          - {left: [90, 5], right: [90, 2], speed: 16}
"""
FRAMES = "motion: {key_frames: [{time: 0 s, x: 200, y: -9}, {time: 5 s, x: 260, y: -9}, {time: 8 s, x: 262, y: -5.2}]}"


def gentle(view: View) -> MotionControls:
    """Keep the speed, and go straight on."""
    return MotionControls(0.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=30.0)).straight(2000.0)
    write_opendrive(builder.build(), tmp_path / "motorway.xodr")
    return tmp_path


def study(folder: Path, motion: str, name: str = "moved", change: tuple[str, str] = ("", "")) -> Path:
    path = folder / f"{name}.study.yaml"
    path.write_text(STUDY.replace("{on: M1, at: 160 m, MOTION}", _block(motion)).replace(*change))
    return path


def _block(motion: str) -> str:
    if motion.startswith("motion:\n"):
        return f"\n      on: M1\n      at: 160 m\n      speed: 20 m/s\n      {motion}"
    return f"{{on: M1, at: 160 m, {motion}}}"


def string(*places: tuple[float, float, float]) -> StringOfPearls:
    return StringOfPearls([PearlGate((x, y + 2), (x, y - 2), v) for x, y, v in places])


AHEAD = string((0.0, 0.0, 20.0), (40.0, 0.0, 20.0), (80.0, 3.6, 20.0), (110.0, 3.6, 20.0))


@pytest.mark.parametrize("motion", ["lane", "kinematic", "dynamic"])
def test_a_study_names_the_behaviour_of_a_vehicle(folder: Path, motion: str) -> None:
    with open_run(study(folder, f"motion: {motion}, speed: 20 m/s")) as run:
        run.advance(5.0)
        assert run["lead"].motion == motion
        assert run["lead"].x > 240.0


def test_a_subject_may_be_kinematic_too(folder: Path) -> None:
    path = study(folder, "speed: 20 m/s", change=("speed: 20 m/s}\nworld", "speed: 20 m/s, motion: kinematic}\nworld"))
    with open_run(path) as run:
        run.advance(1.0)
        assert run.subject.motion == "kinematic"


def test_a_relative_trajectory_begins_on_its_lane_and_ends_on_the_next(folder: Path) -> None:
    with open_run(study(folder, CUT_IN)) as run:
        lanes, motions = [], []
        for _ in range(100):
            run.step()
            lanes.append(int(run["lead"].lane))
            motions.append(str(run["lead"].motion))
        assert motions.count("trajectory") == 50  # 92 m with 20, 19, 17 and 16 m/s
        assert (motions[0], motions[-1]) == ("lane", "lane")
        assert lanes[-1] == lanes[0] - 1
        assert abs(run["lead"].offset) < 0.5


def test_a_trigger_begins_a_script(folder: Path) -> None:
    path = study(folder, CUT_IN.replace("start: 2 s", "trigger: close"))
    close = "{on: M1, at: 260 m, who: subject, orders: [{of: lead, press: {signal: 1}}]}"
    path.write_text(path.read_text() + f"triggers:\n  close: {close}\n")
    with open_run(path) as run:
        seen = []
        for _ in range(150):
            run.step()
            seen.append((float(run["ada"].x), str(run["lead"].motion)))
        begun = next(x for x, motion in seen if motion == "trajectory")
        assert 260.0 < begun < 272.0
        assert seen[-1][1] == "lane"
    path.write_text(path.read_text().replace("trigger: close", "trigger: clsoe"))
    with pytest.raises(InputError, match="there is no trigger 'clsoe'; did you mean 'close'") as error:
        check(path)
    assert error.value.at is not None
    assert error.value.at.line == 15


def test_key_frames_begin_where_they_say_and_are_recorded(folder: Path) -> None:
    with open_run(study(folder, FRAMES)) as run:
        assert (run["lead"].x, run["lead"].y, run["lead"].motion) == (200.0, -9.0, "key frames")
        reel = run.record(folder / "out")
        run.advance(10.0)
        assert (run["lead"].x, run["lead"].y, run["lead"].speed) == (262.0, -5.2, 0.0)
    rows = Reel.open(reel.path if hasattr(reel, "path") else reel).frame("vehicle", ["time", "id", "x", "motion"])
    assert set(rows.motion[rows.id == run.take.world.names["lead"]]) == {"key frames"}


def test_traffic_heeds_a_scripted_vehicle(folder: Path) -> None:
    """Somebody parks across both lanes: the subject stops before it."""
    frames = ", ".join(f"{{time: {time} s, x: 330, y: -7, heading: 90 deg}}" for time in (0, 1))
    with open_run(study(folder, f"type: bus, motion: {{key_frames: [{frames}]}}")) as run:
        run.advance(25.0)
        assert run["ada"].speed < 0.5
        assert 280.0 < run["ada"].x < 330.0
        assert run["ada"].contact is None


def test_the_brake_lights_of_a_scripted_vehicle_show_how_it_is_moved(folder: Path) -> None:
    with open_run(study(folder, "speed: 20 m/s")) as run:
        run.move("lead", string((0.0, 0.0, 20.0), (40.0, 0.0, 20.0), (60.0, 0.0, 5.0), (90.0, 0.0, 5.0)), relative=True)
        lit = []
        for _ in range(45):
            run.step()
            lit.append((float(run["lead"].acceleration) < -0.5, bool(run["lead"].brake_light)))
        braking, lights = np.array(lit).T
        assert braking.any()
        assert lights[1:].tolist() == braking[:-1].tolist() or lights[2:].tolist() == braking[1:-1].tolist()


def test_a_vehicle_plays_what_another_was_recorded_to_do(folder: Path) -> None:
    load_take(study(folder, CUT_IN)).play(folder / "out")
    reel = Reel.open(folder / "out" / "moved.reel")
    path = study(folder, "motion: {reel: out/moved.reel, vehicle: lead, from: 2 s, start: 1 s}", "again")
    recorded = footage(reel, "lead")
    with open_run(path) as run:
        run.advance(4.0)
        assert run["lead"].motion == "reel"
        assert (run["lead"].x, run["lead"].y) == pytest.approx(recorded.at(5.0).pose.point, abs=1e-6)
        run.move("ada", footage(reel, "lead", begin=3.0), relative=True)
        x = float(run["ada"].x)
        run.advance(2.0)
        moved = recorded.at(5.0).pose.x - recorded.at(3.0).pose.x
        assert float(run["ada"].x) - x == pytest.approx(moved, abs=0.1)


def test_switching_there_and_back_at_run_time(folder: Path) -> None:
    with open_run(study(folder, "speed: 20 m/s, driver: {top_speed: 20 m/s}")) as run:
        run.advance(1.0)
        before = int(run["lead"].lane)
        run.move("lead", AHEAD, relative=True)
        run.advance(3.0)
        assert run["lead"].motion == "trajectory"
        for motion in ("kinematic", "dynamic", "lane"):
            run.move("lead", motion)
            run.advance(2.0)
            assert run["lead"].motion == motion
            assert run["lead"].speed == pytest.approx(20.0, abs=1.0)
        assert run["lead"].lane in (before, before - 1)
        assert run["lead"].entry >= 0


def acted(run: Run) -> None:
    run.move("lead", AHEAD, relative=True, then="lane")
    run.advance(1.0)
    run.move("ada", KeyFrames([KeyFrame(0.0, Pose(0.0, 0.0, 0.0)), KeyFrame(4.0, Pose(70.0, 2.0, 0.0))]), relative=True)


def test_the_same_acts_give_the_same_bytes_also_in_forks_and_after_going_back(folder: Path) -> None:
    digests = []
    with open_run(study(folder, CUT_IN)) as run:
        run.advance(3.0)
        kept = run.snapshot()
        for _ in range(2):
            acted(run)
            run.advance(0.5)
            with run.fork() as twin:
                twin.advance(6.0)
                digests.append(twin.world.digest())
            run.advance(6.0)
            digests.append(run.world.digest())
            run.restore(kept)
        run.reset()
        run.advance(3.0)
        acted(run)
        run.advance(6.5)
        digests.append(run.world.digest())
    assert len(digests) == 5
    assert len(set(digests)) == 1


def test_scripts_begin_after_a_warm_up_and_anew_with_every_seed(folder: Path) -> None:
    path = study(folder, FRAMES)
    path.write_text(path.read_text() + "traffic: {warm_up: 20 s, flows: [{from: M1, to: M1, rate: 900/h}]}\n")
    digests = []
    with open_run(path) as run:
        for seed in (5, 9, 5):
            run.reset(seed=seed)
            run.advance(8.0)
            assert (run["lead"].x, run["lead"].motion) == (262.0, "key frames")
            digests.append(run.world.digest())
    assert digests[0] == digests[2] != digests[1]


def test_a_freely_driven_vehicle_can_be_moved_by_a_script_and_given_back(folder: Path) -> None:
    driver = f'speed: 20 m/s, driver: {{python: "{HERE}:gentle", stateless: true}}}}\nworld'
    path = study(folder, "speed: 20 m/s", change=("speed: 20 m/s}\nworld", driver))
    with open_run(path, allow=["tests"]) as run:
        run.advance(1.0)
        run.move("ada", AHEAD, relative=True)
        run.advance(2.0)
        assert run["ada"].motion == "trajectory"
        y = float(run["ada"].y)
        run.move("ada", "free")
        seen = []
        for _ in range(20):
            run.step()
            seen.append((float(run["ada"].x), float(run["ada"].y)))
        assert run["ada"].motion == "dynamic"
        assert run.world.owner(run["ada"].id, "x") == "free"
        assert np.hypot(*np.diff(seen, axis=0).T) == pytest.approx(2.0, abs=0.15)
        assert seen[-1][1] > y
        with pytest.raises(InputError, match="'lead' has no cockpit to be driven from; give it a driver with pedals"):
            run.move("lead", "free")


REFUSED = [
    ("motion: {trajectory: [{left: [0, 1], right: [0, -1], speed: 5}]}", 9, "at least 2"),
    ("motion: {trajectory: [{left: [0, 1], right: [0, -1]}, {left: [9, 1], right: [9, -1], speed: 1}]}", 9,
     "a gate has either a 'speed' or a 'time'"),
    ("motion: {trajectory: [{left: [0, 1], right: [0, -1], time: 0}, {left: [9, 1], right: [9, -1], speed: 1}]}", 9,
     "of 2 gates 1 have a speed and 1 a time; expected the same of all"),
    ("motion: {trajectory: [{left: [0, 1], right: [0, -1], time: 3}, {left: [9, 1], right: [9, -1], time: 2}]}", 9,
     "gates 0 and 1 are passed at 3.0 and 2.0 s; expected rising times"),
    ("motion: {trajectory: [{left: [0, 1], right: [0, -1], time: 0}, {left: [900, 1], right: [900, -1], time: 2}]}", 9,
     "to get here takes 450 m/s; expected 70 m/s or less"),
    ("motion: {key_frames: [{time: 2, x: 0, y: 0}, {time: 1, x: 9, y: 0}]}", 9, "expected rising times"),
    ("motion: {key_frames: [{time: 1, x: 0, y: .nan}, {time: 2, x: 9, y: 0}]}", 9, "nan"),
    ("motion: {key_frames: [{time: 1, x: 0, y: 0}, {time: 2, x: 9, y: 0}], curve: b-spline}", 9,
     "'curve' of 'key_frames' is 'cubic' or 'linear'"),
    ("motion: {key_frames: [{time: 0, x: 0, y: 900}, {time: 9, x: 9, y: 900}], then: lane}", 9,
     "it ends at x=9, y=900, where no lane is within 50 m"),
    ("motion: {reel: gone.reel}", 9, "there is no reel 'gone.reel' beside the study"),
    ("motion: {reel: out/moved.reel, vehicle: leed}", 9, "'leed' is no vehicle: .* did you mean 'lead'"),
    ("motion: {reel: out/moved.reel, from: 60 s}", 9, "from 0 s to 30 s, so it cannot be played from 60 s on"),
    ("motion: {}", 9, "a script is one of 'trajectory', 'key_frames' and 'reel'"),
    ("motion: {key_frames: [{time: 1, x: 0, y: 0}, {time: 2, x: 9, y: 0}], start: 2 s, trigger: a}", 9,
     "begins by a 'trigger' or at its 'start', not by both"),
    ("motion: sideways", 9, "sideways"),
    (f"speed: 20 m/s, {FRAMES}", 9, "its script begins at once and says how fast it is; leave 'speed' out"),
]  # fmt: skip


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=30.0)).straight(2000.0)
    write_opendrive(builder.build(), folder / "motorway.xodr")
    load_take(study(folder, "speed: 20 m/s")).play(folder / "out")
    return folder


@pytest.mark.parametrize(("motion", "line", "hint"), REFUSED)
def test_what_makes_no_sense_is_refused_where_it_stands(recorded: Path, motion: str, line: int, hint: str) -> None:
    with pytest.raises(InputError, match=hint) as error:
        check(study(recorded, motion, "bad"))
    assert error.value.at is not None
    assert (error.value.at.line, error.value.at.file) == (line, str(recorded / "bad.study.yaml"))
    assert error.value.at.column


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ('driver: {python: "a:b"}, motion: kinematic', "pedals and wheel move it; leave 'motion' out"),
        ('driver: {python: "a:b", controls: lane}, ' + FRAMES, "a script moves it, so nobody drives it"),
        ("driver: {virtual: any}, " + FRAMES, "a script moves it, so nobody drives it"),
    ],
)
def test_two_ways_to_move_a_vehicle_are_refused(folder: Path, said: str, hint: str) -> None:
    path = study(folder, "speed: 20 m/s", change=(", speed: 20 m/s}\nworld", f", {said}}}\nworld"))
    with pytest.raises(InputError, match=hint) as error:
        check(path)
    assert error.value.at is not None
    assert error.value.at.line == 6


def test_moves_that_cannot_be_made_are_refused(folder: Path) -> None:
    far = KeyFrames([KeyFrame(0.0, Pose(0.0, 900.0, 0.0)), KeyFrame(1.0, Pose(9.0, 900.0, 0.0))])
    with open_run(study(folder, "speed: 20 m/s")) as run:
        for motion, options, hint in (
            ("fly", {}, "there is no motion 'fly'; expected one of lane, kinematic, dynamic, free"),
            ("reel", {}, "motion 'reel' is a script; give the plan itself"),
            (7, {}, "7 moves no vehicle; give a behaviour, gates, key frames or footage"),
            ("lane", {"then": "lane"}, "'relative' and 'then' are for plans, not for motion 'lane'"),
            (far, {"then": "lane"}, "where no lane is within 50 m to go on by"),
            (far, {"then": "up"}, "'up' cannot come after a script"),
        ):
            with pytest.raises(InputError, match=re.escape(hint)):
                run.move("lead", motion, **options)  # type: ignore[arg-type]  # what programs may try
        run.move("lead", far)
        run.advance(2.0)
        with pytest.raises(InputError, match="'lead' is at x=9, y=900, where no lane is within 50 m to be bound to"):
            run.move("lead", "lane")
        hand = run.grant("ada", "x")
        run.advance(0.2)
        with pytest.raises(InputError, match="'x' of 'ada' is granted to a hand; release"):
            run.move("ada", "kinematic")
        hand.release()
