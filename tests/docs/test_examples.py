"""Every Python and console block in the README and the docs runs, in the order of its page."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser
from typer.testing import CliRunner

from seahaven.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def run_commands(example: Example) -> None:
    """Run each line that begins with a dollar sign; it must succeed. No process of its own: starting takes long."""
    for line in example.parsed.splitlines():
        if line.startswith("$ "):
            program, *arguments = shlex.split(line[2:])
            assert program == "seahaven"
            done = CliRunner().invoke(app, arguments)
            assert done.exit_code == 0, f"{line}\n{done.output}"


@pytest.mark.timeout(900)  # where nothing is compiled yet, the driver is compiled here
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])  # where `--allow` adds the current folder
    sybil = Sybil(
        [PythonCodeBlockParser(), CodeBlockParser("console", run_commands)], patterns=["*.md"], path=str(ROOT)
    )
    for example in sybil.parse(page).examples():
        example.evaluate()
