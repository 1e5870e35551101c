"""The bench of the test-bed measures what its rows say."""

from __future__ import annotations

from math import isfinite

import pytest

from seahaven.bench import find_bench
from seahaven.bench.testbed import VerdictBench

TINY = VerdictBench(
    drives=2, seconds=2.0, others=4, objects=10, sensors=4, steps=5, jobs=1, mission=3.0, setting_out=200.0
)


@pytest.mark.slow
def test_all_figures_are_measured() -> None:
    rows = list(TINY.rows(lambda _: None))
    assert [row.unit for row in rows] == [
        "an hour", "ms wall", "ms wall", "times real time, CPU", "ms CPU", "ms CPU", "µs CPU",
    ]  # fmt: skip
    assert all(isfinite(row.value) for row in rows)
    assert rows[0].value > 0.0


def test_the_quick_one_is_smaller() -> None:
    quick = find_bench("testbed", quick=True)
    assert isinstance(quick, VerdictBench)
    assert quick.drives < VerdictBench().drives
