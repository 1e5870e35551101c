from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import ReelError
from seahaven.reels.charts.chart import chart, draw_space_time, finish


def drawn(path: Path) -> bytes:
    speed = np.linspace(0.0, 30.0, 12).reshape(4, 3)
    speed[1, 1] = np.nan
    with chart(path, title="Waves") as figure:
        axes = figure.add_subplot()
        draw_space_time(axes, np.arange(5) * 60.0, np.arange(4) * 500.0, speed, fastest=30.0)
        finish(axes, "km along the road", "min")
    return path.read_bytes()


def test_the_same_drawing_gives_the_same_bytes(tmp_path: Path) -> None:
    assert drawn(tmp_path / "one.svg") == drawn(tmp_path / "again.svg")


def test_a_drawing_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), chart(tmp_path / "none.svg", title="Nothing"):
        raise ZeroDivisionError
    assert not (tmp_path / "none.svg").exists()


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ReelError, match="cannot write the picture"):
        drawn(tmp_path / "file" / "one.svg")
