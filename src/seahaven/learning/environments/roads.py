"""The roads of the environments: level, and long enough that no vehicle comes to an end of them in an episode."""

from __future__ import annotations

from math import pi

from seahaven.roads.builder import (
    Builder,
    CrossSection,
    driving,
    kmh,
    ramp,
    residential_street,
    shoulder,
    town_street,
)
from seahaven.roads.model import RoadNetwork

__all__ = ["crossing_road", "merge_road", "motorway_road", "roundabout_road"]


def motorway_road() -> RoadNetwork:
    """Four kilometres of one carriageway with four lanes."""
    builder = Builder("learning motorway")
    builder.road("A1", _carriageway(4)).straight(4000)
    return builder.build()


def merge_road() -> RoadNetwork:
    """A carriageway with two lanes, which a ramp joins after 900 m by an entry lane of 200 m."""
    builder = Builder("learning merge")
    road = builder.road("A1", _carriageway(2))
    road.straight(2600)
    slip = builder.road("slip", ramp(), at=(560.0, -60.0), heading=pi / 36).straight(150)
    builder.on_ramp(slip, road, at=900, length=200)
    return builder.build()


def roundabout_road() -> RoadNetwork:
    """Two roads, each 800 m long, that meet in a roundabout."""
    builder = Builder("learning roundabout")
    across = builder.road("west_east", at=(-400.0, 0.0)).straight(800)
    along = builder.road("south_north", at=(0.0, -400.0), heading=pi / 2).straight(800)
    builder.roundabout("ring", across, along, radius=18.0)
    return builder.build()


def crossing_road() -> RoadNetwork:
    """A town street and a quieter one that cross at lights, with pavements and crosswalks."""
    builder = Builder("learning crossing")
    main = builder.road("High_Street", town_street(), at=(-300.0, 0.0)).straight(600)
    side = builder.road("Mill_Street", residential_street(), at=(0.0, -300.0), heading=pi / 2).straight(600)
    builder.junction("market", main, side, control="lights")
    return builder.build()


def _carriageway(lanes: int) -> CrossSection:
    return CrossSection(forward=(*[driving(3.75)] * lanes, shoulder(2.5)), backward=(), limit=kmh(120))
