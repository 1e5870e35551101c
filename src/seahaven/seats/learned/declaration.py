"""What a learned driver is: its sensors, its effectors, its goals, and the terms on which it learns."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from seahaven.classifiers import Goal, Layout, RuleBase, Terms
from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.seats.learned.quantity import Condition, Quantity

__all__ = ["Deeds", "Effector", "LearnedDriver", "Objective", "Sensor"]

SIDES = ("keep", "left", "right", "other")
"""What an effector does about lanes; `other` is to the left from the rightmost lane, and else to the right."""


ALWAYS = Condition()


@dataclass(frozen=True, slots=True)
class Sensor:
    """One bit of what a driver senses."""

    name: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Effector:
    """What a vehicle does until the next decision: an acceleration (m/s²), a lane, a horn.

    A lane change goes on until the vehicle is on the other lane, whatever is decided meanwhile. Where there is no such
    lane, it stays on its own.
    """

    name: str
    acceleration: float = 0.0
    lane: str = "keep"
    horn: bool = False


@dataclass(frozen=True, slots=True)
class Objective:
    """A fitness function: `reward` where the condition holds, and besides `times` what a quantity is above `less`.

    A quantity that is null earns nothing.
    """

    goal: Goal
    when: Condition = ALWAYS
    reward: float = 0.0
    of: Quantity | None = None
    less: float = 0.0
    times: float = 1.0


@dataclass(frozen=True, slots=True)
class Deeds:
    """The effectors as compiled code takes them: by number, an acceleration, a lane and whether the horn sounds."""

    acceleration: Floats
    lane: Integers
    horn: Truths


@dataclass(frozen=True, slots=True)
class LearnedDriver:
    """A driver whose rules are learned, by its name in the study.

    `period` is the time (s) from decision to decision. Its vehicles never drive slower than `least_speed` nor faster
    than `most_speed` (m/s). `bases` are the rule bases that its vehicles begin with, one after the other. A driver that
    `learns` has a rule base for each vehicle, of which there may be `most` at a time; else all share the rules, and
    decide by the strongest. `random_rules` are added to each base at the beginning.
    """

    name: str
    sensors: tuple[Sensor, ...]
    effectors: tuple[Effector, ...]
    objectives: tuple[Objective, ...]
    terms: Terms = field(default_factory=Terms)
    period: float = 0.5
    least_speed: float = 0.0
    most_speed: float = 60.0
    learns: bool = False
    most: int = 64
    random_rules: int = 0
    bases: tuple[RuleBase, ...] = ()

    def __post_init__(self) -> None:
        if not self.least_speed < self.most_speed:
            raise InputError(
                f"'{self.name}' drives at {self.least_speed:g} to {self.most_speed:g} m/s; expected a range"
            )
        if not self.learns and not self.bases and not self.random_rules:
            raise InputError(f"'{self.name}' does not learn and has no rules; name a file in 'rules'")

    @property
    def layout(self) -> Layout:
        """What its rules are about."""
        return Layout(
            tuple(sensor.name for sensor in self.sensors),
            tuple(effector.name for effector in self.effectors),
            tuple(objective.goal for objective in self.objectives),
        )

    @property
    def seats(self) -> int:
        """How many rule bases it has."""
        return self.most if self.learns else max(len(self.bases), 1)

    def deeds(self) -> Deeds:
        """What its effectors do."""
        return Deeds(
            np.array([effector.acceleration for effector in self.effectors]),
            np.array([SIDES.index(effector.lane) for effector in self.effectors], np.int64),
            np.array([effector.horn for effector in self.effectors]),
        )
