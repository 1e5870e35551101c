"""Rule bases as text that a person can read and edit.

    seahaven rules 1
    sensors: near, quite far, approaching, very near, rightmost
    effectors: go ahead, accelerate, brake, change lane
    goals: collision (priority 1, tolerance 5.0), speed (priority 2), lane (priority 2)

    0 0 # 0 #   accelerate     0.0   97.3   -0.2
    # 0 1 0 #   change lane   -1.5   45.9   -4.0   -- a remark

A rule has a symbol for each sensor, an effector, and a strength for each goal. Numbers are written so that reading
them gives the same bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Final

from seahaven.classifiers.layout import Goal, Layout
from seahaven.classifiers.rule import ANY, Rule
from seahaven.classifiers.rule_base import RuleBase
from seahaven.errors import InputError, Position, nearest
from seahaven.files import read_source, write_text_atomic

__all__ = ["parse_rules", "read_rules", "rules_text", "write_rules"]

FIRST_LINE: Final = "seahaven rules 1"
HEADINGS: Final = ("sensors", "effectors", "goals")
REMARK: Final = "--"
_GOAL = re.compile(r"(?P<name>[^()]+?)(?: \(priority (?P<priority>\d+)(?:, tolerance (?P<tolerance>[^)]+))?\))?")


def write_rules(base: RuleBase, file: Path) -> None:
    """Save a rule base as text."""
    write_text_atomic(file, rules_text(base))


def read_rules(file: Path) -> RuleBase:
    """Load a rule base; mistakes are cited with line and column."""
    return parse_rules(read_source(file).text, name=str(file))


def rules_text(base: RuleBase) -> str:
    """A rule base as text."""
    layout = base.layout
    effector = max(len(name) for name in layout.effectors)
    strengths = [[repr(strength) for strength in rule.strengths] for rule in base.rules]
    widths = [max(len(text) for text in column) for column in zip(*strengths, strict=True)]
    lines = [
        FIRST_LINE,
        f"sensors: {', '.join(layout.sensors)}",
        f"effectors: {', '.join(layout.effectors)}",
        f"goals: {', '.join(_goal_text(goal) for goal in layout.goals)}",
        "",
    ]
    for rule, numbers in zip(base.rules, strengths, strict=True):
        columns = "   ".join(text.rjust(width) for text, width in zip(numbers, widths, strict=True))
        lines.append(f"{' '.join(rule.condition)}   {layout.effectors[rule.action].ljust(effector)}   {columns}")
    return "\n".join(lines) + "\n"


def parse_rules(text: str, *, name: str = "rules") -> RuleBase:
    """A rule base from text."""
    lines = _lines(text)
    number, first = next(lines, (1, ""))
    if first != FIRST_LINE:
        raise InputError(f"expected the line {FIRST_LINE!r}, found {first!r}", Position(name, number, 1))
    headings = [_heading(name, *next(lines, (number + 1, "")), wanted) for wanted in HEADINGS]
    try:
        layout = Layout(
            tuple(_names(headings[0][1])),
            tuple(_names(headings[1][1])),
            tuple(_goal(name, headings[2][0], text) for text in _split_goals(headings[2][1])),
        )
    except InputError as error:
        raise error if error.at else InputError(error.message, Position(name, headings[0][0])) from None
    rules: list[Rule] = []
    seen: dict[tuple[str, int], int] = {}
    for number, line in lines:
        rule = _rule(name, number, line, layout)
        earlier = seen.setdefault((rule.condition, rule.action), number)
        if earlier != number:
            raise InputError(f"the same rule stands in line {earlier} already", Position(name, number, 1))
        rules.append(rule)
    return RuleBase(layout, tuple(rules))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, without remarks, each with its number."""
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition(REMARK)[0].rstrip() if REMARK in line else line.rstrip()
        if content.strip():
            yield number, content


def _heading(file: str, number: int, line: str, wanted: str) -> tuple[int, str]:
    name, colon, content = line.partition(":")
    if not colon or name.strip() != wanted:
        raise InputError(f"expected '{wanted}: …', found {line!r}", Position(file, number, 1))
    return number, content.strip()


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _split_goals(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",(?![^(]*\))", text)]


def _goal_text(goal: Goal) -> str:
    tolerance = f", tolerance {goal.tolerance!r}" if goal.tolerance else ""
    return f"{goal.name} (priority {goal.priority}{tolerance})"


def _goal(file: str, number: int, text: str) -> Goal:
    match = _GOAL.fullmatch(text)
    at = Position(file, number)
    if not match:
        raise InputError(f"expected a goal such as 'speed (priority 2, tolerance 0.5)', found {text!r}", at)
    tolerance = _number(match["tolerance"] or "0", at, "a tolerance")
    return Goal(match["name"], int(match["priority"] or 1), tolerance)


def _rule(file: str, number: int, line: str, layout: Layout) -> Rule:
    condition, at = _condition(file, number, line, len(layout.sensors))
    count = len(layout.goals)
    words = list(re.finditer(r"\S+", line[at:]))
    effector = " ".join(word[0] for word in words[:-count])
    if effector not in layout.effectors:
        place = Position(file, number, at + (words[0].start() if words else 0) + 1)
        hint = nearest(effector, layout.effectors)
        raise InputError(f"expected an effector and {count} strengths, found {line[at:].strip()!r}{hint}", place)
    strengths = tuple(
        _number(word[0], Position(file, number, at + word.start() + 1), "a strength") for word in words[-count:]
    )
    return Rule(condition, layout.effectors.index(effector), strengths)


def _condition(file: str, number: int, line: str, count: int) -> tuple[str, int]:
    """The condition at the beginning of a line, and where it ends."""
    symbols, at = "", 0
    while len(symbols) < count:
        while at < len(line) and line[at] == " ":
            at += 1
        if at == len(line) or line[at] not in ("0", "1", ANY):
            found = repr(line[at]) if at < len(line) else "the end of the line"
            raise InputError(
                f"expected one of 0, 1 and # for each of {count} sensors, found {found} after {len(symbols)}",
                Position(file, number, at + 1),
            )
        symbols += line[at]
        at += 1
    return symbols, at


def _number(text: str, at: Position, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"expected {what}, a number, found {text!r}", at) from None
    if not isfinite(value):
        raise InputError(f"expected {what} that is finite, found {text!r}", at)
    return value
