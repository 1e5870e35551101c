"""Who may go where through a junction, and from which lane."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin

import pytest

from seahaven.errors import InputError
from seahaven.roads.builder import (
    Builder,
    biking,
    degrees,
    driving,
    one_way_street,
    parking,
    pavement,
    residential_street,
    town_street,
    two_lane_highway,
)
from seahaven.roads.builder.cross_section import CrossSection
from seahaven.roads.model import End, JunctionLink, LaneKind, RoadLink, RoadNetwork
from tests.roads.builder.continuity import gaps
from tests.roads.builder.networks import NORTH, made, streets
from tests.roads.builder.reach import all_driving, reached, successors


@pytest.mark.parametrize(("at", "text"), [(60.0, "give lane_length=30 at most"), (35.0, "leave them out")])
def test_lanes_for_turning_need_room_before_the_junction(at: float, text: str) -> None:
    builder = Builder()
    high = builder.road("high").straight(300.0)
    mill = builder.road("mill", at=(at, -150.0), heading=NORTH).straight(300.0)
    builder.junction("market", high, mill, left_lanes=(high,), lane_length=80.0)
    with pytest.raises(
        InputError, match=rf"junction 'market' has lanes for turning of 80 m .* 'high', which has {at:.1f} m .* {text}"
    ):
        builder.build()


def test_lanes_for_turning_may_not_begin_in_another_junction() -> None:
    builder = Builder()
    high = builder.road("high").straight(400.0)
    for name, x in (("mill", 150.0), ("oak", 220.0)):
        road = builder.road(name, at=(x, -150.0), heading=NORTH).straight(300.0)
        builder.junction(f"at-{name}", high, road, right_lanes=(high,) if name == "oak" else ())
    with pytest.raises(InputError, match="junction 'at-oak' has lanes for turning of 50 m and a taper of 30 m"):
        builder.build()


def ways(network: RoadNetwork, junction: str) -> set[tuple[str, str]]:
    """The pairs of roads between which cars can go."""
    found = set()
    for connection in network.junction(junction).connections:
        road = network.road(connection.connecting)
        if any(lane.kind.is_driving for lane in road.sections[0].lanes if lane.id):
            found.add((connection.incoming, road.after.road))  # type: ignore[union-attr]
    return found


def lanes_between(network: RoadNetwork, junction: str, start: str, goal: str) -> list[int]:
    """The driving lanes of a road from which one can go on to another."""
    for connection in network.junction(junction).connections:
        road = network.road(connection.connecting)
        if connection.incoming == start and road.after.road == goal:  # type: ignore[union-attr]
            kinds = {lane.id: lane.kind for lane in road.sections[0].lanes}
            return [first for first, last in connection.lanes if kinds[last].is_driving]
    return []


def test_every_arm_leads_to_every_other_and_not_back() -> None:
    arms = {"high.1", "high.2", "mill.1", "mill.2"}
    assert ways(made("crossroads"), "market") == {(a, b) for a in arms for b in arms if a != b}


def test_u_turns_are_there_when_asked_for() -> None:
    assert ("high.1", "high.1") in ways(made("lights"), "market")


def test_nobody_enters_a_one_way_street_from_its_end() -> None:
    assert ways(made("one way"), "corner") == {
        ("high.1", "high.2"),
        ("high.2", "high.1"),
        ("high.1", "single.2"),
        ("high.2", "single.2"),
        ("single.1", "single.2"),
        ("single.1", "high.1"),
        ("single.1", "high.2"),
    }


def test_left_turns_are_made_from_the_leftmost_lane_and_right_turns_from_the_rightmost() -> None:
    network = made("one way")
    assert lanes_between(network, "corner", "high.1", "high.2") == [-1, -2]
    assert lanes_between(network, "corner", "high.1", "single.2") == [-1]
    assert lanes_between(network, "corner", "high.2", "single.2") == [2]


def test_lanes_for_turning_are_used_for_nothing_else() -> None:
    network = made("lights")
    assert lanes_between(network, "market", "high.1", "mill.2") == [-1]
    assert lanes_between(network, "market", "high.1", "high.2") == [-2]
    assert lanes_between(network, "market", "high.1", "mill.1") == [-2]
    assert lanes_between(network, "market", "mill.1", "high.2") == [-2]
    assert lanes_between(network, "market", "mill.1", "mill.2") == [-1]


def test_an_island_keeps_lanes_in_line_where_nobody_can_turn_left() -> None:
    builder = Builder()
    main = builder.road("main").straight(300.0)
    side = builder.side_road("side", off=main, at=150.0, to="left").straight(80.0)
    builder.junction("tee", main, side, left_lanes=(main,))
    network = builder.build()
    kinds = {lane.id: lane.kind for lane in network.road("main.2").sections[0].lanes}
    assert kinds[1] is LaneKind.RESTRICTED
    assert lanes_between(network, "tee", "main.1", "side") == [-1]
    assert lanes_between(network, "tee", "main.2", "side") == [2]


def test_lanes_that_say_where_they_go_go_there() -> None:
    left, other = driving(turns=("left",)), driving(turns=("straight", "right"))
    section = CrossSection((left, other), (driving(), driving()))
    builder = Builder()
    main = builder.road("main", section, at=(-100.0, 0.0)).straight(200.0)
    cross = builder.road("cross", at=(0.0, -100.0), heading=NORTH).straight(200.0)
    builder.junction("x", main, cross)
    network = builder.build()
    assert lanes_between(network, "x", "main.1", "cross.2") == [-1]
    assert lanes_between(network, "x", "main.1", "main.2") == [-2]
    assert lanes_between(network, "x", "main.1", "cross.1") == [-2]


def test_two_lanes_of_a_stem_share_the_turns() -> None:
    builder = Builder()
    main = builder.road("main", town_street(lanes=2)).straight(200.0)
    stem = builder.side_road("stem", one_way_street(lanes=2), off=main, at=100.0, to="left").straight(100.0)
    into = builder.road("into", one_way_street(lanes=2), at=(100.0, -100.0), heading=NORTH).straight(100.0)
    builder.junction("tee", main, into, stem)
    network = builder.build()
    assert lanes_between(network, "tee", "into", "main.1") == [-1]
    assert lanes_between(network, "tee", "into", "main.2") == [-2]
    assert lanes_between(network, "tee", "into", "stem") == [-1, -2]


SECTIONS = {
    "town": town_street(),
    "bicycles": town_street(bicycles=True, lanes=2),
    "residential": residential_street(),
    "one way": one_way_street(parked=True),
    "boulevard": CrossSection(*((driving(), biking(), parking(), pavement(4.0)),) * 2, median=3.0),
}


def cut_off(network: RoadNetwork) -> set[tuple[str, End, int]]:
    """Where a pavement ends at a junction: road, end and lane number."""
    joined = set()
    for road in network.roads:
        links = ((road.before, "before"), (road.after, "after"))
        for link, numbers in links if road.junction is not None else ():
            assert isinstance(link, RoadLink)
            through = [lane for lane in road.sections[0].lanes if lane.before and lane.after]
            joined |= {(link.road, link.end, number) for lane in through for number in getattr(lane, numbers)}
    return set(walks(network)) - joined


def walks(network: RoadNetwork) -> Iterator[tuple[str, End, int]]:
    """Where pavements come to a junction."""
    for road in network.roads:
        for link, end, section in ((road.before, End.START, 0), (road.after, End.END, -1)):
            if isinstance(link, JunctionLink):
                kinds = [lane.id for lane in road.sections[section].lanes if lane.kind is LaneKind.SIDEWALK]
                yield from ((road.id, end, number) for number in kinds)


@pytest.mark.parametrize("first", SECTIONS)
@pytest.mark.parametrize("second", SECTIONS)
@pytest.mark.parametrize(("angle", "corner"), [(90.0, None), (90.0, 1.0), (45.0, None), (130.0, 3.0)])
def test_pavements_go_round_every_corner(first: str, second: str, angle: float, corner: float | None) -> None:
    builder = Builder()
    high = builder.road("high", SECTIONS[first], at=(-150.0, 0.0)).straight(300.0)
    turn = degrees(angle)
    mill = builder.road("mill", SECTIONS[second], at=(-150.0 * cos(turn), -150.0 * sin(turn)), heading=turn)
    builder.junction("market", high, mill.straight(300.0), control="lights", corner=corner)
    network = builder.build()
    assert not cut_off(network)
    assert max(gap.distance for gap in gaps(network)) < 1e-3


@pytest.mark.parametrize("first", SECTIONS)
@pytest.mark.parametrize("second", SECTIONS)
def test_pavements_go_round_roundabouts(first: str, second: str) -> None:
    builder = Builder()
    high = builder.road("high", SECTIONS[first], at=(-150.0, 0.0)).straight(300.0)
    mill = builder.road("mill", SECTIONS[second], at=(0.0, -150.0), heading=NORTH).straight(300.0)
    builder.roundabout("ring", high, mill, radius=24.0, lanes=2)
    network = builder.build()
    assert not cut_off(network)
    assert max(gap.distance for gap in gaps(network)) < 1e-3


def test_pavements_of_the_lesson_town_lead_on_but_where_a_road_has_none() -> None:
    network = made("lesson town")
    assert len(list(walks(network))) > 80
    assert {(road, end) for road, end, _ in cut_off(network)} == {("Station_Road.1", End.START)}


def test_pavements_go_round_turning_circles() -> None:
    builder = Builder()
    builder.turning_circle("close", builder.road("dead end", residential_street()).straight(80.0))
    network = builder.build()
    kinds = [lane.kind for lane in network.road("close/round").sections[0].lanes if lane.before and lane.after]
    assert kinds == [LaneKind.DRIVING, LaneKind.SHOULDER, LaneKind.SIDEWALK]


def test_the_ground_is_paved_up_to_kerbs_beside_which_nobody_drives() -> None:
    corner = made("one way").road("corner/high.1/single.1/corner")
    apron, walk = (corner.sections[0].lane(number) for number in (-1, -2))
    assert apron is not None
    assert walk is not None
    assert (apron.kind, walk.kind) == (LaneKind.SHOULDER, LaneKind.SIDEWALK)
    assert apron.width.value(corner.length / 2.0) > 1.0
    assert (apron.before, apron.after) == ((), ())


@pytest.mark.parametrize(
    "name", ["crossroads", "one way", "hilly", "roundabout", "two-lane roundabout", "interchange", "grid"]
)
@pytest.mark.parametrize("left_hand", [False, True])
def test_lanes_lead_on_until_they_leave_the_map(name: str, left_hand: bool) -> None:
    network = made(name, left_hand=left_hand)
    onward = successors(network)
    for lane in all_driving(network):
        if not onward.get(lane):
            road = network.road(lane[0])
            ends_here = lane[1] == (len(road.sections) - 1 if (lane[2] < 0) is not left_hand else 0)
            kind = road.sections[lane[1]].lane(lane[2]).kind  # type: ignore[union-attr]
            assert kind is LaneKind.ENTRY or (ends_here and None in (road.before, road.after)), lane


@pytest.mark.parametrize("left_hand", [False, True])
def test_all_of_the_lesson_town_can_be_reached(left_hand: bool) -> None:
    network = made("lesson town", left_hand=left_hand)
    inward = 1 if left_hand else -1
    from_west = reached(network, ("High_Street.1", 0, inward))
    from_north = reached(network, ("Station_Road.7", 0, -inward))
    from_motorway = reached(network, ("by-pass.1", 0, 2 * inward)) | reached(network, ("by-pass.5", 2, -2 * inward))
    from_east = reached(network, ("High_Street.6", 0, -inward))
    assert from_west | from_north | from_motorway | from_east == all_driving(network)
    town = {lane for lane in all_driving(network) if lane[0].startswith(("School", "West", "Church", "Mill", "Market"))}
    assert town <= from_west & from_north & from_motorway & from_east


def test_roads_that_do_not_meet_are_named() -> None:
    builder = Builder()
    high = builder.road("high").straight(100.0)
    mill = builder.road("mill", at=(50.0, 20.0), heading=NORTH).straight(100.0)
    builder.junction("x", high, mill)
    with pytest.raises(InputError, match=r"roads 'high' and 'mill' do not meet \(the nearest end of 'mill' is 20.0 m"):
        builder.build()


def test_roads_that_meet_twice_need_a_place() -> None:
    builder = Builder()
    high = builder.road("high").straight(400.0)
    bow = builder.road("bow", two_lane_highway(), at=(50.0, -80.0), heading=NORTH)
    bow.straight(60.0).right(degrees(180), radius=100.0).straight(80.0)
    builder.junction("first", high, bow)
    with pytest.raises(InputError, match=r"meet 2 times, at \(50, 0\); \(25\d, 0\); say with near"):
        builder.build()


def test_roads_that_do_not_meet_in_one_place_are_named() -> None:
    builder = Builder()
    high, mill = streets(builder)
    third = builder.road("third", at=(30.0, 0.0), heading=1.0).straight(100.0)
    builder.junction("x", high, mill, third)
    with pytest.raises(InputError, match=r"'x' is no single place: .* at \(0.0, 0.0\) but 'third' at \(30.0, 0.0\)"):
        builder.build()


def test_sharp_angles_are_refused() -> None:
    builder = Builder()
    main = builder.road("main").straight(300.0)
    side = builder.side_road("side", off=main, at=100.0, to="left", angle=degrees(15)).straight(200.0)
    builder.junction("y", main, side)
    with pytest.raises(InputError, match="meet in junction 'y' at an angle of 15 degrees; expected 24 or more"):
        builder.build()


def test_junctions_too_close_to_each_other_are_named() -> None:
    builder = Builder()
    main = builder.road("main").straight(300.0)
    for k, at in enumerate((100.0, 115.0)):
        side = builder.side_road(f"side {k}", off=main, at=at, to="left").straight(100.0)
        builder.junction(f"tee {k}", main, side)
    with pytest.raises(InputError, match="junctions 'tee_0' and 'tee_1' overlap on road 'main'"):
        builder.build()


def test_roads_too_short_for_their_junction_are_named() -> None:
    builder = Builder()
    main = builder.road("main").straight(300.0)
    side = builder.side_road("side", off=main, at=5.0, to="left").straight(100.0)
    builder.junction("tee", main, side)
    with pytest.raises(InputError, match=r"road 'main' is too short for junction 'tee' at 5.0 m"):
        builder.build()


def test_lanes_that_change_inside_a_junction_are_refused() -> None:
    builder = Builder()
    main = builder.road("main", two_lane_highway()).straight(90.0).add_lane().straight(200.0)
    side = builder.side_road("side", off=main, at=100.0, to="left").straight(100.0)
    builder.junction("tee", main, side)
    with pytest.raises(InputError, match=r"road 'main' is gaining or losing a lane at .* where a junction cuts it"):
        builder.build()


def test_banked_roads_are_not_cut() -> None:
    builder = Builder()
    main = builder.road("main").straight(50.0).left(1.0, radius=150.0, bank=0.05).straight(50.0)
    side = builder.side_road("side", off=main, at=120.0, to="right").straight(100.0)
    builder.junction("tee", main, side)
    with pytest.raises(InputError, match="road 'main' is banked at"):
        builder.build()
