"""The declaration of a family: which columns its entities have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError, nearest
from seahaven.world.column import Column, Misfit, NoColumn

__all__ = ["Cells", "FamilyType", "Records", "join_records", "mask_of"]

Cells = dict[str, NDArray[Any]]
"""Arrays of equal length by field: `ids`, each column under its name, each null mask under `mask_of` its name."""

Records = NDArray[np.void]
"""Whole rows that are not in a table yet, one behind the other, with the same fields.

NumPy copies records field by field, which for a hundred fields takes longer than all the rest; so they are copied as
bytes.
"""

RESERVED: Final = (
    *("at", "cells", "column", "columns", "count", "exists", "family", "id", "ids", "like", "memory", "moves", "name"),
    *(
        "null",
        "owner",
        "put",
        "refresh",
        "row",
        "rows",
        "seal",
        "set_null",
        "spacious",
        "spacious_null",
        "tally",
        "type",
        "whole",
    ),
)


def join_records(parts: Sequence[Records]) -> Records:
    """Rows of one family, one behind the other, as a copy."""
    return np.frombuffer(bytearray().join(part.tobytes() for part in parts), parts[0].dtype)


def mask_of(column: str) -> str:
    """The field that says where `column` is null; no column can be called so."""
    return f"{column}?"


@dataclass(frozen=True, slots=True)
class FamilyType:
    """A kind of table: a name, and the columns by name.

        vehicle = FamilyType("vehicle", {
            "x": Column(unit="m", doc="east"),
            "speed": Column(unit="m/s", default=0.0),
            "kind": Column(kinds=("car", "truck"), default="car"),
        })

    Other rooms add what they need with `extended`. A world makes the table.
    """

    name: str
    columns: Mapping[str, Column]
    doc: str = ""
    _blank: Records = field(init=False, repr=False, compare=False)
    """One row of defaults; 0 where a column has none."""
    _required: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The columns without a default."""

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise WiringError(f"'{self.name}' cannot name a family: use letters, digits and '_', a letter first")
        for name in self.columns:
            if not name.isidentifier() or name.startswith("_"):
                raise WiringError(
                    f"'{name}' cannot name a column of family '{self.name}': "
                    "use letters, digits and '_', a letter first"
                )
            if name in RESERVED:
                raise WiringError(f"family '{self.name}' cannot have a column '{name}': tables use that word")
        object.__setattr__(self, "columns", MappingProxyType(dict(self.columns)))
        object.__setattr__(self, "_required", tuple(n for n, column in self.columns.items() if column.default is ...))
        object.__setattr__(self, "_blank", np.zeros(1, list(self.fields().items())))
        for name in self.columns.keys() - set(self._required):
            self._put(self._blank, name, self.columns[name].default)

    def column(self, name: str) -> Column:
        """The declaration of one column; an unknown name is refused with the nearest one."""
        try:
            return self.columns[name]
        except KeyError:
            raise NoColumn(f"family '{self.name}' has no column '{name}'{nearest(name, self.columns)}") from None

    def extended(self, columns: Mapping[str, Column]) -> FamilyType:
        """This family with more columns; a name that is taken must mean the same."""
        for name, column in columns.items():
            if self.columns.get(name, column) != column:
                raise WiringError(f"family '{self.name}' already has a column '{name}', declared differently")
        return FamilyType(self.name, {**self.columns, **columns}, self.doc)

    def fields(self) -> dict[str, str]:
        """The stored arrays and their types: ids, columns, and a mask for each nullable column."""
        fields = {"ids": "int64"}
        for name, column in self.columns.items():
            fields[name] = column.dtype
            if column.nullable:
                fields[mask_of(name)] = "bool"
        return fields

    def blank(self, count: int) -> Records:
        """So many rows of defaults."""
        return np.frombuffer(bytearray(self._blank.tobytes() * count), self._blank.dtype)

    def rows(self, ids: NDArray[np.int64], columns: Mapping[str, Any], *, like: Records | None = None) -> Records:
        """Complete new rows from what is given and the defaults, or what other rows hold, one for each.

        Refuses unknown columns, a column without default that is missing, and values that do not fit.
        """
        for name in self._required:
            if like is None and name not in columns:
                raise WiringError(f"a new '{self.name}' must be given '{name}': it has no default")
        rows = self.blank(len(ids)) if like is None else join_records([like])
        given = {name: self._put(rows, name, value) for name, value in columns.items()}
        self._refuse_offenders(given)
        rows["ids"] = ids
        return rows

    def _put(self, rows: Records, name: str, value: Any) -> NDArray[Any]:
        """Fit a value into the cells of a column, and of its mask if it has one; give what it was made into."""
        column = self.column(name)
        nulls: NDArray[np.bool_] | None = None
        if column.fits(value, len(rows)):
            values: NDArray[Any] = value
        else:
            try:
                values, nulls = column.fit(value, len(rows))
            except Misfit as reason:
                raise Misfit(f"{self.name}.{name} was given {reason}") from None
        rows[name] = values
        if column.nullable:
            rows[mask_of(name)] = False if nulls is None else nulls
        return values

    def _refuse_offenders(self, given: Mapping[str, NDArray[Any]]) -> None:
        """Refuse the first value that must not be in a table; numbers are looked at all at once."""
        numbers = [values for name, values in given.items() if self.columns[name].is_float]
        is_finite = not numbers or bool(np.isfinite(np.concatenate(numbers)).all())
        for name, values in given.items():
            column = self.columns[name]
            if not column.kinds and (is_finite or not column.is_float):
                continue
            position = column.offender(values)
            if position is not None:
                raise Misfit(f"{self.name}.{name} was given {values[position]}; {column.expected}")
