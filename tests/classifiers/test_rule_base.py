"""Rule bases as values and as text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.classifiers import Goal, Layout, Rule, RuleBase, parse_rules, read_rules, rules_text, write_rules
from seahaven.errors import InputError

CAR = Layout(
    ("near", "quite far", "rightmost"),
    ("go ahead", "brake"),
    (Goal("collision", tolerance=0.1), Goal("speed", priority=2)),
)
BASE = RuleBase(CAR, (Rule("0##", 0, (0.0, 97.5)), Rule("1#1", 1, (-1.5, 30.25))))
TEXT = """\
seahaven rules 1
sensors: near, quite far, rightmost
effectors: go ahead, brake
goals: collision (priority 1, tolerance 0.1), speed (priority 2)

0 # #   go ahead    0.0    97.5
1 # 1   brake      -1.5   30.25
"""


def test_rules_are_written_as_a_person_reads_them() -> None:
    assert rules_text(BASE) == TEXT


def test_rules_edited_by_hand_are_read() -> None:
    edited = TEXT.replace("0 # #   go", "0## go").replace("30.25", "30.25   -- when it is close")
    assert parse_rules(edited) == BASE


RULES = st.builds(
    Rule,
    st.text("01#", min_size=3, max_size=3),
    st.integers(0, 1),
    st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2),
)


@given(st.lists(RULES, unique_by=lambda rule: (rule.condition, rule.action)))
def test_property_text_keeps_every_bit(rules: list[Rule]) -> None:
    base = RuleBase(CAR, tuple(rules))
    assert parse_rules(rules_text(base)) == base


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    write_rules(BASE, tmp_path / "car.rules")
    assert read_rules(tmp_path / "car.rules") == BASE


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seahaven rules 1", "rules", r"rules:1:1: expected the line 'seahaven rules 1', found 'rules'"),
        ("sensors: near", "near", r"rules:2:1: expected 'sensors: …'"),
        (
            "1 # 1   brake",
            "1 2 1   brake",
            r"rules:7:3: expected one of 0, 1 and # for each of 3 sensors, found '2' after 1",
        ),
        ("1 # 1   brake      ", "1 # 1   brak   ", r"rules:7:9: expected an effector .* did you mean 'brake'"),
        ("30.25", "much", r"rules:7:27: expected a strength, a number, found 'much'"),
        ("30.25", "inf", r"rules:7:27: expected a strength that is finite"),
        ("1 # 1   brake      -1.5", "0 # #   go ahead   -1.5", r"rules:7:1: the same rule stands in line 6 already"),
        ("near, quite far", "near, near", r"rules:2: two sensors have the name 'near'"),
        ("speed (priority 2)", "speed (fast)", r"rules:4: expected a goal such as"),
    ],
)
def test_mistakes_are_cited_at_their_place(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_rules(TEXT.replace(old, new))


def test_a_difference_names_what_is_gone_new_and_changed() -> None:
    later = BASE.with_rules([Rule("0##", 0, (0.0, 99.0)), Rule("###", 1, (0.0, 1.0))])
    difference = BASE.difference(later)
    assert difference.gone == (BASE.rules[1],)
    assert difference.new == (later.rules[1],)
    assert difference.changed == ((BASE.rules[0], later.rules[0]),)


def test_merged_rules_have_their_mean_strength_and_the_strongest_stay() -> None:
    other = BASE.with_rules([Rule("0##", 0, (0.0, 96.5)), Rule("###", 1, (0.0, 1.0))])
    assert BASE.merged([other], most=2).rules == (Rule("0##", 0, (0.0, 97.0)), BASE.rules[1])


def test_significant_rules_are_those_above_a_strength_the_strongest_first() -> None:
    assert BASE.with_rules(reversed(BASE.rules)).significant(30.0).rules == (BASE.rules[0],)


def test_rules_of_another_layout_are_refused() -> None:
    with pytest.raises(InputError, match="a layout that begins with theirs: sensors near, quite far, rightmost"):
        BASE.carried_to(Layout(("far", "near"), CAR.effectors, CAR.goals))


def test_a_general_rule_covers_a_special_one() -> None:
    assert Rule("0##", 0, (1.0,)).covers(Rule("01#", 0, (1.0,)))
    assert not Rule("01#", 0, (1.0,)).covers(Rule("0##", 0, (1.0,)))
