"""The study of "Your first study" passes `check` after each of its steps."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seahaven.cli import app

ROOT = Path(__file__).parents[2]
PARTS = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "first-study.md").read_text(), flags=re.S)


@pytest.mark.parametrize("count", range(1, len(PARTS) + 1))
def test_each_step_is_a_study_that_passes(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    Path("braking.study.yaml").write_text("\n".join(PARTS[:count]))
    done = CliRunner().invoke(app, ["check", "braking.study.yaml"])
    assert done.exit_code == 0, done.output
    assert len(PARTS) == 3
