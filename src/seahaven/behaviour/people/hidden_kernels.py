"""Compiled: whether a vehicle stands or drives between a driver's eyes and somebody on foot."""

from __future__ import annotations

from math import cos, floor, sin
from typing import NamedTuple

from seahaven.behaviour.people.neighbour_kernels import CELL, Near, bucket
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined

EYE, FORWARD = 0.8, 0.1
"""How high a driver's eyes are, as a share of the vehicle's height, and how far before its middle, of its length."""
SHOWS = 0.2
"""Metres to either side of the middle of somebody on foot at which a driver sees that one, if not the middle."""
HEAD = 0.1
"""Metres below the top of somebody on foot that a driver sees over a vehicle."""


class Bodies(NamedTuple):
    """The boxes of vehicles."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    length: Floats
    width: Floats
    height: Floats


@inlined
def crosses(
    bodies: Bodies, j: int, ex: float, ey: float, top: float, px: float, py: float, high: float
) -> bool:  # fmt: skip
    """Whether the line from an eye to a point, both with their heights, goes through the box of a vehicle."""
    c, s = cos(bodies.heading[j]), sin(bodies.heading[j])
    ax, ay = (ex - bodies.x[j]) * c + (ey - bodies.y[j]) * s, (ey - bodies.y[j]) * c - (ex - bodies.x[j]) * s
    bx, by = (px - bodies.x[j]) * c + (py - bodies.y[j]) * s, (py - bodies.y[j]) * c - (px - bodies.x[j]) * s
    enters, leaves = 0.0, 1.0
    for here, step, half in ((ax, bx - ax, 0.5 * bodies.length[j]), (ay, by - ay, 0.5 * bodies.width[j])):
        if abs(step) < 1e-9:
            if abs(here) > half:
                return False
        else:
            one, other = (-half - here) / step, (half - here) / step
            enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    if enters >= leaves:
        return False
    roof = bodies.z[j] + bodies.height[j]
    return bool(min(top + enters * (high - top), top + leaves * (high - top)) < roof)


@inlined
def is_hidden(
    bodies: Bodies, near: Near, i: int, px: float, py: float, high: float
) -> bool:  # fmt: skip
    """Whether vehicles hide somebody on foot from driver i: its middle, and a little to either side of it.

    Vehicles in the cells around that one are looked at. Who is high enough is seen over them.
    """
    c, s = cos(bodies.heading[i]), sin(bodies.heading[i])
    ex = bodies.x[i] + FORWARD * bodies.length[i] * c
    ey = bodies.y[i] + FORWARD * bodies.length[i] * s
    top = bodies.z[i] + EYE * bodies.height[i]
    column, line = floor(px / CELL), floor(py / CELL)
    for shift in (0.0, SHOWS, -SHOWS):
        qx, qy, is_free = px - shift * s, py + shift * c, True
        for a in range(-1, 2):
            for b in range(-1, 2):
                at = bucket(column + a, line + b, near.mask)
                for k in range(near.first[at], near.first[at + 1]):
                    j = near.order[k]
                    if is_free and j != i and crosses(bodies, j, ex, ey, top, qx, qy, high - HEAD):
                        is_free = False
        if is_free:
            return False
    return True
