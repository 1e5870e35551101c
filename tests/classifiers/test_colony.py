"""Agents that decide, are paid, and learn."""

import numpy as np
import pytest

from seahaven.classifiers import Colony, Goal, Layout, Rule, RuleBase, Terms
from seahaven.errors import InputError
from seahaven.kernel import Stream

BITS = Layout(("a", "b"), ("left", "right", "stay"), (Goal("good"),))
CAR = Layout(("near",), ("go", "brake"), (Goal("collision", tolerance=1.0), Goal("speed", priority=2)))
SETTLED = Terms(period=0)
"""No rule is crossed or changed."""


def with_rules(layout: Layout, *rules: Rule, terms: Terms = SETTLED, seed: int = 1) -> Colony:
    colony = Colony(layout, terms, seed=seed)
    colony.load(RuleBase(layout, rules))
    return colony


def strengths(colony: Colony) -> list[tuple[float, ...]]:
    return [rule.strengths for rule in colony.rules().rules]


def test_each_rule_pays_what_the_paper_says() -> None:
    colony = with_rules(BITS, Rule("1#", 0, (50.0,)), Rule("##", 1, (0.0,)), Rule("0#", 2, (30.0,)))
    colony.decide([0b01], is_greedy=True)
    colony.pay([[7.0]])
    life, tax, bid = SETTLED.life_tax, SETTLED.bid_tax, SETTLED.bid_rate
    assert strengths(colony) == [(50.0 * (1 - life - bid) + 7.0,), (0.0 * (1 - life - tax),), (30.0 * (1 - life),)]


def test_a_rule_that_always_wins_tends_to_what_it_earns_over_what_it_pays() -> None:
    colony = with_rules(BITS, Rule("##", 0, (10.0,)))
    for _ in range(500):
        colony.decide([3])
        colony.pay([[20.0]])
    assert strengths(colony)[0][0] == pytest.approx(20.0 / (SETTLED.life_tax + SETTLED.bid_rate), rel=1e-12)


def test_rules_win_as_often_as_they_are_strong() -> None:
    colony = Colony(BITS, SETTLED, agents=4000, seed=3)
    colony.load(RuleBase(BITS, (Rule("##", 0, (30.0,)), Rule("##", 1, (10.0,)), Rule("0#", 2, (99.0,)))))
    share = np.bincount(colony.decide(np.full(4000, 0b01)), minlength=3) / 4000
    assert share[2] == 0.0
    assert share[0] == pytest.approx(0.75, abs=0.02)


def test_what_no_rule_matches_gets_a_rule() -> None:
    colony = Colony(BITS, SETTLED, seed=5)
    action = colony.decide([0b10])[0]
    (rule,) = colony.rules().rules
    assert rule.matches(0b10)
    assert rule.action == action


def test_greedy_agents_make_no_rules_and_take_the_first_effector_where_none_matches() -> None:
    colony = with_rules(BITS, Rule("11", 2, (5.0,)))
    assert colony.decide([0b00], is_greedy=True)[0] == 0
    assert len(colony.rules().rules) == 1


def test_a_rule_that_led_to_a_collision_does_not_win_again_in_that_situation() -> None:
    colony = with_rules(CAR, Rule("#", 0, (0.0, 90.0)))
    assert colony.decide([1])[0] == 0
    colony.pay([[-100.0, 1.0]])
    actions = []
    for _ in range(200):
        actions.append(int(colony.decide([1])[0]))
        colony.pay([[0.0, 0.0]])
    assert actions == [1] * 200


def test_without_priorities_speed_may_outweigh_a_collision() -> None:
    rules = Rule("#", 0, (-50.0, 90.0)), Rule("#", 1, (0.0, 1.0))
    careless = with_rules(CAR, *rules, terms=Terms(period=0, prioritised=False))
    careful = with_rules(CAR, *rules)
    assert careless.decide([0], is_greedy=True)[0] == 0
    assert careful.decide([0], is_greedy=True)[0] == 1


def test_without_priorities_many_goals_are_as_one_that_adds_their_rewards() -> None:
    stream = Stream.named(1, "test")
    apart = Colony(CAR, Terms(prioritised=False), agents=20, seed=2)
    single = Colony(Layout(CAR.sensors, CAR.effectors, (Goal("all"),)), Terms(), agents=20, seed=2)
    for step in range(300):
        words = (stream.uniforms(range(20), step=step) * 2).astype(int)
        assert np.array_equal(apart.decide(words), single.decide(words))
        rewards = np.stack([stream.uniforms(range(20), step=step, draw=1 + goal) for goal in range(2)], axis=1)
        rewards = np.floor(8.0 * rewards)
        apart.pay(rewards)
        single.pay(rewards.sum(axis=1, keepdims=True))


def drive(colony: Colony, rows: list[int], steps: int = 120) -> None:
    for step in range(steps):
        words = [(7 * step + 3 * int(colony.state()["ids"][row])) % 4 for row in rows]
        actions = colony.decide(words, rows=rows)
        colony.pay([[float(word == action)] for word, action in zip(words, actions, strict=True)], rows=rows)


def test_agents_learn_the_same_alone_together_and_in_any_order() -> None:
    together = Colony(BITS, Terms(capacity=8, period=3, grace=2), agents=3, seed=9)
    drive(together, [0, 1, 2])
    turned = Colony(BITS, Terms(capacity=8, period=3, grace=2), agents=3, seed=9, ids=[2, 1, 0])
    drive(turned, [1, 0, 2])
    alone = Colony(BITS, Terms(capacity=8, period=3, grace=2), agents=1, seed=9, ids=[2])
    drive(alone, [0])
    assert together.rules(2) == turned.rules(0) == alone.rules(0)
    assert together.rules(1) == turned.rules(1)


def test_a_restored_colony_goes_on_alike() -> None:
    colony = Colony(BITS, Terms(capacity=6, period=4, grace=2), agents=2, seed=4)
    drive(colony, [0, 1])
    other = Colony(BITS, Terms(capacity=6, period=4, grace=2), agents=2, seed=4)
    other.restore(colony.state())
    drive(colony, [0, 1])
    drive(other, [0, 1])
    assert all(np.array_equal(array, other.state()[name]) for name, array in colony.state().items())


def test_agents_find_what_pays() -> None:
    """The action is to be the number of the message, of which the third sensor says nothing."""
    layout = Layout(("a", "b", "noise"), ("0", "1", "2", "3"), (Goal("right"),))
    colony = Colony(layout, Terms(capacity=40, period=10), agents=20, seed=6)
    stream = Stream.named(7, "test")
    for step in range(6000):
        words = (stream.uniforms(range(20), step=step) * 8).astype(int)
        colony.pay(10.0 * (colony.decide(words) == words % 4)[:, None])
    right = [(colony.decide(np.full(20, word), is_greedy=True) == word % 4).mean() for word in range(8)]
    assert np.mean(right) >= 0.9


def test_random_rules_fill_a_colony_up_to_its_capacity() -> None:
    colony = Colony(Layout(("a", "b", "c", "d"), ("x", "y"), (Goal("g"),)), Terms(capacity=12), agents=2, seed=1)
    colony.fill(10)
    assert len(colony.rules(0).rules) <= 10
    assert colony.rules(0) != colony.rules(1)
    colony.fill(40)
    assert len(colony.rules(0).rules) == 12


def test_what_was_learned_stays_with_more_sensors_effectors_and_goals() -> None:
    base = RuleBase(CAR, (Rule("1", 1, (0.0, 5.0)), Rule("0", 0, (0.0, 80.0))))
    wider = base.widened(sensors=["pedestrian"], effectors=["horn"], goals=[Goal("people", tolerance=1.0)])
    colony = Colony(wider.layout, SETTLED)
    colony.load(base)
    assert colony.rules() == wider
    for seen in ([], ["near"], ["pedestrian"], ["near", "pedestrian"]):
        assert colony.decide([wider.layout.message(seen)], is_greedy=True)[0] == int("near" in seen)


@pytest.mark.parametrize(
    ("rewards", "message"),
    [
        ([[1.0]], r"shape \(1, 1\); expected \(1, 2\)"),
        ([[1.0, float("nan")]], "the reward of agent 0 for 'speed' is nan"),
    ],
)
def test_rewards_that_are_none_are_refused(rewards: list[list[float]], message: str) -> None:
    colony = with_rules(CAR, Rule("#", 0, (0.0, 1.0)))
    colony.decide([0])
    with pytest.raises(InputError, match=message):
        colony.pay(rewards)


def test_more_rules_than_there_is_room_for_are_refused() -> None:
    base = RuleBase(BITS, tuple(Rule(f"{k:02b}", 0, (1.0,)) for k in range(4)))
    with pytest.raises(InputError, match=r"4 rules for agents with room for 3"):
        Colony(BITS, Terms(capacity=3)).load(base)


def test_taxes_of_more_than_everything_are_refused() -> None:
    with pytest.raises(InputError, match="take more than the whole strength"):
        Terms(life_tax=0.6, bid_rate=0.6)


def test_a_rule_that_knows_of_harm_stays_when_room_is_needed() -> None:
    rules = Rule("11", 0, (-50.0,)), Rule("00", 1, (5.0,)), Rule("01", 2, (1.0,))
    colony = with_rules(BITS, *rules, terms=Terms(period=0, capacity=3, grace=0))
    colony.decide([0b01])
    left = {(rule.condition, rule.action) for rule in colony.rules().rules}
    assert {("11", 0), ("00", 1)} < left
    assert ("01", 2) not in left


def test_without_exploration_the_strongest_rule_wins_while_it_is_paid() -> None:
    terms = Terms(period=0, exploration=0.0, covering=0.0)
    colony = with_rules(BITS, Rule("##", 0, (30.0,)), Rule("##", 1, (10.0,)), terms=terms)
    actions = []
    for _ in range(50):
        actions.append(int(colony.decide([0])[0]))
        colony.pay([[10.0]])
    assert actions == [0] * 50
