"""Questions to the lane map as compiled code takes them: flat, of equal length, and writable."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers

STAGGER = 40
NO_FLOATS: Floats = np.empty(0)
NO_LANES: Integers = np.empty(0, dtype=np.int64)
"""A column that is not asked for."""


def is_single(*values: Any) -> bool:
    """Whether all of them are single values."""
    return all(np.ndim(value) == 0 for value in values)


def as_floats(values: Any) -> Floats:
    """The values as an array of floats."""
    return np.asarray(values, dtype=np.float64)


def as_lanes(question: str, values: Any) -> Integers:
    """The values as an array of lanes, refused unless they are whole numbers."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu" and array.size:
        raise InputError(f"{question} got lanes of type {array.dtype}; expected whole numbers, or `index(name)`")
    return array.astype(np.int64, copy=False)


def side_by_side(*columns: Any) -> tuple[tuple[int, ...] | None, list[Any]]:
    """The shape that the columns have together, None for single values, and each of them flat and as long as all.

    Columns that are not asked for stay empty. All are writable, though nothing is written: compiled code is
    made anew for read-only ones.
    """
    shapes = [column.shape for column in columns if not _is_absent(column)]
    shape = shapes[0] if shapes.count(shapes[0]) == len(shapes) else np.broadcast_shapes(*shapes)
    flat = [column if _is_absent(column) else _spread(column, shape) for column in columns]
    return shape or None, flat


def _is_absent(column: Any) -> bool:
    return column is NO_FLOATS or column is NO_LANES


def _spread(column: Any, shape: tuple[int, ...]) -> Any:
    if column.shape == shape and column.flags.c_contiguous and column.flags.writeable:
        return column.reshape(-1)
    whole = np.empty(shape, column.dtype)
    whole[...] = column
    return whole.reshape(-1)


def columns_for(rows: int, columns: int) -> list[Floats]:
    """Columns to be filled in, each beginning at another offset into a page, lest all meet in the same cache sets."""
    stride = -(-rows // 512) * 512 + STAGGER if rows > STAGGER else rows
    buffer = np.empty(stride * columns)
    return [buffer[k * stride : k * stride + rows] for k in range(columns)]


def answer(column: Any, shape: tuple[int, ...] | None) -> Any:
    """An answer in the shape of the question."""
    if shape is None:
        return column[0].item()
    return column if column.shape == shape else column.reshape(shape)
