"""Whatever the junction, whoever comes: nobody touches anybody, and everybody arrives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import (
    BUS,
    CAR,
    LIGHTS,
    TRUCK,
    VAN,
    VEHICLES,
    Demand,
    Exits,
    Journey,
    Population,
    Signals,
    Traffic,
    Trip,
    VehicleType,
    route_demand,
)
from seahaven.world import WEATHER, World
from tests.behaviour.junctions.crossings import RATES

Told = tuple[int, float, VehicleType]
ARM = 90.0
LONGEST = 300.0
"""After so many seconds everybody has arrived."""
CONTROLS = ("yield", "stop", "priority", "right before left", "all-way stop", "lights", "none")
SHAPES = ("bend", "tee", "cross", "skew", "roundabout")
SHORT, ALL = (CAR, VAN), (CAR, VAN, TRUCK)


@dataclass(frozen=True, slots=True)
class Site:
    """What a network is made of."""

    shape: str
    control: str
    lanes: int
    side_lanes: int
    left_hand: bool


sites = st.builds(
    Site, st.sampled_from(SHAPES), st.sampled_from(CONTROLS), st.integers(1, 2), st.integers(1, 2), st.booleans()
)


def comers(kinds: tuple[VehicleType, ...], most: int) -> st.SearchStrategy[list[Told]]:
    """Some who set out within 20 s: which course they take, when, and what they drive."""
    times = st.integers(0, 200).map(lambda tenths: 0.1 * tenths)
    return st.lists(st.tuples(st.integers(0, 11), times, st.sampled_from(kinds)), min_size=2, max_size=most)


@cache
def built(site: Site) -> LaneMap:
    """Two streets that meet at the origin, as it was said."""
    builder = Builder("any", left_hand=site.left_hand)
    main = builder.road("main", town_street(lanes=site.lanes), at=(-ARM, 0.0))
    main.straight(ARM if site.shape == "bend" else 2.0 * ARM)
    angle = 0.3 * pi if site.shape == "skew" else 0.5 * pi
    start = (-ARM * cos(angle), -ARM * sin(angle))
    side = builder.road("side", town_street(lanes=site.side_lanes), at=start, heading=angle)
    side.straight(ARM if site.shape in ("bend", "tee") else 2.0 * ARM)
    if site.shape == "roundabout":
        builder.roundabout("x", main, side, radius=18.0)
    else:
        builder.junction("x", main, side, control=site.control, crosswalks=False)
    return LaneMap(builder.build())


@cache
def courses(site: Site) -> tuple[Journey, ...]:
    """From every arm to every other that can be reached: lanes where one comes in, roads where one goes out."""
    lane_map = built(site)
    router = Router(lane_map)
    outside = [k for k in range(len(lane_map)) if lane_map.junction[k] < 0 and router.graph.open_to[k]]
    starts = [lane_map.name(k) for k in outside if not lane_map.predecessors(k)]
    ends = sorted({lane_map.network.roads[lane_map.road[k]].id for k in outside if not lane_map.successors(k)})
    pairs = [(start, end) for start in starts for end in ends if not start.startswith(f"{end}:")]
    found = router.routes(*zip(*pairs, strict=True)).is_reached
    return tuple(Journey(*pair) for pair, is_found in zip(pairs, found, strict=True) if is_found)


def play(site: Site, told: Sequence[Told], rate: float) -> None:
    """Let them come, and watch."""
    lane_map, known = built(site), courses(site)
    trips = tuple(Trip(f"{k}", known[who % len(known)], when, kind) for k, (who, when, kind) in enumerate(told))
    demand = route_demand(Demand(trips), lane_map)
    tracks = Tracks(*demand.tables)
    root = Module(
        "root",
        Population("population", demand=demand, tracks=tracks, rate_hz=rate),
        Traffic("traffic", tracks=tracks, rate_hz=rate),
    )
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    if len(plan):
        root.add(Signals("signals", plan=plan, rate_hz=rate))
    world = World([VEHICLES, *LIGHTS, WEATHER])
    run = Controller(root, store=world, seed=1)
    watch(run, world, len(told), rate)


def watch(run: Controller, world: World, count: int, rate: float) -> None:
    table, exits = world.family("vehicle"), run["population/exits"]
    assert isinstance(exits, Exits)
    for _ in range(round(LONGEST * rate)):
        run.advance(round(SECOND / rate))
        table = world.family("vehicle")
        touched = ~table.null("contact")
        assert not touched.any(), f"a collision of {table.ids[touched].tolist()} at {run.now / SECOND:g} s"
        if exits.count == count:
            return
    where = dict(zip(table.ids.tolist(), zip(table.lane.tolist(), table.s.round(1).tolist(), strict=True), strict=True))
    raise AssertionError(f"{count - exits.count} have not arrived; they are at {where}")


@pytest.mark.parametrize("rate", RATES)
@settings(max_examples=12)
@given(site=sites, told=comers(SHORT, 10))
def test_nobody_touches_anybody_and_everybody_arrives(rate: float, site: Site, told: list[Told]) -> None:
    play(site, told, rate)


@pytest.mark.slow
@pytest.mark.parametrize("rate", RATES)
@settings(max_examples=120)
@given(site=sites, told=comers(SHORT, 24))
def test_in_many_networks_nobody_touches_anybody_and_everybody_arrives(
    rate: float, site: Site, told: list[Told]
) -> None:
    play(site, told, rate)


@pytest.mark.slow
@pytest.mark.parametrize("rate", RATES)
@settings(max_examples=120)
@given(site=sites, told=comers(ALL, 24))
def test_with_trucks_among_them_nobody_touches_anybody_and_everybody_arrives(
    rate: float, site: Site, told: list[Told]
) -> None:
    play(site, told, rate)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("later", [1.5, 2.0])
def test_a_bus_beside_one_that_turns_off_keeps_clear_of_its_rear(rate: float, later: float) -> None:
    site = Site("cross", "lights", 2, 2, left_hand=False)
    named = {(journey.origin, journey.goal): k for k, journey in enumerate(courses(site))}
    turning, straight = named["main.1:0:-1", "side.2"], named["main.1:0:-2", "main.2"]
    play(site, [(turning, 0.0, BUS), (straight, later, BUS)], rate)
