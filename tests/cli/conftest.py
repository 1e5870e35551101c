"""A runner for the command, and studies for it to play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seahaven.cli import app
from tests.cli.sources import CODE, STUDY, Seahaven


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a study and a package of takes, which is the current one."""
    (tmp_path / "short.study.yaml").write_text(STUDY)
    (tmp_path / "clocks_of_tests.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "clocks_of_tests", raising=False)
    monkeypatch.delenv("SEAHAVEN_TRACEBACK", raising=False)
    monkeypatch.setattr("seahaven.cli.compiling._tell", lambda: None)  # whatever is compiled already when tests begin
    return tmp_path


@pytest.fixture
def seahaven(folder: Path) -> Seahaven:
    """The command, run inside this process in that folder."""
    runner = CliRunner()
    return lambda *words: runner.invoke(app, [str(word) for word in words])


@pytest.fixture
def clock(seahaven: Seahaven) -> Seahaven:
    """`seahaven play` of one of the takes in code."""
    return lambda name, *words: seahaven("play", f"clocks_of_tests:{name}", "--allow", "clocks_of_tests", *words)
