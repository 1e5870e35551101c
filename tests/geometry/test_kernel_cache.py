"""Machine code of kernels that is kept on disk: checked before it is loaded, and made again when damaged."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import CacheWarning

SOURCE = """
from seahaven.geometry.compiled import compiled


@compiled
def half(x):
    return 0.5 * x
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEAHAVEN_CACHE", str(tmp_path / "home"))
    monkeypatch.delenv("SEAHAVEN_CACHE_REFUSED", raising=False)
    monkeypatch.delitem(sys.modules, "kernels_of_a_test", raising=False)
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "kernels_of_a_test.py").write_text(SOURCE)


def half(folder: Path) -> Any:
    """The kernel, loaded as a new process would load it, after one call."""
    spec = spec_from_file_location("kernels_of_a_test", folder / "source" / "kernels_of_a_test.py")
    assert spec
    assert spec.loader
    module = sys.modules["kernels_of_a_test"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.half(3.0) == 1.5
    return module.half


def is_loaded(kernel: Any) -> bool:
    return sum(kernel.stats.cache_hits.values()) == 1


def machine_code(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nbc"))


def test_what_was_compiled_is_loaded_the_next_time(tmp_path: Path) -> None:
    assert not is_loaded(half(tmp_path))
    assert is_loaded(half(tmp_path))
    assert [path.parent for path in machine_code(tmp_path)] == [tmp_path / "source" / "__pycache__"]


@pytest.mark.parametrize("keep", [0, 20, 1000, -1])
def test_a_file_cut_short_is_compiled_anew_and_whole_again(keep: int, tmp_path: Path) -> None:
    half(tmp_path)
    (path,) = machine_code(tmp_path)
    path.write_bytes(path.read_bytes()[:keep])
    assert not is_loaded(half(tmp_path))
    assert is_loaded(half(tmp_path))


def test_garbled_machine_code_never_reaches_the_compiler(tmp_path: Path) -> None:
    half(tmp_path)
    (path,) = machine_code(tmp_path)
    whole = path.read_bytes()
    for start in range(64, len(whole), len(whole) // 4):
        path.write_bytes(whole[:start] + bytes(255 - byte for byte in whole[start : start + 99]) + whole[start + 99 :])
        assert not is_loaded(half(tmp_path))


def test_code_goes_to_the_cache_folder_where_the_folder_of_the_source_refuses(tmp_path: Path) -> None:
    (tmp_path / "source" / "__pycache__").write_text("in the way")
    assert not is_loaded(half(tmp_path))
    assert is_loaded(half(tmp_path))
    (path,) = machine_code(tmp_path)
    assert path.is_relative_to(tmp_path / "home" / "kernels")


def test_a_run_goes_on_where_no_folder_takes_its_code(tmp_path: Path) -> None:
    (tmp_path / "source" / "__pycache__").write_text("in the way")
    (tmp_path / "home").write_text("in the way")
    text = f"cannot be kept in {tmp_path / 'home'}: .*name another folder in SEAHAVEN_CACHE"
    with pytest.warns(CacheWarning, match=text):
        assert not is_loaded(half(tmp_path))


def test_a_source_that_changes_after_it_was_loaded_is_not_taken_for_what_was_compiled(tmp_path: Path) -> None:
    path = tmp_path / "source" / "kernels_of_a_test.py"
    spec = spec_from_file_location("kernels_of_a_test", path)
    assert spec
    assert spec.loader
    module = sys.modules["kernels_of_a_test"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    path.write_text(SOURCE.replace("0.5 * x", "0.25 * x + 0.75"))  # gives the same for 3, to tell a load by
    assert module.half(1.0) == 0.5
    assert not is_loaded(half(tmp_path))
