"""A learned driver as arrays: what compiled code goes by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Integers, Truths
from seahaven.seats.learned.declaration import LearnedDriver
from seahaven.seats.learned.quantity import Condition, Quantity

__all__ = ["Numbers", "Plan", "plan_of"]

MOST_COUNTED = 12
"""Messages are counted one by one for drivers with at most so many sensors."""
RELATIONS = ("is", "<", "<=", ">", ">=", "=")


class Numbers(NamedTuple):
    """Sensors, goals and effectors by number."""

    sensor_first: Integers
    """Of each sensor where its terms begin, and one more."""
    goal_first: Integers
    reward: Floats
    of: Integers
    """Of each goal the quantity that it is about besides; -1 for none."""
    less: Floats
    times: Floats
    acceleration: Floats
    lane: Integers
    horn: Truths
    speeds: Floats
    fired: Integers
    """How often each sensor has answered yes; counted by compiled code."""
    occurred: Integers
    """How often each message came, where there are at most `MOST_COUNTED` sensors; else there is no place."""


class Plan(NamedTuple):
    """The tables of a driver."""

    numbers: Numbers
    names: tuple[str, ...]
    """The columns and events that quantities are about, in the order of `sources`."""
    quantities: NDArray[np.int64]
    """Of each quantity how it comes of columns, and of which two."""
    terms: NDArray[np.int64]
    """Of each term its quantity, its relation and whether it is negated."""
    limits: Floats

    @property
    def fired(self) -> Integers:
        """How often each sensor has answered yes."""
        return self.numbers.fired

    @property
    def occurred(self) -> Integers:
        """How often each message came."""
        return self.numbers.occurred


def plan_of(driver: LearnedDriver) -> Plan:
    """The tables of a driver, made anew."""
    book = _Book()
    sensors = [book.enter(sensor.when) for sensor in driver.sensors]
    goals = [book.enter(objective.when) for objective in driver.objectives]
    deeds, objectives = driver.deeds(), driver.objectives
    numbers = Numbers(
        sensor_first=np.array([*sensors, goals[0]]),
        goal_first=np.array([*goals, len(book.terms)]),
        reward=np.array([objective.reward for objective in objectives]),
        of=np.array([-1 if each.of is None else book.quantity(each.of) for each in objectives]),
        less=np.array([objective.less for objective in objectives]),
        times=np.array([objective.times for objective in objectives]),
        acceleration=deeds.acceleration,
        lane=deeds.lane,
        horn=deeds.horn,
        speeds=np.array([driver.least_speed, driver.most_speed]),
        fired=np.zeros(len(driver.sensors), np.int64),
        occurred=np.zeros(1 << len(driver.sensors) if len(driver.sensors) <= MOST_COUNTED else 0, np.int64),
    )
    return Plan(
        numbers, tuple(book.names), np.array(book.quantities, np.int64).reshape(-1, 3),
        np.array(book.terms, np.int64).reshape(-1, 3), np.array(book.limits, np.float64),
    )  # fmt: skip


class _Book:
    """Collects terms, quantities and the names that they are about."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.quantities: list[tuple[int, int, int]] = []
        self.terms: list[tuple[int, int, int]] = []
        self.limits: list[float] = []
        self._known: dict[str, int] = {}

    def enter(self, condition: Condition) -> int:
        """Enter the terms of a condition; gives where they begin."""
        first = len(self.terms)
        for term in condition.terms:
            self.terms.append((self.quantity(term.quantity), RELATIONS.index(term.relation), int(term.is_negated)))
            self.limits.append(term.limit)
        return first

    def quantity(self, quantity: Quantity) -> int:
        """The number of a quantity."""
        if quantity.name not in self._known:
            self._known[quantity.name] = len(self.quantities)
            places = [self._source(name) for name in quantity.columns]
            self.quantities.append((quantity.sort, places[0], places[-1]))
        return self._known[quantity.name]

    def _source(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)
