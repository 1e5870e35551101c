"""`seahaven learn` and `seahaven rules`, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.sources import Seahaven
from tests.learning.test_experiment import RING, STUDY

SHORT = STUDY.replace("duration: 4 min", "duration: 40 s")
CAREFUL = """\
seahaven rules 1
sensors: near, rightmost
effectors: go ahead, brake
goals: collision (priority 1, tolerance 5.0), speed (priority 2)

0 #   go ahead     0.0   40.0
1 #   brake       -2.0   30.0
"""


def learned(seahaven: Seahaven, folder: Path, *words: str) -> str:
    (folder / "ring.xodr").write_bytes(RING.read_bytes())
    (folder / "two.learn.yaml").write_text(SHORT)
    done = seahaven("learn", "two.learn.yaml", *words)
    assert done.exit_code == 0, done.output
    return str(done.stdout)


def test_learn_prints_rules_and_words_and_leaves_a_report(seahaven: Seahaven, folder: Path) -> None:
    text = learned(seahaven, folder)
    assert "Significant classifiers (strength > 30" in text
    assert "In words" in text
    assert (folder / "out" / "Two-novices" / "report.html").exists() or list((folder / "out").rglob("report.html"))
    shown = learned(seahaven, folder, "--json")
    assert json.loads(shown)["drivers"]["novice"]["vehicles"] == ["ann", "ben"]


def test_a_study_without_learned_drivers_is_refused(seahaven: Seahaven) -> None:
    done = seahaven("learn", "short.study.yaml")
    assert done.exit_code == 1
    assert "has no learned driver; declare one under 'learned:'" in done.output


def test_rules_are_shown_compared_mixed_and_made_into_a_machine(seahaven: Seahaven, folder: Path) -> None:
    (folder / "a.rules").write_text(CAREFUL)
    (folder / "b.rules").write_text(CAREFUL.replace("30.0", "10.0").replace("0 # ", "0 1 "))
    shown = seahaven("rules", "show", "a.rules").output
    assert "not near" in shown
    told = seahaven("rules", "diff", "a.rules", "b.rules").output
    assert "gone  not near -> go ahead" in told
    assert "new  not near and rightmost -> go ahead" in told
    assert "weaker  near -> brake  28.00 -> 8.00" in told
    assert seahaven("rules", "merge", "a.rules", "b.rules", "-o", "both.rules").exit_code == 0
    assert "1 #   brake      -2.0   20.0" in (folder / "both.rules").read_text()
    assert seahaven("rules", "export", "a.rules", "--name", "Careful", "-o", "careful_of_tests.py").exit_code == 0
    drawn = seahaven("machine", "show", "careful_of_tests:Careful", "--allow", "careful_of_tests")
    assert "Careful" in drawn.output, drawn.output


def test_a_mistake_in_a_rule_file_is_cited(seahaven: Seahaven, folder: Path) -> None:
    (folder / "a.rules").write_text(CAREFUL.replace("brake  ", "brakes "))
    done = seahaven("rules", "show", "a.rules")
    assert done.exit_code == 1
    assert "a.rules:7:7: expected an effector and 2 strengths" in done.output.replace("\n", " ")
