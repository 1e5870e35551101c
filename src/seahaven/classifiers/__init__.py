"""Classifier systems: rules over bits that are rewarded, taxed and bred (A1 to A4).

In come messages of sensors, one word for each agent, and rewards for its goals; out go actions, and rule bases that can
be read, edited, compared, mixed and handed on. This room knows nothing of cars, tables, clocks or roads.
"""

from seahaven.classifiers.colony import Colony
from seahaven.classifiers.export import machine_source
from seahaven.classifiers.holland import Holland
from seahaven.classifiers.layout import MOST_ACTIONS, MOST_BITS, Goal, Layout
from seahaven.classifiers.policy import Habit, condition_words, habits, simplified
from seahaven.classifiers.rule import ANY, Rule
from seahaven.classifiers.rule_base import Difference, RuleBase
from seahaven.classifiers.rule_text import parse_rules, read_rules, rules_text, write_rules
from seahaven.classifiers.terms import Terms

__all__ = [
    "ANY",
    "MOST_ACTIONS",
    "MOST_BITS",
    "Colony",
    "Difference",
    "Goal",
    "Habit",
    "Holland",
    "Layout",
    "Rule",
    "RuleBase",
    "Terms",
    "condition_words",
    "habits",
    "machine_source",
    "parse_rules",
    "read_rules",
    "rules_text",
    "simplified",
    "write_rules",
]
