"""Rows on how fast learning environments are, against highway-env, with the same decision period of a second."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row
from seahaven.bench.stopwatch import cpu_seconds

__all__ = ["environment_rows"]

PEERS = ("highway-v0", "highway-fast-v0")
ONE_WORLD, MANY_WORLDS = (50.0, 100.0), (200.0, 1000.0)
"""How many times as many steps per second as `highway-v0`: to be done, and the goal."""
IDLE, THEIR_IDLE = 0, 1


def environment_rows(progress: Progress, *, steps: int, worlds: int, repeats: int) -> Iterator[Row]:
    """Steps with observation and reward, and resets, in CPU seconds of one process; peers and ours take turns."""
    import gymnasium
    import highway_env  # registers its names

    from seahaven.learning.environments import DrivingEnv, VectorDrivingEnv

    assert highway_env is not None
    theirs: dict[str, Any] = {name: gymnasium.make(name) for name in PEERS}
    ours, many = DrivingEnv("motorway", observation="list"), VectorDrivingEnv("motorway", num_envs=worlds)
    rates: dict[str, list[float]] = {name: [] for name in (*PEERS, "one", "many", "resets", "their resets")}
    for turn in range(repeats + 1):  # the first one warms up
        progress(f"environments, round {turn} of {repeats}")
        for name, env in theirs.items():
            rates[name].append(_stepped(env, THEIR_IDLE, max(steps // 20, 20), seed=turn))
        rates["one"].append(_stepped(ours, IDLE, steps, seed=turn))
        rates["many"].append(_stepped_many(many, max(steps // worlds, 10), seed=turn))
        rates["resets"].append(_resets(ours, 20, seed=turn))
        rates["their resets"].append(_resets(theirs[PEERS[0]], 5, seed=turn))
    for env in (*theirs.values(), ours, many):
        env.close()
    middle = {name: float(np.median(values[1:])) for name, values in rates.items()}
    for name in PEERS:
        yield Row(f"environments, {name}", middle[name], "steps per second")
    yield Row("environments, ours, one world", middle["one"], "steps per second")
    yield Row(f"environments, ours, {worlds} worlds", middle["many"], "steps per second")
    for name in PEERS:
        one, all_of_them = middle["one"] / middle[name], middle["many"] / middle[name]
        yield _compared(f"environments, one world against {name}", one, ONE_WORLD)
        yield _compared(f"environments, {worlds} worlds against {name}", all_of_them, MANY_WORLDS)
    yield Row("environments, ours", middle["resets"], "resets per second")
    yield Row("environments, highway-v0", middle["their resets"], "resets per second")


def _compared(name: str, ratio: float, limits: tuple[float, float]) -> Row:
    return Row.at_least(name, ratio, "times as many steps per second", limit=limits[1]).first_at_least(limits[0])


def _stepped(env: Any, action: int, count: int, *, seed: int) -> float:
    """Steps per second; resets at ends of episodes are not counted."""
    env.reset(seed=seed)
    seconds, done = 0.0, 0
    while done < count:
        ended = False

        def drive() -> None:
            nonlocal done, ended
            while done < count and not ended:
                _, _, terminated, truncated, _ = env.step(action)
                done, ended = done + 1, bool(terminated or truncated)

        seconds += cpu_seconds(drive)
        env.reset()
    return count / seconds


def _stepped_many(envs: Any, count: int, *, seed: int) -> float:
    """Steps of all worlds together per second; worlds that end begin anew within, and are counted with their steps."""
    envs.reset(seed=seed)
    actions = np.full(envs.num_envs, IDLE)

    def drive() -> None:
        for _ in range(count):
            envs.step(actions)

    return float(envs.num_envs * count / cpu_seconds(drive))


def _resets(env: Any, count: int, *, seed: int) -> float:
    return count / cpu_seconds(lambda: [env.reset(seed=100 * seed + k) for k in range(count)])
