from __future__ import annotations

from pathlib import Path

from seahaven.takes import load_take
from seahaven.trials import measure


def test_a_situation_of_ones_own_is_met_and_answered(tmp_path: Path) -> None:
    take = load_take(Path("examples/gentle_braking.study.yaml"), allow=["examples"])
    (row,) = measure(take.play(tmp_path))
    assert row.is_met, row
    assert (row.criterion, row.wanted, row.stimulus) == ("gap", 45.0, "brake light")
    assert row.reaction_time is not None
    assert not row.collision
