"""A drive that failed leaves a strip of pictures around the moment that decided."""

from __future__ import annotations

from pathlib import Path

from seahaven.testbed import DriveJob, Variant, play_and_judge
from tests.testbed.streets import ALLOW, write_drive


def test_a_failure_leaves_a_strip_and_the_next_pass_takes_it_away(tmp_path: Path) -> None:
    path = str(write_drive(tmp_path))
    play_and_judge(DriveJob(path, tmp_path / "out", None, Variant("fast"), ALLOW))
    (strip,) = (tmp_path / "out").glob("failure-*.png")
    first = strip.read_bytes()
    assert first.startswith(b"\x89PNG")
    play_and_judge(DriveJob(path, tmp_path / "out", None, Variant("fast"), ALLOW))
    assert strip.read_bytes() == first
    play_and_judge(DriveJob(path, tmp_path / "out", None, Variant("usual"), ALLOW))
    assert not strip.exists()
