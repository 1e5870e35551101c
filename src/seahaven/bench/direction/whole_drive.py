"""A whole directed drive in a process of its own.

    python -m seahaven.bench.direction.whole_drive examples/rear_end.study.yaml 1800

prints the simulated seconds and the CPU seconds that they took, once everything was loaded and compiled.
"""

from __future__ import annotations

import sys

from seahaven.bench.stopwatch import cpu_seconds
from seahaven.kernel import SECOND, fork
from seahaven.takes import load_take

WARM_UP = 5 * SECOND


def timed(study: str, seconds: float) -> str:
    """Drive so long, nothing being recorded, after a fork has driven for a while."""
    take = load_take(study)
    run = take.controller()
    run.start()
    with fork(run) as twin:
        twin.advance(WARM_UP)
    end = min(round(seconds * SECOND), take.duration)
    spent = cpu_seconds(lambda: run.run(end))
    return f"{end / SECOND} {spent}"


if __name__ == "__main__":
    print(timed(sys.argv[1], float(sys.argv[2])))
