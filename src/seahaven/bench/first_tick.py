"""How long a machine takes to its first tick in a process of its own: to compile, and from the cache.

    python -m seahaven.bench.first_tick seahaven.bench.drivers.large:TownDriver FOLDER

prints the seconds that one such process takes.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from seahaven.bench.stopwatch import cpu_seconds
from seahaven.hcsm import CompiledMachine, Program

__all__ = ["FirstTick", "first_tick"]

_TYPES: dict[str, Any] = {"float": np.float64, "int": np.int64, "bool": np.bool_}


@dataclass(frozen=True, slots=True)
class FirstTick:
    """CPU times in seconds, from the import of the machine to the end of its first tick.

    `compiled` begins with an empty cache folder, `cached` with what that left.
    """

    compiled: float
    cached: float


def first_tick(machine: str, *, repeats: int) -> FirstTick:
    """Give what the machine of that name, `package.module:Class`, takes; from the cache, the best of several times."""
    with TemporaryDirectory() as folder:
        compiled = _elsewhere(machine, folder)
        return FirstTick(compiled, min(_elsewhere(machine, folder) for _ in range(repeats)))


def _elsewhere(machine: str, folder: str) -> float:
    command = [sys.executable, "-m", "seahaven.bench.first_tick", machine, folder]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _here(machine: str, folder: str) -> float:
    module, _, name = machine.partition(":")
    program = getattr(import_module(module), name).program
    return cpu_seconds(lambda: _tick(program, folder))


def _tick(program: Program, folder: str) -> None:
    inputs = {port.name: np.zeros(1, dtype=_TYPES[port.type]) for port in program.inputs}
    CompiledMachine(program, cache=folder).crowd([1]).step(inputs, step=0)


if __name__ == "__main__":
    print(_here(*sys.argv[1:]))
