"""A person at the wheel: what comes from the browser becomes the controls of a seat.

A person is one more occupant, with `pedals` controls. The browser's messages arrive in another thread and at dates of
their own; the seat asks at its dates and gets what holds by then. Keys are turned into movements here, at the rate of
the seat, so that a slow browser drives as a quick one does.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign
from typing import Final

from seahaven.seats import Hello, PedalControls, View
from seahaven.studio.commands import Controls

__all__ = ["DRIVER", "Person", "take_controls"]

DRIVER: Final = {
    "python": f"{__name__}:Person",
    "controls": "pedals",
    "stateless": True,
    "view": {"range": "30 m", "reach": "30 m", "most": 5},
}
"""How a study names a person as the driver of its subject."""

PRESSING: Final = 2.2
"""1/s. How fast a key presses a pedal."""
LIFTING: Final = 4.0
"""1/s. How fast a pedal comes back."""
HANDS: Final = 18.0
"""rad/s. The fastest that keys turn the steering wheel: quicker than hands, as keys know no halfway."""
ONSET: Final = 8.0
"""m/s³. How fast the lateral acceleration grows while a key is held: a tap moves the car within its lane."""
RELEASE: Final = 30.0
"""m/s³. How fast it goes back when the key is let go, or the other one pressed."""
GRIP: Final = 3.0
"""m/s². The lateral acceleration that keys ask for at first, as brisk drivers do."""
HARDEST: Final = 5.5
"""m/s². What they ask for when held on, to swerve or to turn tightly; on slippery roads less, in proportion."""
PATIENCE: Final = (0.6, 1.4)
"""s of holding a key from which on, and up to which, it asks for more than `GRIP`."""
UNDERSTEER: Final = 37.0
"""m/s. The speed at which a car needs twice the steering that its geometry asks for; the fleet has 36 to 38."""
SLOWEST: Final = 3.0
"""m/s. Speed below which the wheel may turn as far as keys can turn it."""
FURTHEST: Final = 7.5
"""rad. The furthest that keys and sticks turn the steering wheel; a wheel of hardware turns as far as it says."""
_HELD: dict[str, Controls] = {}
"""What the browser said last, by the name of the vehicle: this process runs one world."""
STOPPING: Final = 0.35
"""How far the brake is pressed in a vehicle whose driver is away."""


def take_controls(vehicle: str, controls: Controls | None) -> bool:
    """Have the person in a vehicle do this from now on; None is there nobody. Says whether that is anything new.

    May be called from any thread.
    """
    before = _HELD.get(vehicle)
    if controls is None:
        _HELD.pop(vehicle, None)
    else:
        _HELD[vehicle] = controls
    return controls != before


@dataclass(slots=True)
class _Feet:
    """Where wheel and pedals are."""

    wheel: float = 0.0
    throttle: float = 0.0
    brake: float = 0.0
    held: float = 0.0
    """s for which keys have steered to the same side; right is negative."""


class Person:
    """The occupant of a vehicle whose controls come from a browser.

    While nobody is there, the vehicle brakes to a halt with its hazard lights on and the wheel as it is.

    It is started anew after snapshots, and then goes on with whatever keys are held: that is its only state.
    """

    def __init__(self) -> None:
        self._feet = _Feet()
        self._name, self._ratio, self._wheelbase = "", 15.0, 2.7

    def begin(self, hello: Hello) -> None:
        """Hear which vehicle it is, and how it steers."""
        vehicle = hello.vehicle
        self._name, self._ratio, self._wheelbase = vehicle.name, vehicle.steering_ratio or 15.0, vehicle.wheelbase

    def drive(self, view: View) -> PedalControls:
        """What hands and feet do now."""
        held = _HELD.get(self._name)
        if held is None:
            return self._left(view)
        feet = self._feet
        if held.means == "keys":
            feet.throttle = _towards(feet.throttle, held.throttle, PRESSING * view.period, LIFTING * view.period)
            feet.brake = _towards(feet.brake, held.brake, PRESSING * view.period, LIFTING * view.period)
        else:
            feet.throttle, feet.brake = held.throttle, held.brake
        if held.means == "wheel":
            feet.wheel = held.steer * held.lock
        else:
            self._turn(held.steer, abs(view.ego.speed), view.weather.grip, view.period)
        return PedalControls(
            feet.wheel, feet.throttle, feet.brake, held.gear, held.hand_brake, held.turn_light, held.headlamps,
            held.horn, held.gaze,
        )  # fmt: skip

    def _left(self, view: View) -> PedalControls:
        """What happens while nobody is there."""
        feet = self._feet
        feet.throttle = 0.0
        feet.brake = _towards(feet.brake, STOPPING, PRESSING * view.period, LIFTING * view.period)
        return PedalControls(feet.wheel, 0.0, feet.brake, turn_light="hazard")

    def _turn(self, steer: float, speed: float, grip: float, period: float) -> None:
        """Turn the wheel for one period towards where keys or a stick want it."""
        feet = self._feet
        is_on = feet.held * steer > 0.0
        feet.held = feet.held + copysign(period, steer) if is_on else copysign(period, steer) if steer else 0.0
        first, last = PATIENCE
        eager = min(max((abs(feet.held) - first) / (last - first), 0.0), 1.0)
        pull = GRIP + eager * max(HARDEST * min(grip, 1.0) - GRIP, 0.0)
        target = steer * min(self._wheel_for(pull, speed), FURTHEST)
        is_turning_in = target * feet.wheel >= 0.0 and abs(target) > abs(feet.wheel)
        most = min(self._wheel_for(ONSET if is_turning_in else RELEASE, speed), HANDS) * period
        feet.wheel += min(max(target - feet.wheel, -most), most)

    def _wheel_for(self, lateral: float, speed: float) -> float:
        """How far the wheel is turned for a lateral acceleration at a speed; likewise how fast, for a change of it."""
        curvature = lateral / max(speed, SLOWEST) ** 2
        return curvature * self._wheelbase * self._ratio * (1.0 + (speed / UNDERSTEER) ** 2)


def _towards(value: float, target: float, up: float, down: float) -> float:
    return min(value + up, target) if target > value else max(value - down, target)
