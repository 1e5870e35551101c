"""Many worlds with an agent each, moved together, as Gymnasium's vector environments have it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Space
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from seahaven.errors import InputError, SeahavenError
from seahaven.geometry import Floats, Integers, Truths
from seahaven.learning.environments.driving import Driving
from seahaven.learning.environments.observations import Observation
from seahaven.learning.environments.picture import Picture
from seahaven.learning.environments.rewards import Reward
from seahaven.learning.environments.single import SEEDS
from seahaven.learning.environments.table import TableYard
from seahaven.learning.environments.task import Task, task_named

__all__ = ["VectorDrivingEnv"]

PER_TABLE: Final = 64
"""Worlds in one table at most: so many vehicles, about 3,500 of a motorway, fit into the cache of a processor. With all
of 256 worlds in one table a step takes half as long again."""


class VectorDrivingEnv(VectorEnv[NDArray[np.float32], Any, NDArray[Any]]):
    """Many worlds of one task, each with an agent, in tables that one compiled step moves.

        envs = VectorDrivingEnv("motorway", num_envs=256)
        observations, infos = envs.reset(seed=1)
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())

    Each world does what a `DrivingEnv` does with the same seeds and actions. Keywords are the same. A world whose
    episode is over begins the next one in the following step, whose action is ignored there, and whose reward is 0.

    `TableYard` says which studies there can be many of. For others, put a `DrivingEnv` each into Gymnasium's own vector
    environments.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as the library declares it

    def __init__(
        self,
        task: str | Path | Task = "motorway",
        num_envs: int = 16,
        *,
        observation: str | Observation = "vector",
        actions: str = "discrete",
        reward: Reward | None = None,
        render_mode: str | None = None,
        per_table: int = PER_TABLE,
        **changes: Any,
    ) -> None:
        if num_envs < 1 or per_table < 1:
            raise InputError(f"num_envs got {num_envs} and per_table {per_table}; expected at least 1 each")
        if render_mode not in (None, "rgb_array"):
            raise InputError(f"render_mode got {render_mode!r}; expected 'rgb_array', or None")
        self.task = (task if isinstance(task, Task) else task_named(str(task))).changed(**changes)
        self.num_envs, self.render_mode = num_envs, render_mode
        self._parts = list[_Part]()
        for first in range(0, num_envs, per_table):
            count = min(per_table, num_envs - first)
            yard = TableYard(self.task, count)
            names = tuple(f"world {first + k}" for k in range(count))
            driving = Driving(self.task, yard, names, observation=observation, actions=actions, reward=reward)
            self._parts.append(_Part(yard, driving, slice(first, first + count)))
        self.single_observation_space: Space[Any] = self._parts[0].driving.observation.space
        self.single_action_space: Space[Any] = self._parts[0].driving.actions.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._limit = round(self.task.episode / self.task.period)
        self._steps: Integers = np.zeros(num_envs, np.int64)
        self._is_done: Truths = np.zeros(num_envs, np.bool_)
        self._random = [seeding.np_random()[0] for _ in range(num_envs)]
        self._is_begun = False
        self._picture: Picture | None = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode in each world, with seeds of their own, or the seed and those after it."""
        seeds = self._seeds(seed)
        for part in self._parts:
            part.yard.begin(seeds[part.place])
            part.driving.begin()
            part.yard.advance(1)
        self._steps[:], self._is_done[:], self._is_begun = 0, False, True
        return self._observed(), self._told()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Drive on by one period in all worlds."""
        if not self._is_begun:
            raise SeahavenError("no episode has begun; call reset()")
        given = np.asarray(actions)
        if len(given) != self.num_envs:
            raise InputError(f"{len(given)} actions were given; expected one for each of {self.num_envs} worlds")
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        for part in self._parts:
            rewards[part.place], ended[part.place] = self._drive(part, given[part.place])
        self._steps = np.where(self._is_done, 0, self._steps + 1)
        cut = (self._steps >= self._limit) & ~ended & ~self._is_done
        self._is_done = ended | cut
        return self._observed(), rewards, ended, cut, self._told()

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each world around its agent from above."""
        if self.render_mode is None:
            return None
        if self._picture is None:
            self._picture = Picture(self._parts[0].yard.single.lane_map)
        picture = self._picture
        return tuple(picture.draw(part.yard, k) for part in self._parts for k in range(part.yard.count))

    def close_extras(self, **_: Any) -> None:
        """End all worlds."""
        for part in self._parts:
            part.yard.close()

    def _drive(self, part: _Part, actions: NDArray[Any]) -> tuple[Floats, Truths]:
        """Drive on in one table; gives the rewards, and whose episodes have ended for good."""
        yard, driving = part.yard, part.driving
        begins = np.flatnonzero(self._is_done[part.place])
        if not len(begins):
            driving.act(actions)
            yard.advance()
        else:
            goes_on = np.flatnonzero(~self._is_done[part.place])
            driving.act(actions[goes_on], goes_on)
            if yard.steps > 1:
                yard.advance(yard.steps - 1)
            yard.replace(begins, [self._next_seed(part.place.start + k) for k in begins.tolist()])
            driving.begin(begins)
            yard.advance(1)
        now = driving.judge()
        rewards, ended = driving.reward(now), driving.has_ended(now)
        rewards[begins], ended[begins] = 0.0, False
        return rewards, ended

    def _next_seed(self, world: int) -> int:
        return int(self._random[world].integers(SEEDS))

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        """The seeds of the first episodes; what comes after follows from them."""
        wanted = list(range(seed, seed + self.num_envs)) if isinstance(seed, int | np.integer) else seed
        if wanted is None:
            return [self._next_seed(k) for k in range(self.num_envs)]
        if len(wanted) != self.num_envs:
            raise InputError(f"{len(wanted)} seeds were given; expected one for each of {self.num_envs} worlds")
        for k, own in enumerate(wanted):
            if own is not None:
                self._random[k] = seeding.np_random(int(own))[0]
        return [self._next_seed(k) if own is None else int(own) for k, own in enumerate(wanted)]

    def _observed(self) -> NDArray[np.float32]:
        return np.concatenate([part.driving.observe() for part in self._parts])

    def _told(self) -> dict[str, Any]:
        """What is told of all worlds besides, as arrays, with a mask for each as the library wants it."""
        told: dict[str, list[Any]] = {"speed": [], "crashed": [], "arrived": []}
        masks = list[Any]()
        for part in self._parts:
            now = part.driving.judge()
            told["speed"].append(now.column("speed"))
            told["crashed"].append(now.crashed)
            told["arrived"].append(now.arrived)
            masks.append(part.driving.actions.masks(part.yard))
        if masks[0] is not None:
            told["action_mask"] = masks
        joined = {name: np.concatenate(columns) for name, columns in told.items()}
        return joined | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in joined}


class _Part:
    """Some of the worlds: a table of them."""

    __slots__ = ("driving", "place", "yard")

    def __init__(self, yard: TableYard, driving: Driving, place: slice) -> None:
        self.yard, self.driving, self.place = yard, driving, place
