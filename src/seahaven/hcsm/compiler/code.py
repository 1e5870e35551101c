"""Generated code that is ready to run, with what one must know to run it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.layout import Column, Layout
from seahaven.hcsm.compiler.statements import Address

__all__ = ["Code"]


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """One machine's code for all crowds that run it.

    `run` takes the numbers that `Emission.numbers` names, and a table of the arrays that `Emission.arrays` does: their
    addresses if it `is_native`, else the arrays themselves. `path` is where the source is kept, None if it is not.
    `block`: how many rows a thread takes at a time. `patience`: for how many steps a block does without the form that
    has no branches, when that left more than three quarters of its rows; results are the same for any. `room`: the most
    messages that a row can send in one step. `keys`: two words for each machine that may choose at random. `bags`: the
    buttons and dials whose messages some function reads. `born`: marks the rows that have executed.
    """

    run: Callable[..., None]
    is_native: bool
    source: str
    path: Path | None
    layout: Layout
    addresses: tuple[Address, ...]
    block: int
    patience: int
    room: int
    keys: NDArray[np.uint64]
    bags: frozenset[str]
    born: Column

    @property
    def address(self) -> int:
        """Where compiled code may call `run`, if that is native."""
        from seahaven.hcsm.compiler.native import address_of

        return address_of(self.run)
