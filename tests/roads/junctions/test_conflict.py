"""Where ways meet: nobody touches anybody outside of the stretches that conflicts give."""

from dataclasses import replace
from math import radians
from pathlib import Path as File

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Floats, Path, boxes_overlap
from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import Conflict, ConflictKind, JunctionLogic, Reason, Verdict, Way
from seahaven.roads.model import JunctionGroup, JunctionLink, Profile, RoadNetwork
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, twins, way

CAR = (4.5, 1.8)


def kinds(logic: JunctionLogic, name: str) -> dict[str, ConflictKind]:
    found = logic.conflicts(way(logic, name))
    return {logic.lane_map.name(logic.ways[one.foe].lanes[0]).split(":")[0]: one.kind for one in found}


def test_ways_cross_merge_and_diverge() -> None:
    assert kinds(logic_of(star(CROSS)), "south>west") == {
        "south>east": ConflictKind.DIVERGE,
        "south>north": ConflictKind.DIVERGE,
        "east>south": ConflictKind.CROSS,
        "north>south": ConflictKind.CROSS,
        "west>east": ConflictKind.CROSS,
        "west>north": ConflictKind.CROSS,
        "east>west": ConflictKind.MERGE,
        "north>west": ConflictKind.MERGE,
    }


def test_a_straight_crossing_is_as_long_as_the_other_lane_is_wide() -> None:
    logic = logic_of(star(CROSS))
    conflict = logic.conflict(way(logic, "south>north"), way(logic, "west>east"))
    assert conflict is not None
    # South to north runs 1.75 m east of the middle, west to east as far south of it; 0.25 m on either side are spare.
    assert (conflict.begin, conflict.end) == pytest.approx((12.0 - 1.75 - 1.5, 12.0 - 1.75 + 1.5))
    assert (conflict.foe_begin, conflict.foe_end) == pytest.approx((12.0 + 1.75 - 1.5, 12.0 + 1.75 + 1.5))


def test_ways_from_one_lane_that_part_and_cross_again_meet_twice() -> None:
    """One swerves to the left before it turns right, over the one that goes straight on."""
    network = star(CROSS)
    start = next(road for road in network.roads if road.id == "west>south").line.pose(0.0)
    line = (
        Path(start).arc(6.0 * radians(60.0), curvature=1.0 / 6.0).arc(4.0 * radians(150.0), curvature=-0.25).line(11.0)
    )
    roads = [replace(one, line=line) if one.id == "west>south" else one for one in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    straight, swerving = way(logic, "west>east"), way(logic, "west>south")
    parting, crossing = (one for one in logic.conflicts(straight) if one.foe == swerving.index)
    assert [one.kind for one in (parting, crossing)] == [ConflictKind.DIVERGE, ConflictKind.CROSS]
    assert (crossing.verdict, crossing.reason) == (Verdict.FIRST_COME, Reason.SAME_LANE)
    assert parting.end + 1.0 < crossing.begin < crossing.end < straight.length
    assert parting.foe_end + 1.0 < crossing.foe_begin
    (back,) = (one for one in logic.conflicts(swerving) if one.foe == straight.index and one.kind is ConflictKind.CROSS)
    assert (back.foe_begin, back.foe_end) == (crossing.begin, crossing.end)


def test_clearance_makes_stretches_longer() -> None:
    logic = logic_of(star(CROSS), clearance=0.5)
    conflict = logic.conflict(way(logic, "south>north"), way(logic, "west>east"))
    assert conflict is not None
    assert conflict.end - conflict.begin == pytest.approx(4.0)


def test_a_bad_clearance_is_refused() -> None:
    with pytest.raises(InputError, match=r"clearance -1.0; expected a finite number of metres from 0 on"):
        logic_of(star(TEE), clearance=-1.0)


def test_merging_stretches_reach_to_the_end_and_diverging_ones_from_the_start() -> None:
    logic = logic_of(star(TEE))
    for one in logic.ways:
        for conflict in logic.conflicts(one):
            if conflict.kind is ConflictKind.MERGE:
                assert conflict.end == pytest.approx(one.length)
            if conflict.kind is ConflictKind.DIVERGE:
                assert conflict.begin == pytest.approx(0.0)


def test_oncoming_ways_side_by_side_do_not_meet() -> None:
    logic = logic_of(star(CROSS))
    assert logic.conflict(way(logic, "south>north"), way(logic, "north>south")) is None
    assert logic.conflict(way(logic, "south>east"), way(logic, "north>west")) is None


def test_every_conflict_has_its_twin() -> None:
    tables = logic_of(star(CROSS)).tables
    owner = np.repeat(np.arange(len(tables.way_length)), np.diff(tables.conflict_first))
    twin = twins(tables)
    assert np.array_equal(tables.conflict_foe[twin], owner)
    assert np.array_equal(twin[twin], np.arange(len(twin)))
    assert np.array_equal(tables.conflict_begin[twin], tables.conflict_foe_begin)
    assert np.array_equal(tables.conflict_end[twin], tables.conflict_foe_end)


def test_a_bridge_over_the_junction_is_in_nobodys_way() -> None:
    network = star(CROSS)
    lifted = [replace(one, elevation=Profile.constant(6.0)) if one.id == "west>east" else one for one in network.roads]
    logic = logic_of(replace(network, roads=tuple(lifted)))
    assert logic.conflict(way(logic, "south>north"), way(logic, "west>east")) is None


def test_ways_of_junctions_in_one_group_may_meet() -> None:
    alone, grouped = (logic_of(_two_junctions(together=together)) for together in (False, True))
    ways = way(grouped, "south>north"), way(grouped, "west>east")
    assert alone.conflict(*ways) is None
    conflict = grouped.conflict(*ways)
    assert conflict is not None
    assert conflict.kind is ConflictKind.CROSS


def _two_junctions(*, together: bool) -> RoadNetwork:
    """A crossing whose two roads belong to a junction each, though they cross."""
    network = star(CROSS)
    keep = {"south>north", "west>east"}
    roads = []
    for road in network.roads:
        if road.id in keep:
            roads.append(replace(road, junction=road.id))
        elif road.junction is None:
            into = next((name for name in sorted(keep) if road.id in name.split(">")), "")
            roads.append(replace(road, after=JunctionLink(into)))
    connections = {one.connecting: one for one in network.junctions[0].connections}
    junctions = tuple(replace(network.junctions[0], id=name, connections=(connections[name],)) for name in sorted(keep))
    groups = (JunctionGroup("both", tuple(sorted(keep))),) if together else ()
    return replace(network, roads=tuple(roads), junctions=junctions, groups=groups)


def boxes(logic: JunctionLogic, one: Way, distances: Floats) -> Floats:
    """Cars on a way, their middles at the given distances along it."""
    seats = [logic.place(one, float(distance)) for distance in distances]
    lanes, s = np.array([lane for lane, _ in seats]), np.array([s for _, s in seats])
    keep = (lanes >= 0) & (s <= logic.lane_map.length[lanes])
    spots = logic.lane_map.place(lanes[keep], s[keep])
    rows = np.column_stack((spots.x, spots.y, spots.heading))
    return np.hstack((rows, np.broadcast_to(CAR, (len(rows), 2))))


def touches(logic: JunctionLogic, conflict: Conflict) -> int:
    """How many pairs of cars touch, the first anywhere on its way, the second outside of the other's stretch."""
    one, foe = logic.ways[conflict.way], logic.ways[conflict.foe]
    half = 0.5 * CAR[0]
    before = np.arange(conflict.foe_begin - half, -5.0, -0.7)
    after = np.arange(conflict.foe_end + half, foe.length + 5.0, 0.7)
    if conflict.kind is ConflictKind.MERGE:
        after = after[:0]
    if conflict.kind is ConflictKind.DIVERGE:
        before = before[:0]
    own = boxes(logic, one, np.arange(0.0, one.length, 0.7))
    others = boxes(logic, foe, np.concatenate((before, after)))
    a, b = np.repeat(own, len(others), axis=0), np.tile(others, (len(own), 1))
    return int(boxes_overlap(a, b).sum()) if len(a) else 0


@pytest.mark.parametrize(
    "bearings", [CROSS, TEE, (0, 70, 170, 260), (10, 140, 250)], ids=["cross", "tee", "skew", "fork"]
)
@pytest.mark.parametrize("left_hand", [False, True])
def test_cars_outside_of_their_stretches_never_touch(bearings: tuple[int, ...], left_hand: bool) -> None:
    logic = logic_of(star(bearings, left_hand=left_hand, radius=14.0))
    for one in logic.ways:
        for conflict in logic.conflicts(one):
            assert touches(logic, conflict) == 0


@pytest.mark.parametrize("bearings", [CROSS, (0, 70, 170, 260)], ids=["cross", "skew"])
def test_stretches_are_no_longer_than_they_must_be(bearings: tuple[int, ...]) -> None:
    """In the middle of both stretches two cars do touch."""
    logic = logic_of(star(bearings))
    for one in logic.ways:
        for conflict in logic.conflicts(one):
            if conflict.kind is ConflictKind.CROSS:
                own = boxes(logic, one, np.linspace(conflict.begin, conflict.end, 9))
                foe = boxes(logic, logic.ways[conflict.foe], np.linspace(conflict.foe_begin, conflict.foe_end, 9))
                assert boxes_overlap(np.repeat(own, 9, axis=0), np.tile(foe, (9, 1))).any()


@pytest.mark.parametrize("file", ["esmini/fabriksgatan", "esmini/multi_intersections", "carla/Town01"])
def test_cars_on_real_roads_never_touch_outside_of_their_stretches(shared_data: File, file: str) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / f"{file}.xodr"))
    worst = [(touches(logic, conflict), conflict) for one in logic.ways for conflict in logic.conflicts(one)]
    assert [conflict for count, conflict in worst if count] == []


def test_every_link_is_followed() -> None:
    """Ways lie end to end: the place at a distance along them is continuous."""
    logic = logic_of(star(CROSS))
    for one in logic.ways:
        spots = boxes(logic, one, np.arange(-3.0, one.length + 3.0, 0.25))
        assert np.hypot(*np.diff(spots[:, :2], axis=0).T).max() < 0.3
