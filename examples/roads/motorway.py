"""Thirty kilometres of motorway through hills, with a services and a slip road: the road of `motorway.study.yaml`.

    python examples/roads/motorway.py

The network lands in `examples/roads/motorway.xodr`, which the study reads.
"""

from __future__ import annotations

from pathlib import Path

from seahaven.geometry import Pose
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, degrees, kmh, motorway, ramp
from seahaven.roads.model import RoadNetwork

FILE = Path("examples/roads/motorway.xodr")


def motorway_through_hills() -> RoadNetwork:
    """Draw the motorway from west to east, then what leads off it and onto it."""
    builder = Builder("motorway through hills")
    road = builder.road("A1", motorway(lanes=2, limit=kmh(120)))
    road.straight(7000).left(degrees(20), radius=2500).straight(1200).right(degrees(35), radius=2000).straight(2000)
    road.grade(0.035).straight(900).grade(-0.02).straight(1200).grade(0.0).straight(1000)
    road.left(degrees(30), radius=1800).straight(3000).right(degrees(15), radius=3000).straight(9000)

    services = builder.off_ramp("services", road, at=11000, length=200, taper=80)
    services.straight(60).right(degrees(15), radius=150).left(degrees(15), radius=150).straight(250)
    builder.on_ramp(services, road, at=11900)

    beside = road.at(17600).compose(Pose(0.0, -120.0, degrees(5)))
    mill = builder.road("mill", ramp(), at=beside.point, heading=beside.heading).straight(150)
    builder.on_ramp(mill, road, at=18300, length=300)
    return builder.build()


if __name__ == "__main__":
    write_opendrive(motorway_through_hills(), FILE)
