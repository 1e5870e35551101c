"""What is measured of traffic's speed, and the goals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.parts import Part, chosen
from seahaven.bench.roads.rows import DATA
from seahaven.bench.row import Row
from seahaven.bench.sumo.cologne import HOUR
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet, spread_out
from seahaven.bench.sumo.plan import ring
from seahaven.bench.traffic.positions import subscription_cost
from seahaven.bench.traffic.rates import MODELS, Heat, measure
from seahaven.bench.traffic.recorded import recorded_step
from seahaven.bench.traffic.scale import cost_ratio, differing_dates, order_differences, two_threads
from seahaven.bench.traffic.shares import time_shares
from seahaven.bench.traffic.step_rows import run_rows, step_rows
from seahaven.bench.traffic.town_rates import TOWN_HEAT
from seahaven.bench.traffic.town_rows import MILLION, bologna_rows, cologne_rows, grid_rows
from seahaven.traffic import CAR, Mix

__all__ = ["PARTS", "TrafficBench"]

PARTS = ("steps", "rings", "grid", "bologna", "cologne", "runs")
"""What is measured, in this order."""

LENGTH, LANES = 6000.0, 6
SUMO_BAR, SPARSE_GOAL = 10, 25
"""How many times as fast as SUMO rings have to be, and one with few vehicles is meant to be."""
GOALS = Heat()
QUICK = Heat(warm_up=20.0, ours=10.0, sumo=5.0, repeats=3)
QUICK_HOUR = 600.0
QUICK_TOWN = Heat(warm_up=180.0, ours=30.0, sumo=15.0, step=0.5, repeats=2)


@dataclass(frozen=True, slots=True)
class TrafficBench:
    """How fast traffic is; the sizes are those of its goals: the GASP paper's load, and 20 vehicles/km/lane."""

    dense: int = 2800
    sparse: int = 720
    few: int = 20
    many: int = 100_000
    heat: Heat = GOALS
    steps: int = 20
    """How many steps a round of the large fleet has."""
    streets: int = 14
    """Of the grid, each way."""
    hour: float = HOUR
    """How many seconds of Cologne's hour are played."""
    per_second: float = 15.0
    """Trips that set out in the grid: so many that about 7,700 vehicles are under way."""
    town_heat: Heat = TOWN_HEAT
    data: Path = DATA
    """The folder of road files that others made."""
    parts: tuple[str, ...] = PARTS

    name = "traffic"
    about = (
        "Steps of few vehicles; rings, a grid with lights, Bologna and Cologne against SUMO; 100,000 vehicles, two "
        "threads; resets and second worlds"
    )
    libraries = ("eclipse-sumo", "numba", "numpy")

    def quick(self) -> TrafficBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, heat=QUICK, town_heat=QUICK_TOWN, many=20_000, per_second=5.0, hour=QUICK_HOUR)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about a quarter of an hour."""
        require_peer(self.name, "eclipse-sumo")
        measured: dict[str, Part] = {
            "steps": lambda told: step_rows(heat=self.heat, progress=told),
            "rings": self._rings,
            "grid": lambda told: grid_rows(
                streets=self.streets, per_second=self.per_second, heat=self.town_heat, progress=told
            ),
            "bologna": lambda told: bologna_rows(self.data, heat=self.town_heat, progress=told),
            "cologne": lambda told: cologne_rows(
                self.data, seconds=self.hour, step=self.town_heat.step, repeats=self.heat.repeats, progress=told
            ),
            "runs": lambda told: run_rows(repeats=self.heat.repeats, progress=told),
        }
        for part in chosen(self.name, self.parts, among=PARTS):
            yield from measured[part](progress)

    def _rings(self, progress: Progress) -> Iterator[Row]:
        with TemporaryDirectory() as folder:
            small = Course.made(ring(LENGTH, lanes=LANES), Path(folder, "ring"))
            for count in (self.dense, self.sparse):
                progress(f"{count:,} vehicles against SUMO")
                yield from self._against_sumo(small, count, Path(folder))
            progress("SUMO telling positions")
            yield self._positions(small, Path(folder))
            progress("recording")
            yield self._recorded(small, Path(folder))
            progress("where the time goes")
            yield from self._shares(small)
            progress(f"{self.many:,} vehicles")
            large = Course.made(ring(LENGTH * self.many / self.dense, lanes=LANES), Path(folder, "large"))
            yield from self._scale(small, large, progress)

    def _fleet(self, course: Course, count: int) -> Fleet:
        return spread_out(Mix.of(CAR), count, lanes=LANES, length=course.posts.length)

    def _against_sumo(self, course: Course, count: int, folder: Path) -> Iterator[Row]:
        rates = measure(course, self._fleet(course, count), self.heat, folder)
        best = rates.best(MODELS)
        ring_of, ratio, unit = f"6 km ring of {count:,}", rates.ratio("ours", best), f"SUMO's {best}"
        if count == self.sparse:
            yield Row.at_least(f"{ring_of}, against SUMO", ratio, unit, limit=SPARSE_GOAL).first_at_least(SUMO_BAR)
        else:
            yield Row.at_least(f"{ring_of}, against SUMO", ratio, unit, limit=SUMO_BAR)
        yield Row(f"{ring_of}", rates["ours"] / 1e6, MILLION)
        for model in MODELS:
            yield Row(f"{ring_of}, SUMO's {model}", rates[model] / 1e6, MILLION)

    def _positions(self, course: Course, folder: Path) -> Row:
        fleet = self._fleet(course, self.dense)
        demand = fleet.write_demand(folder / "told.rou.xml", course.plan, length=course.posts.length, model=MODELS[0])
        rate = subscription_cost(
            course, demand, len(fleet), steps=round(self.heat.sumo / self.heat.step), step=self.heat.step
        )
        return Row(f"6 km ring of {self.dense:,}, SUMO's {MODELS[0]} telling positions", rate / 1e6, MILLION)

    def _recorded(self, course: Course, folder: Path) -> Row:
        fleet, steps = self._fleet(course, self.few), round(self.heat.ours / self.heat.step)
        ratio = recorded_step(course, fleet, steps=steps, repeats=self.heat.repeats, folder=folder)
        return Row.at_most(
            f"step of {self.few} vehicles, recorded at 10 Hz", ratio, "without", limit=1.1
        ).first_at_most(1.3)

    def _shares(self, course: Course) -> Iterator[Row]:
        for count in (self.dense, self.sparse):
            drive = Drive.of_fleet(course, self._fleet(course, count))
            drive.advance(10 * self.steps)
            costs = time_shares(drive, steps=10 * self.steps)
            for part, cost in costs.items():
                yield Row(f"{count:,}: {part}", 100.0 * cost / sum(costs.values()), f"% of a step, {cost:.0f} ns")

    def _scale(self, small: Course, large: Course, progress: Progress) -> Iterator[Row]:
        few, many = self._fleet(small, self.dense), self._fleet(large, self.many)
        ratio = cost_ratio((small, few), (large, many), steps=self.steps, repeats=self.heat.repeats)
        unit = f"of one of {self.dense:,}"
        yield Row.at_most(f"{self.many:,} vehicles, cost of one", ratio, unit, limit=1.5)
        progress("two threads")
        threads = two_threads(large, many, steps=self.steps, repeats=self.heat.repeats)
        unit = f"one thread, on the wall clock; {threads.others:.1f} other programs ran"
        yield Row.at_least("two threads", threads.speed_up, unit, limit=1.5)
        yield Row("two threads, rate", threads.rate / 1e6, "million updates/s on the wall clock")
        differing = differing_dates(small, few, dates=5, steps=self.steps)
        yield Row.at_most("dates at which two threads give other bytes", differing, "of 5", limit=0)
        found = order_differences(small, few, dates=5, steps=self.steps)
        unit = f"of 5; the first {found[0]}" if found else "of 5"
        yield Row.at_most("dates at which another order of vehicles gives other bytes", len(found), unit, limit=0)
