"""Parts of compiled code, and what compiled code is kept by."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.geometry.compiled import bring_near, compiled

KERNELS = """
from math import nan

from seahaven.geometry.compiled import compiled, compiled_part, put_byte, put_float


@compiled_part
def double(values, i):
    return 2.0 * values[i]


@compiled
def fill(values, addresses):
    for i in range(len(values)):
        put_float(addresses[0], i, double(values, i) if values[i] >= 0.0 else nan)
        put_byte(addresses[1], i, values[i] < 0.0)
"""

PROGRAM = """
import numpy as np
from kernels_of_a_test import fill

values, out, nulls = np.array([1.0, -1.0, 3.0]), np.zeros(3), np.zeros(3, bool)
fill(values, np.array([out.ctypes.data, nulls.ctypes.data], np.uintp))
print(out.tolist(), nulls.tolist(), sum(fill.stats.cache_hits.values()))
"""


def test_parts_and_addresses_work_and_code_with_nan_is_kept(tmp_path: Path) -> None:
    """NaN equals nothing, not even what was kept under it."""
    (tmp_path / "kernels_of_a_test.py").write_text(KERNELS)
    said = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split("] ")
        for _ in range(2)
    ]
    assert said[0] == ["[2.0, nan, 6.0", "[False, True, False", "0\n"]
    assert said[1][2] == "1\n"


@compiled
def sum_of_rows(table: Any, rows: Any) -> float:
    """Adds up the first numbers of rows, of which those after the next are fetched meanwhile."""
    total = 0.0
    for k in range(len(rows)):
        bring_near(table, np.uintp(rows[min(k + 2, len(rows) - 1)]), 1)
        total += table[rows[k], 0]
    return total


def test_what_is_brought_near_is_the_same() -> None:
    table, rows = np.arange(3000.0).reshape(1000, 3), np.arange(999, -1, -7)
    assert sum_of_rows(table, rows) == table[rows, 0].sum()
