from __future__ import annotations

from pathlib import Path

import pytest

from examples import by_hand
from seahaven.takes import load_take


def test_a_cockpit_accelerates_changes_lanes_and_brakes(tmp_path: Path) -> None:
    reel = load_take(Path("examples/cockpit.study.yaml"), allow=["examples"]).play(tmp_path)
    vehicles = reel.frame("vehicle")
    own = vehicles[vehicles.id == reel.manifest.subjects[0]].set_index("time")
    assert own.speed[10.0] == pytest.approx(60 / 3.6 + 10.0)
    assert own.speed[20.0] == pytest.approx(60 / 3.6)
    assert own.lane[20.0] != own.lane[10.0]
    assert own.offset[10.0] == pytest.approx(0.2, abs=0.01)


def test_a_car_driven_by_hand_pulls_out_and_stops(capsys: pytest.CaptureFixture[str]) -> None:
    by_hand.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].startswith(" 6.0 s   69.8 km/h  +0.99 m")
    assert lines[9].startswith("10.0 s    0.0 km/h")
