"""A lock that ends with its process."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import FileLock, is_locked, lock

LOCK = "busy.lock"


def taken(path: Path) -> FileLock:
    return FileLock(path, lambda note: InputError(f"{note} has it"), note="number 7")


def test_a_lock_is_held_by_one_until_it_is_released(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / LOCK)
    with taken(tmp_path / LOCK) as held:
        assert is_locked(tmp_path / LOCK)
        with pytest.raises(InputError, match="number 7 has it"):
            taken(tmp_path / LOCK)
    held.release()
    assert not (tmp_path / LOCK).exists()
    assert not is_locked(tmp_path / LOCK)


def test_a_lock_that_is_forgotten_is_free(tmp_path: Path) -> None:
    forgotten = taken(tmp_path / LOCK)
    del forgotten
    gc.collect()
    assert (tmp_path / LOCK).exists()
    assert not is_locked(tmp_path / LOCK)


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    code = "import os, sys; from pathlib import Path; from seahaven.files import FileLock\n"
    code += "lock = FileLock(Path(sys.argv[1]), lambda note: ValueError()); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path / LOCK)], check=False).returncode == 9
    assert (tmp_path / LOCK).exists()
    assert not is_locked(tmp_path / LOCK)
    taken(tmp_path / LOCK).release()


def test_a_lock_on_a_file_that_was_taken_away_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grab, seen = lock._grab, []

    def late(file: int, *, shared: bool) -> bool:
        if not seen:
            (tmp_path / LOCK).unlink()
        seen.append(os.fstat(file).st_ino)
        return grab(file, shared=shared)

    monkeypatch.setattr(lock, "_grab", late)
    with taken(tmp_path / LOCK):
        assert len(seen) == 2
        assert (tmp_path / LOCK).stat().st_ino == seen[1]


def test_a_process_that_the_holder_started_does_not_keep_the_lock(tmp_path: Path) -> None:
    code = "import os, subprocess, sys; from pathlib import Path; from seahaven.files import FileLock\n"
    code += "lock = FileLock(Path(sys.argv[1]), lambda note: ValueError())\n"
    code += "subprocess.Popen([sys.executable, '-c', 'input()']); os._exit(9)"
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path / LOCK)], stdin=subprocess.PIPE) as holder:
        assert holder.wait() == 9
        assert not is_locked(tmp_path / LOCK)  # while the other process waits for a line
        assert holder.stdin
        holder.stdin.write(b"\n")
