"""Compiled: many dates of parts that are compiled, with what comes into force in between."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import compiled, inlined, integers_at, longs_at, move_bytes, shorts_at
from seahaven.geometry.entry_kernels import call_entry
from seahaven.kernel.part import FAILED, LEFT, MADE, NEVER, VISIT
from seahaven.world.block_kernels import EXPONENT, SHORT_EXPONENT

CODE, HAND = range(2)
"""The columns of a table of parts."""
SOURCE, TARGET, SIZE, OTHERS, ROWS, OF_PART = range(6)
"""The columns of a table of moves: from and to which address a field goes, the bytes of a row, where it says how many
rows belong to others, and which (0: there are none), where it says how many rows there are, and which part wrote it."""
AT, SORT, KINDS = range(3)
"""The columns of a table of checks: where values lie, of which sort, how many kinds there are; the last as in moves."""
CELLS, KEPT, SORT_OF_SPARE = range(3)
"""The columns of a table of spares: the address of a field, where cells of others are kept, and twice the bytes of a
row, plus one for an immediate column; the last as in moves."""
PLACES, WAITS = 3, 4
"""In a table of inlets, after the first columns of moves: where it says which cells go to which rows, and whether they
wait until they are due; the last as in moves."""
DOUBLES, SINGLES, CODES = range(3)
"""The sorts of values that may offend."""
OWN = np.uintp(1 << 32)
"""Added to the bytes of a row in a table of moves: only the rows that are listed at `OTHERS` go, one by one."""
SORTS = {"float64": DOUBLES, "float32": SINGLES, "int16": CODES}
"""Which sort the values of a type are."""
OFFENDED = 1
"""What a date ends with at which some value must not be committed."""


@inlined
def copy_row(source: int, target: int, row: int, size: int) -> None:
    """Copy one cell."""
    offset = np.uintp(row) * np.uintp(size)
    move_bytes(np.uintp(target) + offset, np.uintp(source) + offset, np.uintp(size))


@inlined
def copy_between(move: Any, others: Any, count: int) -> None:
    """Copy all cells of a field but those of other owners: the runs of rows between them."""
    size, first = move[SIZE], 0
    for k in range(others[0] + 1):
        end = others[1 + k] if k < others[0] else count
        if end > first:
            offset = np.uintp(first) * size
            move_bytes(move[TARGET] + offset, move[SOURCE] + offset, np.uintp(end - first) * size)
        first = end + 1


@inlined
def copy_places(line: Any, source: int, target: int) -> None:
    """Copy the cells of a field of an inlet to the table, or from there, one by one."""
    places, size = longs_at(line[PLACES]), line[SIZE]
    for k in range(places[0]):
        here, row = np.uintp(places[1 + 2 * k]) * size, np.uintp(places[2 + 2 * k]) * size
        at, to = (here, row) if source == SOURCE else (row, here)
        move_bytes(line[target] + to, line[source] + at, size)


@compiled
def fetch_all(inlets: Any) -> None:
    """Give inlets what is in force."""
    for k in range(len(inlets)):
        copy_places(inlets[k], TARGET, SOURCE)


@inlined
def land(moves: Any, inlets: Any, pending: Any, now: int) -> None:
    """Bring into force what is dated `now`, but for cells of other owners."""
    for k in range(len(inlets)):
        if pending[inlets[k, OF_PART]] == now and inlets[k, WAITS] != 0:
            copy_places(inlets[k], SOURCE, TARGET)
    for k in range(len(moves)):
        if pending[moves[k, OF_PART]] != now:
            continue
        count, size = longs_at(moves[k, ROWS])[0], moves[k, SIZE]
        if size & OWN:
            places = longs_at(moves[k, OTHERS])
            size ^= OWN
            for row in range(count):
                offset, place = np.uintp(row) * size, np.uintp(places[row]) * size
                move_bytes(moves[k, TARGET] + place, moves[k, SOURCE] + offset, size)
        elif moves[k, OTHERS] == 0:
            move_bytes(moves[k, TARGET], moves[k, SOURCE], size * np.uintp(count))
        else:
            copy_between(moves[k], longs_at(moves[k, OTHERS]), count)
    for j in range(len(pending)):
        if pending[j] == now:
            pending[j] = NEVER


@inlined
def keep_others(spares: Any, part: int) -> None:
    """Keep cells of others in immediate columns, which a part is about to fill."""
    for k in range(len(spares)):
        if spares[k, OF_PART] == part and spares[k, SORT_OF_SPARE] & np.uintp(1):
            others = longs_at(spares[k, OTHERS])
            for i in range(others[0]):
                copy_row(spares[k, CELLS], spares[k, KEPT], others[1 + i], spares[k, SORT_OF_SPARE] >> np.uintp(1))


@inlined
def restore_others(spares: Any, part: int) -> None:
    """Put back cells of others in immediate columns; give the drafts of other columns what is in force there."""
    for k in range(len(spares)):
        if spares[k, OF_PART] != part:
            continue
        others, size = longs_at(spares[k, OTHERS]), spares[k, SORT_OF_SPARE] >> np.uintp(1)
        is_immediate = spares[k, SORT_OF_SPARE] & np.uintp(1)
        source, target = (KEPT, CELLS) if is_immediate else (CELLS, KEPT)
        for i in range(others[0]):
            copy_row(spares[k, source], spares[k, target], others[1 + i], size)


@compiled
def land_all(moves: Any, inlets: Any, pending: Any, now: int) -> None:
    """Bring into force what is dated `now`."""
    land(moves, inlets, pending, now)


@inlined
def offends(check: Any) -> bool:
    """Whether any number of a column is not finite, or any code none of its kinds; numbers are told by their bits."""
    strays, many, sort = 0, longs_at(check[ROWS])[0], check[SORT]
    if sort == DOUBLES:
        doubles = longs_at(check[AT])
        for i in range(many):
            strays += (doubles[i] & EXPONENT) == EXPONENT
    elif sort == SINGLES:
        singles = integers_at(check[AT])
        for i in range(many):
            strays += (singles[i] & SHORT_EXPONENT) == SHORT_EXPONENT
    else:
        codes, most = shorts_at(check[AT]), np.int64(check[KINDS])
        for i in range(many):
            strays += (codes[i] < 0) | (codes[i] >= most)
    return strays > 0


@inlined
def take_in(checks: Any, inlets: Any, part: int, status: int) -> int:
    """Bring into force what a visited module has put into immediate columns; what the visit amounts to."""
    if status != MADE and status != LEFT:
        return FAILED
    for c in range(len(checks)):
        if checks[c, OF_PART] == part and offends(checks[c]):
            return OFFENDED
    for k in range(len(inlets)):
        if inlets[k, OF_PART] == part and inlets[k, WAITS] == 0:
            copy_places(inlets[k], SOURCE, TARGET)
    return 0 if status == MADE else LEFT


@compiled
def run_dates(
    parts: Any, is_visit: Any, moves: Any, checks: Any, spares: Any, inlets: Any, writes: Any, loose: Any,
    pending: Any, indices: Any, dates: Any, dues: Any, statuses: Any, halt: Any,
) -> None:  # fmt: skip
    """Run parts at the dates at which they are due, and say in `halt` where and why that ended.

    Of a part that has something left to do, or that asks for a visit and is loose, the status is noted; the date is
    completed, and no other is begun.
    """
    many, is_over = len(parts), False
    for k in range(len(dates)):
        now = dates[k]
        if k > 0:
            land(moves, inlets, pending, now)
        for j in range(many):
            due = dues[k, j]
            if due == NEVER:
                continue
            status = 0
            if parts[j, CODE] != 0:
                keep_others(spares, j)
                status = call_entry(parts[j, CODE], parts[j, HAND], indices[j], now, due)
                restore_others(spares, j)
            if is_visit[j]:
                status = take_in(checks, inlets, j, status)
                if status == OFFENDED:
                    pending[j] = due
                    halt[0], halt[1], halt[2] = k, j, OFFENDED
                    return
            if status == VISIT and loose[j]:
                statuses[j], is_over = status, True
                continue
            if status < 0:
                halt[0], halt[1], halt[2] = k, j, status
                return
            indices[j] += 1
            if writes[j]:
                pending[j] = due
            if status > 0:
                statuses[j], is_over = status, True
        for c in range(len(checks)):
            if dues[k, checks[c, OF_PART]] != NEVER and offends(checks[c]):
                halt[0], halt[1], halt[2] = k, many, OFFENDED
                return
        if is_over or k == len(dates) - 1:
            halt[0], halt[1], halt[2] = k, many, 0
            return
