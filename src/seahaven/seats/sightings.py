"""What a driver sees, as arrays: compiled code bound to the tables that it looks at."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Integers
from seahaven.kernel import Part
from seahaven.seats.view import Objects, Road
from seahaven.seats.view_arrays import Bodies, Drivers, Lanes, Own, Walkers
from seahaven.world import Binding, part_of

__all__ = ["Sightings"]

OBJECT_ROWS, POINT_ROWS = (11, 4, 2), (7, 2, 3)
"""How many columns of numbers, whole numbers and truths the objects of a view have, and the points of a road."""
KINDS = (np.float64, np.int64, np.bool_)


class Sightings:
    """Finds the objects and the points of views; the arrays that it works in are used again from view to view.

    Handing arrays over to compiled code takes longer than the look itself. So their addresses are handed over once, for
    as long as tables lie where they do.
    """

    def __init__(self, land: Any, lanes: Lanes, most: int, points: int) -> None:
        self._land, self._lanes = land, lanes
        self._numbers, self._whole, self._ego = np.zeros(4), np.zeros(8, np.int64), np.zeros(13)
        self._rivals: Integers = np.zeros(16, np.int64)
        self._at: Integers = np.zeros(0, np.int64)
        self._far = np.zeros(0)
        self._objects, self._points = _rooms(OBJECT_ROWS, most), _rooms(POINT_ROWS, points)
        self._binding = Binding[Part]()

    def look(
        self, watched: Any, numbers: tuple[float, ...], whole: tuple[int, ...], rivals: Integers
    ) -> tuple[list[float], Objects, Road]:
        """The numbers of the own vehicle, the objects and the points for a query; `look_kernels` lists what it asks."""
        from seahaven.geometry.entry_kernels import run_entry

        vehicles, people = watched.vehicles, watched.people
        self._make_room(len(vehicles) + len(people), len(rivals))
        self._numbers[:], self._whole[:6], self._rivals[: len(rivals)] = numbers, whole, rivals
        works_on = vehicles, people, self._at, self._rivals
        part = self._binding.bound(works_on, lambda: self._bound(vehicles, people))
        run_entry(part.code, part.hand, 0, 0, 0)
        seen, points = self._whole.item(6), self._whole.item(7)
        objects, road = _taken(self._objects, seen), _taken(self._points, points)
        return self._ego.tolist(), Objects.of_blocks(objects), Road.of_blocks(road)

    def _make_room(self, bodies: int, rivals: int) -> None:
        if bodies > len(self._at):
            self._at, self._far = np.zeros(2 * bodies, np.int64), np.zeros(2 * bodies)
        if rivals > len(self._rivals):
            self._rivals = np.zeros(2 * rivals, np.int64)

    def _bound(self, vehicles: Any, people: Any) -> Part:
        import seahaven.seats.look_kernels as kernels

        values = (
            vehicles.tally, Bodies(*map(vehicles.spacious, Bodies._fields)),
            Drivers(*map(vehicles.spacious, Drivers._fields)), Own(*map(vehicles.spacious, Own._fields)), people.tally,
            Bodies(*map(people.spacious, Bodies._fields)), Walkers(*map(people.spacious, Walkers._fields)), self._land,
            self._lanes, self._numbers, self._whole, self._rivals, self._at, self._far, self._ego, self._objects,
            self._points,
        )  # fmt: skip
        return part_of(kernels.look, values)


def _rooms(rows: tuple[int, ...], count: int) -> Any:
    return tuple(np.zeros((many, count), kind) for many, kind in zip(rows, KINDS, strict=True))


def _taken(rooms: Any, count: int) -> tuple[Any, ...]:
    """The first columns of some arrays, read-only and for good."""
    parts = tuple([room[:, :count].copy() for room in rooms])
    for part in parts:
        part.flags.writeable = False
    return parts
