"""What happened around one subject for some seconds, read from a reel or from a running world alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.reels import Reel
from seahaven.world import Column, FamilyType, Table

__all__ = ["Rows", "SubjectFrames", "live_frames", "read_frames"]

Rows = NDArray[np.intp]
Cells = Mapping[str, NDArray[Any]]
COLUMNS: Final = (
    *("x", "y", "z", "heading", "length", "width", "speed", "acceleration", "steering"),
    *("lane", "s", "offset", "drift", "brake_light", "turn_light"),
)
"""Columns of vehicles that measures ask for; those that nobody recorded count as 0."""
BOX: Final = ("x", "y", "heading", "length", "width")


@dataclass(frozen=True, slots=True)
class SubjectFrames:
    """All vehicles in the frames in which the subject is there, frame after frame.

    `cells` has one array for each column, `time` and `id` among them; the rows of frame k are those from `first[k]` up
    to `first[k + 1]`, and `me[k]` is the subject's row.
    """

    subject: int
    cells: Cells
    first: Rows
    me: Rows

    @classmethod
    def of(cls, subject: int, cells: Cells) -> Self:
        """Frames from columns whose rows are sorted by time; frames without the subject are left out."""
        found = np.flatnonzero(cells["id"] == subject)
        kept = np.flatnonzero(np.isin(cells["time"], cells["time"][found]))
        chosen = {name: values[kept] for name, values in cells.items()}
        starts = np.flatnonzero(np.diff(chosen["time"], prepend=-np.inf) > 0.0)
        first = np.append(starts, len(kept)).astype(np.intp)
        return cls(subject, chosen, first, np.flatnonzero(chosen["id"] == subject))

    def __len__(self) -> int:
        return len(self.me)

    @property
    def times(self) -> Floats:
        """When the frames were taken (s)."""
        times: Floats = self.cells["time"][self.me]
        return times

    def mine(self, column: str) -> Floats:
        """A column of the subject, frame by frame."""
        return np.asarray(self.cells[column][self.me], dtype=np.float64)

    def until(self, time: float) -> Self:
        """The frames up to a time (s), that one included."""
        count = int(np.searchsorted(self.times, time, side="right"))
        return self.cut(0, count)

    def since(self, time: float) -> Self:
        """The frames from a time (s) on, that one included."""
        return self.cut(int(np.searchsorted(self.times, time, side="left")), len(self))

    def cut(self, begin: int, end: int) -> Self:
        """The frames from number `begin` up to, and without, number `end`."""
        low, high = int(self.first[begin]), int(self.first[max(begin, end)])
        cells = {name: values[low:high] for name, values in self.cells.items()}
        first, me = self.first[begin : max(begin, end) + 1] - low, self.me[begin:end] - low
        return type(self)(self.subject, cells, first, me)

    def frame(self, k: int) -> Self:
        """One frame alone."""
        return self.cut(k, k + 1)

    def rows_of(self, entity: int) -> Rows:
        """The row of a vehicle in each frame; -1 where it is not there."""
        rows = np.full(len(self), -1, dtype=np.intp)
        found = np.flatnonzero(self.cells["id"] == entity)
        rows[np.searchsorted(self.first, found, side="right") - 1] = found
        return rows

    def pairs(self, *, within: float) -> tuple[Rows, Rows]:
        """The subject's row and that of another vehicle, for each vehicle within some metres in each frame."""
        mine = np.repeat(self.me, np.diff(self.first))
        away = np.hypot(self.cells["x"] - self.cells["x"][mine], self.cells["y"] - self.cells["y"][mine])
        others = np.flatnonzero((away <= within) & (np.arange(len(mine)) != mine))
        return mine[others], others

    def boxes(self, rows: Rows) -> Floats:
        """The outlines in some rows."""
        return np.stack([self.cells[name][rows] for name in BOX], axis=-1).astype(np.float64)


def read_frames(
    reel: Reel, subject: int, start: float, end: float, *, also: tuple[str, ...] = ()
) -> SubjectFrames:  # fmt: skip
    """The frames of a reel from one time to another (s), both included; `also` names further columns."""
    family = reel.families["vehicle"]
    recorded = [name for name in (*COLUMNS, *also) if name in family.columns]
    table = reel.table("vehicle", ["time", "id", *recorded], time=(start, end))
    cells = {name: table.column(name).to_numpy() for name in ("time", "id", *recorded)}
    return SubjectFrames.of(subject, _completed(cells, family, len(table), also))


def live_frames(table: Table, subject: int, *, time: float) -> SubjectFrames:
    """The present frame of a running world, from its family of vehicles."""
    present = [name for name in COLUMNS if name in table.type.columns]
    cells = {"time": np.full(len(table), time), "id": np.array(table.ids)}
    cells |= {name: np.array(getattr(table, name)) for name in present}
    return SubjectFrames.of(subject, _completed(cells, table.type, len(table)))


def _completed(
    cells: dict[str, NDArray[Any]], family: FamilyType, count: int, also: tuple[str, ...] = ()
) -> Cells:  # fmt: skip
    """Columns with their defaults where nobody recorded them, and with codes instead of words."""
    coded = {name: _codes(values, family.columns.get(name)) for name, values in cells.items()}
    return {name: coded[name] if name in coded else np.zeros(count) for name in ("time", "id", *COLUMNS, *also)}


def _codes(values: NDArray[Any], column: Column | None) -> NDArray[Any]:
    if column is None or not column.kinds or values.dtype.kind in "iu":
        return values
    words: Sequence[str] = column.kinds
    return np.array([words.index(word) for word in values.tolist()], dtype=np.int8)
