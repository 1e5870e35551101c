"""Several agents in one world, who act at the same time, as PettingZoo has it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Space
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from seahaven.errors import InputError, SeahavenError, nearest
from seahaven.learning.environments.driving import Driving
from seahaven.learning.environments.observations import Observation
from seahaven.learning.environments.picture import Picture
from seahaven.learning.environments.rewards import Reward
from seahaven.learning.environments.single import SEEDS, details
from seahaven.learning.environments.task import Task, task_named
from seahaven.learning.environments.yard import RunYard

__all__ = ["ParallelDrivingEnv"]


class ParallelDrivingEnv(ParallelEnv[str, NDArray[np.float32], Any]):  # type: ignore[misc]  # the library is untyped
    """The subjects of a study, each driven by an agent.

        env = ParallelDrivingEnv("merge")
        env = ParallelDrivingEnv("mine.study.yaml", agents=("ada", "bob"))

    Keywords are those of `DrivingEnv`; the agents are all subjects of the study, unless some are named. The vehicle of
    an agent whose episode was terminated stops where it is, and stays in the way of the others.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "seahaven_driving", "render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        task: str | Path | Task = "merge",
        *,
        agents: tuple[str, ...] = (),
        observation: str | Observation = "vector",
        actions: str = "discrete",
        reward: Reward | None = None,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        chosen = task if isinstance(task, Task) else task_named(str(task))
        self.task = chosen.changed(agents=tuple(agents), **changes)
        self.yard = RunYard(self.task)
        self._driving = Driving(
            self.task, self.yard, self.yard.names, observation=observation, actions=actions, reward=reward
        )
        if render_mode not in (None, "rgb_array"):
            raise InputError(f"render_mode got {render_mode!r}; expected 'rgb_array', or None")
        self.render_mode = render_mode
        self.possible_agents = list(self.yard.names)
        self.agents: list[str] = []
        self.observation_spaces = {name: deepcopy(self._driving.observation.space) for name in self.possible_agents}
        self.action_spaces = {name: deepcopy(self._driving.actions.space) for name in self.possible_agents}
        self._numbers = {name: k for k, name in enumerate(self.possible_agents)}
        self._steps, self._limit = 0, round(self.task.episode / self.task.period)
        self._random = seeding.np_random()[0]
        self._picture: Picture | None = None

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.float32]], dict[str, dict[str, Any]]]:
        """Begin an episode with all agents."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.yard.reset(int(self._random.integers(SEEDS)) if seed is None else int(seed))
        self._driving.begin()
        self.yard.run.step()
        self.agents, self._steps = list(self.possible_agents), 0
        return self._observed(self.agents), self._told(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, NDArray[np.float32]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Drive on by one period."""
        if not self.agents:
            raise SeahavenError("all episodes are over, or have not begun; call reset()")
        self._act(actions)
        self.yard.advance()
        self._steps += 1
        driving, acted = self._driving, self.agents
        now = driving.judge()
        paid, ended = driving.reward(now), driving.has_ended(now)
        is_late = self._steps >= self._limit or self.yard.is_over
        rewards = {name: float(paid[self._numbers[name]]) for name in acted}
        terminated = {name: bool(ended[self._numbers[name]]) for name in acted}
        truncated = {name: is_late and not terminated[name] for name in acted}
        self.agents = [name for name in acted if not terminated[name] and not truncated[name]]
        gone = [self._numbers[name] for name in acted if terminated[name]]
        if gone:
            driving.halt(np.array(gone, np.int64))
        return self._observed(acted), rewards, terminated, truncated, self._told(acted)

    def render(self) -> NDArray[np.uint8] | None:
        """A picture of the world around the first agent from above, as rows of pixels."""
        if self.render_mode is None:
            return None
        if self._picture is None:
            self._picture = Picture(self.yard.tracks.lane_map)
        return self._picture.draw(self.yard, 0)

    def close(self) -> None:
        """End the run."""
        self.yard.close()

    def _act(self, actions: dict[str, Any]) -> None:
        for name in actions:
            if name not in self._numbers:
                raise InputError(f"there is no agent '{name}'{nearest(name, self._numbers)}")
        missing = [name for name in self.agents if name not in actions]
        if missing:
            raise InputError(f"no action was given for '{missing[0]}'; give one for each of {', '.join(self.agents)}")
        which = np.array([self._numbers[name] for name in self.agents], np.int64)
        self._driving.act(np.array([actions[name] for name in self.agents]), which)

    def _observed(self, names: list[str]) -> dict[str, NDArray[np.float32]]:
        rows = self._driving.observe()
        return {name: rows[self._numbers[name]].copy() for name in names}

    def _told(self, names: list[str]) -> dict[str, dict[str, Any]]:
        now = self._driving.judge()
        return {name: details(self._driving, now, self._numbers[name]) for name in names}
