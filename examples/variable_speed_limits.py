"""Limits that heed the traffic: before a lane that ends, with and without gantries that slow those who come (G10).

    python -m examples.variable_speed_limits

Three lanes become two, and more come than get through. Gantries over two kilometres before that can show lower limits:
every half minute, as much lower as there are more vehicles at the end of the lane than get through best (integral
feedback, as in Carlson, Papamichail and Papageorgiou, 2011); `gantries.py` has them. What gets through differs from
road to road by chance, so there are three roads of each sort side by side, and the difference is told with its standard
error. The picture is `docs/pictures/variable_speed_limits.svg`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from examples.gantries import DROP, LIMIT, Gantries
from seahaven.kernel import SECOND, Controller, Module
from seahaven.measures import PER_HOUR, PER_KM, passing_times, space_time
from seahaven.reels.charts import INK, chart, draw_space_time, finish
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.routing import Tracks
from seahaven.traffic import VEHICLES, Chainage, Demand, Flow, Journey, Mix, Population, Traffic, route_demand
from seahaven.world import WEATHER, World

COPIES = 3
"""Roads without gantries, and as many with them."""
AFTER, TAPER, RATE, MINUTES = 1200.0, 150.0, 4300.0 / PER_HOUR, 12


class Drive(NamedTuple):
    """Every vehicle once a second: when (s), which, on which road, how far along it (m), and how fast (m/s)."""

    time: NDArray[np.float64]
    vehicle: NDArray[np.int64]
    road: NDArray[np.int64]
    place: NDArray[np.float64]
    speed: NDArray[np.float64]

    def of(self, road: int) -> Drive:
        """Those of one road; the first have no gantries, the others do."""
        return Drive(*(column[self.road == road] for column in self))

    def through(self, road: int) -> float:
        """Vehicles per hour that pass the end of the lane in the second half."""
        one, half = self.of(road), 0.5 * self.time.max()
        passed = passing_times(one.time, one.vehicle, one.place, at=DROP + 0.5 * AFTER)
        return float((passed > half).sum() / half * PER_HOUR)


def drive(minutes: int = MINUTES, copies: int = COPIES, seed: int = 3) -> Drive:
    """All roads at once."""
    builder, names = Builder("works"), [f"A{k}" for k in range(2 * copies)]
    for k, name in enumerate(names):
        road = builder.road(name, motorway(lanes=3, limit=LIMIT).one_way(), at=(0.0, -100.0 * k))
        road.straight(DROP - TAPER).drop_lane(taper=TAPER).straight(AFTER + TAPER)
    lane_map, mix = LaneMap(builder.build()), Mix.named({"car": 0.9, "truck": 0.1})
    flows = tuple(Flow(name, Journey(name, name), rate=RATE, mix=mix) for name in names)
    demand = route_demand(Demand(flows=flows), lane_map)
    tracks, posts = Tracks(*demand.tables), tuple(Chainage(lane_map, [name]) for name in names)
    root = Module("root", Traffic("traffic", tracks=tracks, rate_hz=5.0))
    root.add(Population("all", demand=demand, tracks=tracks, rate_hz=5.0))
    root.add(Gantries("gantries", rate=1, roads=posts[copies:]))
    every, rows, world = Chainage(lane_map, names), [], World([VEHICLES, WEATHER])
    with Controller(root, seed=seed, store=world) as run:
        for second in range(60 * minutes):
            run.advance(SECOND)
            cars = world.family("vehicle")
            road, place = np.divmod(every.at(cars.lane, cars.s), every.length / len(names))
            rows.append((np.full(len(cars), float(second)), cars.ids.copy(), road, place, cars.speed.copy()))
    return Drive(*(np.concatenate(column) for column in zip(*rows, strict=True)))


def told(result: Drive, copies: int = COPIES) -> str:
    """How many get through on both sorts of roads, and by how much that differs, with its standard error."""
    free, shown = (np.array([result.through(k) for k in range(first, first + copies)]) for first in (0, copies))
    error = np.sqrt((free.var(ddof=1) + shown.var(ddof=1)) / copies)
    gain = f"{shown.mean() - free.mean():+,.0f} ± {error:,.0f}"
    return f"{free.mean():,.0f} vehicles/h get through without, {shown.mean():,.0f} with gantries: {gain}"


def draw(result: Drive, path: Path, copies: int = COPIES) -> None:
    """The first road of each sort through time and space, and what came of all of them."""
    with chart(path, title=told(result, copies), height=7.0) as figure:
        for axes, road, name in zip(figure.subplots(2, 1, sharex=True), (0, copies), ("out", ""), strict=True):
            one = result.of(road)
            cells = space_time(
                one.time, one.place, one.speed, every=1.0, end=result.time.max(), length=DROP + AFTER,
                cell_time=10.0, cell_length=50.0,
            )  # fmt: skip
            draw_space_time(axes, cells.time, cells.place, cells.speed, fastest=LIMIT)
            axes.axhline(DROP / PER_KM, color=INK, linewidth=0.8, linestyle=":")
            finish(
                axes, f"A road with{name} gantries, in km: {result.through(road):,.0f} vehicles/h get through", "min"
            )


if __name__ == "__main__":
    result = drive()
    draw(result, Path("docs/pictures/variable_speed_limits.svg"))
    print(f"{told(result)}\nsee docs/pictures/variable_speed_limits.svg")
