"""Compiled: what many agents with rule bases of their own decide, and how strong their rules become (A1, A2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.classifiers.discovery_kernels import discover, free_slot, new_rule
from seahaven.geometry.compiled import inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.hcsm.compiler.lot_kernels import uniform

NO_RULE = -1
ROULETTE_DRAW, FIRST_COVERING_DRAW, EXPLORATION_DRAW = 0, 1, 255
"""Which of the random numbers of a decision are for what; discovery goes on where these end."""


@compiled_entry
def decide(hand: Any, count: int, is_greedy: int, _due: int) -> int:
    """Choose an action for each of the first agents listed, who sense `messages`; remember who bid and who won."""
    base, terms, desk = taken(hand)
    slots, bids = np.empty(base.care.shape[1], np.int64), np.empty(base.care.shape[1])
    for k in range(count):
        desk.actions[k] = action_for(base, terms, desk.rows[k], desk.messages[k], is_greedy != 0, slots, bids)
    return 0


@compiled_entry
def pay(hand: Any, count: int, _now: int, _due: int) -> int:
    """Tax all rules of the first agents listed, reward those that won last, and now and then look for new ones.

    Where a reward is not finite, nothing is changed; the answer is then the place of the first, counted from 1.
    """
    base, terms, desk = taken(hand)
    for k in range(count):
        for goal in range(base.strength.shape[2]):
            if not np.isfinite(desk.rewards[k, goal]):
                return int(k * base.strength.shape[2] + goal + 1)
    for k in range(count):
        pay_agent(base, terms, desk.rows[k], desk.rewards, k)
    return 0


@inlined
def action_for(base: Any, terms: Any, agent: int, message: Any, is_greedy: bool, slots: Any, bids: Any) -> int:
    """What one agent does about a message; remembers who bid and who won. `slots` and `bids` are room for its rules."""
    base.message[agent] = message
    base.decisions[agent] += 1
    winner = _winner(base, terms, agent, message, is_greedy, slots, bids)
    base.winner[agent] = winner
    return 0 if winner == NO_RULE else int(base.action[agent, winner])


@inlined
def pay_agent(base: Any, terms: Any, agent: int, rewards: Any, row: int) -> None:
    """Tax all rules of an agent (A2), reward the one that won last with a row of finite rewards, look for new ones."""
    for slot in range(base.taken[agent]):
        rest = 1.0 - terms.life_tax
        if slot == base.winner[agent]:
            rest -= terms.bid_rate
        elif base.bidding[agent, slot]:
            rest -= terms.bid_tax
        for goal in range(base.strength.shape[2]):
            base.strength[agent, slot, goal] *= rest
    winner = base.winner[agent]
    if winner != NO_RULE:
        for goal in range(base.strength.shape[2]):
            base.strength[agent, winner, goal] += rewards[row, goal]
    base.payments[agent] += 1
    if terms.period and base.payments[agent] % terms.period == 0:
        discover(base, terms, agent)


@inlined
def _winner(base: Any, terms: Any, agent: int, message: Any, is_greedy: bool, slots: Any, bids: Any) -> int:
    """The slot of the rule that acts: by roulette among those that bid, or the strongest of them."""
    matching = _match(base, agent, message, slots)
    bidding, is_bad = _best_by_priority(base, terms, agent, slots, matching)
    for slot in range(base.taken[agent]):
        base.bidding[agent, slot] = False
    if not is_greedy and (bidding == 0 or is_bad):
        action = _untried(base, terms, agent, slots, matching)
        if action >= 0:
            slot = free_slot(base, terms, agent)
            new_rule(base, terms, agent, slot, message, action, FIRST_COVERING_DRAW + 1)
            base.bidding[agent, slot] = True
            return slot
    if bidding == 0:
        return NO_RULE
    for k in range(bidding):
        base.bidding[agent, slots[k]] = True
    return _spin(base, terms, agent, is_greedy or not _explores(base, terms, agent), slots, bids, bidding)


@inlined
def _explores(base: Any, terms: Any, agent: int) -> bool:
    """Whether rules win by roulette this time."""
    if terms.exploration >= 1.0:
        return True
    return bool(
        uniform(terms.key0, terms.key1, base.ids[agent], base.decisions[agent], EXPLORATION_DRAW) < terms.exploration
    )


@inlined
def _match(base: Any, agent: int, message: Any, slots: Any) -> int:
    """List the rules whose conditions hold, and count them."""
    count = 0
    for slot in range(base.taken[agent]):
        if (message ^ base.wanted[agent, slot]) & base.care[agent, slot] == 0:
            slots[count] = slot
            count += 1
    return count


@inlined
def _best_by_priority(base: Any, terms: Any, agent: int, slots: Any, matching: int) -> tuple[int, bool]:
    """Move the rules that may bid to the front; give their number, and whether even the best are known to do harm.

    The order of the rules among those that bid, and among the others, stays.
    """
    bidding, is_bad = matching, False
    if matching == 0:
        return 0, False
    last = len(terms.tolerance) - 1
    for level in range(last + 1):
        best = -np.inf
        for k in range(bidding):
            best = max(best, level_strength(base, terms, agent, slots[k], level))
        if level == last:
            is_bad = is_bad or (last == 0 and best < 0.0) or best < terms.covering * _mean(base, terms, agent, last)
            break
        is_bad = is_bad or best < -terms.tolerance[level]
        kept = 0
        for k in range(bidding):
            slot = slots[k]
            if level_strength(base, terms, agent, slot, level) >= best - terms.tolerance[level]:
                slots[k] = slots[kept]
                slots[kept] = slot
                kept += 1
        bidding = kept
    return bidding, is_bad


@inlined
def _mean(base: Any, terms: Any, agent: int, level: int) -> float:
    """The mean strength of all rules of an agent for the goals of one priority."""
    total = 0.0
    for slot in range(base.taken[agent]):
        total += level_strength(base, terms, agent, slot, level)
    return total / int(base.taken[agent])


@inlined
def level_strength(base: Any, terms: Any, agent: int, slot: int, level: int) -> float:
    """How strong a rule is for the goals of one priority."""
    strength = 0.0
    for goal in range(base.strength.shape[2]):
        if terms.level[goal] == level:
            strength += base.strength[agent, slot, goal]
    return strength


@inlined
def _untried(base: Any, terms: Any, agent: int, slots: Any, matching: int) -> int:
    """An action that no matching rule calls for, drawn at random; -1 if there is none."""
    free = 0
    for action in range(terms.effectors):
        free += not _is_called_for(base, agent, slots, matching, action)
    if free == 0:
        return -1
    draw = uniform(terms.key0, terms.key1, base.ids[agent], base.decisions[agent], FIRST_COVERING_DRAW)
    place = int(draw * free)
    for action in range(terms.effectors):
        if not _is_called_for(base, agent, slots, matching, action):
            if place == 0:
                return action
            place -= 1
    return -1


@inlined
def _is_called_for(base: Any, agent: int, slots: Any, matching: int, action: int) -> bool:
    for k in range(matching):  # noqa: SIM110  # the compiler knows no generators
        if base.action[agent, slots[k]] == action:
            return True
    return False


@inlined
def _spin(base: Any, terms: Any, agent: int, is_greedy: bool, slots: Any, bids: Any, bidding: int) -> int:
    """One of the rules that bid: each as likely as its bid is high, or the first of the highest bidders.

    Where a strength is negative, all bids are raised by as much, so that the weakest rule bids nothing.
    """
    last = len(terms.tolerance) - 1
    lowest, highest, at = 0.0, -np.inf, 0
    for k in range(bidding):
        bids[k] = level_strength(base, terms, agent, slots[k], last)
        lowest = min(lowest, bids[k])
        if bids[k] > highest or (bids[k] == highest and slots[k] < slots[at]):
            highest, at = bids[k], k
    if is_greedy:
        return int(slots[at])
    total = 0.0
    for k in range(bidding):
        bids[k] -= lowest
        total += bids[k]
    draw = uniform(terms.key0, terms.key1, base.ids[agent], base.decisions[agent], ROULETTE_DRAW)
    if total <= 0.0:
        return int(slots[int(draw * bidding)])
    left = draw * total
    for k in range(bidding):
        left -= bids[k]
        if left < 0.0:
            return int(slots[k])
    return int(slots[at])
