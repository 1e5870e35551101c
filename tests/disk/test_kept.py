"""Cache files are read only if they are whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from seahaven.disk import cache_folder, do_without, read_sealed, write_sealed
from seahaven.errors import CacheWarning


def test_what_was_sealed_is_read_back(tmp_path: Path) -> None:
    write_sealed(tmp_path / "new" / "a", b"content", "made from this")
    assert read_sealed(tmp_path / "new" / "a", "made from this") == b"content"
    assert read_sealed(tmp_path / "new" / "a", "made from that") is None
    assert read_sealed(tmp_path / "b", "made from this") is None


def test_no_damaged_byte_and_no_missing_end_goes_unnoticed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_sealed(path, b"content", "this")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert read_sealed(path, "this") is None
        path.write_bytes(whole[:place])
        assert read_sealed(path, "this") is None
    path.write_bytes(whole + b"\0")
    assert read_sealed(path, "this") is None


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    write_sealed(tmp_path / "a", b"old", "this")
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_sealed(tmp_path / "a", b"new", "this")
    assert read_sealed(tmp_path / "a", "this") == b"old"
    assert os.listdir(tmp_path) == ["a"]


def refuse_twice(folder: Path, error: OSError) -> None:
    do_without(folder, error)
    do_without(folder, error)


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "free some space there, or name another folder in SEAHAVEN_CACHE"),
        (errno.EROFS, "allow writing to it, or name another folder in SEAHAVEN_CACHE"),
        (errno.ENOTDIR, "see to it that files can be written there, or name another folder in SEAHAVEN_CACHE"),
    ],
)
def test_a_refusal_names_folder_reason_and_remedy_once(
    number: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEAHAVEN_CACHE_REFUSED", "/elsewhere")
    with pytest.warns(CacheWarning) as told:
        refuse_twice(tmp_path, OSError(number, os.strerror(number)))
    cause = f"compiled code cannot be kept in {tmp_path}: {os.strerror(number)}"
    until = "(until then every run compiles it again, which takes minutes)"
    assert [str(one.message) for one in told] == [f"{cause}; {remedy} {until}"]


def test_the_cache_folder_is_chosen_or_named_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEAHAVEN_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    assert cache_folder(tmp_path / "own") == tmp_path / "own"
    monkeypatch.delenv("SEAHAVEN_CACHE")
    assert "seahaven" in str(cache_folder())


@pytest.mark.parametrize("variable", ["SEAHAVEN_CACHE", "XDG_CACHE_HOME"])
def test_a_variable_without_a_value_names_no_folder(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEAHAVEN_CACHE", raising=False)
    monkeypatch.setenv(variable, "")
    assert cache_folder().is_absolute()
