"""Turning when told to: at the next junction at which one still can, and on to the goal from there."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from seahaven.kernel import (
    SECOND,
    Controller,
    Emits,
    Event,
    Hears,
    Module,
    Param,
    State,
    Tick,
    fork,
    load_checkpoint,
    port,
    save_checkpoint,
)
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder
from seahaven.roads.routing import Router, Tracks, goal_trees
from seahaven.traffic import CAR, VEHICLES, Replanner, Traffic, TurnAhead, Turned, TurnRefused, placed
from seahaven.world import WEATHER, Press, World
from tests.traffic.towns import grid, town

LEFT, STRAIGHT, RIGHT = 1.0, 0.0, -1.0


class Hand(Module):
    """Presses buttons of the first vehicle at set times, and notes what becomes of it."""

    plan: Param[tuple[tuple[float, str, float], ...]] = ()
    entity: Param[int] = 0
    pressed: Emits[Press]
    ahead: Hears[TurnAhead]
    turned: Hears[Turned]
    refused: Hears[TurnRefused]
    notes: State[list[tuple[str, ...]]] = port([])

    def step(self, tick: Tick) -> None:
        """Press what is due, and note what was told."""
        for time, item, value in self.plan:
            if abs(tick.seconds - time) < 0.01:
                self.pressed.append(Press((self.entity,), item, value))
        heard: list[Event[Any]] = [*self.ahead, *self.turned, *self.refused]
        for event in heard:
            one = event.value
            self.notes.append((type(one).__name__, one.turn, getattr(one, "junction", getattr(one, "why", ""))))


@cache
def side_streets(*, is_last: bool = True) -> LaneMap:
    """A street with a side street to the right, and further on one to the left, or another one to the right."""
    builder = Builder("side streets")
    main = builder.road("main").straight(450.0)
    south = builder.side_road("south", off=main, at=150.0, to="right").straight(80.0)
    north = builder.side_road("north", off=main, at=300.0, to="left" if is_last else "right").straight(80.0)
    builder.junction("first", main, south)
    builder.junction("second", main, north)
    return LaneMap(builder.build())


@cache
def tracks_of(lane_map: LaneMap, start: str, goal: str) -> Tracks:
    router = Router(lane_map)
    table = router.table([router.route(start, goal)])
    return Tracks(table, trees=goal_trees([table], turns=True))


def driven(
    *plan: tuple[float, str, float],
    lane_map: LaneMap | None = None,
    ends: tuple[str, str] = ("g_street_2.1", "g_street_2.4"),
    at: float = 10.0,
    speed: float = 8.0,
    tracks: Tracks | None = None,
    rate: float = 5.0,
) -> Controller:
    """A run with one car whose buttons are pressed."""
    tracks = tracks or tracks_of(lane_map or grid(), *ends)
    world = World([VEHICLES, WEATHER])
    lane = int(tracks.tables[0][0].lanes[0])
    me = world.add("vehicle", "me", speed=speed, pilot="active", **CAR.body.columns, **placed(tracks, lane, at, 0))
    root = Module(
        "root",
        Traffic("traffic", tracks=tracks, rate_hz=rate),
        Replanner("replanner", rate=1, tracks=tracks),
        Hand("hand", rate=rate, plan=plan, entity=me),
    )
    root.link("replanner.rerouted", "traffic/motion.rerouted")
    root.link("hand.pressed", "traffic/drivers.presses")
    for name in ("ahead", "turned", "refused"):
        root.link(f"traffic/turns.{name}", f"hand.{name}")
    return Controller(root, store=world, seed=1)


def roads_of(run: Controller, seconds: int) -> list[str]:
    """The roads outside junctions that the car comes by."""
    lane_map: LaneMap = run["traffic/motion"].tracks.lane_map
    roads: list[str] = []
    for _ in range(seconds):
        run.advance(SECOND)
        lane = run.store["me"].lane
        road = str(lane_map.network.roads[lane_map.road[lane]].id)
        if lane_map.junction[lane] < 0 and [road] != roads[-1:]:
            roads.append(road)
    return roads


def notes_of(run: Controller) -> list[tuple[str, ...]]:
    notes: list[tuple[str, ...]] = run["hand"].notes
    return notes


@pytest.mark.parametrize(
    ("value", "turn", "second"),
    [(LEFT, "left", "g_avenue_1.3"), (STRAIGHT, "straight", "g_street_2.2"), (RIGHT, "right", "g_avenue_1.2")],
)
def test_a_driver_turns_at_the_next_junction_as_told_and_goes_on_to_its_goal(
    value: float, turn: str, second: str
) -> None:
    run = driven((1.0, "turn_next", value))
    roads = roads_of(run, 120)
    assert roads[:2] == ["g_street_2.1", second]
    assert roads[-1] == "g_street_2.4"
    assert notes_of(run) == [("TurnAhead", turn, "g_2-1"), ("Turned", turn, "g_2-1")]
    assert run.store["me"].route == run["traffic/motion"].tracks.tree_of(0)
    assert run.get("traffic/turns.count") == 1
    assert run["traffic/turns"].orders == {}


def test_who_is_told_too_late_turns_at_the_junction_after() -> None:
    lane_map = grid()
    length = float(lane_map.length[tracks_of(lane_map, "g_street_2.1", "g_street_2.4").tables[0][0].lanes[0]])
    run = driven((0.2, "turn_next", RIGHT), at=length - 20.0, speed=12.0)
    roads = roads_of(run, 120)
    assert roads[:3] == ["g_street_2.1", "g_street_2.2", "g_avenue_2.2"]
    assert roads[-1] == "g_street_2.4"
    assert notes_of(run) == [("TurnAhead", "right", "g_2-2"), ("Turned", "right", "g_2-2")]


def test_where_there_is_no_such_exit_the_turn_is_made_at_the_next_junction_that_has_it() -> None:
    run = driven((0.4, "turn_next", LEFT), ends=("main.1", "main.3"), lane_map=side_streets())
    assert roads_of(run, 60) == ["main.1", "main.2", "north"]
    assert notes_of(run) == [("TurnAhead", "left", "second"), ("Turned", "left", "second")]


def test_an_order_that_no_junction_ahead_can_fulfil_is_refused_and_the_route_is_kept() -> None:
    run = driven((0.4, "turn_next", LEFT), ends=("main.2", "main.3"), lane_map=side_streets(is_last=False))
    assert roads_of(run, 60)[-1] == "main.3"
    assert notes_of(run) == [("TurnRefused", "left", "no such turn ahead")]
    assert run.store["me"].route == 0


def test_tracks_without_turns_refuse_orders() -> None:
    router = Router(grid())
    table = router.table([router.route("g_street_2.1", "g_street_2.4")])
    run = driven((0.4, "turn_next", LEFT), tracks=Tracks(table, trees=goal_trees([table])))
    run.advance(2 * SECOND)
    assert notes_of(run) == [("TurnRefused", "left", "the tracks have no turns")]


def test_release_takes_an_order_back() -> None:
    run = driven((1.0, "turn_next", LEFT), (2.0, "release", 1.0))
    assert roads_of(run, 100) == [f"g_street_2.{k}" for k in range(1, 5)]
    assert notes_of(run) == [("TurnAhead", "left", "g_2-1")]


def test_the_last_of_several_orders_counts() -> None:
    run = driven((0.2, "turn_next", LEFT), (1.0, "turn_next", RIGHT))
    assert roads_of(run, 40)[1] == "g_avenue_1.2"
    assert [note[:2] for note in notes_of(run)] == [("TurnAhead", "left"), ("TurnAhead", "right"), ("Turned", "right")]


def test_another_order_that_comes_too_late_leads_back_to_the_route_before_the_turn() -> None:
    run = driven((1.0, "turn_next", LEFT), (2.4, "turn_next", RIGHT))
    assert roads_of(run, 60)[:3] == ["g_street_2.1", "g_street_2.2", "g_avenue_2.2"]


@pytest.mark.parametrize("rate", [2.0, 10.0])
def test_who_has_to_turn_from_another_lane_changes_to_it_in_time(rate: float) -> None:
    lane_map = town()
    tracks = tracks_of(lane_map, "High_Street.1", "High_Street.6")
    run = driven((1.0, "turn_next", LEFT), tracks=tracks, rate=rate)
    roads_of(run, 60)
    (ahead, *rest) = notes_of(run)
    assert ahead[:2] == ("TurnAhead", "left")
    assert rest == [("Turned", *ahead[1:])]


def test_who_cannot_come_to_its_goal_any_more_goes_straight_on() -> None:
    run = driven((0.4, "turn_next", STRAIGHT), ends=("main.1", "south"), lane_map=side_streets())
    assert roads_of(run, 60) == ["main.1", "main.2", "main.3"]
    assert [note[0] for note in notes_of(run)] == ["TurnAhead", "Turned"]


def test_an_order_survives_a_checkpoint_and_a_fork(tmp_path: Path) -> None:
    run = driven((1.0, "turn_next", LEFT))
    run.advance(2 * SECOND)
    save_checkpoint(run, tmp_path / "ordered.npz")
    again = driven((1.0, "turn_next", LEFT))
    load_checkpoint(again, tmp_path / "ordered.npz")
    with fork(run) as twin:
        for one in (run, twin, again):
            one.advance(58 * SECOND)
            assert [note[0] for note in notes_of(one)] == ["TurnAhead", "Turned"]
        assert twin.store.digest() == run.store.digest() == again.store.digest()
