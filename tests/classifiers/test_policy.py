"""Decisions and rules in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seahaven.classifiers import Goal, Layout, Rule, RuleBase, condition_words, habits, simplified

CAR = Layout(("near", "closing", "right"), ("go", "brake", "change"), (Goal("speed"),))


def test_a_condition_is_said_in_words() -> None:
    assert condition_words(CAR, "01#") == "not near and closing"
    assert condition_words(CAR, "###") == "always"


def test_what_never_occurs_makes_conditions_shorter() -> None:
    found = habits(CAR, {0b000: 0, 0b100: 0, 0b011: 1}, {0b000: 5.0, 0b100: 3.0, 0b011: 1.0})
    assert [(habit.action, habit.conditions, habit.weight) for habit in found] == [
        (0, ("#0#",), 8.0),
        (1, ("#1#",), 1.0),
    ]


DECISIONS = st.dictionaries(st.integers(0, 7), st.integers(0, 2), min_size=1)


@given(DECISIONS)
def test_property_conditions_tell_all_decisions_apart(decided: dict[int, int]) -> None:
    for habit in habits(CAR, decided):
        rules = [Rule(condition, habit.action, (0.0,)) for condition in habit.conditions]
        for message, action in decided.items():
            assert any(rule.matches(message) for rule in rules) == (action == habit.action)


def test_rules_within_others_are_left_out_and_two_halves_become_one() -> None:
    rules = Rule("0##", 0, (9.0,)), Rule("01#", 0, (8.0,)), Rule("110", 1, (7.0,)), Rule("111", 1, (6.0,))
    found = simplified(RuleBase(CAR, rules))
    assert [(habit.action, habit.conditions) for habit in found] == [(0, ("0##",)), (1, ("11#",))]
