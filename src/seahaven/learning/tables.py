"""The tables of the paper from rule bases of ours: significant classifiers (its Figure 10), and these in words (11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seahaven.classifiers import Habit, Rule, condition_words, simplified
from seahaven.learning.cohort import Cohort, Learner

__all__ = ["Behaviour", "RuleLine", "behaviours", "rule_lines", "rules_in_words", "short_names"]


class RuleLine(NamedTuple):
    """A significant rule of a vehicle."""

    learner: str
    condition: str
    action: str
    strength: float
    strengths: tuple[float, ...]


class Behaviour(NamedTuple):
    """What one or several vehicles do: effectors with the conditions under which they choose them, the usual first."""

    learners: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    """Conditions in words, and the effector."""


def rule_lines(cohort: Cohort, least: float) -> list[RuleLine]:
    """The rules of all vehicles that are stronger than some strength, the strongest of each first."""
    return [
        RuleLine(learner.name, rule.condition, cohort.layout.effectors[rule.action], rule.strength, rule.strengths)
        for learner in cohort.learners
        for rule in significant(learner, least)
    ]


def significant(learner: Learner, least: float) -> Sequence[Rule]:
    """The strong rules of a vehicle."""
    return learner.rules.significant(least).rules


def rules_in_words(cohort: Cohort, least: float) -> list[Behaviour]:
    """Significant rules in words, as the paper's Figure 11 has them; vehicles with the same words stand together."""
    told = ((learner, simplified(learner.rules.significant(least))) for learner in cohort.learners)
    return _grouped((learner, tuple(_line(cohort, habit) for habit in habits)) for learner, habits in told)


def behaviours(cohort: Cohort) -> list[Behaviour]:
    """What vehicles do when they go by their strongest rules, with the share of situations in which they do so."""
    told = ((learner, cohort.habits(learner)) for learner in cohort.learners)
    return _grouped((learner, tuple(_line(cohort, habit, f" ({100.0 * habit.weight:.0f} %)") for habit in habits))
                    for learner, habits in told)  # fmt: skip


def _grouped(told: Iterable[tuple[Learner, tuple[tuple[str, str], ...]]]) -> list[Behaviour]:
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for learner, lines in told:
        groups.setdefault(lines, []).append(learner.name)
    return [Behaviour(tuple(names), lines) for lines, names in groups.items()]


def _line(cohort: Cohort, habit: Habit, share: str = "") -> tuple[str, str]:
    words = (condition_words(cohort.layout, condition) for condition in habit.conditions)
    return "; or ".join(words), cohort.layout.effectors[habit.action] + share


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Initials that tell names apart, for the heads of narrow columns.

    >>> short_names(["near", "quite far", "approaching", "very near", "not open"])
    ('N', 'QF', 'A', 'VN', 'NO')
    """
    for letters in range(1, 1 + max(len(name) for name in names)):
        found = tuple(_initials(name, letters) for name in names)
        if len(set(found)) == len(found):
            return found
    return tuple(names)


def _initials(name: str, letters: int) -> str:
    words = name.split()
    return (
        "".join(word[:letters] for word in words).upper()
        if len(words) == 1 or letters > 1
        else "".join(word[0] for word in words).upper()
    )
