"""The columns of vehicles as compiled motion reads and fills them, one array for each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Indices

__all__ = ["GUIDED", "Cells", "Loose", "Seen"]


GUIDED = -1
"""Stands for the behaviour of vehicles that another module or a script moves."""


class Seen(NamedTuple):
    """What is read of every vehicle: where it is, what it can do and what it wishes for."""

    motion: NDArray[np.int16]
    lane: Indices
    s: Floats
    offset: Floats
    drift: Floats
    line: Indices
    entry: Indices
    speed: Floats
    heading: Floats
    length: Floats
    width: Floats
    power: Floats
    traction: Floats
    braking: Floats
    drag: Floats
    wish: Floats
    aim: NDArray[np.int8]
    lean: Floats


class Cells(NamedTuple):
    """What is filled in for every vehicle: where it will be at the end of the step."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    speed: Floats
    acceleration: Floats
    steering: Floats
    yaw_rate: Floats
    lane: Indices
    s: Floats
    offset: Floats
    drift: Floats
    line: Indices
    entry: Indices


class Loose(NamedTuple):
    """What is read besides of those who are not bound to lanes."""

    x: Floats
    y: Floats
    steering: Floats
    yaw_rate: Floats
    steer: Floats
    steered_by: NDArray[np.int16]
    unsteered: NDArray[np.bool_]
    """Where `steer` is null."""
