"""Compiled: a frame of all families appended to their sheets in one call, and the rows of a sheet as an Arrow message.

A sheet has the frames one behind the other, and within a frame column behind column, so that taking a frame writes to
one stretch of memory. In a message all rows of a column lie together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import bytes_at, carray, compiled, compiled_part, longs_at, move_bytes
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT

ROOM = 4_096
"""Rows that a sheet has room for. A frame with as many goes past it: writing it as it is is cheaper than copying it."""
TAKEN, FULL, LARGE = 0, 1, 2
"""What came of a frame: all of it was appended; nothing, for lack of room; all but families with too many rows."""
WORD = 8
"""Bytes; each part of a message begins at a multiple of it."""
DATE = -1
"""Stands for the place of a column that holds the date of the frame."""


@compiled
def append_frame(seconds: float, present: Any, sheets: Any, columns: Any, dates: Any, counts: Any, taken: Any) -> int:
    """Append a frame to all sheets, or to none if one has too little room; gives TAKEN, FULL or LARGE.

    `present` are the rows of the tables at this date. Each sheet has its first column and the one after its last, its
    address, the bytes of a row, and the rows that it holds. Each column has the address in its table, and the bytes of
    a cell. The dates of the frames on the sheets, and how many rows each has there, are noted; `taken` counts them.
    """
    frame, result = taken[0], TAKEN
    for k in range(len(sheets)):
        if present[k] >= ROOM:
            result = LARGE
        elif sheets[k, 4] + present[k] > ROOM:
            return FULL
    if frame == len(dates) or (result == LARGE and frame):
        return FULL
    for k in range(len(sheets)):
        rows = 0 if present[k] >= ROOM else np.int64(present[k])
        at = sheets[k, 2] + sheets[k, 4] * sheets[k, 3]
        for c in range(sheets[k, 0], sheets[k, 1]):
            size = columns[c, 1] * rows
            move_bytes(np.uintp(at), np.uintp(columns[c, 0]), np.uintp(size))
            at += size
        sheets[k, 4] += rows
        counts[k, frame] = rows
    dates[frame] = seconds
    taken[0] += 1
    return result


@compiled_entry
def expose(hand: Any, _index: int, now: int, due: int) -> int:
    """Take a frame, or ask for a visit if a flush is due, or there is no room for it."""
    tallies, (present, sheets, columns, dates, counts, frames), at, waiting = taken(hand)
    for k in range(len(tallies)):
        present[k] = longs_at(tallies[k])[0]
        if present[k] >= ROOM:
            return VISIT
    if due - at[1] > waiting or append_frame(now / 1e9, present, sheets, columns, dates, counts, frames) != TAKEN:
        return VISIT
    at[0] = now
    return 0


@compiled
def write_batch(start: int, columns: Any, counts: Any, dates: Any, message: Any, places: Any, body: int) -> int:
    """Put the rows of a sheet together as the message of a record batch, and give how many bytes it has.

    The sheet lies at the address `start` and has a frame for each of `counts` and `dates`. Each column has its place in
    a frame of one row (or DATE), the bytes of a cell (0: truths, which Arrow keeps as bits), and the place of its nulls
    or 0. `message` begins with the head of a batch of the same columns. `places` says where in it stand the number of
    rows, the first node, the first buffer and the length of the body, which begins at `body`.
    """
    rows, bytes_of_row = 0, columns[-1, 0]
    for count in counts:
        rows += count
    sheet, at = carray(bytes_at(np.uintp(start)), (rows * bytes_of_row,)), body
    for c in range(len(columns) - 1):
        place, size, nulls = columns[c, 0], columns[c, 1], columns[c, 2]
        missing, length = 0, 0
        if nulls:
            missing = _put_bits(message, at, sheet, counts, nulls, bytes_of_row, True)
            length = (rows + 7) // 8 if missing else 0
        _put_node(message, places[1] + 16 * c, rows, missing)
        _put_node(message, places[2] + 32 * c, at - body, length)
        at = _padded(message, at + length)
        if place == DATE:
            length = 8 * rows
            _put_dates(message, at, counts, dates)
        elif size:
            length = size * rows
            _put_cells(message, at, start, counts, place, size, bytes_of_row)
        else:
            length = (rows + 7) // 8
            _put_bits(message, at, sheet, counts, place, bytes_of_row, False)
        _put_node(message, places[2] + 32 * c + 16, at - body, length)
        at = _padded(message, at + length)
    _put(message, places[0], rows)
    _put(message, places[3], at - body)
    return at


@compiled_part
def _put_cells(message: Any, at: int, start: int, counts: Any, place: int, size: int, bytes_of_row: int) -> None:
    """Put the cells of a column, frame by frame."""
    target, frame = message.ctypes.data + at, start
    for count in counts:
        move_bytes(np.uintp(target), np.uintp(frame + count * place), np.uintp(count * size))
        target += count * size
        frame += count * bytes_of_row


@compiled_part
def _put_dates(message: Any, at: int, counts: Any, dates: Any) -> None:
    """Put the date of its frame for each row."""
    cells, row = message[at:].view(np.float64), 0
    for k in range(len(counts)):
        for i in range(row, row + counts[k]):
            cells[i] = dates[k]
        row += counts[k]


@compiled_part
def _put_bits(
    message: Any, at: int, sheet: Any, counts: Any, place: int, bytes_of_row: int, is_turned: bool
) -> int:  # fmt: skip
    """Put the truths of a column, or their opposites, as bits from the lowest on; give how many are true."""
    found, bits, row, frame = 0, 0, 0, 0
    for count in counts:
        for i in range(frame + count * place, frame + count * place + count):
            is_true = sheet[i] != 0
            found += is_true
            bits |= (is_true != is_turned) << (row & 7)
            row += 1
            if row & 7 == 0:
                message[at + row // 8 - 1], bits = bits, 0
        frame += count * bytes_of_row
    if row & 7:
        message[at + row // 8] = bits
    return found


@compiled_part
def _put_node(message: Any, at: int, first: int, second: int) -> None:
    """Put two numbers."""
    _put(message, at, first)
    _put(message, at + 8, second)


@compiled_part
def _put(message: Any, at: int, number: int) -> None:
    """Put a number of eight bytes, the lowest first."""
    for k in range(8):
        message[at + k] = (number >> (8 * k)) & 0xFF


@compiled_part
def _padded(message: Any, at: int) -> int:
    """The next multiple of a word, with zeros up to there."""
    while at % WORD:
        message[at] = 0
        at += 1
    return at
