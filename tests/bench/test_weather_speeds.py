"""How much slower people drive in bad weather and at night, against what was measured on roads."""

from __future__ import annotations

import pytest

from seahaven.bench.realism.weather import ACCEPTED, DRIVERS, EVERYBODY, slowdowns
from seahaven.seats import KINDS

ALL = [*DRIVERS, *KINDS]


def check(*, people: int, metres: float) -> None:
    """Whether everybody loses a share of its speed within the accepted range, kind by kind and together."""
    for name, lost in slowdowns(list(ACCEPTED), ALL, people=people, metres=metres).items():
        accepted = ACCEPTED[name]
        assert set(lost) == {EVERYBODY, *ALL}
        for kind, share in lost.items():
            low, high = accepted.of_all if kind == EVERYBODY else accepted.of_kind
            assert low <= share <= high, f"{kind} in {name}: {share:.3f}"


@pytest.mark.slow
def test_drivers_and_all_kinds_of_virtual_subjects_slow_down_within_the_cited_ranges() -> None:
    """Three of each, over 600 m: enough to see that nobody drives as on a clear day."""
    check(people=3, metres=600.0)


@pytest.mark.slow
def test_many_of_each_kind_slow_down_within_the_cited_ranges() -> None:
    check(people=10, metres=2000.0)


def test_the_same_people_drive_as_fast_again_in_the_same_weather() -> None:
    twice = [slowdowns(["fog"], ["set speed", "replay", "ordinary driver"], people=1, metres=300.0) for _ in range(2)]
    assert twice[0] == twice[1]
