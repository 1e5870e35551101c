"""What people on foot make of those who come."""

from __future__ import annotations

import pytest

from seahaven.behaviour.people.lookout_kernels import yields
from seahaven.geometry.compiled import compiled


@compiled
def lets_go(distance: float, speed: float, acceleration: float, is_green: bool) -> bool:
    return yields(distance, speed, acceleration, 0.5, is_green)


@pytest.mark.parametrize(
    ("distance", "speed", "acceleration", "goes"),
    [
        (12.0, 5.0, 0.0, True),
        (7.0, 5.0, 0.0, False),  # a cyclist who has not cleared the junction yet: could stop, had it noticed already
        (2.1, 1.0, 1.5, False),  # a car that sets off right before the crosswalk
        (2.1, 1.0, -0.5, True),
        (0.5, 0.1, 0.0, True),
    ],
)
def test_at_green_nobody_goes_before_a_driver_who_has_no_time_to_notice(
    distance: float, speed: float, acceleration: float, goes: bool
) -> None:
    assert lets_go(distance, speed, acceleration, True) == goes


def test_without_green_a_driver_has_to_slow_down_first() -> None:
    assert not lets_go(30.0, 5.0, 0.0, False)
    assert lets_go(30.0, 5.0, -1.0, False)
