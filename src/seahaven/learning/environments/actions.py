"""What agents can do: choose a speed and a lane, or set acceleration and lane by numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Integers
from seahaven.learning.environments.task import Task
from seahaven.learning.environments.yard import Yard

__all__ = ["ACTIONS", "HARDEST", "Continuous", "DiscreteActions", "Manoeuvre", "actions_of"]

Masks = NDArray[np.int8]


class Manoeuvre(IntEnum):
    """A discrete action: to keep on, to take the next speed of the task, or to go to the lane beside."""

    KEEP = 0
    SLOWER = 1
    FASTER = 2
    LEFT = 3
    RIGHT = 4


class DiscreteActions:
    """`Manoeuvre`: a speed is chosen from those of the task, step by step, and a lane change begins at once.

    An action that is masked counts as `KEEP`. A new lane is ordered once the vehicle is on the last one ordered.
    """

    def __init__(self, task: Task, agents: int) -> None:
        self._speeds: Floats = np.array(task.speeds)
        self._notch: Integers = np.zeros(agents, np.int64)
        self._lanes = task.changes_lanes
        self._changes = np.zeros(agents, np.bool_)
        count = len(Manoeuvre) if task.changes_lanes else int(Manoeuvre.LEFT)
        self.space = Discrete(count)
        """Three actions, five with changes of lanes."""
        self._masks: Masks = np.ones((agents, count), np.int8)

    @property
    def changes(self) -> NDArray[np.bool_]:
        """Which agents have ordered a change of lanes with their last action."""
        return self._changes

    def begin(self, yard: Yard, which: slice | Integers) -> None:
        """Have these agents keep the speed of the task that is nearest to theirs, and their lane."""
        orders, rows = yard.reins.at_work.orders, yard.rows[which]
        speed, line = yard.vehicles.speed[rows], yard.vehicles.line[rows]
        self._notch[which] = np.abs(self._speeds[:, np.newaxis] - speed).argmin(axis=0)
        self._changes[which] = False
        orders[which, 0], orders[which, 1], orders[which, 2] = 1.0, self._speeds[self._notch[which]], line

    def order(self, yard: Yard, actions: Any, which: slice | Integers) -> None:
        """Put the actions of these agents into their reins."""
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or ((chosen < 0) | (chosen >= self.space.n)).any():
            names = ", ".join(f"{one.value} {one.name.lower()}" for one in list(Manoeuvre)[: self.space.n])
            raise InputError(f"the action {actions!r:.60} is outside {self.space}; expected {names}")
        told = np.where(self._masked(yard)[which][np.arange(chosen.size), chosen.ravel()] != 0, chosen.ravel(), 0)
        orders = yard.reins.at_work.orders
        self._notch[which] += (told == Manoeuvre.FASTER).astype(np.int64) - (told == Manoeuvre.SLOWER)
        side = (told == Manoeuvre.LEFT).astype(np.int64) - (told == Manoeuvre.RIGHT)
        orders[which, 1] = self._speeds[self._notch[which]]
        orders[which, 2] += side
        self._changes[which] = side != 0

    def masks(self, yard: Yard) -> Masks:
        """Which actions make a difference now."""
        return self._masked(yard).copy()

    def _masked(self, yard: Yard) -> Masks:
        masks, vehicles, rows = self._masks, yard.vehicles, yard.rows
        masks[:, Manoeuvre.SLOWER] = self._notch > 0
        masks[:, Manoeuvre.FASTER] = self._notch < len(self._speeds) - 1
        if self._lanes:
            settled = yard.reins.at_work.orders[:, 2] == vehicles.line[rows]
            masks[:, Manoeuvre.LEFT] = vehicles.left_open[rows] & settled
            masks[:, Manoeuvre.RIGHT] = vehicles.right_open[rows] & settled
        return masks


class Continuous:
    """Two numbers from -1 to 1: acceleration, up to 4 m/s² and down to -8 m/s², and lane.

    The lane beside, to the left, is ordered by more than 0.5, that to the right by less than -0.5, where it is open.
    Without changes of lanes there is only the first number.
    """

    def __init__(self, task: Task, agents: int) -> None:
        self._lanes = task.changes_lanes
        self._changes = np.zeros(agents, np.bool_)
        self.space = Box(-1.0, 1.0, (2 if task.changes_lanes else 1,), np.float32)
        """One number, or two."""

    @property
    def changes(self) -> NDArray[np.bool_]:
        """Which agents have ordered a change of lanes with their last action."""
        return self._changes

    def begin(self, yard: Yard, which: slice | Integers) -> None:
        """Have these agents keep their speed and their lane."""
        orders = yard.reins.at_work.orders
        orders[which, 0], orders[which, 1], orders[which, 2] = 0.0, 0.0, yard.vehicles.line[yard.rows[which]]
        self._changes[which] = False

    def order(self, yard: Yard, actions: Any, which: slice | Integers) -> None:
        """Put the actions of these agents into their reins."""
        try:
            numbers = np.asarray(actions, np.float64).reshape(-1, self.space.shape[0])
        except (TypeError, ValueError):
            numbers = np.full((1, 1), np.nan)
        if not (np.abs(numbers) <= 1.0).all():
            raise InputError(
                f"the action {actions!r:.80} is outside {self.space}; "
                f"expected {self.space.shape[0]} numbers from -1 to 1"
            )
        orders, vehicles, rows = yard.reins.at_work.orders, yard.vehicles, yard.rows[which]
        push = numbers[:, 0]
        orders[which, 1] = np.where(push > 0.0, STRONGEST * push, HARDEST * push)
        if self._lanes:
            settled = orders[which, 2] == vehicles.line[rows]
            left = (numbers[:, 1] > THRESHOLD) & vehicles.left_open[rows] & settled
            right = (numbers[:, 1] < -THRESHOLD) & vehicles.right_open[rows] & settled
            orders[which, 2] += left.astype(np.float64) - right
            self._changes[which] = left | right

    def masks(self, yard: Yard) -> None:
        """Nothing is masked."""


STRONGEST: Final = 4.0
HARDEST: Final = 8.0
"""m/s². The acceleration and the deceleration of an action of 1 and -1."""
THRESHOLD: Final = 0.5
ACTIONS: Final[dict[str, type[DiscreteActions] | type[Continuous]]] = {
    "discrete": DiscreteActions,
    "continuous": Continuous,
}
"""Kinds of actions by their names."""


def actions_of(kind: str, task: Task, agents: int) -> DiscreteActions | Continuous:
    """A kind of actions by its name, for the agents of a task."""
    if kind not in ACTIONS:
        raise InputError(f"there are no actions '{kind}'{nearest(kind, ACTIONS)}")
    return ACTIONS[kind](task, agents)
