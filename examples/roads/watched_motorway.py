"""Eight kilometres of a motorway with three lanes: the road of `incident_detection.study.yaml`."""

from __future__ import annotations

from seahaven.roads.builder import Builder, kmh, motorway
from seahaven.roads.model import RoadNetwork


def watched_motorway() -> RoadNetwork:
    """Draw it, one way."""
    builder = Builder("watched motorway")
    builder.road("A1", motorway(lanes=3, limit=kmh(120)).one_way()).straight(8000.0)
    return builder.build()
