"""A drive with two situations, played once."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.reels import Reel
from seahaven.takes import load_take
from tests.trials.script import STUDY


@pytest.fixture(scope="session")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("drive")
    (folder / "brakes.study.yaml").write_text(STUDY)
    return load_take(folder / "brakes.study.yaml", allow=("tests",)).play(folder / "out")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "brakes.study.yaml"
    path.write_text(STUDY)
    return path
