"""What is measured of towns with a demand, with the accepted range beside each value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress
from seahaven.bench.code_version import code_version
from seahaven.bench.realism.towns.demand_town import DemandTown, towns_in
from seahaven.bench.realism.towns.features import FEATURES
from seahaven.bench.realism.towns.hour import Hour, kept
from seahaven.bench.realism.towns.our_hour import our_hour
from seahaven.bench.realism.towns.sumo_hour import sumo_hour
from seahaven.bench.row import Row
from seahaven.errors import InputError

__all__ = ["Plan", "town_hours"]

HOUR = 3600.0
STEPS = (0.5, 0.1)
LONG_STAND = 180.0
"""Seconds that no vehicle stands, unless one of SUMO's does."""
JAMMED = 300.0
"""Where one of SUMO's vehicles stands for more seconds than this, travel times are not compared."""
ROOMS = (
    "behaviour",
    "geometry",
    "hcsm",
    "kernel",
    "motion",
    "roads",
    "takes",
    "traffic",
    "world",
    "bench/realism/towns",
)
"""Rooms whose code the figures of our side depend on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is driven: seconds, seeds, lengths of steps (s)."""

    seconds: float = HOUR
    feature_seconds: float = HOUR / 3.0
    seeds: int = 3
    steps: tuple[float, ...] = STEPS


@dataclass(frozen=True, slots=True)
class Compared:
    """Both sides' hours in a town at one length of step, seed by seed."""

    ours: Sequence[Hour]
    theirs: Sequence[Hour]

    @property
    def arrived(self) -> tuple[float, float]:
        """How many vehicles arrived, on the average: ours, SUMO's."""
        return fmean(hour.arrived for hour in self.ours), fmean(hour.arrived for hour in self.theirs)

    @property
    def times(self) -> tuple[float, float]:
        """Mean travel times (s) of the vehicles that arrived on both sides: ours, SUMO's; NaN where there are none."""
        pairs = [
            (ours.times[name], theirs.times[name])
            for ours, theirs in zip(self.ours, self.theirs, strict=True)
            for name in ours.times.keys() & theirs.times.keys()
        ]
        if not pairs:
            return float("nan"), float("nan")
        return fmean(pair[0] for pair in pairs), fmean(pair[1] for pair in pairs)

    @property
    def longest(self) -> tuple[float, float]:
        """The longest stand (s): ours, SUMO's."""
        return max(hour.longest for hour in self.ours), max(hour.longest for hour in self.theirs)

    @property
    def collisions(self) -> int:
        """Ours."""
        return sum(hour.collisions for hour in self.ours)

    def rows(self, name: str) -> Iterator[Row]:
        """The four figures that the town is judged by."""
        ours, theirs = self.arrived
        if not theirs:
            yield Row(f"{name}: arrived", float("nan"), f"of SUMO's vehicles none, of ours {ours:,.0f}")
        else:
            unit = f"% of SUMO's: {ours:,.0f} and {theirs:,.0f}"
            yield Row.within(f"{name}: arrived", 100.0 * ours / theirs, unit, low=97, high=103)
        longest, longest_of_sumo = self.longest
        ours, theirs = self.times
        unit = f"% of SUMO's: {ours:.0f} and {theirs:.0f} s"
        if longest_of_sumo <= JAMMED and ours == ours:
            yield Row.within(f"{name}: travel time", 100.0 * ours / theirs, unit, low=85, high=115)
        else:
            yield Row(f"{name}: travel time", 100.0 * ours / theirs, f"{unit}, not compared")
        told = [f"seed {seed}: {text}" for seed, hour in enumerate(self.ours, 1) for text in hour.told]
        unit = f"in all, by SUMO {sum(hour.collisions for hour in self.theirs)}"
        yield Row.at_most(f"{name}: collisions", self.collisions, unit, limit=0).with_details(told)
        unit = f"s, by SUMO {longest_of_sumo:.0f}"
        yield Row.at_most(f"{name}: longest stand", longest, unit, limit=max(LONG_STAND, longest_of_sumo))


def town_hours(
    data: Path, plan: Plan, *, own: DemandTown | None = None, out: Path | None = None, progress: Progress
) -> Iterator[Row]:
    """Compare all towns of a folder and the generated ones, or a town of the caller's own alone.

    What was driven is kept in the folder `out`, so a run that was stopped goes on there.
    """
    with TemporaryDirectory() as folder:
        runs = _Runs(plan, Path(folder), out or Path(folder) / "kept", progress)
        if own:
            yield from runs.rows(own, plan.seconds)
            return
        found = list(towns_in(data / "sumo")) if (data / "sumo").is_dir() else []
        if not found:
            yield Row.skipped("towns against SUMO", f"none in {data / 'sumo'}; name the folder with --data")
        for town in found:
            yield from runs.rows(town, plan.seconds)
        for sketch in FEATURES:
            town = sketch.town(Path(folder) / sketch.name.replace(" ", "_"), seconds=plan.feature_seconds)
            yield from runs.rows(town, plan.feature_seconds)


@dataclass(frozen=True, slots=True)
class _Runs:
    plan: Plan
    folder: Path
    out: Path
    progress: Progress

    def rows(self, town: DemandTown, seconds: float) -> Iterator[Row]:
        for step in self.plan.steps:
            name = f"{town.name}, steps of {step:g} s"
            try:
                compared = self._compared(town, name, step, town.seconds(seconds))
            except InputError as reason:
                yield Row.skipped(name, str(reason))
                continue
            yield from compared.rows(name)

    def _compared(self, town: DemandTown, name: str, step: float, seconds: float) -> Compared:
        ours, theirs = list[Hour](), list[Hour]()
        about, code = f"{town.name}-{town.digest}-{seconds:g}-{step:g}".replace(" ", "_"), code_version(ROOMS)
        for seed in range(1, self.plan.seeds + 1):
            self.progress(f"{name}, seed {seed} of {self.plan.seeds}, SUMO")
            kept_in = self.out / f"{about}-{seed}-sumo.json"
            theirs.append(kept(kept_in, partial(sumo_hour, town, self.folder, step=step, seed=seed, seconds=seconds)))
            self.progress(f"{name}, seed {seed} of {self.plan.seeds}")
            kept_in = self.out / f"{about}-{seed}-{code}.json"
            ours.append(kept(kept_in, partial(our_hour, town, self.folder, step=step, seed=seed, seconds=seconds)))
        return Compared(ours, theirs)
