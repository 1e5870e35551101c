"""Many drives of one study: folders, tables, going on after a break, and processes side by side."""

from __future__ import annotations

import json
import multiprocessing
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND
from seahaven.reels import Reel
from seahaven.takes import claimed
from seahaven.trials import Job, Trials, play_trials
from tests.trials.script import STUDY

RESULTS = ("situations.parquet", "situations.csv", "drives.csv", "columns.csv", "report.html")
ALLOW = ("tests",)


def _bytes(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in RESULTS}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Trials]:
    folder = tmp_path_factory.mktemp("trials")
    study = folder / "brakes.study.yaml"
    study.write_text(STUDY.replace("40 s", "20 s"))
    return study, play_trials(study, folder / "out", subjects=3, allow=ALLOW)


def test_each_drive_has_its_folder_and_all_have_tables(played: tuple[Path, Trials]) -> None:
    _, trials = played
    folder = trials.folder
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [*RESULTS, "subject-001", "subject-002", "subject-003"]
    )
    assert Reel.open(folder / "subject-002" / "brakes-ahead.reel").is_complete
    assert (folder / "subject-002" / "replay.html").is_file()
    table = pq.read_table(folder / "situations.parquet")
    assert table.num_rows == len(trials.rows) == 3
    frame = pd.read_csv(folder / "situations.csv")
    assert list(frame.columns) == table.column_names
    assert frame["participant"].tolist() == [1, 2, 3]
    assert frame["reached"].tolist() == table.column("reached").to_pylist()
    assert str(table.schema.field("follower_gap").type) == "double"  # though nobody follows
    drives = pd.read_csv(folder / "drives.csv")
    assert drives["state"].tolist() == ["finished"] * 3
    told = pd.read_csv(folder / "columns.csv")
    assert told["column"].tolist() == [*frame.columns, *drives.columns]
    assert table.schema.field("place").metadata[b"unit"] == b"m"


def test_virtual_subjects_drive_differently(played: tuple[Path, Trials]) -> None:
    assert len({row.speed for row in played[1].rows}) == 3


def test_side_by_side_the_same_seed_gives_the_same_bytes(played: tuple[Path, Trials], tmp_path: Path) -> None:
    study, trials = played
    heard: list[str] = []

    def hear(job: Job, what: str, value: Any) -> None:
        heard.append(what)

    play_trials(study, tmp_path / "out", subjects=3, allow=ALLOW, jobs=2, tell=hear)
    assert _bytes(tmp_path / "out") == _bytes(trials.folder)
    assert heard.count("record") == 3
    assert heard.count("entry") > 3


def test_a_run_that_broke_off_goes_on_where_it_was(played: tuple[Path, Trials], tmp_path: Path) -> None:
    study, trials = played
    told: list[tuple[str, str]] = []

    def hear(job: Job, what: str, value: Any) -> None:
        if what in ("record", "kept"):
            told.append((job.drive.folder, what))
        if what == "date" and job.drive.folder == "subject-002" and value > 5e9 and len(told) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_trials(study, tmp_path, subjects=3, allow=ALLOW, tell=hear)
    assert not (tmp_path / "subject-002" / "drive.json").exists()
    with pytest.raises(InputError, match="holds drives already; pass resume=True to go on"):
        play_trials(study, tmp_path, subjects=3, allow=ALLOW)
    play_trials(study, tmp_path, subjects=3, allow=ALLOW, resume=True, tell=hear)
    assert told == [
        *[("subject-001", "record"), ("subject-001", "kept")],
        *[("subject-002", "record"), ("subject-003", "record")],
    ]
    assert _bytes(tmp_path) == _bytes(trials.folder)


KILLED = """\
import os, signal, sys
from pathlib import Path
from seahaven.takes import keeping
from seahaven.trials import play_trials

def hear(job, what, value):
    if what == "date" and job.drive.folder == "subject-002" and value > 12e9:
        os.kill(os.getpid(), signal.SIGKILL)

keeping.KEEP_EVERY = 5 * 10**9
play_trials(sys.argv[1], Path(sys.argv[2]), subjects=3, allow=("tests",), tell=hear)
"""


def test_a_drive_that_was_killed_goes_on_where_it_was(played: tuple[Path, Trials], tmp_path: Path) -> None:
    study, trials = played
    command = [sys.executable, "-c", KILLED, str(study), str(tmp_path)]
    assert subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode == -signal.SIGKILL
    dates: dict[str, int] = {}

    def hear(job: Job, what: str, value: Any) -> None:
        if what == "date":
            dates.setdefault(job.drive.folder, value)

    again = play_trials(study, tmp_path, subjects=3, allow=ALLOW, resume=True, tell=hear)
    assert dates == {"subject-002": 10 * SECOND, "subject-003": 0}
    told, whole = _bytes(tmp_path), _bytes(trials.folder)
    report = told.pop("report.html").decode()
    assert told == {name: whole[name] for name in told}
    assert [record.resumed for record in again.records] == [(), (10.0,), ()]
    assert "1 drive broke off and went on." in report
    assert "broke off, went on at 0:10.0" in report
    assert "the drive broke off, and goes on from here" in report
    reels = [folder / "subject-002" / "brakes-ahead.reel" for folder in (tmp_path, trials.folder)]
    broken, unbroken = ({path.name: path.read_bytes() for path in reel.glob("*.parquet")} for reel in reels)
    assert broken == unbroken


def test_a_drive_that_broke_off_is_played_anew_with_force(played: tuple[Path, Trials], tmp_path: Path) -> None:
    study, _ = played
    first: list[int] = []

    def hear(job: Job, what: str, value: Any) -> None:
        if what == "date":
            first.append(value)
            if value > 12e9:
                raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as often:
        often.setattr("seahaven.takes.keeping.KEEP_EVERY", 5 * SECOND)
        with pytest.raises(KeyboardInterrupt):
            play_trials(study, tmp_path, subjects=1, allow=ALLOW, tell=hear)
    first.clear()
    assert not (tmp_path / "subject-001" / "drive.json").exists()
    play_trials(
        study, tmp_path, subjects=1, allow=ALLOW, overwrite=True, tell=lambda job, what, value: first.append(value)
    )
    assert first[0] == 0


def test_a_run_anew_that_broke_off_does_not_go_on_with_drives_of_before(
    played: tuple[Path, Trials], tmp_path: Path
) -> None:
    study, told = played[0], list[tuple[str, str]]()

    def hear(job: Job, what: str, value: Any) -> None:
        told.append((job.drive.folder, what))
        if what == "date" and len(told) > 1 and told[0][1] == "stop":
            raise KeyboardInterrupt

    play_trials(study, tmp_path, subjects=2, allow=ALLOW, pages=False, tell=hear)
    told[:] = [("", "stop")]
    with pytest.raises(KeyboardInterrupt):
        play_trials(study, tmp_path, subjects=2, allow=ALLOW, pages=False, overwrite=True, tell=hear)
    told.clear()
    play_trials(study, tmp_path, subjects=2, allow=ALLOW, pages=False, resume=True, tell=hear)
    assert [one for one in told if one[1] in ("record", "kept")] == [
        ("subject-001", "record"),
        ("subject-002", "record"),
    ]


def test_no_process_is_left_when_somebody_stops_the_run(played: tuple[Path, Trials], tmp_path: Path) -> None:
    def stop(job: Job, what: str, value: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_trials(played[0], tmp_path, subjects=3, allow=ALLOW, jobs=2, tell=stop)
    assert multiprocessing.active_children() == []


DEADLY = """\
study: Deadly
duration: 1 s
record: 5 Hz
courses: {road: {pieces: [{line: 500 m}]}}
world: {vehicle: {lead: {on: road, at: 40 m, speed: 10}}}
modules:
  lead: {use: car, entity: lead, with: {course: road}}
  end: {use: "tests.trials.script:End", rate: 5 Hz}
experiment:
  conditions:
    good: {}
    once: {modules: {end: {with: {kills: true, mark: MARK}}}}
    always: {modules: {end: {with: {kills: true}}}}
    late: {}
"""


def test_a_drive_whose_process_dies_is_played_again_and_in_the_end_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seahaven.trials.workers.TRIES", 2)  # starting a process takes seconds
    study, again = tmp_path / "deadly.study.yaml", list[tuple[str, str]]()
    study.write_text(DEADLY.replace("MARK", str(tmp_path / "mark")))

    def hear(job: Job, what: str, value: Any) -> None:
        if what == "again":
            again.append((job.drive.condition, value))

    trials = play_trials(study, tmp_path / "out", participant="1", allow=ALLOW, pages=False, jobs=2, tell=hear)
    killed = "its process was ended by SIGKILL, which may mean that memory ran out"
    assert sorted(again) == [("always", killed), ("once", killed)]
    assert pd.read_csv(tmp_path / "out" / "drives.csv")["state"].tolist() == [*["finished"] * 2, "failed", "finished"]
    assert trials.failed[0].error.startswith(killed)
    assert trials.failed[0].error.endswith("the same command plays this drive again, fewer --jobs need less memory")
    assert json.loads((tmp_path / "out" / "participant-001-always" / "drive.json").read_text())["error"]
    good, once = (Reel.open(tmp_path / "out" / f"participant-001-{name}" / "deadly.reel") for name in ("good", "once"))
    assert good.table("vehicle").equals(once.table("vehicle"))


def test_a_second_run_into_the_same_folder_is_refused_before_anything_is_loaded(
    played: tuple[Path, Trials], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the study was loaded")

    monkeypatch.setattr("seahaven.trials.drive.load_take", refuse)
    with claimed(tmp_path), pytest.raises(InputError, match="is playing into"):
        play_trials(played[0], tmp_path, subjects=3, allow=ALLOW)


def test_many_drives_leave_a_single_run_alone(played: tuple[Path, Trials]) -> None:
    study, trials = played
    with pytest.raises(InputError, match=r"holds a single run \(brakes-ahead.reel\), .* choose another folder"):
        play_trials(study, trials.folder / "subject-001", subjects=3, allow=ALLOW)


def test_one_virtual_subject_is_added_to_the_tables_of_all(played: tuple[Path, Trials], tmp_path: Path) -> None:
    study, _ = played
    for participant in ("2", "1"):
        play_trials(study, tmp_path, subjects=3, participant=participant, allow=ALLOW, pages=False, resume=True)
    assert pd.read_csv(tmp_path / "drives.csv")["participant"].tolist() == [1, 2]


ORPHANED = """\
import os
from multiprocessing import get_context
from tests.trials.script import busy_worker
ours, theirs = get_context("spawn").Pipe()
get_context("spawn").Process(target=busy_worker, args=(theirs,), daemon=True).start()
ours.recv()
os._exit(9)
"""


def test_no_process_outlives_a_run_that_was_killed() -> None:
    # The processes have the output of the run: it is at its end when the last of them is gone.
    command, here = [sys.executable, "-c", ORPHANED], Path(__file__).parents[2]
    killed = subprocess.run(command, cwd=here, stdout=subprocess.PIPE, timeout=60, check=False)
    assert (killed.returncode, killed.stdout) == (9, b"")


def test_drives_of_another_plan_are_not_taken_for_ours(played: tuple[Path, Trials], tmp_path: Path) -> None:
    study, trials = played
    with pytest.raises(InputError, match="is a drive of another plan: the seed"):
        play_trials(study, trials.folder, subjects=3, seed=77, allow=ALLOW, resume=True)
    changed = tmp_path / study.name
    changed.write_text(study.read_text() + "# later\n")
    with pytest.raises(InputError, match=r"of another study than brakes.study.yaml, or .* before it was changed"):
        play_trials(changed, trials.folder, subjects=3, allow=ALLOW, resume=True)


def test_a_drive_that_fails_is_told_and_leaves_the_others(tmp_path: Path) -> None:
    study = tmp_path / "fails.study.yaml"
    study.write_text(
        STUDY.replace("40 s", "3 s").replace("with: {number: 0, at: 8 s", "with: {number: 9, at: 1 s")
        + "experiment: {conditions: {bad: {}, good: {modules: {script: {with: {number: 2}}}}}}\n"
    )
    trials = play_trials(study, tmp_path / "out", participant="1", allow=ALLOW, pages=False)
    assert [record.is_finished for record in trials.records] == [False, True]
    assert "KeyError" in trials.failed[0].error
    told = json.loads((tmp_path / "out" / "participant-001-bad" / "drive.json").read_text())
    assert told["error"] == trials.failed[0].error


def test_the_report_tells_situations_links_and_causes(played: tuple[Path, Trials]) -> None:
    _, trials = played
    text = (trials.folder / "report.html").read_text()
    assert "Brakes ahead" in text
    assert 'href="subject-002/replay.html#situation=1"' in text
    assert "lead plays lead: conscripted, first choice" in text
    assert '<small class="dim">lead: lead (conscripted)</small>' in text
    assert '<small class="dim">time gap of lead</small>' in text
    assert "lead is told: for 2 s" in text
    assert "; ada is watched" in text
    assert 'title="sudden stop: as wanted"' in text
    assert "http://" not in text.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    assert "https://" not in text.replace("https://matplotlib.org", "")
