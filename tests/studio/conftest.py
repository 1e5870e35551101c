"""One studio and one browser for the tests of a file.

They end with the file: a page that goes on drawing takes a quarter of a core from all tests that follow.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("starlette", reason="the studio's libraries are not installed: pip install 'seahaven[studio]'")

from seahaven.bench.studio.browser import Browser, chromium
from seahaven.takes import Run, open_run

STUDY: Final = """\
study: Drive
seed: 1
duration: 10 min
record: 5 Hz
roads: seahaven.roads.builder:lesson_town
weather: clear
subject: {name: ada, on: High_Street.1, at: 60 m, to: Station_Road.7, speed: 40 km/h}
traffic: {rate: 10 Hz}
triggers:
  gate: {on: High_Street.1, at: 30 m, orders: [{of: subject, press: {adjust_speed: 30 km/h}}]}  # behind ada
instructions: [{time: 2 s, say: Please <b>stop</b> soon.}]
"""
TWO: Final = (
    "subject: {name: ada, on: High_Street.1, at: 60 m, to: Station_Road.7, speed: 40 km/h}",
    """subjects:
  ada: {on: High_Street.1, at: 60 m, to: Station_Road.7, speed: 40 km/h}
  bob: {on: High_Street.1, at: 20 m, to: Station_Road.7, speed: 40 km/h}""",
)
"""What makes a study with two subjects of it."""


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study that works, one that does not, and one with markup in its name."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "drive.study.yaml").write_text(STUDY)
    (folder / "broken.study.yaml").write_text(STUDY.replace("10 min", "10 parsecs"))
    (folder / "named.study.yaml").write_text(STUDY.replace("study: Drive", "study: <img src=x onerror=alert(1)>"))
    (folder / "two.study.yaml").write_text(STUDY.replace("study: Drive", "study: Two").replace(*TWO))
    (folder.parent / "outside.study.yaml").write_text(STUDY)
    return folder


@pytest.fixture(scope="module")
def address(project: Path) -> Iterator[str]:
    """The address of a studio of the project."""
    command = [sys.executable, "-c", "from seahaven.cli import main; main()", "studio", str(project), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"}) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        match = re.search(r"http://\S+/", line)
        assert match, f"the studio said {line!r}"
        yield match[0]
        process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    if chromium() is None:
        message = "NO CHROMIUM: the pages of the studio are not tested; install the package 'chromium'"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with Browser() as found:
        yield found


ROADS: Final = Path(__file__).parents[2] / "examples" / "roads" / "motorway.xodr"
DIRECTED: Final = f"""
study: Layers
duration: 4 min
roads: {ROADS}
subject: {{name: ada, on: A1.1, lane: right, at: 500 m, to: A1.4, speed: 100 km/h}}
world:
  vehicle:
    bob: {{on: A1.1, lane: right, at: 640 m, to: A1.4, speed: 100 km/h}}
    carl: {{on: A1.1, lane: left, at: 460 m, to: A1.4, speed: 100 km/h}}
traffic: {{}}
triggers:
  gate: {{on: A1.1, at: 2 km, orders: [{{of: bob, press: {{adjust_speed: 80 km/h}}}}]}}
beacons:
  works: {{on: A1.1, at: 600 m, reach: 250 m, message: {{adjust_speed: 90 km/h}}}}
situations:
  - {{use: sudden braking, at: 5 km, with: {{headway: 1.5 s, braking: 0.6 g}}}}
"""


@pytest.fixture(scope="session")
def directed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A drive with a trigger, a beacon, and a situation that was cued; nobody moves it on."""
    path = tmp_path_factory.mktemp("layers") / "layers.study.yaml"
    path.write_text(DIRECTED)
    with open_run(path) as run:
        run.advance(1.0)
        run.cue(1)
        run.advance(3.0)
        yield run


@pytest.fixture(scope="session")
def recorded(project: Path) -> str:
    """The path in the project of a reel of three seconds."""
    folder = project / "out"
    with open_run(project / "drive.study.yaml") as run:
        run.record(folder)
        run.advance(3.0)
        return run.stop_recording().path.relative_to(project).as_posix()
