"""`seahaven play` of many drives, and of one with situations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seahaven.kernel import SECOND
from tests.cli.sources import Seahaven
from tests.reels.pages import Parsed
from tests.trials.script import STUDY

STUDY_FILE = "brakes.study.yaml"


@pytest.fixture
def many(seahaven: Seahaven, folder: Path) -> Seahaven:
    text = STUDY.replace("40 s", "20 s") + "experiment: {participants: [ada, ben], conditions: {dry: {}, wet: {}}}\n"
    (folder / STUDY_FILE).write_text(text)
    return lambda *words: seahaven("play", STUDY_FILE, "--allow", "tests", *words)


def test_a_single_drive_tells_its_situations_and_leaves_table_and_report(many: Seahaven) -> None:
    result = many()
    assert result.exit_code == 0, result.output
    assert "1 met    sudden stop: at 8.1 s; time gap 1.52 s (wanted 1.5 ± 0.2); brake after" in result.stdout
    assert Path("out/brakes-ahead/situations.csv").is_file()
    report = Path("out/brakes-ahead/report.html").read_text()
    assert "Brakes ahead" in report
    assert 'href="replay.html#situation=1"' in report
    (situation,) = Parsed(Path("out/brakes-ahead/replay.html").read_text()).story["situations"]
    assert situation["name"] == "sudden stop"
    assert "Replay: out/brakes-ahead/replay.html#situation=1" in result.stdout


def test_a_single_drive_may_go_without_a_page(many: Seahaven) -> None:
    assert many("--no-pages").exit_code == 0
    assert not Path("out/brakes-ahead/replay.html").exists()
    assert "replay.html" not in Path("out/brakes-ahead/report.html").read_text()


def test_the_plan_is_shown_without_playing(many: Seahaven) -> None:
    result = many("--participants")
    assert result.exit_code == 0, result.output
    assert [line.split()[:2] for line in result.stdout.splitlines()[1:]] == [
        ["ada", "dry"], ["ada", "wet"], ["ben", "dry"], ["ben", "wet"],
    ]  # fmt: skip
    assert not Path("out").exists()
    told = json.loads(many("--participants", "--subjects", 1, "--json").stdout)
    assert [drive["folder"] for drive in told] == ["subject-001-dry", "subject-001-wet"]


def test_many_drives_are_played_and_gone_on_with(many: Seahaven) -> None:
    result = many("--participant", "ben", "--out", "here", "--no-pages")
    assert result.exit_code == 0, result.output
    assert "2 drives, 2 situations: 2 played, 2 as wanted" in result.stdout
    assert "participant-002-wet    1 met    sudden stop: time gap" in result.stderr
    assert not list(Path("here").rglob("replay.html"))
    again = many("--participant", "ben", "--out", "here", "--json")
    assert again.exit_code == 0, again.output
    assert json.loads(again.stdout)["met"] == 2
    assert again.stderr == ""


def test_conditions_named_alike_are_all_played_and_each_counts_once(seahaven: Seahaven, folder: Path) -> None:
    conditions = '{"+5 %": {}, "-5 %": {seed: 6}, rain: {}, Rain: {}}'
    (folder / "v1.2.study.yaml").write_text(
        STUDY.replace("40 s", "1 s") + f"experiment: {{conditions: {conditions}}}\n"
    )
    result = seahaven("play", "v1.2.study.yaml", "--allow", "tests", "--participant", "1", "--no-pages")
    assert result.exit_code == 0, result.output
    rows = [line.split(",") for line in Path("out/v1.2-trials/drives.csv").read_text("utf-8").splitlines()]
    names = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert [row["condition"] for row in names] == ["+5 %", "-5 %", "rain", "Rain"]
    assert len({row["folder"].casefold() for row in names}) == 4


def test_tables_are_of_all_who_have_driven_so_far(many: Seahaven) -> None:
    for name in ("ben", "ada"):
        result = many("--participant", name, "--out", "here", "--no-pages")
        assert result.exit_code == 0, result.output
        assert "2 drives, 2 situations" in result.stdout
    table = Path("here", "drives.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in table[1:]] == ["ada", "ada", "ben", "ben"]


def test_a_drive_that_broke_off_is_told_when_it_went_on(many: Seahaven, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(progress: Any, job: Any, what: str, value: Any) -> None:
        if what == "date" and value > 12 * SECOND:
            raise KeyboardInterrupt

    with monkeypatch.context() as stopping:
        stopping.setattr("seahaven.takes.keeping.KEEP_EVERY", 5 * SECOND)
        stopping.setattr("seahaven.cli.trials._Progress.hear", stop)
        stopped = many("--participant", "ben", "--out", "here", "--no-pages")
        again = many("--participant", "ben", "--out", "here", "--no-pages", "--force")
    assert (stopped.exit_code, "the same command goes on from there" in stopped.stderr) == (130, True)
    assert "; the same command without --force goes on from there" in again.stderr
    result = many("--participant", "ben", "--out", "here", "--no-pages")
    assert "participant-002-dry broke off, and went on at 10 s" in result.stdout
    told = json.loads(many("--participant", "ben", "--out", "here", "--json").stdout)
    assert told["resumed"] == {"participant-002-dry": [10.0]}


def test_many_drives_do_not_go_on_as_a_single_one(many: Seahaven) -> None:
    Path("here/subject-001").mkdir(parents=True)
    Path("here/subject-001/drive.json").touch()
    result = many("--resume", "here")
    assert result.exit_code == 1
    assert "here holds many drives; go on with --out here and the same --subjects" in " ".join(result.stderr.split())


def test_options_of_a_single_run_are_refused_for_many(many: Seahaven) -> None:
    for option, value, instead in (("--until", "3 s", "'duration'"), ("--pace", "2", "as fast as possible")):
        result = many("--subjects", 2, option, value)
        assert result.exit_code == 2
        told = " ".join(result.stderr.replace("│", " ").split())
        assert f"{option} is about a single run" in told
        assert instead in told


def test_side_by_side_is_about_many_drives(many: Seahaven) -> None:
    for options, told in (
        (("--jobs", 2), "--jobs is about many drives"),
        (("--participant", "all", "--jobs", 2, "--pace", 2), "--pace is about"),
    ):
        result = many(*options)
        assert result.exit_code == 2
        assert told in " ".join(result.stderr.replace("│", " ").split())


def test_all_participants_drive_one_after_the_other_and_keep_to_a_pace(many: Seahaven) -> None:
    told = json.loads(many("--participant", "all", "--out", "all", "--pace", 1000, "--no-pages", "--json").stdout)
    assert (told["drives"], told["failed"]) == (len(list(Path("all").glob("participant-*"))), {})
    assert told["drives"] > 1


def test_an_unknown_participant_is_refused(many: Seahaven) -> None:
    result = many("--participant", "bne")
    assert result.exit_code == 1
    assert "there is no participant 'bne'; did you mean 'ben'?" in result.stderr


@pytest.mark.parametrize("option", ["--quiet", "--json"])
def test_drives_that_failed_are_told_on_the_standard_error_whatever_else_is_printed(
    seahaven: Seahaven, folder: Path, option: str
) -> None:
    (folder / STUDY_FILE).write_text(STUDY.replace("40 s", "2 s").replace("number: 0, at: 8 s", "number: 9, at: 1 s"))
    words = ("--allow", "tests", "--subjects", 1, "--no-pages", "--out", "here", option)
    result = seahaven("play", STUDY_FILE, *words)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: here/subject-001: module 'script' failed at 0 s: KeyError: 9")
    assert option == "--json" or result.stdout == ""
