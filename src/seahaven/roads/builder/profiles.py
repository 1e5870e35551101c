"""Making profiles: eased between values, cut out, added up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from seahaven.roads.model import Piece, Profile

_Cubic: TypeAlias = tuple[float, float, float, float]
HAIRS = (1e-9, 1e-10, 1e-11, 1e-13)
"""Cubics whose a, b, c, d differ by less than this are the same."""


def eased(knots: Sequence[tuple[float, float]]) -> Profile:
    """The profile through the knots, each an s and a value, that leaves and reaches each of them level.

    It is level before the first and after the last. Lanes that widen like this leave no kink at either end of the
    taper.
    """
    level = (knots[0][0] - 1.0, knots[0][1], 0.0, 0.0, 0.0)
    pieces = [_ease(*before, *after) for before, after in pairwise(knots) if after[0] > before[0]]
    return Profile((level, *pieces, (*knots[-1], 0.0, 0.0, 0.0)))


def between(value: float, after: float, length: float) -> Profile:
    """The profile that eases from one value to another over a length."""
    if abs(value - after) < 1e-12:
        return Profile.constant(value) if abs(value) > 1e-12 else Profile()
    return Profile((_ease(0.0, value, length, after),))


def _ease(s: float, value: float, end: float, after: float) -> Piece:
    length, rise = end - s, after - value
    return s, value, 0.0, 3.0 * rise / length**2, -2.0 * rise / length**3


def hermite(length: float, start: tuple[float, float], end: tuple[float, float]) -> Profile:
    """The cubic of that length from one value and slope to another."""
    return Profile((_cubic(0.0, length, start, end),))


def _cubic(s: float, length: float, start: tuple[float, float], end: tuple[float, float]) -> Piece:
    (value, slope), (after, slope_after) = start, end
    mean = (after - value) / length
    c = (3.0 * mean - 2.0 * slope - slope_after) / length
    d = (slope + slope_after - 2.0 * mean) / length**2
    return s, value, slope, c, d


def fitted(anchors: Sequence[tuple[float, float, float]], *, fade: float) -> Profile:
    """The profile through anchors, each an s, a value and a slope; beyond them the slope fades to 0 within `fade`."""
    if not anchors:
        return Profile()
    (first, low, slope), (last, high, slope_after) = anchors[0], anchors[-1]
    start = (first - fade, low - slope * fade / 2.0, 0.0)
    end = (last + fade, high + slope_after * fade / 2.0, 0.0)
    pieces = [_cubic(a[0], b[0] - a[0], a[1:], b[1:]) for a, b in pairwise((start, *anchors, end))]
    return Profile(((start[0] - 1.0, start[1], 0.0, 0.0, 0.0), *pieces, (end[0], end[1], 0.0, 0.0, 0.0)))


def total(first: Profile, second: Profile) -> Profile:
    """The sum of two profiles."""
    starts = sorted({*first.starts, *second.starts})
    return Profile(tuple(_sum(s, _from(first, s), _from(second, s)) for s in starts))


def _sum(s: float, one: _Cubic, other: _Cubic) -> Piece:
    return s, one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def window(profile: Profile, begin: float, end: float) -> Profile:
    """The stretch of a profile from `begin` to `end`, counted from where it begins."""
    if profile.is_zero:
        return Profile()
    starts = [begin, *(s for s in profile.starts if begin + 1e-9 < s < end - 1e-9)]
    pieces: list[Piece] = []
    for s in starts:
        piece = (s - begin, *_from(profile, s))
        if not pieces or not _continues(pieces[-1], piece):
            pieces.append(piece)
    return Profile(tuple(pieces))


def _continues(before: Piece, piece: Piece) -> bool:
    """Whether a piece only goes on with the one before it."""
    onward = _from(Profile((before,)), piece[0])
    return all(abs(a - b) < hair for a, b, hair in zip(onward, piece[1:], HAIRS, strict=True))


def turned(profile: Profile, length: float) -> Profile:
    """The stretch from 0 to the length, seen from its other end."""
    starts = [0.0, *(s for s in profile.starts if 1e-9 < s < length - 1e-9)]
    ends = [*starts[1:], length]
    pieces = []
    for s, end in reversed(list(zip(starts, ends, strict=True))):
        (a, b, c, d), x = _from(profile, s), end - s
        back = a + x * (b + x * (c + x * d)), -(b + x * (2.0 * c + x * 3.0 * d)), c + 3.0 * d * x, -d
        pieces.append((length - end, *back))
    return Profile(tuple(pieces))


def _from(profile: Profile, s: float) -> _Cubic:
    """The a, b, c, d, from s on, of the piece that holds s; a hair's breadth before a joint counts as beyond it."""
    if not profile.pieces:
        return 0.0, 0.0, 0.0, 0.0
    k = max(bisect_right(profile.starts, s + 1e-9) - 1, 0)
    start, a, b, c, d = profile.pieces[k]
    x = s - start
    return a + x * (b + x * (c + x * d)), b + x * (2.0 * c + x * 3.0 * d), c + 3.0 * d * x, d
