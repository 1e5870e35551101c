"""Polygons with holes, cut into triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats

__all__ = ["triangles"]


def triangles(rings: list[Floats]) -> tuple[Floats, NDArray[np.int64]]:
    """The corners of an area and its triangles; rings that lie inside another are holes in it.

    Ears are cut off one by one, after each hole was joined to the ring around it by a pair of nearest corners.
    """
    points, corners = [np.zeros((0, 2))], [np.zeros((0, 3), np.int64)]
    count = 0
    for ring in _joined([_open(ring) for ring in rings if len(ring) >= 4]):
        points.append(ring)
        corners.append(_ears(ring) + count)
        count += len(ring)
    return np.concatenate(points), np.concatenate(corners)


def _open(ring: Floats) -> Floats:
    return ring[:-1] if np.allclose(ring[0], ring[-1]) else ring


def _area(ring: Floats) -> float:
    x, y = ring.T
    return float(0.5 * (x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def _joined(rings: list[Floats]) -> list[Floats]:
    """Each outer ring, counterclockwise, with the holes that lie in it."""
    order = sorted(rings, key=lambda ring: -abs(_area(ring)))
    outer: list[Floats] = []
    for ring in order:
        home = next((k for k, around in enumerate(outer) if _holds(around, ring[0])), None)
        if home is None:
            outer.append(ring if _area(ring) > 0.0 else ring[::-1])
        else:
            outer[home] = _bridged(outer[home], ring if _area(ring) < 0.0 else ring[::-1])
    return outer


def _holds(ring: Floats, point: Floats) -> bool:
    x, y = ring.T
    after_x, after_y = np.roll(x, -1), np.roll(y, -1)
    crosses = (y > point[1]) != (after_y > point[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x + (point[1] - y) / (after_y - y) * (after_x - x)
    return bool((crosses & (at > point[0])).sum() % 2)


def _bridged(around: Floats, hole: Floats) -> Floats:
    apart = ((around[:, None] - hole[None]) ** 2).sum(axis=2)
    one, other = np.unravel_index(int(apart.argmin()), apart.shape)
    turned = np.roll(hole, -int(other), axis=0)
    return np.concatenate([around[: one + 1], turned, turned[:1], around[one:]])


def _ears(ring: Floats) -> NDArray[np.int64]:
    left, found = list(range(len(ring))), []
    while len(left) > 3:
        cut = next((k for k in range(len(left)) if _is_ear(ring, left, k)), None)
        if cut is None:
            cut = _bluntest(ring, left)  # only where the ring crosses itself
        before, after = left[cut - 1], left[(cut + 1) % len(left)]
        found.append((before, left[cut], after))
        del left[cut]
    return np.array([*found, left], np.int64).reshape(-1, 3)


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _bluntest(ring: Floats, left: list[int]) -> int:
    turns = [_turn(ring[left[k - 1]], ring[left[k]], ring[left[(k + 1) % len(left)]]) for k in range(len(left))]
    return int(np.argmax(turns))


def _is_ear(ring: Floats, left: list[int], k: int) -> bool:
    """Whether a corner points outwards, and no other corner lies in the triangle that it makes."""
    a, b, c = ring[left[k - 1]], ring[left[k]], ring[left[(k + 1) % len(left)]]
    if _turn(a, b, c) <= 1e-12:
        return False
    rest = ring[left]
    inside = np.ones(len(rest), np.bool_)
    for one, other in ((a, b), (b, c), (c, a)):
        side = (other[0] - one[0]) * (rest[:, 1] - one[1]) - (other[1] - one[1]) * (rest[:, 0] - one[0])
        inside &= side > 1e-9
    return not inside.any()
