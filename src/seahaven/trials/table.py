"""Tables of many drives as files: Parquet and CSV, the same rows and columns in both, the same bytes each time."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from seahaven.files import write_bytes_atomic, write_text_atomic
from seahaven.measures import DetectorInterval, detector_intervals
from seahaven.reels import Reel
from seahaven.trials.column import Column, columns_of
from seahaven.trials.drive_row import DriveRow
from seahaven.trials.questionnaire import AnswerRow
from seahaven.trials.row import Row

__all__ = ["situation_table", "write_columns", "write_detectors", "write_drives", "write_situations"]

_TYPES: Final = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
_TABLES: Final[dict[str, type]] = {"situations": Row, "drives": DriveRow}


def situation_table(rows: Sequence[Row]) -> pa.Table:
    """The rows as a table whose columns have the same types, however few of them hold something, and say what they
    hold."""
    return pa.Table.from_pylist([asdict(row) for row in rows], schema=pa.schema(map(_field, columns_of(Row))))


def write_situations(rows: Sequence[Row], folder: Path) -> None:
    """Write `situations.parquet` and `situations.csv`."""
    table, sink = situation_table(rows), io.BytesIO()
    pq.write_table(table, sink)
    write_bytes_atomic(folder / "situations.parquet", sink.getvalue())
    _write_csv(table.column_names, [list(row.values()) for row in table.to_pylist()], folder / "situations.csv")


def write_drives(rows: Sequence[DriveRow], folder: Path) -> None:
    """Write `drives.csv`."""
    names = [column.name for column in columns_of(DriveRow)]
    _write_csv(names, [list(asdict(row).values()) for row in rows], folder / "drives.csv")


def write_detectors(reel: Reel, folder: Path) -> None:
    """Write `detectors.csv`, what the induction loops of a drive measured, if there are any."""
    if rows := detector_intervals(reel):
        _write_csv(DetectorInterval._fields, rows, folder / "detectors.csv")


def write_answers(rows: Sequence[AnswerRow], folder: Path) -> None:
    """Write `answers.csv`, what participants said in questionnaires, if there were any."""
    if rows:
        names = [column.name for column in columns_of(AnswerRow)]
        _write_csv(names, [list(asdict(row).values()) for row in rows], folder / "answers.csv")


def write_columns(folder: Path, *, has_answers: bool = False) -> None:
    """Write `columns.csv`, which says what the columns of the other tables hold."""
    tables = {**_TABLES, "answers": AnswerRow} if has_answers else _TABLES
    told = [
        (table, column.name, _plain(column.unit), _plain(column.what))
        for table, row in tables.items()
        for column in columns_of(row)
    ]
    _write_csv(("table", "column", "unit", "what"), told, folder / "columns.csv")


def _field(column: Column) -> pa.Field:
    told = {"unit": _plain(column.unit), "what": _plain(column.what)}
    return pa.field(column.name, _TYPES[column.type], metadata=told)


def _plain(text: str) -> str:
    """A text without the marks that it has in the documentation."""
    return text.replace("`", "").replace("*", "")


def _write_csv(names: Sequence[str], rows: Sequence[Sequence[Any]], path: Path) -> None:
    """Write a table as CSV: empty where there is nothing, true and false in words."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(value) for value in row] for row in rows)
    write_text_atomic(path, sink.getvalue())


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
