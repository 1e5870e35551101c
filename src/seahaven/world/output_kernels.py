"""Compiled: what machines put out, into the columns of the same names, all of them in one call."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.compiled import (
    bytes_at,
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
def fill(values: Any, silent: Any, cells: Any, before: Any, is_nullable: bool, rows: Any) -> None:
    """Fill in the values of some rows; where there is none, 0 if that is null, and what was there if not."""
    for k in range(len(rows)):
        i = rows[k]
        if silent[k] == 0:
            cells[i] = values[k]
        else:
            cells[i] = 0 if is_nullable else before[i]


@compiled
def put_out(table: Any, rows: Any) -> None:
    """Fill in all outputs of a table, which are those of some rows of a family."""
    for k in range(len(table)):
        where, sort, is_nullable = table[k], table[k, SORT], table[k, MASK] != 0
        silent = bytes_at(where[SILENT])
        if is_nullable:
            mask = bytes_at(where[MASK])
            for i in range(len(rows)):
                mask[rows[i]] = silent[i]
        values, cells, before = where[VALUES], where[CELLS], where[BEFORE]
        if sort == 0:
            fill(floats_at(values), silent, floats_at(cells), floats_at(before), is_nullable, rows)
        elif sort == 1:
            fill(floats_at(values), silent, singles_at(cells), singles_at(before), is_nullable, rows)
        elif sort == 2:
            fill(longs_at(values), silent, longs_at(cells), longs_at(before), is_nullable, rows)
        elif sort == 3:
            fill(longs_at(values), silent, integers_at(cells), integers_at(before), is_nullable, rows)
        elif sort == 4:
            fill(longs_at(values), silent, shorts_at(cells), shorts_at(before), is_nullable, rows)
        elif sort == 5:
            fill(longs_at(values), silent, bytes_at(cells), bytes_at(before), is_nullable, rows)
        elif sort == 6:
            fill(longs_at(values), silent, floats_at(cells), floats_at(before), is_nullable, rows)
        else:
            fill(bytes_at(values), silent, bytes_at(cells), bytes_at(before), is_nullable, rows)
