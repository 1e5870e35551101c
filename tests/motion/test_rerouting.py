"""New routes for vehicles that are under way."""

from __future__ import annotations

from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick
from seahaven.motion import Rerouted
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, Traffic, placed
from seahaven.world import WEATHER, World


class Guide(Module):
    """Tells of a new route at a date."""

    news: Param[tuple[Rerouted, ...]]
    told: Emits[Rerouted]

    def step(self, tick: Tick) -> None:
        """Tell once."""
        if tick.index == 0:
            self.told.extend(self.news)


def crossing() -> LaneMap:
    builder = Builder("crossing")
    builder.grid_town("g", streets=2, avenues=2)
    return LaneMap(builder.build())


def run_with(lane_map: LaneMap, tracks: Tracks, *news: Rerouted) -> Controller:
    world = World([VEHICLES, WEATHER])
    lane = Router(lane_map).route("g_street_1.1", "g_street_1.3").lanes[0]
    world.add("vehicle", "me", speed=8.0, pilot="active", **CAR.body.columns, **placed(tracks, lane, 5.0, 0))
    told = tuple(Rerouted(world.names["me"], one.route, one.entry) for one in news)
    root = Module("root", Traffic("traffic", tracks=tracks), Guide("guide", rate=10, news=told))
    root.link("guide.told", "traffic/motion.rerouted")
    return Controller(root, store=world, seed=1)


def two_ways(lane_map: LaneMap) -> Tracks:
    router = Router(lane_map)
    return Tracks(
        router.table([router.route("g_street_1.1", "g_street_1.3"), router.route("g_street_1.1", "g_avenue_1.3")])
    )


def test_whoever_is_rerouted_goes_where_its_new_route_leads() -> None:
    lane_map = crossing()
    tracks = two_ways(lane_map)
    entry = int(tracks.locate(1, tracks.tables[0][1].lanes[0]))
    run = run_with(lane_map, tracks, Rerouted(0, 1, entry))
    run.advance(SECOND)
    assert (run.store["me"].route, run.store["me"].entry) == (1, entry)
    run.advance(25 * SECOND)
    assert lane_map.network.roads[lane_map.road[run.store["me"].lane]].id.startswith("g_avenue_1")


def test_one_that_has_come_onto_another_lane_meanwhile_goes_on_from_there() -> None:
    lane_map = crossing()
    tracks = two_ways(lane_map)
    elsewhere = int(tracks.locate(1, tracks.tables[0][1].lanes[2]))
    run = run_with(lane_map, tracks, Rerouted(0, 1, elsewhere))
    run.advance(SECOND)
    me = run.store["me"]
    assert me.route == 1
    assert tracks.arrays.lane[me.entry] == me.lane


def test_a_route_that_does_not_come_by_and_a_vehicle_that_is_gone_change_nothing() -> None:
    lane_map = crossing()
    router = Router(lane_map)
    tracks = Tracks(
        router.table([router.route("g_street_1.1", "g_street_1.3"), router.route("g_street_2.1", "g_street_2.3")])
    )
    far = int(tracks.locate(1, tracks.tables[0][1].lanes[0]))
    run = run_with(lane_map, tracks, Rerouted(0, 1, far))
    run.advance(SECOND)
    assert run.store["me"].route == 0
    gone = run_with(lane_map, tracks)
    gone["guide"].give("news", (Rerouted(123456, 1, far),))
    gone.advance(SECOND)
    assert gone.store["me"].route == 0
