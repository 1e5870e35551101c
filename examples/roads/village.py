"""A village in twenty lines: a main road, a market, a roundabout, a school, and a dead end.

    python examples/roads/village.py

The network lands in `out/village.xodr` and opens in any program that reads OpenDRIVE.
"""

from __future__ import annotations

from pathlib import Path

from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, degrees, kmh, residential_street, town_street, two_lane_highway
from seahaven.roads.model import RoadNetwork


def village() -> RoadNetwork:
    """Draw the roads, say what is where they meet, and build."""
    builder = Builder("village")
    main = builder.road("Main Road", two_lane_highway(limit=kmh(100)), at=(-600, 0))
    main.straight(300).become(town_street()).straight(300).straight(150).left(degrees(30), radius=150).straight(80)
    main.become(two_lane_highway(limit=kmh(100))).hill(8, grade=0.05)

    market = builder.road("Market Street", town_street(), at=(0, -160), heading=degrees(90)).straight(320)
    school = builder.side_road("School Lane", residential_street(), off=market, at=60, to="left")
    school.straight(60).limit(kmh(20), reason="school").straight(40).crosswalk(lights=True).straight(60)

    builder.roundabout("market", main, market, radius=16, crosswalks=True)
    builder.junction("school corner", market, school, control="right before left")
    builder.turning_circle("close", school)
    return builder.build()


if __name__ == "__main__":
    Path("out").mkdir(exist_ok=True)
    write_opendrive(village(), "out/village.xodr")
