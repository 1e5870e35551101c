"""Who drives under which condition and in which order, and how the study is changed for each."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import parse_yaml
from seahaven.takes import load_take, movable, reordered, under
from seahaven.trials import plan_trials
from seahaven.trials.balance import balanced_orders, shuffled_order
from tests.trials.script import STUDY

ORDERED = """\
situations:
  - {use: first, at: 1 km, movable: true}
  - {use: fixed, at: 2 km}
  - {use: second, at: 3 km, movable: true, with: {gap: 3 m}}
  - {use: third, after: 1 km, movable: true}
"""


def _with(path: Path, experiment: str) -> Path:
    path.write_text(f"{STUDY}experiment: {experiment}\n")
    return path


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
def test_balanced_orders_bring_each_equally_often_to_each_place_and_after_each_other(count: int) -> None:
    orders = balanced_orders(count)
    places = Counter((k, one) for order in orders for k, one in enumerate(order))
    pairs = Counter(pair for order in orders for pair in pairwise(order))
    assert len(set(places.values())) == len(set(pairs.values())) == 1
    assert len(pairs) == count * (count - 1)
    assert all(sorted(order) == list(range(count)) for order in orders)


def test_shuffled_orders_differ_and_are_the_same_for_the_same_seed() -> None:
    orders = [shuffled_order(6, 3, f"{k}") for k in range(20)]
    assert len(set(orders)) > 10
    assert orders == [shuffled_order(6, 3, f"{k}") for k in range(20)]


def test_situations_change_places_and_what_they_say_keeps_its_own() -> None:
    document = parse_yaml(ORDERED)
    assert movable(document) == [0, 2, 3]
    changed = reordered(document, (1, 2, 0))
    assert isinstance(changed.data, dict)
    assert changed.data["situations"] == [
        {"use": "second", "at": "1 km", "movable": True, "with": {"gap": "3 m"}},
        {"use": "fixed", "at": "2 km"},
        {"use": "third", "at": "3 km", "movable": True},
        {"use": "first", "after": "1 km", "movable": True},
    ]
    assert changed.at("situations", 0, "with", "gap").line == 4
    assert changed.at("situations", 0, "at").line == 2
    assert document.data != changed.data


def test_each_participant_drives_under_each_condition_in_balanced_order(study: Path) -> None:
    drives = plan_trials(
        _with(study, "{participants: 4, conditions: {dry: {}, wet: {weather: rain}}, order: balanced}")
    )
    assert [(drive.participant, drive.condition) for drive in drives] == [
        ("1", "dry"), ("1", "wet"), ("2", "wet"), ("2", "dry"), ("3", "dry"), ("3", "wet"), ("4", "wet"), ("4", "dry"),
    ]  # fmt: skip
    assert len({drive.folder for drive in drives}) == 8
    assert len({drive.seed for drive in drives}) == 4  # under each condition the same traffic comes


def test_conditions_whose_names_differ_in_case_or_signs_have_folders_of_their_own(study: Path) -> None:
    names = '"+5 %", "-5 %", rain, Rain, 雨, Дождь, "?", "!"'
    conditions = ", ".join(f"{name}: {{}}" for name in names.split(", "))
    drives = plan_trials(_with(study, f"{{participants: [ada, Ada], conditions: {{{conditions}}}}}"))
    folders = [drive.folder for drive in drives]
    assert len({folder.casefold() for folder in folders}) == 16
    assert folders[:6] == [
        *("participant-001-plus-5-percent", "participant-001-minus-5-percent", "participant-001-rain"),
        *("participant-001-rain-a6d20a", "participant-001-雨", "participant-001-дождь"),
    ]


def test_orders_of_conditions_and_of_situations_are_crossed(tmp_path: Path) -> None:
    path = tmp_path / "drive.study.yaml"
    entries = "".join(f"  - {{use: sudden braking, name: s{k}, at: {k} km, movable: true}}\n" for k in (1, 2))
    experiment = "{participants: 8, conditions: {dry: {}, wet: {}}, order: balanced}"
    path.write_text(f"study: Drive\nduration: 1 s\nsituations:\n{entries}experiment: {experiment}\n")
    drives = plan_trials(path)
    pairs = Counter((first.condition, first.order) for first in drives[::2])
    assert set(pairs.values()) == {2}
    assert len(pairs) == 4, "both orders of situations with either condition first"


def test_all_participants_may_be_named(study: Path) -> None:
    _with(study, "{participants: [ada, ben]}")
    assert plan_trials(study, participant="all") == plan_trials(study)
    with pytest.raises(InputError, match="nobody may be called 'all'"):
        plan_trials(_with(study, "{participants: [ada, all]}"))


def test_between_subjects_each_drives_once(study: Path) -> None:
    drives = plan_trials(
        _with(study, "{participants: [ada, ben, cleo], conditions: {dry: {}, wet: {}}, between: true}")
    )
    assert [(drive.participant, drive.condition) for drive in drives] == [
        ("ada", "dry"),
        ("ben", "wet"),
        ("cleo", "dry"),
    ]


def test_one_participant_is_chosen_by_name(study: Path) -> None:
    _with(study, "{participants: [ada, ben]}")
    assert [drive.participant for drive in plan_trials(study, participant="ben")] == ["ben"]
    with pytest.raises(InputError, match=r"there is no participant 'bn'; did you mean 'ben'\? \(there are 2"):
        plan_trials(study, participant="bn")


def test_a_participant_of_a_study_without_an_experiment_is_refused_with_what_to_do(study: Path) -> None:
    with pytest.raises(InputError, match=r"no participant '7', but only '1'; .*'experiment', or .*--subjects"):
        plan_trials(study, participant="7")


def test_virtual_subjects_take_the_place_of_participants(study: Path) -> None:
    drives = plan_trials(_with(study, "{participants: 3, conditions: {dry: {}, wet: {}}}"), subjects=5)
    assert [drive.participant for drive in drives] == ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5"]
    assert [(drive.person, drive.seed) for drive in drives[:2]] == [(1, drives[0].seed)] * 2
    assert drives[0].subject != drives[2].subject
    assert drives == plan_trials(study, subjects=5)
    assert [drive.folder for drive in drives][:2] == ["subject-001-dry", "subject-001-wet"]


def test_more_subjects_leave_those_before_as_they_were(study: Path) -> None:
    assert plan_trials(study, subjects=9)[:4] == plan_trials(study, subjects=4)


def test_a_condition_changes_the_study_where_it_says_so(study: Path) -> None:
    _with(study, "{conditions: {slow: {subject: {speed: 50 km/h}}}}")
    take = load_take(study, allow=("tests",), change=lambda document: under(document, "slow"))
    assert take.world["ada"].speed == pytest.approx(50 / 3.6)
    assert load_take(study, allow=("tests",)).world["ada"].speed == pytest.approx(84 / 3.6)


@pytest.mark.parametrize(
    ("experiment", "message"),
    [
        ("{participants: 0}", r":18:28: "),
        ("{participants: [ada, ada]}", "'ada' takes part twice"),
        ('{conditions: {"": {}}}', ":18:27: key '' in experiment.conditions: text should have at least 1 character"),
        ("{conditions: {wet: {wether: rain}}}", r"18:33: a condition cannot change 'wether'; did you mean 'weather'"),
        ("{conditions: {wet: {study: other}}}", "a condition cannot change 'study'"),
        ("{order: balanced}", r"18:21: there is nothing to bring into a balanced order"),
        ("{order: ballanced}", "balanced"),
        ("{particpants: 3}", "participants"),
    ],
)
def test_nonsense_is_refused_with_its_place(study: Path, experiment: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        plan_trials(_with(study, experiment))


def test_what_is_wrong_inside_a_condition_is_told_at_its_place(study: Path) -> None:
    _with(study, "{conditions: {wet: {weather: rainy}}}")
    with pytest.raises(InputError, match=r":18:42: "):
        load_take(study, allow=("tests",), change=lambda document: under(document, "wet"))


def test_a_study_marks_situations_as_movable(tmp_path: Path) -> None:
    study = tmp_path / "drive.study.yaml"
    entries = "".join(f"  - {{use: sudden braking, at: {at} km, movable: true}}\n" for at in (5, 10, 15))
    text = f"study: Drive\nduration: 1 s\nsituations:\n{entries}experiment: {{participants: 6, order: balanced}}\n"
    study.write_text(text)
    orders = [drive.who.order for drive in plan_trials(study)]
    assert len(set(orders)) == 6
    assert orders[0] == "1-2-3"
