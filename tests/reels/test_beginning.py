"""Going on with the reel of a run that broke off."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import StepError
from seahaven.kernel import SECOND, Controller, Module, load_checkpoint, save_checkpoint
from seahaven.reels import Mark, Recorder, Reel, recover
from seahaven.reels.stream import Stream
from tests.reels.drives import Drive, contents, make_world, record, recorder

END = 2 * SECOND


def run_of(folder: Path, **values: Any) -> tuple[Controller, Recorder]:
    world = make_world()
    recording = recorder(world, folder, seed=7, **values)
    return Controller(Module("root", Drive("drive", rate=10), recording), seed=7, store=world), recording


def broken_off(folder: Path, how: str, kept: Path) -> Mark:
    """Leave a reel of 1.7 s as a run that breaks off does, and its state after 1 s."""
    run, recording = run_of(folder, flush_every=0.2)
    run.run(SECOND)
    mark = recording.mark()
    save_checkpoint(run, kept)
    run.run(17 * SECOND // 10)
    if how == "interrupted":
        run.end_after(KeyboardInterrupt())
        return mark
    left = folder.with_name("left")
    shutil.copytree(folder, left)
    run.end()
    shutil.rmtree(folder)
    left.rename(folder)
    if how == "recovered":
        recover(folder)
    return mark


def go_on(folder: Path, kept: Path, mark: Mark) -> None:
    run, _ = run_of(folder, onward=mark)
    load_checkpoint(run, kept)
    run.run(END)
    run.end()


@pytest.mark.parametrize("how", ["killed", "interrupted", "recovered"])
def test_a_reel_that_goes_on_has_the_tables_of_one_that_never_broke_off(tmp_path: Path, how: str) -> None:
    record(tmp_path / "whole.reel", seed=7)
    mark = broken_off(tmp_path / "a.reel", how, tmp_path / "kept.npz")
    assert mark.frames == 10
    go_on(tmp_path / "a.reel", tmp_path / "kept.npz", mark)
    whole, here = contents(tmp_path / "whole.reel"), contents(tmp_path / "a.reel")
    manifest = here.pop("manifest.json").decode()
    assert manifest.replace('"resumed": [\n    1.0\n  ]', "").rstrip("}, \n") == whole.pop(
        "manifest.json"
    ).decode().rstrip("}, \n")
    assert here == whole
    assert Reel.open(tmp_path / "a.reel").manifest.resumed == (1.0,)


def test_a_reel_may_go_on_more_than_once(tmp_path: Path) -> None:
    mark = broken_off(tmp_path / "a.reel", "killed", tmp_path / "kept.npz")
    for _ in range(2):
        go_on(tmp_path / "a.reel", tmp_path / "kept.npz", mark)
    record(tmp_path / "whole.reel", seed=7)
    again, whole = Reel.open(tmp_path / "a.reel"), Reel.open(tmp_path / "whole.reel")
    assert again.table("vehicle").equals(whole.table("vehicle"))
    assert again.manifest.resumed == (1.0, 1.0)


def test_a_reel_that_is_too_short_is_refused_and_left_alone(tmp_path: Path) -> None:
    mark = broken_off(tmp_path / "a.reel", "interrupted", tmp_path / "kept.npz")
    before = contents(tmp_path / "a.reel")
    with pytest.raises(StepError, match=r"a\.reel ends before its checkpoint"):
        go_on(tmp_path / "a.reel", tmp_path / "kept.npz", Mark(mark.frames + 10, mark.events))
    assert contents(tmp_path / "a.reel") == before


def test_a_disk_that_refuses_while_it_is_taken_over_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = broken_off(tmp_path / "a.reel", "killed", tmp_path / "kept.npz")
    before = Reel.open(tmp_path / "a.reel").table("vehicle")

    def refuse(stream: Stream, columns: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Stream, "write", refuse)
        with pytest.raises(StepError, match="No space left on device"):
            go_on(tmp_path / "a.reel", tmp_path / "kept.npz", mark)
    assert Reel.open(tmp_path / "a.reel").table("vehicle").equals(before)
    go_on(tmp_path / "a.reel", tmp_path / "kept.npz", mark)
    assert Reel.open(tmp_path / "a.reel").is_complete
