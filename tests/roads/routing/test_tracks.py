"""Routes as those who drive along them need them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Path, Pose
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, Profile, Road, RoadNetwork, Section
from seahaven.roads.routing import Router, Tracks, goal_trees
from tests.behaviour.perception.networks import motorway_tracks, ring, ring_map, study_tracks
from tests.roads.routing.networks import chain, lane, meshed, middle


def entry(tracks: Tracks, name: str, route: int = 0) -> int:
    found = tracks.locate(route, tracks.lane_map.index(name))
    assert isinstance(found, int)
    return found


def column(tracks: Tracks, column: str, names: list[str], route: int = 0) -> list[float]:
    return [getattr(tracks.arrays, column)[entry(tracks, name, route)].item() for name in names]


def test_entries_of_lanes_side_by_side_know_each_other_and_the_next() -> None:
    tracks = Tracks(Router(chain((100.0, 2), (80.0, 2))).routes(["main"], ["main"]))
    first, second = entry(tracks, "main:0:-1"), entry(tracks, "main:0:-2")
    assert tracks.arrays.right[first] == second
    assert tracks.arrays.left[second] == first
    assert tracks.arrays.left[first] == tracks.arrays.right[second] == -1
    assert tracks.arrays.following[[first, second]].tolist() == [entry(tracks, f"main:1:{k}") for k in (-1, -2)]


def test_a_route_begins_on_the_lanes_beside_its_first() -> None:
    router = Router(chain((100.0, 2), (80.0, 3)))
    tables = router.routes(["main:0:-1"], ["main"]), router.routes(["main:0:-2", "main:1:-1"], ["main"])
    tracks = Tracks(*tables)
    for route, lanes in enumerate(
        (["main:0:-1", "main:0:-2"], ["main:0:-1", "main:0:-2"], ["main:1:-1", "main:1:-2", "main:1:-3"])
    ):
        assert list(tracks.beginning(route)) == [entry(tracks, name, route) for name in lanes]
    with pytest.raises(InputError, match="no planned route 3; these tracks have 3"):
        tracks.beginning(3)


def test_a_lane_that_ends_drops_where_it_does_and_shifts_to_the_one_that_goes_on() -> None:
    tracks = Tracks(Router(chain((100.0, 3), (80.0, 1))).routes(["main"], ["main"]))
    names = ["main:0:-1", "main:0:-2", "main:0:-3"]
    assert column(tracks, "drop", names) == [np.inf, 100.0, 100.0]
    assert column(tracks, "shift", names) == [0, 1, 2]
    assert column(tracks, "following", names)[1:] == [-1, -1]
    assert column(tracks, "remaining", names) == [180.0] * 3


def test_far_before_an_exit_the_lane_next_to_it_is_the_best() -> None:
    tracks = motorway_tracks()
    off = next(r for r in range(len(tracks)) if tracks.locate(r, tracks.lane_map.index("off:0:-1")) >= 0)
    names = ["main.1:0:-2", "main.1:0:-3", "main.1:0:-4"]
    assert column(tracks, "shift", names, off) == [-2, -1, 0]
    assert column(tracks, "drop", names, off) == pytest.approx([1491.9, 1493.3, 1494.7], abs=0.1)
    assert column(tracks, "shift", ["main.2:2:-2", "main.2:2:-4", "main.2:2:-5"], off) == [-3, -1, 0]


def test_any_lane_at_the_end_of_a_road_will_do() -> None:
    lane_map = motorway_tracks().lane_map
    tracks = Tracks(Router(lane_map).routes(["main.1"], ["main.3"]))
    names = [f"main.1:0:{k}" for k in (-2, -3, -4)]
    assert column(tracks, "drop", names)[:2] == [np.inf, np.inf]
    assert column(tracks, "shift", names) == [0, 0, 1]


def test_shifts_lead_to_lanes_that_need_fewest_changes() -> None:
    """Against the definition, on all routes of a large network: no other lane beside has less to change later on."""
    tracks = study_tracks()
    arrays = tracks.arrays
    needed = np.array([_changes(tracks, e) for e in range(len(arrays.lane))])
    for e in np.flatnonzero(~arrays.is_refuge).tolist():
        best = e
        for _ in range(abs(int(arrays.shift[e]))):
            best = int(arrays.left[best] if arrays.shift[e] > 0 else arrays.right[best])
        assert best >= 0
        assert needed[best] == min(needed[f] for f in _abreast(tracks, e) if arrays.drop[f] >= arrays.drop[best] - 50.0)


def _abreast(tracks: Tracks, e: int) -> list[int]:
    found = [e]
    while tracks.arrays.left[found[0]] >= 0 and not tracks.arrays.is_refuge[tracks.arrays.left[found[0]]]:
        found.insert(0, int(tracks.arrays.left[found[0]]))
    while tracks.arrays.right[found[-1]] >= 0 and not tracks.arrays.is_refuge[tracks.arrays.right[found[-1]]]:
        found.append(int(tracks.arrays.right[found[-1]]))
    return found


_KNOWN: dict[int, float] = {}


def _changes(tracks: Tracks, e: int) -> float:
    """How many changes are left from a lane to the end of the route, if it is kept to its end."""
    if e not in _KNOWN:
        onward = int(tracks.arrays.following[e])
        if np.isinf(tracks.arrays.drop[e]):
            _KNOWN[e] = 0.0
        elif onward < 0:
            _KNOWN[e] = np.inf
        else:
            beside = _abreast(tracks, onward)
            at = beside.index(onward)
            _KNOWN[e] = min(abs(k - at) + _changes(tracks, f) for k, f in enumerate(beside))
    return _KNOWN[e]


def test_a_closed_route_goes_round_and_round() -> None:
    tracks = ring()
    arrays, at = tracks.arrays, entry(tracks, "ring0:0:-2")
    lanes = []
    for _ in range(9):
        lanes.append(tracks.lane_map.name(int(arrays.lane[at])))
        at = int(arrays.following[at])
    assert lanes == [f"ring{k % 4}:0:-2" for k in range(9)]
    assert np.isinf(arrays.remaining).all()
    assert np.isinf(arrays.drop[~arrays.is_refuge]).all()
    assert (arrays.shift[~arrays.is_refuge] == 0).all()


def test_an_open_route_on_a_ring_ends() -> None:
    tracks = Tracks(Router(ring_map(1200.0)).routes(["ring0"], ["ring3"]))
    assert column(tracks, "following", ["ring3:0:-2", "ring3:0:-4"]) == [-1, -1]
    assert np.isfinite(tracks.arrays.remaining).all()


def test_a_lane_that_ends_on_a_closed_route_drops_there_at_every_round() -> None:
    lane_map = _ring_with_a_short_lane()
    tracks = Tracks(Router(lane_map).routes(["a"], ["b"]), closed=True)
    assert column(tracks, "drop", ["a:0:-1", "a:0:-2", "b:0:-1"]) == [np.inf, 100.0, np.inf]
    assert column(tracks, "shift", ["a:0:-1", "a:0:-2", "b:0:-1"]) == [0, 1, 0]


def _ring_with_a_short_lane() -> LaneMap:
    return meshed(
        {"a": 100.0, "b": 100.0}, {"a": 2, "b": 1}, [("a", -1, "b", -1, 10.0), ("b", -1, "a", -1, 10.0)]
    )  # fmt: skip


def test_refuges_are_entries_that_can_be_located_and_lead_on() -> None:
    tracks = ring()
    arrays, outer, refuge = tracks.arrays, entry(tracks, "ring1:0:-3"), entry(tracks, "ring1:0:-4")
    assert arrays.is_refuge[refuge]
    assert arrays.right[outer] == refuge
    assert arrays.left[refuge] == outer
    assert arrays.following[refuge] == entry(tracks, "ring2:0:-4")
    assert arrays.following[entry(tracks, "ring3:0:-4")] == entry(tracks, "ring0:0:-4")
    assert arrays.shift[refuge] == 1
    assert arrays.drop[refuge] >= 1000.0


def test_refuges_lead_on_within_their_route_only() -> None:
    """One route ends where the next one begins: whoever stands on the shoulder at its end does not change routes."""
    lanes = [lane(-1, before=(-1,), after=(-1,)), lane(-2, kind=LaneKind.SHOULDER, before=(-2,), after=(-2,))]
    sections = [Section(s, (middle(), *lanes)) for s in (0.0, 100.0)]
    road = Road("main", Path(Pose(0.0, 0.0, 0.0)).line(200.0), tuple(sections))
    lane_map = LaneMap(RoadNetwork((road,)))
    first, second = lane_map.index("main:0:-1"), lane_map.index("main:1:-1")
    tracks = Tracks(Router(lane_map).routes([first, second], [first, second]))
    assert tracks.arrays.following[tracks.locate(0, lane_map.index("main:0:-2"))] == -1
    assert (tracks.arrays.route[tracks.arrays.following] == tracks.arrays.route)[tracks.arrays.following >= 0].all()


def test_every_entry_leads_on_within_its_route_to_a_lane_that_its_own_leads_to() -> None:
    tracks = study_tracks()
    arrays = tracks.arrays
    for e in np.flatnonzero(arrays.following >= 0).tolist():
        onward = int(arrays.following[e])
        assert arrays.route[onward] == arrays.route[e]
        assert arrays.lane[onward] in tracks.lane_map.successors(int(arrays.lane[e]))
    for side, other in ((arrays.left, arrays.right), (arrays.right, arrays.left)):
        beside = np.flatnonzero(side >= 0)
        assert (other[side[beside]] == beside).all()


def test_drop_counts_the_metres_along_the_lanes() -> None:
    tracks = motorway_tracks()
    arrays, length = tracks.arrays, tracks.lane_map.length
    ends = np.flatnonzero((arrays.following < 0) & np.isfinite(arrays.drop) & ~arrays.is_refuge)
    lanes, width = arrays.lane[ends], tracks.lane_map.width(arrays.lane[ends], length[arrays.lane[ends]])
    tapers = width < 0.1
    assert tapers.any()
    assert arrays.drop[ends][~tapers] == pytest.approx(length[lanes[~tapers]])
    assert tracks.lane_map.width(lanes[tapers], arrays.drop[ends][tapers]) == pytest.approx(2.8, abs=0.02)
    goes_on = np.flatnonzero((arrays.following >= 0) & ~arrays.is_refuge)
    onward = arrays.following[goes_on]
    assert arrays.drop[goes_on] == pytest.approx(length[arrays.lane[goes_on]] + arrays.drop[onward])


def test_routes_are_numbered_through_all_tables() -> None:
    router = Router(chain((100.0, 2), (80.0, 2)))
    tables = router.routes(["main"], ["main"]), router.routes([0, 1], [2, 3])
    tracks = Tracks(*tables)
    assert len(tracks) == 3
    assert tracks.arrays.route[tracks.locate([0, 1, 2], [0, 0, 1])].tolist() == [0, 1, 2]
    assert repr(tracks) == f"<Tracks: 3 routes, {len(tracks.arrays.lane)} entries>"
    assert tracks.locate(0, [[0, 1], [2, 3]]).shape == (2, 2)


def test_lanes_that_are_not_on_the_route_are_not_located() -> None:
    tracks = motorway_tracks()
    through = next(r for r in range(len(tracks)) if tracks.locate(r, tracks.lane_map.index("off:0:-1")) < 0)
    assert tracks.locate(through, tracks.lane_map.index("off:0:-2")) == -1


def test_tracks_refuse_what_does_not_fit() -> None:
    with pytest.raises(InputError, match="no table of routes"):
        Tracks()
    router, other = Router(chain((100.0, 1))), Router(chain((100.0, 1)))
    with pytest.raises(InputError, match="different lane maps"):
        Tracks(router.routes([0], [0]), other.routes([0], [0]))
    with pytest.raises(InputError, match="a route that these tracks lack; they have 1"):
        Tracks(router.routes([0], [0])).locate(1, 0)


def test_tracks_are_read_only() -> None:
    assert Tracks.is_immutable
    assert not any(column.flags.writeable for column in ring().arrays)


def test_a_lane_that_tapers_off_drops_where_it_gets_too_narrow() -> None:
    builder = Builder("taper")
    road = builder.road("A1", motorway(lanes=3, width=3.5).one_way())
    road.straight(500.0).drop_lane(taper=100.0).straight(400.0)
    tracks = Tracks(Router(LaneMap(builder.build())).routes(["A1"], ["A1"]))
    assert column(tracks, "drop", ["A1:0:-1", "A1:0:-2"]) == [np.inf, np.inf]
    # a cubic taper, 3.5 m wide at 500 and closed at 600 m
    at = column(tracks, "drop", ["A1:0:-3"])[0]
    assert tracks.lane_map.width(tracks.lane_map.index("A1:0:-3"), at) == pytest.approx(2.8, abs=0.02)
    assert 500.0 < at < 600.0


TAPER = replace(lane(-2, before=(-2,)), width=Profile(((0.0, 3.5, -0.035, 0.0, 0.0),)))
"""A lane that narrows evenly over 100 m, from 3.5 m to nothing."""


def tapering(*, onto: tuple[int, ...], goes_on: bool) -> LaneMap:
    """A road of two lanes, one of which tapers off, where the road ends or goes on with the other one."""
    beyond = (Section(200.0, (middle(), lane(-1, before=(-1,)))),) if goes_on else ()
    after = (-1,) if goes_on else ()
    sections = (
        Section(0.0, (middle(), lane(-1, after=(-1,)), lane(-2, after=(-2,)))),
        Section(100.0, (middle(), lane(-1, before=(-1,), after=after), replace(TAPER, after=onto))),
        *beyond,
    )
    line = Path(Pose(0.0, 0.0, 0.0)).line(300.0 if goes_on else 200.0)
    return LaneMap(RoadNetwork((Road("main", line, sections),)))


@pytest.mark.parametrize(
    ("onto", "goes_on"),
    [((), True), ((-1,), True), ((), False)],
    ids=["ends", "is said to lead onto the other one", "ends with the road"],
)
def test_nobody_stays_on_a_lane_that_tapers_off_beside_one_that_does_not(onto: tuple[int, ...], goes_on: bool) -> None:
    lane_map = tapering(onto=onto, goes_on=goes_on)
    table = Router(lane_map).routes(["main"], ["main"])
    tracks = Tracks(table, trees=goal_trees([table]))
    for route in (0, tracks.tree_of(0)):
        assert column(tracks, "shift", ["main:0:-1", "main:1:-1"], route) == [0, 0]
        assert column(tracks, "shift", ["main:1:-2"], route) == [1]
        assert column(tracks, "drop", ["main:1:-2"], route) == [pytest.approx(20.0, abs=0.01)]
        assert column(tracks, "following", ["main:1:-2"], route) == [-1]


def test_what_others_make_of_tracks_is_made_once() -> None:
    tracks = motorway_tracks()
    assert tracks.known(len) == len(tracks)
    assert tracks.known(ones) is tracks.known(ones)


def ones(tracks: Tracks) -> list[int]:
    return [1] * len(tracks)
