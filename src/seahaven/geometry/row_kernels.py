"""Compiled: rows of many columns that lie in one block of memory, moved in place when some come and some go.

Rows are in ascending order of id before and after. So a row moves down past those that went before it, or up past those
that came before it, and no two rows ever cross.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import (
    bytes_at,
    carray,
    compiled,
    compiled_part,
    integers_at,
    longs_at,
    move_bytes,
    shorts_at,
)

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


@compiled_part
def list_runs(source: Any, count: int, runs: Any) -> int:
    """List rows that move by the same number: the first, the old row of that, and how many; give how many runs."""
    found, row = 0, 0
    while row < count:
        old, first = source[row], row
        row += 1
        if old == GONE:
            continue
        while row < count and source[row] == old + row - first:
            row += 1
        if old != first:
            runs[found, 0], runs[found, 1], runs[found, 2] = first, old, row - first
            found += 1
    return found


@compiled
def move_rows(memory: Any, fields: Any, source: Any, count: int) -> None:
    """Move `count` rows of all fields in a block of bytes; of each field where it starts and the bytes of a row."""
    most = 0
    for row in range(count):
        is_next = row > 0 and source[row - 1] != GONE and source[row] == source[row - 1] + 1
        most += source[row] != GONE and not is_next
    runs = np.empty((most, 3), np.int64)
    found = list_runs(source, count, runs)
    shift_rows(memory, fields, runs[:found])


@compiled_part
def shift_rows(memory: Any, fields: Any, runs: Any) -> None:
    """Move rows of all fields, run by run: first those that move down, then those that move up."""
    shift_rows_at(memory.ctypes.data, fields, runs)


@compiled_part
def shift_rows_at(begin: int, fields: Any, runs: Any) -> None:
    """The same in the block of memory that begins at an address."""
    found = len(runs)
    for k in range(len(fields)):
        start, size = begin + fields[k, 0], fields[k, 1]
        for n in range(found):
            to, old, many = runs[n, 0], runs[n, 1], runs[n, 2]
            if old > to:
                move_bytes(np.uintp(start + to * size), np.uintp(start + old * size), np.uintp(many * size))
        for n in range(found - 1, -1, -1):
            to, old, many = runs[n, 0], runs[n, 1], runs[n, 2]
            if old < to:
                move_bytes(np.uintp(start + to * size), np.uintp(start + old * size), np.uintp(many * size))


@compiled_part
def begin_row(memory: Any, fields: Any, cells: Any, first: int, row: int) -> None:
    """Fill in a row with what `cells` holds from `first` on, field behind field."""
    at = first
    for k in range(len(fields)):
        start, size = fields[k, 0] + row * fields[k, 1], fields[k, 1]
        for i in range(size):
            memory[start + i] = cells[at + i]
        at += size


@compiled
def restructure_rows(
    memory: Any, fields: Any, ids: Any, removed: Any, new: Any, cells: Any, runs: Any, places: Any, targets: Any
) -> tuple[int, int]:  # fmt: skip
    """Take out the rows of the ids `removed`, as far as they are here, and put in those of the ids `new`.

    In a block of bytes, as in `move_rows`; `ids` are those of the rows that are here, and lie in it, too. All ascend.
    `cells` holds the new rows, in each field behind field. Filled in: `runs` of rows that move, the `places` of the
    new rows, and for each old row its new one in `targets`, or GONE. Gives how many rows there are, and how many runs.
    """
    source = np.empty(len(ids) + len(new), np.int64)
    at, out, come, count = 0, 0, 0, 0
    while at < len(ids) or come < len(new):
        while out < len(removed) and at < len(ids) and removed[out] < ids[at]:
            out += 1
        if out < len(removed) and at < len(ids) and removed[out] == ids[at]:
            targets[at], at, out = GONE, at + 1, out + 1
        elif come < len(new) and (at >= len(ids) or new[come] < ids[at]):
            source[count], places[come], come, count = GONE, count, come + 1, count + 1
        else:
            source[count], targets[at], at, count = at, count, at + 1, count + 1
    found = list_runs(source, count, runs)
    shift_rows(memory, fields, runs[:found])
    for k in range(len(new)):
        begin_row(memory, fields, cells, k * (len(cells) // len(new)), places[k])
    return count, found


@compiled
def apply_moves(memory: Any, fields: Any, blank: Any, runs: Any, places: Any) -> None:
    """Move rows as those of a table were moved, and let new ones begin with what `blank` holds."""
    shift_rows(memory, fields, runs)
    for k in range(len(places)):
        begin_row(memory, fields, blank, 0, places[k])


@compiled
def apply_to_all(blocks: Any, runs: Any, places: Any) -> None:
    """`apply_moves` in several blocks; of each its address, that of its fields, their number, and that of blanks."""
    for k in range(len(blocks)):
        fields = carray(longs_at(blocks[k, 1]), (blocks[k, 2], 2))
        shift_rows_at(blocks[k, 0], fields, runs)
        for n in range(len(places)):
            begin_row(bytes_at(blocks[k, 0]), fields, bytes_at(blocks[k, 3]), 0, places[n])


@compiled
def follow_rows(memory: Any, fields: Any, blank: Any, ids: Any, wanted: Any, newcomers: Any) -> int:
    """Have a row for each of some ids instead of others, both sorted, and list the rows of those who are new.

    In a block of bytes, as in `move_rows`; `blank` holds what newcomers begin with, field behind field. Gives how many
    are new.
    """
    source = np.empty(len(wanted), np.int64)
    found = find_rows(ids, wanted, source)
    if found < max(len(ids), len(wanted)):
        move_rows(memory, fields, source, len(wanted))
    count = 0
    for row in range(len(wanted)):
        if source[row] == GONE:
            newcomers[count] = row
            count += 1
            begin_row(memory, fields, blank, 0, row)
    return count


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


@compiled
def gather_rows(moves: Any, rows: Any) -> None:
    """Copy some rows of many columns side by side; of each column its address, that of its copy, and a row's bytes."""
    for k in range(len(moves)):
        start, to, size = moves[k, 0], moves[k, 1], moves[k, 2]
        if size == 8:
            longs, long_copies = longs_at(start), longs_at(to)
            for i in range(len(rows)):
                long_copies[i] = longs[rows[i]]
        elif size == 4:
            integers, integer_copies = integers_at(start), integers_at(to)
            for i in range(len(rows)):
                integer_copies[i] = integers[rows[i]]
        elif size == 2:
            shorts, short_copies = shorts_at(start), shorts_at(to)
            for i in range(len(rows)):
                short_copies[i] = shorts[rows[i]]
        else:
            cells, copies = bytes_at(start), bytes_at(to)
            for i in range(len(rows)):
                copies[i] = cells[rows[i]]
