"""The bench of machines: the interpreter against the peers, compiled code against both and against a hand's work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.first_tick import first_tick
from seahaven.bench.row import Row
from seahaven.bench.ticks import Course, thread_rates, tick_rates

__all__ = ["HcsmBench"]

PEERS = ("py_trees", "python-statemachine", "sismic", "transitions")

FORMS = (*PEERS, "py_trees, states in Python")
"""How the peers are used; the goals are about the fastest form, even one that leaves the states to plain Python."""

GOALS = Course()


@dataclass(frozen=True, slots=True)
class HcsmBench:
    """What a machine costs to run and to compile; the sizes are those of its goals."""

    course: Course = GOALS
    middle: str = "seahaven.bench.drivers.large:TownDriver"
    large: str = "seahaven.bench.drivers.large:CityDriver"
    repeats: int = 15

    name = "hcsm"
    about = "Machines against sismic, transitions, python-statemachine, py_trees and hand-written Numba; compiling them"
    libraries = ("numba", "numpy", *PEERS)

    def quick(self) -> HcsmBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, repeats=3)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about two minutes."""
        for peer in PEERS:
            require_peer(self.name, peer)
        progress("ticks of all engines")
        yield from self._ticks()
        progress("ticks on two threads")
        yield from self._threads()
        progress("compiling a driver of 25 machines")
        middle = first_tick(self.middle, repeats=min(3, self.repeats))
        yield Row.at_most("compilation, 25 machines", middle.compiled, "s CPU", limit=10)
        progress("compiling a driver of 60 machines")
        large = first_tick(self.large, repeats=min(3, self.repeats))
        yield Row.at_most("compilation, 60 machines", large.compiled, "s CPU", limit=25)
        yield Row.at_most("first tick from cache, 25 machines", middle.cached, "s CPU", limit=0.7)
        yield Row("first tick from cache, 60 machines", large.cached, "s CPU")

    def _ticks(self) -> Iterator[Row]:
        """The goals are about the best form of the best peer; how fast each is, is told as it is."""
        with TemporaryDirectory() as folder:
            rates = tick_rates(self.course, cache=Path(folder), repeats=self.repeats)
        best = rates.best(FORMS)
        yield Row.at_least("interpreter, against peers", rates.ratio("interpreter", best), best, limit=5)
        yield Row.at_least("compiled, against peers", rates.ratio("compiled", best), best, limit=5000)
        compiled, talking = (rates.ratio(engine, "hand-written") for engine in ("compiled", "talking"))
        yield Row.at_least("compiled, against hand-written", compiled, "hand-written Numba", limit=0.7)
        share = f"{100.0 * self.course.share:g} %"
        yield Row.at_least(f"compiled, {share} sending", talking, "hand-written Numba", limit=0.6)
        for engine in ("interpreter", *FORMS):
            yield Row(f"rate of {engine}", rates[engine] / 1e3, "thousand ticks/s")
        for engine in ("compiled", "hand-written", "talking"):
            yield Row(f"rate of {engine}", rates[engine] / 1e6, "million ticks/s")

    def _threads(self) -> Iterator[Row]:
        with TemporaryDirectory() as folder:
            rates = thread_rates(self.course, threads=2, cache=Path(folder), repeats=self.repeats)
        yield Row("compiled, two threads", rates.ratio("several", "one"), "one thread, on the wall clock")
        yield Row("rate of compiled, two threads", rates["several"] / 1e6, "million ticks/s")
