"""Lanes that open into several which serve a route equally well."""

from __future__ import annotations

import pytest

from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import Router, Tracks, goal_trees
from tests.roads.routing.networks import meshed

OPENING = [("in", -1, "wide", -k, 5.0) for k in (1, 2, 3)] + [
    ("wide", -1, "left", -1, 5.0), ("wide", -2, "left", -2, 5.0), ("wide", -3, "right", -1, 5.0)
]  # fmt: skip


@pytest.fixture(scope="module")
def roads() -> LaneMap:
    """One lane that opens into three, of which two lead to the left and one to the right."""
    lengths = {"in": 100.0, "wide": 50.0, "left": 100.0, "right": 100.0}
    return meshed(lengths, {"in": 1, "wide": 3, "left": 2, "right": 1}, OPENING)


def onto(tracks: Tracks, entry: int) -> str:
    """The road and lane that one comes to from an entry."""
    arrays, lane_map = tracks.arrays, tracks.lane_map
    at = int(arrays.following[entry])
    while lane_map.junction[arrays.lane[at]] >= 0:
        at = int(arrays.following[at])
    return lane_map.name(int(arrays.lane[at]))


def ring(tracks: Tracks, entry: int) -> list[int]:
    """An entry and its twins, round to where they begin."""
    found, at = [entry], int(tracks.arrays.twin[entry])
    while at not in (-1, entry):
        found.append(at)
        at = int(tracks.arrays.twin[at])
    return found


def test_a_lane_that_opens_has_an_entry_for_each_lane_that_leads_on_without_a_change(roads: LaneMap) -> None:
    table = Router(roads).routes(["in", "in"], ["left", "right"])
    tracks = Tracks(table)
    start = roads.index("in:0:-1")
    to_left, to_right = (int(tracks.locate(route, start)) for route in (0, 1))
    twins = ring(tracks, to_left)
    assert sorted(onto(tracks, entry) for entry in twins) == ["wide:0:-1", "wide:0:-2"]
    assert (tracks.arrays.lane[twins] == start).all()
    assert (tracks.arrays.route[twins] == 0).all()
    assert (tracks.arrays.remaining[twins] == tracks.arrays.remaining[to_left]).all()
    assert ring(tracks, to_right) == [to_right]


def test_entries_of_trees_have_no_twins_and_twins_stand_before_them(roads: LaneMap) -> None:
    table = Router(roads).routes(["in"], ["left"])
    bare, planted = Tracks(table), Tracks(table, trees=goal_trees([table]))
    count = len(bare.arrays.lane)
    assert (planted.arrays.twin[:count] == bare.arrays.twin).all()
    assert (planted.arrays.twin[count:] == -1).all()
    assert len(planted.arrays.lane) > count


def test_lanes_from_which_a_change_is_left_are_no_twins_of_those_from_which_none_is() -> None:
    links = [("in", -1, "wide", -1, 5.0), ("in", -1, "wide", -2, 5.0), ("wide", -1, "out", -1, 5.0)]
    lane_map = meshed({"in": 100.0, "wide": 200.0, "out": 100.0}, {"in": 1, "wide": 2, "out": 1}, links)
    tracks = Tracks(Router(lane_map).routes(["in"], ["out"]))
    assert (tracks.arrays.twin == -1).all()
