"""Small road layouts for test drives, each with one thing that driving software has to master.

seahaven roads show examples.drives.layouts:tee_stop --allow examples -o tee_stop.svg
"""

from __future__ import annotations

from seahaven.roads.builder import (
    Builder,
    country_lane,
    degrees,
    kmh,
    motorway,
    ramp,
    residential_street,
    town_street,
    two_lane_highway,
)
from seahaven.roads.model import RoadNetwork


def street() -> RoadNetwork:
    """A straight street of 500 m with two lanes each way."""
    builder = Builder("street")
    builder.road("street", town_street(lanes=2, limit=kmh(50))).straight(500)
    return builder.build()


def bends() -> RoadNetwork:
    """A country road whose bends get tighter, down to a radius of 40 m."""
    builder = Builder("bends")
    road = builder.road("bends", two_lane_highway(limit=kmh(80))).straight(120)
    road.left(degrees(50), radius=150).right(degrees(70), radius=90).straight(40)
    road.left(degrees(80), radius=60).right(degrees(90), radius=40).straight(150)
    return builder.build()


def limits() -> RoadNetwork:
    """A highway that comes into a village: 100, 70, 50, 30 km/h and back."""
    builder = Builder("limits")
    road = builder.road("B6", two_lane_highway(limit=kmh(100))).straight(300).limit(kmh(70)).straight(150)
    road.limit(kmh(50)).straight(150).limit(kmh(30)).straight(120).limit(kmh(70)).straight(250)
    return builder.build()


def hill() -> RoadNetwork:
    """A highway over a hill of 25 m."""
    builder = Builder("hill")
    builder.road("ridge", two_lane_highway(limit=kmh(100))).straight(200).hill(25, grade=0.07, top=80).straight(300)
    return builder.build()


def crosswalk() -> RoadNetwork:
    """A street with pavements and a crosswalk."""
    builder = Builder("crosswalk")
    builder.road("street", town_street(limit=kmh(50))).straight(150).crosswalk().straight(150)
    return builder.build()


def _crossing(control: str) -> RoadNetwork:
    builder = Builder(control)
    section = residential_street() if control == "right before left" else town_street()
    high = builder.road("high", section, at=(-160, 0)).straight(320)
    mill = builder.road("mill", section, at=(0, -160), heading=degrees(90)).straight(320)
    builder.junction("market", high, mill, control=control)
    return builder.build()


def lights() -> RoadNetwork:
    """Two streets that cross, with lights."""
    return _crossing("lights")


def all_way_stop() -> RoadNetwork:
    """Two streets that cross, with a stop sign for everybody."""
    return _crossing("all-way stop")


def right_before_left() -> RoadNetwork:
    """Two residential streets that cross, where whoever comes from the right goes first."""
    return _crossing("right before left")


def _tee(control: str) -> RoadNetwork:
    builder = Builder(control)
    high = builder.road("high", town_street(), at=(-200, 0)).straight(400)
    mill = builder.side_road("mill", town_street(), off=high, at=200, to="left").straight(150)
    builder.junction("corner", high, mill, control=control)
    return builder.build()


def tee_stop() -> RoadNetwork:
    """A side road that meets a main road at a stop sign."""
    return _tee("stop")


def tee_yield() -> RoadNetwork:
    """A side road that has to yield to a main road."""
    return _tee("yield")


def roundabout() -> RoadNetwork:
    """Two streets that meet in a roundabout."""
    builder = Builder("round")
    high = builder.road("high", at=(-180, 0)).straight(360)
    mill = builder.road("mill", at=(0, -180), heading=degrees(90)).straight(360)
    builder.roundabout("ring", high, mill, radius=18)
    return builder.build()


def on_ramp() -> RoadNetwork:
    """A motorway, and a ramp that leads on to it."""
    builder = Builder("ramp")
    m1 = builder.road("M1", motorway(lanes=2), at=(-400, 0)).straight(1800)
    feeder = builder.road("feeder", ramp(), at=(-150, -140), heading=degrees(20)).straight(80)
    builder.on_ramp(feeder, m1, at=500)
    return builder.build()


def three_lanes() -> RoadNetwork:
    """A straight motorway of 2 km with three lanes each way."""
    builder = Builder("three lanes")
    builder.road("M1", motorway(lanes=3)).straight(2000)
    return builder.build()


def lane_drop() -> RoadNetwork:
    """A street whose left lane goes on and whose right lane ends."""
    builder = Builder("lane drop")
    road = builder.road("street", town_street(lanes=2, limit=kmh(50))).straight(250)
    road.drop_lane("forward", taper=60).straight(250)
    return builder.build()


def dead_end() -> RoadNetwork:
    """A lane that ends in a turning circle."""
    builder = Builder("dead end")
    road = builder.road("close", residential_street()).straight(180)
    builder.turning_circle("circle", road)
    return builder.build()


def narrow() -> RoadNetwork:
    """A country lane with a bend."""
    builder = Builder("narrow")
    builder.road("lane", country_lane(limit=kmh(60))).straight(150).right(degrees(40), radius=80).straight(200)
    return builder.build()


def blocks() -> RoadNetwork:
    """Three streets by two avenues with lights, so that there are many ways round."""
    builder = Builder("blocks")
    builder.grid_town("blocks", streets=2, avenues=3, control="lights")
    return builder.build()
