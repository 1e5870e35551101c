"""What a summary says of a vehicle that crashed."""

from __future__ import annotations

from pathlib import Path

from seahaven.measures import crashes, first_crashes
from seahaven.takes import load_take, summarise
from tests.trials.script import ASLEEP


def test_the_stop_after_a_crash_is_no_braking_of_the_driver(tmp_path: Path) -> None:
    (tmp_path / "asleep.study.yaml").write_text(ASLEEP.replace("40 s", "16 s"))
    reel = load_take(tmp_path / "asleep.study.yaml", allow=("tests",)).play(tmp_path / "out")
    ada, lead, beside = summarise(reel).journeys
    assert (ada.name, ada.hardest_braking, ada.crashed) == ("ada", 0.0, 11.4)
    assert (lead.name, lead.crashed, beside.crashed) == ("lead", 11.4, None)
    assert lead.hardest_braking > 7.0
    assert first_crashes(reel) == {1: 11.4, 2: 11.4}
    assert crashes(reel, 3) == []
