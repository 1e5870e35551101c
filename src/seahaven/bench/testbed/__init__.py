"""The bench of the test-bed: drives an hour, what a campaign adds to each, sensors, and validators."""

from seahaven.bench.testbed.rows import VerdictBench

__all__ = ["VerdictBench"]
