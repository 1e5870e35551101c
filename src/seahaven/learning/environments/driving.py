"""Agents at the wheel in a yard: from their actions, period by period, to observations, rewards and ends."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Integers, Truths
from seahaven.learning.environments.actions import HARDEST, Continuous, DiscreteActions, actions_of
from seahaven.learning.environments.observations import Observation, observation_of
from seahaven.learning.environments.rewards import Outcome, Reward, refuse_unfit, reward_of
from seahaven.learning.environments.task import Task
from seahaven.learning.environments.yard import Yard
from seahaven.world import PERSON, PilotState

__all__ = ["ARRIVED", "Driving"]

ARRIVED: Final = 10.0
"""m before the end of its route at which a vehicle has arrived: drivers begin to park there."""
_HURT: Final = list(PilotState).index(PilotState.ACCIDENT)
_PARKED: Final = list(PilotState).index(PilotState.TERMINATED)
EVERYBODY: Final = slice(None)


class Driving:
    """What agents do, see and get in one yard, as arrays with an entry for each.

    driving = Driving(task, yard, ("ada",), observation="vector", actions="discrete")
    driving.begin()
    driving.act([2])
    yard.advance()
    now = driving.judge()
    driving.observe(), driving.reward(now), driving.has_ended(now)
    """

    def __init__(
        self,
        task: Task,
        yard: Yard,
        agents: tuple[str, ...],
        *,
        observation: str | Observation = "vector",
        actions: str = "discrete",
        reward: Reward | None = None,
    ) -> None:
        self.task, self.yard, self.agents = task, yard, agents
        self.actions: DiscreteActions | Continuous = actions_of(actions, task, len(agents))
        self.observation = observation_of(observation)
        self._observer = self.observation.watch(yard)
        self._pay = reward_of(task.pay if reward is None else reward)
        self._has_people = any(family.name == PERSON.name for family in yard.world.families)
        self._changed = np.zeros(len(agents), np.bool_)

    def begin(self, which: slice | Integers = EVERYBODY) -> None:
        """Have some agents begin: they keep the speed and the lane that they have."""
        self.yard.reins.at_work.marks.clear(which)
        self.actions.begin(self.yard, which)

    def act(self, actions: Any, which: slice | Integers = EVERYBODY) -> None:
        """Take over the actions of some agents; those of the others hold."""
        self.yard.reins.at_work.marks.ran_red.fill(False)
        self.actions.changes.fill(False)
        self.actions.order(self.yard, actions, which)

    def halt(self, which: Integers) -> None:
        """Have the vehicles of agents that are done stop where they are."""
        orders = self.yard.reins.at_work.orders
        orders[which, 0], orders[which, 1] = 0.0, -HARDEST

    def observe(self) -> NDArray[np.float32]:
        """What each agent observes now, in an array that is written anew by the next call."""
        return self._observer.observe()

    def judge(self) -> Outcome:
        """How things stand with the agents."""
        yard = self.yard
        vehicles, rows, marks = yard.vehicles, yard.rows, yard.reins.at_work.marks
        pilot = vehicles.pilot[rows]
        crashed = marks.crashed | (pilot == _HURT)
        if self._has_people:
            crashed |= self._struck_people()
        entry, s = vehicles.entry[rows], vehicles.s[rows]
        left = yard.tracks.arrays.remaining[entry] - s - 0.5 * vehicles.length[rows]
        arrived = (pilot == _PARKED) | ((left < ARRIVED) & (entry >= 0))
        return Outcome(self.task, vehicles, rows, crashed, arrived & ~crashed, self.actions.changes, marks.ran_red)

    def reward(self, now: Outcome) -> Floats:
        """What each agent is paid."""
        return refuse_unfit(self._pay(now), self.agents)

    def has_ended(self, now: Outcome) -> Truths:
        """Whose episodes have ended for good: after a collision, or on arrival."""
        return now.crashed | now.arrived if self.task.ends_on_arrival else now.crashed

    def _struck_people(self) -> Truths:
        """Which agents have struck a person."""
        people = self.yard.world.family(PERSON.name)
        struck = people.struck[~people.null("struck")]
        return np.isin(self.yard.reins.at_work.agents, struck)
