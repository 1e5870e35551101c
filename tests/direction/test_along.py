"""Lines, surveys and sites: how far along everybody is, what there is on the way, and where situations happen."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.direction import Line
from seahaven.direction.library import LIBRARY
from seahaven.direction.places_along import places_along
from seahaven.direction.siting import find_site
from seahaven.direction.survey import survey
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection
from seahaven.roads.builder.cross_section import driving, shoulder
from seahaven.roads.model import RoadKind
from seahaven.roads.places import parse
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR
from tests.direction.course import MILE, drive, features, lane_map, tracks
from tests.direction.stages import FAST, SLOW, road


def named(roads: LaneMap, name: str) -> int:
    return next(lane for lane in range(len(roads)) if roads.name(lane) == name)


@pytest.fixture(scope="module")
def bend() -> Line:
    """Two lanes and a shoulder around a bend of half a circle, 100 m wide."""
    builder = Builder("bend")
    section = CrossSection((driving(3.75), driving(3.75), shoulder(2.5)), (), 30.0, RoadKind.MOTORWAY)
    builder.road("main", section).straight(200.0).left(np.pi, radius=100.0).straight(200.0)
    roads = LaneMap(builder.build())
    return Line(Tracks(Router.of(roads, CAR.user).routes(["main"], ["main"])), 0)


def test_whoever_is_side_by_side_in_a_bend_is_at_the_same_place(bend: Line) -> None:
    lanes = [lane for lane in range(len(bend.lane_map)) if bend.rank[lane] >= 0]
    assert len({round(float(bend.lane_map.length[lane])) for lane in lanes}) > 1
    for share in (0.1, 0.5, 0.9):
        places = bend.at(np.array(lanes), share * bend.lane_map.length[lanes])
        assert places == pytest.approx(places[0], abs=1e-6)


def test_lanes_are_counted_from_the_left_and_shoulders_are_told_apart() -> None:
    roads = road()
    line = Line(Tracks(Router.of(roads, CAR.user).routes(["main"], ["main"])), 0)
    slow, fast = named(roads, SLOW), named(roads, FAST)
    assert (line.rank[fast], line.rank[slow]) == (0, 1)
    assert line.lanes_at(100.0).tolist() == sorted((fast, slow), key=lambda lane: line.rank[lane])
    (refuge,) = line.lanes_at(100.0, refuges=True).tolist()
    assert line.is_refuge(refuge)
    assert not line.is_refuge(slow)


def test_a_place_along_a_line_and_the_spot_on_its_lane_are_one(bend: Line) -> None:
    for along in (1.0, 250.0, 400.0, bend.length - 1.0):
        for lane in bend.lanes_at(along).tolist():
            spot = bend.spot(lane, along)
            assert float(bend.at(*spot)) == pytest.approx(along)


def test_nobody_off_the_line_is_anywhere_along_it(bend: Line) -> None:
    assert np.isnan(bend.at(-1, 10.0))
    assert len(bend.lanes_at(bend.length + 1.0)) == 0


def test_the_drive_of_the_course_is_25_miles_and_never_without_a_lane() -> None:
    assert drive().length == pytest.approx(25.2 * MILE, rel=0.01)
    assert all(len(drive().lanes_at(along)) for along in np.arange(0.0, drive().length, 50.0))
    last = drive().lanes_at(drive().length - 1.0)
    assert {lane_map().name(int(lane)).partition(":")[0] for lane in last} == {"freeway.3"}


def test_the_survey_finds_the_hill_the_side_roads_and_the_ramps_of_the_course() -> None:
    found = [(one.kind, round(one.at / MILE, 1)) for one in features()]
    assert ("hill", 3.6) in found
    for mile in (1.5, 7.5, 9.0, 13.2, 15.5):
        assert {("left turn", mile), ("crossing", mile)} <= set(found)
    assert ("merge", 21.5) in found
    assert ("ramp end", 18.2) in found
    assert found == sorted(found, key=lambda one: one[1])


def test_the_hill_rises_five_per_cent_for_more_than_a_kilometre() -> None:
    hill = next(one for one in features() if one.kind == "hill")
    assert hill.grade == pytest.approx(0.05, abs=0.002)
    assert hill.end - hill.begin == pytest.approx(1050.0, abs=60.0)
    assert hill.at == pytest.approx(0.5 * (hill.begin + hill.end))


def test_a_flat_straight_road_has_nothing_on_it() -> None:
    found = Tracks(Router.of(road(), CAR.user).routes(["main"], ["main"]))
    assert survey(Line(found, 0), found) == ()


def test_somebody_on_the_ramp_comes_from_far_enough_away() -> None:
    merge = next(one for one in features() if one.kind == "merge")
    assert lane_map().name(merge.arrival).startswith("ramp_2")
    assert drive().rank[merge.upstream] < 0
    assert drive().rank[merge.onward] >= 0


def test_a_situation_that_needs_a_hill_is_moved_to_it_and_others_stay() -> None:
    hill = next(one for one in features() if one.kind == "hill")
    assert find_site(LIBRARY["slow truck"], hill.at - 300.0, drive(), features()).at == hill.at
    assert find_site(LIBRARY["sudden braking"], 9000.0, drive(), features()).at == 9000.0
    with pytest.raises(InputError, match="'slow truck' needs a hill here"):
        find_site(LIBRARY["slow truck"], hill.at - 500.0, drive(), features())
    with pytest.raises(InputError, match="there is none along the drive"):
        find_site(LIBRARY["slow truck"], hill.at, drive(), ())


def test_the_tracks_of_the_course_have_one_route() -> None:
    assert set(tracks().arrays.route.tolist()) == {0}


def test_a_place_in_words_lies_where_the_drive_comes_by_it() -> None:
    found = [(one.at, one.end) for one in places_along(drive(), parse("crossing"))]
    turns = [(one.at, one.end) for one in features() if one.kind == "left turn"]
    assert len(found) == len(turns)
    assert np.allclose(found, turns, atol=1.0)
