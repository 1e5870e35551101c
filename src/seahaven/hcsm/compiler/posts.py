"""Where the rows of a crowd put what they send, while they execute."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.code import Code
from seahaven.hcsm.compiler.handover import Handover
from seahaven.hcsm.compiler.mail import Mail

__all__ = ["Posts"]

_MOST_MESSAGES = 1 << 20
"""Room for so many messages at once; a crowd that could send more is stepped in several goes."""


class Posts:
    """Room for what at most `capacity` rows send: each block of rows has a region of its own, enough for all it can."""

    def __init__(self, code: Code, capacity: int) -> None:
        self._code = code
        self._handover = Handover(code)
        self.size = max(1, min(code.block, (1 << 16) // max(1, code.room)))
        most = -(-capacity // self.size)
        self.begins = np.arange(most) * self.size
        self._at_once = max(1, min(most, _MOST_MESSAGES // max(1, self.size * code.room)))
        places = self._at_once * self.size * code.room
        self._rows, self._to, self._address = (np.empty(places, dtype=np.int64) for _ in range(3))
        self._values = np.empty(places)
        self.sent_by = np.zeros(self._at_once, dtype=np.int64)
        self.starts = np.zeros(most, dtype=np.int64)
        self._hard = np.zeros(capacity, dtype=np.int8)
        self._resting = np.zeros(most, dtype=np.int64)

    def begin_anew(self) -> None:
        """Be as in the beginning."""
        for array in (self.starts, self.sent_by, self._hard, self._resting):
            array.fill(0)

    @property
    def places(self) -> tuple[NDArray[Any], ...]:
        """What the generated code writes messages to."""
        return self._rows, self._to, self._values, self._address

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """What it takes for each block."""
        return self.starts, self.sent_by, self._hard, self._resting

    def take_mail(self, mailed: NDArray[np.int64]) -> None:
        """Note where the mail of each block begins; `mailed` are the rows that have mail, in order."""
        self.starts[:] = mailed.searchsorted(self.begins)

    @property
    def takes_all(self) -> bool:
        """Whether there is room for what all rows can send at once."""
        return self._at_once >= len(self.starts)

    def table(self, arrays: tuple[NDArray[Any], ...]) -> NDArray[np.uint64]:
        """What native code takes of these arrays: their addresses."""
        table: NDArray[np.uint64] = self._handover.table(arrays)
        return table

    def sent(self, ids: NDArray[np.int64]) -> Mail:
        """What was sent in a step that compiled code has made of all blocks."""
        return self._collected(-(-len(ids) // self.size), ids)

    def run(self, numbers: tuple[int, ...], arrays: tuple[NDArray[Any], ...], ids: NDArray[np.int64]) -> Mail:
        """Execute all blocks, with what `Emission.numbers` and `Emission.arrays` name, and collect what they send."""
        parts: list[Mail] = []
        block_count = -(-len(ids) // self.size)
        for first in range(0, block_count, self._at_once):
            last = min(first + self._at_once, block_count)
            own = (first, last, self.size, len(ids), self._code.room, self._code.patience)
            self._handover.run((*own, *numbers), arrays)
            if self._code.room and np.count_nonzero(self.sent_by[: last - first]):
                parts.append(self._collected(last - first, ids))
        return Mail.joined(parts, ids, self._code.addresses)

    def _collected(self, blocks: int, ids: NDArray[np.int64]) -> Mail:
        found = self._found(self.sent_by[:blocks])
        return Mail(
            self._to[found], self._address[found], self._values[found], self._rows[found], ids, self._code.addresses
        )

    def _found(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the messages of blocks are that sent so many each."""
        if len(counts) == 1:
            return np.arange(int(counts[0]))
        before = np.cumsum(counts) - counts
        regions = np.arange(len(counts)) * (self.size * self._code.room)
        found: NDArray[np.int64] = np.repeat(regions - before, counts) + np.arange(counts.sum())
        return found
