"""Who virtual subjects are: dealt out evenly, drawn by number and seed, and very different."""

from __future__ import annotations

from collections import Counter

import pytest

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError
from seahaven.seats import KINDS, subject_of_kind, virtual_subject


@pytest.mark.parametrize("first", [0, 7, 1001])
def test_of_thirty_in_a_row_each_kind_comes_equally_often_and_a_third_is_unlike_our_driver(first: int) -> None:
    kinds = Counter(virtual_subject(number, seed=3).kind for number in range(first, first + 30))
    assert kinds.keys() == KINDS.keys()
    assert set(kinds.values()) == {2}
    assert sum(count for kind, count in kinds.items() if not KINDS[kind].is_ours) == 10


def test_a_person_is_the_same_whenever_number_and_seed_are() -> None:
    assert virtual_subject(11, seed=4) == virtual_subject(11, seed=4)
    assert virtual_subject(11, seed=4) != virtual_subject(26, seed=4)
    assert virtual_subject(11, seed=4) != virtual_subject(11, seed=5)


def test_one_by_its_kind_and_number_is_the_one_in_the_population() -> None:
    person = virtual_subject(8, seed=2)
    assert subject_of_kind(person.kind, 8, seed=2) == subject_of_kind("any", 8, seed=2) == person


def test_the_order_of_kinds_depends_on_the_seed() -> None:
    orders = {tuple(virtual_subject(number, seed).kind for number in range(15)) for seed in range(5)}
    assert len(orders) == 5


@pytest.mark.parametrize("name", KINDS)
def test_whatever_is_drawn_lies_within_the_bounds_of_the_kind(name: str) -> None:
    kind = KINDS[name]
    for number in range(40):
        person = kind.person(number, seed=1)
        assert person.traits.keys() <= TRAITS.keys()
        for drawn, spans in ((person.traits, kind.traits), (person.ways, kind.ways)):
            assert all(low <= drawn[key] <= high for key, (low, high) in spans.items())


def test_speeds_reach_from_half_to_one_and_a_half_times_the_limit() -> None:
    factors = [virtual_subject(number).traits["speed_factor"] for number in range(300)]
    assert 0.5 <= min(factors) < 0.55
    assert 1.45 < max(factors) <= 1.5


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InputError, match="no kind of virtual subject 'tailgate'; did you mean 'tailgater'"):
        subject_of_kind("tailgate", 1)
