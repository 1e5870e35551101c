"""The garbage collector is kept from searching what stays, and searches again afterwards."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from seahaven.memory import lasting, undisturbed


def test_the_collector_runs_again_after_what_it_was_not_to_disturb() -> None:
    with undisturbed(), undisturbed():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), undisturbed():
        raise KeyError("a file that cannot be read")
    assert gc.isenabled()


def test_a_collector_that_was_switched_off_stays_off() -> None:
    gc.disable()
    try:
        with undisturbed():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


LOAD = "import gc, seahaven; seahaven.Controller; print(gc.get_freeze_count() > 10_000, gc.isenabled())"


def said(program: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.split()


def test_the_names_of_the_package_are_loaded_as_lasting() -> None:
    assert said(LOAD) == ["True", "True"]


def test_runs_and_all_that_they_need_are_loaded_as_lasting() -> None:
    count = "import gc, seahaven; seahaven.open; print(gc.get_freeze_count() > 100_000, gc.isenabled())"
    assert said(count) == ["True", "True"]


def test_the_compiler_is_loaded_as_lasting() -> None:
    assert said(f"import seahaven.geometry.compiled; {LOAD}") == ["True", "True"]


def test_beside_other_libraries_everything_is_searched_as_ever_and_none_complains() -> None:
    assert said(f"import duckdb; {LOAD}; duckdb.connect().sql('select 1')") == ["False", "True"]


def test_what_is_loaded_is_not_searched_meanwhile() -> None:
    with lasting():
        assert not gc.isenabled()
    assert gc.isenabled()
