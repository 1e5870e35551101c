"""PyArrow is loaded with the first table, and no earlier."""

from __future__ import annotations

import subprocess
import sys

import pyarrow
import pytest

from seahaven.reels.arrow import pa, pc

HEAVY = ("pyarrow", "pandas", "duckdb", "scipy", "matplotlib", "numba")
PROGRAM = f"""
import sys
import seahaven

seahaven.open
print([library for library in {HEAVY} if library in sys.modules])
"""


def test_names_are_those_of_the_library() -> None:
    assert pa.Table is pyarrow.Table
    assert pc.sum(pa.array([1, 2])).as_py() == 3
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = pa.no_such_name


def test_opening_a_run_loads_no_heavy_library() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
