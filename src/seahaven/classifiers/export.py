"""A rule base as the source of a machine that decides as a greedy agent does, step for step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from keyword import iskeyword

from seahaven.classifiers.colony import levels
from seahaven.classifiers.layout import Layout
from seahaven.classifiers.rule import ANY, Rule
from seahaven.classifiers.rule_base import RuleBase
from seahaven.classifiers.terms import Terms
from seahaven.errors import InputError

__all__ = ["machine_source"]

LOWEST = "-1e300"
"""Lower than any strength."""


def machine_source(base: RuleBase, name: str, *, terms: Terms | None = None) -> str:
    """The source of a file with one machine: an input for each sensor, and the number of the effector as its output.

    It can be read, drawn, compiled and nested like any other machine. `terms` say whether goals have priorities.
    """
    if not name.isidentifier() or iskeyword(name):
        raise InputError(f"{name!r} cannot be the name of a class; take a word such as 'LearnedDriver'")
    inputs = input_names(base.layout)
    effectors = ", ".join(f"{number} {effector}" for number, effector in enumerate(base.layout.effectors))
    lines = [
        f'"""{name}: a machine made from {len(base.rules)} learned rules."""',
        "",
        "from seahaven.hcsm import In, Machine, Out",
        "",
        "",
        f"class {name}(Machine):",
        f'    """Chooses an effector: {effectors}."""',
        "",
        *(f"    {own}: In[bool]" for own in inputs),
        "    effector: Out[int]",
        "",
        "    def activity(m):",
        *(f"        {line}" for line in _decision(base, inputs, terms or Terms())),
    ]
    return "\n".join(lines) + "\n"


def input_names(layout: Layout) -> list[str]:
    """A name for each sensor that Python can read."""
    names: list[str] = []
    for sensor in layout.sensors:
        name = re.sub(r"\W+", "_", sensor).strip("_").lower()
        name = name if name.isidentifier() and not iskeyword(name) else f"sensor_{name}"
        while name in (*names, "effector"):
            name += "_"
        names.append(name)
    return names


def _decision(base: RuleBase, inputs: Sequence[str], terms: Terms) -> Iterator[str]:
    """Which rules bid; by falling priority, which of them are good enough; and the strongest of those."""
    level_of_goal, tolerances = levels(base.layout, terms)
    for number, rule in enumerate(base.rules):
        yield f"bids_{number} = {_condition(rule, inputs)}  # {base.words(rule)}"
    strengths = [_by_level(rule, level_of_goal, len(tolerances)) for rule in base.rules]
    for level, tolerance in enumerate(tolerances[:-1]):
        yield f"best_{level} = {LOWEST}"
        for number, own in enumerate(strengths):
            yield f"if bids_{number} and {own[level]!r} > best_{level}:"
            yield f"    best_{level} = {own[level]!r}"
        for number, own in enumerate(strengths):
            yield f"bids_{number} = bids_{number} and {own[level]!r} >= best_{level} - {tolerance!r}"
    yield f"best = {LOWEST}"
    yield "m.effector = 0"
    for number, (rule, own) in enumerate(zip(base.rules, strengths, strict=True)):
        yield f"if bids_{number} and {own[-1]!r} > best:"
        yield f"    best = {own[-1]!r}"
        yield f"    m.effector = {rule.action}"


def _condition(rule: Rule, inputs: Sequence[str]) -> str:
    literals = [
        f"m.{name}" if symbol == "1" else f"not m.{name}"
        for name, symbol in zip(inputs, rule.condition, strict=True)
        if symbol != ANY
    ]
    return " and ".join(literals) or "True"


def _by_level(rule: Rule, level_of_goal: Sequence[int], count: int) -> list[float]:
    """The strengths of a rule added up by priority, in the order in which compiled code adds them."""
    sums = [0.0] * count
    for strength, level in zip(rule.strengths, level_of_goal, strict=True):
        sums[level] += strength
    return sums
