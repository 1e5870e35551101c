"""One agent in one world, as Gymnasium has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import Env
from numpy.typing import NDArray

from seahaven.errors import InputError, SeahavenError
from seahaven.learning.environments.driving import Driving
from seahaven.learning.environments.observations import Observation
from seahaven.learning.environments.picture import Picture
from seahaven.learning.environments.rewards import Outcome, Reward
from seahaven.learning.environments.task import Task, task_named
from seahaven.learning.environments.yard import RunYard

__all__ = ["SEEDS", "DrivingEnv", "details"]

SEEDS = 1 << 31
"""Seeds of episodes are below this."""


class DrivingEnv(Env[NDArray[np.float32], Any]):
    """A subject of a study driven by an agent.

        env = DrivingEnv("motorway", observation="list", actions="continuous")
        env = DrivingEnv("mine.study.yaml", period=0.5, pay={"speed": 0.5, "collision": -1.0})

    The task is one of ours, a study file, or a `Task`; other keywords are fields of the task. `observation` is
    "vector", "list" or "grid", or one of those classes with parameters of its own; `actions` are "discrete" or
    "continuous". `reward` is a function of the `Outcome` in the place of the task's weights.

    The seed given to `reset` is that of the episode; without one, it is drawn from those before. An episode is
    terminated by a collision, or by arrival; it is truncated when its time is up, or the study's.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}  # noqa: RUF012  # as the library declares it

    def __init__(
        self,
        task: str | Path | Task = "motorway",
        *,
        observation: str | Observation = "vector",
        actions: str = "discrete",
        reward: Reward | None = None,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        self.task = (task if isinstance(task, Task) else task_named(str(task))).changed(**changes)
        self.yard = RunYard(self.task)
        if len(self.yard.names) != 1:
            names = ", ".join(self.yard.names)
            raise InputError(f"the study has the subjects {names}; name one: agents=('{self.yard.names[0]}',)")
        self._driving = Driving(
            self.task, self.yard, self.yard.names, observation=observation, actions=actions, reward=reward
        )
        if render_mode not in (None, "rgb_array"):
            raise InputError(f"render_mode got {render_mode!r}; expected 'rgb_array', or None")
        self.render_mode = render_mode
        self.observation_space = self._driving.observation.space
        self.action_space = self._driving.actions.space
        self._steps = 0
        self.limit = round(self.task.episode / self.task.period)
        self._picture: Picture | None = None
        self._is_begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        own = int(self.np_random.integers(SEEDS)) if seed is None else int(seed)
        self.yard.reset(own)
        self._driving.begin()
        self.yard.run.step()
        self._steps, self._is_begun = 0, True
        return self._driving.observe()[0].copy(), {"seed": own, **details(self._driving, self._driving.judge(), 0)}

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Drive on by one period."""
        driving = self._driving
        if not self._is_begun:
            raise SeahavenError("the episode is over, or has not begun; call reset()")
        driving.act(action)
        self.yard.advance()
        self._steps += 1
        now = driving.judge()
        reward = float(driving.reward(now)[0])
        has_ended = bool(driving.has_ended(now)[0])
        is_cut = not has_ended and (self._steps >= self.limit or self.yard.is_over)
        self._is_begun = not (has_ended or is_cut)
        return driving.observe()[0].copy(), reward, has_ended, is_cut, details(driving, now, 0)

    def action_masks(self) -> NDArray[np.int8] | None:
        """Which discrete actions make a difference now: 1 for those that do; None for continuous ones."""
        masks = self._driving.actions.masks(self.yard)
        return None if masks is None else masks[0]

    def render(self) -> NDArray[np.uint8] | None:
        """A picture of the world around the agent from above, as rows of pixels."""
        if self.render_mode is None:
            return None
        if self._picture is None:
            self._picture = Picture(self.yard.tracks.lane_map)
        return self._picture.draw(self.yard, 0)

    def close(self) -> None:
        """End the run."""
        self.yard.close()


def details(driving: Driving, now: Outcome, agent: int) -> dict[str, Any]:
    """What is told of an agent besides."""
    row = int(now.rows[agent])
    told: dict[str, Any] = {
        "speed": float(now.vehicles.speed[row]),
        "crashed": bool(now.crashed[agent]),
        "arrived": bool(now.arrived[agent]),
    }
    masks = driving.actions.masks(driving.yard)
    return told if masks is None else {**told, "action_mask": masks[agent]}
