"""Compiled: one step of a crowd, for compiled code that steps it without a visit to Python."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

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

END = 1 << 62
"""A row past all rows: it ends the mail of the last one."""
MAIL_ROW = 9
"""Where in the table of generated code the rows are that have mail."""
COPY, ORIGINAL, SORT = range(3)
"""The columns of a table of inputs that have to be converted: to and from which address, and from what."""
SORTS = {"int8": 0, "int16": 1, "int32": 2, "float32": 3}
"""The types that inputs are converted from: whole numbers to int64, others to float64."""


class Stepping(NamedTuple):
    """What compiled code needs to step a crowd."""

    numbers: NDArray[np.int64]
    """The address of the generated code, the rows of a block, the room for messages, the patience, three strides."""
    table: NDArray[np.uint64]
    converted: NDArray[np.uintp]
    starts: NDArray[np.int64]
    sent_by: NDArray[np.int64]
    born: NDArray[np.int8]
    news: NDArray[np.int8]
    """Whether any row is to execute its first step."""


def _call_blocks(
    _context: Any, _code: Any, _a: Any, _b: Any, _c: Any, _d: Any, _e: Any, _f: Any, _g: Any, _h: Any, _i: Any, _j: Any,
    _table: Any,
) -> Any:  # fmt: skip
    """A word that calls generated code by its address, with the ten numbers and the table that it takes."""
    table: Any = types.Array(types.uint64, 1, "C")

    def call(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        kind = ir.FunctionType(
            context.get_value_type(types.none), [ir.IntType(64)] * 10 + [context.get_value_type(table)]
        )
        builder.call(builder.inttoptr(operands[0], kind.as_pointer()), list(operands[1:]))
        return context.get_dummy_value()

    return types.void(types.uintp, *[types.int64] * 10, table), call


call_blocks: Any = intrinsic(_call_blocks)


@inlined
def convert(line: Any, count: int) -> None:
    """Convert an input anew."""
    sort = line[SORT]
    if sort == 3:
        wide, single = floats_at(line[COPY]), singles_at(line[ORIGINAL])
        for i in range(count):
            wide[i] = single[i]
        return
    longs = longs_at(line[COPY])
    if sort == 0:
        octets = bytes_at(line[ORIGINAL])
        for i in range(count):
            longs[i] = octets[i]
    elif sort == 1:
        shorts = shorts_at(line[ORIGINAL])
        for i in range(count):
            longs[i] = shorts[i]
    else:
        integers = integers_at(line[ORIGINAL])
        for i in range(count):
            longs[i] = integers[i]


@compiled
def step_crowd(stepping: Any, count: int, index: int) -> int:
    """Execute all rows once; gives how many messages they sent. There is no mail for the step after."""
    numbers, table, converted, starts, sent_by, born, news = stepping
    code, size, room, patience, floats, ints, marks = numbers
    for k in range(len(converted)):
        convert(converted[k], count)
    blocks = (count + size - 1) // size
    call_blocks(np.uintp(code), 0, blocks, size, count, room, patience, index, floats, ints, marks, table)
    longs_at(table[MAIL_ROW])[0] = END
    starts[:] = 0
    if news[0]:
        news[0] = 0
        born[:count] = 1
    sent = 0
    if room:
        for block in range(blocks):
            sent += sent_by[block]
    return sent
