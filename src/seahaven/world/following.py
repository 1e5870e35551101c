"""What follows the rows of a table: arrays with a row for each entity, moved as the table's own rows are."""

from __future__ import annotations

from typing import NamedTuple, Protocol
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from seahaven.world.moves import Moves

__all__ = ["Block", "Follower", "Following"]


class Block(NamedTuple):
    """Fields in one block of memory, as `row_kernels` takes them, and what a new row begins with."""

    bytes: NDArray[np.uint8]
    fields: NDArray[np.int64]
    """Of each field where it starts, and the bytes of a row."""
    blank: NDArray[np.uint8]

    @property
    def addresses(self) -> tuple[int, int, int, int]:
        """Where all of it lies, and how many fields there are."""
        return self.bytes.ctypes.data, self.fields.ctypes.data, len(self.fields), self.blank.ctypes.data


class Follower(Protocol):
    """Arrays with a row for each of `ids`, which are those of the table's rows, and with spare rows."""

    @property
    def ids(self) -> NDArray[np.int64] | None:
        """Whose rows these are: the array itself that the table's moves name, or another one, or none."""

    @property
    def block(self) -> Block:
        """The memory; the same object for as long as all lies where it did."""

    @property
    def capacity(self) -> int:
        """How many rows there is room for."""

    def settle(self, moves: Moves) -> None:
        """Note that rows have been moved: the arrays are for `moves.after` now."""


class Following:
    """All that follows one table, moved in one compiled call when rows come and go.

    Whatever is for other rows than those that the table had just before is left out: it looks rows up by their ids when
    it is next asked for. It is held weakly, so that a module's memory goes with the module.
    """

    __slots__ = ("_blocks", "_followers", "_table")

    def __init__(self) -> None:
        self._followers: list[ref[Follower]] = []
        self._blocks: list[Block] = []
        self._table: NDArray[np.int64] = np.zeros((0, 4), np.int64)

    def join(self, follower: Follower) -> None:
        """Have arrays follow from now on; once is enough."""
        alive = [known for known in self._followers if known() is not None]
        if all(known() is not follower for known in alive):
            alive.append(ref(follower))
        self._followers = alive

    def move(self, moves: Moves) -> bool:
        """Move the rows of all that follow; False if any of them has no room for the rows of now."""
        import seahaven.geometry.row_kernels as kernels

        ready, is_ample = list[Follower](), True
        for known in self._followers:
            follower = known()
            if follower is not None and moves.before is not None and follower.ids is moves.before:
                has_room = follower.capacity >= len(moves.after)
                is_ample = is_ample and has_room
                if has_room:
                    ready.append(follower)
        if ready:
            kernels.apply_to_all(self._addresses([follower.block for follower in ready]), moves.runs, moves.places)
            for follower in ready:
                follower.settle(moves)
        return is_ample

    def _addresses(self, blocks: list[Block]) -> NDArray[np.int64]:
        """Where the blocks lie; looked up anew where any of them is another one."""
        if len(blocks) != len(self._blocks) or any(a is not b for a, b in zip(blocks, self._blocks, strict=True)):
            self._blocks = blocks
            self._table = np.array([block.addresses for block in blocks], np.int64).reshape(-1, 4)
        return self._table
