"""Who may enter: among vehicles that only roll, so that all that is seen comes of the gate."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError, Position
from seahaven.kernel import (
    SECOND,
    Controller,
    Emits,
    Event,
    Hears,
    Module,
    State,
    Tick,
    Visits,
    fork,
    load_checkpoint,
    port,
    save_checkpoint,
)
from seahaven.reels.event_text import event_text
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.traffic import (
    BUS,
    CAR,
    TRUCK,
    Backlog,
    Demand,
    Entered,
    Flow,
    Journey,
    Left,
    Mix,
    Start,
    Trip,
    conditions,
    placed,
)
from seahaven.traffic.gate import Gate
from seahaven.traffic.room import MANNERS, Manners
from seahaven.world import Press, writes
from tests.traffic.networks import LIMIT, carriageway, rolling
from tests.traffic.towns import grid

THROUGH = Journey("main", "main")
ALIKE = CAR.changed("alike", speed_factor=1.0, headway=1.2, standstill=2.0, liveliness=1.4, comfort=2.0, top_speed=50.0)


class Witness(Module):
    """Remembers what was told."""

    entered: Hears[Entered]
    backed_up: Hears[Backlog]
    left: Hears[Left]
    told: State[list[tuple[float, object]]] = port([])

    def step(self, tick: Tick) -> None:
        for event in (*self.entered, *self.backed_up, *self.left):
            self.told.append((event.date / SECOND, event.value))


class Halting(Module):
    """Halts a flow, again and again."""

    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        self.pressed.append(Press((), "halt"))


def watched(run: Controller) -> Controller:
    run.add(Witness("witness", rate=10))
    for port_name in ("gate.entered", "gate.backed_up", "exits.left"):
        run.connect(f"population/{port_name}", f"witness.{port_name.partition('.')[2]}")
    return run


def told(run: Controller, kind: type) -> list[tuple[float, object]]:
    return [(when, what) for when, what in run["witness"].told if isinstance(what, kind)]


def test_a_trip_enters_on_time_where_it_would_be_by_then() -> None:
    run = rolling(Demand((Trip("one", THROUGH, 2.34, ALIKE),)))
    run.advance(int(2.3 * SECOND))
    assert len(run.store.family("vehicle")) == 0
    run.advance(SECOND // 10)
    (vehicle,) = run.store.family("vehicle").ids.tolist()
    entity = run.store.entity(vehicle)
    assert (entity.speed, entity.pilot) == (LIMIT, "active")
    assert entity.s == pytest.approx(0.5 * entity.length + 0.06 * LIMIT)
    assert entity.entry >= 0


@pytest.mark.parametrize("rate", [10.0, 2.0])
def test_nobody_has_less_room_than_it_wants(rate: float) -> None:
    """With more than the road takes, everybody still has the gap that it wants when it enters."""
    mix = Mix.named({"car": 0.8, "truck": 0.2})
    run = rolling(Demand(flows=(Flow("north", THROUGH, rate=2.5, mix=mix),)), rate=rate)
    known: set[int] = set()
    for _ in range(int(40 * rate)):
        run.advance(int(SECOND / rate))
        table = run.store.family("vehicle")
        for row in [k for k, vehicle in enumerate(table.ids.tolist()) if vehicle not in known]:
            ahead = np.flatnonzero((table.lane == table.lane[row]) & (table.s > table.s[row]))
            if len(ahead):
                leader = ahead[table.s[ahead].argmin()]
                gap = table.s[leader] - table.s[row] - 0.5 * (table.length[leader] + table.length[row])
                manners = Manners.of({name: getattr(table, name)[row] for name in MANNERS})
                assert gap >= manners.wanted_gap(table.speed[row], table.speed[leader], 1.0 / rate) - 1e-6
        known.update(table.ids.tolist())
    gate = run["population/gate"]
    assert gate.queued > 10
    assert gate.count + gate.queued == run["population/flows/north"].brought
    assert gate.count > 40 * 0.9


def test_whoever_waits_enters_in_order_and_is_told_how_long_it_waited() -> None:
    trips = tuple(Trip(f"t{k}", THROUGH, 1.0, ALIKE, Start(lane=0)) for k in range(5))
    run = watched(rolling(Demand(trips)))
    run.advance(20 * SECOND)
    entered = told(run, Entered)
    assert [event.source for _, event in entered] == ["t0", "t1", "t2", "t3", "t4"]
    assert [event.waited for _, event in entered] == sorted(event.waited for _, event in entered)
    assert all(when == pytest.approx(1.0 + event.waited, abs=0.1) for when, event in entered)
    assert np.diff([when for when, _ in entered]).min() > 1.2


class Shower(Module):
    """Brings rain after four seconds."""

    sky = writes("weather", "grip", "rain")

    def step(self, tick: Tick) -> None:
        if tick.seconds >= 4.0:
            self.sky.grip, self.sky.rain = 0.6, 20.0


def test_a_gate_sleeps_while_nobody_who_waits_finds_room(monkeypatch: pytest.MonkeyPatch) -> None:
    trips = tuple(Trip(f"trip {k}", THROUGH, 0.1 * (k % 5), ALIKE) for k in range(40))
    results, visits_of = [], dict[Visits, int]()
    step = Gate.step
    for visits in Visits:
        counted = list[int]()

        def counting(gate: Gate, tick: Tick, counted: list[int] = counted) -> None:
            counted.append(tick.now)
            step(gate, tick)

        monkeypatch.setattr(Gate, "step", counting)
        run = rolling(Demand(trips))
        run.visits = visits
        run.store.add("weather", **conditions("clear").columns)
        run.add(Shower("shower", rate=1))
        watched(run)
        for _ in range(8):
            run.advance(SECOND)
        results.append((run.store.digest(), told(run, Entered), run["population/gate"].waiting))
        visits_of[visits] = len(counted)
    assert results[0] == results[1] == results[2]
    dates = [when for when, _ in results[0][1]]
    assert min(dates) < 4.0 < 5.0 < max(dates)
    assert visits_of[Visits.ALL] == 80
    assert len(set(dates)) <= visits_of[Visits.NEEDED] < 30


def test_nobody_enters_a_full_road_and_the_queue_is_told_once() -> None:
    run = watched(rolling(Demand(flows=(Flow("north", THROUGH, rate=2.0, mix=ALIKE),))))
    tracks = run["population/gate"].tracks
    run.store.add_many("vehicle", 2, **placed(tracks, ["main:0:-1", "main:0:-2"], [6.0, 8.0], 0))
    run.advance(30 * SECOND)
    gate = run["population/gate"]
    assert (gate.count, gate.queued) == (0, run["population/flows/north"].brought)
    ((_, backlog),) = told(run, Backlog)
    assert backlog == Backlog("main at s=0", 10, "north")
    assert gate.queued > 40


def test_slower_ones_keep_to_the_kerb_and_faster_ones_pass_them_at_once() -> None:
    slow, fast = (ALIKE.changed(name, speed_factor=factor) for name, factor in (("slow", 0.7), ("fast", 1.1)))
    run = rolling(
        Demand((Trip("a", THROUGH, 1.0, slow), Trip("b", THROUGH, 2.5, fast), Trip("c", THROUGH, 30.0, fast)))
    )
    run.advance(3 * SECOND)
    table = run.store.family("vehicle")
    lanes = [carriageway().name(lane) for lane in table.lane.tolist()]
    assert lanes == ["main:0:-2", "main:0:-1"]
    assert table.speed.tolist() == pytest.approx([0.7 * LIMIT, 1.1 * LIMIT])
    run.advance(28 * SECOND)
    assert carriageway().name(run.store.family("vehicle").lane.tolist()[-1]) == "main:0:-2"


@pytest.mark.parametrize(
    ("start", "lane", "speed"),
    [
        (Start(lane=1), "main:0:-1", LIMIT),
        (Start(lane="main:0:-1"), "main:0:-1", LIMIT),
        (Start(lane="free", speed="limit"), "main:0:-2", LIMIT),
        (Start(speed=5.0), "main:0:-2", 5.0),
        (Start(speed=0.0, position=100.0), "main:0:-2", 0.0),
    ],
)
def test_lane_speed_and_position_can_be_given(start: Start, lane: str, speed: float) -> None:
    run = rolling(Demand((Trip("one", THROUGH, 0.0, ALIKE, start),)))
    run.advance(SECOND // 10)
    table = run.store.family("vehicle")
    assert carriageway().name(int(table.lane[0])) == lane
    assert table.speed[0] == speed
    assert table.s[0] == pytest.approx(start.position + 2.3 + 0.1 * speed)


def test_random_lanes_are_all_used() -> None:
    flow = Flow("north", THROUGH, rate=0.2, mix=ALIKE, start=Start(lane="random"))
    run = rolling(Demand(flows=(flow,)))
    lanes: set[int] = set()
    for _ in range(100):
        run.advance(SECOND)
        lanes.update(run.store.family("vehicle").lane.tolist())
    assert len(lanes) == 2


def test_a_given_speed_is_waited_for() -> None:
    slow = Trip("slow", THROUGH, 0.0, ALIKE, Start(lane=0, speed=5.0))
    run = rolling(Demand((slow, Trip("fast", THROUGH, 0.5, ALIKE, Start(lane=0, speed=30.0)))))
    run.advance(20 * SECOND)
    assert len(run.store.family("vehicle")) == 1
    run.advance(60 * SECOND)
    assert run.store.family("vehicle").speed.tolist() == [5.0, 30.0]


def test_those_behind_are_left_the_room_that_they_want() -> None:
    """Whoever comes along the road from before the gate does not have to brake for a newcomer."""
    journey = Journey(("main:0:-2", 700.0), "main")
    run = rolling(Demand((Trip("one", journey, 5.0, ALIKE, Start(lane="main:0:-2")),)))
    tracks = run["population/gate"].tracks
    for s in (400.0, 440.0, 480.0, 520.0, 560.0):
        run.store.add("vehicle", speed=30.0, **placed(tracks, "main:0:-2", s))
    run.advance(int(8 * SECOND))
    assert len(run.store.family("vehicle")) == 5
    run.advance(int(8 * SECOND))
    table = run.store.family("vehicle")
    assert len(table) == 6
    newcomer = int(table.s.argmin())
    assert table.s[newcomer] < 702.3 + 8 * 33.0
    assert table.ids[newcomer] == table.ids.max()


def test_a_halted_flow_holds_its_queue_and_does_not_hold_up_others() -> None:
    flows = (
        Flow("held", THROUGH, rate=2.0, mix=ALIKE, start=Start(lane=0), most=20),
        Flow("free", THROUGH, rate=0.1, mix=ALIKE, start=Start(lane=0), is_regular=True, begin=60.0),
    )
    run = watched(rolling(Demand(flows=flows)))
    run.advance(5 * SECOND)
    run.add(Halting("halting", rate=10))
    run.connect("halting.pressed", "population/flows/held.presses")
    run.advance(SECOND)
    before = run["population/gate"].count
    run.advance(64 * SECOND)
    held = [event for _, event in told(run, Entered) if event.source == "held"]
    assert len(held) <= before
    assert any(event.source == "free" and event.waited == 0.0 for _, event in told(run, Entered))
    assert run["population/gate"].queued > 0


def test_arrivals_leave_with_their_travel_time() -> None:
    run = watched(rolling(Demand((Trip("one", THROUGH, 2.0, ALIKE),))))
    run.advance(60 * SECOND)
    assert len(run.store.family("vehicle")) == 0
    ((when, left),) = told(run, Left)
    ((began, _),) = told(run, Entered)
    assert left.source == "one"
    assert left.has_arrived
    assert left.travel_time == pytest.approx(when - began)
    assert left.travel_time == pytest.approx(1500.0 / LIMIT, rel=0.01)
    assert run["population/exits"].count == 1


def test_others_are_not_taken_out() -> None:
    run = rolling(Demand((Trip("one", THROUGH, 2.0, ALIKE),)))
    tracks = run["population/gate"].tracks
    run.store.add("vehicle", "subject", speed=30.0, **placed(tracks, "main:0:-1", 1400.0, 0))
    run.advance(60 * SECOND)
    assert run.store["subject"].s > 1500.0


def everything(seed: int = 3) -> Controller:
    mix = Mix.named({"car": 0.7, "truck": 0.2, "motorcycle": 0.1})
    flows = (
        Flow("north", THROUGH, rate=0.8, mix=mix),
        Flow("late", THROUGH, rate=0.2, begin=10.0, start=Start(lane="free")),
    )
    return rolling(Demand((Trip("one", THROUGH, 3.0),), flows), seed=seed)


def test_same_seed_same_bytes_whatever_is_forked_saved_or_stepped(tmp_path: Path) -> None:
    straight = everything()
    straight.advance(40 * SECOND)
    run = everything()
    run.advance(17 * SECOND)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = everything()
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (run, fork(run), loaded):
        twin.run(until=40 * SECOND)
        assert twin.store.digest() == straight.store.digest()
    other = everything(seed=4)
    other.advance(40 * SECOND)
    assert other.store.digest() != straight.store.digest()


def test_who_somebody_is_does_not_depend_on_who_else_comes() -> None:
    alone = rolling(Demand(flows=(Flow("north", THROUGH, rate=0.3),)))
    crowded = rolling(Demand(flows=(Flow("before", THROUGH, rate=0.5), Flow("north", THROUGH, rate=0.3))))
    for run in (alone, crowded):
        watched(run).advance(30 * SECOND)
    traits = []
    for run in (alone, crowded):
        mine = [event for _, event in told(run, Entered) if event.source == "north"]
        traits.append({event.number: run.store.entity(event.entity).headway for event in mine})
    assert traits[0] == traits[1]
    assert len(traits[0]) > 5


AT = Position("demand.yaml", 7)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (Start(lane=2), "starts on lane 2 of road main at s=0, which has 2 lanes open to it, counted from 0"),
        (Start(lane="bst"), "starts on lane 'bst' of road main at s=0; did you mean 'best'"),
        (Start(lane="main:0:-3"), "starts on lane 'main:0:-3' of road main"),
        (Start(position=2000.0), "starts 2000 m along road main at s=0, whose lane ends after 1500 m"),
    ],
)
def test_a_start_that_the_road_cannot_offer_is_refused_before_anything_runs(start: Start, expected: str) -> None:
    with pytest.raises(InputError, match=f"^demand.yaml:7: trip 'one' {expected}"):
        rolling(Demand((Trip("one", THROUGH, 0.0, ALIKE, start, AT),)))


def test_flows_with_strange_names_get_modules_of_their_own() -> None:
    run = rolling(Demand(flows=tuple(Flow(name, THROUGH, rate=0.3) for name in ("a b", "a:b", "1"))))
    assert [run[f"population/flows/{name}"].flow.name for name in ("a_b", "a_b_", "_1")] == ["a b", "a:b", "1"]


def test_trucks_and_cars_queue_at_one_gate() -> None:
    trips = (Trip("truck", THROUGH, 1.0, TRUCK, Start(lane=0)), Trip("car", THROUGH, 1.0, CAR, Start(lane=0)))
    run = watched(rolling(Demand(trips)))
    run.advance(10 * SECOND)
    assert [event.source for _, event in told(run, Entered)] == ["truck", "car"]


def test_an_event_is_what_a_reel_can_keep() -> None:
    event = Event(0, "gate.entered", 0, Entered(1, "north", 2, 0.5))
    assert event_text(event) == '{"entity": 1, "number": 2, "source": "north", "waited": 0.5}'


@pytest.mark.parametrize(("lane", "offset"), [("main:0:-2", 0.0), ("main:0:-1", -1.5)], ids=["on it", "beside it"])
def test_nobody_enters_before_people_on_the_road_for_whom_it_could_not_stop_in_comfort(
    lane: str, offset: float
) -> None:
    run = rolling(Demand((Trip("one", THROUGH, 1.0, ALIKE, start=Start(lane="main:0:-2")),)), people=True)
    place = carriageway().place(carriageway().index(lane), 60.0, offset)
    person = run.store.add("person", x=place.x, y=place.y, phase="crossing")
    run.advance(3 * SECOND)
    assert len(run.store.family("vehicle")) == 0
    assert run["population/gate"].queued == 1
    run.store.remove(person)
    run.advance(SECOND)
    assert len(run.store.family("vehicle")) == 1


@pytest.mark.parametrize(
    ("lane", "s", "phase"),
    [("main:0:-2", 600.0, "crossing"), ("main:0:-1", 60.0, "crossing"), ("main:0:-2", 60.0, "waiting")],
)
def test_people_far_off_on_other_lanes_or_at_the_kerb_keep_nobody_out(lane: str, s: float, phase: str) -> None:
    run = rolling(Demand((Trip("one", THROUGH, 1.0, ALIKE, start=Start(lane="main:0:-2")),)), people=True)
    place = carriageway().place(carriageway().index(lane), s)
    run.store.add("person", x=place.x, y=place.y, phase=phase, path=0)
    run.advance(3 * SECOND)
    assert len(run.store.family("vehicle")) == 1


def test_nobody_enters_beyond_the_line_of_a_junction() -> None:
    lane = "g_street_2.2:0:-1"
    length = float(grid().length[grid().index(lane)])
    journey = Journey((lane, length - 3.0), "g_avenue_2.1")
    run = rolling(Demand((Trip("one", journey, 1.0, BUS, Start(speed=0.0)),)), grid())
    run.advance(2 * SECOND)
    assert run.store.family("vehicle").s[0] + 0.5 * BUS.body.length <= length


def test_nobody_enters_on_a_fast_road_too_fast_to_stop_at_the_junction_ahead() -> None:
    section = replace(town_street(), limit=27.8)
    builder = Builder("fast")
    main = builder.road("main", section, at=(-200.0, 0.0)).straight(400.0)
    side = builder.road("side", section, at=(0.0, -200.0), heading=0.5 * pi).straight(400.0)
    builder.junction("x", main, side, control="lights", crosswalks=False)
    lane_map = LaneMap(builder.build())
    lane = lane_map.length[lane_map.index("main.1:0:-1")]
    run = rolling(Demand((Trip("one", Journey(("main.1:0:-1", lane - 45.0), "main.2"), 1.0, ALIKE),)), lane_map)
    run.advance(2 * SECOND)
    assert 9.0 < run.store.family("vehicle").speed[0] < 11.0


@pytest.mark.parametrize("lanes", [1, 2], ids=["on the next lane", "on the one after that"])
def test_nobody_enters_into_the_rear_of_somebody_who_turns_off_elsewhere(lanes: int) -> None:
    lane = "g_street_2.2:0:-1"
    length = float(grid().length[grid().index(lane)])
    run = rolling(Demand((Trip("one", Journey((lane, length - 8.0), "g_street_2.3"), 1.0, CAR),)), grid())
    tracks = run["population/gate"].tracks
    own = set(tracks.arrays.lane.tolist())
    others = [one for one in grid().successors(grid().index(lane)) if one not in own]
    other, between = min(others, key=lambda one: float(grid().length[one])), 0.0
    for _ in range(lanes - 1):
        between, other = between + float(grid().length[other]), grid().successors(other)[0]
    place = grid().place(other, 1.0)
    first = run.store.add(
        "vehicle", speed=0.0, length=12.0 + 2.0 * between, lane=other, s=1.0, x=place.x, y=place.y,
        heading=place.heading,
    )  # fmt: skip
    run.advance(3 * SECOND)
    assert len(run.store.family("vehicle")) == 1
    run.store.remove(first)
    run.advance(SECOND)
    assert len(run.store.family("vehicle")) == 1
    assert run["population/gate"].queued == 0
