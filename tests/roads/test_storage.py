"""Arrays on disk: computed once, verified, computed again whenever anything is not as it should be."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.roads import storage as module
from seahaven.roads.storage import digest_of, stored

INPUT = np.arange(12.0).reshape(3, 4)
ARRAYS = (np.array([[1, 2], [3, 4]], np.int32), np.array([0.1, np.inf, -0.0, np.nan]), np.zeros((0, 4), np.bool_))


class Computation:
    """Counts how often it is run."""

    def __init__(self, code: Path, input: NDArray[Any] = INPUT) -> None:
        self.runs, self.code, self.input = 0, code, input

    def __call__(self) -> tuple[NDArray[Any], ...]:
        arrays = stored("test", self._make, inputs=[self.input, "text"], code=[self.code])
        for array, known in zip(arrays, ARRAYS, strict=True):
            assert (array.dtype, array.shape, array.tobytes()) == (known.dtype, known.shape, known.tobytes())
        return arrays

    def _make(self) -> tuple[NDArray[Any], ...]:
        self.runs += 1
        return ARRAYS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of stored arrays, in a cache of its own."""
    monkeypatch.setenv("SEAHAVEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "roads"


@pytest.fixture
def code(tmp_path: Path) -> Path:
    path = tmp_path / "code.py"
    path.write_text("first = 1\n")
    module._source.cache_clear()
    return path


def only(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_arrays_are_computed_once_and_read_back_bit_by_bit(folder: Path, code: Path) -> None:
    computation = Computation(code)
    computation()
    computation()
    assert computation.runs == 1
    assert only(folder).name.startswith("test-")


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def garbled(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def of_another_version(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"kept 1", b"kept 0"))


def foreign(file: Path) -> None:
    file.write_bytes(b"no file of ours\n" * 20)


@pytest.mark.parametrize("damage", [truncated, emptied, garbled, of_another_version, foreign])
def test_a_damaged_file_is_computed_and_written_again(folder: Path, code: Path, damage: Callable[[Path], None]) -> None:
    computation = Computation(code)
    computation()
    whole = only(folder).read_bytes()
    damage(only(folder))
    computation()
    assert computation.runs == 2
    assert only(folder).read_bytes() == whole
    computation()
    assert computation.runs == 2


def test_a_file_under_the_name_of_another_does_not_pass_for_it(folder: Path, code: Path) -> None:
    first, second = Computation(code), Computation(code, INPUT + 1.0)
    first()
    file, content = only(folder), only(folder).read_bytes()
    file.unlink()
    second()
    only(folder).write_bytes(content)
    second()
    assert second.runs == 2


@pytest.mark.parametrize(
    "other", [INPUT + 1.0, INPUT.astype(np.float32), INPUT.reshape(4, 3), np.asfortranarray(INPUT.T)]
)
def test_other_inputs_are_computed_anew(folder: Path, code: Path, other: NDArray[Any]) -> None:
    Computation(code)()
    computation = Computation(code, other)
    computation()
    assert computation.runs == 1


def test_other_code_is_computed_anew(folder: Path, code: Path) -> None:
    Computation(code)()
    code.write_text("first = 2\n")
    module._source.cache_clear()
    computation = Computation(code)
    computation()
    assert computation.runs == 1


def test_other_libraries_compute_anew(folder: Path, code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Computation(code)()
    monkeypatch.setattr(module, "_versions", lambda: ("0.0",))
    computation = Computation(code)
    computation()
    assert computation.runs == 1


def test_texts_and_arrays_of_the_same_bytes_differ() -> None:
    assert digest_of(["ab"]) != digest_of([np.frombuffer(b"ab", np.uint8)])
    assert digest_of(["ab", "c"]) != digest_of(["a", "bc"])


def test_without_a_folder_to_write_to_everything_is_computed_each_time(
    tmp_path: Path, code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SEAHAVEN_CACHE", str(tmp_path / "file"))
    computation = Computation(code)
    computation()
    computation()
    assert computation.runs == 2


def test_a_full_disk_is_no_error(folder: Path, code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(module, "write_sealed", refuse)
    computation = Computation(code)
    computation()
    assert computation.runs == 1


def test_a_file_that_another_user_owns_can_be_read(folder: Path, code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    computation = Computation(code)
    computation()

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "utime", refuse)
    computation()
    assert computation.runs == 1


def test_the_folder_stays_small_and_loses_what_was_not_used_for_longest(
    folder: Path, code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computations = [Computation(code, INPUT + k) for k in range(4)]
    files = list[Path]()
    for k, computation in enumerate(computations[:3]):
        before = set(folder.glob("*")) if folder.exists() else set()
        computation()
        files += set(folder.glob("*")) - before
        os.utime(files[-1], ns=(k, k))
    computations[0]()
    monkeypatch.setattr(module, "MOST_BYTES", 3 * files[0].stat().st_size)
    computations[3]()
    assert [file.exists() for file in files] == [True, False, True]
    assert len(list(folder.iterdir())) == 3
