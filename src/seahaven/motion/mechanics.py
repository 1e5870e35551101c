"""The body of a car as a module: pedals and wheel in, place and speed out (G9; a generative model, G8)."""

from __future__ import annotations

from math import copysign

from seahaven.geometry import Pose
from seahaven.kernel import In, Module, Out, Param, Tick, port
from seahaven.motion.bicycle import rolled
from seahaven.motion.car import CarType
from seahaven.world import writes

__all__ = ["Mechanics"]


class Mechanics(Module):
    """Moves one car by forces along its heading and the kinematic bicycle.

    It starts where its entity stands in the world, and proposes each next place there. The brakes stop a car but never
    push it back, and a stopped car stays where it is.
    """

    throttle: In[float] = port(0.0, immediate=True, doc="0 to 1")
    brake: In[float] = port(0.0, immediate=True, doc="0 to 1")
    wheel: In[float] = port(0.0, unit="rad", immediate=True, doc="wanted angle of the front wheels")
    car: Param[CarType] = CarType()
    pose: Out[Pose] = Pose(0.0, 0.0, 0.0)
    speed: Out[float] = port(0.0, unit="m/s")
    acceleration: Out[float] = port(0.0, unit="m/s²")
    steering: Out[float] = port(0.0, unit="rad")

    body = writes("vehicle", "x", "y", "heading", "speed", "acceleration", "steering", single=True)

    def init(self, tick: Tick) -> None:
        """Stand where the world says."""
        self.pose = Pose(self.body.x, self.body.y, self.body.heading)
        self.speed = self.body.speed

    def step(self, tick: Tick) -> None:
        """Move on by one period with constant acceleration and steering angle."""
        dt = tick.dt
        before = self.speed
        self.speed = max(0.0, before + self._push() / self.car.mass * dt)
        self.acceleration = (self.speed - before) / dt if dt else 0.0
        self.steering = self._steered(dt)
        distance = 0.5 * (before + self.speed) * dt
        self.pose = rolled(self.pose, distance, steering=self.steering, wheelbase=self.car.wheelbase)
        self._propose()

    def _push(self) -> float:
        """The sum of forces along the heading (N)."""
        car = self.car
        engine = min(1.0, max(0.0, self.throttle)) * car.engine(self.speed)
        brakes = min(1.0, max(0.0, self.brake)) * car.braking
        return engine - brakes - car.resistance(self.speed)

    def _steered(self, dt: float) -> float:
        """The front wheels follow the wanted angle as fast as they can."""
        wanted = max(-self.car.steering, min(self.car.steering, self.wheel))
        change = wanted - self.steering
        reach = self.car.steering_rate * dt
        return wanted if abs(change) <= reach else self.steering + copysign(reach, change)

    def _propose(self) -> None:
        body = self.body
        body.x, body.y, body.heading = self.pose.x, self.pose.y, self.pose.heading
        body.speed, body.acceleration, body.steering = self.speed, self.acceleration, self.steering
