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

from tests.studio.browser import Browser, chromium

STUDY: Final = """\
study: Drive
seed: 1
duration: 10 min
record: 5 Hz
roads: seahaven.roads.builder:lesson_town
weather: clear
subject: {name: ada, on: High_Street.1, at: 60 m, to: Station_Road.7, speed: 40 km/h}
traffic: {rate: 10 Hz}
"""


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study that works, one that does not, and one with markup in its name."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "drive.study.yaml").write_text(STUDY)
    (folder / "broken.study.yaml").write_text(STUDY.replace("10 min", "10 parsecs"))
    (folder / "named.study.yaml").write_text(STUDY.replace("study: Drive", "study: <img src=x onerror=alert(1)>"))
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
