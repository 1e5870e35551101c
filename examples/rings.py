"""Rings of one lane, several in one world, so that many densities or populations are simulated at once."""

from __future__ import annotations

from math import tau
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap, RoadNetwork
from seahaven.roads.builder import Builder, CrossSection, driving
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, Mix, Traffic, placed
from seahaven.world import WEATHER, World

Floats = NDArray[np.float64]


class Samples(NamedTuple):
    """Every vehicle once a second: when (s), on which ring, how far round it (m) and how fast (m/s)."""

    time: Floats
    ring: NDArray[np.int64]
    place: Floats
    speed: Floats

    def of(self, ring: int) -> tuple[Floats, Floats, Floats]:
        """Times, places and speeds of one ring."""
        mine = self.ring == ring
        return self.time[mine], self.place[mine], self.speed[mine]


class Rings:
    """Rings of the same length (m) and limit (m/s), each with so many vehicles of a mix, evenly spaced at first."""

    def __init__(self, vehicles: list[int], mixes: list[Mix], *, length: float, limit: float, seed: int) -> None:
        lane_map = LaneMap(_network(len(vehicles), length, limit))
        names = [f"ring{k}" for k in range(len(vehicles))]
        tracks = Tracks(Router(lane_map).routes(names, names), closed=True)
        self.lanes = np.array([lane_map.index(f"{name}:0:-1") for name in names])
        self.length = float(lane_map.length[self.lanes[0]])
        self.world = World([VEHICLES, WEATHER])
        for k, (count, mix) in enumerate(zip(vehicles, mixes, strict=True)):
            s = np.arange(count) * self.length / count
            speed = np.clip(self.length / count / 1.6 - 4.0, 0.0, limit)
            columns = {**mix.columns(np.arange(count), seed=seed, who="cars"), **placed(tracks, self.lanes[k], s, k)}
            self.world.add_many("vehicle", count, pilot="active", speed=speed, **columns)
        self._run = Controller(Module("root", Traffic("traffic", tracks=tracks)), seed=seed, store=self.world)

    def drive(self, seconds: int) -> Samples:
        """Let everybody drive, and look once a second."""
        rows = []
        ring = np.full(self.lanes.max() + 1, -1)
        ring[self.lanes] = np.arange(len(self.lanes))
        for second in range(1, seconds + 1):
            self._run.advance(SECOND)
            table = self.world.family("vehicle")
            rows.append((np.full(len(table), float(second)), ring[table.lane], table.s.copy(), table.speed.copy()))
        return Samples(*(np.concatenate(column) for column in zip(*rows, strict=True)))


def _network(rings: int, length: float, limit: float) -> RoadNetwork:
    builder, radius = Builder("rings"), length / tau
    for k in range(rings):
        section = CrossSection(forward=(driving(3.5),), backward=(), limit=limit)
        road = builder.road(f"ring{k}", section, at=(3.0 * radius * k, 0.0))
        road.left(tau / 2, radius=radius, transition=0.0).left(tau / 2, radius=radius, transition=0.0)
        builder.join(road, road)
    return builder.build()
