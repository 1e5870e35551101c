"""The whole chain: vehicles that enter, see, decide, move and leave."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.behaviour import Driver
from seahaven.kernel import SECOND, Controller, Emits, Module, Tick, fork, load_checkpoint, save_checkpoint
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, driving
from seahaven.roads.routing import Tracks
from seahaven.traffic import (
    BUS,
    CAR,
    CLEAR,
    NIGHT,
    RAIN,
    SNOW,
    VEHICLES,
    Conditions,
    Demand,
    Flow,
    Journey,
    Mix,
    Start,
    Traffic,
    Trip,
    placed,
    route_demand,
)
from seahaven.world import WEATHER, Machines, Press, World
from tests.traffic.networks import LIMIT, carriageway, driving_run

THROUGH = Journey("main", "main")
EVERYDAY = Mix.named({"car": 0.8, "truck": 0.15, "motorcycle": 0.05})


def busy(rate: float = 10.0, *, per_hour: float = 4000.0) -> Controller:
    demand = Demand(flows=(Flow("north", THROUGH, rate=per_hour / 3600, mix=EVERYDAY),))
    return driving_run(route_demand(demand, carriageway()), rate=rate)


def test_vehicles_added_by_hand_drive_along_their_route() -> None:
    routed = route_demand(Demand((Trip("one", THROUGH),)), carriageway())
    tracks = Tracks(*routed.tables)
    world = World([VEHICLES, WEATHER])
    world.add("vehicle", "it", speed=20.0, speed_factor=1.0, **placed(tracks, "main:0:-2", 40.0, 0))
    with Controller(Module("root", Traffic("traffic", tracks=tracks)), store=world, seed=1) as run:
        run.advance(20 * SECOND)
        it = world["it"]
        assert it.speed == pytest.approx(LIMIT, rel=0.1)
        assert it.s > 500.0
        assert it.pilot == "active"


def test_the_driver_may_come_with_its_dials_preset() -> None:
    reckless = Driver(is_reckless=True)
    tracks = Tracks(*route_demand(Demand((Trip("one", THROUGH),)), carriageway()).tables)
    traffic = Traffic("traffic", tracks=tracks, driver=reckless)
    (drivers,) = [part for part in traffic.children if part.name == "drivers"]
    assert isinstance(drivers, Machines)
    assert drivers.machine is reckless


class Order(Module):
    """Tells everybody to drive at 10 m/s."""

    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        self.pressed.append(Press((1,), "adjust_speed", 10.0))


def test_drivers_are_pressed_through_the_chain() -> None:
    routed = route_demand(Demand((Trip("one", THROUGH),)), carriageway())
    tracks = Tracks(*routed.tables)
    world = World([VEHICLES, WEATHER])
    world.add("vehicle", "it", speed=20.0, **placed(tracks, "main:0:-2", 40.0, 0))
    root = Module("root", Traffic("traffic", tracks=tracks), Order("order", rate=1))
    root.link("order.pressed", "traffic/drivers.presses")
    with Controller(root, store=world, seed=1) as run:
        run.advance(20 * SECOND)
        assert world["it"].speed == pytest.approx(10.0, abs=0.5)


@pytest.mark.parametrize(("rate", "weather"), [(10.0, CLEAR), (2.0, CLEAR), (10.0, SNOW)])
def test_nobody_brakes_hard_because_somebody_enters(rate: float, weather: Conditions) -> None:
    """On a road that takes hardly more, whoever enters, and whoever is near, brakes with 2 m/s² at most."""
    run = busy(rate)
    run.store.add("weather", **weather.columns)
    hardest = 0.0
    for _ in range(int(90 * rate)):
        run.advance(int(SECOND / rate))
        table = run.store.family("vehicle")
        near = table.s < 300.0
        hardest = min(hardest, table.acceleration[near].min(initial=0.0))
        assert table.null("contact").all()
    assert hardest >= -2.0
    assert run["population/gate"].count > (75 if weather is CLEAR else 50)


@pytest.mark.parametrize("weather", [RAIN, SNOW, NIGHT])
def test_nobody_enters_faster_than_it_drives_in_this_weather(weather: Conditions) -> None:
    """On a nearly empty road, whoever enters need not slow down first, nor light its brakes for that."""
    run = busy(per_hour=300.0)
    run.store.add("weather", **weather.columns)
    hardest = 0.0
    for _ in range(600):
        run.advance(SECOND // 10)
        table = run.store.family("vehicle")
        hardest = min(hardest, table.acceleration[table.s < 200.0].min(initial=0.0))
    assert run["population/gate"].count > 3
    assert hardest > -0.5


def test_arrivals_leave_at_speed_and_nobody_queues_for_the_exit() -> None:
    run = busy(per_hour=2000.0)
    run.advance(60 * SECOND)
    entered, speeds = run["population/gate"].count, []
    for _ in range(400):
        run.advance(SECOND // 10)
        table = run.store.family("vehicle")
        speeds.extend(table.speed[table.s > 1450.0].tolist())
    assert np.mean(speeds) > 0.75 * LIMIT
    assert min(speeds) > 0.5 * LIMIT
    assert run["population/exits"].count > 10
    assert len(run.store.family("vehicle")) == run["population/gate"].count - run["population/exits"].count
    assert run["population/gate"].count > entered


def test_those_who_start_from_a_stand_get_going() -> None:
    demand = Demand(
        (Trip("one", THROUGH, 0.0, CAR, Start(speed=0.0)), Trip("two", THROUGH, 3.0, CAR, Start(lane=0, speed=0.0)))
    )
    run = driving_run(route_demand(demand, carriageway()))
    run.advance(40 * SECOND)
    speeds = run.store.family("vehicle").speed
    assert len(speeds) == 2
    assert speeds.min() > 15.0


def test_same_seed_same_bytes_whatever_is_forked_or_saved(tmp_path: Path) -> None:
    straight = busy()
    straight.advance(40 * SECOND)
    run = busy()
    run.advance(23 * SECOND)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = busy()
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (run, fork(run), loaded):
        twin.run(until=40 * SECOND)
        assert twin.store.digest() == straight.store.digest()


def in_weather(weather: Conditions | None, *, seconds: float = 60.0, **columns: float) -> World:
    """One who leads at 20 m/s, and one who follows it from 60 m behind; where they are after a while."""
    lane_map = carriageway(1, 4000.0)
    tracks = Tracks(*route_demand(Demand((Trip("one", THROUGH),)), lane_map).tables)
    world = World([VEHICLES, WEATHER])
    if weather is not None:
        world.add("weather", **weather.columns)
    for name, s, top in (("leader", 100.0, 20.0), ("follower", 40.0, 40.0)):
        world.add("vehicle", name, speed=20.0, **{"top_speed": top, **columns}, **placed(tracks, "main:0:-1", s, 0))
    with Controller(Module("root", Traffic("traffic", tracks=tracks)), store=world, seed=1) as run:
        run.advance(round(seconds * SECOND))
    return world


def test_on_a_wet_road_they_keep_more_distance() -> None:
    dry, wet = (in_weather(weather)["follower"].gap for weather in (CLEAR, RAIN))
    assert wet > 1.15 * dry


def test_in_fog_they_slow_down_as_far_as_they_can_see_and_where_it_clears_they_speed_up() -> None:
    speeds = {}
    for visibility in (40.0, 80.0, 10_000.0):
        world = in_weather(Conditions(visibility=visibility), top_speed=30.0)
        speeds[visibility] = world["leader"].speed
    assert 12.0 < speeds[40.0] < 18.0
    assert speeds[40.0] + 3.0 < speeds[80.0] < speeds[10_000.0] - 3.0
    assert in_weather(None, top_speed=30.0)["leader"].speed == speeds[10_000.0]


def test_who_is_not_taken_out_stops_where_its_road_ends() -> None:
    world = in_weather(CLEAR, seconds=240.0)
    leader, follower = world["leader"], world["follower"]
    assert leader.speed == follower.speed == 0.0
    assert 3990.0 < leader.s < 3997.5
    assert leader.pilot == "terminated"
    assert 1.0 < follower.gap < 4.0


@pytest.mark.parametrize("rate", [2.0, 10.0])
@pytest.mark.parametrize("left", [26.0, 40.0])
def test_a_bus_comes_off_a_lane_that_ends_soon(rate: float, left: float) -> None:
    """It stands so many metres before the place where the lane gets too narrow: less than it likes to have."""
    builder = Builder("drop")
    section = CrossSection((driving(3.5), driving(3.5)), (), 50 / 3.6)
    builder.road("main", section).straight(80.0).drop_lane(taper=25.0).straight(120.0)
    lane_map = LaneMap(builder.build())
    tracks = Tracks(*route_demand(Demand((Trip("one", Journey("main", "main")),)), lane_map).tables)
    lane = lane_map.index("main:0:-2")
    s = float(tracks.arrays.drop[tracks.locate(0, lane)]) - left
    world = World([VEHICLES, WEATHER])
    world.add("vehicle", "bus", pilot="active", speed=0.0, **BUS.body.columns, **placed(tracks, lane, s, 0))
    with Controller(Module("root", Traffic("traffic", tracks=tracks, rate_hz=rate)), store=world, seed=1) as run:
        run.advance(60 * SECOND)
    assert lane_map.name(int(world["bus"].lane)) == "main:1:-1"
