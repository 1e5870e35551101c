"""What compiled code has at hand to drive free vehicles: which they are, and room to work in."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Integers
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.world import Binding

__all__ = ["FreeHand"]


class FreeHand:
    """The rows of the vehicles that are moved and of their cockpits, and room for as many; no result depends on it."""

    __slots__ = ("at", "binding", "room", "rows")

    def __init__(self) -> None:
        self.binding = Binding()
        self.rows: Integers = np.empty(0, np.int64)
        self.at: Integers = np.empty(0, np.int64)
        self.room: Any = None

    def seat(self, rows: Integers, at: Integers) -> None:
        """Be for these rows of vehicles and of cockpits."""
        if self.room is None or len(rows) != len(self.rows):
            self.rows, self.at, self.room = np.empty_like(rows), np.empty_like(at), _room(len(rows))
        self.rows[:], self.at[:] = rows, at


def _room(count: int) -> Any:
    import seahaven.motion.free_step_kernels as kernels

    none = [np.zeros(count) for _ in range(4)]
    return kernels.Room(
        FreeState.of(count), Cockpit.of(count), Ground.of(count), np.zeros((count, 3)), np.zeros(count, np.int64), *none
    )  # fmt: skip
