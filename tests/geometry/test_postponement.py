"""Numba is loaded without SciPy, which comes when somebody needs it; and as ever where Numba is another one."""

from __future__ import annotations

import subprocess
import sys

COMPILE = """
import sys
import numpy as np
from seahaven.hcsm import CompiledMachine, Machine, Out

class Top(Machine):
    y: Out[float]

    def activity(m):
        m.y = 1.0

def run():
    crowd = CompiledMachine(Top.program, cache=sys.argv[1]).crowd([1])
    crowd.step({}, step=0)
    assert crowd.output("y")[0].tolist() == [1.0]
"""
DOT = """
from numba import njit

@njit
def product(a):
    return np.dot(a, a)

assert product(np.eye(2)).tolist() == [[1.0, 0.0], [0.0, 1.0]]
assert "scipy.linalg" in sys.modules
"""
OTHER = """
import numba.np.linalg as answers
answer = answers.ensure_blas
del answers.ensure_blas
import seahaven.geometry.postponement as postponement
postponement.load_without_scipy()
assert "numba.np.arraymath" not in sys.modules
answers.ensure_blas = answer
postponement._QUESTION = "asked_otherwise"
"""


def runs(source: str, folder: object, name: str) -> None:
    """In a process of its own, with the machine in a file, since its source is read."""
    path = f"{folder}/{name}.py"
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    subprocess.run([sys.executable, path, str(folder)], check=True)


def test_a_machine_is_compiled_without_scipy_which_comes_with_the_first_matrix(tmp_path: object) -> None:
    runs(COMPILE + "run()\nassert 'scipy.linalg' not in sys.modules\n" + DOT, tmp_path, "once")


def test_with_another_numba_machines_are_compiled_all_the_same(tmp_path: object) -> None:
    runs(COMPILE + OTHER + "run()\nassert 'scipy.linalg' in sys.modules\n", tmp_path, "otherwise")
