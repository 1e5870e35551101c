"""Columns of a running world as a pandas table, in the types that a reel gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.arrow import pa
from seahaven.reels.schema import family_schema
from seahaven.world import Column, FamilyType

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["data_frame"]


def data_frame(family: FamilyType, time: float, cells: Mapping[str, NDArray[Any]], labels: Sequence[str]) -> DataFrame:
    """The rows of a family at one time, with the columns of `Reel.frame` and a `name` for each entity.

    `cells` has the `id` and the columns of the family; what is NaN or masked is null.
    """
    from seahaven.reels.answers import as_frame  # loads pandas, which only who uses it should wait for

    ids = np.asarray(cells["id"])
    arrays = [pa.array(np.full(len(ids), time)), pa.array(ids)]
    for name, column in family.columns.items():
        arrays.append(_arrow(column, cells[name]))
    table = as_frame(pa.table(arrays, schema=family_schema(family)))
    table.insert(2, "name", list(labels))
    return table


def _arrow(column: Column, cells: NDArray[Any]) -> pa.Array:
    plain = pa.array(np.ma.getdata(cells), mask=_nulls(cells) if column.nullable else None)
    return pa.DictionaryArray.from_arrays(plain, pa.array(column.kinds, pa.utf8())) if column.kinds else plain


def _nulls(cells: NDArray[Any]) -> NDArray[np.bool_]:
    return np.isnan(cells) if cells.dtype.kind == "f" else np.ma.getmaskarray(cells)
