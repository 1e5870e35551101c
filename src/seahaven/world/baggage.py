"""What a module carries from step to step for every entity, as arrays that follow the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world.arena import Arena, type_called
from seahaven.world.following import Block
from seahaven.world.moves import Moves

__all__ = ["Baggage"]

SMALLEST = 16
NOBODY: NDArray[np.int64] = np.empty(0, np.int64)


class Baggage:
    """Arrays with a row for each entity, in ascending order of id, and spare rows at their end.

        baggage = Baggage(waited=("float64", 0.0), ways=("(3,)int32", -1))
        newcomers = baggage.follow(self.seen.ids, self.seen.moves)
        baggage.arrays["ways"][newcomers, 0] = 7

    Each has a type, which may be that of several numbers in a row, and what a newcomer begins with. Rows that come and
    go are moved in place, so that compiled code can go by addresses: as long as `arrays` is the same object, everything
    lies where it did.
    """

    __slots__ = ("__weakref__", "_arena", "_blank", "_types", "block", "ids")

    def __init__(self, **bags: tuple[str, float]) -> None:
        self._types = {name: dtype for name, (dtype, _) in bags.items()}
        self._blank = np.concatenate([_bytes_of(*bag) for bag in bags.values()])
        """What a newcomer begins with, array behind array."""
        self._have(Arena(self._types, SMALLEST))
        self.ids: NDArray[np.int64] = np.zeros(0, np.int64)
        """Whose rows these are; nothing changes this array."""

    def _have(self, arena: Arena) -> None:
        self._arena, self.block = arena, Block(arena.bytes, arena.fields, self._blank)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name, with the spare rows."""
        return self._arena.arrays

    @property
    def capacity(self) -> int:
        """How many rows there is room for."""
        return self._arena.capacity

    def follow(self, ids: NDArray[np.int64], moves: Moves | None = None) -> NDArray[np.int64]:
        """Have a row for each of these, which ascend; give the rows of those who are new.

        With the `moves` of the table that has these ids, rows need not be looked for.
        """
        import seahaven.geometry.row_kernels as kernels

        if moves is not None and self.ids is moves.after:
            return NOBODY
        self._make_room(len(ids))
        arena = self._arena
        if moves is not None and moves.before is self.ids:
            kernels.apply_moves(arena.bytes, arena.fields, self._blank, moves.runs, moves.places)
            self.ids = moves.after
            return moves.places
        newcomers = np.empty(len(ids), np.int64)
        count = kernels.follow_rows(arena.bytes, arena.fields, self._blank, self.ids, ids, newcomers)
        self.ids = ids.copy() if moves is None else moves.after
        return newcomers[:count]

    def settle(self, moves: Moves) -> None:
        """Be for the rows of now, as the table that these arrays follow has moved them."""
        self.ids = moves.after

    def targets(self, ids: NDArray[np.int64], moves: Moves) -> NDArray[np.int64]:
        """For each row where it will be once these ids are followed; -1 if it will be gone."""
        import seahaven.geometry.row_kernels as kernels

        if moves.before is self.ids:
            return moves.targets
        rows = np.empty(len(self.ids), np.int64)
        kernels.find_rows(ids, self.ids, rows)
        return rows

    def _make_room(self, count: int) -> None:
        if count <= self.capacity:
            return
        old, kept = self.arrays, len(self.ids)
        self._have(Arena(self._types, 1 << (count - 1).bit_length()))
        for name, array in old.items():
            self.arrays[name][:kept] = array[:kept]

    def tight(self) -> dict[str, NDArray[Any]]:
        """Copies of the arrays without spare rows, for a snapshot."""
        return {name: array[: len(self.ids)].copy() for name, array in self.arrays.items()}

    def load(self, ids: NDArray[np.int64], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `tight` gave, for these entities."""
        self.ids = np.zeros(0, np.int64)
        self._make_room(len(ids))
        self.ids = ids.copy()
        for name, array in arrays.items():
            self.arrays[name][: len(ids)] = array


def _bytes_of(dtype: str, blank: float) -> NDArray[np.uint8]:
    """What one row holds that is the same number throughout."""
    cell = type_called(dtype)
    return np.full(cell.shape or (1,), blank, cell.base).reshape(-1).view(np.uint8)
