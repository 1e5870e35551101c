from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of the library, about its own games
    from pettingzoo.test import parallel_api_test, parallel_seed_test

from seahaven.errors import InputError, SeahavenError
from seahaven.learning.environments import (
    NAMES,
    TASKS,
    DrivingEnv,
    Grid,
    List,
    Manoeuvre,
    Outcome,
    ParallelDrivingEnv,
    Task,
    Vector,
)

STUDY = """\
study: Short
duration: 20 s
roads: seahaven.learning.environments.roads:motorway_road
subjects:
  ada: {on: A1, at: 800 m, lane: -3, speed: 25 m/s}
cast:
"""


@pytest.fixture(scope="module")
def motorway() -> Iterator[DrivingEnv]:
    env = DrivingEnv("motorway", render_mode="rgb_array")
    yield env
    env.close()


@pytest.fixture(scope="module")
def merge() -> Iterator[ParallelDrivingEnv]:
    env = ParallelDrivingEnv("merge", episode=10.0)
    yield env
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_every_registered_environment(name: str) -> None:
    env = gymnasium.make(name, render_mode="rgb_array").unwrapped
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*not within the bounds.*")
        check_env(env)
    env.close()


@pytest.mark.parametrize(("observation", "actions"), [("list", "continuous"), ("grid", "discrete")])
def test_gymnasium_accepts_other_observations_and_actions(observation: str, actions: str) -> None:
    env = DrivingEnv("motorway", observation=observation, actions=actions)
    check_env(env, skip_render_check=True)
    env.close()


def test_pettingzoo_accepts_the_environment_of_several_agents(merge: ParallelDrivingEnv) -> None:
    parallel_api_test(merge, num_cycles=50)


def test_pettingzoo_makes_environments_by_name() -> None:
    env = pettingzoo.make("parallel", "seahaven/Roundabout-v0")
    assert env.possible_agents == ["ada", "bob", "cleo"]
    env.close()


def test_pettingzoo_finds_the_same_course_under_the_same_seed() -> None:
    parallel_seed_test(lambda: ParallelDrivingEnv("merge"), num_cycles=10)


def course(env: DrivingEnv, seed: int, actions: list[Any]) -> list[bytes]:
    """What an episode shows and pays, as bytes."""
    shown = [env.reset(seed=seed)[0].tobytes()]
    for action in actions:
        observation, reward, terminated, truncated, _ = env.step(action)
        shown.append(observation.tobytes() + np.float64(reward).tobytes())
        if terminated or truncated:
            break
    return shown


def test_an_episode_depends_on_its_seed_and_nothing_else(motorway: DrivingEnv) -> None:
    actions = [Manoeuvre.FASTER, Manoeuvre.LEFT, Manoeuvre.KEEP, Manoeuvre.RIGHT, Manoeuvre.SLOWER] * 2
    first = course(motorway, 5, actions)
    assert course(motorway, 6, actions) != first
    assert course(motorway, 5, actions) == first
    fresh = DrivingEnv("motorway")
    assert course(fresh, 5, actions) == first
    fresh.close()


def test_seeds_of_later_episodes_follow_from_the_first(motorway: DrivingEnv) -> None:
    seeds = []
    for _ in range(2):
        motorway.reset(seed=3)
        seeds.append([motorway.reset()[1]["seed"] for _ in range(3)])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 3


def test_actions_set_speed_and_lane(motorway: DrivingEnv) -> None:
    motorway.reset(seed=1)
    before = motorway.yard.vehicles.line[motorway.yard.rows[0]]
    _, info = motorway.reset(seed=1)
    assert info["action_mask"][Manoeuvre.RIGHT]
    motorway.step(Manoeuvre.RIGHT)
    for _ in range(4):
        _, _, terminated, _, info = motorway.step(Manoeuvre.SLOWER)
        assert not terminated
    vehicles, row = motorway.yard.vehicles, motorway.yard.rows[0]
    assert vehicles.line[row] == before - 1
    assert vehicles.speed[row] == pytest.approx(15.0, abs=0.5)
    assert not info["action_mask"][Manoeuvre.SLOWER]


def test_continuous_actions_accelerate_and_brake() -> None:
    env = DrivingEnv("motorway", actions="continuous", observation=Vector(("speed", "acceleration")))
    env.reset(seed=1)
    before = env.yard.vehicles.speed[env.yard.rows[0]]
    seen, *_ = env.step(np.array([-0.5, 0.0], np.float32))
    assert env.yard.vehicles.speed[env.yard.rows[0]] == pytest.approx(before - 4.0, abs=0.6)
    assert seen.shape == (2,)
    assert seen[1] == pytest.approx(-0.5, abs=0.05)
    env.close()


def test_a_collision_terminates_and_time_truncates() -> None:
    env = DrivingEnv("motorway", actions="continuous", episode=30.0)
    env.reset(seed=1)
    while True:
        _, reward, terminated, truncated, info = env.step(np.array([1.0, 0.0], np.float32))
        if terminated or truncated:
            break
    assert (terminated, truncated, info["crashed"]) == (True, False, True)
    assert reward < -4.0
    with pytest.raises(SeahavenError, match=r"the episode is over.*reset"):
        env.step(np.array([0.0, 0.0], np.float32))
    env.close()


def test_an_idle_agent_is_cut_off_when_the_time_is_up() -> None:
    env = DrivingEnv("motorway", episode=3.0)
    env.reset(seed=1)
    ends = [env.step(Manoeuvre.KEEP)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]
    env.close()


def test_red_lights_and_people_are_seen_and_arrival_ends_the_drive() -> None:
    env = DrivingEnv("crossing", observation="list", pay={"red": -1.0, "arrival": 1.0})
    paid, ended = 0.0, False
    env.reset(seed=4)
    while not ended:
        seen, reward, terminated, truncated, info = env.step(Manoeuvre.FASTER)
        paid, ended = paid + reward, terminated or truncated
    assert seen.shape == (8, 10)
    assert info["crashed"] or info["arrived"]
    assert -1.0 <= paid <= 1.0
    env.close()


def test_a_list_shows_the_leader_where_it_is(motorway: DrivingEnv) -> None:
    env = DrivingEnv("motorway", observation=List(count=60, reach=200.0))
    env.reset(seed=2)
    env.step(Manoeuvre.KEEP)
    shown, *_ = env.step(Manoeuvre.KEEP)
    vehicles, me = env.yard.vehicles, int(env.yard.rows[0])
    near = np.hypot(vehicles.x - vehicles.x[me], vehicles.y - vehicles.y[me]) <= 200.0
    assert int(shown[:, 0].sum()) == int(near.sum())
    away = np.hypot(shown[1:, 1], shown[1:, 2])[: int(near.sum()) - 1]
    assert (np.diff(away) >= -1e-6).all()
    others = np.flatnonzero(near)
    expected = sorted((vehicles.x[others] - vehicles.x[me]).tolist())
    assert sorted((200.0 * shown[: len(others), 1]).tolist()) == pytest.approx(expected, abs=0.2)
    env.close()


def test_a_grid_holds_what_a_list_shows() -> None:
    env = DrivingEnv("motorway", observation=Grid(ahead=80.0, behind=80.0, aside=12.0, deep=2.0, broad=1.0))
    shown, _ = env.reset(seed=2)
    assert shown.shape == (3, 80, 24)
    vehicles, me = env.yard.vehicles, int(env.yard.rows[0])
    ahead, left = vehicles.x - vehicles.x[me], vehicles.y - vehicles.y[me]
    for k in np.flatnonzero((np.abs(ahead) < 79.0) & (np.abs(left) < 11.0)):
        if k != me:
            assert shown[0, int((ahead[k] + 80.0) // 2.0), int((left[k] + 12.0) // 1.0)] == 1.0
    assert 0.0 < shown[0].mean() < 0.2
    env.close()


def test_a_picture_shows_the_agent_in_the_middle(motorway: DrivingEnv) -> None:
    motorway.reset(seed=1)
    picture = motorway.render()
    assert picture is not None
    assert (picture.shape, picture.dtype) == ((300, 600, 3), np.uint8)
    assert picture[150, 300].tolist() == [196, 68, 43]


def test_an_agent_that_is_done_stands_and_the_others_go_on(merge: ParallelDrivingEnv) -> None:
    merge.reset(seed=1)
    assert merge.agents == ["ada", "bob", "cleo"]
    driving = merge._driving
    driving.halt(np.array([0]))
    for _ in range(8):
        merge.agents = ["bob", "cleo"]
        merge.step({"bob": Manoeuvre.KEEP, "cleo": Manoeuvre.KEEP})
    speed = merge.yard.vehicles.speed[merge.yard.rows]
    assert speed[0] == 0.0
    assert speed[1] > 10.0


def test_any_study_with_a_subject_is_an_environment(tmp_path: Path) -> None:
    study = tmp_path / "short.study.yaml"
    study.write_text(STUDY.replace("cast:\n", ""))
    env = DrivingEnv(study, pay={"excess": -1.0, "right": 1.0}, slow=10.0)
    env.reset(seed=1)
    ends = [env.step(Manoeuvre.KEEP)[2:4] for _ in range(19)]
    assert ends[-1] == (False, True)
    env.close()


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "vectr"}, r"there is no observation 'vectr'; did you mean 'vector'\?"),
        ({"actions": "discreet"}, r"there are no actions 'discreet'; did you mean 'discrete'\?"),
        ({"task": "motorwy"}, r"there is no task 'motorwy'; did you mean 'motorway'\?"),
        ({"period": 0.25}, r"period got 0.25 s; expected a whole number of steps of the traffic, which moves at 10 Hz"),
        ({"perod": 1.0}, r"a task has no 'perod'; did you mean 'period'\?"),
        ({"pay": {"sped": 1.0}}, r"there is no term of rewards 'sped'; did you mean 'speed'\?"),
        ({"pay": {"speed": float("nan")}}, r"the weight of 'speed' got nan"),
        ({"agents": ("eve",)}, r"'Learning motorway' has no subject 'eve'"),
        ({"agents": ()}, r"the study has the subjects ada, bob, cleo, dan; name one"),
        ({"render_mode": "human"}, r"render_mode got 'human'; expected 'rgb_array'"),
        ({"observation": List}, None),
    ],
)
def test_what_does_not_fit_is_refused_and_named(options: dict[str, Any], message: str | None) -> None:
    if message is None:
        with pytest.raises(InputError, match="there is no feature 'gapp'; did you mean 'gap'"):
            Vector(("gapp",))
        return
    with pytest.raises(InputError, match=message):
        DrivingEnv(**options)


@pytest.mark.parametrize("action", [7, -1, 1.0, None, [0, 9]])
def test_a_discrete_action_outside_its_space_is_refused(motorway: DrivingEnv, action: Any) -> None:
    motorway.reset(seed=1)
    with pytest.raises(InputError, match=r"is outside Discrete\(5\); expected 0 keep, 1 slower"):
        motorway.step(action)


@pytest.mark.parametrize("action", [[2.0, 0.0], [float("nan"), 0.0], [0.5], "left"])
def test_a_continuous_action_outside_its_space_is_refused(action: Any) -> None:
    env = DrivingEnv("motorway", actions="continuous")
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"is outside Box.*expected 2 numbers from -1 to 1"):
        env.step(action)
    env.close()


@pytest.mark.parametrize(
    ("reward", "message"),
    [
        (lambda now: np.full(len(now.rows), np.nan), "the reward of 'ada' is nan; expected a finite number"),
        (lambda now: np.zeros(3), r"the reward has the shape \(3,\); expected a number for each of 1 agents"),
    ],
)
def test_a_reward_that_is_no_number_is_refused(reward: Any, message: str) -> None:
    env = DrivingEnv("motorway", reward=reward)
    env.reset(seed=1)
    with pytest.raises(InputError, match=message):
        env.step(0)
    env.close()


def test_a_reward_of_ones_own_takes_the_place_of_the_terms() -> None:
    def reward(now: Outcome) -> Any:
        return 0.1 * now.column("speed")

    env = DrivingEnv("motorway", reward=reward)
    env.reset(seed=1)
    _, paid, *_ = env.step(0)
    assert paid == pytest.approx(0.1 * env.yard.vehicles.speed[env.yard.rows[0]])
    env.close()


def test_a_subject_with_a_driver_of_its_own_is_no_agent(tmp_path: Path) -> None:
    study = tmp_path / "taken.study.yaml"
    study.write_text(STUDY.replace("speed: 25 m/s}", "driver: {virtual: tailgater}}").replace("cast:\n", ""))
    with pytest.raises(InputError, match="'ada' of 'Short' has a driver or a script of its own"):
        DrivingEnv(study)


def test_a_file_that_is_no_study_is_refused() -> None:
    with pytest.raises(InputError, match=r"'roads.xodr' is no study"):
        Task("roads.xodr")


def test_actions_of_strangers_and_missing_ones_are_refused(merge: ParallelDrivingEnv) -> None:
    merge.reset(seed=1)
    with pytest.raises(InputError, match="there is no agent 'eve'"):
        merge.step({"eve": 0})
    with pytest.raises(InputError, match="no action was given for 'bob'"):
        merge.step({"ada": 0, "cleo": 0})


def test_every_task_says_what_it_pays() -> None:
    assert all(task.pay for task in TASKS.values())
