"""What a user sees when something goes wrong."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from seahaven.cli.faults import report
from seahaven.disk import do_without
from seahaven.errors import InputError, Position, SeahavenError, StepError
from tests.cli.sources import Seahaven


def test_an_error_is_one_message_on_the_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    report(InputError("the lane has no [red] width", Position("a.yaml", 3, 7)))
    assert capsys.readouterr() == ("", "error: a.yaml:3:7: the lane has no [red] width\n")


def test_a_long_message_is_not_broken_into_lines(capsys: pytest.CaptureFixture[str]) -> None:
    report(SeahavenError("word " * 50))
    assert capsys.readouterr().err.count("\n") == 1


def test_notes_follow_the_message(capsys: pytest.CaptureFixture[str]) -> None:
    error = SeahavenError("the disk is full")
    error.add_note("while ending: the reel is cut")
    report(error)
    assert capsys.readouterr().err.splitlines()[1] == "  while ending: the reel is cut"


def test_a_failing_step_is_placed_in_the_code_of_the_user(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError as cause:
        error = StepError("module 'a' failed")
        error.__cause__ = cause
    report(error)
    place = capsys.readouterr().err.splitlines()[1]
    assert "test_faults.py:" in place
    assert place.endswith("in test_a_failing_step_is_placed_in_the_code_of_the_user: raise ZeroDivisionError")


def test_the_file_system_is_quoted_with_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    report(PermissionError(13, "Permission denied", "out/drive"))
    assert capsys.readouterr().err == "error: out/drive: Permission denied\n"


def test_a_traceback_is_shown_only_when_asked_for(seahaven: Seahaven, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = seahaven("info", "nothing.study.yaml")
    assert plain.exit_code == 1
    assert plain.stderr.startswith("error: ")
    assert "Traceback" not in plain.stderr
    assert "Traceback" in seahaven("--traceback", "info", "nothing.study.yaml").stderr
    monkeypatch.setenv("SEAHAVEN_TRACEBACK", "1")
    assert "Traceback" in seahaven("info", "nothing.study.yaml").stderr


def test_a_folder_that_cannot_be_written_is_one_line(seahaven: Seahaven, folder: Path) -> None:
    (folder / "file").write_text("")
    result = seahaven("play", "short.study.yaml", "--out", "file/inside", "--until", "1 s")
    assert result.exit_code == 1
    assert (
        result.stderr
        == "error: file is a file, so nothing can be played into file/inside; choose another folder with --out\n"
    )


@pytest.mark.filterwarnings("always::seahaven.errors.CacheWarning")
def test_a_cache_that_cannot_be_written_is_one_line_and_no_failure(
    seahaven: Seahaven, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_something(**_: object) -> None:
        do_without(folder / "cache", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    monkeypatch.delenv("SEAHAVEN_CACHE_REFUSED", raising=False)
    monkeypatch.setattr("seahaven.cli.info._print_versions", compile_something)
    result = seahaven("info")
    assert result.exit_code == 0
    assert result.stderr.startswith(f"warning: compiled code cannot be kept in {folder / 'cache'}: No space left")
    assert result.stderr.count("\n") == 1


def test_data_that_ends_too_soon_inside_the_library_is_a_bug_and_no_mere_abort(
    seahaven: Seahaven, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_too_far(**_: object) -> None:
        raise EOFError("Ran out of input")

    monkeypatch.setattr("seahaven.cli.info._print_versions", read_too_far)
    result = seahaven("info")
    assert isinstance(result.exception, RuntimeError)
    assert "Abort" not in result.stderr
