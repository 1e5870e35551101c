"""The course of a study of rear-end collisions: a place for each of its situations, at known miles of one drive."""

from __future__ import annotations

from functools import cache

from seahaven.geometry import Pose
from seahaven.roads.builder.builder import Builder
from seahaven.roads.builder.cross_section import CrossSection
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.presets import country_lane, motorway, ramp, two_lane_highway
from seahaven.roads.builder.units import degrees, feet, miles, mph
from seahaven.roads.model import ObjectKind, RoadNetwork

LANE = feet(12)
BEFORE = miles(1.5)
"""How much highway there is behind whoever starts."""
RAMP_AT = miles(18)
"""Where along the highway the ramp to the freeway leads off."""
TERMINAL = 90.0
"""Metres from there back to where the highway crosses the freeway."""
NORTH = miles(1.5)
"""How far the highway goes on beyond that, for those who come towards the subject."""
EAST = miles(2)
"""How much freeway there is before the highway."""
REACH = 350.0
"""Metres from the highway to where the first ramp joins the freeway."""
FREEWAY = miles(7)
"""How far one drives on the freeway."""
BEYOND = miles(2)
"""How much freeway there is after that."""
MERGE_AT = miles(3.3)
"""How far after the first ramp the second one joins."""


@cache
def rear_end_course() -> RoadNetwork:
    """The roads on which eight situations are staged (H16; section 4.4 of the paper on hierarchical machines).

    Someone starts on `highway.1`, drives 18 miles north at 55 mph, over the freeway and left on to `ramp_1`, then
    7 miles of freeway, three lanes at 65 mph, to the west: up to the end of `freeway.3`. Miles are those of this drive.

    | situation | where |
    | --- | --- |
    | 1 the slow truck | mile 3.3: 5 % for 1.1 km, a top with shoulders, and gently down up to mile 5.7 |
    | 2 the semi-sudden turn | mile 7.5: left into Mill Road, from the only lane |
    | 3 the inconspicuous following | mile 10.5: open road up to mile 13.2 |
    | 4 the unexpected slowdown | mile 13.2: left into Quarry Road |
    | a light that somebody runs | mile 15.5: Depot Road, 45 mph |
    | 5 the indecisive driver | mile 18: `ramp_1`, 350 m long, with an entry lane of only 60 m |
    | 6 the dangerous merge | mile 21.5: `ramp_2`, straight, and hidden by trees up to 130 m before its end |
    | 7 the gang, 8 the sudden stop | the freeway after that |

    Both roads go on beyond the drive, so that traffic comes and goes where nobody sees it: `highway_south`, the last
    highway, the east of `freeway.1`, and `freeway_west`.
    """
    builder = Builder("rear-end course", country="US")
    highway = _highway(builder)
    freeway = _freeway(builder, highway)
    for name, at in (("Lake", 1.5), ("Mill", 7.5), ("Ridge", 9.0), ("Quarry", 13.2)):
        _side_road(builder, highway, name, miles(at))
    _lights(builder, highway)
    _first_ramp(builder, highway, freeway)
    _second_ramp(builder, freeway, EAST + REACH + MERGE_AT)
    return builder.build()


def _highway(builder: Builder) -> RoadPlan:
    section = two_lane_highway(limit=mph(55), width=LANE, shoulders=3.0, color="yellow")
    road = builder.road("highway", section, heading=degrees(90)).straight(1200.0)
    south = builder.road("highway south", section, at=(0.0, -BEFORE), heading=degrees(90)).straight(BEFORE)
    builder.join(south, road)
    _straight_to(road, miles(1.7))
    road.right(degrees(14), radius=1000).straight(500).left(degrees(10), radius=1200)
    _hill(road)
    road.right(degrees(9), radius=1400).straight(400).hill(7.0, grade=0.02, top=150.0)
    _straight_to(road, miles(8.0))
    road.left(degrees(11), radius=1100).hill(-6.0, grade=0.02, top=150.0)
    _straight_to(road, miles(9.6))
    road.right(degrees(8), radius=1500).straight(1500).left(degrees(8), radius=1500)
    _straight_to(road, miles(13.6))
    road.right(degrees(12), radius=1100).hill(6.0, grade=0.02, top=150.0)
    _straight_to(road, miles(15.2))
    road.limit(mph(45)).straight(miles(0.5)).limit(mph(55)).straight(300).left(degrees(10), radius=1200)
    _straight_to(road, RAMP_AT + NORTH)
    return road


def _hill(road: RoadPlan) -> None:
    """Up steeply from mile 3.3 on, with a shoulder to stop on at the top, and down again half as steeply."""
    _straight_to(road, miles(3.3))
    road.passing(False).grade(0.05, over=160.0).straight(1100.0).grade(0.0, over=240.0).straight(600.0)
    road.grade(-0.025, over=160.0).passing(True).straight(700.0).left(degrees(8), radius=1400)
    _straight_to(road, miles(3.3) + 1100.0 + 600.0 + 2200.0)
    road.grade(0.0, over=160.0).straight(400.0)


def _freeway(builder: Builder, highway: RoadPlan) -> RoadPlan:
    """West across the highway, which is lifted over it."""
    crossing = RAMP_AT - TERMINAL
    section = motorway(lanes=3, limit=mph(65), width=LANE, median=12.0, shoulders=3.0)
    begin = highway.at(crossing).compose(Pose(0.0, -EAST, degrees(90)))
    road = builder.road("freeway", section, at=begin.point, heading=begin.heading)
    road.straight(EAST + miles(1.2)).right(degrees(20), radius=1800).straight(900).left(degrees(20), radius=1800)
    _straight_to(road, EAST + miles(4.2))
    road.left(degrees(12), radius=2000).grade(0.01).straight(800).grade(-0.01).straight(800).grade(0.0)
    _straight_to(road, EAST + REACH + FREEWAY)
    builder.interchange("river", road, highway, ramps=())
    end = road.at(road.length)
    west = builder.road("freeway west", section, at=end.point, heading=end.heading)
    builder.join(road, west.straight(BEYOND))
    return road


def _side_road(builder: Builder, highway: RoadPlan, name: str, at: float) -> None:
    """A country road across the highway, from which one has to stop."""
    road = _across(builder, highway, f"{name} Road", at, country_lane(limit=mph(45), width=3.0), 700.0)
    builder.junction(name.lower(), highway, road, control="stop", corner=10.0)


def _lights(builder: Builder, highway: RoadPlan) -> None:
    """A crossing with lights, at which nobody has a lane to turn from."""
    section = two_lane_highway(limit=mph(45), width=LANE, shoulders=1.5, color="yellow")
    road = _across(builder, highway, "Depot Road", miles(15.5), section, 850.0)
    builder.junction("depot", highway, road, control="lights", corner=10.0)


def _across(builder: Builder, highway: RoadPlan, name: str, at: float, section: CrossSection, reach: float) -> RoadPlan:
    """A road at right angles to the highway, so many metres long to either side, drawn from its right to its left."""
    begin = highway.at(at).compose(Pose(0.0, -reach, degrees(90)))
    return builder.road(name, section, at=begin.point, heading=begin.heading).straight(2.0 * reach)


def _first_ramp(builder: Builder, highway: RoadPlan, freeway: RoadPlan) -> None:
    """Left off the highway once it has crossed the freeway, and soon at its end."""
    begin = highway.at(RAMP_AT).compose(Pose(0.0, 0.0, degrees(90)))
    road = builder.road("ramp 1", _one_lane(mph(45)), at=begin.point, heading=begin.heading)
    builder.on_ramp(road, freeway, at=EAST + REACH, length=60.0, taper=40.0, radius=200.0)
    builder.junction("river", highway, road, left_lanes=(highway,), lane_length=80.0)


def _second_ramp(builder: Builder, freeway: RoadPlan, at: float) -> None:
    """Straight towards the freeway from behind trees, and beside it only at its end."""
    begin = freeway.at(at).compose(Pose(-892.0, -192.7, degrees(12)))
    road = builder.road("ramp 2", _one_lane(mph(55)), at=begin.point, heading=begin.heading).straight(390.0)
    road.beside(ObjectKind.VEGETATION, "left", distance=2.5, length=770.0, width=3.0, height=8.0, name="trees")
    builder.on_ramp(road.straight(390.0), freeway, at=at, length=200.0, taper=90.0, radius=400.0)


def _one_lane(limit: float) -> CrossSection:
    return ramp(limit=limit, width=LANE, shoulders=2.4)


def _straight_to(road: RoadPlan, s: float) -> None:
    road.straight(s - road.length)
