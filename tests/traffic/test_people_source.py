"""Where people come from and go to, and a busy town with all of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Emits, Module, Tick, fork, load_checkpoint, save_checkpoint
from seahaven.motion import Collision
from seahaven.roads import JunctionLogic, LaneMap
from seahaven.roads.builder import Builder, lesson_town, motorway
from seahaven.roads.junctions import SignalPlan
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import WalkingNetwork
from seahaven.traffic import (
    BICYCLE,
    BUS,
    CAR,
    LIGHTS,
    PEOPLE,
    VEHICLES,
    Demand,
    Flow,
    Journey,
    Mix,
    People,
    Population,
    Signals,
    Traffic,
    Walkers,
    footfall,
    random_walks,
    route_demand,
    walker_columns,
)
from seahaven.world import WEATHER, Press, World
from tests.traffic.streets import Ear

TOWN = LaneMap.of(lesson_town())
NETWORK = WalkingNetwork.of(TOWN)
ROUTES = random_walks(NETWORK, count=60, seed=3)
EVERYDAY = Mix(((CAR, 0.8), (BUS, 0.05), (BICYCLE, 0.15)))
WEST, EAST, NORTH = "High_Street.1", "High_Street.6", "Station_Road.7"
JOURNEYS = ((WEST, EAST), (EAST, WEST), (WEST, NORTH), (NORTH, EAST), (EAST, NORTH), (NORTH, WEST))


def town(*more: Module, flow: float = 0.5, rate: float = 10.0, per_hour: float = 80.0) -> Controller:
    """A town with traffic on its main roads, lights, and people."""
    flows = tuple(
        Flow(f"{a} to {b}", Journey(a, b), rate=per_hour / 3600.0, mix=EVERYDAY) for a, b in JOURNEYS
    )  # fmt: skip
    demand = route_demand(Demand((), flows), TOWN)
    tracks = Tracks(*demand.tables)
    root = Module(
        "root",
        Traffic("traffic", tracks=tracks, rate_hz=rate),
        Population("population", demand=demand, tracks=tracks, rate_hz=rate),
        Signals("signals", plan=SignalPlan.of(JunctionLogic.of(TOWN)), rate_hz=rate),
        People("people", tracks=tracks, routes=ROUTES, rate_hz=rate),
        Walkers("doors", rate=2, routes=ROUTES, flow=flow),
        *more,
    )
    return Controller(root, store=World([VEHICLES, PEOPLE, *LIGHTS, WEATHER]), seed=1)


def doors(*more: Module, flow: float = 1.0, peopled: bool = False) -> Controller:
    """People who come, and nobody who lets them walk."""
    root = Module("root", Walkers("doors", rate=2, routes=ROUTES, flow=flow, is_peopled=peopled), *more)
    return Controller(root, store=World([PEOPLE]), seed=1)


def test_walks_lead_from_door_to_door_and_are_as_long_as_asked() -> None:
    assert len(ROUTES) == 60
    assert 60.0 <= ROUTES.length.min() <= ROUTES.length.max() <= 1200.0
    again = random_walks(NETWORK, count=60, seed=3)
    assert again.arrays.points.tobytes() == ROUTES.arrays.points.tobytes()
    other = random_walks(NETWORK, count=60, seed=4)
    assert other.arrays.points.tobytes() != ROUTES.arrays.points.tobytes()


def test_some_walks_take_crosswalks() -> None:
    assert 0.1 < np.mean([bool(route.crosswalks) for route in ROUTES.routes]) < 0.95


def test_nobody_walks_on_a_motorway() -> None:
    builder = Builder("fast")
    builder.road("fast", motorway(), at=(0.0, 0.0)).straight(500.0)
    with pytest.raises(InputError, match="no pavements along roads"):
        random_walks(WalkingNetwork(LaneMap(builder.build())))


def test_people_are_what_they_are_whoever_else_comes() -> None:
    one = walker_columns([7], seed=1, who="doors")
    many = walker_columns(range(20), seed=1, who="doors")
    assert all(one[name][0] == many[name][7] for name in one)
    paces = walker_columns(range(4000), seed=1, who="doors")["pace"]
    assert paces.mean() == pytest.approx(1.34, abs=0.02)
    assert paces.std() == pytest.approx(0.26, abs=0.03)
    assert (walker_columns([1], seed=1, who="x", left_hand=True)["side"] > 0.0).all()


def test_as_many_come_as_the_dial_says() -> None:
    with doors(flow=2.0) as run:
        run.advance(200 * SECOND)
        assert len(run.store.family("person")) == pytest.approx(400, rel=0.15)


def test_a_footfall_is_given_per_hour_and_kilometre() -> None:
    assert footfall(NETWORK, per_hour_and_km=360.0) == pytest.approx(NETWORK.length / 10_000.0)


class Hand(Module):
    """Presses the panel of the doors once."""

    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        if tick.index == 20:
            self.pressed.append(Press((), "halt"))
        if tick.index == 40:
            self.pressed.append(Press((), "rate", 5.0))
            self.pressed.append(Press((), "resume"))


def test_the_panel_halts_and_sets_the_rate() -> None:
    counts = []
    run = doors(Hand("hand", rate=1), flow=1.0)
    run.connect("hand.pressed", "doors.presses")
    with run:
        for _ in range(6):
            run.advance(10 * SECOND)
            counts.append(len(run.store.family("person")))
    assert counts[3] - counts[2] == 0
    assert counts[1] > 10
    assert counts[5] - counts[4] > 30


def test_a_town_is_peopled_from_the_beginning_off_its_roads() -> None:
    with doors(peopled=True) as run:
        run.advance(SECOND)
        people = run.store.family("person")
        assert len(people) > 200
        on = TOWN.match(people.x, people.y, reach=0.0).lane >= 0
        assert not on.any()


def test_who_arrives_is_gone() -> None:
    with town(flow=0.2, per_hour=0.0) as run:
        run.advance(3 * SECOND)
        first = set(run.store.family("person").ids.tolist())
        run.advance(400 * SECOND)
        people = run.store.family("person")
        assert len(first & set(people.ids.tolist())) < 0.5 * len(first)
        assert (people.progress >= ROUTES.length[people.path]).mean() < 0.05


def hits(minutes: float, rate: float) -> tuple[Collision, ...]:
    """Who is hit in so many minutes of a busy town."""
    ear = Ear("ear", rate=2)
    run = town(ear, rate=rate, flow=1.0)
    run.connect("people/walking.collided", "ear.collided")
    with run:
        run.advance(round(60 * minutes) * SECOND)
        assert len(run.store.family("person")) > 200
        assert run["population/exits"].count > 3 * minutes
    return ear.told


def test_nobody_is_hit_in_a_busy_town_with_steps_of_half_a_second() -> None:
    assert not hits(10.0, 2.0)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [2.0, 10.0])
def test_nobody_is_hit_in_half_an_hour_of_a_busy_town(rate: float) -> None:
    assert not hits(30.0, rate)


def test_same_seed_same_bytes_whatever_is_forked_or_saved(tmp_path: Path) -> None:
    straight = town(rate=2.0)
    straight.advance(60 * SECOND)
    run = town(rate=2.0)
    run.advance(35 * SECOND)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = town(rate=2.0)
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (run, fork(run), loaded):
        twin.run(until=60 * SECOND)
        assert twin.store.digest() == straight.store.digest()
