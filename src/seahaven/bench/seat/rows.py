"""The bench of seats, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.row import Row

__all__ = ["SeatBench"]

FREE_GOAL = 1.15
"""Times the step of the driver machine."""
SUBSTEPS_GOAL, EXCHANGE_GOAL = 20.0, 250.0
"""Microseconds."""
APART_GOAL, LATE_GOAL = 5.0, 5.0
"""Centimetres after 10 s, and milliseconds."""
PACED_VEHICLES = (45.0, 55.0)
"""In the run that is held to its pace: about 50, or its lateness says nothing."""


@dataclass(frozen=True, slots=True)
class SeatBench:
    """What a freely driven subject, a program in the seat and a pace of 100 Hz cost; in the sizes of its goals."""

    steps: int = 50
    repeats: int = 15
    views: int = 3000
    paced: float = 600.0
    """In seconds."""

    name = "seat"
    about = "Driving freely, programs in the seat, and the vehicle model against that of commonroad-vehicle-models"
    libraries = ("commonroad-vehicle-models", "msgpack", "numba", "numpy")

    def quick(self) -> SeatBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, repeats=5, views=1000, paced=20.0)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about twelve minutes, ten of which are a run that is held to its pace."""
        require_peer(self.name, "commonroad-vehicle-models")
        from seahaven.bench.seat import figures

        progress("a freely driven vehicle among others")
        share = figures.free_share(steps=self.steps, repeats=self.repeats)
        name = f"freely driven among {share.vehicles} on a motorway, a step"
        yield Row.at_most(name, share.ratio, "driver machine", limit=FREE_GOAL)
        yield Row("the same", 1e6 * share.free, "µs CPU")
        yield Row("the same with the driver machine", 1e6 * share.machine, "µs CPU")
        progress("the vehicle model")
        cost = 1e6 * figures.substeps_cost(calls=2000, repeats=self.repeats)
        yield Row.at_most("ten substeps of the vehicle model", cost, "µs CPU", limit=SUBSTEPS_GOAL)
        for manoeuvre, apart in figures.distances().items():
            yield Row.at_most(f"{manoeuvre}, from `st` after 10 s", 100.0 * apart, "cm", limit=APART_GOAL)
        progress("a program in the seat")
        times = 1e6 * figures.exchange_times(views=self.views)
        yield Row.at_most("view to a program and back, median", float(np.median(times)), "µs", limit=EXCHANGE_GOAL)
        yield Row("view to a program and back, p99", float(np.percentile(times, 99)), "µs")
        progress(f"{self.paced:g} s at their pace")
        late, vehicles = figures.lateness(self.paced)
        low, high = PACED_VEHICLES
        yield Row.within("vehicles in the paced run, mean", vehicles, "vehicles", low=low, high=high)
        name = f"lateness at 100 Hz with {vehicles:.0f} vehicles, {self.paced:g} s"
        yield Row.at_most(f"{name}, p99", 1e3 * float(np.percentile(late, 99)), "ms", limit=LATE_GOAL)
        yield Row(f"{name}, p99.9", 1e3 * float(np.percentile(late, 99.9)), "ms")
