"""The rules of one agent as a value that can be read, compared, mixed and handed on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from seahaven.classifiers.layout import Goal, Layout
from seahaven.classifiers.rule import ANY, Rule
from seahaven.errors import InputError

__all__ = ["Difference", "RuleBase"]


@dataclass(frozen=True, slots=True)
class Difference:
    """What tells two rule bases apart; rules are the same if condition and action are."""

    gone: tuple[Rule, ...]
    new: tuple[Rule, ...]
    changed: tuple[tuple[Rule, Rule], ...]
    """Rules of both whose strengths differ, as they were and as they are."""


@dataclass(frozen=True, slots=True)
class RuleBase:
    """A layout and rules of it, in the order in which they were found; no two have the same condition and action."""

    layout: Layout
    rules: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        seen: set[tuple[str, int]] = set()
        for rule in self.rules:
            self._check(rule)
            if (rule.condition, rule.action) in seen:
                raise InputError(f"the rule {self.words(rule)} stands there twice")
            seen.add((rule.condition, rule.action))

    def words(self, rule: Rule) -> str:
        """A rule as messages quote it: `0#1 -> brake`."""
        return f"{rule.condition} -> {self.layout.effectors[rule.action]}"

    def strongest(self) -> RuleBase:
        """The same rules, the strongest first; equally strong ones stay in order."""
        return replace(self, rules=tuple(sorted(self.rules, key=lambda rule: -rule.strength)))

    def significant(self, least: float) -> RuleBase:
        """The rules that are stronger than some strength, the strongest first (Figure 10 of the paper: 30)."""
        return replace(self, rules=tuple(rule for rule in self.strongest().rules if rule.strength > least))

    def difference(self, later: RuleBase) -> Difference:
        """What is gone, new and changed in a later rule base of the same layout."""
        self._check_layout(later)
        before = {(rule.condition, rule.action): rule for rule in self.rules}
        after = {(rule.condition, rule.action): rule for rule in later.rules}
        return Difference(
            gone=tuple(rule for key, rule in before.items() if key not in after),
            new=tuple(rule for key, rule in after.items() if key not in before),
            changed=tuple((before[key], rule) for key, rule in after.items() if before.get(key, rule) != rule),
        )

    def merged(self, others: Iterable[RuleBase], *, most: int | None = None) -> RuleBase:
        """One rule base out of several: rules that occur more than once get their mean strengths.

        If more than `most` remain, the strongest stay.
        """
        found: dict[tuple[str, int], list[Rule]] = {}
        for base in (self, *others):
            self._check_layout(base)
            for rule in base.rules:
                found.setdefault((rule.condition, rule.action), []).append(rule)
        mixed = replace(self, rules=tuple(_mean(rules) for rules in found.values()))
        return mixed if most is None else replace(mixed, rules=mixed.strongest().rules[:most])

    def widened(
        self,
        *,
        sensors: Iterable[str] = (),
        effectors: Iterable[str] = (),
        goals: Iterable[Goal] = (),
        strength: float = 0.0,
    ) -> RuleBase:
        """The same knowledge in a layout with more sensors, effectors and goals (A7).

        The rules care for no new sensor and call for no new effector; for each new goal they begin with `strength`.
        """
        layout = self.layout.widened(sensors=sensors, effectors=effectors, goals=goals)
        return self.carried_to(layout, strength=strength)

    def carried_to(self, layout: Layout, *, strength: float = 0.0) -> RuleBase:
        """The same knowledge in a layout that begins with this one."""
        if not layout.continues(self.layout):
            raise InputError(
                "rules can be carried over only to a layout that begins with theirs: "
                f"sensors {', '.join(self.layout.sensors)}; effectors {', '.join(self.layout.effectors)}; "
                f"goals {', '.join(self.layout.goal_names)}"
            )
        blank = ANY * (len(layout.sensors) - len(self.layout.sensors))
        unknown = (strength,) * (len(layout.goals) - len(self.layout.goals))
        carried = (Rule(rule.condition + blank, rule.action, (*rule.strengths, *unknown)) for rule in self.rules)
        return type(self)(layout, tuple(carried))

    def with_rules(self, rules: Iterable[Rule]) -> Self:
        """The same layout with other rules."""
        return replace(self, rules=tuple(rules))

    def _check(self, rule: Rule) -> None:
        layout = self.layout
        if len(rule.condition) != len(layout.sensors) or set(rule.condition) - {"0", "1", ANY}:
            raise InputError(f"condition {rule.condition!r}: expected {len(layout.sensors)} of the symbols 0, 1 and #")
        if not 0 <= rule.action < len(layout.effectors):
            raise InputError(f"action {rule.action}: the layout has {len(layout.effectors)} effectors")
        if len(rule.strengths) != len(layout.goals):
            raise InputError(f"{len(rule.strengths)} strengths for {len(layout.goals)} goals in {self.words(rule)}")

    def _check_layout(self, other: RuleBase) -> None:
        if other.layout != self.layout:
            raise InputError("rule bases of different layouts; carry one over with carried_to first")


def _mean(rules: list[Rule]) -> Rule:
    columns = zip(*(rule.strengths for rule in rules), strict=True)
    return replace(rules[0], strengths=tuple(sum(column) / len(rules) for column in columns))
