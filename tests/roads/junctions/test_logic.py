"""The logic as a whole: read-only, the same every time, and in agreement with what real files state."""

from collections import Counter
from dataclasses import replace
from pathlib import Path as File

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import ConflictKind, JunctionLogic, Reason, Verdict
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import RightOfWay, RoadNetwork
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, twins

REAL = [
    "xodr/carla/Town01.xodr",
    "xodr/carla/Town02.xodr",
    "xodr/carla/Town10HD.xodr",
    "xodr/esmini/fabriksgatan.xodr",
    "xodr/esmini/multi_intersections.xodr",
    "sumo/pasubio/pasubio_buslanes.net.xml",
    "xodr/qc/examples/Ex_Entry_Exit.xodr",
]


@pytest.fixture(scope="module")
def pasubio(shared_data: File) -> RoadNetwork:
    return read_roads(shared_data / "sumo" / "pasubio" / "pasubio_buslanes.net.xml")


def test_all_arrays_are_read_only() -> None:
    for name, column in logic_of(star(TEE)).tables._asdict().items():
        assert not column.flags.writeable, name


def test_a_network_without_junctions_has_an_empty_logic() -> None:
    network = star(TEE)
    alone = replace(network.road("west"), after=None)
    logic = logic_of(RoadNetwork((alone,)))
    assert logic.ways == ()
    assert logic.remarks == ()
    assert repr(logic) == "<JunctionLogic of 0 ways through 0 junctions>"


def test_an_unknown_junction_is_refused() -> None:
    with pytest.raises(InputError, match=r"there is no junction 'midle'; did you mean 'middle'\?"):
        logic_of(star(TEE)).arms("midle")


def test_ways_are_found_by_their_lanes() -> None:
    logic = logic_of(star(CROSS))
    lane = logic.lane_map.index("south:0:-1")
    assert [one.goal for one in logic.ways_from(lane)] == [2, 3, 0]
    inside = logic.lane_map.index("south>north:0:-1")
    assert [one.lanes for one in logic.ways_over(inside)] == [(inside,)]
    assert len(logic.ways_through("middle")) == 12


def same(one: JunctionLogic, other: JunctionLogic) -> bool:
    tables = zip(one.tables, other.tables, strict=True)
    return (
        one.ways == other.ways
        and one.remarks == other.remarks
        and all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in tables)
    )


@pytest.mark.parametrize("file", REAL)
def test_the_same_file_gives_the_same_bytes(shared_data: File, file: str) -> None:
    network = read_roads(shared_data / file)
    assert same(logic_of(network), logic_of(network))


@pytest.mark.parametrize("file", REAL)
def test_who_yields_and_who_goes_first_fit_together(shared_data: File, file: str) -> None:
    t = logic_of(read_roads(shared_data / file)).tables
    verdicts, twin = tuple(Verdict), twins(t)
    fitting = {
        ("go first", "yield"),
        ("go first", "stop and yield"),
        ("yield", "go first"),
        ("stop and yield", "go first"),
        ("first come", "first come"),
    }
    for column in (t.conflict_verdict, t.conflict_dark_verdict):
        pairs = {(verdicts[a].value, verdicts[b].value) for a, b in zip(column, column[twin], strict=True)}
        assert pairs <= fitting
    assert np.all(t.conflict_begin <= t.conflict_end)
    assert np.array_equal(t.conflict_reason, t.conflict_reason[twin])


def test_conflicts_are_ordered_by_where_they_begin(pasubio: RoadNetwork) -> None:
    logic = logic_of(pasubio)
    for one in logic.ways:
        begins = [conflict.begin for conflict in logic.conflicts(one)]
        assert begins == sorted(begins)


def test_nearly_every_pair_that_sumo_knows_to_meet_is_found(pasubio: RoadNetwork) -> None:
    logic = logic_of(pasubio)
    names = [
        {(pasubio.roads[logic.lane_map.road[lane]].id, int(logic.lane_map.number[lane])) for lane in one.lanes}
        for one in logic.ways
    ]
    met = {
        (*a, *b)
        for one in logic.ways
        for conflict in logic.conflicts(one)
        for a in names[one.index]
        for b in names[conflict.foe]
    }
    stated = {(p.high, p.high_lane, p.low, p.low_lane) for junction in pasubio.junctions for p in junction.priorities}
    assert len(stated - met) <= 1
    assert len(stated) == 624


def agreement(network: RoadNetwork, rule: RightOfWay | None) -> Counter[tuple[str, str]]:
    """How often our rules agree with what the network states, once that is left out: reason and "right" or "wrong"."""
    stated = logic_of(network)
    silent = tuple(replace(one, priorities=(), right_of_way=rule or one.right_of_way) for one in network.junctions)
    own = JunctionLogic(LaneMap(replace(network, junctions=silent)))
    found: Counter[tuple[str, str]] = Counter()
    for one in stated.ways:
        for conflict in stated.conflicts(one):
            if conflict.dark_reason is Reason.PRIORITY and conflict.dark_verdict is Verdict.GO_FIRST:
                ours = own.conflict(own.ways[one.index], own.ways[conflict.foe])
                assert ours is not None
                words = {Verdict.GO_FIRST: "right", Verdict.FIRST_COME: "open"}
                found[ours.dark_reason.value, words.get(ours.dark_verdict, "wrong")] += 1
    return found


def test_who_turns_left_yields_as_sumo_has_it(pasubio: RoadNetwork) -> None:
    found = agreement(pasubio, None)
    assert found["turning", "right"] >= 90
    assert found["turning", "wrong"] == 0


def test_the_main_road_is_mostly_the_one_that_sumo_takes(pasubio: RoadNetwork) -> None:
    found = agreement(pasubio, RightOfWay.PRIORITY)
    right = sum(count for (_, word), count in found.items() if word == "right")
    assert right / found.total() > 0.9


def test_ways_that_merge_lead_onto_one_lane(pasubio: RoadNetwork) -> None:
    logic = logic_of(pasubio)
    for one in logic.ways:
        for conflict in logic.conflicts(one):
            foe = logic.ways[conflict.foe]
            if conflict.kind is ConflictKind.MERGE:
                assert foe.outgoing == one.outgoing
            if conflict.kind is ConflictKind.DIVERGE:
                assert foe.incoming == one.incoming
