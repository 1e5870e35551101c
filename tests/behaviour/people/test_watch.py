"""For whom on foot drivers wait."""

from __future__ import annotations

import pytest

from seahaven.behaviour.people.walker import HURRIED
from seahaven.behaviour.people.watch_kernels import EARLY, LATE, gets_there
from seahaven.geometry.compiled import compiled


@compiled
def waits(away: float, walk: float, pace: float, passed: float, stops: bool) -> bool:
    return gets_there(away, walk, pace, passed, stops)


@pytest.mark.parametrize("walk", [0.0, 1.0, HURRIED])
def test_whoever_can_stop_reckons_with_people_who_begin_to_hurry(walk: float) -> None:
    away = HURRIED * (2.0 + EARLY)
    assert waits(away - 0.1, walk, 1.0, 2.0, True)
    assert not waits(away + 0.1, walk, 1.0, 2.0, True)


def test_whoever_cannot_stop_any_more_goes_on_before_those_who_come_later() -> None:
    away = 2.0 + LATE
    assert waits(away - 0.1, 1.0, 1.0, 2.0, False)
    assert not waits(away + 0.1, 1.0, 1.0, 2.0, False)


def test_who_goes_on_brakes_no_sooner_because_somebody_hurries() -> None:
    """What was decided at leisure still holds when there is no time left to stop."""
    for away in (3.0, 4.5, 6.0):
        if not waits(away, 1.0, 1.0, 2.0, True):
            assert not waits(away, HURRIED, 1.0, 2.0, False)
