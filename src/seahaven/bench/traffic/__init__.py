"""The bench of traffic's speed.

Rings full of vehicles come in, for us and for SUMO; out go rows on how fast either is, what many vehicles cost and two
threads bring, and where the time goes.
"""

from seahaven.bench.traffic.rows import TrafficBench

__all__ = ["TrafficBench"]
