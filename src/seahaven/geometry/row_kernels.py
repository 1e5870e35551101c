"""Compiled: rows of many columns that lie in one block of memory, moved in place when some come and some go.

Rows are in ascending order of id before and after. So a row moves down past those that went before it, or up past those
that came before it, and no two rows ever cross.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import compiled, compiled_part

GONE = -1
"""Stands for the row of somebody who is not there."""


@compiled
def find_rows(ids: Any, wanted: Any, rows: Any) -> int:
    """Fill in where among sorted ids each of some other sorted ids is, or GONE; give how many are there."""
    at, found = 0, 0
    for k in range(len(wanted)):
        while at < len(ids) and ids[at] < wanted[k]:
            at += 1
        is_there = at < len(ids) and ids[at] == wanted[k]
        rows[k] = at if is_there else GONE
        found += is_there
    return found


@compiled
def merge_rows(ids: Any, gone: Any, new: Any, source: Any) -> int:
    """Fill in from which old row each row is taken once the rows `gone` are out and the ids `new` are in; GONE: new.

    Both are sorted; gives how many rows there are.
    """
    at, out, come, count = 0, 0, 0, 0
    while at < len(ids) or come < len(new):
        if out < len(gone) and at == gone[out]:
            at, out = at + 1, out + 1
        elif come < len(new) and (at >= len(ids) or new[come] < ids[at]):
            source[count], come, count = GONE, come + 1, count + 1
        else:
            source[count], at, count = at, at + 1, count + 1
    return count


@compiled_part
def move_cells(cells: Any, start: int, width: int, source: Any, first: int, last: int) -> None:
    """Move the rows of one column, each of `width` cells: first those that move down, then those that move up."""
    for row in range(first, last):
        old = source[row]
        if old > row:
            for k in range(width):
                cells[start + row * width + k] = cells[start + old * width + k]
    for back in range(last - first):
        row = last - 1 - back
        old = source[row]
        if 0 <= old < row:
            for k in range(width):
                cells[start + row * width + k] = cells[start + old * width + k]


@compiled
def move_rows(memory: Any, fields: Any, source: Any, count: int) -> None:
    """Move `count` rows of all fields in a block of bytes; of each field where it starts and the bytes of a row.

    Starts are multiples of 8. Rows of whole words are moved word by word.
    """
    longs, integers, shorts = memory.view(np.int64), memory.view(np.int32), memory.view(np.int16)
    first = 0
    while first < count and source[first] == first:
        first += 1
    if first == count:
        return
    for k in range(len(fields)):
        start, size = fields[k, 0], fields[k, 1]
        if size % 8 == 0:
            move_cells(longs, start // 8, size // 8, source, first, count)
        elif size % 4 == 0:
            move_cells(integers, start // 4, size // 4, source, first, count)
        elif size % 2 == 0:
            move_cells(shorts, start // 2, size // 2, source, first, count)
        else:
            move_cells(memory, start, size, source, first, count)


@compiled_part
def scatter_cells(cells: Any, start: int, into: Any, to: int, width: int, rows: Any) -> None:
    """Copy the rows of one column to where they belong in another."""
    for row in range(len(rows)):
        new = rows[row]
        if new >= 0:
            for k in range(width):
                into[to + new * width + k] = cells[start + row * width + k]


@compiled
def scatter_rows(source: Any, target: Any, fields: Any, rows: Any) -> None:
    """Copy rows of all fields from one block of bytes to their places in another, but for those who are GONE.

    Of each field where it starts here and there, and the bytes of a row, as in `move_rows`.
    """
    longs, long_target = source.view(np.int64), target.view(np.int64)
    integers, integer_target = source.view(np.int32), target.view(np.int32)
    shorts, short_target = source.view(np.int16), target.view(np.int16)
    for k in range(len(fields)):
        start, to, size = fields[k, 0], fields[k, 1], fields[k, 2]
        if size % 8 == 0:
            scatter_cells(longs, start // 8, long_target, to // 8, size // 8, rows)
        elif size % 4 == 0:
            scatter_cells(integers, start // 4, integer_target, to // 4, size // 4, rows)
        elif size % 2 == 0:
            scatter_cells(shorts, start // 2, short_target, to // 2, size // 2, rows)
        else:
            scatter_cells(source, start, target, to, size, rows)
