"""Tables inside views: one read-only array per column, all of the same length, and rows to iterate over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from seahaven.errors import InputError, nearest

__all__ = ["ColumnType", "Table", "column", "columns_of"]

Row = TypeVar("Row", bound=tuple[Any, ...])

BLOCKS = ("float64", "int64", "bool")
"""The array types in the order in which compiled code fills them: the columns of one type are rows of one array."""
DTYPES: Mapping[str, str] = {"number": "float64", "integer": "int64", "code": "int64", "truth": "bool"}
"""The array type of each kind of column."""


@dataclass(frozen=True, slots=True)
class ColumnType:
    """What a column of a table holds; a code is a number in memory and one of `names` for everybody else."""

    kind: str
    doc: str
    unit: str = ""
    names: tuple[str, ...] = ()


def column(kind: str, doc: str, *, unit: str = "", names: tuple[str, ...] = ()) -> Any:
    """Declare a column: a `number`, an `integer`, a `truth`, or a `code` for one of some names."""
    return field(metadata=MappingProxyType({"column": ColumnType(kind, doc, unit, names)}))


@cache
def columns_of(kind: type) -> Mapping[str, ColumnType]:
    """The columns of a class of tables, in order."""
    declared: Any = kind
    return {each.name: each.metadata["column"] for each in fields(declared)}


@cache
def _places(kind: type) -> Mapping[str, tuple[int, int]]:
    """Of each column the block in which it is kept, of numbers, whole numbers or truths, and its row there."""
    counts, places = [0, 0, 0], {}
    for name, declared in columns_of(kind).items():
        block = BLOCKS.index(DTYPES[declared.kind])
        places[name] = block, counts[block]
        counts[block] += 1
    return MappingProxyType(places)


@cache
def _dtypes(kind: type) -> tuple[tuple[str, np.dtype[Any]], ...]:
    """The array types of the columns of a class of tables."""
    return tuple((name, np.dtype(DTYPES[declared.kind])) for name, declared in columns_of(kind).items())


class Table(Generic[Row]):
    """Columns as arrays (`table.speed`), and rows as named tuples (`table[0].speed`, `for row in table`).

    A table may hold its columns in one block for each type of array; then a column is an array of its own only once it
    is asked for.
    """

    __slots__ = ("_blocks",)
    row_type: ClassVar[Any]

    def __post_init__(self) -> None:
        kind: Any = type(self)
        count = -1
        for name, dtype in _dtypes(kind):
            values = getattr(self, name)
            if type(values) is not np.ndarray or values.dtype is not dtype or values.ndim != 1:
                found = getattr(values, "dtype", type(values).__name__)
                raise InputError(f"{kind.__name__}.{name} got {found}; expected an array of {dtype} of one dimension")
            if len(values) != count >= 0:
                raise InputError(
                    f"{kind.__name__}.{name} got {len(values)} values; expected {count}, as the columns before it"
                )
            count = len(values)

    @classmethod
    def of_blocks(cls, blocks: tuple[Any, ...]) -> Self:
        """A table of read-only blocks of numbers, whole numbers and truths, whose rows are its columns in order."""
        table = object.__new__(cls)
        object.__setattr__(table, "_blocks", blocks)
        return table

    def __getattr__(self, name: str) -> Any:
        kind: Any = type(self)
        place = _places(kind).get(name)
        if place is None:
            raise AttributeError(f"{kind.__name__} has no column '{name}'{nearest(name, _places(kind))}")
        block, row = place
        values = self._blocks[block][row]
        object.__setattr__(self, name, values)
        return values

    @classmethod
    def declared(cls) -> Mapping[str, ColumnType]:
        """What each column holds, in order."""
        kind: Any = cls
        return columns_of(kind)

    def __len__(self) -> int:
        return len(getattr(self, next(iter(self.declared()))))

    def __iter__(self) -> Iterator[Row]:
        return map(self.row_type._make, zip(*self.lists().values(), strict=True))

    def __getitem__(self, index: int) -> Row:
        values = (
            declared.names[getattr(self, name)[index]] if declared.names else getattr(self, name)[index].item()
            for name, declared in self.declared().items()
        )
        row: Row = self.row_type._make(values)
        return row

    def lists(self) -> dict[str, list[Any]]:
        """The columns as plain lists, codes by their names."""
        plain = {}
        for name, declared in self.declared().items():
            values = getattr(self, name).tolist()
            plain[name] = [declared.names[code] for code in values] if declared.names else values
        return plain

    @classmethod
    def of(cls, columns: Mapping[str, list[Any]]) -> Any:
        """A table from plain lists, as `lists` gives them."""
        arrays = {}
        for name, declared in cls.declared().items():
            codes = {word: code for code, word in enumerate(declared.names)}
            values = [codes[word] for word in columns[name]] if codes else columns[name]
            arrays[name] = np.array(values, DTYPES[declared.kind])
        return cls(**arrays)
