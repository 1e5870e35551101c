"""Holland's classifier system, with a message list and the bucket brigade: the ancestor of alphaCS (A12).

Rules post messages, and messages make other rules bid, until one of them is for the effectors. A winner pays its bid
to the rules that posted what it matched, so that rewards travel back along chains of rules. A decision takes as many
cycles as the chain is long; alphaCS gives up the list in order to answer in bounded time (A1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.classifiers.layout import Layout
from seahaven.classifiers.terms import Terms
from seahaven.errors import InputError
from seahaven.kernel import Draws, Stream

__all__ = ["Holland"]

TAG: Final = 2
"""The first bits of a message say whose it is: of the sensors, of a rule to rules, or of a rule to the effectors."""
SENSED, INNER, ACTING = 0, 1, 2
SENSORS: Final = -1
"""Stands for the sensors as those that posted a message; what is paid to them is lost."""

Words = NDArray[np.int64]


@dataclass(eq=False)
class Holland:
    """One agent with a message list, whose rules are paid by the bucket brigade.

    All rewards are added; there is one strength. The `Terms` are those of a `Colony`; `covering` and `prioritised` mean
    nothing here.
    """

    layout: Layout
    terms: Terms = field(default_factory=Terms)
    seed: int = 0
    messages: int = 4
    """How many messages the list holds."""
    cycles: int = 4
    """After how many cycles without a message for the effectors one is made by covering."""
    inner: float = 0.1
    """Which share of the rules made by covering or mutation posts to other rules instead of the effectors."""

    def __post_init__(self) -> None:
        for name in ("messages", "cycles"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be 1 or more")
        room = self.terms.capacity
        self._bits = TAG + max(len(self.layout.sensors), (len(self.layout.effectors) - 1).bit_length())
        self._care, self._wanted = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._passed, self._posted = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._strength, self._born = np.zeros(room), np.zeros(room, np.int64)
        self._taken, self._decisions, self._payments = 0, 0, 0
        self._draws = Draws(Stream.named(self.seed, "holland"))
        self._list: list[tuple[int, int]] = []
        self._actors: list[int] = []

    def decide(self, message: int, *, is_greedy: bool = False) -> int:
        """The action for what the sensors say, after as many cycles of the message list as it takes."""
        self._decisions += 1
        self._draws.at(self._decisions)
        inner: list[tuple[int, int]] = []
        for _ in range(self.cycles):
            self._list = [(message << TAG | SENSED, SENSORS), *inner]
            winners = self._winners(is_greedy)
            posted = [(self._post(rule, at), rule) for rule, at in winners]
            acting = [(word, rule) for word, rule in posted if word & 3 == ACTING]
            if acting:
                return self._act(acting)
            inner = [(word, rule) for word, rule in posted if word & 3 == INNER][: self.messages - 1]
        if is_greedy:
            self._actors = []
            return 0
        rule = self._cover(message)
        return self._act([(self._post(rule, 0), rule)])

    def pay(self, reward: float) -> None:
        """Reward the rules that posted the action, and now and then look for new rules."""
        self._strength[: self._taken] *= 1.0 - self.terms.life_tax
        for rule in self._actors:
            self._strength[rule] += reward / len(self._actors)
        self._payments += 1
        if self.terms.period and self._payments % self.terms.period == 0 and self._taken >= 2:
            self._discover()

    def fill(self, rules: int) -> None:
        """Add so many random rules, as far as there is room; Holland's systems begin with a full base of them."""
        self._draws.at(0)
        everything = (1 << self._bits) - 1
        for _ in range(min(rules, len(self._care) - self._taken)):
            rule, words = self._slot(), [int(self._draws.uniform() * (everything + 1)) for _ in range(3)]
            tag = INNER if self._draws.uniform() < self.inner else SENSED
            care = (words[0] | words[1]) & ~3 | 3  # two thirds of the symbols, and the tag
            self._write(rule, care & everything, (words[2] & ~3) | tag, *self._new_posting())
            self._strength[rule] = self.terms.initial_strength

    @property
    def size(self) -> int:
        """How many rules the agent has."""
        return self._taken

    def _winners(self, is_greedy: bool) -> list[tuple[int, int]]:
        """The rules that may post, by roulette without replacement, each with the message that it matched; they pay."""
        care, wanted = self._care[: self._taken], self._wanted[: self._taken]
        matched: dict[int, int] = {}
        for at, (word, _) in enumerate(self._list):
            for rule in np.flatnonzero((word ^ wanted) & care == 0).tolist():
                matched.setdefault(rule, at)
        chosen: list[tuple[int, int]] = []
        bidders = sorted(matched)
        while bidders and len(chosen) < (1 if is_greedy else self.messages):
            rule = self._spin(bidders, is_greedy)
            bidders.remove(rule)
            chosen.append((rule, matched[rule]))
        if not is_greedy:
            self._charge(chosen, bidders)
        return chosen

    def _charge(self, chosen: list[tuple[int, int]], losers: list[int]) -> None:
        """Tax those that bid in vain, and hand the bids of the winners on."""
        self._strength[losers] *= 1.0 - self.terms.bid_tax
        bids = [self.terms.bid_rate * float(self._strength[rule]) for rule, _ in chosen]
        for (rule, at), bid in zip(chosen, bids, strict=True):
            self._strength[rule] -= bid
            supplier = self._list[at][1]
            if supplier != SENSORS:
                self._strength[supplier] += bid

    def _spin(self, bidders: list[int], is_greedy: bool) -> int:
        strengths = np.maximum(self._strength[bidders], 0.0)
        if is_greedy:
            return bidders[int(strengths.argmax())]
        draw, total = self._draws.uniform(), strengths.sum()
        if total <= 0.0:
            return bidders[int(draw * len(bidders))]
        return bidders[min(int(strengths.cumsum().searchsorted(draw * total, side="right")), len(bidders) - 1)]

    def _post(self, rule: int, at: int) -> int:
        """What a rule posts: its own symbols, and those of the matched message where it passes these through."""
        word = self._list[at][0] if at < len(self._list) else 0
        return int(self._posted[rule] | (word & self._passed[rule]))

    def _act(self, acting: list[tuple[int, int]]) -> int:
        """The action of the strongest rule that posts to the effectors; those that post the same are paid with it."""
        count = len(self.layout.effectors)
        word, _ = max(acting, key=lambda entry: self._strength[entry[1]])
        action = (word >> TAG) % count
        self._actors = [rule for word, rule in acting if (word >> TAG) % count == action]
        return action

    def _cover(self, message: int) -> int:
        rule = self._slot()
        everything = (1 << self._bits) - 1
        care = sum(1 << bit for bit in range(self._bits) if bit < TAG or self._draws.uniform() >= self.terms.wildcard)
        self._write(rule, care & everything, (message << TAG | SENSED) & care, 0, self._new_action())
        self._strength[rule] = self.terms.initial_strength
        return rule

    def _new_action(self) -> int:
        return int(self._draws.uniform() * len(self.layout.effectors)) << TAG | ACTING

    def _slot(self) -> int:
        """An empty place, or that of the weakest rule past its grace."""
        if self._taken < len(self._care):
            self._taken += 1
            return self._taken - 1
        old = np.flatnonzero(self._decisions - self._born[: self._taken] > self.terms.grace)
        places = old if len(old) else np.arange(self._taken)
        return int(places[self._strength[places].argmin()])

    def _write(self, rule: int, care: int, wanted: int, passed: int, posted: int) -> None:
        self._care[rule], self._wanted[rule] = care, wanted & care
        self._passed[rule], self._posted[rule] = passed, posted & ~passed
        self._born[rule] = self._decisions
        self._actors = [other for other in self._actors if other != rule]

    def _discover(self) -> None:
        """Cross two strong rules, mutate the children, and put them into the places of weak rules."""
        everyone = list(range(self._taken))
        parents = [self._spin(everyone, False) for _ in range(2)]
        strength = float(self._strength[parents].mean())
        conditions = [(int(self._care[rule]), int(self._wanted[rule])) for rule in parents]
        actions = [(int(self._passed[rule]), int(self._posted[rule])) for rule in parents]
        if self._draws.uniform() < self.terms.crossover:
            mask = (1 << int(self._draws.uniform() * (self._bits + 1))) - 1
            conditions = [
                ((own[0] & mask) | (other[0] & ~mask), (own[1] & mask) | (other[1] & ~mask))
                for own, other in (conditions, conditions[::-1])
            ]
        for (care, wanted), (passed, posted) in zip(conditions, actions, strict=True):
            care, wanted = self._mutated(care, wanted)
            if self._draws.uniform() < self.terms.mutation:
                passed, posted = self._new_posting()
            rule = self._slot()
            self._write(rule, care, wanted, passed, posted)
            self._strength[rule] = strength

    def _mutated(self, care: int, wanted: int) -> tuple[int, int]:
        for bit in range(self._bits):
            if self._draws.uniform() < self.terms.mutation:
                symbol = int(self._draws.uniform() * 3)
                care = care | 1 << bit if symbol < 2 else care & ~(1 << bit)
                wanted = wanted | 1 << bit if symbol == 1 else wanted & ~(1 << bit)
        return care, wanted

    def _new_posting(self) -> tuple[int, int]:
        """What a changed rule posts: an action, or a message for other rules that passes some bits through."""
        if self._draws.uniform() >= self.inner:
            return 0, self._new_action()
        passed = sum(1 << bit for bit in range(TAG, self._bits) if self._draws.uniform() < self.terms.wildcard)
        posted = sum(1 << bit for bit in range(TAG, self._bits) if self._draws.uniform() < 0.5)
        return passed, posted | INNER
