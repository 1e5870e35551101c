"""A street with a crosswalk, somebody on foot, and somebody who drives along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from seahaven.kernel import Controller, Emits, Hears, Module, Param, State, Tick
from seahaven.motion import Collision
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.junctions import SignalPlan
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import FootRoutes, WalkingNetwork
from seahaven.traffic import PEOPLE, VEHICLES, Demand, Journey, People, Traffic, Trip, placed, route_demand
from seahaven.world import SIGNAL, WEATHER, LightState, Press, World

LENGTH, WALK = 400.0, 200.0
"""How long the street is, and where along it the crosswalk lies."""
LIMIT = 50.0 / 3.6
FORWARD, BACKWARD = "main:0:-1", "main:0:1"


def street(*, crosswalk: bool = True, lights: bool = False) -> LaneMap:
    """A street of two lanes with pavements, from west to east."""
    builder = Builder("street")
    road = builder.road("main", town_street(), at=(0.0, 0.0)).straight(WALK)
    if crosswalk:
        road.crosswalk(lights=lights)
    road.straight(LENGTH - WALK)
    return LaneMap(builder.build())


class Orders(Module):
    """Presses a button of somebody, or turns a dial to one, once."""

    pressed: Emits[Press]
    at: Param[float] = 0.0
    item: Param[str] = "go"
    who: Param[int] = 0

    def step(self, tick: Tick) -> None:
        if abs(tick.seconds - self.at) < 1e-6:
            self.pressed.append(Press((self.who,), self.item, 1.0))


class Ear(Module):
    """Remembers collisions."""

    collided: Hears[Collision]
    told: State[tuple[Collision, ...]] = ()

    def step(self, tick: Tick) -> None:
        self.told += tuple(event.value for event in self.collided)


class Scene:
    """The street with routes either way, ready for vehicles and people to be added."""

    def __init__(self, lane_map: LaneMap | None = None, **options: Any) -> None:
        self.lane_map = lane_map or street(**options)
        there, back = Journey((FORWARD, 0.0), (FORWARD, LENGTH)), Journey((BACKWARD, 0.0), (BACKWARD, LENGTH))
        demand = Demand((Trip("there", there), Trip("back", back)))
        self.tracks = Tracks(*route_demand(demand, self.lane_map).tables)
        self.network = WalkingNetwork.of(self.lane_map)
        over = (self.network.nearest(WALK - 15.0, -8.0), self.network.nearest(WALK + 15.0, 8.0))
        self.routes = FootRoutes(
            self.network,
            [
                self.network.route(self.network.nearest(20.0, -8.0), self.network.nearest(LENGTH - 20.0, -8.0)),
                *([self.network.route(*over), self.network.route(*over[::-1])] if self.network.passages else []),
            ],
        )
        self.world = World([VEHICLES, PEOPLE, SIGNAL, WEATHER])

    def car(self, name: str, before: float, *, back: bool = False, **columns: Any) -> None:
        """A car so many metres before the crosswalk's middle, with its front."""
        columns = {"speed": LIMIT, "speed_factor": 1.0, "pilot": "active", "leaves": True, **columns}
        lane, route = (BACKWARD, 1) if back else (FORWARD, 0)
        along = (LENGTH - WALK if back else WALK) - before - 2.3
        self.world.add("vehicle", name, **columns, **placed(self.tracks, lane, along, route))

    def person(self, name: str, path: int, progress: float, **columns: Any) -> None:
        """Somebody on one of the routes: 0 along the street, 1 over the crosswalk, 2 back over it."""
        self.world.add(
            "person", name, path=path, progress=progress, **self.routes.place(path, progress), **columns
        )  # fmt: skip

    def lights(self, *, people: LightState, traffic: LightState = LightState.GREEN) -> None:
        """Lights that never change."""
        plan = SignalPlan.of(self.network.logic)
        row = int(plan.crosswalk_row[0])
        for k in range(len(plan)):
            self.world.add("signal", controller=0, letter=k, state=int(people if k == row else traffic))

    def run(
        self,
        *modules: Module,
        rate: float = 10.0,
        links: Sequence[tuple[str, str]] = (),
        is_reckless: bool = False,
    ) -> Controller:
        """All of it, ready to go; reckless drivers are told in their first step to heed nobody."""
        cars = self.world.family("vehicle").ids.tolist() if is_reckless else []
        orders = [Orders(f"reckless{car}", rate=rate, who=car, item="is_reckless") for car in cars]
        root = Module(
            "root",
            Traffic("traffic", tracks=self.tracks, rate_hz=rate),
            People("people", tracks=self.tracks, routes=self.routes, rate_hz=rate),
            *modules,
            *orders,
        )
        for link in (*links, *((f"{order.name}.pressed", "traffic/drivers.presses") for order in orders)):
            root.link(*link)
        return Controller(root, store=self.world, seed=1)
