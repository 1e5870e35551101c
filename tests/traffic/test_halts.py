"""Halts: buses stop with their fronts at the place, for as long as they should."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Module, fork
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.roads.routing import Tracks
from seahaven.traffic import BUS, VEHICLES, Demand, Flow, Halt, Halts, Journey, Population, Traffic, Trip, route_demand
from seahaven.world import WEATHER, World
from tests.traffic.networks import carriageway

KERB = "main:0:-2"
HALTS = (Halt(KERB, 300.0, 12.0, name="a"), Halt(KERB, 600.0, 5.0, name="b"))


def run_of(demand: Demand, *, rate: float = 10.0) -> Controller:
    """A run on the carriageway, with drivers who hear."""
    routed = route_demand(demand, carriageway())
    tracks = Tracks(*routed.tables)
    root = Module(
        "root",
        Population("population", demand=routed, tracks=tracks, rate_hz=rate),
        Traffic("traffic", tracks=tracks, rate_hz=rate),
    )
    root.link("population/halts.pressed", "traffic/drivers.presses")
    return Controller(root, store=World([VEHICLES, WEATHER]), seed=1)


def one_bus(*halts: Halt) -> Demand:
    return Demand(trips=(Trip("bus", Journey("main", "main", halts=halts), type=BUS),))


def stands(run: Controller, seconds: float, *, every: float = 0.5) -> list[tuple[float, float]]:
    """When the first vehicle stands and where its front is then."""
    found = []
    for _ in range(int(seconds / every)):
        run.advance(int(every * SECOND))
        table = run.store.family("vehicle")
        if len(table) and table.speed[0] < 0.05:
            found.append((run.now / SECOND, float(table.s[0] + 0.5 * table.length[0])))
    return found


@pytest.mark.parametrize("rate", [10.0, 2.0])
def test_a_bus_stands_with_its_front_at_each_halt_for_its_time(rate: float) -> None:
    run = run_of(one_bus(*HALTS), rate=rate)
    stood = stands(run, 110.0)
    for halt in HALTS:
        times = [time for time, front in stood if abs(front - halt.s) < 2.0]
        assert halt.duration - 1.0 <= times[-1] - times[0] <= halt.duration + 3.0
    assert all(min(abs(front - halt.s) for halt in HALTS) < 2.0 for _, front in stood)
    assert run.get("population/halts.count") == 2


def test_it_does_not_leave_before_its_time() -> None:
    run = run_of(one_bus(Halt(KERB, 300.0, 1.0, until=70.0)))
    assert max(time for time, _ in stands(run, 90.0)) >= 70.0


def test_it_brakes_no_harder_than_its_driver_likes() -> None:
    run = run_of(one_bus(*HALTS))
    hardest = 0.0
    for _ in range(900):
        run.advance(SECOND // 10)
        table = run.store.family("vehicle")
        hardest = min(hardest, float(table.acceleration.min(initial=0.0)))
    assert -1.3 * float(BUS.traits["comfort"].mean) < hardest < -0.5


def test_whoever_is_held_up_just_before_the_place_stops_there() -> None:
    near = Halt(KERB, 300.0, 30.0, slack=25.0, name="a")
    trips = tuple(Trip(f"bus {k}", Journey("main", "main", halts=(near,)), 3.0 * k, BUS) for k in range(2))
    run = run_of(Demand(trips=trips))
    run.advance(90 * SECOND)
    assert run.get("population/halts.count") == 2


def test_flows_halt_too_and_whoever_has_no_halts_drives_past() -> None:
    flow = Flow("line", Journey("main", "main", halts=HALTS[:1]), rate=1 / 40, is_regular=True, mix=BUS)
    run = run_of(Demand(trips=(Trip("car", Journey("main", "main"), 5.0),), flows=(flow,)))
    run.advance(100 * SECOND)
    assert run.get("population/halts.count") == 2
    assert run.get("population/exits.count") >= 1


def test_vehicles_that_are_passed_over_have_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comes about if the module sees to every vehicle at every step."""
    near = Halt(KERB, 300.0, 8.0, slack=25.0, name="a")
    trips = tuple(Trip(f"bus {k}", Journey("main", "main", halts=(near, HALTS[1])), 2.0 * k, BUS) for k in range(3))
    digests = []
    for sees_to_all in (False, True):
        if sees_to_all:
            monkeypatch.setattr(Halts, "_busy", lambda module, _: np.array(sorted(module.plans), np.int64))
            monkeypatch.setattr(Halts, "part", lambda *_: None)
        run = run_of(Demand(trips=trips), rate=2.0)
        run.advance(90 * SECOND)
        assert run.get("population/halts.count") > 4
        digests.append([run.store.digest()])
    assert digests[0] == digests[1]


def test_a_fork_goes_on_as_the_original_does() -> None:
    run = run_of(one_bus(*HALTS))
    run.advance(35 * SECOND)
    with fork(run) as twin:
        for one in (run, twin):
            one.advance(40 * SECOND)
        assert twin.store.digest() == run.store.digest()


@pytest.mark.parametrize(
    ("halt", "message"),
    [
        ({"s": -1.0}, r"halt 'a' has s -1.0; expected 0 or more"),
        ({"s": 1.0, "duration": -1.0}, r"halt 'a' has duration -1.0"),
        ({"s": 1.0, "slack": float("nan")}, r"halt 'a' has slack nan"),
    ],
)
def test_a_halt_of_nonsense_is_refused(halt: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Halt(KERB, name="a", **halt)


def test_halts_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(InputError, match=r"trip 'bus'"):
        run_of(one_bus(*HALTS[::-1]))


def test_halts_come_among_the_places_that_a_journey_goes_by_in_the_order_of_the_way() -> None:
    lane_map = LaneMap.of(lesson_town())
    by = ("West_Street.2", "School_Lane.2", "Station_Road.2")
    halts = (Halt("West_Street.2:0:1", 60.0), Halt("Station_Road.2:0:-1", 80.0))
    with_halts, without = (Journey("High_Street.1", "High_Street.4", by, halts=some) for some in (halts, ()))
    roads = []
    for journey in (with_halts, without):
        routed = route_demand(Demand(trips=(Trip("bus", journey, type=BUS),)), lane_map)
        roads.append([edge.road for edge in routed.tables[0][0].road_edges])
    assert roads[0] == roads[1]
