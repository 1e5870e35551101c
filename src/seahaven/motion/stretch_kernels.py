"""Compiled: places on stretches of lanes."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled_part
from seahaven.roads.lanemap.strips import Indices

(
    HEADING, TURN, CURVATURE, BENDING, GRADE, VAULTING, BEGIN, PER_SPAN, X, Y, DX, DY, NORMAL_X, NORMAL_Y, NORMAL_DX,
    NORMAL_DY, HALF, WIDENING, Z, DZ, NORMAL_Z, NORMAL_DZ, SPAN, CROOKED,
) = range(24)  # fmt: skip
"""Columns of `Ways.stretches`, as `LAYOUT` has them."""
LEFT, RIGHT, NEXT, SLOTS, WHATEVER, ONLY_NEXT, ONLY_PREVIOUS = 0, 1, 2, 3, 4, 6, 7
"""Columns of `Ways.lanes`; what lies to the right comes after what lies to the left."""
ENTRY_LANE, ENTRY_SIDE, ENTRY_NEXT, ENTRY_BEFORE = 0, 1, 3, 4
"""Columns of `Ways.entries`; that to the right comes after that to the left."""


@compiled_part
def short_way(angle: float) -> float:
    """The angle in (-pi, pi]; without a branch, since headings all round would be guessed wrong half the time."""
    return float(angle - 2.0 * pi * np.ceil(angle * (0.5 / pi) - 0.5))


@compiled_part
def share_at(stretches: Floats, row: Any, s: float) -> float:
    """How far along a stretch, from 0 to 1, an s lies."""
    f: float = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
    return min(max(f, 0.0), 1.0)


@compiled_part
def point_at(stretches: Floats, row: Any, f: float, d: float) -> tuple[float, float]:
    """Where the place `f` of a stretch, d metres to the left of the lane, lies."""
    nx = stretches[row, NORMAL_X] + f * stretches[row, NORMAL_DX]
    ny = stretches[row, NORMAL_Y] + f * stretches[row, NORMAL_DY]
    return stretches[row, X] + f * stretches[row, DX] + d * nx, stretches[row, Y] + f * stretches[row, DY] + d * ny


@compiled_part
def across(stretches: Floats, row: Any, f: float, x: float, y: float) -> float:
    """How far to the left of a lane a point beside the place `f` of a stretch lies."""
    nx = stretches[row, NORMAL_X] + f * stretches[row, NORMAL_DX]
    ny = stretches[row, NORMAL_Y] + f * stretches[row, NORMAL_DY]
    qx = x - stretches[row, X] - f * stretches[row, DX]
    qy = y - stretches[row, Y] - f * stretches[row, DY]
    return float((qx * nx + qy * ny) / (nx * nx + ny * ny))


@compiled_part
def led_on(lanes: Indices, entries: Indices, lane: Any, entry: int) -> tuple[int, int]:
    """The lane, and the entry, that come next: those of the route, or else the first into which the lane leads."""
    if entry < 0:
        return lanes[lane, NEXT], -1
    following = entries[np.uintp(entry), ENTRY_NEXT]
    return (entries[np.uintp(following), ENTRY_LANE], following) if following >= 0 else (-1, -1)


@compiled_part
def led_from(lanes: Indices, entries: Indices, lane: Any, entry: int) -> tuple[int, int]:
    """The lane, and the entry, that come before: the one of the route, or else the only one that leads there; or -1."""
    preceding = entries[np.uintp(entry), ENTRY_BEFORE] if entry >= 0 else -1
    if preceding >= 0:
        return entries[np.uintp(preceding), ENTRY_LANE], preceding
    return lanes[lane, ONLY_PREVIOUS], -1
