"""Small networks to draw."""

from __future__ import annotations

from seahaven.geometry import Path, Pose
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, LaneKind, Mark, MarkKind, Profile, Road, RoadNetwork, Section

WIDTH = Profile.constant(3.5)


def straight(*marks: Mark, length: float = 100.0, y: float = 0.0, id: str = "main", height: float = 0.0) -> Road:
    """A road to the east with a lane each way; the marks lie in its middle."""
    lanes = Lane(1, width=WIDTH), Lane(0, LaneKind.NONE, marks=marks), Lane(-1, width=WIDTH)
    line = Path(Pose(0.0, y, 0.0)).line(length)
    return Road(id, line, (Section(0.0, lanes),), elevation=Profile.constant(height))


def map_of(*roads: Road) -> LaneMap:
    """The lane map of a few roads."""
    return LaneMap(RoadNetwork(roads))


def market() -> LaneMap:
    """A crossing with lights, pavements and crosswalks."""
    builder = Builder("market")
    high = builder.road("high", town_street(bicycles=True)).straight(200.0)
    mill = builder.road("mill", at=(100.0, -100.0), heading=1.5707963267948966).straight(200.0)
    builder.junction("market", high, mill, control="lights")
    return LaneMap(builder.build())


BROKEN = Mark(MarkKind.BROKEN, color="yellow")
