"""A first look at who is near which trigger, for all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.triggers.trigger import Trigger
from seahaven.world import Table

__all__ = ["Watch"]

Rows = NDArray[np.intp]
MARGIN = 25.0
"""Metres around the circle of a place within which a vehicle may be there with a part of it, or have just been."""


class Watch:
    """Keeps, for the triggers that look, pairs of a trigger and somebody whom it heeds; made anew when they change."""

    __slots__ = ("_far", "_free", "_ids", "_of", "_on_foot", "_rows", "_triggers", "_x", "_y", "is_stale")

    def __init__(self, triggers: tuple[Trigger, ...], *, on_foot: bool = False) -> None:
        self._triggers, self._on_foot = triggers, on_foot
        self._ids: NDArray[np.int64] | None = None
        self.is_stale = True
        """Whether others look than before."""

    def look(self, cars: Table, dt: float, looking: Iterable[int]) -> Iterator[tuple[int, Rows]]:
        """Each trigger at whose place somebody is whom it heeds, with the rows; those without a place always."""
        if self.is_stale or self._ids is not cars.ids:
            self._pair(cars, sorted(looking))
        if len(self._rows):
            east, north = cars.x[self._rows] - self._x, cars.y[self._rows] - self._y
            near = east * east + north * north <= self._far
            if near.any():
                yield from self._there(cars, dt, near)
        yield from self._free

    def _there(self, cars: Table, dt: float, near: NDArray[np.bool_]) -> Iterator[tuple[int, Rows]]:
        for index in np.unique(self._of[near]).tolist():
            rows, place = self._rows[near & (self._of == index)], self._triggers[index].place
            assert place is not None
            rows = rows[place.holds(cars, rows, dt)]
            if len(rows):
                yield index, rows

    def _pair(self, cars: Table, looking: list[int]) -> None:
        """Find the rows of everybody whom the triggers heed."""
        self._ids, self.is_stale = cars.ids, False
        own = [index for index in looking if self._triggers[index].is_on_foot == self._on_foot]
        heeded = {index: _heeded(self._triggers[index], cars) for index in own}
        placed = [index for index in own if self._triggers[index].place is not None]
        self._free = [(index, rows) for index, rows in heeded.items() if self._triggers[index].place is None]
        self._rows = np.concatenate([np.zeros(0, np.intp), *(heeded[index] for index in placed)])
        self._of = np.repeat(np.array(placed, np.intp), [len(heeded[index]) for index in placed])
        circles = [place.circle if (place := one.place) is not None else (0.0, 0.0, 0.0) for one in self._triggers]
        x, y, radius = np.array(circles).T[:, self._of]
        self._x, self._y, self._far = x, y, (radius + MARGIN) ** 2


def _heeded(trigger: Trigger, cars: Table) -> Rows:
    """The rows of those whom a trigger heeds."""
    rows = np.arange(len(cars)) if trigger.who is None else np.flatnonzero(np.isin(cars.ids, trigger.who))
    if trigger.kind is not None:
        rows = rows[cars.kind[rows] == cars.column("kind").kinds.index(trigger.kind)]
    return rows
