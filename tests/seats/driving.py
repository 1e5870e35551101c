"""Worlds with a vehicle that somebody drives from a seat, and drivers for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.kernel import SECOND, Controller, Module, Param
from seahaven.motion import COCKPIT, FLEET, FreeMotion
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import FREE, LaneControls, ProgramDriver, PythonDriver, Seat, Terms, View, Watched
from seahaven.traffic import LIGHTS, PEOPLE, VEHICLES, Traffic, placed
from seahaven.world import WEATHER, World
from tests.behaviour.junctions.crossings import cross

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


@cache
def street() -> Tracks:
    """Two kilometres of motorway with three lanes, from the west to the east."""
    builder = Builder("street")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(2000.0)
    lane_map = LaneMap(builder.build())
    return Tracks(Router(lane_map).routes(["M1"], ["M1"]))


@cache
def crossroads(control: str = "yield") -> Tracks:
    """A cross of two streets: the first route leads straight on from the west, the second from the south."""
    lane_map = cross(control)
    return Tracks(Router(lane_map).routes(["main.1", "side.1"], ["main.2", "side.2"]))


class Told(Module, edge=True):
    """Keeps the events of some kinds."""

    kinds: Param[tuple[type, ...]]

    def observe(self, events: list[Any]) -> None:
        """Keep what is told."""
        self.live = [*self.told, *(event.value for event in events if isinstance(event.value, self.kinds))]

    @property
    def told(self) -> list[Any]:
        """What was told so far."""
        return self.live or []


class Drive:
    """A run with a seat, and what there is to ask of it."""

    def __init__(self, controller: Controller, world: World, tracks: Tracks, ego: int) -> None:
        self.controller, self.world, self.tracks, self.ego = controller, world, tracks, ego

    def go(self, seconds: float) -> None:
        """Go on by so many seconds."""
        self.controller.run(self.controller.now + round(seconds * SECOND))

    def hear(self, *kinds: type) -> Told:
        """Keep events of some kinds from now on."""
        told = Told("told", kinds=kinds)
        self.controller.add(told)
        return told

    @property
    def row(self) -> Any:
        """The driven vehicle."""
        return self.world.entity(self.ego)

    @property
    def seat(self) -> Seat:
        """The seat."""
        seat = self.controller["seat"]
        assert isinstance(seat, Seat)
        return seat

    @property
    def watched(self) -> Watched:
        """The tables that views are made from."""
        return Watched(*(self.world.family(name) for name in ("vehicle", "person", "signal", "weather")))


def driven(
    driver: Callable[..., Any] | ProgramDriver,
    *,
    tracks: Tracks | None = None,
    lane: str = "M1:0:-4",
    s: float = 100.0,
    speed: float = 20.0,
    route: int = 0,
    rate: float = 10,
    others: tuple[dict[str, Any], ...] = (),
    parameters: dict[str, Any] | None = None,
    traits: dict[str, float] | None = None,
    pose: tuple[float, float] | None = None,
    **terms: Any,
) -> Drive:
    """A vehicle at a place on a lane, with a driver in its seat, and others around it.

    With a `pose` it is so far to the left of that place, off all lanes, and turned by an angle.
    """
    tracks = street() if tracks is None else tracks
    plan = SignalPlan.of(JunctionLogic.of(tracks.lane_map))
    world = World([VEHICLES, WEATHER, *LIGHTS, PEOPLE, COCKPIT])
    agreed = Terms(**terms)
    is_free, chassis = agreed.controls in FREE, FLEET["sedan"]
    size = {"motion": "dynamic", "length": chassis.length, "width": chassis.width} if is_free else {}
    place = placed(tracks, lane, s, route=route)
    if pose is not None:
        place |= {"y": place["y"] + pose[0], "heading": pose[1], "lane": -1, "entry": -1}
    ego = world.add("vehicle", "ego", speed=speed, **size, **place, **(traits or {}))
    for other in others:
        add_other(world, tracks, **other)
    if len(plan):
        world.add_many("signal", len(plan), controller=0, letter=np.arange(len(plan)))
    spec = driver if isinstance(driver, ProgramDriver) else PythonDriver(driver, "mine", parameters or {})
    seat = Seat("seat", rate=rate, tracks=tracks, driver=spec, terms=agreed, vehicle="ego")
    root = Module("root", Traffic("traffic", tracks=tracks, pushes=is_free), seat)
    root.link("seat.pressed", "traffic/drivers.presses")
    world.grant("seat", "vehicle", ids=ego)
    if is_free:
        cockpit = world.add("cockpit", vehicle=ego, chassis="sedan", ratio=chassis.gear_at(speed))
        world.grant("seat", "cockpit", ids=cockpit)
        world.grant("free", "vehicle", ids=ego)
        world.grant("free", "person", ids=[])
        root.add(FreeMotion("free", rate=100, tracks=tracks, has_people=True))
        root.link("free.collided", "traffic/motion.struck")
        root.link("free.returned", "traffic/motion.moves")
        root.link("traffic/motion.pushed", "free.pushed")
        root.link("traffic/turns.rerouted", "free.rerouted")
    return Drive(Controller(root, seed=7, store=world), world, tracks, ego)


def add_other(world: World, tracks: Tracks, *, lane: str, s: float, speed: float = 20.0, **columns: Any) -> int:
    """Another vehicle."""
    route = columns.pop("route", 0)
    return world.add("vehicle", speed=speed, **{**placed(tracks, lane, s, route=route), **columns})


def coasting(view: View) -> LaneControls:
    """Keep the speed and the lane."""
    return LaneControls(0.0)


def program(name: str, *arguments: str) -> ProgramDriver:
    """One of the programs beside the tests."""
    return ProgramDriver((sys.executable, str(FOLDER / "programs" / name), *arguments), FOLDER)
