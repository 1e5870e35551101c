"""The numbers that a learning agent goes by."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.errors import InputError

__all__ = ["Terms"]


@dataclass(frozen=True, slots=True)
class Terms:
    """Taxes and rates of a classifier system (A2, A3).

    The first three are the paper's, which states no values for them. They bound how long an agent remembers: a rule
    that bids and never wins loses half its strength in about 0.7 / (life_tax + bid_tax) bids. A rule that always wins
    and earns R tends to a strength of R / (life_tax + bid_rate).
    """

    life_tax: float = 0.0005
    """Of its strength, what each rule pays at each decision."""
    bid_tax: float = 0.01
    """What a rule pays besides if it bids and does not win."""
    bid_rate: float = 0.1
    """What a rule pays besides if it wins; a winner that is always paid R tends to R / (life_tax + bid_rate)."""
    prioritised: bool = True
    """Whether goals of the first priority come first (A4). By falling priority, rules that are worse than the best by
    more than the tolerance do not bid; the others bid with their strength for the goals of the last priority. Without
    priorities a rule bids with the sum of its strengths. Strengths are linear in rewards, so this is what a single goal
    that adds up all rewards would lead to."""
    initial_strength: float = 10.0
    """Of a rule that nothing is known of, for its goals of the last priority; 0 for all others: nothing is held
    against it yet."""
    exploration: float = 1.0
    """In which share of its decisions an agent that learns lets rules win by roulette, as in the paper; else the
    strongest wins, so that it learns in the situations that it will meet once it knows enough."""
    capacity: int = 100
    """How many rules an agent can have."""
    wildcard: float = 0.33
    """How likely each sensor is left out of the condition of a rule that is made for a new message."""
    covering: float = 0.5
    """A message also gets a new rule, for an action that no matching rule calls for, if the best rule that matches is
    weaker than this share of the mean of all rules. At 0 only a message that no rule matches gets one, as in the paper,
    and the first action that was tried for a message may stay the only one."""
    period: int = 25
    """After how many payments rules are crossed and weak ones changed; 0 for never."""
    crossover: float = 0.7
    """How likely two parents exchange a part of their rules."""
    mutation: float = 0.03
    """How likely each symbol of a child changes."""
    grace: int = 20
    """For how many decisions a new rule is not replaced."""

    def __post_init__(self) -> None:
        for name in ("life_tax", "bid_tax", "bid_rate", "wildcard", "covering", "exploration", "crossover", "mutation"):
            self._check(name, 0.0, 1.0)
        self._check("capacity", 1, 100_000)
        self._check("period", 0, 1_000_000_000)
        self._check("grace", 0, 1_000_000_000)
        self._check("initial_strength", 0.0, 1e9)
        if self.life_tax + max(self.bid_tax, self.bid_rate) > 1.0:
            raise InputError("life_tax and bid_tax, or life_tax and bid_rate, take more than the whole strength")

    def _check(self, name: str, least: float, most: float) -> None:
        value = getattr(self, name)
        if not least <= value <= most:
            raise InputError(f"{name} is {value}; it must lie between {least} and {most}")
