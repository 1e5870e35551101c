"""The columns of freely driven vehicles: their state, their controls and the ground below them, a row per vehicle."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Truths

__all__ = ["Cockpit", "FreeState", "Gear", "Ground", "Octets", "Shorts"]

Octets = NDArray[np.int8]
Shorts = NDArray[np.int16]


class Gear(IntEnum):
    """Positions of the selector of an automatic gearbox."""

    P = 0
    R = 1
    N = 2
    D = 3


class FreeState(NamedTuple):
    """Where free vehicles are and how they move; read and written in place."""

    kind: Shorts
    """Which row of the table of chassis"""
    x: Floats
    """m, the middle of the box"""
    y: Floats
    """m, the middle of the box"""
    heading: Floats
    """rad, not wrapped"""
    speed: Floats
    """m/s, of the centre of gravity along the heading; negative when it rolls back"""
    aside: Floats
    """m/s, of the centre of gravity to the left"""
    yaw_rate: Floats
    """rad/s"""
    steering: Floats
    """rad, of the front wheels"""
    push: Floats
    """0 to 1, what the engine makes of the throttle, which it follows with a lag"""
    pressure: Floats
    """0 to 1, what the brakes make of the pedal"""
    ratio: Octets
    """The forward gear, from 1"""
    shift: Floats
    """s, until the gear is changed"""
    hitch: Floats
    """rad, heading of the vehicle less that of its trailer"""
    acceleration: Floats
    """m/s², along the heading, in the last substep"""
    engine: Floats
    """rad/s, of the engine"""
    wrecked: Truths
    """Whether the wheels are locked for good"""

    @classmethod
    def of(cls, count: int) -> FreeState:
        """So many vehicles that stand at the origin in first gear."""
        columns: dict[str, Any] = {name: np.zeros(count) for name in cls._fields}
        other = {
            "kind": np.zeros(count, np.int16), "ratio": np.ones(count, np.int8), "wrecked": np.zeros(count, np.bool_)
        }  # fmt: skip
        return cls(**(columns | other))

    def joined(self, other: FreeState) -> FreeState:
        """These vehicles and others, one after the other."""
        pairs: Any = zip(self, other, strict=True)
        columns: list[Any] = [np.concatenate(pair) for pair in pairs]
        return FreeState(*columns)

    def copy(self) -> FreeState:
        """The same state in columns of its own."""
        columns: list[Any] = [column.copy() for column in self]
        return FreeState(*columns)


class Cockpit(NamedTuple):
    """What drivers do; values out of range are clipped, NaN counts as 0.

    Wheel and pedals count, unless `by_rate` and `by_acceleration` put a steering velocity and an acceleration in their
    places, each for itself.
    """

    wheel: Floats
    """rad, the angle of the steering wheel, to the left"""
    throttle: Floats
    """0 to 1"""
    brake: Floats
    """0 to 1"""
    hand_brake: Floats
    """0 to 1"""
    gear: Octets
    """A `Gear`"""
    by_acceleration: Truths
    """Whether `acceleration` is followed instead of throttle, brake and hand brake"""
    by_rate: Truths
    """Whether `steering_rate` is followed instead of `wheel`"""
    acceleration: Floats
    """m/s², wanted along the path"""
    steering_rate: Floats
    """rad/s, wanted of the front wheels, to the left"""

    @classmethod
    def of(cls, count: int, gear: Gear = Gear.D) -> Cockpit:
        """Controls of so many vehicles that are left alone in a gear."""
        columns: dict[str, Any] = {name: np.zeros(count) for name in cls._fields}
        other = {
            "gear": np.full(count, gear, np.int8), "by_acceleration": np.zeros(count, np.bool_),
            "by_rate": np.zeros(count, np.bool_),
        }  # fmt: skip
        return cls(**(columns | other))

    def joined(self, other: Cockpit) -> Cockpit:
        """The controls of these vehicles and of others, one after the other."""
        pairs: Any = zip(self, other, strict=True)
        columns: list[Any] = [np.concatenate(pair) for pair in pairs]
        return Cockpit(*columns)


class Ground(NamedTuple):
    """What is below free vehicles."""

    grip: Floats
    """Of the surface, by that of dry asphalt"""
    drag: Floats
    """Rolling resistance of the surface beyond that of asphalt, by load"""
    slope_x: Floats
    """How much the ground rises per metre to the east"""
    slope_y: Floats
    """How much the ground rises per metre to the north"""

    @classmethod
    def of(cls, count: int) -> Ground:
        """Level dry asphalt below so many vehicles."""
        return cls(np.ones(count), np.zeros(count), np.zeros(count), np.zeros(count))
