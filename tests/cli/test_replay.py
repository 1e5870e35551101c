"""`seahaven replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.sources import Seahaven
from tests.reels.pages import Parsed, record_drive


@pytest.fixture
def reel(folder: Path) -> str:
    """A drive of three seconds."""
    record_drive(folder / "circle.reel")
    return "circle.reel"


def test_a_reel_becomes_a_page_of_its_name(seahaven: Seahaven, reel: str) -> None:
    result = seahaven("replay", reel)
    assert (result.exit_code, result.stdout) == (0, "circle.html: 0.2 MB; open it in a browser\n")
    assert Parsed(Path("circle.html").read_text("utf-8")).headings == ["A circle", "A circle"]


def test_time_rate_title_and_plots_can_be_chosen(seahaven: Seahaven, reel: str) -> None:
    words = ("--from", "1 s", "--to", "2 s", "--rate", "5 Hz", "--title", "Second 2", "--plot", "steering")
    assert seahaven("replay", reel, "-o", "part.html", *words).exit_code == 0
    page = Parsed(Path("part.html").read_text("utf-8"))
    assert (page.story["times"]["count"], page.story["plots"]) == (6, ["steering"])
    assert page.headings[0] == "Second 2"


def test_a_page_that_is_there_is_kept_without_force(seahaven: Seahaven, reel: str) -> None:
    Path("circle.html").write_text("mine")
    result = seahaven("replay", reel)
    assert result.exit_code == 1
    assert "'circle.html' exists; write to another file, or pass --force" in result.stderr
    assert Path("circle.html").read_text() == "mine"
    assert seahaven("replay", reel, "--force").exit_code == 0


def test_what_is_no_reel_is_refused(seahaven: Seahaven, folder: Path) -> None:
    missing = seahaven("replay", "gone.reel")
    assert (missing.exit_code, "there is no reel gone.reel" in missing.stderr) == (1, True)
    other = seahaven("replay", folder, "-o", "a.html")
    assert (other.exit_code, "is not a reel" in other.stderr) == (1, True)
    assert not Path("a.html").exists()


def test_times_that_run_backwards_or_lie_outside_are_refused(seahaven: Seahaven, reel: str) -> None:
    backwards = seahaven("replay", reel, "--from", "2 s", "--to", "1 s")
    assert (backwards.exit_code, "--to 1 s lies before --from 2 s" in backwards.stderr) == (1, True)
    outside = seahaven("replay", reel, "--from", "1 min")
    assert outside.exit_code == 1
    assert "circle.reel has no frame from 60 s on; it goes from 0 s to 3 s" in outside.stderr
    assert seahaven("replay", reel, "--rate", "0").exit_code == 2


def test_a_file_that_cannot_be_written_is_told(seahaven: Seahaven, reel: str) -> None:
    result = seahaven("replay", reel, "-o", "nowhere/a.html")
    assert result.exit_code == 1
    assert "nowhere' does not exist; create it first" in result.stderr
    assert "a replay is a page" in seahaven("replay", reel, "-o", "a.txt").stderr


def test_help_tells_every_option(seahaven: Seahaven) -> None:
    text = seahaven("replay", "--help").output
    options = ("--output", "--from", "--to", "--rate", "--plot", "--title", "--force")
    assert all(word in text for word in ("REEL", *options))


def test_the_folder_of_a_run_stands_for_its_reel(seahaven: Seahaven, folder: Path) -> None:
    seahaven("play", "short.study.yaml", "--out", "out/run")
    assert seahaven("replay", "out/run").exit_code == 0
    assert Path("short-drive.html").is_file()
    assert "out/run/short-drive.reel" in seahaven("info", "out/run").stdout
    many = seahaven("replay", "out")
    assert (many.exit_code, many.stderr.count("\n")) == (1, 1)
    assert "out is not a reel: it holds 1 drive; name the reel of one of them: out/run/short-drive.reel" in many.stderr
    played = seahaven("play", "out/run")
    assert "out/run is not a reel: it is the folder of a run; name the reel in it: out/run/short" in played.stderr
