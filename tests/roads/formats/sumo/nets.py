"""Networks for the tests: one written by hand, variants of it, and those that SUMO's own tools make."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.model import RoadNetwork

TEE = Path(__file__).parents[2] / "data" / "tee.net.xml"


def tee() -> RoadNetwork:
    return read_sumo(TEE)


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """The network with words replaced; each is there exactly as often as is meant, which is once."""
    text = TEE.read_text()
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    path = folder / "changed.net.xml"
    path.write_text(text)
    return path


def tool(name: str) -> str:
    """The way to one of SUMO's programs."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        pytest.skip(f"SUMO's {name} is not installed; the extra 'bench' brings it")
    return found


def run(name: str, *options: str | Path) -> None:
    subprocess.run([tool(name), *map(str, options)], check=True, capture_output=True, timeout=120)
