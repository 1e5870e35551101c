"""Code that is kept on disk: whatever has happened to the files, a machine runs."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import CacheWarning
from seahaven.hcsm.compiler import CompiledMachine
from seahaven.hcsm.compiler.machine import _known
from tests.hcsm.programs import floats, given, leaf, op, put

SMALL = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "/", 2.0)),))


def halved(folder: Path) -> tuple[float, CompiledMachine]:
    """What the small machine makes of 3, loaded from the folder as a new process would load it."""
    _known.clear()
    machine = CompiledMachine(SMALL, cache=folder)
    crowd = machine.crowd([1])
    crowd.step({"x": np.array([3.0])}, step=0)
    return float(crowd.output("y")[0][0]), machine


def is_loaded(machine: CompiledMachine) -> bool:
    """Whether machine code was loaded, and not compiled."""
    return sum(machine.code.run.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]  # Numba's


def damaged(content: bytes, how: str) -> bytes:
    middle = len(content) // 2
    return {
        "empty": b"",
        "cut short": content[:middle],
        "garbled": content[:middle]
        + bytes(255 - byte for byte in content[middle : middle + 64])
        + content[middle + 64 :],
        "of something else": b"def blocks(*_): raise SystemExit\n",
    }[how]


@pytest.mark.parametrize("how", ["empty", "cut short", "garbled", "of something else"])
def test_every_file_of_a_damaged_cache_is_made_again(how: str, tmp_path: Path) -> None:
    halved(tmp_path)
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert sorted(path.suffix for path in files) == [".blueprint", ".code", ".nbc", ".py"]
    contents = {path: path.read_bytes() for path in files}
    for path, content in contents.items():
        path.write_bytes(damaged(content, how))
        assert halved(tmp_path)[0] == 1.5
        if path.suffix != ".nbc":  # the compiler numbers what it makes in a process
            assert path.read_bytes() == content
        assert is_loaded(halved(tmp_path)[1])
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == files


def test_a_cache_that_cannot_be_written_is_done_without_and_one_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEAHAVEN_CACHE_REFUSED", raising=False)
    (tmp_path / "machines").write_text("in the way", encoding="utf-8")
    text = f"compiled code cannot be kept in {tmp_path}: .* name another folder in SEAHAVEN_CACHE"
    with pytest.warns(CacheWarning, match=text) as told:
        (first, machine), (second, _) = halved(tmp_path), halved(tmp_path)
    assert (first, second, len(told)) == (1.5, 1.5, 1)
    assert machine.path is None


def test_a_cache_that_can_only_be_read_is_used_and_a_full_one_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEAHAVEN_CACHE_REFUSED", raising=False)
    halved(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)
    assert halved(tmp_path)[0] == 1.5
    for path in list((tmp_path / "machines" / "__pycache__").iterdir()):
        path.unlink()
    with pytest.warns(CacheWarning, match=r"No space left on device; free some space there, or name") as told:
        assert halved(tmp_path)[0] == 1.5
    assert len(told) == 1
    assert list((tmp_path / "machines" / "__pycache__").iterdir()) == []
