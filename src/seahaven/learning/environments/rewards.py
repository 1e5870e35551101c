"""What agents are paid: a weighted sum of terms, each made of a measure of the drive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Integers, Truths
from seahaven.learning.environments.task import Task
from seahaven.measures import required_deceleration, speed_excess, time_gap
from seahaven.world import Table

__all__ = ["TERMS", "Outcome", "Reward", "refuse_unfit"]


class Outcome(NamedTuple):
    """How things stand with the agents at the end of a period: an entry for each."""

    task: Task
    vehicles: Table
    rows: Integers
    crashed: Truths
    arrived: Truths
    changed: Truths
    """Which of them ordered a change of lanes for this period."""
    ran_red: Truths
    """Which of them passed a waiting line at red in this period."""

    def column(self, name: str) -> Any:
        """A column of the agents' vehicles."""
        return getattr(self.vehicles, name)[self.rows]

    def null(self, name: str) -> Truths:
        """Where that column is null."""
        return np.asarray(self.vehicles.null(name)[self.rows])


CLOSE: Final = 1.0
"""s. Time gaps below this are close."""
HARD: Final = 8.0
"""m/s². A required deceleration that counts as the whole danger: an emergency stop."""
FAST: Final = 10.0
"""m/s above the limit that count as the whole excess."""


def _speed(now: Outcome) -> Floats:
    share = (now.column("speed") - now.task.slow) / (now.task.fast - now.task.slow)
    return np.asarray(np.clip(share, 0.0, 1.0))


def _gap(now: Outcome) -> Floats:
    return np.where(now.null("gap"), np.inf, now.column("gap"))


def _close(now: Outcome) -> Floats:
    return np.clip(1.0 - time_gap(_gap(now), now.column("speed")) / CLOSE, 0.0, 1.0)


def _danger(now: Outcome) -> Floats:
    speed = now.column("speed")
    closing = np.where(now.null("closing"), 0.0, now.column("closing"))
    return np.clip(required_deceleration(_gap(now), speed, speed - closing) / HARD, 0.0, 1.0)


def _excess(now: Outcome) -> Floats:
    limit = np.where(now.null("limit"), np.inf, now.column("limit"))
    return np.clip(speed_excess(now.column("speed"), limit) / FAST, 0.0, 1.0)


def _right(now: Outcome) -> Floats:
    return np.where(now.column("right_open"), 0.0, 1.0)


def _merged(now: Outcome) -> Floats:
    drop = now.null("drop") & (now.column("shift") == 0)
    return np.asarray(drop, np.float64)


TERMS: Final[Mapping[str, tuple[Callable[[Outcome], Floats], str]]] = {
    "speed": (_speed, "its speed, from 0 at the task's `slow` to 1 at `fast`"),
    "close": (_close, "by how much of a second its time gap is below one second (`measures.time_gap`)"),
    "danger": (
        _danger,
        "deceleration that it needs not to touch the leader (`measures.required_deceleration`), of 8 m/s²",
    ),
    "excess": (_excess, "speed above the limit (`measures.speed_excess`), of 10 m/s"),
    "right": (_right, "1 if no lane to the right is open to it"),
    "merged": (_merged, "1 if its lane follows its route as far as any other does"),
    "change": (lambda now: now.changed.astype(np.float64), "1 if it began to change lanes with this action"),
    "red": (lambda now: now.ran_red.astype(np.float64), "1 if its front passed a waiting line at red"),
    "arrival": (lambda now: now.arrived.astype(np.float64), "1 when it has arrived"),
    "collision": (lambda now: now.crashed.astype(np.float64), "1 when it has touched a vehicle or a person"),
}
"""The terms of rewards, each from 0 to 1, and what they mean."""
Reward = Callable[[Outcome], Any]


def reward_of(pay: Mapping[str, float] | Reward) -> Reward:
    """The function that gives each agent's reward, from weights of terms; one of your own stays as it is."""
    if callable(pay):
        return pay
    for name, weight in pay.items():
        if name not in TERMS:
            raise InputError(f"there is no term of rewards '{name}'{nearest(name, TERMS)}")
        if not np.isfinite(weight):
            raise InputError(f"the weight of '{name}' got {weight!r}; expected a finite number")
    terms = [(TERMS[name][0], float(weight)) for name, weight in pay.items() if weight]

    def reward(now: Outcome) -> Floats:
        total: Floats = np.zeros(len(now.rows))
        for term, weight in terms:
            total += weight * term(now)
        return total

    return reward


def refuse_unfit(rewards: Any, agents: tuple[str, ...]) -> Floats:
    """Rewards as an array with a number for each agent; refused unless all are finite."""
    given = np.asarray(rewards, np.float64)
    if given.shape != (len(agents),):
        raise InputError(f"the reward has the shape {given.shape}; expected a number for each of {len(agents)} agents")
    if not np.isfinite(given).all():
        k = int(np.flatnonzero(~np.isfinite(given))[0])
        raise InputError(
            f"the reward of '{agents[k]}' is {given[k]}; expected a finite number; look at what it divides by"
        )
    return given
