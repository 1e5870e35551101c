"""One family at one moment: as recorded, or in between two frames."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import wrap_angle

__all__ = ["Moment", "between", "joined"]

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Moment:
    """Entities in ascending order of id, with the values of their columns and where those are null."""

    ids: NDArray[np.int64]
    values: dict[str, NDArray[Any]]
    nulls: dict[str, Mask]

    def null(self, name: str) -> Mask:
        """Where a column is null."""
        return self.nulls[name] if name in self.nulls else np.zeros(len(self.ids), np.bool_)

    def cells(self, name: str) -> NDArray[Any] | list[Any]:
        """A column as new entities take it: an array, or a list with None for null."""
        values, nulls = self.values[name], self.null(name)
        if not nulls.any():
            return values
        return [None if is_null else value for value, is_null in zip(values, nulls, strict=True)]

    def part(self, rows: slice | Mask | NDArray[np.intp]) -> Moment:
        """Some of the rows."""
        values = {name: cells[rows] for name, cells in self.values.items()}
        return Moment(self.ids[rows], values, {name: cells[rows] for name, cells in self.nulls.items()})


def joined(parts: Sequence[Moment]) -> Moment:
    """The rows of all parts, one after the other."""
    first = parts[0]
    return Moment(
        np.concatenate([part.ids for part in parts]),
        {name: np.concatenate([part.values[name] for part in parts]) for name in first.values},
        {name: np.concatenate([part.nulls[name] for part in parts]) for name in first.nulls},
    )


def between(first: Moment, second: Moment, weight: float, *, angles: Collection[str]) -> Moment:
    """The entities of `first` on their way to `second`, `weight` (0 to 1) of it behind them.

    Floats move on a line, `angles` the short way round; everything else stays as in `first`, and so does whatever is
    gone in `second` or null at either end.
    """
    stays = np.isin(first.ids, second.ids, assume_unique=True)
    before, after = first.part(stays), second.part(second.ids.searchsorted(first.ids[stays]))
    values = dict(first.values)
    for name, cells in first.values.items():
        if cells.dtype.kind == "f":
            values[name] = cells.copy()
            values[name][stays] = _line(before, after, name, weight, is_angle=name in angles)
    return Moment(first.ids, values, first.nulls)


def _line(first: Moment, second: Moment, name: str, weight: float, *, is_angle: bool) -> NDArray[Any]:
    before, after = first.values[name], second.values[name]
    way = after - before
    moved: NDArray[Any] = before + weight * way
    if is_angle:
        crosses = np.abs(way) > pi
        moved[crosses] = wrap_angle(before[crosses] + weight * wrap_angle(way[crosses]))
    stands = first.null(name) | second.null(name)
    moved[stands] = before[stands]
    return moved
