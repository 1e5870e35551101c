"""The module through which agents drive: what they order holds until they order something else."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Integers, Truths
from seahaven.kernel import Module, Part, State, Tick, port
from seahaven.world import Binding, make_step, part_of, reads, writes

__all__ = ["REINS", "Marks", "Reins"]

REINS: Final = "reins"
"""The path of the module in the tree of a run."""


class Marks(NamedTuple):
    """What is noted of each agent's vehicle: a row for each."""

    crashed: Truths
    """Whether it has touched another vehicle."""
    ran_red: Truths
    """Whether its front has passed a waiting line at red."""
    line_ahead: Floats
    """How far ahead its waiting line was at the last date (m); infinite without one."""
    was_red: Truths
    """Whether the light there was red."""

    @classmethod
    def of(cls, count: int) -> Marks:
        """Nothing noted yet."""
        return cls(
            np.zeros(count, np.bool_), np.zeros(count, np.bool_), np.full(count, np.inf), np.zeros(count, np.bool_)
        )

    def clear(self, which: Any) -> None:
        """Forget what was noted of some agents."""
        self.crashed[which] = self.ran_red[which] = self.was_red[which] = False
        self.line_ahead[which] = np.inf

    def copied(self) -> Marks:
        """The same in memory of its own."""
        return Marks(self.crashed.copy(), self.ran_red.copy(), self.line_ahead.copy(), self.was_red.copy())


class _Live:
    """What compiled code works with."""

    def __init__(self, agents: Integers, orders: Floats, marks: Marks) -> None:
        self.agents, self.orders, self.marks = agents.copy(), orders.copy(), marks.copied()
        self.binding = Binding[Part]()


class Reins(Module):
    """Drives the vehicles of agents at the rate of the traffic, by the orders that were given last.

        root.add(reins := Reins("reins", rate=10, agents=ids))
        world.grant("reins", "vehicle", ids=ids)
        reins.at_work.orders[:] = [(1.0, 30.0, 0.0)]

    An order is an acceleration or a speed to reach, and a line: the lane that the vehicle is to be on, in lanes to the
    left of where it began. It is given between two dates and in force from the next one on. Nothing heeds the vehicle
    ahead, limits or lights on the agent's behalf. `at_work.marks` says which vehicles have touched another, or passed a
    line at red, since the run began or the marks were cleared.
    """

    agents: State[NDArray[np.int64]] = port(np.zeros(0, np.int64), doc="ids of the vehicles")
    orders: State[NDArray[np.float64]] = port(np.zeros((0, 3)), doc="of each agent, as `rein_kernels` lists it")
    marks: State[Any] = port(None, doc="what was noted of each agent's vehicle")

    seen = reads("vehicle", "speed", "line", "turn", "contact", "hold", "light")
    body = writes("vehicle", "wish", "aim", "lean", "turn_light", "brake_light", "goes")

    def build(self) -> None:
        """Make room for the orders."""
        if len(self.orders) != len(self.agents):
            self.orders, self.marks = np.zeros((len(self.agents), 3)), Marks.of(len(self.agents))

    def step(self, tick: Tick) -> None:
        """Write what was ordered."""
        make_step(self.part(tick), tick)

    def part(self, tick: Tick) -> Part:
        """All of it."""
        live = self.at_work
        return live.binding.bound((self.seen, self.body, live.orders), lambda: self._bound(live))

    def freeze(self) -> None:
        """Keep the orders."""
        if self.live is not None:
            live = self.at_work
            self.agents, self.orders, self.marks = live.agents.copy(), live.orders.copy(), live.marks.copied()

    @property
    def at_work(self) -> _Live:
        """What is written to and read from between two dates: arrays with a row for each agent."""
        if self.live is None:
            self.live = _Live(self.agents, self.orders, self.marks)
        live: _Live = self.live
        return live

    def _bound(self, live: _Live) -> Part:
        import seahaven.learning.environments.rein_kernels as kernels

        seen, spacious = self.seen, self.seen.spacious
        cells: list[Any] = [room[0] for room in self.body.all_cells()]
        read = spacious("speed"), spacious("line"), spacious("turn"), seen.spacious_null("contact")
        ahead = spacious("hold"), seen.spacious_null("hold"), spacious("light")
        values = (
            seen.tally, spacious("ids"), read, ahead, live.agents, live.orders, tuple(live.marks), tuple(cells[:3]),
            tuple(cells[3:]),
        )  # fmt: skip
        return part_of(kernels.rein_in, values, is_steady=True)
