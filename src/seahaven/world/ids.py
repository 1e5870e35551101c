"""Ids: unique over all families, never used twice, and the same whoever runs first."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ProposalError

__all__ = ["IdBlocks"]

BLOCK: Final = 1_000_000


class IdBlocks:
    """Hands out ids in blocks of a million: block 0 for set-up (ids 1, 2, 3, ...), then one for each adding module.

    A module gets its block when it is bound, which happens in order of path; so the ids it hands out depend on nothing
    that another module does. Ids that are chosen (`claim`) are never handed out: a block goes on behind them.
    """

    __slots__ = ("blocks", "claimed", "used")

    def __init__(self) -> None:
        self.blocks: dict[str, int] = {"": 0}
        self.used: dict[str, int] = {"": 1}
        self.claimed: dict[int, int] = {}

    def reserve(self, path: str) -> None:
        """Give the module at `path` a block, if it has none yet."""
        if path not in self.blocks:
            block = self.blocks[path] = len(self.blocks)
            self.used[path] = self.claimed.get(block, 0)

    def take(self, path: str, count: int) -> NDArray[np.int64]:
        """The next `count` ids of the module at `path` (of set-up, if empty)."""
        first = self.used[path]
        if first + count > BLOCK:
            who = f"module '{path}'" if path else "set-up"
            raise ProposalError(f"{who} cannot add {count} more entities: all but {BLOCK - first} of its ids are used")
        self.used[path] = first + count
        return np.arange(count, dtype=np.int64) + (self.blocks[path] * BLOCK + first)

    def claim(self, ids: NDArray[np.int64]) -> None:
        """Let these ids be in use, whichever block they are in."""
        blocks, numbers = np.divmod(ids, BLOCK)
        paths = {block: path for path, block in self.blocks.items()}
        for block in np.unique(blocks).tolist():
            behind = int(numbers[blocks == block].max()) + 1
            self.claimed[block] = max(behind, self.claimed.get(block, 0))
            if block in paths:
                self.used[paths[block]] = max(behind, self.used[paths[block]])

    def was_taken(self, entity: int) -> bool:
        """Whether an id was ever handed out."""
        block, number = divmod(entity, BLOCK)
        used = (used for path, used in self.used.items() if self.blocks[path] == block)
        return entity > 0 and any(number < behind for behind in (*used, self.claimed.get(block, 0)))

    def save(self) -> list[tuple[str, int]]:
        """Paths in order of their blocks, each with the number of ids used."""
        return [(path, self.used[path]) for path in self.blocks]

    def load(self, saved: list[tuple[str, int]]) -> None:
        """Go back to what `save` gave; modules bound since then get the next blocks, in order of path."""
        bound = sorted(self.blocks)
        self.blocks = {path: block for block, (path, _) in enumerate(saved)}
        self.used = dict(saved)
        for path in bound:
            self.reserve(path)
