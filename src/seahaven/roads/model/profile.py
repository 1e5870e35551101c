"""A number that changes along a road: heights, widths, offsets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Self, TypeAlias, overload

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats

Piece: TypeAlias = tuple[float, float, float, float, float]
"""Where a piece begins, and the a, b, c, d of its a + b x + c x² + d x³, x being the distance from there."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A value along a road, made of cubic pieces, as OpenDRIVE writes elevation, widths and lane offsets.

    A piece counts from where it begins up to the next one, the last one without end, and the first one also before
    it begins. At a joint the piece that begins there counts. A profile without pieces is 0 everywhere.

    >>> Profile.through([(0.0, 3.0), (100.0, 4.0)]).value(50.0)
    3.5
    """

    pieces: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        for piece in self.pieces:
            if not isfinite(sum(piece)):
                raise InputError(f"Profile got the piece {piece}; expected finite numbers s, a, b, c, d")
        if any(after[0] < before[0] for before, after in pairwise(self.pieces)):
            starts = ", ".join(f"{piece[0]:g}" for piece in self.pieces)
            raise InputError(f"Profile got pieces that begin at s = {starts}; expected them in rising order")

    @classmethod
    def constant(cls, value: float) -> Self:
        """The profile that is the same everywhere."""
        return cls(((0.0, float(value), 0.0, 0.0, 0.0),))

    @classmethod
    def through(cls, points: Iterable[tuple[float, float]]) -> Self:
        """The profile that runs straight from point to point, each an s and a value, and stays level beyond them."""
        known = list(points)
        pieces = [(s, value, (after - value) / (end - s), 0.0, 0.0) for (s, value), (end, after) in pairwise(known)]
        return cls((*pieces, (*known[-1], 0.0, 0.0, 0.0)))

    @property
    def is_zero(self) -> bool:
        """Whether the value is 0 everywhere."""
        return not any(any(piece[1:]) for piece in self.pieces)

    @property
    def starts(self) -> tuple[float, ...]:
        """Where the pieces begin."""
        return tuple(piece[0] for piece in self.pieces)

    @overload
    def value(self, s: float) -> float: ...
    @overload
    def value(self, s: Floats) -> Floats: ...
    def value(self, s: float | Floats) -> float | Floats:
        """The value at s, for one s or an array of any shape."""
        if isinstance(s, np.ndarray):
            x, (a, b, c, d) = self._columns(s)
            values: Floats = a + x * (b + x * (c + x * d))
            return values
        start, e, f, g, h = self._piece(s)
        return e + (s - start) * (f + (s - start) * (g + (s - start) * h))

    @overload
    def slope(self, s: float) -> float: ...
    @overload
    def slope(self, s: Floats) -> Floats: ...
    def slope(self, s: float | Floats) -> float | Floats:
        """How much the value rises per metre at s."""
        if isinstance(s, np.ndarray):
            x, (_, b, c, d) = self._columns(s)
            slopes: Floats = b + x * (2.0 * c + x * 3.0 * d)
            return slopes
        start, _, f, g, h = self._piece(s)
        return f + (s - start) * (2.0 * g + (s - start) * 3.0 * h)

    def _piece(self, s: float) -> Piece:
        if not self.pieces:
            return 0.0, 0.0, 0.0, 0.0, 0.0
        return self.pieces[max(bisect_right(self.pieces, s, key=lambda piece: piece[0]) - 1, 0)]

    def _columns(self, s: Floats) -> tuple[Floats, Floats]:
        table = np.array(self.pieces or ((0.0,) * 5,))
        rows = table[np.maximum(np.searchsorted(table[:, 0], s, side="right") - 1, 0)]
        return s - rows[..., 0], np.moveaxis(rows[..., 1:], -1, 0)


ZERO = Profile()
"""The profile that is 0 everywhere."""
