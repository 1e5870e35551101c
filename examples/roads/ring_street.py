"""A street round a park, two lanes one way with pavements and eight crosswalks: where cars learn to heed people.

    python examples/roads/ring_street.py

The network lands in `examples/roads/ring_street.xodr`.
"""

from __future__ import annotations

from math import tau
from pathlib import Path

from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, kmh, one_way_street
from seahaven.roads.model import RoadNetwork

FILE = Path("examples/roads/ring_street.xodr")


def ring_street(length: float = 600.0) -> RoadNetwork:
    """Draw a circle in eight arcs, with a crosswalk in the middle of each, and join its ends."""
    builder = Builder("ring street")
    road = builder.road("street", one_way_street(limit=kmh(50), lanes=2))
    for _ in range(8):
        road.left(tau / 16, radius=length / tau, transition=0.0).crosswalk()
        road.left(tau / 16, radius=length / tau, transition=0.0)
    builder.join(road, road)
    return builder.build()


if __name__ == "__main__":
    write_opendrive(ring_street(), FILE)
