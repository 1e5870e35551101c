"""Where crosswalks lie on lanes."""

from dataclasses import replace
from pathlib import Path as File

import pytest

from seahaven.roads.formats import read_roads
from seahaven.roads.model import LaneKind, ObjectKind, Outline, RoadObject, Section
from tests.roads.junctions.stars import TEE, logic_of, star

HERE = File(__file__).parents[1] / "data"


def box(s: float, *, heading: float = 0.0) -> RoadObject:
    return RoadObject("walk", ObjectKind.CROSSWALK, s, 0.0, heading=heading, length=3.0, width=8.0)


def test_a_crosswalk_lies_on_both_lanes_of_its_road() -> None:
    logic = logic_of(star(TEE, objects={"south": [box(60.0)]}))
    (walk,) = logic.crosswalks
    assert (walk.id, walk.road, walk.junction, len(walk.corners)) == ("walk", "south", None, 4)
    into, out = logic.lane_map.index("south:0:-1"), logic.lane_map.index("south:0:1")
    assert [(start, end) for _, start, end in logic.crossings(into)] == [pytest.approx((58.5, 61.5))]
    assert [(start, end) for _, start, end in logic.crossings(out)] == [pytest.approx((18.5, 21.5))]


def test_a_skew_crosswalk_covers_more_of_a_lane() -> None:
    logic = logic_of(star(TEE, objects={"south": [box(60.0, heading=0.5)]}))
    ((_, start, end),) = logic.crossings(logic.lane_map.index("south:0:-1"))
    assert end - start > 4.0


def test_one_waits_a_metre_before_a_crosswalk() -> None:
    tables = logic_of(star(TEE, objects={"south": [box(60.0)]})).tables
    assert tables.crossing_wait == pytest.approx(tables.crossing_begin - 1.0)


def test_an_outline_with_a_dent_counts() -> None:
    corners = ((55.0, 5.0), (57.0, 0.0), (55.0, -5.0), (61.0, -5.0), (61.0, 5.0))
    outline = Outline(tuple((s, t, 0.0, 0.0) for s, t in corners), on_road=True)
    thing = RoadObject("walk", ObjectKind.CROSSWALK, 58.0, outlines=(outline,))
    logic = logic_of(star(TEE, objects={"south": [thing]}))
    ((_, start, end),) = logic.crossings(logic.lane_map.index("south:0:-1"))
    assert end == pytest.approx(61.0)
    assert 55.0 < start < 56.5


def test_lanes_for_people_are_crosswalks_where_no_paint_is() -> None:
    network = star((0, 90, 180, 270))
    lanes = network.road("west>east").sections[0].lanes
    people = tuple(replace(lane, kind=LaneKind.CROSSWALK) if lane.id else lane for lane in lanes)
    roads = [replace(one, sections=(Section(0.0, people),)) if one.id == "west>east" else one for one in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    (walk,) = logic.crosswalks
    assert walk.id == "west>east:0:-1"
    ((_, start, end),) = logic.crossings(logic.lane_map.index("south>north:0:-1"))
    assert (start, end) == pytest.approx((12.0 - 3.5, 12.0))


def test_a_crossing_of_a_sumo_network_is_one_crosswalk() -> None:
    logic = logic_of(read_roads(HERE / "tee.net.xml"))
    (walk,) = logic.crosswalks
    assert walk.junction == "centre"
    lanes = [lane for lane in range(len(logic.lane_map)) if logic.crossings(lane)]
    assert [logic.lane_map.name(lane) for lane in lanes] == [":centre_0:0:-2", ":centre_4:0:-1"]


def test_crosswalks_of_towns_lie_on_lanes(shared_data: File) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "carla" / "Town10HD.xodr"))
    assert len(logic.crosswalks) == 16
    assert set(logic.tables.crossing_crosswalk.tolist()) == set(range(16))
    widths = logic.tables.crossing_end - logic.tables.crossing_begin
    assert widths.max() < 15.0
