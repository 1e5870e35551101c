"""How many vehicles either side moves on by a step, in a second of CPU time; both in one race."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from seahaven.bench.stopwatch import all_cpu_seconds, race
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet
from seahaven.bench.sumo.program import Sumo

__all__ = ["MODELS", "Heat", "Rates", "measure"]

MODELS = ("Krauss", "IDM")
"""SUMO's models of following: its default, and the one that ours is nearest to. The faster one is held against us."""


@dataclass(frozen=True, slots=True)
class Heat:
    """How long either side drives: a warm-up, and what is measured of each in a round, in seconds of simulated time."""

    warm_up: float = 60.0
    ours: float = 30.0
    sumo: float = 15.0
    step: float = 0.1
    repeats: int = 5


class Rates:
    """Updates, moves of one vehicle by one step, per second of CPU time; by side and round."""

    def __init__(self, rates: Mapping[str, list[float]]) -> None:
        self._rates = rates

    def __getitem__(self, side: str) -> float:
        return median(self._rates[side])

    def ratio(self, side: str, other: str) -> float:
        """How many times as fast one side is as another, round by round."""
        return median(a / b for a, b in zip(self._rates[side], self._rates[other], strict=True))

    def best(self, sides: Iterable[str]) -> str:
        """The fastest of several."""
        return max(sides, key=self.__getitem__)


def measure(course: Course, fleet: Fleet, heat: Heat, folder: Path) -> Rates:
    """Race our side and SUMO's models round the course.

    SUMO goes on from the state that it kept after the warm-up. What it needs to start and to load that state is
    measured beside it and taken off, so that only steps count.
    """
    drive = Drive.of_fleet(course, fleet, step=heat.step)
    drive.advance(round(heat.warm_up / heat.step))
    sides: dict[str, Callable[[], None]] = {"ours": lambda: drive.advance(round(heat.ours / heat.step))}
    for model in MODELS:
        sides[model], sides[f"{model} loading"] = _sumo(course, fleet, heat, folder, model)
    rounds = race(*sides.values(), repeats=heat.repeats, seconds=all_cpu_seconds)
    times = {side: list(seconds) for side, seconds in zip(sides, zip(*rounds, strict=True), strict=True)}
    rates = {"ours": [len(fleet) * heat.ours / heat.step / seconds for seconds in times["ours"]]}
    for model in MODELS:
        driven = (whole - load for whole, load in zip(times[model], times[f"{model} loading"], strict=True))
        rates[model] = [len(fleet) * heat.sumo / heat.step / seconds for seconds in driven]
    return Rates(rates)


def _sumo(
    course: Course, fleet: Fleet, heat: Heat, folder: Path, model: str
) -> tuple[Callable[[], None], Callable[[], None]]:
    """What SUMO does in a round, and the same without any step."""
    demand = fleet.write_demand(folder / f"{model}.rou.xml", course.plan, length=course.posts.length, model=model)
    sumo = Sumo(course.network, demand, heat.step)
    state = sumo.keep_state(heat.warm_up, folder / f"{model}.xml.gz")
    return (
        lambda: sumo.run(heat.warm_up + heat.sumo, begin_with=state),
        lambda: sumo.run(heat.warm_up, begin_with=state),
    )
