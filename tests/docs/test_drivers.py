"""The page on drivers of your own works as it stands: its files are written, checked and played."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seahaven.cli import app
from seahaven.reels import Reel

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "drivers.md").read_text()
DRIVER = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)[0]
STUDY, PROGRAM, REFERENCES = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S)
OURS = 'driver: {python: "my_drivers:Calm", controls: lane, parameters: {headway: 1.8}}'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])  # where `--allow` adds the current folder
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    Path("my_drivers.py").write_text(DRIVER)
    Path("mine.study.yaml").write_text(STUDY)
    return tmp_path


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, [*arguments])
    assert done.exit_code == 0, done.output
    return done.output


def speeds() -> list[float]:
    reel = Reel.open(Path("out/mine/my-driver.reel"))
    ada = reel.manifest.names["ada"]
    table = reel.table("vehicle", ["id", "speed"])
    pairs = zip(table.column("id").to_pylist(), table.column("speed").to_pylist(), strict=True)
    return [speed for entity, speed in pairs if entity == ada]


def test_the_python_driver_of_the_page_drives(folder: Path) -> None:
    about = " ".join(run("check", "mine.study.yaml").split())
    assert "'ada' driven by driver 'my_drivers:Calm', lane controls" in about
    refused = CliRunner().invoke(app, ["play", "mine.study.yaml", "--out", "out/mine"])
    assert refused.exit_code != 0
    run("play", "mine.study.yaml", "--allow", "my_drivers", "--out", "out/mine", "--until", "20 s", "--no-pages")
    driven = speeds()
    assert len(driven) == 200
    assert max(driven) - min(driven) > 0.5


@pytest.mark.parametrize("line", [PROGRAM.strip(), *REFERENCES.strip().splitlines()[:2]])
def test_each_driver_that_the_page_names_drives(line: str, folder: Path) -> None:
    Path("mine.study.yaml").write_text(STUDY.replace(OURS, line))
    name = line.partition("[")[2].partition("]")[0] or "examples"
    run("play", "mine.study.yaml", "--allow", name, "--out", "out/mine", "--until", "10 s", "--no-pages")
    assert len(speeds()) == 100


def test_wheel_and_pedals_are_recorded_as_the_page_says(folder: Path) -> None:
    (line,) = re.findall(r"with `(driver: [^`]*controls: pedals})`", PAGE)
    Path("mine.study.yaml").write_text(STUDY.replace(OURS, line))
    run("play", "mine.study.yaml", "--allow", "examples", "--out", "out/mine", "--until", "2 s", "--no-pages")
    table = Reel.open(Path("out/mine/cockpit/my-driver.reel")).table("cockpit")
    assert len(table) == 200
    assert {"time", "wheel", "throttle", "brake", "gear", "turn_light", "gaze"} <= set(table.column_names)
    assert table.column("throttle").null_count == 0
    assert table.column("gaze").null_count == 200


def test_info_shows_the_driver(folder: Path) -> None:
    assert "my_drivers:Calm" in run("info", "mine.study.yaml")
    assert '"ada": "driver \'my_drivers:Calm\', lane controls"' in run("info", "mine.study.yaml", "--json")
