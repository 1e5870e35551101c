"""The low-level controller of a car: from a target and a wished acceleration to pedals and wheel (G9)."""

from __future__ import annotations

from math import atan2, hypot

from seahaven.geometry import Pose
from seahaven.kernel import In, Module, Out, Param, State, Tick, port
from seahaven.motion.car import CarType
from seahaven.world import writes

__all__ = ["Controls"]

_TRIM_GAIN = 0.4
_TRIM_LIMIT = 1.0
_LIGHTS_ON = 0.02


class Controls(Module):
    """Steers towards a target point (pure pursuit) and presses the pedals that the wished acceleration needs.

    The target comes from a slower module; it is extrapolated to the controller's own dates, so that the wheel turns
    smoothly. What the forces leave over or short of the wish is trimmed away over a few seconds.
    """

    target: In[Pose] = port(interpolate="linear", doc="where to go, some way ahead")
    wish: In[float] = port(unit="m/s²", doc="wished acceleration")
    pose: In[Pose]
    speed: In[float] = port(unit="m/s")
    achieved: In[float] = port(unit="m/s²", doc="acceleration as it turned out")
    car: Param[CarType] = CarType()
    trim: State[float] = 0.0
    throttle: Out[float] = 0.0
    brake: Out[float] = 0.0
    wheel: Out[float] = port(0.0, unit="rad")

    lights = writes("vehicle", "brake_light", single=True)

    def step(self, tick: Tick) -> None:
        """Set wheel and pedals for the next period."""
        self.wheel = self._pursuit()
        self._press(tick.dt)
        self.lights.brake_light = self.brake > _LIGHTS_ON

    def _pursuit(self) -> float:
        """The wheel angle whose circle leads from the rear axle through the target."""
        rear = self.pose.to_world((-0.5 * self.car.wheelbase, 0.0))
        ahead, left = Pose(*rear, self.pose.heading).to_local(self.target.point)
        distance = hypot(ahead, left)
        return atan2(2.0 * self.car.wheelbase * left, distance * distance) if distance > 0.1 else 0.0

    def _press(self, dt: float) -> None:
        is_rolling = self.speed > 0.5
        error = self.wish - self.achieved if is_rolling else 0.0
        self.trim = max(-_TRIM_LIMIT, min(_TRIM_LIMIT, self.trim + _TRIM_GAIN * error * dt))
        force = self.car.mass * (self.wish + self.trim) + self.car.resistance(self.speed)
        self.throttle = min(1.0, max(0.0, force / self.car.engine(self.speed)))
        self.brake = min(1.0, max(0.0, -force / self.car.braking))
