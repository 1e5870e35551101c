"""The page on sensors: its tables match the source, and its study loads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.seats import DIALS, KINDS_OF_SENSORS
from seahaven.takes import load_take, sensors_in

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "sensors.md").read_text()


def test_the_page_lists_all_dials_and_kinds() -> None:
    rows = [f"| `{dial.name}` | {dial.unit} | {dial.doc} |" for dial in DIALS.values()]
    rows += [f"| `{name}` | {nature.doc} |" for name, nature in KINDS_OF_SENSORS.items()]
    missing = [row for row in rows if row not in PAGE]
    assert not missing, "\n".join(missing)


def test_the_study_of_the_page_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    study = tmp_path / "glass.study.yaml"
    study.write_text(re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S)[0])
    take = load_take(str(study), allow=["examples"])
    assert len(sensors_in(take.root)) == 6
