"""The bench of direction.

A study with situations and virtual subjects come in; out go rows on how many criteria were met of those that could be,
who was seen to come or go, whether the cast can be told from others, and how fast a drive runs.
"""

from seahaven.bench.direction.rows import DirectionBench

__all__ = ["DirectionBench"]
