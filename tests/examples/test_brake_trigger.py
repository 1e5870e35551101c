from __future__ import annotations

from pathlib import Path

import pytest

from examples.brake_trigger import main


def test_the_event_comes_alike_for_both_subjects_and_only_one_of_them_stops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(tmp_path)
    forked, attentive, away = capsys.readouterr().out.splitlines()
    assert forked == "forked at 7.55 s, with the subject 50 m behind"
    assert attentive.startswith("attentive: 22.4 m at the closest")
    assert away.startswith("looking-away: a collision")
