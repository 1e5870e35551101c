"""The declaration of a family: which columns its entities have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError, nearest
from seahaven.world.column import Column, Misfit, NoColumn

__all__ = ["Cells", "FamilyType", "mask_of"]

Cells = dict[str, NDArray[Any]]
"""Arrays of equal length by field: `ids`, each column under its name, each null mask under `mask_of` its name."""

RESERVED: Final = (
    *("at", "cells", "column", "columns", "count", "exists", "family", "id", "ids", "memory", "name", "null"),
    *("owner", "put", "refresh", "row", "rows", "seal", "set_null", "spacious", "spacious_null", "type", "whole"),
)


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
    _blank: NDArray[np.void] = field(init=False, repr=False, compare=False)
    """One row of defaults; 0 where a column has none."""

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
        given = [(name, column.default) for name, column in self.columns.items() if column.default is not ...]
        blank = np.zeros(1, list(self.fields().items()))
        for key, cell in (pair for name, value in given for pair in self._fitted(name, value, 1).items()):
            blank[key] = cell
        object.__setattr__(self, "_blank", blank)

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

    def rows(self, ids: NDArray[np.int64], columns: Mapping[str, Any]) -> Cells:
        """Complete new rows from what is given and the defaults.

        Refuses unknown columns, a column without default that is missing, and values that do not fit.
        """
        for name, column in self.columns.items():
            if column.default is ... and name not in columns:
                raise WiringError(f"a new '{self.name}' must be given '{name}': it has no default")
        rows = self._blank.repeat(len(ids))
        cells: Cells = {key: rows[key] for key in rows.dtype.names or ()}
        for name, value in columns.items():
            self.column(name)
            cells |= self._fitted(name, value, len(ids))
        cells["ids"] = ids
        return cells

    def _fitted(self, name: str, value: Any, count: int) -> Cells:
        """The cells of a column, and of its mask if it has one."""
        values, nulls = self._fit(name, value, count)
        if not self.columns[name].nullable:
            return {name: values}
        return {name: values, mask_of(name): np.zeros(count, np.bool_) if nulls is None else nulls}

    def _fit(self, name: str, value: Any, count: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        column = self.columns[name]
        try:
            values, nulls = column.fit(value, count)
        except Misfit as reason:
            raise Misfit(f"{self.name}.{name} was given {reason}") from None
        position = column.offender(values)
        if position is not None:
            raise Misfit(f"{self.name}.{name} was given {values[position]}; {column.expected}")
        return values, nulls
