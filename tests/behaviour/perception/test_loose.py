"""What drivers perceive of vehicles that do not keep to lanes."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, country_lane, motorway
from seahaven.roads.routing import Router, Tracks
from tests.behaviour.perception.test_perception import perceived

LENGTH, WIDTH = 4.6, 1.9


def two_ways() -> Tracks:
    """A road with a lane each way."""
    builder = Builder("two ways")
    builder.road("road", country_lane(width=3.2)).straight(1000)
    return tracks_of(LaneMap(builder.build()))


def two_lanes() -> Tracks:
    """A motorway with two lanes each way."""
    builder = Builder("two lanes")
    builder.road("road", motorway(lanes=2)).straight(1000)
    return tracks_of(LaneMap(builder.build()))


def tracks_of(lane_map: LaneMap) -> Tracks:
    """Routes along the only road, both ways."""
    router = Router(lane_map)
    return Tracks(router.routes(["road"], ["road"]))


def at(tracks: Tracks, lane: int, s: float, offset: float = 0.0, turned: float = 0.0, **columns: Any) -> dict[str, Any]:
    """The columns of a vehicle at a place on a lane, turned to the left of its direction."""
    place = tracks.lane_map.place(lane, s, offset)
    pose = {"x": float(place.x), "y": float(place.y), "z": float(place.z), "heading": float(place.heading) + turned}
    size = {"length": LENGTH, "width": WIDTH, "reaction": 0.0}
    return {**pose, **size, "lane": lane, "s": s, "offset": offset, **columns}


def driver(tracks: Tracks, lane: int, s: float, **columns: Any) -> dict[str, Any]:
    """A driver on its route."""
    return at(tracks, lane, s, route=0, entry=int(tracks.locate(0, lane)), speed=20.0, **columns)


def lane_of(tracks: Tracks, number: int) -> int:
    """A lane by its number, from the middle of the road outwards; those of the other direction are positive."""
    return int(tracks.lane_map.index(f"road:0:{number}"))


def test_one_that_comes_towards_a_driver_in_its_lane_has_a_speed_below_zero() -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    ghost = at(tracks, mine, 200.0, turned=pi, speed=15.0, motion="kinematic")
    seen, _ = perceived(tracks, driver(tracks, mine, 100.0), ghost)
    assert seen["gap"] == pytest.approx(100.0 - LENGTH)
    assert seen["closing"] == pytest.approx(35.0)


def test_one_across_the_road_is_ahead_on_both_lanes() -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    other = lane_of(tracks, 1)
    # its middle is on the other lane, its nose on this one
    across = at(tracks, other, 500.0, 1.0, 0.5 * pi, motion="kinematic")
    seen, _ = perceived(tracks, driver(tracks, mine, 400.0), across)
    assert seen["gap"] == pytest.approx(100.0 - 0.5 * WIDTH - 0.5 * LENGTH, abs=0.2)
    assert seen["closing"] == pytest.approx(20.0)


def test_one_on_the_verge_is_seen_as_far_as_it_reaches_into_the_lane() -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    half = 0.5 * float(tracks.lane_map.width(mine, 200.0))
    off = {"lane": -1, "s": 0.0, "offset": 0.0, "motion": "kinematic", "speed": 3.0}
    reaching = {**at(tracks, mine, 200.0, -half - 0.2), **off}
    clear = {**at(tracks, mine, 200.0, -half - 1.5), **off}
    wide = driver(tracks, mine, 100.0, offset=-0.5)
    assert perceived(tracks, wide, reaching)[0]["gap"] == pytest.approx(100.0 - LENGTH, abs=0.2)
    assert perceived(tracks, wide, reaching)[0]["closing"] == pytest.approx(17.0)
    assert perceived(tracks, wide, clear)[0]["gap"] is None


def test_one_that_comes_off_the_verge_is_ahead_before_it_is_on_the_lane() -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    half = 0.5 * float(tracks.lane_map.width(mine, 200.0))
    off = {"lane": -1, "s": 0.0, "offset": 0.0, "motion": "kinematic"}
    for speed, comes in ((0.0, False), (4.0, True)):
        one = {**at(tracks, mine, 200.0, -half - 3.5, 0.5 * pi), **off, "speed": speed}
        assert (perceived(tracks, driver(tracks, mine, 100.0), one)[0]["gap"] is not None) == comes


def test_one_across_the_lane_beside_is_a_neighbour_there() -> None:
    tracks = two_lanes()
    right, left = lane_of(tracks, -3), lane_of(tracks, -2)
    across = at(tracks, left, 200.0, turned=0.5 * pi, motion="kinematic")
    seen, _ = perceived(tracks, driver(tracks, right, 100.0), across)
    assert seen["left_gap"] == pytest.approx(100.0 - 0.5 * WIDTH - 0.5 * LENGTH, abs=0.2)
    assert seen["left_closing"] == pytest.approx(20.0)


def test_a_vehicle_that_keeps_to_its_lane_is_perceived_the_same_however_it_is_moved() -> None:
    tracks = two_lanes()
    for lane in (lane_of(tracks, -2), lane_of(tracks, -3)):
        one = at(tracks, lane, 200.0, 0.2, 0.1, speed=15.0)
        bound, free = (
            perceived(tracks, driver(tracks, lane, 100.0), {**one, "motion": m}) for m in ("lane", "dynamic")
        )
        assert bound == free


def test_a_driver_keeps_clear_of_one_that_comes_towards_it_where_nobody_is() -> None:
    tracks = two_lanes()
    left, right = lane_of(tracks, -2), lane_of(tracks, -3)
    ghost = at(tracks, left, 200.0, turned=pi, speed=20.0, motion="kinematic")
    beside = at(tracks, right, 100.0, route=0, entry=int(tracks.locate(0, right)), speed=20.0)
    free, _ = perceived(tracks, driver(tracks, left, 100.0), ghost)
    taken, _, other = perceived(tracks, driver(tracks, left, 100.0), ghost, beside)
    half = 0.5 * float(tracks.lane_map.width(left, 100.0))
    assert free["berth"] < -half
    assert taken["berth"] > half  # onto the inner shoulder
    assert other["berth"] == 0.0


def test_one_that_drives_backwards_comes_towards_those_behind_it() -> None:
    tracks = two_lanes()
    right = lane_of(tracks, -3)
    backing = at(tracks, right, 200.0, speed=-8.0, motion="kinematic")
    seen, _ = perceived(tracks, driver(tracks, right, 100.0), backing)
    half = 0.5 * float(tracks.lane_map.width(right, 100.0))
    assert (seen["closing"], seen["menace"]) == (pytest.approx(28.0), 2)
    assert abs(seen["berth"]) > half


def test_where_there_is_no_lane_beside_a_driver_swerves_onto_the_verge() -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    ghost = at(tracks, mine, 200.0, turned=pi, speed=15.0, motion="kinematic")
    seen, _ = perceived(tracks, driver(tracks, mine, 100.0), ghost)
    assert seen["berth"] == pytest.approx(-0.5 * WIDTH - 0.55 - 0.5 * WIDTH, abs=0.1)


@pytest.mark.parametrize(("oncoming", "passes"), [(None, True), (200.0, False), (900.0, True)])
def test_past_one_that_stands_a_driver_uses_the_other_lane_if_nobody_comes(
    oncoming: float | None, passes: bool
) -> None:
    tracks = two_ways()
    mine, other = lane_of(tracks, -1), lane_of(tracks, 1)
    # its tail is on the verge, so that there is no room to its right
    standing = at(tracks, mine, 200.0, -0.4, 0.4, motion="kinematic")
    wide = driver(tracks, mine, 160.0, width=2.5)
    others = [] if oncoming is None else [at(tracks, other, 1000.0 - oncoming, speed=15.0)]
    seen = perceived(tracks, wide, standing, *others)[0]
    assert seen["menace"] == 1
    assert (seen["berth"] > 2.0) == passes
    assert passes or seen["berth"] == 0.0


def test_one_that_comes_by_on_the_other_lane_is_seen_by_those_who_come_towards_it() -> None:
    tracks = two_ways()
    mine, other = lane_of(tracks, -1), lane_of(tracks, 1)
    passing = driver(tracks, mine, 500.0, offset=3.2)
    place = tracks.lane_map.place(mine, 500.0, 3.2)
    passing |= {"x": float(place.x), "y": float(place.y)}
    coming = at(tracks, other, 400.0, speed=20.0)
    seen, _ = perceived(tracks, coming, passing)
    assert seen["closing"] == pytest.approx(40.0)
    assert (seen["menace"], seen["gap"]) == (2, pytest.approx(100.0 - LENGTH, abs=0.5))


def test_who_has_come_clear_of_one_that_stands_follows_the_next() -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    standing = at(tracks, mine, 200.0, 1.2, 0.5 * pi, motion="kinematic")
    further = at(tracks, mine, 260.0, route=0, entry=int(tracks.locate(0, mine)), speed=5.0)
    place = tracks.lane_map.place(mine, 180.0, -2.7)
    clear = driver(tracks, mine, 180.0, offset=-2.7) | {"x": float(place.x), "y": float(place.y)}
    seen, *_ = perceived(tracks, clear, standing, further)
    assert seen["gap"] == pytest.approx(80.0 - LENGTH)
    assert seen["berth"] < -1.5


@pytest.mark.parametrize(("ahead", "is_open", "menace"), [(140.0, False, 3), (280.0, True, 0)])
def test_nobody_changes_onto_a_lane_on_which_one_is_about_to_come_towards_it(
    ahead: float, is_open: bool, menace: int
) -> None:
    tracks = two_lanes()
    left, right = lane_of(tracks, -2), lane_of(tracks, -3)
    ghost = at(tracks, left, 100.0 + ahead, turned=pi, speed=20.0, motion="kinematic")
    seen, _ = perceived(tracks, driver(tracks, right, 100.0), ghost)
    assert (seen["left_open"], seen["menace"]) == (is_open, menace)


def test_a_driver_swerves_as_far_as_one_that_crosses_its_lane_will_have_come_when_they_meet() -> None:
    tracks = two_lanes()
    left = lane_of(tracks, -2)
    straight, crossing = (
        perceived(
            tracks,
            driver(tracks, left, 100.0),
            at(tracks, left, 200.0, 2.2, pi + turned, speed=10.0, motion="kinematic"),
        )[0]["berth"]
        for turned in (0.0, 0.15)
    )
    assert straight < 0.0
    assert crossing < straight - 1.5  # 1.5 m/s across, for 1.5 s


STRANDED = {"speed": 0.0, "turn_light": 3}


@pytest.mark.parametrize(
    ("columns", "seconds", "menace"),
    [
        (STRANDED, 0, 1),
        ({**STRANDED, "speed": 3.0}, 0, 0),
        ({"speed": 0.0}, 6, 0),
        ({"speed": 0.0, "motion": "kinematic"}, 0, 0),
        ({"speed": 0.0, "motion": "kinematic"}, 6, 1),
    ],
    ids=["hazard lights", "on its way", "bound to its lane", "just stopped", "stands on"],
)
def test_one_that_stands_along_its_lane_without_a_reason_is_passed(
    columns: dict[str, Any], seconds: float, menace: int
) -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    standing = {**at(tracks, mine, 200.0), "width": 2.5, **columns}
    behind = driver(tracks, mine, 160.0, width=2.5)
    seen, _ = perceived(tracks, behind, standing, seconds=seconds)
    queued, *_ = perceived(tracks, behind, standing, at(tracks, mine, 207.0), seconds=seconds)
    assert seen["menace"] == menace
    assert (seen["berth"] > 2.0) == (menace == 1)  # on the lane of those who come towards it
    assert queued["menace"] == (1 if "turn_light" in columns and menace else 0)


def test_one_that_stands_on_a_shoulder_is_in_nobodys_way() -> None:
    tracks = two_lanes()
    shoulder = int(tracks.lane_map.right[lane_of(tracks, -3)])
    parked = at(tracks, shoulder, 120.0, **STRANDED)
    seen, _ = perceived(tracks, driver(tracks, lane_of(tracks, -3), 100.0), parked)
    assert (seen["menace"], seen["berth"]) == (0, 0.0)


@pytest.mark.parametrize(("apart", "turned", "honked"), [(12.0, 0.0, True), (60.0, 0.0, False), (12.0, pi, False)])
def test_a_horn_is_meant_for_the_vehicle_ahead(apart: float, turned: float, honked: bool) -> None:
    tracks = two_ways()
    mine = lane_of(tracks, -1)
    ahead = at(tracks, mine, 100.0 + apart, turned=turned, motion="kinematic")
    behind, first = perceived(tracks, driver(tracks, mine, 100.0, horn=True), ahead)
    assert (behind["honked"], first["honked"]) == (False, honked)
