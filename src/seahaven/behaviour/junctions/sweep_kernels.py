"""Compiled: what a long vehicle sweeps over on its way through a junction."""

from __future__ import annotations

from math import cos, floor, inf, sin, sqrt
from typing import Any

import numpy as np

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
def covers(dx: float, dy: float, along_x: float, along_y: float, half: float, broad: float) -> bool:
    """Whether a box that lies along a direction reaches to a point so far from its middle."""
    return abs(dx * along_x + dy * along_y) < half and abs(dy * along_x - dx * along_y) < broad


@inlined
def touches(
    x: float, y: float, along_x: float, along_y: float, half: float, broad: float, lines: Floats, edge: Floats, k: int
) -> bool:
    """Whether a box at a place, that lies along a direction, reaches to a point of a line or to either side of it."""
    dx, dy, edge_x, edge_y = lines[k, 0] - x, lines[k, 1] - y, edge[k, 0], edge[k, 1]
    return (
        covers(dx, dy, along_x, along_y, half, broad)
        or covers(dx - edge_x, dy + edge_y, along_x, along_y, half, broad)
        or covers(dx + edge_x, dy - edge_y, along_x, along_y, half, broad)
    )


@compiled
def directions(lines: Floats) -> Floats:
    """Of each point of some lines, the cosine and the sine of its heading."""
    made = np.empty((len(lines), 2))
    for k in range(len(lines)):
        made[k, 0], made[k, 1] = cos(lines[k, 2]), sin(lines[k, 2])
    return made


@compiled
def edges(along: Floats, beside: float) -> Floats:
    """Of each point of lines with these directions, how far off its right side is in x, and its left side in y."""
    made = np.empty((len(along), 2))
    for k in range(len(along)):
        made[k, 0], made[k, 1] = beside * along[k, 1], beside * along[k, 0]
    return made


@compiled
def longest_strides(first: Any, lines: Floats) -> Floats:
    """Of each line the most by which x and y together change from one of its points to the next."""
    made = np.full(len(first) - 1, 1e-6)
    for line in range(len(first) - 1):
        for k in range(first[line], first[line + 1] - 1):
            made[line] = max(made[line], abs(lines[k + 1, 0] - lines[k, 0]) + abs(lines[k + 1, 1] - lines[k, 1]))
    return made


@compiled
def sweep(
    pairs: Integers, windows: Integers, others: Integers, first: Any, driven: Floats, lines: Floats, step: float,
    half: float, broad: float, axle: float, beside: float, spans: Floats,
) -> None:  # fmt: skip
    """Fill in from where to where somebody long on one way touches whoever is on another because it swings.

    Each pair is a way that the long one takes and another's; its axles keep to the lines that are driven. Its middle
    and the other one are looked at within windows of their ways, which reach from one point to another. Of the long
    one, what counts is where its front is when it begins to touch, and where its rear is when it ceases to; of the
    other one, the places that it must not be at. Where it would touch as well if it kept to its way like a snake, the
    ways themselves are too close.

    Points of the other way that are too far off are passed over by as many as cannot be near, since this is done for
    many pairs.
    """
    along, strides = directions(lines), longest_strides(first, lines)
    edge, near, reach = edges(along, beside), 2.0 * (half + beside), int(half / step)
    for row in range(len(pairs)):
        way, foe = pairs[row, 0], pairs[row, 1]
        begin, end, foe_begin, foe_end = inf, -inf, inf, -inf
        for own in range(first[way] + windows[way, 0], first[way] + windows[way, 1]):
            at = (own - first[way]) * step
            front_x, front_y = point_along(driven, first[way], first[way + 1], step, at + axle)
            rear_x, rear_y = point_along(driven, first[way], first[way + 1], step, at - axle)
            x, y = 0.5 * (front_x + rear_x), 0.5 * (front_y + rear_y)
            far = max(sqrt((front_x - rear_x) ** 2 + (front_y - rear_y) ** 2), 1e-6)
            along_x, along_y = (front_x - rear_x) / far, (front_y - rear_y) / far
            low, high = max(own - reach, first[way]), min(own + reach, first[way + 1] - 1)
            k = first[foe] + others[foe, 0]
            while k < first[foe] + others[foe, 1]:
                away = abs(lines[k, 0] - x) + abs(lines[k, 1] - y)
                if away > near:
                    k += 1 + int(0.999 * (away - near) / strides[foe])
                    continue
                beside_at = int(((lines[k, 0] - x) * along_x + (lines[k, 1] - y) * along_y) / step)
                if touches(x, y, along_x, along_y, half, broad, lines, edge, k) and not is_on(
                    lines, along, edge, low, min(max(own + beside_at, low), high), high, step, broad, k
                ):
                    place = (k - first[foe]) * step
                    foe_begin, foe_end = min(foe_begin, place), max(foe_end, place)
                    begin, end = min(begin, at + half), max(end, at - half)
                k += 1
        spans[row, 0], spans[row, 1], spans[row, 2], spans[row, 3] = begin, end, foe_begin, foe_end


@inlined
def is_on(
    lines: Floats, along: Floats, edge: Floats, low: int, middle: int, high: int, step: float, broad: float, k: int
) -> bool:  # fmt: skip
    """Whether a point of a line, or either side of it, lies on a stretch of a way; looks around its middle first."""
    is_found, further = False, 0
    while not is_found and (middle - further >= low or middle + further <= high):
        for at in (middle - further, middle + further):
            if low <= at <= high and not is_found:
                is_found = touches(lines[at, 0], lines[at, 1], along[at, 0], along[at, 1], step, broad, lines, edge, k)
        further += 1
    return is_found
