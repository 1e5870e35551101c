"""The bench of learning runs, in a small size; what it measures is of no matter here."""

from __future__ import annotations

import math

import numpy as np

from seahaven.bench import run_bench
from seahaven.bench.learning import LearningBench
from seahaven.bench.learning.multiplexer import Multiplexer

TINY = LearningBench(seeds=2, steps=((2, 40),), decisions=20, repeats=1, parts=("multiplexer",))


def test_the_bench_of_learning_yields_its_rows() -> None:
    report = run_bench(TINY, progress=lambda _: None)
    names = [row.name for row in report.rows]
    assert names[:3] == [f"6 bits, {learner}: right at the end" for learner in ("alphaCS", "Holland", "xcsf")]
    assert all(math.isfinite(row.value) for row in report.rows)


def test_the_answer_is_the_bit_at_the_address() -> None:
    problems = np.array([0b000100, 0b100011, 0b011111], dtype=np.uint64)
    assert Multiplexer(2).answers(problems).tolist() == [1, 1, 0]
