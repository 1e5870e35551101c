"""One family's part of a running recording."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from seahaven.reels.schema import family_schema
from seahaven.reels.sheet import Sheet
from seahaven.reels.stream import Stream
from seahaven.world import FamilyType, Table

__all__ = ["Track"]


class Track:
    """The table of a family, and the sheet on which its frames go into their stream; large ones go there directly."""

    __slots__ = ("family", "sheet", "table")

    def __init__(self, folder: Path, family: FamilyType, table: Table) -> None:
        self.family, self.table = family, table
        kinds = {name: column.kinds for name, column in family.columns.items() if column.kinds}
        self.sheet = Sheet(Stream(folder, family.name, family_schema(family)), kinds)

    def columns(self, table: Table) -> list[tuple[int, int]]:
        """The addresses in a table of this family of what its sheet takes, and the bytes of a cell."""
        arrays = [table.spacious("ids"), *(table.spacious(name) for name in self.family.columns)]
        arrays += [table.spacious_null(name) for name in self.sheet.nulls]
        return [(array.ctypes.data, array.itemsize) for array in arrays]

    def write_large(self, seconds: float, table: Table) -> None:
        """Write a frame as it is."""
        values = {"id": table.ids, **{name: getattr(table, name) for name in self.family.columns}}
        nulls = {name: table.null(name) for name in self.sheet.nulls}
        self.sheet.stream.write(self.sheet.batch(values, nulls, np.full(len(table), seconds)))
