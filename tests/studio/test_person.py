from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from seahaven.seats import PedalControls
from seahaven.studio.commands import Controls
from seahaven.studio.person import GRIP, Person, take_controls


def held(speed: float, seconds: float, **controls: Any) -> PedalControls:
    """What a person does whose keys have been held for so long at a speed."""
    person, vehicle = Person(), SimpleNamespace(name="eve", steering_ratio=15.0, wheelbase=2.7)
    person.begin(cast(Any, SimpleNamespace(vehicle=vehicle)))
    take_controls("eve", Controls(vehicle=1, **controls))
    view = cast(Any, SimpleNamespace(ego=SimpleNamespace(speed=speed), period=0.01))
    answer = person.drive(view)
    for _ in range(round(seconds / 0.01)):
        answer = person.drive(view)
    return answer


def test_a_key_presses_a_pedal_smoothly() -> None:
    assert 0.1 < held(0.0, 0.1, throttle=1.0).throttle < 0.4
    assert held(0.0, 1.0, throttle=1.0).throttle == 1.0


def test_keys_turn_the_wheel_no_further_than_a_brisk_driver_does_at_that_speed() -> None:
    for speed in (5.0, 15.0, 30.0):
        wheel = held(speed, 3.0, steer=1.0).wheel
        assert 0.5 * GRIP < wheel / 15.0 / 2.7 * speed**2 <= GRIP * 1.001
    assert held(20.0, 3.0, steer=-1.0).wheel < 0.0


def test_nobody_at_the_keys_rolls_on() -> None:
    assert held(10.0, 0.5) == PedalControls(0.0, 0.0, 0.0)


def test_hardware_goes_straight_through() -> None:
    answer = held(10.0, 0.0, steer=-0.5, throttle=0.25, is_keyed=False, gear="reverse", horn=True)
    assert (answer.throttle, answer.gear, answer.horn) == (0.25, "reverse", True)
    assert answer.wheel < -3.0
