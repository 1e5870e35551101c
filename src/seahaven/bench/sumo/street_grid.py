"""A town of streets at right angles with lights at every crossing, and random trips through it; for both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from pathlib import Path
from string import ascii_uppercase
from typing import ClassVar, TypeAlias

import numpy as np

from seahaven.bench.sumo.inflow import Departure, demand_of, write_departures
from seahaven.bench.sumo.program import Sumo, run_program
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.kernel import Stream
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import read_sumo
from seahaven.traffic import CAR, route_demand

__all__ = ["StreetGrid"]

Crossing: TypeAlias = tuple[int, int]

WAYS = 1500
"""How many ways there are, one of which everybody takes: enough to come by every street."""
LEAST_BLOCKS = 2


@dataclass(frozen=True)
class StreetGrid:
    """So many streets each way, `block` metres apart, with three lanes in each direction.

    Everybody drives from one crossing to another along two streets, first the one or first the other as the lot says:
    so nobody makes a detour, few turn against oncoming traffic, and traffic spreads over the streets.
    """

    streets: int
    folder: Path
    block: float = 400.0
    LANES: ClassVar = 3

    @cached_property
    def network(self) -> Path:
        """The network that SUMO makes, with its own programs for the lights."""
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self.folder / "grid.net.xml"
        run_program(
            "netgenerate", "--grid", f"--grid.number={self.streets}", f"--grid.length={self.block}",
            f"--default.lanenumber={self.LANES}", "--default-junction-type=traffic_light", "--no-turnarounds",
            "--output-file", str(target),
        )  # fmt: skip
        return target

    @cached_property
    def lane_map(self) -> LaneMap:
        """The lanes, from SUMO's file."""
        return LaneMap(read_sumo(self.network))

    def departures(self, *, rate: float, until: float, seed: int = 1) -> list[Departure]:
        """Everybody who sets out up to a date, `rate` a second: the very same vehicles for both sides."""
        ways = [tuple(self._way(number, seed)) for number in range(WAYS)]
        most = np.arange(ceil(rate * until + 6.0 * sqrt(rate * until)) + 1)
        times = np.cumsum(-np.log1p(-Stream.named(seed, "grid/departures").uniforms(most))) / rate
        taken = (len(ways) * Stream.named(seed, "grid/ways").uniforms(most)).astype(np.int64)
        given = zip(times[times < until].tolist(), taken.tolist(), strict=False)
        return [Departure(f"trip.{k}", time, CAR, ways[way]) for k, (time, way) in enumerate(given)]

    def _way(self, number: int, seed: int) -> Iterator[str]:
        """The edges from one crossing to another, with one turn at most."""
        here, there = self._ends(number, Stream.named(seed, "grid/places"))
        first = int(2 * Stream.named(seed, "grid/turns").uniform(entity=number))
        for axis in (first, 1 - first):
            while here[axis] != there[axis]:
                step = 1 if there[axis] > here[axis] else -1
                after = (here[0] + step, here[1]) if axis == 0 else (here[0], here[1] + step)
                yield f"{_name(here)}{_name(after)}"
                here = after

    def _ends(self, number: int, places: Stream) -> tuple[Crossing, Crossing]:
        """Two crossings that are at least two blocks apart."""
        x = y = u = v = draw = 0
        while abs(x - u) + abs(y - v) < LEAST_BLOCKS:
            x, y, u, v = (int(self.streets * places.uniform(entity=number, draw=draw + k)) for k in range(4))
            draw += 4
        return (x, y), (u, v)

    def drive(self, given: list[Departure], *, step: float, seed: int = 1) -> TownDrive:
        """Our side with these vehicles, before its first step."""
        return TownDrive(
            route_demand(demand_of(given, crowd="grid"), self.lane_map), self.lane_map, step=step, seed=seed
        )

    def sumo(self, given: list[Departure], *, step: float, model: str) -> Sumo:
        """SUMO with these vehicles, which follow by one of its models."""
        demand = write_departures(self.folder / f"{model}.rou.xml", given, model=model)
        return Sumo(self.network, demand, step)


def _name(crossing: Crossing) -> str:
    """As SUMO calls it: a letter for the avenue, a number for the street."""
    return f"{ascii_uppercase[crossing[0]]}{crossing[1]}"
