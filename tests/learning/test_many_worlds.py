from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.learning.environments import DrivingEnv, VectorDrivingEnv
from seahaven.learning.environments.copies import copied_network
from seahaven.learning.environments.table import TableYard
from seahaven.learning.environments.task import TASKS
from seahaven.learning.environments.yard import RunYard
from seahaven.roads import LaneMap

ELSEWHERE = {"leader", "contact", "partner", "towed_by", "lane", "route", "entry", "z", "gaze", "lot"}
"""Columns with ids, numbers of lanes and the like, heights, and looks, which are drawn by id."""
WORLDS = 3


@pytest.mark.parametrize("name", ["motorway", "merge", "roundabout"])
def test_worlds_in_one_table_have_the_bytes_of_runs_of_their_own(name: str) -> None:
    task, seeds = TASKS[name], [1, 2, 3]
    table, runs = TableYard(task, WORLDS), [RunYard(task) for _ in seeds]
    table.begin(seeds)
    for run, seed in zip(runs, seeds, strict=True):
        run.reset(seed)
    orders = np.array([(1.0, 20.0 + 3.0 * k, 0.0) for k in range(WORLDS)])  # too fast, so that there are collisions
    for _ in range(30):
        for k, run in enumerate(runs):
            table.reins.at_work.orders[k], run.reins.at_work.orders[0] = orders[k], orders[k]
            run.advance()
        table.advance()
    first, last = table.spans
    for k, run in enumerate(runs):
        for column in run.vehicles.columns:
            if column not in ELSEWHERE:
                alone, among = getattr(run.vehicles, column), getattr(table.vehicles, column)[first[k] : last[k]]
                assert np.array_equal(alone, among), (column, k)
    assert [len(run.vehicles) for run in runs] == (last - first).tolist()
    table.close()


@pytest.fixture(scope="module")
def alone() -> list[DrivingEnv]:
    return [DrivingEnv("merge", episode=4.0) for _ in range(WORLDS)]


@pytest.fixture(scope="module")
def together() -> dict[int, VectorDrivingEnv]:
    """The same worlds, all in one table, or two of them and one."""
    return {size: VectorDrivingEnv("merge", WORLDS, episode=4.0, per_table=size) for size in (2, 3)}


@settings(max_examples=6, deadline=None)
@given(
    seed=st.integers(0, 2**31 - 10),
    size=st.sampled_from([2, 3]),
    actions=st.lists(st.lists(st.integers(0, 4), min_size=WORLDS, max_size=WORLDS), min_size=12, max_size=24),
)
def test_worlds_together_are_what_they_are_one_by_one(
    alone: list[DrivingEnv], together: dict[int, VectorDrivingEnv], seed: int, size: int, actions: list[list[int]]
) -> None:
    envs = together[size]
    seen, _ = envs.reset(seed=seed)
    expected = np.array([env.reset(seed=seed + k)[0] for k, env in enumerate(alone)])
    assert seen.tobytes() == expected.tobytes()
    is_done = np.zeros(WORLDS, np.bool_)
    for chosen in actions:
        seen, paid, ended, cut, told = envs.step(np.array(chosen))
        for k, env in enumerate(alone):
            if is_done[k]:
                expected[k], info = env.reset()
                own: tuple[float, bool, bool] = 0.0, False, False
            else:
                expected[k], *own_, info = env.step(chosen[k])
                own = own_[0], own_[1], own_[2]
            assert (paid[k], ended[k], cut[k]) == own
            assert told["action_mask"][k].tolist() == info["action_mask"].tolist()
            is_done[k] = own[1] or own[2]
        assert seen.tobytes() == expected.tobytes()


def test_gymnasium_makes_many_worlds_by_name() -> None:
    envs = gymnasium.make_vec("seahaven/Motorway-v0", num_envs=3, vectorization_mode="vector_entry_point")
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    actions = envs.action_space.sample()
    observations, rewards, ended, cut, infos = envs.step(actions)
    assert observations.shape == (3, *envs.single_observation_space.shape)
    assert (rewards.shape, ended.shape, cut.shape, infos["speed"].shape) == ((3,),) * 4
    envs.close()


def test_many_worlds_take_continuous_actions_and_grids() -> None:
    envs = VectorDrivingEnv("motorway", 2, observation="grid", actions="continuous", render_mode="rgb_array")
    envs.reset(seed=[4, 5])
    actions: NDArray[np.float32] = np.array([[0.5, 0.0], [-0.5, 0.0]], np.float32)
    observations, *_, infos = envs.step(actions)
    assert envs.observation_space.contains(observations)
    assert infos["speed"][0] > infos["speed"][1] + 3.0
    pictures = envs.render()
    assert pictures is not None
    assert [picture[150, 300].tolist() for picture in pictures] == [[196, 68, 43]] * 2
    envs.close()


def test_copies_of_roads_are_the_same_to_the_bit() -> None:
    network = RunYard(TASKS["roundabout"]).tracks.lane_map.network
    single, copies = LaneMap(network), LaneMap(copied_network(network, 3))
    for name in ("length", "s", "x", "y", "normal_x", "normal_y", "heading", "curvature", "junction"):
        own, among = getattr(single, name), getattr(copies, name).reshape(3, -1)
        if name != "junction":
            assert (among == own).all(), name
    assert copies.junction.max() == 3 * (single.junction.max() + 1) - 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task": "crossing"}, r"'Learning crossing' has the module '\w+', so its worlds cannot stand in one table"),
        ({"task": "motorway", "agents": ("ada", "bob")}, r"each world has one agent, but 'Learning motorway' has 2"),
        ({"num_envs": 0}, r"num_envs got 0 .*expected at least 1"),
    ],
)
def test_what_cannot_be_many_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        VectorDrivingEnv(**options)  # type: ignore[arg-type]


def test_too_few_actions_and_seeds_are_refused() -> None:
    envs = VectorDrivingEnv("merge", 2)
    with pytest.raises(InputError, match="3 seeds were given; expected one for each of 2 worlds"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=1)
    with pytest.raises(InputError, match="1 actions were given; expected one for each of 2 worlds"):
        envs.step(np.array([0]))
    with pytest.raises(InputError, match=r"is outside Discrete\(5\)"):
        envs.step(np.array([0, 9]))
    envs.close()
