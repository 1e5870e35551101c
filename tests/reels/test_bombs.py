"""Small files that claim to hold much: none is unpacked into more than this machine, or its maker, would hold."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seahaven.errors import ReelError
from seahaven.reels import Reel, packed
from seahaven.reels.manifest import MANIFEST, MOST_BYTES
from seahaven.reels.message import plain_part
from seahaven.reels.schema import event_schema, family_schema
from tests.reels.drives import PERSON, record
from tests.reels.test_damage import forget_digests

MANY = 2_000_000


@pytest.fixture
def reel(tmp_path: Path) -> Path:
    record(tmp_path / "a.reel", seconds=0.5)
    return tmp_path / "a.reel"


def constant_people(rows: int) -> pa.Table:
    schema = family_schema(PERSON)
    return pa.table([pa.repeat(pa.scalar(1, field.type), rows) for field in schema], schema=schema)


def peak() -> int:
    return int(pa.default_memory_pool().max_memory())


def test_a_small_file_with_one_huge_group_of_rows_is_refused_before_it_is_read(reel: Path) -> None:
    pq.write_table(constant_people(MANY), reel / "person.parquet", row_group_size=MANY)
    assert (reel / "person.parquet").stat().st_size < 100_000
    forget_digests(reel, rows={"person": MANY})
    for use in (lambda: Reel.open(reel).table("person"), lambda: Reel.open(reel).query("select 1")):
        with pytest.raises(ReelError, match=r"person\.parquet is damaged: its groups of rows are not those"):
            use()
    assert "its groups of rows" in Reel.open(reel).damage[0]


def test_a_table_that_this_machine_cannot_hold_is_refused_with_what_to_do(
    reel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pq.write_table(constant_people(MANY), reel / "person.parquet", row_group_size=131_072)
    forget_digests(reel, rows={"person": MANY})
    monkeypatch.setattr(packed, "memory_bytes", lambda: 20_000_000)
    with pytest.raises(ReelError, match=r"person\.parquet needs 0\.0 GiB to be read, .* name the columns and the time"):
        Reel.open(reel).table("person")
    assert len(Reel.open(reel).table("person", ["id"])) == MANY


def test_a_text_that_this_machine_cannot_hold_is_refused(reel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = event_schema()
    cells = (0.0, "a", 0, "b", "x" * 30_000_000)
    events = pa.table([pa.array([cell], field.type) for cell, field in zip(cells, schema, strict=True)], schema=schema)
    pq.write_table(events, reel / "events.parquet", compression="zstd", use_dictionary=False)
    assert (reel / "events.parquet").stat().st_size < 100_000
    forget_digests(reel, rows={"events": 1})
    monkeypatch.setattr(packed, "memory_bytes", lambda: 20_000_000)
    with pytest.raises(ReelError, match=r"events\.parquet is damaged: column 'value' claims an absurd size"):
        Reel.open(reel).events()


def test_a_compressed_batch_is_never_unpacked() -> None:
    batch = pa.record_batch({"x": pa.repeat(pa.scalar(0, pa.int64()), 5_000_000)})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as plain:
        plain.write_batch(batch.slice(0, 10))
    start = sink.getvalue()
    packed_sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(packed_sink, batch.schema, options=options) as bomb:
        bomb.write_batch(batch)
    content = packed_sink.getvalue()
    assert content.size < 100_000
    before = peak()
    assert pa.ipc.open_stream(plain_part(content)).read_all().num_rows == 0
    assert peak() == before
    assert pa.ipc.open_stream(plain_part(start)).read_all().num_rows == 10


def test_a_manifest_of_absurd_size_or_depth_is_refused(reel: Path) -> None:
    path = reel / MANIFEST
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "name": None}).replace('"name": null', f'"name": {"[" * 100_000}'))
    with pytest.raises(ReelError, match=r"manifest\.json is damaged: it is nested too deep; restore it from a backup"):
        Reel.open(reel)
    with path.open("r+b") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(ReelError, match=r"json is damaged: it has 67,108,865 bytes; expected 67,108,864 at most"):
        Reel.open(reel)
