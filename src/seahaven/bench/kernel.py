"""The kernel's bench: activations, dates, copies and recording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.copies import copy_costs
from seahaven.bench.recording import date_cost, recording_rate
from seahaven.bench.ring import activation_cost
from seahaven.bench.row import Row

__all__ = ["KernelBench"]

ONE_RATE = (100,) * 10
TEN_RATES = tuple(range(10, 101, 10))


@dataclass(frozen=True, slots=True)
class KernelBench:
    """What the machinery costs that every simulation runs on; the sizes are those of its goals."""

    activations: int = 50_000
    dates: int = 2_000
    entities: int = 100_000
    columns: int = 30
    frames: int = 10
    repeats: int = 5

    name = "kernel"
    about = "Activating modules against SimPy, small worlds, snapshots against np.copy, recording against PyArrow"
    libraries = ("numpy", "pyarrow", "simpy")

    def quick(self) -> KernelBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, repeats=2)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about a minute."""
        require_peer(self.name, "simpy")
        progress("activating modules")
        yield from self._activation()
        progress("a small world")
        yield self._small_world()
        progress("snapshots")
        yield from self._copies()
        progress("recording")
        yield self._recording()

    def _activation(self) -> Iterator[Row]:
        """The worse of two rings is judged; the other is told as it is."""
        rings = {"ten modules at one rate": ONE_RATE, "ten modules at ten rates": TEN_RATES}
        costs = {
            ring: activation_cost(rates, activations=self.activations, repeats=3 * self.repeats)
            for ring, rates in rings.items()
        }
        better, worse = sorted(costs, key=lambda ring: costs[ring])
        yield Row.at_most(f"activation, {worse}", costs[worse], "SimPy timeouts", limit=4)
        yield Row(f"activation, {better}", costs[better], "SimPy timeouts")

    def _small_world(self) -> Row:
        milliseconds = 1e3 * date_cost(50, modules=12, dates=self.dates, repeats=self.repeats)
        return Row.at_most("date of a small world, recorded", milliseconds, "ms CPU", limit=0.3)

    def _copies(self) -> Iterator[Row]:
        costs = copy_costs(self.entities, columns=self.columns, repeats=3 * self.repeats)
        yield Row.at_most("snapshot", costs.snapshot, "np.copy", limit=2)
        yield Row.at_most("restore", costs.restore, "np.copy", limit=2)
        yield Row.at_most("fork", costs.fork, "np.copy", limit=1.5).first_at_most(2)

    def _recording(self) -> Row:
        rate = recording_rate(self.entities, columns=self.columns, frames=self.frames, repeats=self.repeats)
        return Row.at_least("recording rate", rate, "PyArrow", limit=0.5)
