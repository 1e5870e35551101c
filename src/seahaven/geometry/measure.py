"""The numbers that shapes are made of, checked once at the door."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Indices: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]
Truths: TypeAlias = NDArray[np.bool_]
Point: TypeAlias = tuple[float, float]
Frame: TypeAlias = tuple[float, float, float]
"""A place and a direction as bare numbers: x, y, heading."""
Frames: TypeAlias = tuple[Floats, Floats, Floats]
"""Many places and directions as columns: x, y, heading."""


def finite(owner: str, name: str, value: float) -> float:
    """The value, refused when it is NaN or infinite."""
    if not isfinite(value):
        raise InputError(f"{owner} has {name} {value!r}; expected a finite number")
    return value


def positive(owner: str, name: str, value: float) -> float:
    """The value, refused unless it is finite and greater than zero."""
    if not (isfinite(value) and value > 0.0):
        raise InputError(f"{owner} has {name} {value!r}; expected a finite number greater than 0")
    return value


def finite_array(owner: str, name: str, values: object) -> Floats:
    """The values as an array of floats, refused when any is NaN or infinite; the first such is named."""
    array = np.asarray(values, dtype=np.float64)
    good = np.isfinite(array)
    if not good.all():
        index = tuple(int(i) for i in np.argwhere(~good)[0])
        place = f"[{', '.join(str(i) for i in index)}]" if index else ""
        raise InputError(f"{owner} has {name}{place} {float(array[index])!r}; expected finite numbers")
    return array


def point_rows(owner: str, points: Floats | Sequence[Point], *, least: int) -> Floats:
    """The points as a read-only array of n rows x, y of its own.

    Refused when there are fewer than `least`, when a number is not finite, and when a point repeats the one
    before it, since no direction can be told between the two.
    """
    rows = np.array(points, dtype=np.float64, order="C")
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise InputError(f"{owner} got points of shape {rows.shape}; expected n rows of x, y")
    if len(rows) < least:
        raise InputError(f"{owner} got {len(rows)} points; expected at least {least}")
    finite_array(owner, "points", rows)
    refuse_repeats(owner, rows)
    rows.flags.writeable = False
    return rows


def refuse_repeats(owner: str, rows: Floats) -> None:
    """Raise for the first point that repeats the one before it.

    Two points so near that the square of their distance underflows count as the same.
    """
    steps = np.diff(rows, axis=0)
    repeats = np.flatnonzero((steps * steps).sum(axis=1) <= np.finfo(np.float64).tiny)
    if len(repeats):
        k = int(repeats[0])
        x, y = (float(v) for v in rows[k])
        raise InputError(f"{owner} has points {k} and {k + 1} both at ({x}, {y}); leave one of them out")
