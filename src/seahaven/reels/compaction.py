"""From stream to Parquet, a row group at a time, so that a long run needs no more memory than a short one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from seahaven.disk import sync_file, sync_folder
from seahaven.errors import ReelError
from seahaven.files import file_digest
from seahaven.reels.arrow import pa, pq
from seahaven.reels.folder import remove_streams
from seahaven.reels.manifest import Manifest
from seahaven.reels.shape import GROUP_ROWS
from seahaven.reels.stream import complete_batches

__all__ = ["compact", "pack_reel", "packed_rows", "parquet_path", "settings"]


def parquet_path(folder: Path, name: str) -> Path:
    """Where the table `name` lies once the run is over."""
    return folder / f"{name}.parquet"


def pack_reel(folder: Path, manifest: Manifest) -> None:
    """Pack every stream into a Parquet file, then put the manifest, and only then take the streams away.

    Whenever this is interrupted, by a power cut too, either all streams or all Parquet files are whole, and the
    manifest says which: each step is on the disk before the next one begins.
    """
    tables, digests = manifest.tables(), dict[str, str]()
    try:
        for name, (schema, rows) in tables.items():
            compact(complete_batches(folder, name, schema, rows=rows), folder, name, schema, rows=rows)
            sync_file(parquet_path(folder, name))
            digests[name] = file_digest(parquet_path(folder, name))
        sync_folder(folder)
        manifest = replace(manifest, digests=digests)
        manifest.write(folder)
    except BaseException:
        if not manifest.is_in(folder):
            for name in tables:
                parquet_path(folder, name).unlink(missing_ok=True)
        raise
    remove_streams(folder)


def settings(schema: pa.Schema) -> dict[str, Any]:
    """How tables are packed: zstd, floats split into their bytes (smooth columns shrink best so), the rest by value.

    Every page has a checksum, so that a damaged byte is noticed by who reads it.
    """
    floats = [field.name for field in schema if pa.types.is_floating(field.type) and field.name != "time"]
    return {
        "compression": "zstd",
        "write_page_checksum": True,
        "use_dictionary": [field.name for field in schema if field.name not in floats],
        "column_encoding": dict.fromkeys(floats, "BYTE_STREAM_SPLIT"),
    }


def compact(batches: Iterable[pa.RecordBatch], folder: Path, name: str, schema: pa.Schema, *, rows: int) -> None:
    """Write a table's batches to its Parquet file, and check that all `rows` rows have arrived there."""
    path = parquet_path(folder, name)
    with pq.ParquetWriter(str(path), schema, **settings(schema)) as writer:
        for group in _groups(batches, schema):
            writer.write_table(group, row_group_size=max(1, len(group)))
    written = packed_rows(path)
    if written != rows:
        raise ReelError(f"{path} holds {written} rows, but {rows} were recorded; the stream beside it is kept")


def packed_rows(path: Path) -> int:
    """How many rows a Parquet file says it has, at its very end; fails if that was cut off."""
    return int(pq.read_metadata(str(path)).num_rows)


def _groups(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """Groups of so many rows, wherever batches end: how often a run was flushed leaves no trace."""
    waiting: list[pa.RecordBatch] = []
    missing = GROUP_ROWS
    for batch in batches:
        while batch.num_rows >= missing:
            yield _group([*waiting, batch.slice(0, missing)], schema)
            batch, waiting, missing = batch.slice(missing), [], GROUP_ROWS
        if batch.num_rows:
            waiting.append(batch)
            missing -= batch.num_rows
    if waiting:
        yield _group(waiting, schema)


def _group(batches: list[pa.RecordBatch], schema: pa.Schema) -> pa.Table:
    """Batches in one piece: where a page ends depends on where pieces do."""
    return pa.Table.from_batches(batches, schema).combine_chunks()
