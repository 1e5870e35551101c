"""Compiled: how a vehicle lies in a curve: its axles keep to a line, not its middle, and long ones give a berth."""

from __future__ import annotations

from math import atan2, cos, sin
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.motion.stretch_kernels import (
    BEGIN,
    BENDING,
    CROOKED,
    CURVATURE,
    DX,
    DY,
    HEADING,
    PER_SPAN,
    SPAN,
    TURN,
    led_from,
    led_on,
    point_at,
)
from seahaven.roads.lanemap.berth import AXLE, LONG, SHORT
from seahaven.roads.lanemap.strips import Indices, Integers

GENTLE = 1e-3
"""Curvature (1/m) below which a stretch is straight."""
PER_SQUARE = 1.0 / (AXLE * AXLE * (LONG * LONG - SHORT * SHORT))
ONE = np.uintp(1)
MOST_LANES = 8
"""Lanes that a vehicle may lie on, before its middle and behind it."""
SMALL = 0.125
"""Tangent of an angle up to which a few terms give it, in a fifth of the time that the library takes."""


@inlined
def small_angle(t: float) -> float:
    """The angle whose tangent is t, at most `SMALL`, within two units in the last place: a few terms of its series."""
    q = t * t
    high = (1.0 / 9.0 - q * (1.0 / 11.0)) + q * q * (1.0 / 13.0 - q * (1.0 / 15.0))
    return t - t * q * ((1.0 / 3.0 - q * (1.0 / 5.0 - q * (1.0 / 7.0))) - q * q * q * high)


@inlined
def heading_of(x: float, y: float, bearing: float, along_x: float, along_y: float) -> float:
    """The heading of a vector, mostly one that hardly turns from another whose heading is known."""
    ahead, aside = along_x * x + along_y * y, along_x * y - along_y * x
    return bearing + small_angle(aside / ahead) if abs(aside) < SMALL * ahead else atan2(y, x)


@inlined
def berth_share(near: float) -> float:
    """What share of a bus's berth a vehicle keeps whose axles are so far from its middle."""
    return max(near * near - AXLE * AXLE * SHORT * SHORT, 0.0) * PER_SQUARE


@inlined
def berth_at(berth: Floats, row: Any, f: float) -> float:
    """How far to the left of the lane the axles of a bus go at the place `f` of a stretch."""
    return float(berth[row] + f * (berth[row + ONE] - berth[row]))


@inlined
def lies_straight(stretches: Floats, berth: Floats, row: Any, s: float, near: float) -> bool:
    """Whether both axles are on the same straight stretch as the middle, and in the middle of the lane."""
    if stretches[row, CROOKED] == 0.0:
        return True
    if berth[row] != 0.0 or berth[row + ONE] != 0.0:
        return False
    bend = abs(stretches[row, CURVATURE]) + abs(stretches[row, BENDING])
    begin = stretches[row, BEGIN]
    return bool(bend < GENTLE and s - near >= begin and s + near <= begin + stretches[row, SPAN])


@inlined
def run_on(
    stretches: Floats, berth: Floats, row: Any, s: float, d: float, share: float
) -> tuple[float, float]:  # fmt: skip
    """The place at an s on a stretch, or straight on before or behind it; so much of the berth further to the left."""
    begin, span = stretches[row, BEGIN], stretches[row, SPAN]
    at = min(max(s, begin), begin + span)
    f = (at - begin) * stretches[row, PER_SPAN]
    x, y = point_at(stretches, row, f, d + share * berth_at(berth, row, f))
    if s == at:
        return x, y
    heading = stretches[row, HEADING] + f * stretches[row, TURN]
    return x + (s - at) * cos(heading), y + (s - at) * sin(heading)


@inlined
def front_axle(
    first: Integers, length: Floats, stretches: Floats, berth: Floats, lanes: Indices, entries: Indices, lane: Any,
    row: Any, entry: int, s: float, d: float, share: float,
) -> tuple[float, float]:  # fmt: skip
    """Where a place ahead on a lane lies, or on the lanes that come next, as far as there are any."""
    for _ in range(MOST_LANES):
        if s <= length[lane]:
            break
        onto, following = led_on(lanes, entries, lane, entry)
        if onto < 0:
            break
        s -= length[lane]
        lane, entry = np.uintp(onto), following
        row = np.uintp(first[lane])
    last = np.uintp(first[lane + ONE] - 2)
    while row < last and s > stretches[row + ONE, BEGIN]:
        row += ONE
    return run_on(stretches, berth, row, s, d, share)


@inlined
def rear_axle(
    first: Integers, length: Floats, stretches: Floats, berth: Floats, lanes: Indices, entries: Indices, lane: Any,
    row: Any, entry: int, s: float, d: float, share: float,
) -> tuple[float, float]:  # fmt: skip
    """Where a place behind on a lane lies, or on the lanes that lead there, as far as the route or the roads tell."""
    for _ in range(MOST_LANES):
        if s >= 0.0:
            break
        before, preceding = led_from(lanes, entries, lane, entry)
        if before < 0:
            break
        lane, entry = np.uintp(before), preceding
        s += length[lane]
        row = np.uintp(first[lane + ONE] - 2)
    start = np.uintp(first[lane])
    while row > start and s < stretches[row, BEGIN]:
        row -= ONE
    return run_on(stretches, berth, row, s, d, share)


@inlined
def chord(
    first: Integers, length: Floats, stretches: Floats, berth: Floats, bearing: Floats, lanes: Indices,
    entries: Indices, lane: Any, row: Any, entry: int, s: float, d: float, near: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Middle and heading of a vehicle whose axles are so far from its middle, and keep to its lanes."""
    share = berth_share(near)
    front_x, front_y = front_axle(
        first, length, stretches, berth, lanes, entries, lane, row, entry, s + near, d, share
    )  # fmt: skip
    rear_x, rear_y = rear_axle(
        first, length, stretches, berth, lanes, entries, lane, row, entry, s - near, d, share
    )  # fmt: skip
    lies = heading_of(front_x - rear_x, front_y - rear_y, bearing[row], stretches[row, DX], stretches[row, DY])
    return 0.5 * (front_x + rear_x), 0.5 * (front_y + rear_y), lies
