"""Arrow stream files: what is written is with the operating system at once, and survives the death of the process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.disk import sync_file
from seahaven.errors import ReelError
from seahaven.reels.arrow import pa
from seahaven.reels.folder import damage
from seahaven.reels.message import plain_part
from seahaven.reels.shape import refuse_nulls, refuse_other_schema

__all__ = ["Stream", "complete_batches", "stream_path", "stream_table"]


def stream_path(folder: Path, name: str) -> Path:
    """Where the table `name` lies while the run goes on."""
    return folder / f"{name}.arrows"


class Stream:
    """One table of a reel while it is being written, batch by batch."""

    __slots__ = ("_path", "_sink", "_writer", "name", "rows", "schema")

    def __init__(self, folder: Path, name: str, schema: pa.Schema) -> None:
        self.name = name
        self.schema = schema
        self.rows = 0
        self._path = stream_path(folder, name)
        self._sink = pa.OSFile(str(self._path), "wb")
        self._writer = pa.ipc.new_stream(self._sink, schema)

    def write(self, batch: pa.RecordBatch) -> None:
        """Append a batch; its arrays may be reused afterwards."""
        self._writer.write_batch(batch)
        self.rows += batch.num_rows

    def send(self, message: NDArray[np.uint8], rows: int) -> None:
        """Append a batch of so many rows whose message is complete; Arrow has written one with the same columns."""
        self._sink.write(message)
        self.rows += rows

    def write_rows(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Append rows of plain values, if there are any."""
        if rows:
            columns = zip(zip(*rows, strict=True), self.schema, strict=True)
            arrays = [pa.array(cells, field.type) for cells, field in columns]
            self.write(pa.RecordBatch.from_arrays(arrays, schema=self.schema))

    def sync(self) -> None:
        """Wait until all batches that were written are on the disk."""
        sync_file(self._path)

    def close(self) -> None:
        """Write the end mark and let go of the file."""
        self._writer.close()
        self._sink.close()

    def abandon(self) -> None:
        """Let go of the file as it is."""
        self._sink.close()


def complete_batches(
    folder: Path, name: str, schema: pa.Schema, *, rows: int | None = None
) -> Iterator[pa.RecordBatch]:
    """The batches of a stream file up to where it was cut off, or its first `rows` rows; mapped, not read into memory.

    A killed process leaves a file that ends within a batch, or that is still empty: the rest is whole. A batch that is
    damaged counts as cut off, too; a file of other columns is refused.
    """
    path = stream_path(folder, name)
    if not path.exists():
        raise ReelError(f"{path} is gone: the reel was closed or recovered meanwhile; open it again")
    if not path.stat().st_size:
        return
    left = rows
    for batch in _batches(path, schema):
        if left is not None and batch.num_rows >= left:
            yield batch.slice(0, left)
            return
        left = None if left is None else left - batch.num_rows
        yield batch


def _batches(path: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The batches that are whole."""
    with pa.memory_map(str(path)) as source:
        try:
            stream = pa.ipc.open_stream(plain_part(source.read_buffer()))
            there = pa.schema([stream.schema.field(name) for name in stream.schema.names])
        except damage():
            return
        refuse_other_schema(path, there, schema, exactly=True)
        while True:
            try:
                batch = stream.read_next_batch()
                batch.validate(full=True)
            except damage(StopIteration):
                return
            yield batch


def stream_table(folder: Path, name: str, schema: pa.Schema, *, rows: int | None = None) -> pa.Table:
    """The complete batches of a stream file as one table."""
    table = pa.Table.from_batches(complete_batches(folder, name, schema, rows=rows), schema)
    refuse_nulls(stream_path(folder, name), table, schema)
    return table
