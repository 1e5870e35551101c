"""Compiled: messages found their rows, put in order, the dials turned by them, and the rest that a machine can read."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import compiled, inlined

NOBODY = -1
"""Stands for the item that a machine does not have."""
FLOAT, INT, BOOL = range(3)
"""The types of dials, each of which lies in a bank of its own; -1 for a button."""
BANK, VALUE, NULL, IS_READ, GUARDS = range(5)
"""The columns of a table of items: its type, the columns of its value and of its null (-1 for none), whether any
function reads its messages, and where its rows in the table of guards begin."""
LIMIT = 9.2233720368547748e18


@compiled
def find_receivers(
    receivers: Any, address: Any, values: Any, items: Any, sorted_ids: Any, order: Any, rows: Any, item: Any,
    worth: Any, count: int,
) -> int:  # fmt: skip
    """List row, item and value of what is for entities that are here, behind `count` others; give how many there are.

    `items` are those of the addresses; `order` says in which rows the ids are.
    """
    for k in range(len(receivers)):
        at = np.searchsorted(sorted_ids, receivers[k])
        if at < len(sorted_ids) and sorted_ids[at] == receivers[k]:
            rows[count], item[count], worth[count] = order[at], items[address[k]], values[k]
            count += 1
    return count


@compiled
def put_in_order(rows: Any, item: Any, worth: Any) -> None:
    """Sort messages by row, item and value, -0.0 before 0.0 and the one NaN last."""
    rank = worth.view(np.int64).copy()
    for k in range(len(rank)):
        if np.isnan(worth[k]):
            rank[k] = 0x7FF8000000000000
        elif rank[k] < 0:
            rank[k] ^= 0x7FFFFFFFFFFFFFFF
    order = np.argsort(rank, kind="mergesort")
    order = order[np.argsort(item[order], kind="mergesort")]
    order = order[np.argsort(rows[order], kind="mergesort")]
    rows[:], item[:], worth[:] = rows[order], item[order], worth[order]


@inlined
def whole(value: float) -> int:
    """A number as a dial of integers takes it."""
    if np.isnan(value):
        return 0
    if value > LIMIT:
        return 0x7FFFFFFFFFFFFFFF
    return -0x7FFFFFFFFFFFFFFF - 1 if value < -LIMIT else int(value)


@compiled
def hand_out(
    count: int, rows: Any, item: Any, worth: Any, items: Any, guards: Any, floats: Any, ints: Any, marks: Any,
    strides: Any,
) -> tuple[int, int]:  # fmt: skip
    """Turn dials, and keep what an active machine can read; give how many these are, and how many nobody understood.

    Messages are in order; of those for the same dial the last one counts. `guards` has the column of a state, and the
    number that it has to be for the item's machine to be active, or active at the start in a row that has not begun.
    """
    kept, strange = 0, 0
    for k in range(count):
        row, number = rows[k], item[k]
        if number == NOBODY:
            strange += 1
            continue
        bank = items[number, BANK]
        if bank >= 0 and not (k + 1 < count and rows[k + 1] == row and item[k + 1] == number):
            at = items[number, VALUE] * strides[bank] + row
            if bank == FLOAT:
                floats[at] = worth[k]
            elif bank == INT:
                ints[at] = whole(worth[k])
            else:
                marks[at] = worth[k] != 0.0
            if items[number, NULL] >= 0:
                marks[items[number, NULL] * strides[BOOL] + row] = 0
        reads = items[number, IS_READ] != 0
        for g in range(items[number, GUARDS], items[number + 1, GUARDS]):
            reads &= marks[guards[g, 0] * strides[BOOL] + row] == guards[g, 1]
        if reads:
            rows[kept], item[kept], worth[kept] = row, number, worth[k]
            kept += 1
    return kept, strange
