"""SUMO's programs, and its runs: as separate processes, whose CPU time is theirs alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from seahaven.errors import InputError, SeahavenError

__all__ = ["Sumo", "program", "run_program"]

QUIET = ("--no-step-log", "--no-warnings", "--xml-validation", "never", "--xml-validation.net", "never")
NO_OPTIONS: Mapping[str, object] = {}
PATIENT = ("--time-to-teleport", "-1")
"""Whoever waits long is not put elsewhere: it would be a way to solve jams that our side has not."""


def program(name: str) -> str:
    """One of SUMO's programs: beside this Python, or on the path."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        raise InputError(f"SUMO's {name} is not installed; install it with: pip install 'seahaven[bench]'")
    return found


def run_program(name: str, *options: str) -> None:
    """Run one of SUMO's programs; if it fails, tell what it said last."""
    done = subprocess.run([program(name), *options], capture_output=True, text=True)
    if done.returncode:
        raise SeahavenError(f"SUMO's {name} stopped with {done.returncode}: {done.stderr.strip()[-500:]}")


@dataclass(frozen=True, slots=True)
class Sumo:
    """A network and a demand for SUMO to run, in steps of so many seconds, on one thread and without any output."""

    network: Path
    demand: Path
    step: float = 0.1
    additional: tuple[Path, ...] = ()
    """Files with what the network and the demand refer to: types, programs of lights, stops."""

    def run(self, until: float, *, begin_with: Path | None = None, options: Mapping[str, object] = NO_OPTIONS) -> None:
        """Run from the beginning, or from a state kept before, up to a date in seconds; options are SUMO's own."""
        given = {"net-file": self.network, "route-files": self.demand, "step-length": self.step, "end": until}
        state = {} if begin_with is None else {"load-state": begin_with}
        more = {"additional-files": ",".join(map(str, self.additional))} if self.additional else {}
        pairs = [f"--{name}={value}" for name, value in {**given, **state, **more, **options}.items()]
        run_program("sumo", *QUIET, *PATIENT, *pairs)

    def keep_state(self, at: float, file: Path) -> Path:
        """Run up to a date and keep everything, to go on from there."""
        self.run(at + self.step, options={"save-state.times": at, "save-state.files": file, "save-state.rng": "true"})
        return file
