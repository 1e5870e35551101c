"""The entities of a family in a reel: from when to when each is there, and its columns, entity by entity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seahaven.reels.page.packing import Integers
from seahaven.reels.reel import Reel
from seahaven.world import Column, FamilyType

__all__ = ["Cast", "is_placed", "read_cast"]

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]

PLACE: Final = ("x", "y")
STILL: Final = 1e-3
"""Metres per frame below which an entity does not show where it is heading."""
LEAP_SPEED: Final = 120.0
LEAP: Final = 5.0
"""An entity that moves further (m) than at that speed (m/s) has leapt, as over the rim of a world closed in itself."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A family's rows sorted by entity and frame, in *stays*: from a first frame on, without a gap, so many frames.

    Rows of stay k are those from `starts[k]` up to `starts[k + 1]`, or the end.
    """

    family: FamilyType
    ids: Integers
    first: Integers
    count: Integers
    starts: Integers
    cells: dict[str, NDArray[Any]]
    nulls: dict[str, Truths]

    def has(self, name: str) -> bool:
        """Whether a column is known, as recorded or worked out."""
        return name in self.cells

    def begun(self, name: str) -> NDArray[Any]:
        """What a column holds at the beginning of each stay."""
        return self.cells[name][self.starts]


def is_placed(family: FamilyType) -> bool:
    """Whether the family's entities are somewhere: they have an x and a y."""
    return all(name in family.columns and family.columns[name].dtype.startswith("float") for name in PLACE)


def read_cast(reel: Reel, name: str, columns: list[str], times: Floats) -> Cast:
    """The rows of a family in the frames at some dates; heading and speed are worked out where they are missing."""
    family = reel.families[name]
    known = [*PLACE, *(column for column in columns if column in family.columns and column not in PLACE)]
    table = reel.table(name, ["time", "id", *known], time=(float(times[0]), float(times[-1])))
    frame = np.searchsorted(times, table.column("time").to_numpy())
    is_wanted = times[np.minimum(frame, len(times) - 1)] == table.column("time").to_numpy()
    ids = table.column("id").to_numpy()
    rows = np.flatnonzero(is_wanted)[np.argsort(ids[is_wanted], kind="stable")]
    ids, frame = ids[rows], frame[rows]
    begins = np.ones(len(rows), np.bool_)
    begins[1:] = (ids[1:] != ids[:-1]) | (frame[1:] != frame[:-1] + 1)
    starts = np.flatnonzero(begins)
    cells: dict[str, NDArray[Any]] = {}
    nulls: dict[str, Truths] = {}
    for column in known:
        cells[column], nulls[column] = _numbers(table.column(column), family.columns[column], rows)
    _work_out(cells, times[frame], begins)
    return Cast(family, ids[starts], frame[starts], np.diff(np.append(starts, len(rows))), starts, cells, nulls)


def _numbers(cells: pa.ChunkedArray, column: Column, rows: Integers) -> tuple[NDArray[Any], Truths]:
    """A column's numbers (categories by their codes) and where they are null; null is 0 there."""
    whole = cells.combine_chunks()
    whole = whole.indices if column.kinds else whole
    nulls = whole.is_null().to_numpy(zero_copy_only=False)
    filled = pc.fill_null(whole, False if column.dtype == "bool" else 0) if whole.null_count else whole
    return filled.to_numpy(zero_copy_only=False)[rows], nulls[rows]


def _work_out(cells: dict[str, NDArray[Any]], time: Floats, begins: Truths) -> None:
    """Add heading and speed from one frame to the next where they are missing."""
    if "heading" in cells and "speed" in cells:
        return
    step_x, step_y = (_steps(cells[name].astype(np.float64), begins) for name in PLACE)
    way, span = np.hypot(step_x, step_y), _steps(time, begins)
    has_leapt = way > LEAP_SPEED * span + LEAP
    if "speed" not in cells:
        cells["speed"] = _held(way / np.where(span > 0.0, span, 1.0), ~has_leapt, begins)
    if "heading" not in cells:
        cells["heading"] = _held(np.arctan2(step_y, step_x), (way > STILL) & ~has_leapt, begins)


def _steps(values: Floats, begins: Truths) -> Floats:
    """From each row to the next one of its stay; the last one has the step before it."""
    steps = np.diff(values, append=values[-1:])
    is_last = np.append(begins[1:], True)[: len(values)]
    steps[is_last & ~begins] = np.roll(steps, 1)[is_last & ~begins]
    steps[is_last & begins] = 0.0
    return steps


def _held(values: Floats, is_known: Truths, begins: Truths) -> Floats:
    """The values where they are known, and in between the last known one of the stay; 0 before that."""
    rows = np.arange(len(values))
    latest = np.maximum.accumulate(np.where(is_known | begins, rows, 0))
    held: Floats = np.where(is_known[latest], values[latest], 0.0)
    return held
