"""Where the values of a module go that is visited in the middle of a stretch."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world.column import Column
from seahaven.world.draft import Draft, Write
from seahaven.world.family import mask_of
from seahaven.world.landing import Lines, table_of

if TYPE_CHECKING:
    from seahaven.world.desk import Desk

__all__ = ["Inlet", "Record"]

_PLAIN = {"float64": float, "int64": int, "int32": int, "int16": int, "int8": int, "bool": bool}
"""The Python type of which a value goes into a column as it is."""
_CODES = {"float64": "d", "float32": "f", "int64": "q", "int32": "i", "int16": "h", "int8": "b", "bool": "?"}
"""What `struct` calls the types of columns."""


class Inlet:
    """A draft of a writer's rows whose values compiled code brings into force.

    Before a stretch begins, it is given what is in force. The module writes over that, and all of it comes into force:
    immediate columns after each step, others when they are due. So a column that a step does not write stays as it is.
    Good for as long as the memory of the table is the same and there is room; rows and owners may change.
    """

    __slots__ = ("_count", "_places", "checks", "desk", "draft", "home", "lines", "record")

    def __init__(self, desk: Desk) -> None:
        self.desk, self.home = desk, desk.home
        self.draft = Draft(desk.path, desk.storage, desk.names, desk.held)
        room = len(self.draft.room(0)[0]) if desk.names else 0
        self._places: list[NDArray[np.int64]] = [np.zeros(1 + 2 * room, np.int64) for _ in desk.names]
        """Of each column how many cells there are; of each, its place here and its row in the table."""
        self._count: NDArray[np.int64] = np.zeros(1, np.int64)
        self.lines = table_of(self._lines())
        self.checks = table_of(self._checks())
        self.record: Record | None = None
        self._settle()

    def _lines(self) -> Lines:
        """Of each field its address here, that in the table, the bytes of a row, the places, and whether it waits."""
        for index, name in enumerate(self.desk.names):
            for field in (name, mask_of(name)):
                if field in self.home.arrays:
                    cells = self.draft.field(field)
                    target, places = self.home.arrays[field].ctypes.data, self._places[index].ctypes.data
                    yield cells.ctypes.data, target, cells.itemsize, places, self.draft.waits[name], 0

    def _checks(self) -> Lines:
        """Of each column that may offend: where its values lie, of which sort they are, how many kinds it has."""
        import seahaven.world.stretch_kernels as kernels

        for index, column in enumerate(self.draft.columns):
            if column.can_offend:
                values = self.draft.room(index)[0]
                sort = kernels.SORTS[str(values.dtype)]
                yield values.ctypes.data, sort, len(column.kinds), 0, self._count.ctypes.data, 0

    def fits(self, desk: Desk) -> bool:
        """Whether it will do for the rows of now."""
        return self.home is desk.home and self.draft.has_room_for(len(desk.held.ids))

    def follow(self) -> None:
        """Be for the rows and owners of now."""
        if self.draft.holding is not self.desk.held:
            self.draft.follow(self.desk.held)
            self._settle()

    def _settle(self) -> None:
        """Look up where the cells are."""
        held = self.desk.held
        self._count[0] = len(held.ids)
        rows = np.arange(self.desk.storage.count)[held.rows]
        for index, places in enumerate(self._places):
            pick = held.picks(index)
            cells = np.arange(len(rows)) if pick is None else pick
            places[0], places[1 : 1 + 2 * len(cells) : 2] = len(cells), cells
            places[2 : 2 + 2 * len(cells) : 2] = rows[cells]
        is_single = len(rows) == 1 and held.is_whole
        self.record = Record(self.draft) if is_single else None

    def void(self) -> None:
        """Hold nothing: the module has found another way to write."""
        self._count[0] = 0
        for places in self._places:
            places[0] = 0
        self.draft.holding = _NOBODY  # so that the next time it is looked up anew

    def seal(self, now: int, due: int) -> Iterator[Write]:
        """What waits here as proposals; refuse values that must not be committed."""
        if not self._count[0]:
            return
        draft = self.draft
        draft.now, draft.due = now, due
        with np.errstate(invalid="ignore"):
            for index in range(len(draft.names)):
                draft.check_column(index)
        draft.given = [draft.waits[name] for name in draft.names]
        yield from draft.writes()
        draft.clear()


class Record:
    """The one row of an inlet as plain values, by name; `pack` puts all of them into the draft in one call."""

    __slots__ = ("_bytes", "_kinds", "_nullable", "_struct", "given", "plain")

    def __init__(self, draft: Draft) -> None:
        fields, text, end = list[str](), "=", 0
        for field, cells, start in draft.fields():
            text += f"{start - end}x{_CODES[str(cells.dtype)]}"
            end = start + cells.itemsize
            fields.append(field)
        self._struct, self._bytes = struct.Struct(text), draft.bytes.data
        columns: dict[str, Column] = dict(zip(draft.names, draft.columns, strict=True))
        rigid = {name: column for name, column in columns.items() if not column.nullable}
        self.plain: dict[str, type] = {
            name: _PLAIN[column.dtype]
            for name, column in rigid.items()
            if column.dtype in _PLAIN and not column.kinds
        }  # fmt: skip
        """Of each column the type of which values can be put down in `given` as they are."""
        self._kinds = {name: {kind: k for k, kind in enumerate(c.kinds)} for name, c in rigid.items() if c.kinds}
        loose = {name: column for name, column in columns.items() if column.nullable and not column.kinds}
        self._nullable = {name: _PLAIN[column.dtype] for name, column in loose.items() if column.dtype in _PLAIN}
        self.given: dict[str, Any] = dict.fromkeys(fields)

    def load(self) -> None:
        """Take over what the draft holds."""
        self.given.update(zip(self.given, self._struct.unpack_from(self._bytes), strict=True))

    def takes(self, name: str, value: Any) -> bool:
        """Put down a name of a kind, or a value or null for a column that may be null; False if it is none of these."""
        if name in self._kinds:
            if type(value) is not str or value not in self._kinds[name]:
                return False
            self.given[name] = self._kinds[name][value]
            return True
        if name not in self._nullable or not (value is None or type(value) is self._nullable[name]):
            return False
        self.given[name] = 0 if value is None else value
        self.given[mask_of(name)] = value is None
        return True

    def pack(self) -> bool:
        """Put the values into the draft; False if one of them is too large."""
        try:
            self._struct.pack_into(self._bytes, 0, *self.given.values())
        except struct.error:
            return False
        return True


_NOBODY: Any = object()
