"""Experiments in learning: curves, rules in files, going on after a kill, and rules that are handed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.classifiers import read_rules
from seahaven.errors import InputError
from seahaven.learning import Experiment, Learned, Stage, behaviours, rule_lines, short_names, write_learning_report

RING = Path(__file__).parents[2] / "examples" / "roads" / "ring.xodr"
STUDY = """\
study: Two novices
seed: 3
duration: 4 min
record: null
roads: ring.xodr
learned:
  novice:
    sensors: {near: gap < 40 m, rightmost: no_lane_right}
    effectors: {go ahead: {}, faster: {acceleration: 2}, brake: {acceleration: -6}, change lane: {lane: other}}
    goals:
      avoid collisions: {when: hits, reward: -100, priority: 1, tolerance: 5}
      drive fast: {of: speed, less: 10 m/s, priority: 2}
    least_speed: 10 m/s
    most_speed: 30 m/s
    random: 12
    learns: true
traffic:
  collisions: pass
  types: {novice: {like: car, learned: novice}}
world:
  vehicle:
    ann: {on: ring, at: 100 m, lane: right, type: novice, speed: 20}
    ben: {on: ring, at: 140 m, lane: right, type: novice, speed: 15}
learning: {every: 20 s}
"""
WIDER = """\
study: Two who honk
seed: 3
duration: 40 s
record: null
roads: ring.xodr
learned:
  novice:
    like: two.learn.yaml
    sensors: {quite near: gap < 80 m}
    effectors: {honk: {horn: true}}
    goals: {quiet: {when: honks, reward: -1, priority: 2}}
traffic:
  collisions: pass
  types: {novice: {like: car, learned: novice}}
world:
  vehicle:
    ann: {on: ring, at: 100 m, lane: right, type: novice, speed: 20}
    ben: {on: ring, at: 140 m, lane: right, type: novice, speed: 15}
learning: {every: 20 s, after: two.learn.yaml, fresh: true}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("learning")
    (folder / "ring.xodr").write_bytes(RING.read_bytes())
    (folder / "two.learn.yaml").write_text(STUDY)
    (folder / "wider.learn.yaml").write_text(WIDER)
    return folder


@pytest.fixture(scope="module")
def learned(folder: Path) -> Learned:
    return Experiment(folder / "two.learn.yaml", folder / "whole").run()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.suffix in (".csv", ".rules")}


def test_vehicles_learn_and_leave_curves_and_readable_rules(learned: Learned) -> None:
    (cohort,) = learned.cohorts
    assert [learner.name for learner in cohort.learners] == ["ann", "ben"]
    assert [stretch.time for stretch in cohort.curve.stretches] == [20.0 * k for k in range(1, 13)]
    assert cohort.curve.whole.figures.kilometres == pytest.approx(2 * 240 * cohort.curve.whole.figures.speed / 1000.0)
    for learner in cohort.learners:
        file = learned.folder / "rules" / f"{learner.name}.rules"
        assert read_rules(file) == learner.rules.strongest()
    assert sum(cohort.met.values()) == sum(stretch.sums[:, 0].sum() for stretch in cohort.curve.stretches)


def test_tables_and_report_tell_of_each_vehicle(learned: Learned) -> None:
    (cohort,) = learned.cohorts
    assert {line.learner for line in rule_lines(cohort, 30.0)} == {"ann", "ben"}
    told = behaviours(cohort)
    assert sorted(name for each in told for name in each.learners) == ["ann", "ben"]
    page = write_learning_report(learned).read_text()
    assert "Significant classifiers" in page
    assert page.count("<svg") == 1


def test_an_experiment_that_was_killed_goes_on_with_the_same_bytes(folder: Path, learned: Learned) -> None:
    def die(stage: Stage) -> None:
        if stage.time == 140.0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Experiment(folder / "two.learn.yaml", folder / "killed", on_stage=die).run()
    times: list[float] = []
    Experiment(folder / "two.learn.yaml", folder / "killed", on_stage=lambda stage: times.append(stage.time)).run()
    assert times[0] == 140.0
    assert files(folder / "killed") == files(learned.folder)


def test_one_that_is_done_is_shown_again_and_goes_on_further(folder: Path, learned: Learned) -> None:
    before = files(learned.folder)
    assert (
        Experiment(folder / "two.learn.yaml", learned.folder).run().cohorts[0].learners == learned.cohorts[0].learners
    )
    assert files(learned.folder) == before
    with pytest.raises(InputError, match="holds this experiment up to 240 s already"):
        Experiment(folder / "two.learn.yaml", learned.folder, until=10**9).run()
    with pytest.raises(InputError, match="with seed 3, or one from before"):
        Experiment(folder / "two.learn.yaml", learned.folder, seed=4).run()


def test_rules_are_handed_over_to_an_experiment_with_more_sensors_effectors_and_goals(folder: Path) -> None:
    after = Experiment(folder / "wider.learn.yaml", folder / "wider").run()
    assert after.before is not None
    assert after.fresh is not None
    old, new = after.before.cohorts[0].learners[0].rules, after.cohorts[0].learners[0].rules
    assert new.layout.continues(old.layout)
    known = {(rule.condition + "#", rule.action) for rule in old.rules}
    assert len(known & {(rule.condition, rule.action) for rule in new.rules}) > 0.5 * len(known)
    untaught = after.fresh.cohorts[0].learners[0].rules
    assert len(known & {(rule.condition, rule.action) for rule in untaught.rules}) < 0.5 * len(known)
    page = write_learning_report(after).read_text()
    assert "before: Two novices" in page
    assert "the same from nothing" in page


def test_a_study_in_which_nobody_learns_is_refused(folder: Path) -> None:
    path = folder / "idle.learn.yaml"
    path.write_text(STUDY.replace("learns: true", "learns: false"))
    with pytest.raises(InputError, match=r"no learned driver of .* learns; add"):
        Experiment(path, folder / "idle").run()


def test_initials_tell_names_apart() -> None:
    assert short_names(["near", "not near", "rightmost"]) == ("N", "NN", "R")
    assert short_names(["brake", "go back", "bend"]) == ("BR", "GOBA", "BE")
