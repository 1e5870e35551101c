"""Small networks, one for each thing that the builder can make."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from seahaven.roads.builder import (
    Builder,
    RoadPlan,
    country_lane,
    degrees,
    lesson_town,
    motorway,
    one_way_street,
    ramp,
    rear_end_course,
    residential_street,
    study_road,
    town_street,
    two_lane_highway,
)
from seahaven.roads.model import RoadNetwork

NORTH = degrees(90)


def streets(builder: Builder) -> tuple[RoadPlan, RoadPlan]:
    """High Street to the east and Mill Road to the north, which cross at the origin."""
    high = builder.road("high", town_street(bicycles=True), at=(-150.0, 0.0)).straight(300.0)
    mill = builder.road("mill", residential_street(), at=(0.0, -150.0), heading=NORTH).straight(300.0)
    return high, mill


def crossroads(builder: Builder) -> None:
    builder.junction("market", *streets(builder))


def lights(builder: Builder) -> None:
    high, mill = streets(builder)
    builder.junction("market", high, mill, control="lights", left_lanes=(high,), right_lanes=(mill,), u_turns=True)


def skewed(builder: Builder) -> None:
    bent = builder.road("bent", two_lane_highway(), at=(-200.0, 0.0)).straight(100.0).left(degrees(60), radius=120.0)
    bent.straight(150.0)
    side = builder.side_road("side", country_lane(), off=bent, at=170.0, to="right", angle=degrees(60)).straight(120.0)
    builder.junction("fork", bent, side, control="stop")


def one_way(builder: Builder) -> None:
    high = builder.road("high", town_street(lanes=2), at=(-150.0, 0.0)).straight(300.0)
    single = builder.road("single", one_way_street(parked=True), at=(0.0, -150.0), heading=NORTH).straight(300.0)
    builder.junction("corner", high, single, control="right before left", crosswalks=True)


def hilly(builder: Builder) -> None:
    main = builder.road("main", two_lane_highway(), height=30.0).straight(400.0).grade(0.05).straight(400.0)
    main.grade(-0.03).straight(400.0)
    side = builder.side_road("side", off=main, at=600.0, to="left", angle=degrees(70)).straight(200.0)
    down = builder.road("down", at=(200.0, -200.0), heading=NORTH).straight(400.0)
    link = builder.road("link", at=(200.0, 150.0)).to(*side.at(150.0).point)
    builder.junction("slope", main, side, control="priority")
    builder.junction("foot", main, down)
    builder.junction("upper", side, link)
    builder.junction("lower", down, link)


def roundabout(builder: Builder) -> None:
    high, mill = streets(builder)
    third = builder.road("third", country_lane(), heading=degrees(140)).straight(120.0)
    builder.roundabout("ring", high, mill, third, radius=22.0, crosswalks=True)
    builder.turning_circle("close", third)


def two_lane_roundabout(builder: Builder) -> None:
    high = builder.road("high", town_street(lanes=2), at=(-150.0, 0.0)).straight(300.0)
    mill = builder.road("mill", town_street(), at=(0.0, -150.0), heading=NORTH).straight(300.0)
    builder.roundabout("ring", high, mill, radius=25.0, lanes=2)


def lane_changes(builder: Builder) -> None:
    road = builder.road("road", two_lane_highway()).straight(200.0).add_lane().straight(300.0)
    road.left(degrees(40), radius=300.0).drop_lane().straight(200.0)
    road.become(town_street(bicycles=True)).straight(200.0)


def banked(builder: Builder) -> None:
    road = builder.road("road", two_lane_highway()).straight(100.0)
    road.left(degrees(60), radius=200.0, bank=0.06).straight(100.0).right(degrees(30), radius=300.0, bank=0.04)
    road.straight(50.0).add_lane().straight(100.0)


def ramps(builder: Builder) -> None:
    first = builder.road("A1", motorway(lanes=3), at=(-1500.0, 0.0)).straight(3000.0)
    second = builder.road("A2", motorway(), at=(0.0, -1500.0), heading=NORTH, height=8.0).straight(3000.0)
    loop = builder.off_ramp("loop", first, at=1570.0).straight(5.0).right(degrees(220), radius=55.0)
    builder.on_ramp(loop, second, at=1460.0)
    direct = builder.off_ramp("direct", first, at=2000.0, side="backward", section=ramp(width=4.0))
    builder.on_ramp(direct.straight(100.0).right(degrees(45), radius=150.0), second, at=2000.0)


def interchange(builder: Builder) -> None:
    main = builder.road("main", motorway(), at=(-1000.0, 0.0)).straight(600.0).left(degrees(15), radius=1500.0)
    main.straight(1000.0)
    over = builder.road("over", two_lane_highway(), at=(0.0, -500.0), heading=degrees(95)).straight(1000.0)
    builder.interchange("exit 1", main, over, control="lights", turn_lanes=50.0)


def loop(builder: Builder) -> None:
    road = builder.road("track", two_lane_highway())
    for _ in range(2):
        road.straight(300.0).left(degrees(180), radius=100.0, transition=60.0)
    road.to(0.0, 0.0, degrees(360))
    builder.join(road, road)


def grid(builder: Builder) -> None:
    builder.grid_town("town", streets=2, avenues=3, control="all-way stop", stub=0.0)


MAKERS: dict[str, Callable[[Builder], object]] = {
    "crossroads": crossroads,
    "lights": lights,
    "skewed": skewed,
    "one way": one_way,
    "hilly": hilly,
    "roundabout": roundabout,
    "two-lane roundabout": two_lane_roundabout,
    "lane changes": lane_changes,
    "banked": banked,
    "ramps": ramps,
    "interchange": interchange,
    "loop": loop,
    "grid": grid,
}


@cache
def made(name: str, *, left_hand: bool = False) -> RoadNetwork:
    """The network of that name; it cannot change, so it is built once."""
    return built(name, left_hand=left_hand)


def built(name: str, *, left_hand: bool = False) -> RoadNetwork:
    """The network of that name, built anew."""
    if name == "study road":
        return study_road()
    if name == "rear-end course":
        return rear_end_course()
    if name == "lesson town":
        return lesson_town(left_hand=left_hand)
    builder = Builder(name, left_hand=left_hand)
    MAKERS[name](builder)
    return builder.build()


ALL = [*MAKERS, "lesson town", "rear-end course", "study road"]
