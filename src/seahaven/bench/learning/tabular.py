"""Tabular Q-learning in the seats of learned drivers: the same sensors, effectors, goals and dates, other learning.

One table of values is shared by all vehicles. The reward is the sum of what all goals earn.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.kernel import Param, Part, Stream
from seahaven.seats.learned import LearnedDriver, LearnedDrivers
from seahaven.world import part_of

__all__ = ["TabularDrivers", "ValueTable"]


class ValueTable(NamedTuple):
    """What each effector is worth after each message, and the last message and effector of each seat."""

    values: Floats
    states: NDArray[np.int64]
    actions: NDArray[np.int64]

    @classmethod
    def blank(cls, driver: LearnedDriver) -> Self:
        """Nothing is known of any choice."""
        seats = np.zeros(driver.most, np.int64)
        return cls(np.zeros((1 << len(driver.sensors), len(driver.effectors))), seats, seats.copy())


class TabularDrivers(LearnedDrivers):
    """Drives the vehicles of a learned driver by a table; `epsilon` is the share of choices made at random."""

    table: Param[Any] = None
    epsilon: Param[float] = 0.0
    learning_rate: Param[float] = 0.0
    discount: Param[float] = 0.9
    draws: Param[int] = 0

    def _tied(self, live: Any) -> Part:
        from seahaven.bench.learning.tabular_kernels import drive_tabular

        stream = Stream.named(self.draws, "tabular drivers")
        settings = np.array([self.epsilon, self.learning_rate, self.discount])
        keys = np.array([stream.key0, stream.key1], np.int64)
        return part_of(drive_tabular, (*self.hand(live, settings, tuple(self.table)), keys))
