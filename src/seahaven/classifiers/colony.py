"""Agents that learn: each has a rule base of its own, and all decide in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.classifiers.layout import Layout
from seahaven.classifiers.rule import Rule
from seahaven.classifiers.rule_base import RuleBase
from seahaven.classifiers.terms import Terms
from seahaven.errors import InputError
from seahaven.kernel import Stream

__all__ = ["Colony", "levels"]


COMPILED: Final = (
    "life_tax", "bid_tax", "bid_rate", "exploration", "wildcard", "covering",
    "period", "crossover", "mutation", "grace",
)  # fmt: skip
"""The terms that compiled code reads as they are."""


class _Rules(NamedTuple):
    """The rules of all agents as arrays: agents by slots, and by goals."""

    care: NDArray[np.uint64]
    wanted: NDArray[np.uint64]
    action: NDArray[np.int64]
    strength: NDArray[np.float64]
    born: NDArray[np.int64]
    """At which decision of its agent a rule was made."""
    bidding: NDArray[np.bool_]
    """Whether it bid at the last decision."""
    taken: NDArray[np.int64]
    """How many slots of an agent are taken; these are its first."""
    decisions: NDArray[np.int64]
    payments: NDArray[np.int64]
    message: NDArray[np.uint64]
    winner: NDArray[np.int64]
    """The slot that acted last, -1 for none."""
    ids: NDArray[np.int64]
    inheritance: NDArray[np.float64]
    """Room for the strengths of one child, between two steps of discovery."""


class _Desk(NamedTuple):
    """What goes to and fro in a call; the first places of each array count."""

    rows: NDArray[np.int64]
    messages: NDArray[np.uint64]
    rewards: NDArray[np.float64]
    actions: NDArray[np.int64]


class _Numbers(NamedTuple):
    """The terms as compiled code reads them."""

    life_tax: float
    bid_tax: float
    bid_rate: float
    exploration: float
    wildcard: float
    covering: float
    period: int
    crossover: float
    mutation: float
    grace: int
    sensors: int
    effectors: int
    level: NDArray[np.int64]
    """Of each goal: how many priorities come before its own."""
    tolerance: NDArray[np.float64]
    """Of each priority."""
    initial: NDArray[np.float64]
    """Of each goal: the strength of a rule that nothing is known of."""
    key0: int
    key1: int


@dataclass(eq=False)
class Colony:
    """Some agents of one layout, with the rules that each has found so far.

    A decision is `decide`, then `pay` with the reward for what came of it. Both take all agents, or those in the rows
    named. What an agent does depends on the seed, its id, and its own messages and rewards alone.
    """

    layout: Layout
    terms: Terms = field(default_factory=Terms)
    agents: int = 1
    seed: int = 0
    ids: Sequence[int] | None = None
    """Numbers that stand for the agents in all random draws; 0, 1, 2 and so on if nothing else is said."""
    _rules: _Rules = field(init=False, repr=False)
    _numbers: _Numbers = field(init=False, repr=False)
    _desk: _Desk = field(init=False, repr=False)
    _is_whole: bool = field(init=False, repr=False, default=True)

    def __post_init__(self) -> None:
        ids = np.arange(self.agents) if self.ids is None else np.asarray(self.ids, dtype=np.int64)
        if len(ids) != self.agents or len(np.unique(ids)) != self.agents:
            raise InputError(f"{len(ids)} ids for {self.agents} agents; each needs one of its own")
        self._numbers = _numbers(self.layout, self.terms, self.seed)
        self._rules = _empty(self.agents, self.terms.capacity, len(self.layout.goals), ids)
        self._desk = _Desk(
            rows=np.arange(self.agents),
            messages=np.zeros(self.agents, np.uint64),
            rewards=np.zeros((self.agents, len(self.layout.goals))),
            actions=np.zeros(self.agents, np.int64),
        )

    def decide(
        self, messages: ArrayLike, *, rows: ArrayLike | None = None, is_greedy: bool = False
    ) -> NDArray[np.int64]:
        """The action of each agent, by roulette, or, if greedy, that of its strongest rule.

        Greedy agents make no rules. Where none matches they take the first effector.
        """
        words = np.asarray(messages, dtype=np.uint64)
        count = self._list(rows)
        if words.shape != (count,):
            raise InputError(f"messages of shape {words.shape} for {count} agents; expected one for each")
        self._desk.messages[:count] = words
        run, entry = self._decide
        run(entry.code, entry.hand, count, is_greedy, 0)
        return self._desk.actions[:count].copy()

    def pay(self, rewards: ArrayLike, *, rows: ArrayLike | None = None) -> None:
        """Reward the rules that acted last, with a number for each goal, and tax all others (A2)."""
        paid = np.asarray(rewards, dtype=np.float64)
        count = self._list(rows)
        wanted = (count, len(self.layout.goals))
        if paid.shape != wanted:
            raise InputError(f"rewards have the shape {paid.shape}; expected {wanted}, a number per agent and goal")
        self._desk.rewards[:count] = paid
        run, entry = self._pay
        if place := run(entry.code, entry.hand, count, 0, 0):
            row, goal = divmod(place - 1, len(self.layout.goals))
            agent, name = self._desk.rows[row], self.layout.goal_names[goal]
            raise InputError(f"the reward of agent {agent} for {name!r} is {paid[row, goal]}; it must be finite")

    def fill(self, rules: int) -> None:
        """Give each agent so many random rules in addition to those it has, up to its capacity (A3)."""
        stream, layout, own = Stream.named(self.seed, "classifiers/random rules"), self.layout, self._rules
        for row in range(self.agents):
            base = self.rules(row)
            for k in range(rules):
                if len(base.rules) == self.terms.capacity:
                    break
                draws = [
                    stream.uniform(entity=int(own.ids[row]), step=k, draw=draw)
                    for draw in range(len(layout.sensors) + 1)
                ]
                condition = "".join("01#"[int(draw * 3)] for draw in draws[:-1])
                rule = Rule(condition, int(draws[-1] * len(layout.effectors)), tuple(self._numbers.initial.tolist()))
                if (condition, rule.action) not in {(other.condition, other.action) for other in base.rules}:
                    base = base.with_rules((*base.rules, rule))
            self.load(base, rows=[row])

    def rules(self, row: int = 0) -> RuleBase:
        """The rules of an agent as a value."""
        own, bits = self._rules, len(self.layout.sensors)
        listed = (
            Rule.of(
                bits,
                int(own.care[row, slot]),
                int(own.wanted[row, slot]),
                int(own.action[row, slot]),
                tuple(own.strength[row, slot].tolist()),
            )
            for slot in range(int(own.taken[row]))
        )
        return RuleBase(self.layout, tuple(listed))

    def load(self, base: RuleBase, *, rows: ArrayLike | None = None) -> None:
        """Give agents these rules in place of theirs; rules of a narrower layout are carried over (A7)."""
        if base.layout != self.layout:
            base = base.carried_to(self.layout)
        if len(base.rules) > self.terms.capacity:
            raise InputError(
                f"{len(base.rules)} rules for agents with room for {self.terms.capacity}; raise `capacity` or take "
                "base.merged([], most=…)"
            )
        own = self._rules
        for row in range(self.agents) if rows is None else np.asarray(rows, dtype=np.int64):
            own.taken[row], own.winner[row] = len(base.rules), -1
            own.bidding[row] = False
            own.born[row] = own.decisions[row]
            for slot, rule in enumerate(base.rules):
                own.care[row, slot], own.wanted[row, slot] = rule.care, rule.wanted
                own.action[row, slot], own.strength[row, slot] = rule.action, rule.strengths

    def winners(self) -> NDArray[np.int64]:
        """Which rule of each agent acted last, as its place in `rules(row)`; -1 for none."""
        return self._rules.winner.copy()

    @property
    def tables(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The rules and the terms as compiled code of other rooms takes them (`colony_kernels.action_for`)."""
        return self._rules, self._numbers

    def state(self) -> dict[str, NDArray[Any]]:
        """All that changes, as arrays: for snapshots and files."""
        return {name: array.copy() for name, array in self._rules._asdict().items()}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from what `state` gave."""
        for name, array in self._rules._asdict().items():
            if state[name].shape != array.shape:
                raise InputError(f"the state is of another colony: {name} is {state[name].shape}, not {array.shape}")
            array[...] = state[name]

    @cached_property
    def _decide(self) -> tuple[Any, Any]:
        from seahaven.classifiers.colony_kernels import decide

        return self._entered(decide)

    @cached_property
    def _pay(self) -> tuple[Any, Any]:
        from seahaven.classifiers.colony_kernels import pay

        return self._entered(pay)

    def _entered(self, function: Any) -> tuple[Any, Any]:
        """What calls compiled code by its address, and that code with the arrays of this colony."""
        from seahaven.geometry.entry_kernels import enter, run_entry

        return run_entry, enter(function, (self._rules, self._numbers, self._desk))

    def _list(self, rows: ArrayLike | None) -> int:
        """Put the agents of a call onto the desk; give their number."""
        listed = self._desk.rows
        if rows is None:
            if not self._is_whole:
                listed[:] = np.arange(self.agents)
                self._is_whole = True
            return self.agents
        chosen = np.asarray(rows, dtype=np.int64)
        if len(chosen) > self.agents or (len(chosen) and not 0 <= chosen.min() <= chosen.max() < self.agents):
            raise InputError(f"rows {chosen.tolist()}: the colony has the rows 0 to {self.agents - 1}")
        listed[: len(chosen)], self._is_whole = chosen, False
        return len(chosen)


def _empty(agents: int, capacity: int, goals: int, ids: NDArray[np.int64]) -> _Rules:
    shape = (agents, capacity)
    return _Rules(
        care=np.zeros(shape, np.uint64),
        wanted=np.zeros(shape, np.uint64),
        action=np.zeros(shape, np.int64),
        strength=np.zeros((*shape, goals)),
        born=np.zeros(shape, np.int64),
        bidding=np.zeros(shape, np.bool_),
        taken=np.zeros(agents, np.int64),
        decisions=np.zeros(agents, np.int64),
        payments=np.zeros(agents, np.int64),
        message=np.zeros(agents, np.uint64),
        winner=np.full(agents, -1),
        ids=ids.copy(),
        inheritance=np.zeros(goals),
    )


def levels(layout: Layout, terms: Terms) -> tuple[list[int], list[float]]:
    """Of each goal, how many priorities come before its own; of each priority, the largest tolerance of its goals."""
    if not terms.prioritised:
        return [0] * len(layout.goals), [0.0]
    priorities = sorted({goal.priority for goal in layout.goals})
    tolerances = [max(goal.tolerance for goal in layout.goals if goal.priority == own) for own in priorities]
    return [priorities.index(goal.priority) for goal in layout.goals], tolerances


def _numbers(layout: Layout, terms: Terms, seed: int) -> _Numbers:
    """The terms for a layout: goals sorted into levels, the first priority first."""
    level, tolerance = levels(layout, terms)
    last = max(goal.priority for goal in layout.goals)
    hopeful = np.array([goal.priority == last for goal in layout.goals])
    stream = Stream.named(seed, "classifiers")
    return _Numbers(
        **{name: getattr(terms, name) for name in COMPILED},
        sensors=len(layout.sensors),
        effectors=len(layout.effectors),
        level=np.array(level),
        tolerance=np.array(tolerance),
        initial=np.where(hopeful, terms.initial_strength / hopeful.sum(), 0.0),
        key0=stream.key0,
        key1=stream.key1,
    )
