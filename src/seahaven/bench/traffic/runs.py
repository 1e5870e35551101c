"""What it costs to begin a run again, and to open a second one in a process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median

from seahaven.bench.stopwatch import cpu_seconds
from seahaven.files import Document
from seahaven.takes import Run, open_run

__all__ = ["EXAMPLES", "Reset", "opening_cost", "reset_costs"]

EXAMPLES = Path(__file__).parents[4] / "examples"
DRIVEN = 20
"""How many steps a run has gone before it is reset."""


@dataclass(frozen=True, slots=True)
class Reset:
    """CPU times of a reset in seconds."""

    whole: float
    """Up to the end of the first step, less what a later step takes."""
    call: float
    """The call of `reset` alone; what it leaves to the first step is the rest."""


def opened(study: Path) -> Run:
    """A run of a study, without its warm-up: that is traffic to simulate, and no part of opening or resetting."""
    return open_run(study, change=_at_once)


def _at_once(document: Document) -> Document:
    data = dict(document.data) if isinstance(document.data, dict) else {}
    traffic = data.get("traffic")
    if isinstance(traffic, dict):
        data["traffic"] = {key: value for key, value in traffic.items() if key != "warm_up"}
    return Document(document.file, data, document.keys, document.values)


def reset_costs(study: Path, *, repeats: int) -> dict[str, Reset]:
    """Give what resetting a run of a study costs, with the same seed and with ever another one, in the median."""
    with opened(study) as run:
        seeds = count(run.seed + 1)
        run.reset(next(seeds))  # what is computed once is there then
        same = [_reset_cost(run, run.seed) for _ in range(repeats)]
        other = [_reset_cost(run, next(seeds)) for _ in range(repeats)]
    return {"same seed": _median(same), "another seed": _median(other)}


def _median(resets: list[Reset]) -> Reset:
    return Reset(median(reset.whole for reset in resets), median(reset.call for reset in resets))


def _reset_cost(run: Run, seed: int) -> Reset:
    run.step(DRIVEN)
    later = cpu_seconds(run.step)
    call = cpu_seconds(lambda: run.reset(seed))
    return Reset(call + cpu_seconds(run.step) - later, call)


def opening_cost(study: Path, *, repeats: int) -> float:
    """Give the CPU time in seconds in which a process that has run a study opens it again and makes a first step."""
    return median(_openings(study, repeats))


def _openings(study: Path, repeats: int) -> Iterator[float]:
    def open_and_step() -> None:
        with opened(study) as run:
            run.step()

    open_and_step()
    for _ in range(repeats):
        yield cpu_seconds(open_and_step)
