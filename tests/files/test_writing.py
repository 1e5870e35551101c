import errno
import os
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import write_bytes_atomic, write_text_atomic


def test_text_is_written_as_utf8_with_its_own_line_ends(tmp_path: Path) -> None:
    write_text_atomic(tmp_path / "a", "é\r\n\n")
    assert (tmp_path / "a").read_bytes() == b"\xc3\xa9\r\n\n"
    assert os.listdir(tmp_path) == ["a"]


def test_file_is_replaced_and_a_link_to_it_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    write_bytes_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write: the folder '.*nowhere' does not exist; create it first$"):
        write_text_atomic(tmp_path / "nowhere" / "a", "x")


def test_folder_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(InputError, match=r"cannot write: a folder has this name; choose another$"):
        write_text_atomic(tmp_path / "a", "x")
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.ENOSPC, "the disk is full; free some space, what was there before is untouched"),
        (errno.EACCES, "the folder '.*' does not allow it; choose another or change its permissions"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_failed_write_leaves_the_old_file_and_nothing_else(
    number: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InputError, match=f"a: cannot write: {message}$"):
        write_bytes_atomic(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]
