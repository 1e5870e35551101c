"""Roads for tests, and a stand-in that keeps everybody rolling."""

from __future__ import annotations

from functools import cache

from seahaven.kernel import Controller, Module, Tick
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection
from seahaven.roads.builder.cross_section import driving, shoulder
from seahaven.roads.model import RoadKind
from seahaven.roads.routing import Tracks
from seahaven.traffic import PEOPLE, VEHICLES, Demand, Population, RoutedDemand, Traffic, route_demand
from seahaven.world import WEATHER, World, reads, writes

LIMIT = 33.0


@cache
def carriageway(lanes: int = 2, length: float = 1500.0) -> LaneMap:
    """A straight road 'main' with lanes one way and a shoulder; lane main:0:-1 is the left one."""
    builder = Builder("carriageway")
    section = CrossSection((*(driving(3.75),) * lanes, shoulder(2.5)), (), LIMIT, RoadKind.MOTORWAY)
    builder.road("main", section).straight(length)
    return LaneMap(builder.build())


class Rolling(Module):
    """Keeps everybody at its speed, along its lane and then nowhere."""

    seen = reads("vehicle", "s", "speed")
    body = writes("vehicle", "s", "speed", "acceleration")

    def step(self, tick: Tick) -> None:
        """Roll on."""
        self.body.s = self.seen.s + self.seen.speed * tick.dt


def rolling(
    demand: Demand, lane_map: LaneMap | None = None, *, rate: float = 10.0, seed: int = 1, people: bool = False
) -> Controller:
    """A run with a demand on the carriageway, and nobody who decides anything."""
    routed = route_demand(demand, lane_map or carriageway())
    tracks = Tracks(*routed.tables)
    root = Module(
        "root",
        Population("population", demand=routed, tracks=tracks, rate_hz=rate),
        Rolling("mover", rate=rate),
    )
    families = [VEHICLES, WEATHER, *((PEOPLE,) if people else ())]
    return Controller(root, store=World(families), seed=seed)


def driving_run(routed: RoutedDemand, *, rate: float = 10.0) -> Controller:
    """A run with a demand, and drivers who drive."""
    tracks = Tracks(*routed.tables)
    root = Module(
        "root",
        Population("population", demand=routed, tracks=tracks, rate_hz=rate),
        Traffic("traffic", tracks=tracks, rate_hz=rate),
    )
    return Controller(root, store=World([VEHICLES, WEATHER]), seed=1)
