"""The bench of learning: how well and how fast classifier systems learn, beside a peer and their ancestor."""

from seahaven.bench.learning.rows import LearningBench

__all__ = ["LearningBench"]
