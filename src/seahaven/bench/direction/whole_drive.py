"""A whole directed drive in a process of its own.

    python -m seahaven.bench.direction.whole_drive examples/rear_end.study.yaml 1800

prints the simulated seconds and the CPU seconds that they took, once everything was loaded and compiled.
"""

from __future__ import annotations

import sys

from seahaven.bench.stopwatch import cpu_seconds
from seahaven.takes import Run, load_take

WARM_UP = 5.0


def timed(study: str, seconds: float) -> str:
    """Drive so long, nothing being recorded, after a fork has driven for a while."""
    run = Run(load_take(study), is_bare=True)
    with run.fork() as twin:
        twin.advance(WARM_UP)
    spent = cpu_seconds(lambda: run.advance(seconds))
    return f"{run.time} {spent}"


if __name__ == "__main__":
    print(timed(sys.argv[1], float(sys.argv[2])))
