"""Train a policy with Stable-Baselines3 on a motorway, hold it against random and idle, and seat it in a study.

    pip install torch==2.13.0 stable-baselines3==2.9.2
    python examples/train_with_sb3.py

Learning takes about a minute of CPU. The policy then takes the subject's seat in the rear-end study, which it has
never seen, and drives until it has collided or the time is up.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.learning.environments import DrivingEnv

STUDY = Path(__file__).parent / "rear_end.study.yaml"
IDLE = 0
Chooser = Callable[[Any], int]


def train(steps: int, *, seed: int = 1, worlds: int = 8) -> Any:
    """A policy that has driven so many steps."""
    import torch
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)
    envs = make_vec_env(lambda: DrivingEnv("motorway"), n_envs=worlds, seed=seed)
    policy = PPO(
        "MlpPolicy", envs, n_steps=128, batch_size=256, learning_rate=5e-4, gamma=0.95, ent_coef=0.01, seed=seed,
        device="cpu",
    )  # fmt: skip
    policy.learn(steps)
    envs.close()
    return policy


def returns(choose: Chooser, episodes: int, *, seed: int = 10_000) -> np.ndarray:
    """What a driver earns in each of some episodes of the motorway that nobody learned from."""
    env = DrivingEnv("motorway")
    earned = []
    for episode in range(episodes):
        observation, _ = env.reset(seed=seed + episode)
        total, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, _ = env.step(choose(observation))
            total, over = total + reward, terminated or truncated
        earned.append(total)
    env.close()
    return np.array(earned)


def interval(values: np.ndarray) -> tuple[float, float, float]:
    """The mean, and the bounds of its 95 % interval."""
    error = 1.96 * float(values.std(ddof=1)) / float(np.sqrt(len(values)))
    return float(values.mean()), float(values.mean()) - error, float(values.mean()) + error


def drive_study(choose: Chooser, seconds: float, *, seed: int = 1) -> dict[str, Any]:
    """Let a policy drive the subject of the rear-end study: how far it came, and which situations it met."""
    env = DrivingEnv(STUDY, episode=seconds, period=1.0, speeds=(0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0))
    observation, info = env.reset(seed=seed)
    time, metres, over = 0.0, 0.0, False
    while not over:
        observation, _, terminated, truncated, info = env.step(choose(observation))
        time, metres, over = time + 1.0, metres + info["speed"], terminated or truncated
    situations = [(account.name, account.state) for account in env.yard.run.situations]
    env.close()
    return {"seconds": time, "kilometres": metres / 1000.0, "crashed": info["crashed"], "situations": situations}


def main() -> None:
    """Train, compare, and drive the study."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--steps", type=int, default=20_000)
    options.add_argument("--episodes", type=int, default=100)
    options.add_argument("--seconds", type=float, default=600.0)
    said = options.parse_args()
    policy = train(said.steps)
    draws = np.random.default_rng(1)  # noqa: TID251  # the program of a user
    drivers: dict[str, Chooser] = {
        "learned": lambda observation: int(policy.predict(observation, deterministic=True)[0]),
        "idle": lambda _: IDLE,
        "random": lambda _: int(draws.integers(5)),
    }
    for name, choose in drivers.items():
        mean, low, high = interval(returns(choose, said.episodes))
        print(f"{name:8} {mean:7.2f} per episode (95 %: {low:.2f} to {high:.2f}; {said.episodes} episodes)")
    told = drive_study(drivers["learned"], said.seconds)
    end = "collided" if told["crashed"] else "drove on"
    print(f"rear-end study: {told['kilometres']:.1f} km in {told['seconds']:.0f} s, {end}; {told['situations']}")


if __name__ == "__main__":
    main()
