"""A flow as a machine with a panel: who wants to enter when, at the rate that the panel says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Final

import numpy as np

from seahaven.kernel import ASLEEP, SECOND, Out, Param, Part, State, Stream, Tick, nanoseconds, port
from seahaven.traffic.demand import Flow
from seahaven.traffic.distribution import Constant
from seahaven.traffic.tap import Tap
from seahaven.world import Host

__all__ = ["Calls", "Source"]

_MOST = 1000
"""Vehicles that a flow brings in one step at most, whatever its dial says."""
_EARLY: Final = 1000
"""Nanoseconds by which a source wakes too early, rather than too late by rounding."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Vehicles of a flow that want to enter: which flow, the number of the first, and when each does, in seconds.

    `is_open` says whether any of the flow, those who wait included, may enter now.
    """

    flow: int = 0
    first: int = 0
    times: tuple[float, ...] = ()
    is_open: bool = True


class Source(Host):
    """Brings the vehicles of one flow, one after the other, at the rate that its panel says.

    The panel is pressed through `presses`: a dial `rate` (1/s), and buttons `halt`, `resume`, `open_gap` (s) and
    `open_space` (m). How much time lies between two vehicles is the same share of the mean whatever the rate, so that
    turning it stretches the flow and changes nobody.
    """

    machine = Tap
    flow: Param[Flow]
    index: Param[int] = 0
    speed: Param[float] = 30.0
    brought: State[int] = 0
    passed: State[float] = port(0.0, doc="how much of the spacing to the next vehicle had passed at `since`")
    since: State[float] = port(0.0, unit="s", doc="when the rate was last turned, or a vehicle last brought")
    pace: State[float] = port(0.0, unit="1/s", doc="the rate that is in force")
    calls: Out[Calls] = Calls()

    def build(self) -> None:
        """Begin with the dial at the flow's own rate."""
        self.give("machine", Tap(rate=self.flow.nominal_rate))

    def sense(self, tick: Tick) -> Mapping[str, float]:
        """How long the step is, and how fast they enter."""
        return {"dt": tick.dt, "speed": self.speed}

    def act(self, tick: Tick, outputs: Mapping[str, Any]) -> None:
        """Say who wants to enter until the next date."""
        first, end = self.brought, tick.seconds + tick.dt
        begin = max(tick.seconds, self.flow.begin)
        times = tuple(self._coming(begin, end, outputs["flow"], tick.seed)) if begin < end else ()
        calls, is_open = self.calls, outputs["is_open"]
        if times or calls.times or calls.is_open != is_open or calls.first != first or calls.flow != self.index:
            self.calls = Calls(self.index, first, times, is_open)

    def part(self, tick: Tick) -> Part | None:
        """Sleeps until the next vehicle comes, while its machine rests, if all steps are of the same length."""
        running = self._running(tick.seed)
        is_even = self.beat is not None and SECOND * self.beat.rate.denominator % self.beat.rate.numerator == 0
        if not is_even or not running.rests(self.sense(tick)):
            return None
        if self.calls != Calls(self.index, self.brought, (), running.outputs["is_open"]):
            return None
        if tick.seconds < self.flow.begin:
            return _asleep_until(self.flow.begin, tick)
        if self.pace != running.outputs["flow"]:
            return None
        following = self._following(tick.seed)
        is_over = following >= self.flow.end or self.brought == self.flow.most
        return ASLEEP if is_over else _asleep_until(following, tick)

    def _coming(self, begin: float, end: float, rate: float, seed: int) -> Iterator[float]:
        """The times up to `end` at which vehicles come, at a rate that holds from `begin` on; counts them."""
        if rate != self.pace:
            self.passed += self.pace * (begin - self.since)
            self.pace, self.since = rate, begin
        for _ in range(_MOST):
            time = self._following(seed)
            if time > end or time >= self.flow.end or self.brought == self.flow.most:
                return
            self.brought, self.passed, self.since = self.brought + 1, 0.0, time
            yield time
        self.since = end

    def _following(self, seed: int) -> float:
        """When the next vehicle comes, if the rate stays as it is."""
        return self.since + (self._spacing(seed) - self.passed) / self.pace if self.pace > 0.0 else inf

    def _spacing(self, seed: int) -> float:
        """How much time, as a share of the mean, lies between the next vehicle and the one before it."""
        running = self._running(seed)
        if running.kept is None or running.kept[0] != self.brought:
            running.kept = self.brought, self._drawn_spacing(seed)
        spacing: float = running.kept[1]
        return spacing

    def _drawn_spacing(self, seed: int) -> float:
        spacing = self.flow.spacing
        if isinstance(spacing, Constant):
            return float(self.brought > 0)
        chance = Stream.named(seed, f"{self.flow.name}/headway").uniform(entity=self.brought)
        return float(spacing.quantile(np.array([chance]))[0]) / spacing.mean


def _asleep_until(time: float, tick: Tick) -> Part | None:
    """Sleep up to the step within which this time lies."""
    until = nanoseconds(time) - (tick.next - tick.now) - _EARLY
    return None if until <= tick.now else Part(is_asleep=True, is_steady=True, until=until)
