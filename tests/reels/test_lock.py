from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seahaven.errors import ReelError, StepError
from seahaven.kernel import SECOND, Controller, Module
from seahaven.reels import Reel, Replay, lock, recover
from seahaven.reels.lock import LOCK, RecordingLock, is_recording
from tests.reels.drives import Drive, contents, make_world, record, recorder

BUSY = "is being recorded; wait until the run has ended"


def started(folder: Path) -> Controller:
    world = make_world()
    controller = Controller(Module("root", Drive("drive", rate=10), recorder(world, folder)), store=world)
    controller.run(2 * SECOND)
    return controller


def test_a_reel_that_is_being_recorded_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a.reel"
    run = started(folder)
    before = contents(folder)
    with pytest.raises(ReelError, match=BUSY):
        recover(folder)
    with pytest.raises(ReelError, match=BUSY):
        recorder(make_world(), folder, overwrite=True)
    with pytest.raises(ReelError, match=BUSY):
        Replay("film", reel=folder)
    assert contents(folder) == before
    run.end()
    record(tmp_path / "b.reel")
    assert contents(folder) == contents(tmp_path / "b.reel")


def test_of_two_who_want_to_record_at_once_the_second_is_refused(tmp_path: Path) -> None:
    worlds = [make_world(), make_world()]
    first, second = (Controller(Module("root", recorder(w, tmp_path / "a.reel")), store=w) for w in worlds)
    first.start()
    with pytest.raises(StepError, match=BUSY):
        second.start()
    first.end()
    assert Reel.open(tmp_path / "a.reel").is_complete


def test_a_lock_is_held_by_one_until_it_is_released(tmp_path: Path) -> None:
    assert not is_recording(tmp_path)
    with RecordingLock(tmp_path) as held:
        assert is_recording(tmp_path)
        with pytest.raises(ReelError, match=BUSY):
            RecordingLock(tmp_path)
    held.release()
    assert not (tmp_path / LOCK).exists()
    assert not is_recording(tmp_path)


def test_a_lock_that_is_forgotten_is_free(tmp_path: Path) -> None:
    forgotten = RecordingLock(tmp_path)
    del forgotten
    gc.collect()
    assert (tmp_path / LOCK).exists()
    assert not is_recording(tmp_path)


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    code = "import os, sys; from pathlib import Path; from seahaven.reels.lock import RecordingLock\n"
    code += "lock = RecordingLock(Path(sys.argv[1])); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 9
    assert (tmp_path / LOCK).exists()
    assert not is_recording(tmp_path)
    RecordingLock(tmp_path).release()


def test_a_lock_on_a_file_that_was_taken_away_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grab, seen = lock._grab, []

    def late(file: int, *, shared: bool) -> bool:
        if not seen:
            (tmp_path / LOCK).unlink()
        seen.append(os.fstat(file).st_ino)
        return grab(file, shared=shared)

    monkeypatch.setattr(lock, "_grab", late)
    with RecordingLock(tmp_path):
        assert len(seen) == 2
        assert (tmp_path / LOCK).stat().st_ino == seen[1]


def test_without_file_locks_recording_goes_on_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "_HAS_LOCKS", False)
    run = started(tmp_path / "a.reel")
    assert not (tmp_path / "a.reel" / LOCK).exists()
    assert not Reel.open(tmp_path / "a.reel").is_live
    run.end()
    assert Reel.open(tmp_path / "a.reel").is_complete


def test_a_folder_with_nothing_but_a_lock_file_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.reel").mkdir()
    (tmp_path / "a.reel" / LOCK).write_text("")
    record(tmp_path / "a.reel", seconds=0.1)
    assert Reel.open(tmp_path / "a.reel").is_complete


def test_a_reel_whose_disk_refused_can_be_recovered_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = started(tmp_path / "a.reel")
    with monkeypatch.context() as patch:
        patch.setattr("seahaven.reels.stream.Stream.write", _refuse)
        with pytest.raises(StepError, match="No space left on device; all up to 1 s is safe: seahaven recover"):
            run.run(4 * SECOND)
    assert recover(tmp_path / "a.reel").recovered_until == 1.0


def _refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")
