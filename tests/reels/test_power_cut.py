"""Whenever the power fails, what a reel promises is on the disk."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seahaven.disk import sync_file, sync_folder
from seahaven.kernel import SECOND
from seahaven.reels import Reel
from tests.power_cut import Left, watched_disk
from tests.reels.drives import record
from tests.reels.test_beginning import broken_off, go_on, run_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="open files are told by /proc")


def looking(place: Path, seen: list[tuple[str, str, int]]) -> Callable[[str, Left], None]:
    """Open what a power cut leaves of a reel; note the step, the reel's state and how many frames can be read."""

    def look(step: str, left: Left) -> None:
        folder = place / f"{len(seen)}.reel"
        folder.mkdir(parents=True)
        for name, content in left.items():
            (folder / name).write_bytes(content)
        if "manifest.json" not in left:
            seen.append((step, "nothing", 0))
            return
        reel = Reel.open(folder)
        assert len(reel.table("vehicle")) == reel.so_far.rows["vehicle"]
        assert not reel.damage
        seen.append((step, reel.manifest.state, len(reel.times)))

    return look


def test_a_reel_that_calls_itself_closed_is_whole_after_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, str, int]] = []
    with watched_disk(tmp_path / "a.reel", monkeypatch, looking(tmp_path / "cut", seen)):
        record(tmp_path / "a.reel")
    assert {(state, frames) for _, state, frames in seen} == {("nothing", 0), ("running", 0), ("closed", 21)}
    assert [step for step, state, _ in seen if state == "closed"][-1].startswith("remove")


def test_what_is_kept_of_a_reel_that_goes_on_is_never_lost_to_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = broken_off(tmp_path / "a.reel", "recovered", tmp_path / "kept.npz")
    seen: list[tuple[str, str, int]] = []
    with watched_disk(tmp_path / "a.reel", monkeypatch, looking(tmp_path / "cut", seen)):
        sync(tmp_path / "a.reel")
        seen.clear()
        (tmp_path / "cut").rename(tmp_path / "before")
        go_on(tmp_path / "a.reel", tmp_path / "kept.npz", mark)
    assert min(frames for _, _, frames in seen) == mark.frames
    assert {state for _, state, _ in seen} == {"recovered", "running", "closed"}


def sync(folder: Path) -> None:
    """Put everything in a folder on the disk."""
    for path in sorted(folder.iterdir()):
        sync_file(path)
    sync_folder(folder)


def test_a_mark_is_on_the_disk_when_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str, int]] = []
    run, recording = run_of(tmp_path / "a.reel")
    with watched_disk(tmp_path / "a.reel", monkeypatch, looking(tmp_path / "cut", seen)):
        run.run(SECOND)
        mark = recording.mark()
        assert seen[-1][1:] == ("running", mark.frames)
        run.end()
