"""`seahaven play`, from a study, a reel and a function."""

from __future__ import annotations

import io
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from rich.console import Console

from seahaven.cli.console import OUT
from seahaven.cli.meter import Meter
from seahaven.cli.summary import _journeys, _show_traffic
from seahaven.kernel import SECOND
from seahaven.reels import Reel
from seahaven.reels.lock import RecordingLock
from seahaven.takes import Journey, Summary, Throughput, claimed
from tests.cli.sources import STUDY, Seahaven


def test_a_study_becomes_a_reel_with_a_summary(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml")
    assert result.exit_code == 0, result.output
    assert "Short drive" in result.stdout
    assert all(word in result.stdout for word in ("lead", "chaser", "smallest gap", "2 s", "seed 3"))
    assert "Reel: out/short-drive/short-drive.reel" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("title", ["雨の日", "дождь", "مطر", "🚗"])
def test_a_title_in_any_script_names_its_folder(title: str, seahaven: Seahaven, folder: Path) -> None:
    (folder / "other.study.yaml").write_text(STUDY.replace("Short drive", title).replace("2 s", "0.1 s"))
    assert f"Reel: out/{title}/{title}.reel" in seahaven("play", "other.study.yaml").stdout
    assert seahaven("replay", f"out/{title}/{title}.reel").exit_code == 0


def test_the_hint_opens_the_reel_in_pandas(seahaven: Seahaven) -> None:
    hint = seahaven("play", "short.study.yaml").stdout.splitlines()[-2:]
    assert hint[0].strip() == "import pandas"
    frame = eval(hint[1].strip(), {"pandas": pd})
    assert {"time", "id", "speed"} <= set(frame.columns)


def test_json_is_the_only_thing_on_the_standard_output(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--json", "--seed", "11", "--out", "elsewhere")
    told = json.loads(result.stdout)
    assert told["reel"] == "elsewhere/short-drive.reel"
    assert (told["seed"], told["duration"], told["pacing"]) == (11, 2.0, None)
    assert [journey["name"] for journey in told["journeys"]] == ["lead", "chaser"]


def test_quiet_prints_nothing(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_rate_and_end_are_taken_from_the_command_line(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "--rate", "20 Hz", "--until", "1 s")
    reel = Reel.open("out/short-drive/short-drive.reel")
    assert reel.times.tolist() == pytest.approx([k / 20 for k in range(21)])


def test_a_reel_is_overwritten_only_by_force(seahaven: Seahaven) -> None:
    assert seahaven("play", "short.study.yaml", "-q").exit_code == 0
    refused = seahaven("play", "short.study.yaml", "-q")
    assert refused.exit_code == 1
    assert "the reel out/short-drive/short-drive.reel exists" in refused.stderr
    assert "or pass --force" in refused.stderr
    assert seahaven("play", "short.study.yaml", "-q", "--force").exit_code == 0


@pytest.fixture
def unloadable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a study fails, so that whatever is refused was refused before."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the study was loaded")

    monkeypatch.setattr("seahaven.takes.source.Production.of", refuse)


def test_a_folder_that_is_used_already_is_refused_before_anything_is_loaded(
    seahaven: Seahaven, request: pytest.FixtureRequest
) -> None:
    assert seahaven("play", "short.study.yaml", "-q", "--until", "0.1 s").exit_code == 0
    Path("many/subject-001").mkdir(parents=True)
    Path("many/subject-001/drive.json").touch()
    Path("file").touch()
    request.getfixturevalue("unloadable")
    for options, told in (
        ((), "the reel out/short-drive/short-drive.reel exists"),
        (("--out", "many"), "many holds many drives, whose tables and report a single run would overwrite"),
        (("--out", "file"), "file is a file, so nothing can be played into file; choose another"),
        (("--until", "3 s"), "'Short drive' is over after 2 s, before 3 s; leave --until away"),
        (("--resume", "nowhere"), "there is no checkpoint nowhere, nor a folder of that name"),
    ):
        result = seahaven("play", "short.study.yaml", *options)
        assert (result.exit_code, told in result.stderr) == (1, True), result.output
    with claimed(Path("out/short-drive")):
        result = seahaven("play", "short.study.yaml", "--force")
    assert "is playing into out/short-drive; wait until it has ended" in result.stderr
    assert not Path("out/short-drive/playing.lock").exists()


def test_a_paced_run_tells_whether_it_kept_up(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--until", "0.1 s", "--pace", "100")
    assert result.exit_code == 0
    assert "Pace: " in result.stdout
    told = json.loads(seahaven("play", "short.study.yaml", "--force", "--until", "0", "--pace", "9", "--json").stdout)
    assert told["pacing"].keys() == {"dates", "overruns", "worst"}


def test_a_run_goes_on_from_a_checkpoint(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q", "--out", "whole")
    assert (
        seahaven("play", "short.study.yaml", "-q", "--out", "a", "--until", "1 s", "--checkpoint", "at-1.npz").exit_code
        == 0
    )
    assert seahaven("play", "short.study.yaml", "-q", "--out", "b", "--resume", "at-1.npz").exit_code == 0
    whole, rest = (
        Reel.open(f"{folder}/short-drive.reel").frame("vehicle", time=(1.0, None)) for folder in ("whole", "b")
    )
    pd.testing.assert_frame_equal(whole, rest)


def test_a_run_that_was_stopped_goes_on_in_its_folder(seahaven: Seahaven, monkeypatch: pytest.MonkeyPatch) -> None:
    seahaven("play", "short.study.yaml", "-q", "--out", "whole")
    monkeypatch.setattr("seahaven.takes.keeping.KEEP_EVERY", SECOND)

    def stop(meter: Meter, date: int) -> None:
        if date > 1.5 * SECOND:
            raise KeyboardInterrupt

    with monkeypatch.context() as stopping:
        stopping.setattr(Meter, "follow", stop)
        stopped = seahaven("play", "short.study.yaml")
    assert stopped.exit_code == 130
    assert "; the same command with --resume out/short-drive goes on from 1 s" in " ".join(stopped.stderr.split("\n"))
    again = seahaven("play", "short.study.yaml")
    assert again.exit_code == 1
    assert "holds a run of 'Short drive' that broke off; go on with --resume out/short-drive" in again.stderr
    elsewhere = seahaven("play", "short.study.yaml", "--resume", "out/short-drive", "--out", "b")
    assert (elsewhere.exit_code, "goes on in that folder" in elsewhere.stderr) == (2, True)
    assert seahaven("play", "short.study.yaml", "--resume", "out/short-drive").exit_code == 0
    whole, rest = (Reel.open(f"{folder}/short-drive.reel").frame("vehicle") for folder in ("whole", "out/short-drive"))
    pd.testing.assert_frame_equal(whole, rest)
    assert "resumed    at 1 s" in seahaven("info", "out/short-drive/short-drive.reel").stdout


def test_every_way_on_that_is_told_works_when_it_is_followed(
    seahaven: Seahaven, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("play", "short.study.yaml", "--seed", 9, "--rate", "5 Hz", "--out", "x", "--force")
    monkeypatch.setattr("seahaven.takes.keeping.KEEP_EVERY", SECOND)

    def stop(meter: Meter, date: int) -> None:
        if date > 1.5 * SECOND:
            raise KeyboardInterrupt

    def stopped() -> str:
        with monkeypatch.context() as stopping:
            stopping.setattr(Meter, "follow", stop)
            return seahaven(*command).stderr

    assert "the same command with --resume x goes on from 1 s" in stopped()
    assert seahaven(*command, "--resume", "x").exit_code == 0
    stopped()
    for options, told, way in (
        ((), "was kept under seed 9, this run has 3; give --seed 9", ("--seed", 9)),
        (("--seed", 9), "was recorded at 5 Hz, this run would record at 10 Hz; give --rate 5", ("--rate", 5)),
        (("--seed", 9, "--rate", 5, "--until", "1.2 s"), "let it go on beyond that (--until)", ("--until", "2 s")),
    ):
        refused = seahaven("play", "short.study.yaml", "--resume", "x", *options)
        assert (refused.exit_code, told in refused.stderr) == (1, True), refused.output
        done = seahaven("play", "short.study.yaml", "--resume", "x", *options[:4], *way)
        assert (done.exit_code == 0) == ("--rate" in (*options, *way)), done.output
        if done.exit_code == 0:
            stopped()
    nothing = seahaven("play", "short.study.yaml", "--resume", ".")
    assert (
        "holds no run of 'Short drive' that can go on; play it anew with --out . --force, without --" in nothing.stderr
    )
    assert seahaven("play", "short.study.yaml", "--out", ".", "--force").exit_code == 0


def test_a_checkpoint_goes_on_beside_the_reel_that_it_comes_from(seahaven: Seahaven) -> None:
    first = seahaven("play", "short.study.yaml", "-q", "--until", "1 s", "--checkpoint", "at1.npz")
    assert first.exit_code == 0
    rest = seahaven("play", "short.study.yaml", "--resume", "at1.npz")
    assert "Reel: out/short-drive-at1/short-drive.reel" in rest.stdout
    early = seahaven("play", "short.study.yaml", "--resume", "at1.npz", "--until", "0.5 s", "--out", "y")
    assert "at1.npz was kept at 1 s, and this run ends at 0.5 s; give a later --until" in early.stderr


def test_a_study_that_records_nothing_is_given_a_rate(seahaven: Seahaven, folder: Path) -> None:
    (folder / "short.study.yaml").write_text(STUDY.replace("record: 10 Hz", "record: null"))
    refused = seahaven("play", "short.study.yaml")
    assert "'Short drive' records nothing ('record: null'), so there would be no reel; give --rate 20" in refused.stderr
    assert seahaven("play", "short.study.yaml", "--rate", 20, "--until", "0.1 s").exit_code == 0


def test_a_reel_plays_again(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q")
    again = seahaven("play", "out/short-drive/short-drive.reel")
    assert again.exit_code == 0, again.output
    assert "replay of Short drive" in again.stdout


def test_code_runs_only_from_an_allowed_package(seahaven: Seahaven, clock: Seahaven) -> None:
    refused = seahaven("play", "clocks_of_tests:whole")
    assert refused.exit_code == 1
    assert "--allow clocks_of_tests" in refused.stderr
    assert clock("whole").exit_code == 0


def test_a_function_must_give_a_take(clock: Seahaven) -> None:
    result = clock("nothing")
    assert result.exit_code == 1
    assert "NoneType" in result.stderr


def test_a_failing_module_is_named_with_its_place_and_the_reel_is_closed(clock: Seahaven, folder: Path) -> None:
    result = clock("broken")
    assert result.exit_code == 1
    first, *rest = result.stderr.splitlines()
    assert first.startswith("error: module 'clock' failed at 2 s: ZeroDivisionError: the spring is gone")
    assert any("at clocks_of_tests.py:" in line and "in strike: raise" in line for line in rest)
    assert rest[-1] == "  the reel up to 1 s is in out/clock/clock.reel"
    reel = Reel.open("out/clock/clock.reel")
    assert reel.manifest.state == "failed"


STOPPED = "interrupted at 2 s; the reel up to 1 s is in out/clock/clock.reel"


@pytest.fixture
def heeded() -> Iterator[None]:
    """Hang-ups are heeded, also where the tests themselves run under something that ignores them, such as nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("heeded")
@pytest.mark.parametrize(("name", "code"), [("stopped", 130), ("terminated", 143), ("hung_up", 129)])
def test_a_run_that_is_asked_to_stop_says_when_and_closes_its_reel(clock: Seahaven, name: str, code: int) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    result = clock(name)
    assert (result.exit_code, result.stderr) == (code, f"{STOPPED}\n")
    assert Reel.open("out/clock/clock.reel").manifest.state == "interrupted"
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


def test_a_signal_that_is_ignored_stays_ignored(clock: Seahaven) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert clock("hung_up", "-q").exit_code == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert Reel.open("out/clock/clock.reel").is_complete


def test_json_tells_what_went_wrong_and_where_the_reel_is(seahaven: Seahaven, clock: Seahaven) -> None:
    failed = clock("broken", "--json")
    told = json.loads(failed.stdout)
    assert failed.exit_code == 1
    assert told.keys() == {"error", "reel"}
    assert told["error"].startswith("module 'clock' failed at 2 s: ZeroDivisionError: the spring is gone")
    assert told["reel"] == "out/clock/clock.reel"
    assert failed.stderr.startswith("error: module 'clock' failed at 2 s")
    assert json.loads(clock("stopped", "--json", "--force").stdout) == {
        "error": STOPPED,
        "reel": "out/clock/clock.reel",
    }
    missing = json.loads(seahaven("play", "none.study.yaml", "--json").stdout)
    assert (missing["reel"], "none.study.yaml" in missing["error"]) == (None, True)


def test_a_full_disk_is_told_with_the_way_out(clock: Seahaven, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", refuse)
    result = clock("whole")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: cannot write to out/clock/clock.reel: No space left on device; "
        "all up to 4 s is safe: seahaven recover out/clock/clock.reel\n"
    )


def test_a_package_that_is_not_found_is_told_with_where_it_was_searched(seahaven: Seahaven, folder: Path) -> None:
    result = seahaven("play", "nowhere_to_be_found:take", "--allow", "nowhere_to_be_found")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "error: no module 'nowhere_to_be_found'; is it installed?",
        f"  searched: the installed packages, and the working folder {folder}",
    ]


def test_a_reel_that_is_being_recorded_is_not_overwritten(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q")
    with RecordingLock(Path("out/short-drive/short-drive.reel")):
        refused = seahaven("play", "short.study.yaml", "--force")
    assert refused.exit_code == 1
    assert "is being recorded; wait until the run has ended" in refused.stderr


def test_the_summary_says_how_everybody_ended_and_how_hard_they_braked(seahaven: Seahaven) -> None:
    shown = seahaven("play", "short.study.yaml").stdout
    assert "ended as" in shown
    assert "braking" in shown
    assert "active" in shown


def test_an_accident_is_red() -> None:
    calm = Journey(1, "calm", 10.0, 1.0, 2.0, None, 0.5, "active")
    hit = Journey(2, "hit", 10.0, 1.0, 2.0, 0.0, 8.0, "accident")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=120)
    console.print(_journeys(Summary("Crash", 0, 1.0, 2, 0, (calm, hit))))
    assert isinstance(console.file, io.StringIO)
    *_, first, second = console.file.getvalue().splitlines()
    assert "\x1b[1;31maccident" in second
    assert "31m" not in first


def test_traffic_is_told_in_a_few_numbers() -> None:
    with OUT.capture() as told:
        _show_traffic(Throughput(830, 480, 746, 3, 1, 25.0, 3_194_100.0), 35.21)
    assert told.get().splitlines() == [
        "Traffic: 830 vehicles: 480 entered, 746 left, 3 still wait to enter",
        "  3,194.1 vehicle-km at 90 km/h; 35.2× real time",
        "  1 collision",
    ]


def test_json_says_how_fast_it_was(seahaven: Seahaven) -> None:
    told = json.loads(seahaven("play", "short.study.yaml", "--json").stdout)
    assert told["speed_up"] > 0.0
    assert told["traffic"] is None


def test_quiet_still_says_why_it_failed(seahaven: Seahaven) -> None:
    Path("taken").touch()
    for words in (("missing.study.yaml",), ("short.study.yaml", "--out", "taken"), ("short.study.yaml", "--rate", "0")):
        result = seahaven("play", *words, "--quiet")
        assert result.exit_code != 0
        assert result.stdout == ""
        assert result.stderr
