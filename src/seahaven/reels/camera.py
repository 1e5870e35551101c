"""What takes frames of all families at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Part
from seahaven.reels.sheet import Sheet
from seahaven.reels.track import Track
from seahaven.world import Binding, Table, part_of

__all__ = ["Camera"]


class Camera:
    """Appends a frame of each family to its sheet, and a row about it to that of the frames, in one compiled call.

    It goes by the addresses of the tables' columns, and looks them up again when a table has moved.
    """

    __slots__ = (
        "_binding",
        "_columns",
        "_counts",
        "_dates",
        "_frames",
        "_kernels",
        "_present",
        "_sheets",
        "_taken",
        "_tracks",
    )  # fmt: skip

    def __init__(self, tracks: Sequence[Track], frames: Sheet) -> None:
        import seahaven.reels.sheet_kernels as kernels

        self._kernels = kernels
        self._tracks, self._frames = tracks, frames
        self._sheets = self._laid_out([*(track.sheet for track in tracks), frames])
        self._present = np.ones(len(tracks) + 1, np.int32)
        """How many rows each family has at present; there is one row about the frame itself."""
        self._dates = np.empty(kernels.ROOM)
        self._counts = np.zeros((len(tracks) + 1, kernels.ROOM), np.int64)
        """Of each sheet, how many rows its frames have."""
        self._taken = np.zeros(1, np.int64)
        self._columns, self._binding = Binding[NDArray[np.int64]](), Binding[Part]()

    def _laid_out(self, sheets: Sequence[Sheet]) -> NDArray[np.int64]:
        """The sheets as `append_frame` takes them."""
        ends = np.cumsum([0, *(len(sheet.cells) + len(sheet.nulls) for sheet in sheets)]).tolist()
        rows = [
            (first, end, sheet.bytes.ctypes.data, sheet.bytes_of_row, 0)
            for first, end, sheet in zip(ends, ends[1:], sheets, strict=False)
        ]
        return np.array(rows, np.int64)

    def take(self, seconds: float) -> bool:
        """Take a frame of the tables of all tracks; nothing is taken, and False given, if a flush is due before."""
        for k, track in enumerate(self._tracks):
            self._present[k] = len(track.table)
        return self._append(seconds, self._looked_up(), None)

    def _looked_up(self) -> NDArray[np.int64]:
        """Where the columns of the tables lie."""
        tables = tuple([track.table for track in self._tracks])
        return self._columns.bound(tables, lambda: self._addresses(tables))

    def part(self, dates: NDArray[np.int64], waiting: int) -> Part:
        """What takes frames in compiled code until a flush is due: with `dates` of a take, after so many ns."""
        columns = self._looked_up()
        return self._binding.bound((columns, dates), lambda: self._bound(columns, dates, waiting))

    def _bound(self, columns: NDArray[np.int64], dates: NDArray[np.int64], waiting: int) -> Part:
        tallies = np.array([track.table.tally.ctypes.data for track in self._tracks], np.uintp)
        frames = self._present, self._sheets, columns, self._dates, self._counts, self._taken
        return part_of(self._kernels.expose, (tallies, frames, dates, waiting))

    def take_of(self, tables: Mapping[str, Table], seconds: float) -> bool:
        """The same of other tables of these families."""
        others = [tables[track.family.name] for track in self._tracks]
        self._present[:-1] = [len(table) for table in others]
        return self._append(seconds, self._addresses(others), others)

    def _addresses(self, tables: Sequence[Table]) -> NDArray[np.int64]:
        """The columns as `append_frame` takes them."""
        columns = [column for track, table in zip(self._tracks, tables, strict=True) for column in track.columns(table)]
        start, size = self._present.ctypes.data, self._present.itemsize
        return np.array([*columns, *((start + k * size, size) for k in range(len(tables)))], np.int64).reshape(-1, 2)

    def _append(self, seconds: float, columns: NDArray[np.int64], others: Sequence[Table] | None) -> bool:
        result = self._kernels.append_frame(
            seconds, self._present, self._sheets, columns, self._dates, self._counts, self._taken
        )
        if result == self._kernels.LARGE:
            for track, table in zip(self._tracks, others or [track.table for track in self._tracks], strict=True):
                if len(table) >= self._kernels.ROOM:
                    track.write_large(seconds, table)
        return bool(result != self._kernels.FULL)

    def flush_families(self) -> None:
        """Hand the rows of all families to the operating system."""
        for number, track in enumerate(self._tracks):
            self._flush(number, track.sheet)

    def flush_frames(self) -> None:
        """Hand over the frames, after the rows of all families, and begin with empty sheets."""
        self._flush(len(self._tracks), self._frames)
        self._sheets[:, 4] = 0
        self._taken[0] = 0

    def _flush(self, number: int, sheet: Sheet) -> None:
        taken = int(self._taken[0])
        sheet.flush(self._counts[number, :taken], self._dates[:taken], int(self._sheets[number, 4]))
