"""Loading the compiler is left until compiled code is needed."""

import subprocess
import sys


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
