"""Recorded tables in the hands of pandas and DuckDB.

Loading these two takes longer than the rest of the room together, so it waits until somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import duckdb
import pandas as pd
import pyarrow as pa

__all__ = ["as_frame", "duckdb_answer"]

_NULLABLE: Final[dict[pa.DataType, Any]] = {
    pa.int64(): pd.Int64Dtype(),
    pa.int32(): pd.Int32Dtype(),
    pa.int16(): pd.Int16Dtype(),
    pa.int8(): pd.Int8Dtype(),
    pa.bool_(): pd.BooleanDtype(),
}
"""What pandas takes for nullable columns, where it would turn integers into floats."""


def as_frame(table: pa.Table) -> pd.DataFrame:
    """A table as a pandas frame; categories stay categories, and integers with nulls stay integers."""
    cells = zip(table.schema, table.columns, strict=True)
    return pd.DataFrame({f.name: c.to_pandas(types_mapper=_NULLABLE.get if f.nullable else None) for f, c in cells})


def duckdb_answer(sql: str, views: Mapping[str, Any]) -> duckdb.DuckDBPyRelation:
    """What DuckDB answers when it sees these views and nothing else; raises `ValueError` where it cannot."""
    connection = duckdb.connect()
    connection.execute("set python_enable_replacements = false; set enable_external_access = false")
    for name, view in views.items():
        connection.register(name, view)
    try:
        return connection.sql(sql)
    except duckdb.Error as error:
        raise ValueError(str(error)) from None
