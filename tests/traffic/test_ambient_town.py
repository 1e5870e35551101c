"""Ambient traffic in towns: nobody is put where roads cross, and nobody stops where the network ends in sight."""

from __future__ import annotations

from functools import cache

import numpy as np

from seahaven.kernel import SECOND, Controller, Module, fork
from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, Ambient, Density, Traffic, placed, through_routes, waiting_lanes
from seahaven.traffic.ambient_ends import Ends
from seahaven.traffic.ambient_lines import Lines
from seahaven.traffic.ambient_renewal import SOON, Renewal
from seahaven.traffic.ambient_zone import Zone
from seahaven.world import WEATHER, Sight, World
from tests.traffic.test_ambient_density import study_map
from tests.traffic.towns import grid, town


@cache
def tracks_of(lane_map: LaneMap) -> Tracks:
    return Tracks(through_routes(Router(lane_map)))


def lively(lane_map: LaneMap, road: str, per_km: float, *, is_linked: bool = True) -> Controller:
    """Ambient traffic round somebody who stands on a road."""
    tracks, world = tracks_of(lane_map), World([VEHICLES, WEATHER])
    lane = Router(lane_map).route(road, road).lanes[0]
    subject = world.add("vehicle", "subject", **CAR.body.columns, **placed(tracks, lane, 5.0))
    world.subjects.append(subject)
    ambient = Ambient(
        "ambient", rate=1, tracks=tracks, sight=Sight(lane_map), density=Density.everywhere(per_km),
        subjects=(subject,), turning=0.5,
    )  # fmt: skip
    ambient.populate(world, seed=1)
    root = Module("root", Traffic("traffic", tracks=tracks, rate_hz=5.0), ambient)
    if is_linked:
        root.link("ambient.rerouted", "traffic/motion.rerouted")
    return Controller(root, store=world, seed=1)


def test_the_town_of_the_lessons_has_routes_that_come_by_every_lane_and_end_on_roads() -> None:
    router = Router(town())
    table = through_routes(router)
    assert set(np.flatnonzero(router.graph.open_to).tolist()) <= set(table.best.entry_lane.tolist())
    ends = table.paths.lanes[table.paths.first[1:] - 1]
    starts = table.paths.lanes[table.paths.first[:-1]]
    inside = town().junction[ends] >= 0
    assert (town().junction[starts[inside]] >= 0).all()


def test_nobody_is_put_where_one_waits_for_others_to_cross() -> None:
    lines = Lines(town(), Density.everywhere(10.0).on(town()))
    waits = waiting_lanes(town())
    assert waits.any()
    assert (town().junction[waits] >= 0).all()
    assert (lines.posts.density[waits[lines.posts.lane]] == 0.0).all()
    run = lively(town(), "High_Street.3", 15.0)
    assert not waits[run.store.family("vehicle").lane].any()


def test_where_everybody_goes_first_traffic_is_as_dense_as_elsewhere() -> None:
    waits, logic = waiting_lanes(town()), JunctionLogic.of(town())
    merging = [way for way in logic.ways if way.junction == "north_forward_entry/entry"]
    assert merging
    assert not any(waits[lane] for way in merging for lane in way.lanes)


def test_newcomers_come_slowly_to_where_others_cross() -> None:
    lines = Lines(grid(), Density.everywhere(10.0).on(grid()))
    posts, waits = lines.posts, waiting_lanes(grid())
    before = [lane for lane in range(len(grid())) if any(waits[one] for one in grid().successors(lane))]
    near = np.isin(posts.lane, before) & (grid().length[posts.lane] - posts.s < 25.0)
    assert near.any()
    assert (posts.bound[near] < 11.0).all()


def test_whoever_comes_to_an_end_in_sight_turns_off_and_goes_on() -> None:
    standing = {}
    for is_linked in (True, False):
        run = lively(grid(4), "g_street_2.3", 12.0, is_linked=is_linked)
        run.advance(100 * SECOND)
        table, tracks = run.store.family("vehicle"), tracks_of(grid(4))
        left = tracks.arrays.remaining[table.entry] - table.s
        standing[is_linked] = int(((left < 15.0) & (table.entry >= 0) & (table.speed < 0.5)).sum())
    assert standing[True] < 0.5 * standing[False]


def test_a_new_route_begins_where_one_is_and_goes_on_for_longer() -> None:
    lane_map = grid(4)
    tracks = tracks_of(lane_map)
    renewal, arrays = Renewal(tracks, np.ones(len(tracks.arrays.lane), np.bool_)), tracks.arrays
    nobody = np.zeros(len(arrays.lane), np.bool_)
    entries = np.flatnonzero(~arrays.is_refuge & (lane_map.junction[arrays.lane] < 0))
    due = entries[renewal.due(entries, np.zeros(len(entries)), nobody[entries])]
    assert len(due)
    for entry in due[:50].tolist():
        lane = int(arrays.lane[entry])
        route, at = renewal.choose(lane, 0.0, 12.0, np.zeros(len(arrays.lane)), 0.4)
        if at >= 0:
            assert (arrays.lane[at], arrays.route[at]) == (lane, route)
            assert renewal.before_last[at] >= SOON


def test_who_has_had_a_part_goes_on_where_that_drive_ends() -> None:
    lane_map = study_map()
    router = Router(lane_map)
    drive = router.route("freeway.2", "freeway.3")
    tracks = Tracks(router.table([drive, *through_routes(router)]))
    ends = Ends(tracks, Sight(lane_map))
    renewal, arrays = Renewal(tracks, ends.is_outside), tracks.arrays
    (entry,) = np.flatnonzero((arrays.route == 0) & (arrays.lane == drive.lanes[-1]) & ~arrays.is_refuge)
    assert not ends.is_outside[entry]
    s = 0.2 * float(lane_map.length[drive.lanes[-1]])
    due = renewal.due(np.array([entry]), np.array([s]), np.zeros(1, np.bool_))
    assert due.tolist() == [0], "on its last road, too"
    route, at = renewal.choose(int(arrays.lane[entry]), s, 12.0, np.zeros(len(arrays.lane)), 0.4)
    assert route > 0
    assert ends.is_outside[at]


def test_a_fork_goes_on_as_the_original_does() -> None:
    run = lively(grid(4), "g_street_2.3", 12.0)
    run.advance(20 * SECOND)
    with fork(run) as twin:
        for one in (run, twin):
            one.advance(20 * SECOND)
        assert twin.store.digest() == run.store.digest()


def test_from_further_than_the_horizon_nobody_sees_an_end() -> None:
    world = World([VEHICLES, WEATHER])
    lane_map = study_map()
    tracks, lane = tracks_of(lane_map), lane_map.index("freeway.3:2:-3")
    subject = world.add("vehicle", "subject", **CAR.body.columns, **placed(tracks, lane, 300.0))
    sight = Sight(lane_map)
    zone = Zone(sight, world.family("vehicle"), (subject,), radius=500.0, visibility=10_000.0, dt=0.0)
    box = sight.boxes_at(lane, 600.0, speed=0.0)
    assert zone.sees(box)[0]
    assert zone.as_far_as(400.0).sees(box)[0]
    assert not zone.as_far_as(200.0).sees(box)[0]
