"""One block of memory that holds many columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.world.column import Column

__all__ = ["Arena", "type_called"]

LINE: Final = 64
STAGGER: Final = 9 * LINE


class Arena:
    """Room for `capacity` rows of every field, in one buffer.

    The capacity of a table is a power of two, so long columns are whole pages. Were they packed, the same row of every
    column would fall into the same few cache sets, and a loop over many columns would run several times slower. Each
    column therefore starts nine cache lines further on: nine is odd, so 64 columns in turn use 64 different sets.

    The bytes of rows that are not in use are arbitrary; nothing may read them. Memory that `is_blank` begins with
    zeros; where all of it is filled at once, it need not be cleared first.
    """

    __slots__ = ("arrays", "bytes", "capacity", "fields", "numbers", "starts", "views")

    def __init__(
        self, fields: Mapping[str, str], capacity: int, *, stagger: int = STAGGER, is_blank: bool = True
    ) -> None:
        self.capacity = capacity
        self.starts: dict[str, int] = {}
        """Of each field the byte at which it starts: a multiple of 64."""
        end = 0
        for name, dtype in fields.items():
            self.starts[name] = end
            end += -(-capacity * type_called(dtype).itemsize // LINE) * LINE + stagger
        buffer = (np.zeros if is_blank else np.empty)(end + LINE, np.uint8)
        begin = -buffer.ctypes.data % LINE
        self.bytes: NDArray[np.uint8] = buffer[begin : begin + end]
        self.numbers: NDArray[np.float64] = self.bytes.view(np.float64)
        self.arrays: dict[str, NDArray[Any]] = {
            name: self._array(start, type_called(fields[name])) for name, start in self.starts.items()
        }
        self.views: dict[str, NDArray[Any]] = {name: _read_only(array) for name, array in self.arrays.items()}
        """The same, for those who only look."""
        sizes = [(start, type_called(fields[name]).itemsize) for name, start in self.starts.items()]
        self.fields: NDArray[np.int64] = np.array(sizes, np.int64).reshape(-1, 2)
        """Of each field where it starts and the bytes of a row, as `move_rows` takes them."""

    def _array(self, start: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        """A field, which may have several numbers in each row."""
        numbers = self.bytes[start : start + self.capacity * dtype.itemsize].view(dtype.base)
        return numbers.reshape(self.capacity, *dtype.shape) if dtype.shape else numbers

    def restructure(
        self, count: int, removed: NDArray[np.int64], new: NDArray[np.void]
    ) -> tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Take rows out and put whole rows in, in place; `count` rows are here, in ascending order of `ids`.

        `removed` are ids, of which some may not be here; `new` has the same fields in the same order; both ascend.
        Gives how many rows there are now, and `runs`, `places` and `targets` as in `Moves`.
        """
        import seahaven.geometry.row_kernels as kernels

        places, targets = np.empty(len(new), np.int64), np.empty(count, np.int64)
        runs = np.empty((len(removed) + len(new) + 1, 3), np.int64)
        ids = np.ascontiguousarray(new["ids"])
        cells = np.frombuffer(new.tobytes(), np.uint8)
        here = self.arrays["ids"][:count]
        after, found = kernels.restructure_rows(
            self.bytes, self.fields, here, removed, ids, cells, runs, places, targets
        )
        return after, runs[:found], places, targets

    def checker(self, columns: Mapping[str, Column]) -> Callable[[int], bool]:
        """What tells of so many rows whether any of these columns holds a value that must not be committed."""
        import seahaven.world.block_kernels as kernels

        def starts(dtype: str) -> NDArray[np.uintp]:
            chosen = [name for name, column in columns.items() if column.dtype == dtype and column.can_offend]
            size = np.dtype(dtype).itemsize
            return np.array([(self.starts[n] // size, len(columns[n].kinds)) for n in chosen], np.uintp).reshape(-1, 2)

        parts = [
            part
            for bits, dtype in (("int64", "float64"), ("int32", "float32"), ("int16", "int16"))
            for part in (self.bytes.view(bits), starts(dtype))
        ]
        return lambda count: bool(kernels.has_offender(count, *parts))


@cache
def type_called(name: str) -> np.dtype[Any]:
    """The type of a field; NumPy takes long to understand one of several numbers, such as `(24,)float64`."""
    return np.dtype(name)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
