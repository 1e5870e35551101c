"""Learned drivers in studies: rule files drive, vehicles learn, and what does not fit is found with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Visits, fork
from seahaven.seats.learned import LearnedDrivers
from seahaven.takes import Take, load_take

RING = Path(__file__).parents[2] / "examples" / "roads" / "ring.xodr"
NOVICE = """\
    sensors: {near: gap < 40 m, rightmost: no_lane_right}
    effectors: {go ahead: {}, faster: {acceleration: 2}, brake: {acceleration: -6}, change lane: {lane: other}}
    goals:
      avoid collisions: {when: hits, reward: -100, priority: 1, tolerance: 5}
      drive fast: {of: speed, less: 10 m/s, priority: 2}
    least_speed: 10 m/s
    most_speed: 30 m/s
"""
STUDY = """\
study: Ring
seed: 1
duration: 10 min
record: null
roads: ring.xodr
learned:
  novice:
NOVICE    WAYS
traffic:
  collisions: pass
  types: {novice: {like: car, learned: novice}}
world:
  vehicle:
    a: {on: ring, at: 100 m, lane: right, type: novice, speed: 20}
    b: {on: ring, at: 140 m, lane: right, type: novice, speed: 15}
    c: {on: ring, at: 400 m, lane: left, type: TYPE, speed: 15}
"""
RULES = """\
seahaven rules 1
sensors: near, rightmost
effectors: go ahead, faster, brake, change lane
goals: avoid collisions (priority 1, tolerance 5.0), drive fast (priority 2)

0 #   faster        0.0   20.0
1 #   brake         0.0   20.0
"""


def study(folder: Path, ways: str, *, novice: str = NOVICE, rules: str = RULES, kind: str = "novice") -> Path:
    (folder / "ring.xodr").write_bytes(RING.read_bytes())
    (folder / "careful.rules").write_text(rules)
    path = folder / "ring.study.yaml"
    path.write_text(STUDY.replace("NOVICE", novice).replace("WAYS", ways).replace("TYPE", kind))
    return path


def driven(take: Take, seconds: int) -> Controller:
    run = take.controller()
    run.advance(seconds * SECOND)
    return run


def drivers(run: Controller) -> LearnedDrivers:
    module = run["learned0"]
    assert isinstance(module, LearnedDrivers)
    return module


def state(run: Controller) -> tuple[list[Any], list[Any]]:
    vehicles: Any = run.store
    table = vehicles.family("vehicle")
    own = drivers(run)
    columns = [getattr(table, name).tolist() for name in ("x", "y", "speed", "wish", "aim", "turn_light", "horn")]
    return columns, [own.rules(0), own.rules(1), *[array.tolist() for array in own.tally]]


def test_a_rule_file_drives_and_its_effectors_alone_set_acceleration_and_lane(tmp_path: Path) -> None:
    run = driven(load_take(study(tmp_path, "rules: careful.rules", kind="car")), 1)
    world: Any = run.store
    near, free = world["a"], world["b"]
    assert (free.wish, free.aim, free.brake_light) == (2.0, 0, False)
    assert (near.wish, near.aim, near.brake_light) == (-6.0, 0, True)
    run.advance(2 * SECOND)
    assert near.speed < 16.0
    run.advance(40 * SECOND)
    assert free.speed == pytest.approx(30.0)
    assert drivers(run).tally.changes.sum() == 0


@pytest.mark.parametrize("traits", ["speed_factor: 0.3", "speed_factor: 1.5"])
def test_nothing_of_the_driver_machine_gets_through(tmp_path: Path, traits: str) -> None:
    path = study(tmp_path, "learns: true")
    usual = state(driven(load_take(path), 20))
    path.write_text(path.read_text().replace("learned: novice}", f"learned: novice, {traits}}}"))
    assert state(driven(load_take(path), 20)) == usual


def test_the_same_seed_learns_the_same_however_modules_are_visited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for visits in Visits:
        monkeypatch.setattr(Controller, "usual_visits", visits)
        found.append(state(driven(load_take(study(tmp_path, "random: 10\n    learns: true")), 30)))
    assert found[0] == found[1] == found[2]
    other = state(driven(load_take(study(tmp_path, "random: 10\n    learns: true"), seed=2), 30))
    assert other[1][0] != found[0][1][0]


def test_a_fork_goes_on_learning_as_the_run_does(tmp_path: Path) -> None:
    run = driven(load_take(study(tmp_path, "random: 10\n    learns: true")), 15)
    with fork(run) as twin:
        twin.advance(15 * SECOND)
        run.advance(15 * SECOND)
        assert state(twin) == state(run)


def test_vehicles_that_come_later_drive_by_the_rules_and_take_over_free_seats(tmp_path: Path) -> None:
    path = study(tmp_path, "rules: careful.rules\n    learns: true\n    most: 40")
    flow = "  flows: [{name: more, from: ring, to: ring, rate: 1200/h, mix: {novice: 1}}]\nworld:"
    path.write_text(path.read_text().replace("world:", flow))
    run = driven(load_take(path), 30)
    world: Any = run.store
    table = world.family("vehicle")
    assert len(table) > 6
    assert (table.learned == 0).all()
    assert sorted(drivers(run).seats.values()) == list(range(len(table)))
    assert set(np.unique(table.wish[3:])) <= {-6.0, 0.0, 2.0} | set(table.wish[table.speed > 29.0].tolist())


def test_rules_of_a_narrower_driver_are_carried_over_to_one_that_is_like_it(tmp_path: Path) -> None:
    study(tmp_path, "rules: careful.rules").rename(tmp_path / "basic.learn.yaml")
    more = """\
    like: basic.learn.yaml
    sensors: {quite near: gap < 80 m}
    effectors: {honk: {horn: true}}
    goals: {quiet: {when: honks, reward: -1, priority: 2}}
"""
    run = driven(load_take(study(tmp_path, "rules: careful.rules\n    learns: true", novice=more)), 1)
    base = drivers(run).rules(0)
    assert base.layout.sensors == ("near", "rightmost", "quite near")
    assert base.layout.effectors[-1] == "honk"
    assert [rule.condition for rule in base.rules[:2]] == ["0##", "1##"]


def test_the_rule_that_led_to_a_collision_does_not_win_again_in_that_situation(tmp_path: Path) -> None:
    """A6, on the road: a car goes ahead behind a slower one, hits it, and never again goes ahead when one is near."""
    rules = RULES.replace("0 #   faster", "0 #   go ahead").replace("1 #   brake", "1 #   go ahead")
    path = study(tmp_path, "rules: careful.rules\n    learns: true\n    terms: {period: 0, life_tax: 0}", rules=rules)
    path.write_text(path.read_text().replace("speed: 15}", "speed: 10}", 1))
    run = driven(load_take(path), 2)
    own = drivers(run)
    colony = own._begun.colony
    guilty = [rule.condition for rule in own.rules(0).rules].index("1#")
    winners = []
    for _ in range(240):
        run.advance(SECOND // 2)
        if own.tally.hits[0]:
            winners.append(int(colony.winners()[0]))
    assert own.tally.hits[0] >= 1
    assert own.rules(0).rules[guilty].strengths[0] < -5.0
    assert guilty not in winners[1:]
    assert set(winners[1:]) - {0, guilty}


BAD: dict[str, tuple[str, str, str]] = {
    "contradictory goals": (
        "reward: -100, priority: 1, tolerance: 5}",
        "reward: -100}\n      collide: {when: hits, reward: 3}",
        r"ring.study.yaml:12:.*goal 'collide' and goal 'avoid collisions' \(line 11\) contradict each other",
    ),
    "a sensor that never fires": ("gap < 40 m", "gap < 40 m and gap > 50 m", "8:.*it never holds: 'gap' would have to"),
    "a sensor beyond the speeds": ("gap < 40 m", "speed > 40 m/s", "8:.*it never holds: 'speed'"),
    "an unknown quantity": ("gap < 40 m", "gup < 40 m", "8:.*does not perceive 'gup'.*gap"),
    "a truth compared": ("no_lane_right", "no_lane_right < 3", "8:.*true or false"),
    "a number alone": ("gap < 40 m", "gap", "8:.*is a number"),
    "a wrong unit": ("gap < 40 m", "gap < 40 s", "8:"),
    "a reward that is no number": ("reward: -100", "reward: .nan", "11:.*reward is nan"),
    "a goal without reward": ("{of: speed, less: 10 m/s, priority: 2}", "{priority: 2}", "12:.*never earns anything"),
    "an unknown term": ("least_speed: 10 m/s", "terms: {life_text: 0.1}", "13:.*no term 'life_text'.*life_tax"),
    "speeds the wrong way": ("least_speed: 10 m/s", "least_speed: 40 m/s", "7:.*expected a range"),
    "no rules": ("least_speed: 10 m/s", "decides: 1 Hz", "7:.*does not learn and has no rules"),
    "an unknown driver": ("learned: novice}", "learned: nobody}", "18:.*no learned driver 'nobody'"),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_input_is_named_with_file_and_line(tmp_path: Path, fault: str) -> None:
    old, new, message = BAD[fault]
    path = study(tmp_path, "random: 0" if fault == "no rules" else "rules: careful.rules")
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(InputError) as refusal:
        load_take(path)
    assert re.search(message, str(refusal.value)), str(refusal.value)


def test_a_rule_file_of_another_layout_is_refused_with_the_line_that_differs(tmp_path: Path) -> None:
    path = study(tmp_path, "rules: careful.rules", rules=RULES.replace("near, rightmost", "near, leftmost"))
    with pytest.raises(InputError, match=r"careful.rules:2:1.*number 2 of the sensors is 'leftmost' here"):
        load_take(path)
    path = study(tmp_path, "rules: carefull.rules")
    with pytest.raises(InputError, match=r"ring.study.yaml:15:.*did you mean 'careful.rules'"):
        load_take(path)


def test_more_learners_than_seats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="more than 2 vehicles of the learned driver 'novice'"):
        driven(load_take(study(tmp_path, "learns: true\n    most: 2")), 1)
