"""What a car can do: masses, forces and limits, shared by whoever moves one and whoever controls one."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.errors import InputError

__all__ = ["CarType"]


@dataclass(frozen=True, slots=True)
class CarType:
    """The mechanics of a kind of car, as forces along its heading and a steering angle.

    The defaults are those of a middle-class car with 100 kW.
    """

    mass: float = 1500.0
    """kg"""
    wheelbase: float = 2.7
    """m"""
    power: float = 100e3
    """W, what the engine gives at any speed"""
    traction: float = 6000.0
    """N, the most that the driven wheels can put down"""
    braking: float = 13500.0
    """N, with the pedal to the floor: 9 m/s² at the default mass"""
    drag: float = 0.42
    """N/(m/s)², air resistance"""
    rolling: float = 200.0
    """N, rolling resistance"""
    steering: float = 0.6
    """rad, the most that the front wheels turn"""
    steering_rate: float = 0.9
    """rad/s, how fast they do"""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0:
                raise InputError(f"a car's {name} must be above 0, not {getattr(self, name)}")

    def engine(self, speed: float) -> float:
        """The most that the engine pushes at a speed (N)."""
        return min(self.traction, self.power / max(speed, 1.0))

    def resistance(self, speed: float) -> float:
        """What air and tyres take at a speed (N); nothing at rest."""
        return self.drag * speed * speed + self.rolling * min(1.0, speed)
