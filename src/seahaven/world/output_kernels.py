"""Compiled: what machines put out, into the columns of the same names, all of them in one call."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.compiled import (
    bytes_at,
    carray,
    compiled,
    floats_at,
    inlined,
    integers_at,
    longs_at,
    shorts_at,
    singles_at,
)

VALUES, SILENT, CELLS, MASK, BEFORE, SORT = range(6)
"""The columns of a table of outputs: the addresses of the values, of where there is none, of the cells to fill, of
where they are null (0 if they cannot be) and of what was there; and the sort of copying."""
SORTS = {
    ("float64", "float64"): 0,
    ("float64", "float32"): 1,
    ("int64", "int64"): 2,
    ("int64", "int32"): 3,
    ("int64", "int16"): 4,
    ("int64", "int8"): 5,
    ("int64", "float64"): 6,
    ("bool", "bool"): 7,
}
"""What can be copied without loss, from the type of an output to that of a column."""


@inlined
def fill(values: Any, silent: Any, cells: Any, before: Any, is_nullable: bool, count: int) -> None:
    """Fill in the values; where there is none, 0 if that is null, and what was there if not."""
    for i in range(count):
        if silent[i] == 0:
            cells[i] = values[i]
        else:
            cells[i] = 0 if is_nullable else before[i]


@compiled
def put_out(table: Any, count: int) -> None:
    """Fill in all outputs of a table."""
    for k in range(len(table)):
        where, sort, is_nullable = table[k], table[k, SORT], table[k, MASK] != 0
        silent = carray(bytes_at(where[SILENT]), count)
        if is_nullable:
            mask = carray(bytes_at(where[MASK]), count)
            for i in range(count):
                mask[i] = silent[i]
        doubles, longs = carray(floats_at(where[VALUES]), count), carray(longs_at(where[VALUES]), count)
        if sort == 0:
            cells, before = carray(floats_at(where[CELLS]), count), carray(floats_at(where[BEFORE]), count)
            fill(doubles, silent, cells, before, is_nullable, count)
        elif sort == 1:
            halves, before_half = carray(singles_at(where[CELLS]), count), carray(singles_at(where[BEFORE]), count)
            fill(doubles, silent, halves, before_half, is_nullable, count)
        elif sort == 2:
            wholes, before_whole = carray(longs_at(where[CELLS]), count), carray(longs_at(where[BEFORE]), count)
            fill(longs, silent, wholes, before_whole, is_nullable, count)
        elif sort == 3:
            parts, before_part = carray(integers_at(where[CELLS]), count), carray(integers_at(where[BEFORE]), count)
            fill(longs, silent, parts, before_part, is_nullable, count)
        elif sort == 4:
            codes, before_code = carray(shorts_at(where[CELLS]), count), carray(shorts_at(where[BEFORE]), count)
            fill(longs, silent, codes, before_code, is_nullable, count)
        elif sort == 5:
            small, before_small = carray(bytes_at(where[CELLS]), count), carray(bytes_at(where[BEFORE]), count)
            fill(longs, silent, small, before_small, is_nullable, count)
        elif sort == 6:
            cells, before = carray(floats_at(where[CELLS]), count), carray(floats_at(where[BEFORE]), count)
            fill(longs, silent, cells, before, is_nullable, count)
        else:
            small, before_small = carray(bytes_at(where[CELLS]), count), carray(bytes_at(where[BEFORE]), count)
            fill(carray(bytes_at(where[VALUES]), count), silent, small, before_small, is_nullable, count)
