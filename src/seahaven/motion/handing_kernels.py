"""Compiled: the columns of vehicles, taken from a table of their addresses.

Handing over thirty arrays one by one takes as long as moving a hundred vehicles.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry.compiled import bytes_at, carray, compiled, floats_at, integers_at, shorts_at
from seahaven.motion.columns import Cells, Seen

Addresses: TypeAlias = NDArray[np.uintp]


def addresses_of(seen: Seen, cells: Cells) -> Addresses:
    """The table of the columns; good for as long as somebody else keeps these."""
    return np.array([column.ctypes.data for column in (*seen, *cells)], np.uintp)


@compiled
def seen_at(t: Addresses, n: int) -> Seen:
    """What is read of n vehicles."""
    return Seen(
        carray(shorts_at(t[0]), n), carray(integers_at(t[1]), n), carray(floats_at(t[2]), n),
        carray(floats_at(t[3]), n), carray(floats_at(t[4]), n), carray(integers_at(t[5]), n),
        carray(integers_at(t[6]), n), carray(floats_at(t[7]), n), carray(floats_at(t[8]), n),
        carray(floats_at(t[9]), n), carray(floats_at(t[10]), n), carray(floats_at(t[11]), n),
        carray(floats_at(t[12]), n), carray(floats_at(t[13]), n), carray(floats_at(t[14]), n),
        carray(floats_at(t[15]), n), carray(bytes_at(t[16]), n), carray(floats_at(t[17]), n),
    )  # fmt: skip


@compiled
def cells_at(t: Addresses, n: int) -> Cells:
    """What is filled in for n vehicles; their addresses come after those of what is read."""
    return Cells(
        carray(floats_at(t[18]), n), carray(floats_at(t[19]), n), carray(floats_at(t[20]), n),
        carray(floats_at(t[21]), n), carray(floats_at(t[22]), n), carray(floats_at(t[23]), n),
        carray(floats_at(t[24]), n), carray(floats_at(t[25]), n), carray(integers_at(t[26]), n),
        carray(floats_at(t[27]), n), carray(floats_at(t[28]), n), carray(floats_at(t[29]), n),
        carray(integers_at(t[30]), n), carray(integers_at(t[31]), n),
    )  # fmt: skip
