"""What it costs to activate a small Python module, in events of SimPy."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from seahaven.bench.stopwatch import race
from seahaven.kernel import SECOND, Controller, In, Module, Out, Tick, port

__all__ = ["activation_cost"]


class Link(Module):
    """A part of the ring: two inputs, one of them interpolated, and one output."""

    before: In[float] = 0.0
    after: In[float] = port(0.0, interpolate="linear")
    told: Out[float] = 0.0

    def step(self, tick: Tick) -> None:
        """Answer within bounds: anything linear would grow without end when a slow neighbour is extrapolated."""
        self.told = 1.0 if self.before < self.after else -1.0


def activation_cost(rates: Sequence[int], *, activations: int, repeats: int) -> float:
    """Give the CPU time of one activation over that of one timeout in SimPy.

    A ring of one module for each rate (Hz), each reading both neighbours, against as many processes that sleep for
    the same periods.
    """
    seconds = Fraction(activations, sum(rates))
    controller = _ring(rates)
    environment = _sleepers(rates)
    rounds = race(
        lambda: controller.advance(round(seconds * SECOND)),
        lambda: environment.run(until=environment.now + float(seconds)),
        repeats=repeats,
    )
    return median(ours / peer for ours, peer in rounds)


def _ring(rates: Sequence[int]) -> Controller:
    root = Module("ring", *(Link(f"link{i}", rate=rate) for i, rate in enumerate(rates)))
    for i in range(len(rates)):
        root.link(f"link{i - 1 if i else len(rates) - 1}.told", f"link{i}.before")
        root.link(f"link{(i + 1) % len(rates)}.told", f"link{i}.after")
    controller = Controller(root)
    controller.start()
    return controller


def _sleepers(rates: Sequence[int]) -> Any:
    import simpy  # an extra: only this comparison needs it

    def sleeper(period: float) -> Generator[Any, Any, None]:
        while True:
            yield environment.timeout(period)

    environment = simpy.Environment()
    for rate in rates:
        environment.process(sleeper(1.0 / rate))
    return environment
