"""The vehicles of one learned driver, and what they have learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from seahaven.classifiers import Colony, Habit, Layout, RuleBase, Terms, habits
from seahaven.learning.curve import Curve

__all__ = ["Cohort", "Learner"]

RARE = 0.005
"""What a vehicle does in situations that make up a smaller share of all is not told in words."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One vehicle, by its name, with the number of its rule base and its rules."""

    name: str
    seat: int
    rules: RuleBase


@dataclass(frozen=True, slots=True)
class Cohort:
    """All vehicles of a driver; `met` says how often each message of its sensors came, over all of them."""

    driver: str
    layout: Layout
    terms: Terms
    learns: bool
    learners: tuple[Learner, ...]
    curve: Curve
    met: Mapping[int, int]

    def habits(self, learner: Learner) -> tuple[Habit, ...]:
        """What a vehicle does when it goes by its strongest rules, in the situations that came up.

        Weights are shares of these situations.
        """
        if not self.met or not learner.rules.rules:
            return ()
        messages, whole = sorted(self.met), sum(self.met.values())
        common = [message for message in messages if self.met[message] >= RARE * whole] or messages
        colony = Colony(self.layout, self.terms, agents=len(common))
        colony.load(learner.rules)
        actions = colony.decide(np.array(common, np.uint64), is_greedy=True).tolist()
        decided = dict(zip(common, actions, strict=True))
        return habits(self.layout, decided, {message: self.met[message] / whole for message in common})
