"""Our side in a town: lights at work, other ways for the stuck, and people on foot where they are wished for."""

from __future__ import annotations

from typing import ClassVar

from seahaven.kernel import ASLEEP, SECOND, Controller, Hears, Module, Out, Part, Tick
from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.routing import Router, Tracks, goal_trees
from seahaven.roads.walking import WalkingNetwork
from seahaven.traffic import (
    CAR,
    LIGHTS,
    PEOPLE,
    VEHICLES,
    Entered,
    Left,
    People,
    Population,
    Replanner,
    RoutedDemand,
    Signals,
    Traffic,
    Walkers,
    footfall,
    random_walks,
    through_routes,
)
from seahaven.world import WEATHER, World

__all__ = ["Ledger", "TownDrive"]

DOORS_RATE = 2
"""In Hz, how often people come out of doors and go in."""
REPLANNING_RATE = 1
"""In Hz, how often it is looked whether somebody is stuck."""


class Ledger(Module):
    """Counts who entered, who arrived, and who left without having arrived."""

    entered: Hears[Entered]
    left: Hears[Left]
    came: Out[int] = 0
    arrived: Out[int] = 0
    strayed: Out[int] = 0

    def hear(self, tick: Tick) -> None:
        """Enter what has been told since the last step."""
        self.came += len(self.entered)
        arrived = sum(event.value.has_arrived for event in self.left)
        self.arrived += arrived
        self.strayed += len(self.left) - arrived

    def step(self, tick: Tick) -> None:
        """All is done in hearing."""

    def part(self, tick: Tick) -> Part:
        """Sleeps until a vehicle enters or leaves."""
        return ASLEEP


class TownDrive:
    """Traffic in a town as users run it: drivers, lights, the demand, and a new way for whoever is stuck.

        drive = TownDrive(route_demand(demand, lane_map), lane_map, step=0.5, walkers=100.0)
        drive.advance(120)
        drive.ledger.arrived

    `walkers` is how many people an hour set out on foot from each kilometre of pavement; without any there are none.
    """

    WALKS: ClassVar = 400
    """How many ways people have to walk."""

    def __init__(
        self, demand: RoutedDemand, lane_map: LaneMap, *, step: float = 0.5, seed: int = 1, walkers: float = 0.0
    ) -> None:
        self.lane_map, self.step = lane_map, step
        self.plan = SignalPlan.of(JunctionLogic.of(lane_map))
        self.world = World([VEHICLES, WEATHER, *LIGHTS, PEOPLE])
        self.vehicles, self.people = self.world.family("vehicle"), self.world.family("person")
        self.ledger = Ledger("ledger", rate=1.0 / step)
        # people look out along the lanes of routes, so that there has to be one along every lane
        tables = [*demand.tables, *([through_routes(Router(lane_map, CAR.user))] if walkers else [])]
        tracks = Tracks(*tables, trees=goal_trees(tables, turns=True))
        root = self._driving(demand, tracks)
        if walkers:
            self._walking(root, tracks, walkers, seed)
        self.controller = Controller(root, seed=seed, store=self.world)

    def _driving(self, demand: RoutedDemand, tracks: Tracks) -> Module:
        rate = 1.0 / self.step
        root = Module(
            "root",
            Traffic("traffic", tracks=tracks, rate_hz=rate),
            Population("population", demand=demand, tracks=tracks, rate_hz=rate),
            Signals("signals", plan=self.plan, rate_hz=rate),
            Replanner("replanner", rate=REPLANNING_RATE, tracks=tracks),
            self.ledger,
        )
        root.link("replanner.rerouted", "traffic/motion.rerouted")
        root.link("population/gate.entered", "ledger.entered")
        root.link("population/exits.left", "ledger.left")
        if demand.has_halts:
            root.link("population/halts.pressed", "traffic/drivers.presses")
        return root

    def _walking(self, root: Module, tracks: Tracks, walkers: float, seed: int) -> None:
        network = WalkingNetwork.of(self.lane_map)
        routes = random_walks(network, count=self.WALKS, seed=seed)
        flow = footfall(network, per_hour_and_km=walkers)
        root.add(
            People("people", tracks=tracks, routes=routes, rate_hz=1.0 / self.step),
            Walkers("doors", rate=DOORS_RATE, routes=routes, flow=flow),
        )

    @property
    def seconds(self) -> float:
        """The date reached."""
        return self.controller.now / SECOND

    def advance(self, steps: int = 1) -> None:
        """Make so many steps, after each of which all columns are there to be read."""
        self.controller.advance(round(steps * self.step * SECOND))

    def updates(self, seconds: float) -> int:
        """Drive on for so many seconds, and give how many moves of one vehicle by one step that took."""
        moved = 0
        for _ in range(round(seconds / self.step)):
            self.advance()
            moved += len(self.vehicles)
        return moved
