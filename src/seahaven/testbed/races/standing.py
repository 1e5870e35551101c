"""Who came before whom over all heats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from seahaven.testbed.races.heat import Heat

__all__ = ["Standing", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A racer over all heats: how many it drove, finished, won, and in how many all held that is required.

    Times (s) are those of the heats that it finished, null where it finished none; `failures` counts the heats in which
    each requirement did not hold, and `ended` those that ended before the finish, by why.
    """

    name: str
    driver: str
    heats: int
    passed: int
    finished: int
    won: int
    mean_time: float | None
    best_time: float | None
    mean_place: float
    failures: tuple[tuple[str, int], ...]
    ended: tuple[tuple[str, int], ...]

    @property
    def rank(self) -> tuple[int, int, float, str]:
        """The lower, the better: in how many heats all held, how many it finished, how long they took."""
        return -self.passed, -self.finished, float("inf") if self.mean_time is None else self.mean_time, self.name

    def as_dict(self) -> dict[str, Any]:
        """It as JSON has it."""
        told = {name: getattr(self, name) for name in self.__slots__}
        return {**told, "failures": dict(self.failures), "ended": dict(self.ended)}


def standings(heats: Sequence[Heat]) -> list[Standing]:
    """All racers, the best first. A race is no reason to run into others: what is required counts before the time."""
    names = dict.fromkeys(run.name for heat in heats for run in heat.runs)
    return sorted((_standing(name, heats) for name in names), key=lambda one: one.rank)


def _standing(name: str, heats: Sequence[Heat]) -> Standing:
    driven = [(heat.place(name), run) for heat in heats if (run := heat.run(name))]
    times = [run.finish for _, run in driven if run.finish is not None]
    failures = Counter(finding.requirement for _, run in driven for finding in run.verdict.failures)
    drivers = [dict(heat.outcome.variant.grid).get(name, "") for heat in heats]
    return Standing(
        name=name,
        driver=next(filter(None, drivers), ""),
        heats=len(driven),
        passed=sum(run.has_passed for _, run in driven),
        finished=len(times),
        won=sum(place == 1 and run.finish is not None for place, run in driven),
        mean_time=round(mean(times), 3) if times else None,
        best_time=round(min(times), 3) if times else None,
        mean_place=round(mean(place for place, _ in driven), 2),
        failures=tuple(failures.most_common()),
        ended=tuple(Counter(run.ended for _, run in driven if run.ended).most_common()),
    )
