from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.studio.commands import Sit
from seahaven.studio.seating import AWAY, Seating

ADA, BOB = 11, 12


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seating(clock: Clock) -> Seating:
    made = Seating(clock)
    made.furnish({ADA: "ada", BOB: "bob"})
    return made


def pages(seating: Seating) -> dict[str, int]:
    return {seat["name"]: seat["page"] for seat in seating.told()["seats"]}


def test_each_page_has_a_seat_of_its_own(seating: Seating) -> None:
    seating.sit(1, Sit(vehicle=ADA, page="a"))
    seating.sit(2, Sit(vehicle=BOB, page="b"))
    assert pages(seating) == {"ada": 1, "bob": 2}
    assert seating.attended == [ADA, BOB]
    assert seating.hear(1, ADA) is False
    assert seating.hear(1, BOB) is None


def test_a_seat_that_another_page_has_is_refused_unless_it_is_taken(seating: Seating) -> None:
    seating.sit(1, Sit(vehicle=ADA, page="a"))
    with pytest.raises(InputError, match="page 1 drives 'ada' already; close it, or take the wheel from it"):
        seating.sit(2, Sit(vehicle=ADA, page="b"))
    seating.sit(2, Sit(vehicle=ADA, page="b", take=True))
    assert pages(seating) == {"ada": 2, "bob": 0}
    assert seating.hear(1, ADA) is None


def test_a_page_that_comes_back_has_its_seat_again(seating: Seating) -> None:
    seating.sit(1, Sit(vehicle=ADA, page="a"))
    seating.sit(7, Sit(vehicle=ADA, page="a"))
    assert pages(seating)["ada"] == 7
    assert not seating.rise(1)
    assert seating.attended == [ADA]


def test_who_moves_to_another_seat_leaves_the_first(seating: Seating) -> None:
    seating.sit(1, Sit(vehicle=ADA, page="a"))
    seating.sit(1, Sit(vehicle=BOB, page="a"))
    assert pages(seating) == {"ada": 0, "bob": 1}
    assert seating.rise(1)
    assert seating.attended == []


def test_a_page_that_sleeps_is_away_until_it_is_heard_again(seating: Seating, clock: Clock) -> None:
    seating.sit(1, Sit(vehicle=ADA, page="a"))
    clock.now += 0.9 * AWAY
    assert not seating.watch()
    assert seating.hear(1, ADA) is False
    clock.now += 1.1 * AWAY
    assert seating.watch()
    assert seating.attended == []
    assert not seating.watch()
    assert seating.hear(1, ADA) is True
    assert seating.attended == [ADA]


def test_a_vehicle_without_a_seat_is_refused_in_words(seating: Seating) -> None:
    with pytest.raises(InputError, match=r"vehicle 5: people drive 'ada' \(11\) and 'bob' \(12\)"):
        seating.sit(1, Sit(vehicle=5, page="a"))
    seating.furnish({})
    with pytest.raises(InputError, match="opened without people at the wheel; choose 'Drive'"):
        seating.sit(1, Sit(vehicle=ADA, page="a"))
