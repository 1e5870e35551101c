"""Values of vehicles carried over from one step to the next, while vehicles come and go."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Integers

__all__ = ["carried"]


def carried(old_ids: Integers, old: NDArray[Any], ids: Integers, new: Any) -> NDArray[Any]:
    """The values of those who were there before, in the rows of those who are there now; `new` for newcomers.

    Both lists of ids rise, as they do in a family.
    """
    if not len(old_ids):
        return np.full(len(ids), new, old.dtype)
    row = np.minimum(np.searchsorted(old_ids, ids), len(old_ids) - 1)
    return np.where(old_ids[row] == ids, old[row], new).astype(old.dtype)
