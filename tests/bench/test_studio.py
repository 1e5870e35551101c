"""The bench of the studio runs, in a small size; what it measures is of no matter here."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("starlette", reason="the studio's libraries are not installed: pip install 'seahaven[studio]'")

from seahaven.bench import find_bench, run_bench
from seahaven.bench.studio import StudioBench
from seahaven.bench.studio.browser import chromium

TINY = StudioBench(seconds=1.5, pictures=5, presses=1, inputs=4, window=0.3, rounds=1, starts=1, in_view=6, many=20)


@pytest.mark.slow
def test_the_bench_of_the_studio_yields_rows_without_a_browser() -> None:
    bench = StudioBench(inputs=4, window=0.3, rounds=1, in_view=6, many=20, parts=("inputs", "frames", "viewers"))
    rows = {row.name: row for row in run_bench(bench, progress=lambda what: None).rows}
    assert all(math.isfinite(row.value) for row in rows.values())
    small, large = rows["a frame of 7 vehicles"].value, rows["a frame of 21 vehicles"].value
    assert large > 2.0 * small > 100.0
    assert rows["simulation of 6 vehicles without viewers"].value > 0.0
    assert [row.goal for row in rows.values() if row.goal] == ["<= 20", "-5 to 5", "-5 to 5"]


@pytest.mark.slow
@pytest.mark.skipif(chromium() is None, reason="NO CHROMIUM: the bench's pages are not tested")
def test_pages_and_the_start_are_measured_in_a_browser() -> None:
    rows = {row.name: row for row in run_bench(TINY, progress=lambda what: None).rows}
    assert all(math.isfinite(row.value) for row in rows.values())
    assert rows["6 vehicles in view from the seat, with three mirrors, a picture"].holds
    assert any("first moving picture" in name for name in rows)


def test_a_quick_one_is_smaller_and_parts_may_be_chosen() -> None:
    bench = find_bench("studio", quick=True, parts=("start",))
    assert isinstance(bench, StudioBench)
    assert (bench.starts, bench.parts) == (2, ("start",))
