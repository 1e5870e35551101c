"""Who was where for some seconds of a reel: its frames, with the subject in each, and everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import boxes_distance
from seahaven.reels import Reel

__all__ = ["Floats", "Scene", "View", "read_scene"]

Floats = NDArray[np.float64]
COLUMNS: Final = ("x", "y", "heading", "speed", "acceleration", "length", "width", "lane", "s", "drift", "brake_light")
_BOX: Final = ("x", "y", "heading", "length", "width")


@dataclass(frozen=True, slots=True)
class View:
    """One frame: the row of the subject, and the columns of everybody, the subject among them."""

    time: float
    me: int
    cells: dict[str, NDArray[Any]]

    def mine(self, column: str) -> Any:
        """What a column holds for the subject."""
        return self.cells[column][self.me]

    def boxes(self, rows: NDArray[np.intp]) -> Floats:
        """The outlines in some rows."""
        return np.stack([self.cells[name][rows] for name in _BOX], axis=-1).astype(np.float64)

    def distance_to(self, entity: int) -> float | None:
        """From the subject's outline to that of somebody (m); None if that one is not there."""
        rows = np.flatnonzero(self.cells["id"] == entity)
        if not len(rows):
            return None
        return float(boxes_distance(self.boxes(np.array([self.me])), self.boxes(rows[:1]))[0])


@dataclass(frozen=True, slots=True)
class Scene:
    """The frames of some seconds in which the subject is there; `mine` has the subject's columns, frame by frame."""

    views: tuple[View, ...]

    @property
    def times(self) -> Floats:
        """When the frames were taken (s)."""
        return np.array([view.time for view in self.views])

    def mine(self, column: str) -> Floats:
        """A column of the subject, frame by frame."""
        return np.array([view.mine(column) for view in self.views], dtype=np.float64)


def read_scene(reel: Reel, subject: int, start: float, end: float) -> Scene:
    """The frames from one time to another (s), both included; columns that nobody recorded count as 0."""
    known = [name for name in COLUMNS if name in reel.families["vehicle"].columns]
    table = reel.table("vehicle", ["time", "id", *known], time=(start, end))
    cells = {name: table.column(name).to_numpy() for name in ("time", "id", *known)}
    cells |= {name: np.zeros(len(table)) for name in COLUMNS if name not in cells}
    return Scene(tuple(_views(cells, subject)))


def _views(cells: dict[str, NDArray[Any]], subject: int) -> Iterator[View]:
    times, firsts = np.unique(cells["time"], return_index=True)
    for time, first, last in zip(times, firsts, np.append(firsts[1:], len(cells["time"])), strict=True):
        frame = {name: values[first:last] for name, values in cells.items()}
        rows = np.flatnonzero(frame["id"] == subject)
        if len(rows):
            yield View(float(time), int(rows[0]), frame)
