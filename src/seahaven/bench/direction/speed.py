"""How much faster than real time a whole directed drive runs, in a process of its own.

    python -m seahaven.bench.direction.speed examples/rear_end.study.yaml 1800

prints the simulated seconds and the CPU seconds that they took, once everything was loaded and compiled.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from seahaven.bench.stopwatch import cpu_seconds
from seahaven.kernel import SECOND, fork
from seahaven.takes import load_take

__all__ = ["times_real_time"]

WARM_UP = 5 * SECOND


def times_real_time(study: Path, *, seconds: float, repeats: int = 1) -> float:
    """The best of several whole drives, nothing being recorded."""
    return max(_elsewhere(study, seconds) for _ in range(repeats))


def _elsewhere(study: Path, seconds: float) -> float:
    command = [sys.executable, "-m", "seahaven.bench.direction.speed", str(study), f"{seconds:g}"]
    simulated, spent = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(simulated) / float(spent)


def _here(study: str, seconds: str) -> str:
    take = load_take(study)
    run = take.controller()
    run.start()
    with fork(run) as twin:
        twin.advance(WARM_UP)
    end = min(round(float(seconds) * SECOND), take.duration)
    spent = cpu_seconds(lambda: run.run(end))
    return f"{end / SECOND} {spent}"


if __name__ == "__main__":
    print(_here(*sys.argv[1:]))
