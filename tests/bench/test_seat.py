"""The bench of seats runs, in a small size; what it measures is of no matter here, but for the model's truth."""

from __future__ import annotations

import math

from seahaven.bench import find_bench, run_bench
from seahaven.bench.seat import SeatBench

TINY = SeatBench(steps=3, repeats=1, views=20, paced=2.0)


def test_the_bench_of_seats_yields_its_rows() -> None:
    heard: list[str] = []
    report = run_bench(TINY, progress=heard.append)
    rows = {row.name: row for row in report.rows}
    assert all(math.isfinite(row.value) for row in report.rows)
    assert len(heard) == 4
    judged = [name for name, row in rows.items() if row.goal is not None]
    assert len(judged) == 8
    assert rows["vehicles in the paced run, mean"].holds
    assert all(row.holds for name, row in rows.items() if "`st`" in name)
    assert next(row.value for name, row in rows.items() if name.startswith("freely driven")) > 1.0
    assert any("p99.9" in name for name in rows)


def test_a_quick_one_is_paced_for_20_seconds() -> None:
    bench = find_bench("seat", quick=True)
    assert isinstance(bench, SeatBench)
    assert (bench.paced, find_bench("seat").paced) == (20.0, 600.0)
