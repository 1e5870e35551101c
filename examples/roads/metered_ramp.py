"""A motorway with two lanes and a ramp that joins it, with a light for ramp metering: of `ramp_metering.study.yaml`.

seahaven roads show examples.roads.metered_ramp:metered_ramp --allow examples -o ramp.svg
"""

from __future__ import annotations

from seahaven.geometry import Pose
from seahaven.roads.builder import Builder, degrees, kmh, motorway, ramp
from seahaven.roads.model import RoadNetwork

MERGE = 4700.0
"""Where the ramp joins, in metres along the motorway."""


def metered_ramp() -> RoadNetwork:
    """Draw the motorway, the ramp, and the light on it: 2 s of green, 1 s of amber, and 2 s of red at least."""
    builder = Builder("metered ramp")
    road = builder.road("A1", motorway(lanes=2, limit=kmh(120)).one_way()).straight(MERGE + 1800.0)
    beside = road.at(MERGE - 1100.0).compose(Pose(0.0, -70.0, degrees(3)))
    slip = builder.road("ramp", ramp(), at=beside.point, heading=beside.heading).straight(750.0)
    slip.light("meter", green=2.0, amber=1.0, red=2.0).straight(20.0)
    builder.on_ramp(slip, road, at=MERGE, length=250.0)
    return builder.build()
