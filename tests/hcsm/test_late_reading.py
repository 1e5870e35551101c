"""Machines of the package are read when they are first used; here every one is."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import seahaven
from seahaven.hcsm import Machine
from seahaven.hcsm.definition.machine import MachineType


def machines(kind: MachineType) -> list[MachineType]:
    """All machines of the package that are made from one."""
    below = [one for other in kind.__subclasses__() for one in (other, *machines(other))]
    return [one for one in below if one.__module__.startswith("seahaven.")]


def test_every_machine_of_the_package_is_without_fault() -> None:
    for module in pkgutil.walk_packages(seahaven.__path__, "seahaven."):
        if ".bench" not in module.name and not module.name.endswith(("__main__", "_kernels")):
            import_module(module.name)
    found = machines(Machine)
    assert len(found) > 150
    alone = [machine for machine in found if "." not in machine.__qualname__]
    assert {machine.program.name for machine in alone} == {machine.__name__ for machine in alone}
    assert all(machine._draft.declaration.name == machine.__name__ for machine in found)


PROGRAM = """
import seahaven.direction
from seahaven.hcsm.definition import machine as definition

inner, outer = next((one, other) for one, other in definition._around.items() if other in definition._unread)
assert inner in definition._unread
assert inner._draft.enclosing is outer._draft
assert not {inner, outer} & definition._unread.keys()
"""


def test_a_machine_inside_another_one_is_read_with_it() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


def test_a_machine_of_an_author_is_refused_where_it_is_written(tmp_path: Path) -> None:
    source = "from seahaven.hcsm import Machine\n\nclass Wrong(Machine):\n    speed: float\n"
    (tmp_path / "wrong.py").write_text(source)
    done = subprocess.run([sys.executable, "wrong.py"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert "'speed' of Wrong has a type but no role" in done.stderr
