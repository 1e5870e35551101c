"""A road with vehicles and directors on it, and an ear for what they tell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from seahaven.direction import Call, Fired, Trigger, Triggers
from seahaven.kernel import SECOND, Controller, Hears, Module, State, Tick, port
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection
from seahaven.roads.builder.cross_section import driving, shoulder
from seahaven.roads.model import RoadKind
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, Traffic, placed
from seahaven.world import WEATHER, Press, World

SLOW, FAST = "main:0:-2", "main:0:-1"
"""The right and the left lane of the road."""


@cache
def road(length: float = 3000.0) -> LaneMap:
    """A straight road 'main' with two lanes one way and a shoulder, from west to east."""
    builder = Builder("road")
    section = CrossSection((driving(3.75), driving(3.75), shoulder(2.5)), (), 30.0, RoadKind.MOTORWAY)
    builder.road("main", section).straight(length)
    return LaneMap(builder.build())


class Ear(Module):
    """Remembers what was told, and when."""

    fired: Hears[Fired]
    pressed: Hears[Press]
    called: Hears[Call]
    told: State[list[tuple[float, Any]]] = port([])

    def step(self, tick: Tick) -> None:
        """Listen."""
        for event in sorted((*self.fired, *self.pressed, *self.called)):
            self.told.append((round(event.date / SECOND, 3), event.value))


class Scene:
    """The road with a route along it, ready for vehicles and directors."""

    def __init__(self, lane_map: LaneMap | None = None) -> None:
        self.lane_map = lane_map or road()
        router = Router.of(self.lane_map, CAR.user)
        self.tracks = Tracks(router.routes(["main"], ["main"]))
        self.world = World([VEHICLES, WEATHER])

    def car(self, name: str, s: float, lane: str = SLOW, **columns: Any) -> int:
        """A car on a lane; one that does not move is parked."""
        columns = {"speed": 20.0, "speed_factor": 20.0 / 30.0, **columns}
        columns["pilot"] = "active" if columns["speed"] > 0.0 else "idle"
        return self.world.add("vehicle", name, **columns, **placed(self.tracks, lane, s, 0))

    def run(self, *modules: Module, traffic: bool = True, links: Sequence[tuple[str, str]] = ()) -> Controller:
        """All of it, ready to go; directors are linked to the drivers and to the ear."""
        ear = Ear("ear", rate=10)
        root = Module("root", *modules, ear)
        if traffic:
            root.add(Traffic("traffic", tracks=self.tracks))
        for module in modules:
            for output in ("fired", "pressed", "called"):
                if output in module.fields:
                    root.link(f"{module.name}.{output}", f"ear.{output}")
            if traffic and "pressed" in module.fields:
                root.link(f"{module.name}.pressed", "traffic/drivers.presses")
        for source, target in links:
            root.link(source, target)
        return Controller(root, store=self.world, seed=1)

    def triggers(self, *triggers: Trigger) -> Triggers:
        """A module with these triggers."""
        return Triggers("triggers", rate=10, triggers=triggers, lane_map=self.lane_map)


def told(run: Controller) -> list[tuple[float, Any]]:
    """What the ear of a run has heard, and when that was told."""
    return next(module for module in run.root.walk() if isinstance(module, Ear)).told


def firings(run: Controller) -> list[tuple[float, str, int]]:
    """Which triggers fired when, and for whom."""
    return [(time, one.trigger, one.entity) for time, one in told(run) if isinstance(one, Fired)]
