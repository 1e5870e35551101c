"""Compiled: what a long vehicle sweeps over on its way through a junction."""

from __future__ import annotations

from math import cos, floor, inf, sin, sqrt
from typing import Any

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Integers


@inlined
def point_along(lines: Floats, first: int, last: int, step: float, at: float) -> tuple[float, float]:
    """Where a line of points that are a step apart is at a distance from its first one; straight on beyond its ends."""
    f = at / step
    k = min(max(floor(f), 0), last - first - 2)
    f -= k
    x, y = lines[first + k, 0], lines[first + k, 1]
    return x + f * (lines[first + k + 1, 0] - x), y + f * (lines[first + k + 1, 1] - y)


@inlined
def touches(
    x: float, y: float, along_x: float, along_y: float, half: float, broad: float, lines: Floats, k: int, beside: float
) -> bool:
    """Whether a box at a place, that lies along a direction, reaches to a point of a line or to either side of it."""
    dx, dy = lines[k, 0] - x, lines[k, 1] - y
    found = False
    for side in (-1.0, 0.0, 1.0):
        to_x, to_y = dx - side * beside * sin(lines[k, 2]), dy + side * beside * cos(lines[k, 2])
        found |= abs(to_x * along_x + to_y * along_y) < half and abs(to_y * along_x - to_x * along_y) < broad
    return found


@compiled
def sweep(
    pairs: Integers, first: Any, driven: Floats, lines: Floats, step: float, half: float, broad: float, axle: float,
    beside: float, spans: Floats,
) -> None:  # fmt: skip
    """Fill in from where to where somebody long on one way touches whoever is on another because it swings.

    Each pair is a way that the long one takes and another's; its axles keep to the lines that are driven. Of it, what
    counts is where its front is when it begins to touch, and where its rear is when it ceases to; of the other one,
    the places that it must not be at. Where it would touch as well if it kept to its way like a snake, the ways
    themselves are too close.
    """
    for row in range(len(pairs)):
        way, foe = pairs[row, 0], pairs[row, 1]
        begin, end, foe_begin, foe_end = inf, -inf, inf, -inf
        for own in range(first[way], first[way + 1]):
            at = (own - first[way]) * step
            front_x, front_y = point_along(driven, first[way], first[way + 1], step, at + axle)
            rear_x, rear_y = point_along(driven, first[way], first[way + 1], step, at - axle)
            x, y = 0.5 * (front_x + rear_x), 0.5 * (front_y + rear_y)
            far = max(sqrt((front_x - rear_x) ** 2 + (front_y - rear_y) ** 2), 1e-6)
            along_x, along_y = (front_x - rear_x) / far, (front_y - rear_y) / far
            for k in range(first[foe], first[foe + 1]):
                if abs(lines[k, 0] - x) + abs(lines[k, 1] - y) > 2.0 * (half + beside):
                    continue
                if not touches(x, y, along_x, along_y, half, broad, lines, k, beside):
                    continue
                if is_on(lines, first[way], own, first[way + 1], step, half, broad, k, beside):
                    continue
                place = (k - first[foe]) * step
                foe_begin, foe_end = min(foe_begin, place), max(foe_end, place)
                begin, end = min(begin, at + half), max(end, at - half)
        spans[row, 0], spans[row, 1], spans[row, 2], spans[row, 3] = begin, end, foe_begin, foe_end


@inlined
def is_on(
    lines: Floats, low: int, own: int, high: int, step: float, half: float, broad: float, k: int, beside: float
) -> bool:
    """Whether a point of a line, or either side of it, lies on the stretch of a way around one of its points."""
    reach, found = int(half / step), False
    for at in range(max(own - reach, low), min(own + reach + 1, high)):
        found |= touches(
            lines[at, 0], lines[at, 1], cos(lines[at, 2]), sin(lines[at, 2]), step, broad, lines, k, beside
        )  # fmt: skip
    return found
