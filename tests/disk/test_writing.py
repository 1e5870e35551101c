"""Files that are written whole or not at all, and are on the disk then."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from seahaven.disk import make_folder, replacing, sync_folder
from tests.power_cut import Left, watched_disk

needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="open files are told by /proc")


@needs_proc
def test_a_power_cut_leaves_the_old_bytes_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes | None] = []

    def look(_: str, left: Left) -> None:
        seen.append(left.get("a"))

    with watched_disk(tmp_path, monkeypatch, look):
        for content in (b"old", b"new"):
            with replacing(tmp_path / "a") as file:
                file.write(content)
            assert seen[-1] == content
    assert [content for content in dict.fromkeys(seen) if content is not None] == [b"old", b"new"]


def test_what_fails_in_the_block_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def write_half() -> None:
        with replacing(tmp_path / "a") as file:
            file.write(b"ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert (tmp_path / "a").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


@needs_proc
def test_every_new_folder_is_synced_into_the_one_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.readlink(f"/proc/self/fd/{number}")))
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert synced == [str(tmp_path), str(tmp_path / "a")]


@pytest.mark.parametrize(("number", "fails"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_file_system_that_cannot_sync_folders_does_not_have_to(
    number: int, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    if fails:
        with pytest.raises(OSError, match="error"):
            sync_folder(tmp_path)
    else:
        sync_folder(tmp_path)
