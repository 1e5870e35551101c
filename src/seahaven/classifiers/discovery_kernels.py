"""Compiled: how an agent comes by new rules: covering, selection, crossover, mutation, deletion (A3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import compiled, inlined
from seahaven.hcsm.compiler.lot_kernels import uniform

FIRST_DRAW = 256
"""Covering takes fewer random numbers of a decision than this; discovery takes those from here on."""
ONE = np.uint64(1)


@compiled
def discover(base: Any, terms: Any, agent: int) -> None:
    """Cross two strong rules into two children, which replace rules of which little is known; change one of these."""
    if base.taken[agent] < 2:
        return
    first = _strong(base, terms, agent, FIRST_DRAW)
    second = _strong(base, terms, agent, FIRST_DRAW + 1)
    low, high = _cut(base, terms, agent)
    exchanged = _bits_between(low, min(high, terms.sensors))
    takes_action = high > terms.sensors
    draw = FIRST_DRAW + 5
    for own, other in ((first, second), (second, first)):
        care = (base.care[agent, own] & ~exchanged) | (base.care[agent, other] & exchanged)
        wanted = (base.wanted[agent, own] & ~exchanged) | (base.wanted[agent, other] & exchanged)
        action = base.action[agent, other if takes_action else own]
        _insert(base, terms, agent, care, wanted, action, own, other, draw)
        draw += 2 * (terms.sensors + 1)
    _change_weak(base, terms, agent, draw)


@inlined
def new_rule(base: Any, terms: Any, agent: int, slot: int, message: Any, action: int, draw: int) -> None:
    """Fill a slot with a rule for a message, some of whose bits it does not care for."""
    care = np.uint64(0)
    for bit in range(terms.sensors):
        if _draw(base, terms, agent, draw + bit) >= terms.wildcard:
            care |= ONE << np.uint64(bit)
    _put(base, terms, agent, slot, care, message & care, action)


@inlined
def free_slot(base: Any, terms: Any, agent: int) -> int:
    """An empty slot, or that of the rule past its grace of which least is known; of any if all are new."""
    count = base.taken[agent]
    if count < base.care.shape[1]:
        base.taken[agent] = count + 1
        return int(count)
    weakest, weakest_old = 0, -1
    for slot in range(count):
        if knowledge(base, agent, slot) < knowledge(base, agent, weakest):
            weakest = slot
        if base.decisions[agent] - base.born[agent, slot] > terms.grace and (
            weakest_old < 0 or knowledge(base, agent, slot) < knowledge(base, agent, weakest_old)
        ):
            weakest_old = slot
    return weakest if weakest_old < 0 else weakest_old


@inlined
def knowledge(base: Any, agent: int, slot: int) -> float:
    """What decides which rules are replaced: how much is known of a rule, for better or worse.

    If harmful rules were the first to go, covering would soon try the same again (A6).
    """
    total = 0.0
    for goal in range(base.strength.shape[2]):
        total += abs(base.strength[agent, slot, goal])
    return total


@inlined
def fitness(base: Any, agent: int, slot: int) -> float:
    """What decides which rules breed: the strength over all goals."""
    total = 0.0
    for goal in range(base.strength.shape[2]):
        total += base.strength[agent, slot, goal]
    return total


@inlined
def _strong(base: Any, terms: Any, agent: int, draw: int) -> int:
    """A rule, each as likely as it is strong; rules that did harm do not breed unless all did."""
    total = 0.0
    for slot in range(base.taken[agent]):
        total += max(fitness(base, agent, slot), 0.0)
    left = _draw(base, terms, agent, draw)
    if total <= 0.0:
        return int(left * base.taken[agent])
    left *= total
    for slot in range(base.taken[agent]):
        left -= max(fitness(base, agent, slot), 0.0)
        if left < 0.0:
            return slot
    return int(base.taken[agent]) - 1


@inlined
def _cut(base: Any, terms: Any, agent: int) -> tuple[int, int]:
    """The symbols that two parents exchange, from the first to before the last; the action is one more symbol."""
    if _draw(base, terms, agent, FIRST_DRAW + 2) >= terms.crossover:
        return 0, 0
    one = int(_draw(base, terms, agent, FIRST_DRAW + 3) * (terms.sensors + 2))
    other = int(_draw(base, terms, agent, FIRST_DRAW + 4) * (terms.sensors + 2))
    return min(one, other), max(one, other)


@inlined
def _bits_between(low: int, high: int) -> Any:
    """A mask with the bits from one place to before another."""
    mask = np.uint64(0)
    for bit in range(low, high):
        mask |= ONE << np.uint64(bit)
    return mask


@inlined
def _insert(
    base: Any, terms: Any, agent: int, care: Any, wanted: Any, action: int, own: int, other: int, draw: int
) -> None:
    """Mutate a child and put it into the place of a rule of which little is known, as strong as its parents on average.

    A child that is there already is dropped.
    """
    for bit in range(terms.sensors):
        if _draw(base, terms, agent, draw + bit) < terms.mutation:
            care, wanted = _mutated(care, wanted, bit, _draw(base, terms, agent, draw + terms.sensors + 1 + bit))
    if _draw(base, terms, agent, draw + terms.sensors) < terms.mutation:
        action = int(_draw(base, terms, agent, draw + 2 * terms.sensors + 1) * terms.effectors)
    if _is_there(base, agent, care, wanted, action):
        return
    for goal in range(base.strength.shape[2]):
        base.inheritance[goal] = 0.5 * (base.strength[agent, own, goal] + base.strength[agent, other, goal])
    slot = free_slot(base, terms, agent)
    _put(base, terms, agent, slot, care, wanted, action)
    for goal in range(base.strength.shape[2]):
        base.strength[agent, slot, goal] = base.inheritance[goal]


@inlined
def _change_weak(base: Any, terms: Any, agent: int, draw: int) -> None:
    """Change one symbol of the rule of which least is known, past its grace; its strength then begins anew."""
    if base.taken[agent] < base.care.shape[1]:
        return  # there is room for new rules: no old one has to go
    slot = free_slot(base, terms, agent)
    care, wanted, action = base.care[agent, slot], base.wanted[agent, slot], int(base.action[agent, slot])
    bit = int(_draw(base, terms, agent, draw) * (terms.sensors + 1))
    if bit < terms.sensors:
        care, wanted = _mutated(care, wanted, bit, _draw(base, terms, agent, draw + 1))
    else:
        action = int(_draw(base, terms, agent, draw + 1) * terms.effectors)
    if not _is_there(base, agent, care, wanted, action):
        _put(base, terms, agent, slot, care, wanted, action)


@inlined
def _mutated(care: Any, wanted: Any, bit: int, draw: float) -> tuple[Any, Any]:
    """A condition with another symbol at one place: of the two that it can be, either is as likely."""
    mask = ONE << np.uint64(bit)
    if care & mask == 0:
        return care | mask, (wanted | mask) if draw < 0.5 else (wanted & ~mask)
    if draw < 0.5:
        return care & ~mask, wanted & ~mask
    return care, wanted ^ mask


@inlined
def _is_there(base: Any, agent: int, care: Any, wanted: Any, action: int) -> bool:
    for slot in range(base.taken[agent]):
        if base.care[agent, slot] == care and base.wanted[agent, slot] == wanted and base.action[agent, slot] == action:
            return True
    return False


@inlined
def _put(base: Any, terms: Any, agent: int, slot: int, care: Any, wanted: Any, action: int) -> None:
    """Write a rule that nothing is known of yet into a slot; the new rule is not paid for what the old one did."""
    base.care[agent, slot], base.wanted[agent, slot], base.action[agent, slot] = care, wanted, action
    base.born[agent, slot] = base.decisions[agent]
    base.bidding[agent, slot] = False
    for goal in range(base.strength.shape[2]):
        base.strength[agent, slot, goal] = terms.initial[goal]
    if base.winner[agent] == slot:
        base.winner[agent] = -1


@inlined
def _draw(base: Any, terms: Any, agent: int, draw: int) -> float:
    return uniform(terms.key0, terms.key1, base.ids[agent], base.decisions[agent], draw)
