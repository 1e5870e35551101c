"""What is measured of small worlds: their steps, a vehicle with another owner, resets and second worlds; the goals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet, spread_out
from seahaven.bench.sumo.plan import ring
from seahaven.bench.traffic.rates import Heat
from seahaven.bench.traffic.runs import EXAMPLES, opening_cost, reset_costs
from seahaven.bench.traffic.steps import owned_steps, small_town, step_cost
from seahaven.traffic import CAR, Mix

__all__ = ["run_rows", "step_rows"]

LENGTH, LANES = 2000.0, 3
"""The small ring, in metres."""
FEW, SOME = 20, 218
"""Vehicles on it: as around one driver, and among which one has another owner."""
TOWN_WARM_UP = 100.0
"""In seconds; in the five minutes after them 24 to 31 vehicles are under way in the town."""
RING_BAR, RING_GOAL = 30, 12
TOWN_BAR, TOWN_GOAL = 110, 60
"""Microseconds of a step."""
OWNER_BAR, OWNER_GOAL = 1.1, 1.03
"""Times the step in which no vehicle has another owner."""
RESET_BARS: Final = {"motorway": 2.0, "town": 5.0}
RESET_GOAL = 0.1
"""Milliseconds of a reset, by example."""
WORLD_BAR, WORLD_GOAL = 0.3, 0.1
"""Seconds in which a town's second world in a process has made its first step."""


def step_rows(*, heat: Heat, progress: Progress) -> Iterator[Row]:
    """Steps of few vehicles on a ring and in a town, and of a vehicle with another owner among some."""
    steps = round(heat.ours / heat.step)
    with TemporaryDirectory() as folder:
        course = Course.made(ring(LENGTH, lanes=LANES), Path(folder))
        progress(f"steps of {FEW} vehicles")
        few = Drive.of_fleet(course, _fleet(course, FEW))
        few.advance(round(heat.warm_up / heat.step))
        cost = step_cost(few, steps=steps, repeats=heat.repeats)
        yield Row.at_most(f"{FEW} on a ring, a step", cost, "µs CPU", limit=RING_GOAL).first_at_most(RING_BAR)
        progress("steps in a town")
        yield _town(steps, heat.repeats)
        progress("another owner")
        ratios = owned_steps(course, _fleet(course, SOME), steps=steps, repeats=heat.repeats)
    for what, ratio in ratios.items():
        row = Row.at_most(f"another owner of one of {SOME}: {what}", ratio, "a step without", limit=OWNER_GOAL)
        yield row.first_at_most(OWNER_BAR)


def _fleet(course: Course, count: int) -> Fleet:
    return spread_out(Mix.of(CAR), count, lanes=LANES, length=course.posts.length)


def _town(steps: int, repeats: int) -> Row:
    until = TOWN_WARM_UP + steps * (repeats + 1)
    town = small_town(until=until)
    town.advance(round(TOWN_WARM_UP / town.step))
    before = len(town.vehicles)
    cost = step_cost(town, steps=steps, repeats=repeats)
    count = round(0.5 * (before + len(town.vehicles)))
    return Row.at_most(
        "28 in a town, a step", cost, f"µs CPU, {count} there at the time", limit=TOWN_GOAL
    ).first_at_most(TOWN_BAR)  # fmt: skip


def run_rows(*, repeats: int, progress: Progress) -> Iterator[Row]:
    """Resets of runs, and a second world in a process."""
    for name, bar in RESET_BARS.items():
        progress(f"resets, {name}")
        for seed, reset in reset_costs(EXAMPLES / f"{name}.study.yaml", repeats=repeats).items():
            unit = f"ms CPU, {1e3 * reset.call:,.1f} of them in the call"
            row = Row.at_most(f"reset of a run, {name}, {seed}", 1e3 * reset.whole, unit, limit=RESET_GOAL)
            yield row.first_at_most(bar)
    progress("a second world")
    seconds = opening_cost(EXAMPLES / "town.study.yaml", repeats=repeats)
    yield Row.at_most("second world in a process, town", seconds, "s CPU", limit=WORLD_GOAL).first_at_most(WORLD_BAR)
