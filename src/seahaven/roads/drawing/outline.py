"""Lines as the text of SVG paths: no more points than the picture can show, and no more digits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats

Complexes: TypeAlias = NDArray[np.complex128]

TOLERANCE = 0.1
"""How far, in pixels, a line may stray from the points that it leaves out."""
_STEPS = 100
"""Places to the pixel."""


def simplified(points: Floats, tolerance: float = TOLERANCE) -> Floats:
    """The points of a line without those that it would pass by anyway: Douglas and Peucker's way, from both ends in."""
    kept = np.zeros(len(points), dtype=bool)
    kept[[0, -1]] = True
    places = points[:, 0] + 1j * points[:, 1]
    waiting = [(0, len(points) - 1)]
    while waiting:
        low, high = waiting.pop()
        if high - low > 1:
            far = _distances(places[low + 1 : high], places[low], places[high])
            worst = int(far.argmax())
            if far[worst] > tolerance:
                middle = low + 1 + worst
                kept[middle] = True
                waiting += [(low, middle), (middle, high)]
    return points[kept]


def _distances(places: Complexes, start: complex, end: complex) -> Floats:
    """How far places lie from the line through two others, or from the one where those are the same."""
    along = abs(end - start)
    off: Floats = np.abs(((places - start) * ((end - start).conjugate() / along)).imag if along else places - start)
    return off


def path_data(lines: Iterable[Floats], *, closed: bool = False) -> str:
    """The lines, in pixels, as one path: each from its first point on by steps, to a hundredth of a pixel.

    >>> path_data([np.array([[0.0, 0.0], [10.5, -2.25], [10.5, 4.0]])])
    'M0 0l10.5-2.25 0 6.25'
    """
    return "".join(_line(points, closed=closed) for points in lines)


def _line(points: Floats, *, closed: bool) -> str:
    places = np.rint(points * _STEPS).astype(np.int64)
    steps = np.diff(places, axis=0)
    steps = steps[steps.any(axis=1)]
    x, y = places[0].tolist()
    return f"M{_joined([x, y])}l{_joined(steps.ravel().tolist())}{'z' * closed}" if len(steps) else ""


def _joined(places: list[int]) -> str:
    """Numbers side by side; a minus sign needs no space before it."""
    return "".join(map(_number, places)).removeprefix(" ")


def _number(places: int) -> str:
    whole, rest = divmod(abs(places), _STEPS)
    digits = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{'-' if places < 0 else ' '}{whole or ('' if digits else 0)}{digits}"


def number(value: float) -> str:
    """A length in pixels for an attribute, to a hundredth."""
    return _number(round(value * _STEPS)).removeprefix(" ")
