"""What a rule base comes down to: which effector it calls for in which situations, in as few words as will do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from seahaven.classifiers.layout import Layout
from seahaven.classifiers.rule import ANY, Rule
from seahaven.classifiers.rule_base import RuleBase

__all__ = ["Habit", "condition_words", "habits", "simplified"]

NOT, AND = "not ", " and "
ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Habit:
    """In which situations an agent does one thing: any of `conditions` holds. `weight` is how often that was so."""

    action: int
    conditions: tuple[str, ...]
    weight: float = 1.0


def condition_words(layout: Layout, condition: str) -> str:
    """A condition as a person says it.

    >>> from seahaven.classifiers.layout import Goal
    >>> condition_words(Layout(("near", "right"), ("go",), (Goal("far"),)), "01")
    'not near and right'
    """
    literals = [
        name if symbol == "1" else f"{NOT}{name}"
        for name, symbol in zip(layout.sensors, condition, strict=True)
        if symbol != ANY
    ]
    return AND.join(literals) or ALWAYS


def habits(layout: Layout, decided: Mapping[int, int], weights: Mapping[int, float] | None = None) -> tuple[Habit, ...]:
    """Conditions for each action, from the action that was decided on for each message.

    Messages that are not listed never occur, and count as whatever makes conditions shorter. The most frequent habit
    comes first.
    """
    given = weights or dict.fromkeys(decided, 1.0)
    found = []
    for action in sorted(set(decided.values())):
        own = [message for message, chosen in decided.items() if chosen == action]
        others = [message for message, chosen in decided.items() if chosen != action]
        conditions = _cover(len(layout.sensors), sorted(own, key=lambda message: (-given[message], message)), others)
        found.append(Habit(action, conditions, sum(given[message] for message in own)))
    return tuple(sorted(found, key=lambda habit: (-habit.weight, habit.action)))


def simplified(base: RuleBase) -> tuple[Habit, ...]:
    """Conditions for each action from the rules themselves, the strongest first.

    A rule within another one of the same action is left out, and two that differ in one sensor become one.
    """
    order: dict[int, list[str]] = {}
    for rule in base.strongest().rules:
        order.setdefault(rule.action, []).append(rule.condition)
    return tuple(Habit(action, _merged(conditions)) for action, conditions in order.items())


def _cover(bits: int, own: Sequence[int], others: Sequence[int]) -> tuple[str, ...]:
    """Conditions that hold for all of some messages and for none of the others.

    Each message not yet covered is widened, sensor by sensor, each time by the one that lets it hold for most.
    """
    left, conditions = list(own), []
    while left:
        condition = _widened(_exactly(bits, left[0]), own, others)
        conditions.append(condition)
        rule = Rule(condition, 0, ())
        left = [message for message in left if not rule.matches(message)]
    return tuple(conditions)


def _widened(condition: str, own: Sequence[int], others: Sequence[int]) -> str:
    while True:
        wider = [condition[:bit] + ANY + condition[bit + 1 :] for bit, symbol in enumerate(condition) if symbol != ANY]
        fitting = [each for each in wider if not _holds_for(each, others)]
        if not fitting:
            return condition
        condition = max(fitting, key=lambda each: _holds_for(each, own))


def _holds_for(condition: str, messages: Iterable[int]) -> int:
    rule = Rule(condition, 0, ())
    care, wanted = rule.care, rule.wanted
    return sum((message ^ wanted) & care == 0 for message in messages)


def _exactly(bits: int, message: int) -> str:
    return "".join("1" if message >> bit & 1 else "0" for bit in range(bits))


def _merged(conditions: Iterable[str]) -> tuple[str, ...]:
    kept = list(dict.fromkeys(conditions))
    while pair := _pair_in(kept):
        first, second, both = pair
        kept[kept.index(first)] = both
        kept = list(dict.fromkeys(each for each in kept if each != second))
    return tuple(each for each in kept if not any(_is_within(each, other) for other in kept if other != each))


def _pair_in(conditions: Sequence[str]) -> tuple[str, str, str] | None:
    """Two conditions that differ in one sensor, of which one wants 0 and the other 1, and what they are together."""
    for k, first in enumerate(conditions):
        for second in conditions[k + 1 :]:
            differing = [bit for bit, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
            if len(differing) == 1 and ANY not in (first[differing[0]], second[differing[0]]):
                return first, second, first[: differing[0]] + ANY + first[differing[0] + 1 :]
    return None


def _is_within(condition: str, other: str) -> bool:
    return Rule(other, 0, ()).covers(Rule(condition, 0, ()))
