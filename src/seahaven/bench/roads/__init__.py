"""The bench of roads: how exact lanes are and how fast they answer.

Road files that others made come in, with centre lines that esmini computed for them; out go rows on accuracy, links
and speed. Where there are no such files, the rows about them say so, and speed is that of a network of our own.
"""

from seahaven.bench.roads.rows import RoadsBench

__all__ = ["RoadsBench"]
