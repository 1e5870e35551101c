"""A ring of two lanes, 1.5 km round: the road on which `nine_vehicles.learn.yaml` learns to drive.

    python examples/roads/ring.py

The network lands in `examples/roads/ring.xodr`.
"""

from __future__ import annotations

from math import tau
from pathlib import Path

from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, CrossSection, driving, kmh
from seahaven.roads.model import RoadNetwork

FILE = Path("examples/roads/ring.xodr")


def ring(length: float = 1500.0) -> RoadNetwork:
    """Draw a circle in two halves, and join its ends."""
    builder = Builder("ring")
    section = CrossSection(forward=(driving(3.5), driving(3.5)), backward=(), limit=kmh(100))
    road = builder.road("ring", section)
    radius = length / tau
    road.left(tau / 2, radius=radius, transition=0.0).left(tau / 2, radius=radius, transition=0.0)
    builder.join(road, road)
    return builder.build()


if __name__ == "__main__":
    write_opendrive(ring(), FILE)
