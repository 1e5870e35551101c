"""The bench of traffic's realism.

The drivers, parameters and build of the bench of speed come in; out go rows on capacity, waves, jams, collisions, hard
braking and ambient traffic, each with the range that is accepted, and on what SUMO does with the same demand.
"""

from seahaven.bench.realism.rows import RealismBench

__all__ = ["RealismBench"]
