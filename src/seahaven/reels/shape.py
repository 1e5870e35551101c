"""The shape that a table has to have: its columns, the values that must be there, and the size of its groups."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from seahaven.errors import ReelError
from seahaven.reels.arrow import pa, pc

__all__ = [
    "GROUP_ROWS",
    "refuse_nulls",
    "refuse_other_schema",
    "refuse_unlikely_frames",
    "refuse_unlikely_values",
]

MOST_ID: Final = 2**53
"""Whole numbers up to here are the same in every program that may read them."""
GROUP_ROWS: Final = 131_072
"""Rows in a group: large enough to compress well, small enough to skip to a moment."""


def refuse_other_schema(path: Path, there: pa.Schema, wanted: pa.Schema, *, exactly: bool = False) -> None:
    """Refuse a file whose columns are not those that the manifest declares; Parquet may number kinds otherwise."""
    if there.names != wanted.names:
        raise _other(path, f"columns {_some(there.names)} where {_some(wanted.names)} were recorded")
    for field in wanted:
        found = there.field(field.name).type
        if not _is_same(found, field.type):
            raise _other(path, f"a column '{field.name}' of {found} where {field.type} was recorded")
        if exactly and not there.field(field.name).equals(field):
            raise _other(path, f"another kind of column '{field.name}'")


def refuse_nulls(path: Path, table: pa.Table, wanted: pa.Schema) -> None:
    """Refuse rows without a value in columns that have one in every row."""
    for name in table.column_names:
        missing = 0 if wanted.field(name).nullable else table.column(name).null_count
        if missing:
            raise _other(path, f"no known value of '{name}' in {missing} rows")


def refuse_unlikely_values(path: Path, table: pa.Table) -> None:
    """Refuse numbers that no world commits: NaN, infinity, and ids that nobody has."""
    for name in table.column_names:
        cells = table.column(name)
        if pa.types.is_floating(cells.type) and pc.all(pc.is_finite(cells)).as_py() is False:
            raise _other(path, f"values of '{name}' that are no finite numbers")
    ids = pc.min_max(table.column("id")).as_py() if "id" in table.column_names and table.num_rows else None
    if ids and (ids["min"] < 1 or ids["max"] > MOST_ID):
        raise _other(path, f"ids from {ids['min']} to {ids['max']}")


def refuse_unlikely_frames(path: Path, frames: pa.Table) -> None:
    """Refuse frames whose dates do not go up, or that have less than no rows."""
    dates = frames.column("time").to_numpy()
    if frames.num_rows and not (np.isfinite(dates).all() and (np.diff(dates) > 0).all() and dates[0] >= 0):
        raise _other(path, "dates that do not go up from 0")
    for name in frames.column_names[1:]:
        if frames.num_rows and pc.min(frames.column(name)).as_py() < 0:
            raise _other(path, f"less than no rows of '{name}' in a frame")


def _is_same(found: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether types are the same; a category may be numbered otherwise."""
    if pa.types.is_dictionary(wanted):
        return bool(pa.types.is_dictionary(found) and pa.types.is_string(found.value_type))
    return bool(found == wanted)


def _some(names: list[str]) -> str:
    return f"{', '.join(names[:5])}{', …' if len(names) > 5 else ''}"


def _other(path: Path, what: str) -> ReelError:
    return ReelError(f"{path} is not what was recorded: it has {what}; restore it from a backup")
