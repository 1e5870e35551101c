"""Holland's classifier system: messages, the bucket brigade, and learning."""

import pytest

from seahaven.classifiers import Goal, Holland, Layout, Terms
from seahaven.errors import InputError

LAYOUT = Layout(("a", "b"), ("0", "1", "2", "3"), (Goal("right"),))


def taught(seed: int, steps: int = 1500) -> Holland:
    holland = Holland(LAYOUT, Terms(capacity=60), seed=seed)
    holland.fill(40)
    for step in range(steps):
        message = step * 7 % 4
        holland.pay(10.0 * (holland.decide(message) == message))
    return holland


def test_it_finds_what_pays() -> None:
    right = [
        holland.decide(message, is_greedy=True) == message
        for holland in (taught(seed, 1000) for seed in range(6))
        for message in range(4)
    ]
    assert sum(right) >= 12  # chance would give 6 of 24


def test_the_same_seed_learns_the_same() -> None:
    first, second = taught(3, 300), taught(3, 300)
    assert [first.decide(step % 4) for step in range(100)] == [second.decide(step % 4) for step in range(100)]


def test_a_chain_of_rules_passes_its_reward_back() -> None:
    """One rule posts a message to rules, another one acts on it: the bid of the second goes to the first."""
    holland = Holland(LAYOUT, Terms(capacity=4, period=0, life_tax=0.0), seed=1)
    for rule, (tag, posted) in enumerate(((0, 0b101), (1, 0b1010))):  # sensors -> rules, then rules -> effector 2
        slot = holland._slot()
        holland._write(slot, care=0b11, wanted=tag, passed=0, posted=posted)
        holland._strength[slot] = (40.0, 50.0)[rule]
    assert holland.decide(0b00) == 2
    paid = 50.0 * holland.terms.bid_rate
    bid = 40.0 * holland.terms.bid_rate
    assert holland._strength[1] == pytest.approx(50.0 - paid)
    assert holland._strength[0] == pytest.approx((40.0 - bid) * (1 - holland.terms.bid_rate) + paid)
    holland.pay(8.0)
    assert holland._strength[1] == pytest.approx(50.0 - paid + 8.0)


def test_it_never_has_more_rules_than_it_has_room_for() -> None:
    assert taught(2, 400).size <= 60


def test_a_list_without_room_is_refused() -> None:
    with pytest.raises(InputError, match="messages is 0; it must be 1 or more"):
        Holland(LAYOUT, messages=0)
