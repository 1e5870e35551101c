"""Margins: by how much something holds at each frame of a drive, and where that was decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.geometry import Floats

__all__ = ["NOBODY", "Cause", "Integers", "Margins"]

Integers = NDArray[np.int64]
NOBODY = -1
"""The opponent of a margin that has none."""


@dataclass(frozen=True, slots=True, eq=False)
class Cause:
    """Where margins come from: the requirement in words, its unit, and at each frame the opponent and a reason."""

    title: str
    unit: str = ""
    others: Integers | None = None
    reasons: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Margins:
    """A number for each frame: above 0 something holds, below it does not, in the unit of its cause.

    This is a signal of signal temporal logic with its robustness. `frames` says at which frame each number was
    decided, and `sources` by which of the `causes`; operators pass both on, so that the margin of a nested expression
    still has a time and a place.
    """

    times: Floats
    values: Floats
    frames: Integers
    sources: Integers
    causes: tuple[Cause, ...]

    @classmethod
    def of(cls, times: Floats, values: ArrayLike, cause: Cause) -> Self:
        """The margins of a single cause, each decided at its own frame."""
        numbers = np.broadcast_to(np.asarray(values, dtype=np.float64), times.shape).copy()
        count = len(times)
        return cls(times, numbers, np.arange(count), np.zeros(count, dtype=np.int64), (cause,))

    def __len__(self) -> int:
        return len(self.times)

    def at(self, rows: Integers) -> Self:
        """At each frame what stood at another one."""
        chosen = self.values[rows], self.frames[rows], self.sources[rows]
        return replace(self, values=chosen[0], frames=chosen[1], sources=chosen[2])

    def turned(self) -> Self:
        """By how much it does not hold."""
        return replace(self, values=-self.values)

    def where(self, is_own: NDArray[np.bool_], other: Self) -> Self:
        """Its own numbers at some frames, and those of other margins elsewhere."""
        shift = len(self.causes)
        return replace(
            self,
            values=np.where(is_own, self.values, other.values),
            frames=np.where(is_own, self.frames, other.frames),
            sources=np.where(is_own, self.sources, other.sources + shift),
            causes=(*self.causes, *other.causes),
        )

    def decided(self, row: int = 0) -> tuple[float, int, Cause]:
        """The number at a frame, the frame at which it was decided, and the cause."""
        return float(self.values[row]), int(self.frames[row]), self.causes[int(self.sources[row])]
