from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import ReelError, StepError
from seahaven.files import lock
from seahaven.kernel import SECOND, Controller, Module
from seahaven.reels import Reel, Replay, recover
from seahaven.reels.lock import LOCK
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
