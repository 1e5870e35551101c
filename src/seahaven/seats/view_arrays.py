"""Arrays that compiled views are made from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Bytes, Floats, Indices, Integers, Truths

__all__ = ["Bodies", "Drivers", "Lanes", "Own", "Walkers"]


class Bodies(NamedTuple):
    """Boxes of road users, one array for each column."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    length: Floats
    width: Floats
    height: Floats


class Drivers(NamedTuple):
    """What else is seen of vehicles."""

    ids: Integers
    kind: NDArray[np.int16]
    speed: Floats
    acceleration: Floats
    lane: Indices
    turn_light: NDArray[np.int16]
    brake_light: Truths


class Own(NamedTuple):
    """What is seen besides of the own vehicle, and what it pulls."""

    yaw_rate: Floats
    steering: Floats
    s: Floats
    offset: Floats
    towed_by: Integers


class Walkers(NamedTuple):
    """What else is seen of people on foot."""

    ids: Integers
    speed: Floats


class Lanes(NamedTuple):
    """Where lanes lie and what lies beside and behind them, as `lay_points` needs them."""

    first: Integers
    length: Floats
    s: Floats
    plan: Floats
    course: Floats
    bucket_first: Integers
    bucket_row: Indices
    bucket_scale: Floats
    left: Indices
    right: Indices
    left_opposite: Truths
    right_opposite: Truths
    following: Indices
    """Of an entry of the tracks, and then of each lane, the one into which it leads; -1 for none."""
    lane: Indices
    """Of each of these, its lane."""
    limit: Floats
    may_change: Bytes
    is_driven: Truths
    """Of a lane, whether vehicles drive on it."""
