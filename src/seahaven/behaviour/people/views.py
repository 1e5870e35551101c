"""The columns of people as compiled perception reads and fills them, one array for each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Indices, Integers, Truths

__all__ = ["Comers", "Folk", "Traffic", "Views"]


class Folk(NamedTuple):
    """What is seen of people, all rows."""

    x: Floats
    y: Floats
    heading: Floats
    speed: Floats
    path: Indices
    offset: Floats
    crosswalk: Indices
    across: Floats
    toward: NDArray[np.int8]
    phase: NDArray[np.int16]
    pace: Floats
    boldness: Floats
    room: Floats
    far: Floats


class Traffic(NamedTuple):
    """What is seen of vehicles."""

    x: Floats
    y: Floats
    heading: Floats
    length: Floats
    width: Floats
    speed: Floats
    acceleration: Floats


class Comers(NamedTuple):
    """The vehicles that come to crosswalks: rows of crossing and vehicle, how far away, and lists by crossing."""

    pairs: Integers
    distance: Floats
    first: Integers
    order: Integers


class Views(NamedTuple):
    """What is filled in for people whose columns these are; where a value is null, 0, and a mark beside it."""

    kerb: Floats
    no_kerb: Truths
    breadth: Floats
    no_breadth: Truths
    spare: Floats
    no_spare: Truths
    edge: Floats
    no_edge: Truths
    blocked: Floats
    no_blocked: Truths
    crossing_light: NDArray[np.int8]
    ahead_gap: Floats
    no_ahead_gap: Truths
    ahead_speed: Floats
    no_ahead_speed: Truths
    ahead_aside: Floats
    no_ahead_aside: Truths
    left_leeway: Floats
    right_leeway: Floats
    escape: Floats
    no_escape: Truths
    verge: Floats
    no_verge: Truths
