"""Angles in radians, counter-clockwise, and the turn from one to another."""

from __future__ import annotations

from math import fmod, isfinite, pi, tau
from typing import overload

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.measure import Floats, finite_array


@overload
def wrap_angle(angle: float) -> float: ...
@overload
def wrap_angle(angle: Floats) -> Floats: ...
def wrap_angle(angle: float | Floats) -> float | Floats:
    """The same direction as an angle in (-pi, pi].

    Exact: both steps, the remainder and the shift by one turn, are free of rounding, so a scalar and an array
    give the same bits.
    """
    if isinstance(angle, np.ndarray):
        rest = np.fmod(finite_array("wrap_angle", "angle", angle), tau)
        return np.where(rest > pi, rest - tau, np.where(rest <= -pi, rest + tau, rest))
    if not isfinite(angle):
        raise InputError(f"wrap_angle got angle {angle!r}; expected a finite number of radians")
    turn = fmod(angle, tau)
    if turn > pi:
        return turn - tau
    return turn + tau if turn <= -pi else turn


@overload
def angle_between(first: float, second: float) -> float: ...
@overload
def angle_between(first: float | Floats, second: Floats) -> Floats: ...
@overload
def angle_between(first: Floats, second: float) -> Floats: ...
def angle_between(first: float | Floats, second: float | Floats) -> float | Floats:
    """The turn in (-pi, pi] that leads from the first direction to the second; positive is to the left.

    >>> angle_between(3.0, -3.0)  # the short way crosses the wrap at pi
    0.28318530717958623
    """
    return wrap_angle(second - first)
