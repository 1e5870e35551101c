"""One block of memory that holds all columns of a family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Arena"]

LINE: Final = 64
STAGGER: Final = 9 * LINE


class Arena:
    """Room for `capacity` rows of every field, in one buffer.

    The capacity is a power of two, so long columns are whole pages. Were they packed, the same row of every column
    would fall into the same few cache sets, and a loop over many columns would run several times slower. Each column
    therefore starts nine cache lines further on: nine is odd, so 64 columns in turn use 64 different sets.

    The bytes of rows that are not in use are arbitrary; nothing may read them.
    """

    __slots__ = ("arrays", "capacity", "numbers", "starts")

    def __init__(self, fields: Mapping[str, str], capacity: int) -> None:
        self.capacity = capacity
        starts, end = {}, 0
        for name, dtype in fields.items():
            starts[name] = end
            end += -(-capacity * np.dtype(dtype).itemsize // LINE) * LINE + STAGGER
        buffer = np.empty(end + LINE, np.uint8)
        aligned = buffer[-buffer.ctypes.data % LINE :]
        self.numbers: NDArray[np.float64] = aligned[: len(aligned) // 8 * 8].view(np.float64)
        """The whole buffer as numbers, in which a column of numbers begins at its place in `starts`."""
        self.starts = {name: start // 8 for name, start in starts.items()}
        self.arrays: dict[str, NDArray[Any]] = {
            name: aligned[starts[name] : starts[name] + capacity * np.dtype(dtype).itemsize].view(dtype)
            for name, dtype in fields.items()
        }
