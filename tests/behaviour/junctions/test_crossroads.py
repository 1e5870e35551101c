"""The tables of ways ahead along routes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.behaviour.junctions.crossroads import (
    BEGIN,
    CONFLICTS,
    CROSS,
    END,
    EXIT,
    FIRST_COME,
    FOE,
    FOE_BEGIN,
    FOE_END,
    FOLLOWING,
    GAP,
    HERE,
    INCOMING,
    KIND,
    LANE,
    LEFT,
    LENGTH,
    MUST_STOP,
    OUT,
    OUTGOING,
    REACH,
    SINCE,
    SIZES,
    SPEED,
    STOP,
    TURN,
    VERDICT,
    WAY,
    Crossroads,
)
from seahaven.behaviour.junctions.regulation import is_regulated, regulated_lanes
from seahaven.behaviour.junctions.survey import survey
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, driving
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.junctions import JunctionLogic, JunctionTables, Sign
from seahaven.roads.routing import Router, Tracks
from tests.behaviour.junctions.crossings import Scene, cross, ring_courses, roundabout
from tests.behaviour.junctions.test_joining import ramp

ELBOW = """<?xml version="1.0"?>
<OpenDRIVE><header revMajor="1" revMinor="6"/>
<road id="west" length="60" junction="-1"><link><successor elementType="junction" elementId="j"/></link>
<planView><geometry s="0" x="-60" y="0" hdg="0" length="60"><line/></geometry></planView>{lanes}</road>
<road id="north" length="60" junction="-1"><link><predecessor elementType="junction" elementId="j"/></link>
<planView><geometry s="0" x="8" y="8" hdg="1.5707963" length="60"><line/></geometry></planView>{lanes}</road>
<road id="bend" length="12.566371" junction="j"><link>
<predecessor elementType="road" elementId="west" contactPoint="end"/>
<successor elementType="road" elementId="north" contactPoint="start"/></link>
<planView><geometry s="0" x="0" y="0" hdg="0" length="12.566371"><arc curvature="0.125"/></geometry></planView>
{inside}</road>
<junction id="j" name="">
<connection id="0" incomingRoad="west" connectingRoad="bend" contactPoint="start">
<laneLink from="-1" to="-1"/></connection>
<connection id="1" incomingRoad="north" connectingRoad="bend" contactPoint="end">
<laneLink from="1" to="1"/></connection>
</junction></OpenDRIVE>"""
LANES = """<lanes><laneSection s="0">
<left><lane id="1" type="driving">{link}<width sOffset="0" a="3.3" b="0" c="0" d="0"/></lane></left>
<center><lane id="0"/></center>
<right><lane id="-1" type="driving">{link}<width sOffset="0" a="3.3" b="0" c="0" d="0"/></lane></right>
</laneSection></lanes>"""


def test_somebody_long_meets_those_who_come_the_other_way_along_the_same_bend(tmp_path: Path) -> None:
    link = '<link><predecessor id="{0}"/><successor id="{0}"/></link>'
    inside = LANES.replace("{link}", link.format(1), 1).replace("{link}", link.format(-1), 1)
    file = tmp_path / "elbow.xodr"
    file.write_text(ELBOW.format(lanes=LANES.format(link=""), inside=inside))
    lane_map = LaneMap(read_opendrive(file))
    router = Router(lane_map)
    routes = [router.route("west", "north"), router.route("north", "west")]
    roads = survey(Tracks(router.table(routes)))
    assert roads.conflicts[:, FOE].tolist() == [1, 0]
    assert (roads.conflicts[:, [KIND, VERDICT]] == [CROSS, FIRST_COME]).all()
    assert np.isinf(roads.spans[:, BEGIN]).all()
    both = 4 * (SIZES - 1)
    assert (roads.spans[:, both + FOE_END] > roads.spans[:, both + FOE_BEGIN]).all()
    assert np.isfinite(roads.spans[:, BEGIN + 4 : both : 4]).any()


def test_the_way_ahead_of_a_route_is_the_one_that_it_takes() -> None:
    scene = Scene(cross("yield"))
    roads = survey(scene.tracks)
    for course, ways in scene.ways.items():
        entry = int(scene.tracks.locate(scene.routes[course], ways[0].incoming))
        assert roads.entries[entry, WAY] == ways[0].index
        assert roads.distances[entry, GAP] == pytest.approx(scene.lane_map.length[ways[0].incoming])
        assert roads.entries[roads.entries[entry, EXIT], LANE] == ways[0].outgoing
        assert roads.entries[roads.entries[entry, OUT], LANE] == ways[0].lanes[0]
        inside = roads.entries[entry, FOLLOWING]
        assert roads.entries[inside, HERE] == ways[0].index
        assert roads.distances[inside, SINCE] == 0.0
        assert roads.entries[inside, WAY] == -1
        behind = roads.entries[entry, EXIT]
        assert roads.entries[behind, WAY] == -1
        assert roads.entries[behind, HERE] == -1


def test_further_ways_ahead_are_found_with_their_distance() -> None:
    """Round a roundabout: each piece of the ring knows the next way."""
    scene = Scene(roundabout(), courses=ring_courses())
    roads = survey(scene.tracks)
    start = scene.ways["west>east"][0]
    at = int(scene.tracks.locate(scene.routes["west>east"], start.incoming))
    seen = []
    while at >= 0:
        if roads.entries[at, WAY] >= 0 and roads.entries[at, WAY] not in seen:
            seen.append(int(roads.entries[at, WAY]))
        at = int(roads.entries[at, FOLLOWING])
    assert [scene.logic.ways[way].junction for way in seen] == ["x/3", "x/4", "x/1"]


def test_from_inside_a_junction_the_way_after_the_next_is_ahead() -> None:
    scene = Scene(roundabout(), courses=ring_courses())
    roads = survey(scene.tracks)
    way = scene.ways["west>east"][0]
    inside = int(scene.tracks.locate(scene.routes["west>east"], way.lanes[0]))
    assert roads.entries[inside, HERE] == way.index
    after = scene.logic.ways[roads.entries[inside, WAY]]
    assert after.incoming == way.outgoing
    lengths = scene.lane_map.length[[way.lanes[0], way.outgoing]].sum()
    assert roads.distances[inside, GAP] == pytest.approx(lengths)


def test_lanes_beside_a_route_that_do_not_follow_it_have_no_way_ahead() -> None:
    """From two lanes only one may turn left; on the other nothing is ahead until the lane is changed."""
    scene = Scene(cross("priority", lanes=2))
    roads = survey(scene.tracks)
    ways = scene.ways["west>north"]
    other = scene.ways["west>south"][0].incoming
    assert other != ways[0].incoming
    right = int(scene.tracks.locate(scene.routes["west>north"], other))
    own = int(scene.tracks.locate(scene.routes["west>north"], ways[0].incoming))
    assert roads.entries[right, WAY] == -1
    assert roads.entries[own, WAY] == ways[0].index


def test_lanes_have_a_row_each_for_those_without_a_route() -> None:
    scene = Scene(cross("yield"))
    roads, count = survey(scene.tracks), len(scene.tracks.arrays.lane)
    lanes = np.arange(len(scene.lane_map))
    assert (roads.entries[count:, LANE] == lanes).all()
    for lane in lanes.tolist():
        onward = scene.lane_map.successors(lane)
        following = int(roads.entries[count + lane, FOLLOWING])
        assert following == (count + onward[0] if onward else -1)
    ways = scene.logic.ways_from(scene.ways["west>east"][0].incoming)
    ahead = int(roads.entries[count + scene.ways["west>east"][0].incoming, WAY])
    assert ahead in [way.index for way in ways]


def test_round_a_closed_route_the_last_way_is_followed_by_the_first() -> None:
    lane_map = roundabout()
    tracks = Tracks(Router(lane_map).routes(["x/1/round:0:-1"], ["x.4:0:-1"]), closed=True)
    roads, logic = survey(tracks), JunctionLogic.of(lane_map)
    assert (roads.entries[: len(tracks.arrays.lane), WAY] >= 0).all()
    last = int(tracks.locate(0, lane_map.index("x.4:0:-1")))
    way = logic.ways[roads.entries[last, WAY]]
    assert [lane_map.name(lane) for lane in way.lanes] == ["x/1/round:0:-1"]
    first = int(tracks.locate(0, lane_map.index("x/1/round:0:-1")))
    assert roads.entries[last, OUT] == first
    assert roads.entries[first, HERE] == way.index


def test_the_long_meet_more_and_sooner() -> None:
    spans = survey(Scene(cross("stop")).tracks).spans
    begins, ends = (spans[:, column :: len(spans[0]) // SIZES] for column in (BEGIN, END))
    for less, more in ((0, 1), (0, 2), (1, 3), (2, 3)):
        assert (begins[:, more] <= begins[:, less]).all()
        assert (ends[:, more] >= ends[:, less]).all()
    assert np.isinf(begins[:, 0]).any()
    assert np.isfinite(begins[:, -1]).all()


def test_a_way_is_somebodys_until_its_rear_is_in_nobodys_way() -> None:
    roads = survey(Scene(cross("stop")).tracks)
    way = np.repeat(np.arange(len(roads.links) - 1), np.diff(roads.links[:, CONFLICTS]))
    assert (roads.ways[way, LEFT] >= roads.spans[:, 4 * (SIZES - 1) + END]).all()
    assert (roads.ways[:-1, LEFT] > roads.ways[:-1, LENGTH]).all()


def wide_cross() -> tuple[Crossroads, JunctionTables, Any, Any]:
    """A junction of roads with two lanes: what is known of it, and of each conflict the two ways."""
    scene = Scene(cross("stop", lanes=2))
    roads = survey(scene.tracks)
    way = np.repeat(np.arange(len(roads.links) - 1), np.diff(roads.links[:, CONFLICTS]))
    return roads, scene.logic.tables, way, roads.conflicts[:, FOE]


def test_whoever_goes_straight_on_heeds_the_rear_of_a_bus_that_turns_off_beside_it() -> None:
    roads, tables, way, foe = wide_cross()
    beside = (tables.way_origin[way] == tables.way_origin[foe]) & (tables.way_incoming[way] != tables.way_incoming[foe])
    only_long = np.isinf(roads.spans[:, BEGIN]) & np.isfinite(roads.spans[:, 8 + BEGIN])
    straight = roads.links[:, TURN][way] == 0
    assert (beside & only_long & straight & (roads.links[foe, TURN] != 0)).any()


def test_two_who_turn_from_two_arms_to_lanes_side_by_side_heed_each_other_if_they_are_long() -> None:
    roads, tables, way, foe = wide_cross()
    goals = (tables.way_goal[way] == tables.way_goal[foe]) & (tables.way_outgoing[way] != tables.way_outgoing[foe])
    goals &= tables.way_origin[way] != tables.way_origin[foe]
    only_long = np.isinf(roads.spans[:, BEGIN]) & np.isfinite(roads.spans[:, 12 + BEGIN])
    turning = (roads.links[way, TURN] != 0) & (roads.links[foe, TURN] != 0)
    assert (goals & only_long & turning).any()


def test_what_is_known_of_ways_is_what_the_logic_says() -> None:
    scene = Scene(cross("stop"))
    roads, tables = survey(scene.tracks), scene.logic.tables
    assert (roads.ways[:-1, LENGTH] == tables.way_length).all()
    assert (roads.ways[:-1, STOP] == tables.way_stop).all()
    for k, way in enumerate(scene.logic.ways):
        own = slice(roads.links[k, CONFLICTS], roads.links[k + 1, CONFLICTS])
        everybody = roads.conflicts[own, FOE][np.isfinite(roads.spans[own, BEGIN])].tolist()
        assert sorted(everybody) == sorted(conflict.foe for conflict in scene.logic.conflicts(way))
    for way in scene.logic.ways:
        assert roads.links[way.index, INCOMING] == way.incoming
        assert roads.links[way.index, OUTGOING] == way.outgoing
        assert bool(roads.links[way.index, MUST_STOP]) is (scene.logic.sign(way) is Sign.STOP)
    assert (roads.ways[:-1, SPEED] >= 3.0).all()
    turns = {way: roads.links[scene.ways[way][0].index, TURN] for way in ("west>north", "west>east", "west>south")}
    assert turns == {"west>north": 1, "west>east": 0, "west>south": -1}
    bends = roads.ways[scene.ways["west>south"][0].index, SPEED], roads.ways[scene.ways["west>east"][0].index, SPEED]
    assert bends[0] < bends[1]


def test_distances_of_lanes_are_their_lengths() -> None:
    scene = Scene(cross("yield"))
    roads = survey(scene.tracks)
    assert (roads.distances[:, REACH] == scene.lane_map.length[roads.entries[:, LANE]]).all()


def test_motorway_entries_are_no_junctions() -> None:
    logic = JunctionLogic.of(ramp())
    assert not is_regulated(logic).any()
    assert not regulated_lanes(logic).any()


def test_where_somebody_turns_off_a_fast_road_it_is_a_junction() -> None:
    builder = Builder("fast")
    section = CrossSection((driving(3.5),), (), 25.0)
    main = builder.road("main", section, at=(-150.0, 0.0)).straight(300.0)
    side = builder.side_road("side", section, off=main, at=150.0, to="right").straight(100.0)
    builder.junction("x", main, side, control="none", crosswalks=False)
    assert is_regulated(JunctionLogic.of(LaneMap(builder.build()))).all()


def test_at_a_crossing_all_ways_count_and_the_lanes_that_they_lead_to() -> None:
    scene = Scene(cross("yield"))
    assert is_regulated(scene.logic).all()
    lanes = regulated_lanes(scene.logic)
    for way in scene.logic.ways:
        assert lanes[way.outgoing]
        assert lanes[list(way.lanes)].all()
        assert not lanes[way.incoming]
