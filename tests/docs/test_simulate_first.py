"""The tutorial "Simulate first": its files give its results."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seahaven.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "simulate-first.md"
NAMES = ("my_roads.py", "drives/broken_down.study.yaml", "my_driver.py", "my_stopping_driver.py")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    blocks = re.findall(r"```(?:py|yaml)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (tmp_path / "drives").mkdir()
    for name, block in zip(NAMES, blocks, strict=True):
        (tmp_path / name).write_text(block)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_drive_is_red_first_and_green_then() -> None:
    for command in re.findall(r"^\$ seahaven (.*)$", PAGE.read_text(), re.MULTILINE):
        found = CliRunner().invoke(app, command.split())
        told = PAGE.read_text().partition(f"$ seahaven {command}\n")[2].partition("```")[0]
        assert found.output == told
        assert found.exit_code == (0 if "PASS" in told else 1)
