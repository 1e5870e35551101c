"""Loading the compiler is left until compiled code is needed."""

import os
import subprocess
import sys
from pathlib import Path


def test_importing_the_room_loads_neither_compiler_nor_scipy() -> None:
    program = "import sys, seahaven.geometry; print([m for m in ('numba', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_compiled_functions_are_those_of_their_python_source_to_the_bit() -> None:
    from seahaven.geometry import box_kernels

    numbers = (0.3, -0.7, 1.1, 4.5, 1.8, 5.9, 2.2, -2.0, 12.0, 2.5)
    assert box_kernels.separation(*numbers) == box_kernels.separation.py_func(*numbers)  # type: ignore[attr-defined]  # Numba's


def test_whoever_waits_for_the_compiler_is_told_once() -> None:
    from numba.core import event

    from seahaven.geometry.compiled import FEW, when_compiling

    told: list[str] = []
    when_compiling(lambda: told.append("compiling"))
    for _ in range(2 * FEW):
        event.broadcast(event.Event("numba:compile", event.EventStatus.START))
    assert told == ["compiling"]


INNER = """
from seahaven.geometry.compiled import compiled
LEAST = {least}


@compiled
def half(x: float) -> float:
    return {share} * x
"""
OUTER = """
from seahaven.geometry.compiled import compiled
from kernels_under_test.inner_kernels import LEAST, half


@compiled
def half_at_least(x: float) -> float:
    return max(half(x), LEAST)
"""
PROGRAM = """
from numba.core import event
from kernels_under_test.outer_kernels import half_at_least

with event.install_recorder("numba:compile") as made:
    value = half_at_least(10.0)
print(value, any(what.is_start and what.data["dispatcher"] is half_at_least for _, what in made.buffer))
"""


def run_kernels(folder: Path, *, share: float, least: float, program: str = PROGRAM) -> str:
    """What the outer kernel gives, and whether it was compiled for that, or another program, in its own process."""
    package = folder / "kernels_under_test"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    for name, source in (("inner", INNER.format(share=share, least=least)), ("outer", OUTER)):
        path = package / f"{name}_kernels.py"
        if not path.exists() or path.read_text() != source:
            path.write_text(source)
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "kept")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a source written twice in a second would be taken for unchanged
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    return done.stdout.strip()


def test_a_kernel_is_compiled_anew_when_one_of_another_file_that_it_calls_changes(tmp_path: Path) -> None:
    assert run_kernels(tmp_path, share=0.5, least=1.0) == "5.0 True"
    assert run_kernels(tmp_path, share=0.5, least=1.0) == "5.0 False"
    assert run_kernels(tmp_path, share=0.25, least=1.0) == "2.5 True"
    assert run_kernels(tmp_path, share=0.25, least=1.0) == "2.5 False"


def test_a_kernel_is_compiled_anew_when_a_number_that_it_takes_from_another_file_changes(tmp_path: Path) -> None:
    assert run_kernels(tmp_path, share=0.5, least=1.0) == "5.0 True"
    assert run_kernels(tmp_path, share=0.5, least=7.0) == "7.0 True"
    assert run_kernels(tmp_path, share=0.5, least=7.0) == "7.0 False"


LOADED = """
import sys
from kernels_under_test.outer_kernels import half_at_least

assert half_at_least(10.0) == 5.0
(kept,) = half_at_least.overloads.values()
print("numba.np.arraymath" in sys.modules, kept.library._module is not None)

from numba import njit


@njit
def twice(x):
    return 2.0 * half_at_least(x)


print(twice(10.0), kept.library._module is not None)
"""


def test_kept_code_is_loaded_without_what_compiling_needs_and_can_be_compiled_with(tmp_path: Path) -> None:
    run_kernels(tmp_path, share=0.5, least=1.0)
    said = run_kernels(tmp_path, share=0.5, least=1.0, program=LOADED)
    assert said.splitlines() == ["False False", "10.0 True"]
