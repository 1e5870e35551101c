"""The road of a study of rear-end collisions: 18 miles of highway and 7 miles of freeway."""

from __future__ import annotations

from functools import cache

from seahaven.geometry import Pose
from seahaven.roads.builder.builder import Builder
from seahaven.roads.builder.cross_section import CrossSection
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.presets import country_lane, motorway, ramp, two_lane_highway
from seahaven.roads.builder.units import degrees, feet, miles, mph
from seahaven.roads.model import RoadNetwork

LANE = feet(12)
FREEWAY_AT = miles(18)
"""Where along the highway the freeway is."""
EASTERN_PART = miles(1.5)
"""How much of the freeway lies before the highway."""


@cache
def study_road() -> RoadNetwork:
    """The road along which eight situations are staged (H16; section 4.4 of the paper on hierarchical machines).

    Someone drives north for 18 miles on a two-lane highway at 55 mph, over the freeway, left on to its entrance ramp,
    and on for 7 miles of four-lane freeway, first west and then north.

    | situation | where |
    | --- | --- |
    | 1 the slow truck | the hill from mile 3.2 on: 5 % for half a mile, and a shoulder to stop on at its top |
    | 2 the semi-sudden turn | left into Mill Road, at mile 7.5 |
    | 3 the inconspicuous following | 13 km before the freeway, at mile 9.9 |
    | 4 the unexpected slowdown | left into Quarry Road, at mile 13 |
    | 5 the indecisive driver | the entrance ramp `river_forward_entry`: beside it the freeway has three lanes |
    | 6 the dangerous merge | the entrance ramp `prairie_forward_entry`, 3.5 miles further on |
    | 7 the gang, 8 the sudden stop | the freeway after that, up to its last exit |
    """
    builder = Builder("study road", country="US")
    highway = _highway(builder)
    freeway = _freeway(builder, highway)
    for name, at in (("Lake", 1.5), ("Church", 5.4), ("Mill", 7.5), ("Ridge", 11.2), ("Quarry", 13.0), ("Depot", 16.3)):
        _side_roads(builder, highway, name, miles(at))
    builder.interchange("river", freeway, highway, control="stop", section=_ramp(), turn_lanes=80.0, reach=420.0)
    for name, at in (("prairie", miles(3.5)), ("timber", miles(6.2))):
        _crossroad(builder, freeway, name, EASTERN_PART + at)
    return builder.build()


def _highway(builder: Builder) -> RoadPlan:
    section = two_lane_highway(limit=mph(55), width=LANE, shoulders=2.4, color="yellow")
    road = builder.road("highway", section, heading=degrees(90))
    road.straight(miles(1.0)).straight(miles(1.0)).right(degrees(18), radius=900).straight(miles(0.5))
    _straight_to(road, miles(3.2))
    road.passing(False).hill(miles(0.5) * 0.05, grade=0.05, top=400.0, over=180.0).passing(True)
    road.straight(600).left(degrees(25), radius=800).straight(1200)
    road.hill(12.0, grade=0.03, top=150.0).right(degrees(7), radius=1500)
    _straight_to(road, miles(8.4))
    road.hill(-10.0, grade=0.025, top=200.0)
    _straight_to(road, miles(11.6))
    road.passing(False).left(degrees(22), radius=700).hill(15.0, grade=0.04, top=120.0).right(degrees(22), radius=700)
    road.passing(True)
    _straight_to(road, miles(14.2))
    road.hill(8.0, grade=0.02, top=300.0).hill(12.0, grade=0.035, top=100.0)
    _straight_to(road, FREEWAY_AT + miles(0.6))
    return road


def _freeway(builder: Builder, highway: RoadPlan) -> RoadPlan:
    """West across the highway, then in one long curve to the north."""
    across = highway.at(FREEWAY_AT)
    section = motorway(limit=mph(65), width=LANE, median=12.0, shoulders=3.0)
    begin = across.compose(Pose(0.0, -EASTERN_PART, degrees(90)))
    road = builder.road("freeway", section, at=begin.point, heading=begin.heading)
    road.straight(EASTERN_PART + miles(1.2)).right(degrees(50), radius=1500).grade(0.015).straight(500).grade(-0.01)
    road.straight(700).grade(0.0)
    _straight_to(road, EASTERN_PART + miles(4.3))
    road.right(degrees(30), radius=1800).straight(400).left(degrees(12), radius=2000)
    _straight_to(road, EASTERN_PART + miles(7.0))
    return road


def _crossroad(builder: Builder, freeway: RoadPlan, name: str, at: float) -> None:
    """A country road over the freeway, with ramps on all sides."""
    begin = freeway.at(at).compose(Pose(0.0, -500.0, degrees(90)))
    section = two_lane_highway(limit=mph(45), shoulders=1.0, color="yellow")
    road = builder.road(f"{name} road", section, at=begin.point, heading=begin.heading)
    builder.interchange(name, freeway, road.straight(1000.0), control="stop", section=_ramp(), reach=420.0)


def _side_roads(builder: Builder, highway: RoadPlan, name: str, at: float) -> None:
    """A country road across the highway, from which one has to stop."""
    begin = highway.at(at).compose(Pose(0.0, -400.0, degrees(90)))
    section = country_lane(limit=mph(45), width=3.0)
    road = builder.road(f"{name} Road", section, at=begin.point, heading=begin.heading)
    builder.junction(name.lower(), highway, road.straight(800.0), control="stop", corner=10.0)


def _ramp() -> CrossSection:
    return ramp(limit=mph(40), width=LANE)


def _straight_to(road: RoadPlan, s: float) -> None:
    road.straight(s - road.length)
