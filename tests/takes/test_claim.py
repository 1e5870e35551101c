"""A folder belongs to one run at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.takes import claimed


def test_a_second_run_into_a_folder_is_told_who_has_it_and_when_the_lock_is_stale(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    told = rf"process {os.getpid()} on .* is playing into .*; wait .* --out \(.* not exist: then remove .*playing.lock"
    with claimed(folder), pytest.raises(InputError, match=told), claimed(folder):
        pass
    with claimed(folder):
        pass


def test_a_folder_that_was_made_for_nothing_is_removed(tmp_path: Path) -> None:
    with claimed(tmp_path / "out" / "drive"):
        assert (tmp_path / "out" / "drive").is_dir()
    assert list(tmp_path.iterdir()) == []
    with claimed(tmp_path / "out" / "drive"):
        (tmp_path / "out" / "kept").touch()
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["kept"]


@pytest.mark.parametrize("folder", ["out", "out/drive"])
def test_a_file_is_no_folder_to_play_into(folder: str, tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    told = f"out is a file, so nothing can be played into .*{folder};"
    with pytest.raises(InputError, match=told), claimed(tmp_path / folder):
        pass
