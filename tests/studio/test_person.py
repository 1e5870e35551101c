from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from seahaven.seats import PedalControls
from seahaven.studio.commands import Controls
from seahaven.studio.person import GRIP, HARDEST, ONSET, STOPPING, UNDERSTEER, Person, take_controls


class Driver:
    """A person in a vehicle, asked at the rate of a seat."""

    def __init__(self, speed: float, grip: float = 1.0) -> None:
        self._person = Person()
        vehicle = SimpleNamespace(name="eve", steering_ratio=15.0, wheelbase=2.7)
        self._person.begin(cast(Any, SimpleNamespace(vehicle=vehicle)))
        ego, weather = SimpleNamespace(speed=speed), SimpleNamespace(grip=grip)
        self._view = cast(Any, SimpleNamespace(ego=ego, weather=weather, period=0.01))

    def after(self, seconds: float) -> PedalControls:
        answer = self._person.drive(self._view)
        for _ in range(round(seconds / 0.01)):
            answer = self._person.drive(self._view)
        return answer


def held(speed: float, seconds: float, *, grip: float = 1.0, **controls: Any) -> PedalControls:
    """What a person does whose controls have been held for so long at a speed."""
    take_controls("eve", Controls(vehicle=1, **controls))
    return Driver(speed, grip).after(seconds)


def test_a_key_presses_a_pedal_smoothly() -> None:
    assert 0.1 < held(0.0, 0.1, throttle=1.0).throttle < 0.4
    assert held(0.0, 1.0, throttle=1.0).throttle == 1.0


def pull(speed: float, seconds: float, *, grip: float = 1.0, means: str = "keys") -> float:
    """The lateral acceleration of a car with some understeer whose key has been held for so long."""
    wheel = held(speed, seconds, grip=grip, steer=1.0, means=means).wheel
    return wheel / 15.0 / 2.7 * speed**2 / (1.0 + (speed / UNDERSTEER) ** 2)


@pytest.mark.parametrize("means", ["keys", "stick"])
@pytest.mark.parametrize("speed", [6.0, 15.0, 30.0])
def test_keys_and_sticks_ask_for_the_same_at_every_speed_and_for_more_when_held_on(speed: float, means: str) -> None:
    assert pull(speed, 0.1, means=means) == pytest.approx(0.1 * ONSET, rel=0.15)
    assert pull(speed, 0.55, means=means) == pytest.approx(GRIP, rel=0.01)
    assert pull(speed, 2.0, means=means) == pytest.approx(HARDEST, rel=0.01)
    assert pull(speed, 2.0, grip=0.3, means=means) == pytest.approx(GRIP, rel=0.01)
    assert held(speed, 0.5, steer=-1.0, means=means).wheel < 0.0


def test_the_wheel_is_straight_soon_after_the_key_is_let_go() -> None:
    take_controls("eve", Controls(vehicle=1, steer=1.0))
    driver = Driver(20.0)
    assert driver.after(0.5).wheel > 0.0
    take_controls("eve", Controls(vehicle=1))
    assert driver.after(0.15).wheel == 0.0


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
