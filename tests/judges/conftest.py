"""A drive with a situation, played once."""

from __future__ import annotations

import pytest

from seahaven.reels import Reel
from seahaven.takes import load_take
from tests.direction.course import features, write


@pytest.fixture(scope="session")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    """A subject to whom an unexpected slowdown happens."""
    folder = tmp_path_factory.mktemp("slowdown")
    at = next(one.at for one in features() if one.kind == "left turn" and one.junction == "quarry")
    study = write(folder, "  - {use: unexpected slowdown, at: 2500 m}", at - 2500.0)
    study.write_text(study.read_text().replace("duration: 15 min", "duration: 180 s"))
    return load_take(study).play(folder / "out")
