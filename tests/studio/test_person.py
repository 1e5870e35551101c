from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from seahaven.seats import PedalControls
from seahaven.studio.commands import Controls
from seahaven.studio.person import GRIP, STOPPING, Person, take_controls


class Driver:
    """A person in a vehicle, asked at the rate of a seat."""

    def __init__(self, speed: float) -> None:
        self._person = Person()
        vehicle = SimpleNamespace(name="eve", steering_ratio=15.0, wheelbase=2.7)
        self._person.begin(cast(Any, SimpleNamespace(vehicle=vehicle)))
        self._view = cast(Any, SimpleNamespace(ego=SimpleNamespace(speed=speed), period=0.01))

    def after(self, seconds: float) -> PedalControls:
        answer = self._person.drive(self._view)
        for _ in range(round(seconds / 0.01)):
            answer = self._person.drive(self._view)
        return answer


def held(speed: float, seconds: float, **controls: Any) -> PedalControls:
    """What a person does whose controls have been held for so long at a speed."""
    take_controls("eve", Controls(vehicle=1, **controls))
    return Driver(speed).after(seconds)


def test_a_key_presses_a_pedal_smoothly() -> None:
    assert 0.1 < held(0.0, 0.1, throttle=1.0).throttle < 0.4
    assert held(0.0, 1.0, throttle=1.0).throttle == 1.0


@pytest.mark.parametrize("means", ["keys", "stick"])
def test_keys_and_sticks_turn_the_wheel_no_further_than_a_brisk_driver_does_at_that_speed(means: str) -> None:
    for speed in (5.0, 15.0, 30.0):
        wheel = held(speed, 3.0, steer=1.0, means=means).wheel
        assert 0.5 * GRIP < wheel / 15.0 / 2.7 * speed**2 <= GRIP * 1.001
    assert held(20.0, 3.0, steer=-1.0, means=means).wheel < 0.0


def test_pedals_of_hardware_go_straight_through() -> None:
    for means in ("stick", "wheel"):
        answer = held(10.0, 0.0, throttle=0.25, means=means, gear="reverse", horn=True)
        assert (answer.throttle, answer.gear, answer.horn) == (0.25, "reverse", True)


def test_a_wheel_of_hardware_turns_as_far_as_it_says() -> None:
    assert held(10.0, 0.0, steer=-0.5, means="wheel", lock=4.0).wheel == -2.0


def test_nobody_at_the_keys_rolls_on() -> None:
    assert held(10.0, 0.5) == PedalControls(0.0, 0.0, 0.0)


def test_a_vehicle_whose_driver_is_away_brakes_with_its_hazard_lights_on() -> None:
    take_controls("eve", Controls(vehicle=1, steer=0.1, throttle=1.0, means="wheel"))
    driver = Driver(20.0)
    wheel = driver.after(0.1).wheel
    take_controls("eve", None)
    assert driver.after(1.0) == PedalControls(wheel, 0.0, STOPPING, turn_light="hazard")
