"""Limits that heed the traffic: before a lane that ends, with and without gantries that slow those who come (G10).

    python -m examples.variable_speed_limits

Three lanes become two, and more come than get through. Gantries over two kilometres before that can show lower limits:
every half minute, as much lower as there are more vehicles at the end of the lane than get through best (integral
feedback, as in Carlson, Papamichail and Papageorgiou, 2011). `docs/pictures/variable_speed_limits.svg` has both.

How drivers come to know: `Gantries` writes the column `top_speed`, the most that a driver wishes to drive whatever the
limit, of whoever is below one. Columns are open to every module; nothing else has to know of gantries.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import SECOND, Controller, Module, Param, State, Tick, port
from seahaven.reels.chart import chart, draw_space_time, finish
from seahaven.reels.trail import INK
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, kmh, motorway
from seahaven.roads.routing import Tracks
from seahaven.traffic import VEHICLES, Demand, Flow, Journey, Mix, Population, Traffic, route_demand
from seahaven.traffic.chainage import Chainage
from seahaven.traffic.measures import PER_HOUR, PER_KM, passing_times, space_time
from seahaven.world import WEATHER, World, reads, writes

BEFORE, AFTER, TAPER = 4000.0, 1200.0, 150.0
LIMIT, LEAST, STEP = kmh(120), kmh(50), kmh(10)
RATE, MINUTES = 3900.0 / PER_HOUR, 15
GANTRIES = BEFORE - 2500.0, BEFORE - 500.0
"""From where to where limits are shown; beyond, one speeds up again."""
WATCHED = BEFORE - 500.0, BEFORE
WANTED, GAIN, EVERY = 2 * 22.0 / PER_KM, 2.0 * kmh(1) * PER_KM, 30
"""Vehicles per metre of road there at which most get through; m/s per vehicle per metre more; seconds."""


class Gantries(Module):
    """Shows a limit that falls while there are too many where the lane ends, and rises again."""

    posts: Param[Chainage]
    limit: State[float] = port(LIMIT, unit="m/s")
    counted: State[float] = port(0.0, doc="densities where the lane ends, summed up since the limit was set")
    own: State[dict[int, float]] = port({}, doc="what each driver wishes at most where no limit is shown")

    seen = reads("vehicle", "lane", "s", "speed_factor", "top_speed")
    wish = writes("vehicle", "top_speed")

    def step(self, tick: Tick) -> None:
        """Count, show another limit now and then, and tell those who are below one."""
        place = self.posts.at(self.seen.lane, self.seen.s)
        self.counted += float(((place > WATCHED[0]) & (place < WATCHED[1])).sum()) / (WATCHED[1] - WATCHED[0])
        if (tick.index + 1) % EVERY == 0:
            wanted = self.limit + GAIN * (WANTED - self.counted / EVERY)
            self.limit, self.counted = float(np.clip(wanted, LEAST, LIMIT)), 0.0
        known = zip(self.seen.ids.tolist(), self.seen.top_speed.tolist(), strict=True)
        self.own = {vehicle: self.own.get(vehicle, speed) for vehicle, speed in known}
        own, shown = np.array(list(self.own.values())), STEP * round(self.limit / STEP)
        is_below = (place > GANTRIES[0]) & (place < GANTRIES[1])
        self.wish.top_speed = np.where(is_below, np.minimum(own, self.seen.speed_factor * shown), own)


class Drive(NamedTuple):
    """Every vehicle once a second: when (s), which, how far along the road (m), and how fast (m/s)."""

    time: NDArray[np.float64]
    vehicle: NDArray[np.int64]
    place: NDArray[np.float64]
    speed: NDArray[np.float64]

    def __str__(self) -> str:
        passed = passing_times(self.time, self.vehicle, self.place, at=BEFORE + 0.5 * AFTER)
        late = (passed > 30.0 * MINUTES).sum() / (30.0 * MINUTES)
        return f"{PER_HOUR * late:,.0f} vehicles/h get through, {PER_KM / self.speed.mean():.0f} s per km"


def drive(*, is_controlled: bool, minutes: int = MINUTES, seed: int = 3) -> Drive:
    """A quarter of an hour before the end of the lane."""
    road = (builder := Builder("works")).road("A1", motorway(lanes=3, limit=LIMIT).one_way())
    road.straight(BEFORE - TAPER).drop_lane(taper=TAPER).straight(AFTER + TAPER)
    lane_map = LaneMap(builder.build())
    flow = Flow("all", Journey("A1", "A1"), rate=RATE, mix=Mix.named({"car": 0.9, "truck": 0.1}))
    demand = route_demand(Demand(flows=(flow,)), lane_map)
    tracks, posts, world = Tracks(*demand.tables), Chainage(lane_map, ["A1"]), World([VEHICLES, WEATHER])
    root = Module("root", Traffic("traffic", tracks=tracks, rate_hz=5.0))
    root.add(Population("all", demand=demand, tracks=tracks, rate_hz=5.0))
    if is_controlled:
        root.add(Gantries("gantries", rate=1, posts=posts))
    rows = []
    with Controller(root, seed=seed, store=world) as run:
        for second in range(60 * minutes):
            run.advance(SECOND)
            cars = world.family("vehicle")
            place = posts.at(cars.lane, cars.s)
            rows.append((np.full(len(cars), float(second)), cars.ids.copy(), place, cars.speed.copy()))
    return Drive(*(np.concatenate(column) for column in zip(*rows, strict=True)))


def draw(free: Drive, controlled: Drive, path: Path) -> None:
    """Both drives through time and space, with what came of them."""
    drives = (free, "always 120 km/h"), (controlled, "by feedback")
    with chart(path, title="A lane ends, and limits heed it", height=7.0) as figure:
        for axes, (one, name) in zip(figure.subplots(2, 1, sharex=True), drives, strict=True):
            cells = space_time(
                one.time, one.place, one.speed, every=1.0, end=60.0 * MINUTES, length=BEFORE + AFTER,
                cell_time=10.0, cell_length=50.0,
            )  # fmt: skip
            draw_space_time(axes, cells.time, cells.place, cells.speed, fastest=LIMIT)
            axes.axhline(BEFORE / PER_KM, color=INK, linewidth=0.8, linestyle=":")
            finish(axes, f"Limit {name}: {one}; km along the road", "min")


if __name__ == "__main__":
    drives = drive(is_controlled=False), drive(is_controlled=True)
    draw(*drives, Path("docs/pictures/variable_speed_limits.svg"))
    print(f"without control {drives[0]}\nwith control    {drives[1]}\nsee docs/pictures/variable_speed_limits.svg")
