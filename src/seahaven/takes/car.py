"""A whole car as one module: eyes, driver, low-level controller and mechanics, each at its own rate (G9)."""

from __future__ import annotations

from seahaven.behaviour import Pilot, Vision
from seahaven.geometry import Curve
from seahaven.kernel import Module, Param, port
from seahaven.motion import CarType, Controls, Mechanics

__all__ = ["Car"]


class Car(Module):
    """Follows a course, and the vehicle ahead on it.

        vision ──ahead, contact──> pilot ──target, wish──> controls ──pedals, wheel──> mechanics ──> world
         10 Hz <──────gaze─────── 10 Hz                     100 Hz <────pose, speed──── 100 Hz

    Vision looks before the pilot decides, and the controller presses before the mechanics move, within one date; all
    other links are delayed.
    """

    course: Param[Curve]
    desired_speed: Param[float] = port(13.9, unit="m/s", least=0.0)
    headway: Param[float] = port(1.5, unit="s", least=0.0)
    wakes: Param[float] = port(0.0, unit="s", doc="when it starts to drive")
    car: Param[CarType] = CarType()

    def build(self) -> None:
        """Put the four parts together."""
        driving = {"desired_speed": self.desired_speed, "headway": self.headway, "wakes": self.wakes}
        self.add(
            Vision("vision", rate=10, course=self.course),
            Pilot("pilot", rate=10, course=self.course, **driving),
            Controls("controls", rate=100, car=self.car),
            Mechanics("mechanics", rate=100, car=self.car),
        )
        for reader in ("vision", "pilot", "controls"):
            self.link("mechanics.pose", f"{reader}.pose")
        for reader in ("pilot", "controls"):
            self.link("mechanics.speed", f"{reader}.speed")
        self.link("vision.ahead", "pilot.ahead", immediate=True)
        self.link("vision.contact", "pilot.contact", immediate=True)
        self.link("pilot.gaze", "vision.gaze")
        self.link("pilot.target", "controls.target")
        self.link("pilot.wish", "controls.wish")
        self.link("mechanics.acceleration", "controls.achieved")
        for control in ("throttle", "brake", "wheel"):
            self.link(f"controls.{control}", f"mechanics.{control}")
