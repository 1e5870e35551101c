"""How the rows of a table moved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Moves"]


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """How the rows of a table moved when some came and went: worked out once, for all that follow the table.

    Arrays that have a row for each of `before`, that very array, are brought up to date by `apply_moves` of
    `geometry.row_kernels`. Where more has happened since, rows are looked up by their ids.
    """

    before: NDArray[np.int64] | None
    """The ids of the rows before; None if that is not known."""
    after: NDArray[np.int64]
    """The ids of the rows now; nothing changes this array."""
    runs: NDArray[np.int64]
    """Rows that move by the same number: the first of them now, the row where that was, and how many."""
    places: NDArray[np.int64]
    """The rows that are new."""
    targets: NDArray[np.int64]
    """For each row before, where it is now; -1 if it is gone."""

    @classmethod
    def unknown(cls, after: NDArray[np.int64]) -> Moves:
        """All rows are others, and whatever follows them has to look for itself."""
        none = np.zeros(0, np.int64)
        return cls(None, after, none.reshape(0, 3), none, none)
