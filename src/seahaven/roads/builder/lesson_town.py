"""A small town with every kind of place that a driving lesson needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from seahaven.roads.builder.builder import Builder
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.presets import (
    country_lane,
    motorway,
    one_way_street,
    residential_street,
    town_street,
    two_lane_highway,
)
from seahaven.roads.builder.units import degrees, kmh
from seahaven.roads.model import ObjectKind, RoadNetwork


@cache
def lesson_town(*, left_hand: bool = False) -> RoadNetwork:
    """A town of about a square kilometre, with a by-pass motorway to its north.

    | to practise | where |
    | --- | --- |
    | crossing with lights, lanes for turning across the oncoming traffic | station (High Street and Station Road) |
    | crossing with yield, stop, all-way stop, right before left | west, east school, middle school, west school |
    | T-junction with lights, stop, yield, right before left | market, church, church school, mill |
    | roundabout | east |
    | entry and exit lanes | the by-pass, at the north interchange |
    | lane drop | the by-pass, before that |
    | parking spaces, one-way street, dead end | West Street, Mill Lane, School Lane |
    | crosswalks, school zone, bicycle lanes | School Lane, High Street |
    | crest, bends, narrow road | Hill Road |
    """
    builder = Builder("lesson town", left_hand=left_hand)
    roads = _draw(builder)
    _high_street_junctions(builder, roads)
    _school_lane_junctions(builder, roads)
    _northern_junctions(builder, roads)
    return builder.build()


@dataclass(frozen=True, slots=True)
class _Roads:
    high: RoadPlan
    station: RoadPlan
    school: RoadPlan
    west: RoadPlan
    east: RoadPlan
    church: RoadPlan
    market: RoadPlan
    mill: RoadPlan
    by_pass: RoadPlan


def _draw(builder: Builder) -> _Roads:
    north = degrees(90)
    three_lanes = motorway(limit=kmh(120)).with_lane("forward", width=3.75)
    by_pass = builder.road("by-pass", three_lanes, at=(-900.0, 560.0)).straight(120.0).drop_lane().straight(1680.0)
    high = builder.road("High Street", town_street(bicycles=True), at=(-480.0, 0.0))
    high.straight(250.0).crosswalk().straight(320.0).beside(ObjectKind.BUILDING, "left", distance=12.0).straight(390.0)
    station = builder.road("Station Road", town_street(), at=(0.0, -450.0), heading=north)
    station.straight(730.0).become(two_lane_highway(limit=kmh(70), shoulders=1.0)).straight(600.0)
    east = _east_street_and_hill_road(builder)
    west = builder.road("West Street", residential_street(), at=(-300.0, -350.0), heading=north)
    west.straight(500.0).to(0.0, 240.0, 0.0)
    builder.join(east, west)
    school = _school_lane(builder)
    quiet = residential_street(parked=False)
    church = builder.road("Church Lane", quiet, at=(-150.0, 0.0), heading=-north).straight(200.0)
    market = builder.road("Market Road", town_street(), at=(160.0, 0.0), heading=north)
    market.straight(50.0).to(0.0, 120.0, degrees(180))
    mill = builder.road("Mill Lane", one_way_street(parked=True), at=(-300.0, 120.0)).straight(300.0)
    return _Roads(high, station, school, west, east, church, market, mill, by_pass)


def _east_street_and_hill_road(builder: Builder) -> RoadPlan:
    """Round from the north through town, then narrow and winding over a hill and round to where West Street begins."""
    road = builder.road("East Street", residential_street(), at=(0.0, 240.0))
    road.to(300.0, 150.0, degrees(-90)).straight(440.0).become(country_lane(), taper=40.0).straight(50.0)
    road.to(200.0, -450.0, degrees(180)).hill(5.0, grade=0.07, top=20.0, over=40.0).to(0.0, -450.0, degrees(180))
    road.straight(40.0).left(degrees(30), radius=60.0).right(degrees(60), radius=45.0)
    road.to(-300.0, -430.0, degrees(90)).become(residential_street(), taper=40.0)
    return road.to(-300.0, -350.0, degrees(90))


def _school_lane(builder: Builder) -> RoadPlan:
    """A quiet street with a school; it ends in a turning circle at either end."""
    road = builder.road("School Lane", residential_street(parked=False), at=(-420.0, -200.0))
    road.straight(190.0).limit(kmh(20), reason="school").straight(40.0)
    road.beside(ObjectKind.BUILDING, "right", distance=10.0, length=50.0, width=18.0, name="school")
    road.straight(120.0).crosswalk(lights=True).straight(30.0).limit(kmh(30)).straight(460.0)
    builder.turning_circle("west close", road, end="start")
    builder.turning_circle("east close", road)
    return road


def _high_street_junctions(builder: Builder, roads: _Roads) -> None:
    high, both = roads.high, (roads.high, roads.station)
    left, right = ((), both) if builder.left_hand else (both, ())
    builder.junction("station", *both, control="lights", left_lanes=left, right_lanes=right, lane_length=45.0)
    builder.junction("west", high, roads.west, control="yield")
    builder.junction("church", high, roads.church, control="stop")
    builder.junction("market", high, roads.market, control="lights", near=(160.0, 0.0))
    builder.roundabout("east", high, roads.east, radius=15.0, crosswalks=True, near=(300.0, 0.0))


def _school_lane_junctions(builder: Builder, roads: _Roads) -> None:
    school = roads.school
    builder.junction("west school", school, roads.west, control="right before left")
    builder.junction("church school", school, roads.church, control="yield", crosswalks=True)
    builder.junction("middle school", roads.station, school, control="all-way stop")
    builder.junction("east school", roads.east, school, control="stop")


def _northern_junctions(builder: Builder, roads: _Roads) -> None:
    builder.junction("mill", roads.west, roads.mill, control="right before left")
    builder.junction("mill station", roads.station, roads.mill, roads.market, control="priority")
    builder.junction("north cross", roads.station, roads.west, roads.east, control="yield", near=(0.0, 240.0))
    builder.junction("hill", roads.east, roads.station, control="yield", near=(0.0, -450.0))
    builder.interchange("north", roads.by_pass, roads.station, control="yield", reach=300.0)
