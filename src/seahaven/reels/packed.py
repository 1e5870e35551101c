"""Packed tables read back: checked against what the manifest says of them before anything in them is believed."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from seahaven.errors import ReelError
from seahaven.files import file_digest
from seahaven.reels.arrow import pa, pq
from seahaven.reels.folder import reading
from seahaven.reels.shape import GROUP_ROWS, refuse_other_schema

__all__ = ["open_packed", "refuse_changed", "refuse_too_large"]

_SPARE: Final = 2**21
"""Bytes that a group may have beside the values of a column: its dictionary is given up when it has half of that."""


def open_packed(path: Path, schema: pa.Schema, rows: int) -> pq.ParquetFile:
    """A Parquet file of so many rows, with these columns; refuses one that was not packed like that.

    No group of rows is larger than ours are, so that reading one takes little memory, whatever the file says.
    """
    with reading(path):
        file = pq.ParquetFile(str(path), page_checksum_verification=True)
        there = pa.schema([file.schema_arrow.field(name) for name in file.schema_arrow.names])
    metadata = file.metadata
    if metadata.num_rows != rows:
        raise ReelError(f"{path} holds {metadata.num_rows} rows, but {rows} were recorded; restore it from a backup")
    refuse_other_schema(path, there, schema)
    _refuse_other_groups(path, metadata, schema)
    return file


def _refuse_other_groups(path: Path, metadata: pq.FileMetaData, schema: pa.Schema) -> None:
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    largest = max((group.num_rows for group in groups), default=0)
    if largest > GROUP_ROWS or sum(group.num_rows for group in groups) != metadata.num_rows:
        raise ReelError(
            f"{path} is damaged: its groups of rows are not those that were packed; restore it from a backup"
        )
    for group in groups:
        for number, field in enumerate(schema):
            if _is_swollen(group.column(number).total_uncompressed_size, group.num_rows, field.type):
                raise ReelError(
                    f"{path} is damaged: column '{field.name}' claims an absurd size; restore it from a backup"
                )


def _is_swollen(size: int, rows: int, kind: pa.DataType) -> bool:
    """Whether the values of a column in a group take more bytes than so many can; texts may be as long as they like."""
    if pa.types.is_string(kind) or pa.types.is_dictionary(kind):
        return not 0 <= size <= memory_bytes()
    return not 0 <= size <= rows * 16 + _SPARE


def refuse_too_large(path: Path, file: pq.ParquetFile, columns: list[str] | None) -> None:
    """Refuse to read whole columns that this machine cannot hold."""
    metadata = file.metadata
    fields = [field for field in file.schema_arrow if columns is None or field.name in columns]
    texts = [place for place, field in enumerate(file.schema_arrow) if field in fields and not _width(field.type)]
    needed = metadata.num_rows * sum(_width(field.type) for field in fields)
    for number in range(metadata.num_row_groups if texts else 0):
        needed += sum(metadata.row_group(number).column(place).total_uncompressed_size for place in texts)
    if needed > memory_bytes():
        raise ReelError(
            f"{path} needs {needed / 2**30:.1f} GiB to be read, and this machine has {memory_bytes() / 2**30:.1f}; "
            "name the columns and the time that you need, or use `query`"
        )


def _width(kind: pa.DataType) -> int:
    """Bytes of one value in memory; 0 for texts, which tell their size themselves."""
    if pa.types.is_dictionary(kind):
        return 4
    return 0 if pa.types.is_string(kind) else max(1, kind.bit_width // 8)


@cache
def memory_bytes() -> int:
    """How much memory this machine has; a guess where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 16 * 2**30


def refuse_changed(path: Path, digest: str | None) -> None:
    """Refuse a file that is not, byte for byte, what was recorded; reels of earlier versions do not know."""
    if digest is not None and _digest_now(path) != digest:
        raise ReelError(f"{path} is not what was recorded: its SHA-256 differs; restore it from a backup")


def _digest_now(path: Path) -> str:
    with reading(path):
        now = path.stat()
    return _digest(path, now.st_mtime_ns, now.st_size)


@cache
def _digest(path: Path, _time: int, _size: int) -> str:
    """Once for each state of a file: a replay asks several times."""
    return file_digest(path)
