"""How arrays are handed to generated code: all in one table, made once for as long as they stay the same."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.code import Code

__all__ = ["Handover"]


class Handover:
    """Runs the code of a machine for one crowd.

    Native code takes a table of addresses, so the arrays are kept here for as long as it may use them. Code that runs
    as it stands takes the arrays themselves: elements of a memoryview are plain Python numbers, and so never NumPy's,
    which warn and wrap.
    """

    def __init__(self, code: Code) -> None:
        self._code, self._run, self._is_native = code, code.run, code.is_native
        self._held: tuple[NDArray[Any] | None, ...] = ()
        self._table: Any = ()

    def __reduce__(self) -> tuple[type[Handover], tuple[Code]]:
        """A copy begins with an empty table: what is copied with it lies elsewhere in memory."""
        return Handover, (self._code,)

    def run(self, numbers: tuple[int, ...], arrays: tuple[NDArray[Any], ...]) -> None:
        """Execute blocks of rows; the same tuple stands for the same arrays."""
        self._run(*numbers, self.table(arrays))

    def table(self, arrays: tuple[NDArray[Any], ...]) -> Any:
        """What the code takes of these arrays; the same tuple stands for the same arrays."""
        if arrays is not self._held:
            self._take(arrays)
        return self._table

    def _take(self, arrays: tuple[NDArray[Any], ...]) -> None:
        if len(arrays) != len(self._held):
            self._held = (None,) * len(arrays)
            self._table = np.zeros(len(arrays), np.uint64) if self._is_native else list(self._held)
        pairs = enumerate(zip(arrays, self._held, strict=True))
        for place in [place for place, (array, held) in pairs if array is not held]:
            array, is_native = arrays[place], self._is_native
            self._table[place] = array.__array_interface__["data"][0] if is_native else memoryview(cast(Any, array))
        self._held = arrays
