"""In which row of a crowd an entity is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Whereabouts"]


class Whereabouts:
    """Finds rows by id: by looking them up in a table where the ids lie close together, else by bisection."""

    def __init__(self, ids: NDArray[np.int64]) -> None:
        self._order = np.argsort(ids)
        self._sorted = ids[self._order]
        self._table: NDArray[np.int64] | None = None
        if len(ids) and int(self._sorted[-1]) - int(self._sorted[0]) < 8 * len(ids):
            self._table = np.full(int(self._sorted[-1] - self._sorted[0]) + 1, -1)
            self._table[ids - self._sorted[0]] = np.arange(len(ids))

    def rows(self, wanted: NDArray[np.int64]) -> NDArray[np.int64]:
        """The row of each id, -1 for those that are not here."""
        if not len(self._sorted):
            return np.full(len(wanted), -1)
        if self._table is not None:
            inside = (wanted >= self._sorted[0]) & (wanted <= self._sorted[-1])
            return np.where(inside, self._table[np.where(inside, wanted - self._sorted[0], 0)], -1)
        found = np.minimum(np.searchsorted(self._sorted, wanted), len(self._sorted) - 1)
        return np.where(self._sorted[found] == wanted, self._order[found], -1)
