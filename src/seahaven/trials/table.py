"""Tables of many drives as files: Parquet and CSV, the same rows and columns in both, the same bytes each time."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from seahaven.files import write_bytes_atomic, write_text_atomic
from seahaven.trials.row import Row

__all__ = ["situation_table", "write_csv", "write_situations"]

_TYPES: Final = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}


def situation_table(rows: Sequence[Row]) -> pa.Table:
    """The rows as a table whose columns have the same types, however few of them hold something."""
    schema = pa.schema([(one.name, _TYPES[str(one.type).removesuffix(" | None")]) for one in fields(Row)])
    return pa.Table.from_pylist([asdict(row) for row in rows], schema=schema)


def write_situations(rows: Sequence[Row], folder: Path) -> None:
    """Write `situations.parquet` and `situations.csv`."""
    table, sink = situation_table(rows), io.BytesIO()
    pq.write_table(table, sink)
    write_bytes_atomic(folder / "situations.parquet", sink.getvalue())
    write_csv(table.column_names, [list(row.values()) for row in table.to_pylist()], folder / "situations.csv")


def write_csv(names: Sequence[str], rows: Sequence[Sequence[Any]], path: Path) -> None:
    """Write a table as CSV: empty where there is nothing, true and false in words."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(value) for value in row] for row in rows)
    write_text_atomic(path, sink.getvalue())


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
