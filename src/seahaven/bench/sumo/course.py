"""A planned road as our side drives on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.bench.sumo.fleet import Fleet
from seahaven.bench.sumo.hand import Hand
from seahaven.bench.sumo.plan import Plan
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, Chainage, Demand, Population, Traffic, placed, route_demand
from seahaven.world import WEATHER, Press, World

__all__ = ["Course", "Drive"]


@dataclass(frozen=True)
class Course:
    """A plan, the network that SUMO made of it, and what our side reads from that file."""

    plan: Plan
    network: Path

    @classmethod
    def made(cls, plan: Plan, folder: Path) -> Course:
        """Have SUMO make the network, in a folder of its own."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls(plan, plan.convert(folder))

    @cached_property
    def lane_map(self) -> LaneMap:
        """The lanes, from SUMO's file."""
        return LaneMap(read_sumo(self.network))

    @cached_property
    def tracks(self) -> Tracks:
        """The main road, from its beginning to its end, or round and round."""
        table = Router(self.lane_map).routes([self.plan.main[0]], [self.plan.main[-1]])
        return Tracks(table, closed=self.plan.is_closed)

    @cached_property
    def posts(self) -> Chainage:
        """Metres along the main road."""
        return Chainage(self.lane_map, self.plan.main)

    def places(self, fleet: Fleet) -> dict[str, Any]:
        """The columns that put a fleet onto our lanes."""
        part, share = np.divmod(fleet.share * len(self.plan.main), 1.0)
        lanes = self.plan.edges[0].lanes
        by_number = np.array(
            [[self.lane_map.index(f"{road}:0:{lane - lanes}") for lane in range(lanes)] for road in self.plan.main]
        )
        lane = by_number[part.astype(np.int64), fleet.lane]
        return placed(self.tracks, lane, share * self.lane_map.length[lane], route=0)


class Drive:
    """Our side: the whole chain of perception, drivers and motion under the kernel's controller, as users run it."""

    def __init__(self, course: Course, world: World, root: Module, *, step: float, seed: int) -> None:
        self.course, self.world, self.step = course, world, step
        self.controller = Controller(root, seed=seed, store=world)
        self.vehicles = world.family("vehicle")

    @classmethod
    def of_fleet(
        cls,
        course: Course,
        fleet: Fleet,
        *,
        step: float = 0.1,
        seed: int = 1,
        parallel: bool = False,
        presses: tuple[tuple[float, Press], ...] = (),
    ) -> Drive:
        """A fleet on a closed course; row k of it has the id k + 1, and buttons of its drivers are pressed at dates."""
        world = World([VEHICLES, WEATHER])
        columns = {name: column.tolist() if name == "kind" else column for name, column in fleet.columns.items()}
        world.add_many("vehicle", len(fleet), speed=fleet.speed, pilot="active", **course.places(fleet), **columns)
        traffic = Traffic("traffic", tracks=course.tracks, rate_hz=1.0 / step, parallel=parallel)
        root = Module("root", traffic)
        if presses:
            root.add(Hand("hand", rate=1.0 / step, plan=presses))
            root.link("hand.pressed", "traffic/drivers.presses")
        return cls(course, world, root, step=step, seed=seed)

    @classmethod
    def of_demand(cls, course: Course, demand: Demand, *, step: float = 0.1, seed: int = 1) -> Drive:
        """Vehicles that come and go on an open course."""
        routed, rate = route_demand(demand, course.lane_map), 1.0 / step
        tracks = Tracks(*routed.tables)
        traffic = Traffic("traffic", tracks=tracks, rate_hz=rate)
        population = Population("population", demand=routed, tracks=tracks, rate_hz=rate)
        return cls(course, World([VEHICLES, WEATHER]), Module("root", traffic, population), step=step, seed=seed)

    @property
    def seconds(self) -> float:
        """The date reached."""
        return self.controller.now / SECOND

    def advance(self, steps: int) -> None:
        """Make so many steps, after each of which all columns are there to be read."""
        self.controller.advance(round(steps * self.step * SECOND))
