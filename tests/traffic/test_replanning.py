"""Replanning: whoever is stuck or lost is given another way, and the rest is left alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick, fork, load_checkpoint, save_checkpoint
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder
from seahaven.roads.model import Turn
from seahaven.roads.routing import Router, Tracks, goal_trees
from seahaven.traffic import CAR, VEHICLES, Patience, Replanner, Traffic, placed
from seahaven.world import WEATHER, Press, World, writes
from tests.traffic.towns import grid, town

FIRST, SECOND_ROAD, LAST = "g_street_2.1", "g_street_2.2", "g_street_2.4"


class Hand(Module):
    """Stops some vehicles at the beginning, and halts whoever gives new routes, if it is to."""

    pressed: Emits[Press]
    said: Emits[Press]
    stopped: Param[tuple[int, ...]] = ()
    is_halting: Param[bool] = False

    def step(self, tick: Tick) -> None:
        """Press once."""
        if tick.index == 0:
            self.pressed.append(Press(self.stopped, "stop"))
            if self.is_halting:
                self.said.append(Press((), "halt"))


def tracks_across() -> Tracks:
    router = Router(grid())
    table = router.table([router.route(FIRST, LAST)])
    return Tracks(table, trees=goal_trees([table]))


def blocked_run(*, patience: float = 20.0, is_halted: bool = False) -> Controller:
    """A run in which the road behind the first junction is blocked by a parked vehicle."""
    tracks, world = tracks_across(), World([VEHICLES, WEATHER])
    lanes = tracks.tables[0][0].lanes
    behind = next(lane for lane in lanes if grid().network.roads[grid().road[lane]].id == SECOND_ROAD)
    parked = world.add("vehicle", "parked", **placed(tracks, behind, 6.0, 0))
    world.add("vehicle", "me", speed=8.0, pilot="active", **CAR.body.columns, **placed(tracks, lanes[0], 10.0, 0))
    root = Module(
        "root",
        Traffic("traffic", tracks=tracks, rate_hz=5.0),
        Replanner("replanner", rate=1, tracks=tracks, machine=Patience(patience=patience)),
        Hand("hand", rate=1, stopped=(parked,), is_halting=is_halted),
    )
    root.link("replanner.rerouted", "traffic/motion.rerouted")
    root.link("hand.pressed", "traffic/drivers.presses")
    root.link("hand.said", "replanner.presses")
    return Controller(root, store=world, seed=1)


def road_of(run: Controller, name: str, lane_map: LaneMap | None = None) -> str:
    known = lane_map or grid()
    return str(known.network.roads[known.road[run.store[name].lane]].id)


def test_whoever_stands_before_a_blocked_road_goes_round_and_arrives() -> None:
    run = blocked_run()
    roads = []
    for _ in range(130):
        run.advance(SECOND)
        roads.append(road_of(run, "me"))
    assert SECOND_ROAD not in roads
    assert roads[-1] == LAST
    assert run.get("replanner.count") == 1
    assert run.store["me"].route == 1
    assert run.store["parked"].route == 0


@pytest.mark.parametrize("options", [{"patience": 1000.0}, {"is_halted": True}])
def test_nobody_goes_round_who_has_patience_or_may_not(options: dict[str, Any]) -> None:
    run = blocked_run(**options)
    run.advance(60 * SECOND)
    assert road_of(run, "me") == FIRST
    assert run.get("replanner.count") == 0


def test_a_fork_and_a_checkpoint_go_on_as_the_original_does(tmp_path: Path) -> None:
    run = blocked_run()
    run.advance(40 * SECOND)
    assert run.get("replanner.count") == 1
    save_checkpoint(run, tmp_path / "half.npz")
    again = blocked_run()
    load_checkpoint(again, tmp_path / "half.npz")
    with fork(run) as twin:
        for one in (run, twin, again):
            one.advance(60 * SECOND)
        assert twin.store.digest() == run.store.digest() == again.store.digest()


def test_whoever_is_off_its_route_finds_back_at_once() -> None:
    tracks, world = tracks_across(), World([VEHICLES, WEATHER])
    elsewhere = grid().index("g_avenue_3.1:0:-1")
    at = placed(tracks, elsewhere, 5.0)
    lost = world.add("vehicle", "lost", speed=5.0, pilot="active", **CAR.body.columns, **{**at, "route": 0})
    root = Module("root", Traffic("traffic", tracks=tracks, rate_hz=5.0), Replanner("replanner", rate=1, tracks=tracks))
    root.link("replanner.rerouted", "traffic/motion.rerouted")
    run = Controller(root, store=world, seed=1)
    run.advance(3 * SECOND)
    assert world.entity(lost).route == 1
    assert world.entity(lost).entry >= 0
    run.advance(100 * SECOND)
    assert road_of(run, "lost") == LAST


def test_whoever_stands_on_a_lane_that_leads_elsewhere_goes_where_it_leads() -> None:
    run = wrong_lane_run()
    run.advance(15 * SECOND)
    assert run.get("replanner.count") == 0
    run.advance(60 * SECOND)
    assert run.get("replanner.count") >= 1
    assert road_of(run, "me", town()) not in ("High_Street.3", "High_Street.4")


def test_whoever_stands_on_a_lane_that_leads_nowhere_near_its_goal_drives_on_without_it() -> None:
    lane_map = tee()
    run = wrong_lane_run(lane_map, ("main.1", "main.2"))
    run.advance(110 * SECOND)
    assert road_of(run, "me", lane_map) == "main.1", "it does not give up its goal for one red light"
    run.advance(60 * SECOND)
    tracks = run["replanner"].tracks
    assert road_of(run, "me", lane_map) == "north"
    assert run.store["me"].route == tracks.turning(0, Turn.STRAIGHT)
    assert not tracks.has_goal[run.store["me"].route]
    assert tracks.has_goal.tolist() == [True] * 2 + [False] * 3


def test_whoever_stands_at_the_very_end_of_such_a_lane_does_not_wait_for_room_beside_it() -> None:
    lane_map = tee()
    run = wrong_lane_run(lane_map, ("main.1", "main.2"), left=0.5)
    run.advance(15 * SECOND)
    assert road_of(run, "me", lane_map) == "main.1"
    run.advance(30 * SECOND)
    assert road_of(run, "me", lane_map) == "north"


@cache
def tee() -> LaneMap:
    """A road with a lane for turning left, which leads nowhere else."""
    builder = Builder("tee")
    main = builder.road("main").straight(400.0)
    north = builder.side_road("north", off=main, at=200.0, to="left").straight(150.0)
    builder.junction("tee", main, north, left_lanes=(main,))
    return LaneMap(builder.build())


def wrong_lane_run(
    lane_map: LaneMap | None = None, ends: tuple[str, str] = ("High_Street.3", "High_Street.6"), *, left: float = 8.0
) -> Controller:
    """A run in which somebody who wants straight on stands at the end of a lane for turning."""
    lane_map = lane_map or town()
    router = Router(lane_map)
    table = router.table([router.route(*ends)])
    tracks, world = Tracks(table, trees=goal_trees([table], turns=True)), World([VEHICLES, WEATHER])
    arrays = tracks.arrays
    pocket = np.flatnonzero((arrays.route == 0) & (arrays.following < 0) & (arrays.shift != 0) & ~arrays.is_refuge)
    entry = int(pocket[0])
    lane = int(arrays.lane[entry])
    s = float(lane_map.length[lane]) - left
    world.add("vehicle", "me", **CAR.body.columns, **placed(tracks, lane, s, 0))
    beside = int(arrays.left[entry] if arrays.shift[entry] > 0 else arrays.right[entry])
    wall = world.add("vehicle", "wall", **placed(tracks, int(arrays.lane[beside]), s, 0))
    root = Module(
        "root",
        Traffic("traffic", tracks=tracks, rate_hz=5.0),
        Replanner("replanner", rate=1, tracks=tracks),
        Hand("hand", rate=1, stopped=(wall,)),
    )
    root.link("replanner.rerouted", "traffic/motion.rerouted")
    root.link("hand.pressed", "traffic/drivers.presses")
    return Controller(root, store=world, seed=1)


def test_tracks_without_trees_are_refused() -> None:
    router = Router(grid())
    tracks = Tracks(router.table([router.route(FIRST, LAST)]))
    with pytest.raises(InputError, match=r"module 'replanner' got tracks without goal trees; make them with Tracks"):
        Replanner("replanner", rate=1, tracks=tracks)


class Straying(Module):
    """Puts its vehicle off its route at some seconds, and back onto it at all others."""

    off: Param[tuple[int, ...]] = ()
    entry: Param[int] = 0

    own = writes("vehicle", "entry", single=True)

    def step(self, tick: Tick) -> None:
        self.own.entry = -1 if int(tick.seconds) in self.off else self.entry


def new_routes(off: tuple[int, ...], motion: str, *, seconds: int = 10) -> list[int]:
    """In which seconds a vehicle that is off its route at some gets another."""
    tracks, world = tracks_across(), World([VEHICLES, WEATHER])
    place = placed(tracks, tracks.tables[0][0].lanes[0], 10.0, 0)
    me = world.add("vehicle", "me", speed=8.0, motion=motion, **place)
    replanner = Replanner("replanner", rate=1, tracks=tracks)
    root = Module("root", Straying("straying", rate=10, off=off, entry=int(place["entry"])), replanner)
    world.grant("straying", "vehicle", ids=me)
    run = Controller(root, store=world, seed=1)
    counts = [0]
    for _ in range(seconds):
        run.advance(SECOND)
        counts.append(run.get("replanner.count"))
    return [second for second in range(seconds) if counts[second + 1] > counts[second]]


def test_a_freely_driven_vehicle_keeps_its_route_if_it_is_off_it_for_a_second() -> None:
    assert new_routes((3,), "lane") != []
    assert new_routes((3,), "dynamic") == []
    assert new_routes((3, 5, 7), "dynamic") == []


def test_a_freely_driven_vehicle_that_stays_off_its_route_gets_another() -> None:
    late, early = new_routes(tuple(range(3, 10)), "dynamic"), new_routes(tuple(range(3, 10)), "lane")
    assert late[0] == early[0] + 2
