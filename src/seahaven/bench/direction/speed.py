"""How much faster than real time a whole directed drive runs, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

__all__ = ["times_real_time"]


def times_real_time(study: Path, *, seconds: float, repeats: int = 1) -> float:
    """The best of several whole drives, nothing being recorded."""
    return max(_elsewhere(study, seconds) for _ in range(repeats))


def _elsewhere(study: Path, seconds: float) -> float:
    command = [sys.executable, "-m", "seahaven.bench.direction.whole_drive", str(study), f"{seconds:g}"]
    simulated, spent = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(simulated) / float(spent)
