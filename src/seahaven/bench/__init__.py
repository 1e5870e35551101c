"""What `seahaven bench` measures.

In comes the name of a bench; out go rows: a figure, its unit, and the goal it is held to. Figures are ratios against a
peer that is measured in the same run, or CPU time. Nothing here is a test, and nothing but the command line uses it.
"""

from seahaven.bench.bench import Bench, Progress, Report, run_bench
from seahaven.bench.registry import BENCHES, find_bench
from seahaven.bench.row import Row

__all__ = ["BENCHES", "Bench", "Progress", "Report", "Row", "find_bench", "run_bench"]
