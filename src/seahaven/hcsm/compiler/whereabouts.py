"""In which row of a crowd an entity is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Whereabouts"]


class Whereabouts:
    """The ids that were `given`, in ascending order, and in which row each of them is."""

    __slots__ = ("given", "ids", "rows")

    def __init__(self, given: NDArray[np.int64]) -> None:
        ascends = bool((given[1:] > given[:-1]).all())
        self.given = given
        self.rows: NDArray[np.int64] = np.arange(len(given)) if ascends else np.argsort(given)
        self.ids: NDArray[np.int64] = given if ascends else given[self.rows]
