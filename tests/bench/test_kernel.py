"""The kernel's bench runs, in a small size; what it measures is of no matter here."""

from __future__ import annotations

import math
from itertools import islice

from seahaven.bench import run_bench
from seahaven.bench.kernel import KernelBench

TINY = KernelBench(activations=550, dates=10, entities=100, columns=3, frames=2, repeats=1)


def test_the_kernel_bench_yields_its_rows() -> None:
    heard: list[str] = []
    report = run_bench(TINY, progress=heard.append)
    rows = {row.name: row for row in report.rows}
    rings = {"activation, ten modules at one rate", "activation, ten modules at ten rates"}
    assert rows.keys() == rings | {"date of a small world, recorded", "snapshot", "restore", "fork", "recording rate"}
    assert all(math.isfinite(row.value) for row in report.rows)
    assert len(heard) == 4


def test_a_fork_has_a_bar_before_its_goal() -> None:
    fork = next(row for row in TINY.rows(lambda _: None) if row.name == "fork")
    assert (fork.bar, fork.goal) == ("<= 2", "<= 1.5")


def test_only_the_worse_ring_is_held_to_the_goal() -> None:
    judged, told = islice(TINY.rows(lambda _: None), 2)
    assert judged.goal == "<= 4"
    assert (told.goal, told.holds) == (None, None)
    assert judged.value >= told.value
