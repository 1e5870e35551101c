"""Our traffic against SUMO's: the same roads, vehicles and demand."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from seahaven.bench.realism.safety import inflows
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import spread_out
from seahaven.bench.sumo.inflow import demand_of, departures, write_departures
from seahaven.bench.sumo.program import Sumo
from seahaven.bench.sumo.samples import Samples, ours, sumos
from seahaven.traffic import Mix

__all__ = ["Comparison", "on_motorway", "on_ring"]


class Comparison(NamedTuple):
    """What was seen on our side, and on SUMO's by model."""

    ours: Samples
    theirs: dict[str, Samples]

    def speed_ratio(self, model: str) -> float:
        """Our mean speed over that of a model."""
        return self.ours.mean_speed / self.theirs[model].mean_speed

    def changes_ratio(self, model: str) -> float:
        """Our lane changes per vehicle-km over those of a model."""
        return self.ours.changes_per_km / max(self.theirs[model].changes_per_km, 1e-9)


def on_ring(
    course: Course, mix: Mix, count: int, models: tuple[str, ...], folder: Path, *, begin: float, seconds: float
) -> Comparison:
    """Compare so many vehicles on a closed course."""
    length = course.posts.length
    fleet = spread_out(mix, count, lanes=course.plan.edges[0].lanes, length=length)
    seen = ours(Drive.of_fleet(course, fleet), begin=begin, seconds=seconds)
    theirs = {}
    for model in models:
        demand = fleet.write_demand(folder / "fleet.rou.xml", course.plan, length=length, model=model)
        theirs[model] = sumos(Sumo(course.network, demand), course, folder, begin=begin, seconds=seconds)
    return Comparison(seen, theirs)


def on_motorway(
    course: Course, mix: Mix, level: float, models: tuple[str, ...], folder: Path, *, begin: float, seconds: float
) -> Comparison:
    """Compare a level of the motorway's demand."""
    given = departures(inflows(level, mix), until=begin + seconds)
    seen = ours(Drive.of_demand(course, demand_of(given)), begin=begin, seconds=seconds)
    theirs = {}
    for model in models:
        demand = write_departures(folder / "departures.rou.xml", given, model=model)
        theirs[model] = sumos(Sumo(course.network, demand), course, folder, begin=begin, seconds=seconds)
    return Comparison(seen, theirs)
