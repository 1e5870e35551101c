"""The land as sight knows it: the ground that roads lie on, and upright walls around what stands beside them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Indices, Integers

__all__ = ["Land", "Singles"]

Singles: TypeAlias = NDArray[np.float32]


class Land(NamedTuple):
    """What hides, as arrays for compiled code.

    Of the raster: where it begins, its tiles along x and y, and for each of these the row of its cells, or -1. Cells
    that roads do not wholly cover have no ground, at minus infinity: nothing is known of the land there, and it hides
    nothing.
    """

    frame: Floats
    shape: Integers
    tile_of: Indices
    ground: Singles
    """Of a cell, by tile, y and x: the height of the ground in metres."""
    block_top: Singles
    top: Singles
    walls: Floats
    """One row for each wall: x and y of its two ends, its lower and its upper height."""
    wall_first: Integers
    """The walls that come by tile k are those in `wall_row` from `wall_first[k]` up to `wall_first[k + 1]`."""
    wall_row: Indices
    wall_top: Floats
