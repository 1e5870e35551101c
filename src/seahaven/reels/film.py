"""The frames of one family of a reel, read as far as they are needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ReelError, WiringError, nearest
from seahaven.kernel import SECOND
from seahaven.reels.arrow import pa, pc
from seahaven.reels.compaction import parquet_path
from seahaven.reels.folder import reading
from seahaven.reels.moment import Moment, between, joined
from seahaven.reels.packed import open_packed, refuse_changed
from seahaven.reels.reel import Reel
from seahaven.reels.schema import with_kinds
from seahaven.world import Column, FamilyType

__all__ = ["Film", "refuse_misfit"]

KEPT: Final = 3
"""Row groups held in memory: the one that plays, the next, and one for a fork that lags behind."""


class Film:
    """A family's frames by date; row groups are read when they are reached, and the last few are kept.

    Nothing of it changes what it shows, so snapshots and forks may share it.
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, reel: Reel, family: str, columns: tuple[str, ...] = (), *, keep_ids: bool = False) -> None:
        reel.refuse_unclosed()
        self.reel = reel
        self.columns = _playable(reel, family, columns, keep_ids=keep_ids)
        self._family = family
        self._angles = [name for name, column in self.columns.items() if column.unit == "rad"]
        frames = reel.counts()
        self._dates: NDArray[np.int64] = np.rint(frames.column("time").to_numpy() * SECOND).astype(np.int64)
        self._ends = np.cumsum(frames.column(family).to_numpy(), dtype=np.int64)
        path = parquet_path(reel.path, family)
        refuse_changed(path, reel.manifest.digests.get(family))
        self._file = open_packed(path, *reel.manifest.tables()[family])
        self._refuse_other_rows(path)
        groups = self._file.metadata
        self._starts = np.cumsum([0, *(groups.row_group(i).num_rows for i in range(groups.num_row_groups))])
        self._groups: dict[int, Moment] = {}
        self._nobody = self._moment(self._file.schema_arrow.empty_table())

    def _refuse_other_rows(self, path: Path) -> None:
        """Refuse a table that has other rows than the frames count."""
        rows, counted = self._file.metadata.num_rows, int(self._ends[-1]) if len(self._ends) else 0
        if counted != rows:
            raise ReelError(f"{path} has {rows} rows, and its frames have {counted}; restore it from a backup")

    @property
    def first(self) -> int:
        """The date of the first frame (ns)."""
        return int(self._dates[0]) if len(self._dates) else 0

    @property
    def length(self) -> int:
        """From the first frame to the last (ns)."""
        return int(self._dates[-1]) - self.first if len(self._dates) else 0

    @cached_property
    def cast(self) -> frozenset[int]:
        """Everybody who is ever seen, by recorded id."""
        ids = self.reel.table(self._family, ["id"]).column("id")
        return frozenset(ids.unique().to_pylist())

    def at(self, date: int, *, linear: bool) -> Moment:
        """The family at a date (ns): as recorded where there is a frame, in between on a line, or held.

        Before the first frame and after the last there is nobody.
        """
        if not self.first <= date <= self.first + self.length or not len(self._dates):
            return self._nobody
        index = int(self._dates.searchsorted(date, side="right")) - 1
        first = self._frame(index)
        if not linear or self._dates[index] == date:
            return first
        start, stop = int(self._dates[index]), int(self._dates[index + 1])
        return between(first, self._frame(index + 1), (date - start) / (stop - start), angles=self._angles)

    def _frame(self, index: int) -> Moment:
        return self._rows(int(self._ends[index - 1]) if index else 0, int(self._ends[index]))

    def _rows(self, start: int, stop: int) -> Moment:
        """Rows `start` to `stop` of the table, from as many row groups as they lie in."""
        if start == stop:
            return self._nobody
        first = int(self._starts.searchsorted(start, side="right")) - 1
        last = int(self._starts.searchsorted(stop, side="left"))
        parts = [self._part(group, start, stop) for group in range(first, last)]
        moment = parts[0] if len(parts) == 1 else joined(parts)
        if not (np.diff(moment.ids) > 0).all():
            path = parquet_path(self.reel.path, self._family)
            raise ReelError(f"{path} is not what was recorded: ids do not go up; restore it from a backup")
        return moment

    def _part(self, group: int, start: int, stop: int) -> Moment:
        offset = int(self._starts[group])
        return self._group(group).part(slice(max(start - offset, 0), stop - offset))

    def _group(self, group: int) -> Moment:
        if group not in self._groups:
            while len(self._groups) >= KEPT:
                del self._groups[next(iter(self._groups))]
            with reading(parquet_path(self.reel.path, self._family)):
                table = self._file.read_row_group(group, columns=["id", *self.columns])
            self._groups[group] = self._moment(self.reel.as_declared(self._family, table))
        return self._groups[group]

    def _moment(self, table: pa.Table) -> Moment:
        values, nulls = {}, {}
        for name, column in self.columns.items():
            cells = table.column(name).combine_chunks()
            values[name] = _numbers(cells, column)
            if column.nullable:
                nulls[name] = cells.is_null().to_numpy(zero_copy_only=False)
        return Moment(table.column("id").to_numpy(), values, nulls)


def _numbers(cells: pa.Array, column: Column) -> NDArray[Any]:
    """Cells as a table of the world holds them: categories by their codes, and 0 for null."""
    if column.kinds:
        cells = with_kinds(pa.chunked_array([cells]), column).combine_chunks().indices
    whole = pc.fill_null(cells, False if column.dtype == "bool" else 0) if cells.null_count else cells
    numbers: NDArray[Any] = whole.to_numpy(zero_copy_only=False)
    return numbers


def _playable(reel: Reel, family: str, columns: tuple[str, ...], *, keep_ids: bool) -> dict[str, Column]:
    """The columns to play: those named, or all; without handles to other entities if those will have new ids."""
    if family not in reel.families:
        raise ReelError(f"{reel.path} has no family '{family}'{nearest(family, reel.families)}")
    recorded = reel.families[family].columns
    for name in columns:
        if name not in recorded:
            raise ReelError(f"{reel.path} has no column '{name}' of family '{family}'{nearest(name, recorded)}")
        if recorded[name].is_entity and not keep_ids:
            raise ReelError(f"{family}.{name} names other entities, which have new ids when played; leave it out")
    return {name: recorded[name] for name in columns or recorded if keep_ids or not recorded[name].is_entity}


def refuse_misfit(film: Film, family: FamilyType) -> None:
    """Refuse columns that mean something else in the world than in the reel, and new entities that lack a value."""
    shared = {name: column for name, column in film.columns.items() if name in family.columns}
    for name, theirs in shared.items():
        ours = family.columns[name]
        if ours.unit != theirs.unit:
            raise _misfit(film, f"{family.name}.{name}", f"in '{theirs.unit}'", f"in '{ours.unit}'")
        if not _holds(ours, theirs):
            raise _misfit(film, f"{family.name}.{name}", f"{theirs}", f"{ours}")
    for name, column in family.columns.items():
        if column.default is ... and name not in shared:
            raise WiringError(
                f"a new {family.name} must have '{name}', which is not played from {film.reel.path}; "
                "record it, or give the column a default"
            )


def _misfit(film: Film, address: str, theirs: str, ours: str) -> WiringError:
    return WiringError(
        f"{address} is {theirs} in {film.reel.path}, but {ours} in the world; name the columns to play without it"
    )


def _holds(ours: Column, theirs: Column) -> bool:
    """Whether every recorded value fits: same type, no null where none may be, and codes that mean the same."""
    is_same = ours.dtype == theirs.dtype and ours.is_entity == theirs.is_entity
    has_kinds = ours.kinds[: len(theirs.kinds)] == theirs.kinds and bool(ours.kinds) == bool(theirs.kinds)
    return is_same and has_kinds and (ours.nullable or not theirs.nullable)
