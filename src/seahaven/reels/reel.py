"""A recording, read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ReelError, SeahavenError, nearest
from seahaven.files import file_digest
from seahaven.reels.arrow import pa, pc, pq
from seahaven.reels.compaction import parquet_path
from seahaven.reels.folder import ROADS, reading
from seahaven.reels.lock import is_recording, refuse_recording
from seahaven.reels.manifest import Manifest
from seahaven.reels.packed import open_packed, refuse_changed, refuse_too_large
from seahaven.reels.salvage import salvaged, salvaged_frames, salvaged_rows
from seahaven.reels.schema import EVENTS, FRAMES, with_kinds
from seahaven.reels.shape import refuse_nulls, refuse_unlikely_frames, refuse_unlikely_values
from seahaven.reels.stream import stream_path, stream_table
from seahaven.world import FamilyType, entity_label, entity_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation
    from pandas import DataFrame

    from seahaven.roads.model import RoadNetwork

__all__ = ["Happened", "Reel"]

_NONSENSE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
QUICK: Final = 64 * 2**20
"""Bytes of a file that are looked at in no time."""
Interval = tuple[float | None, float | None]
"""From when to when, in seconds, both included; None is an open end."""


class Happened(NamedTuple):
    """An event as it was recorded: when (s), its type, and its fields or its value."""

    time: float
    kind: str
    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Reel:
    """What was recorded of one run.

        reel = Reel.open("drive.reel")
        reel.table("vehicle", columns=["time", "id", "speed"], time=(10.0, 20.0))     a PyArrow table
        reel.frame("vehicle")                                                         a pandas frame
        reel.frame("events")                                                          what was told, and when
        reel.query("select id, max(speed) from vehicle group by id").df()             DuckDB

    A run that was killed, or that is still going on, opens too: up to the last frame that is complete in all tables.
    """

    path: Path
    manifest: Manifest = field(repr=False)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """The reel in a folder; refuses a folder that is none."""
        folder = Path(path)
        manifest = Manifest.read(folder)
        place = stream_path if manifest.state == "running" else parquet_path
        lost = [place(folder, name).name for name in manifest.tables() if not place(folder, name).is_file()]
        if not lost:
            return cls(folder, manifest)
        if Manifest.read(folder) != manifest:  # closed while we looked
            return cls.open(folder)
        raise ReelError(f"{folder} has lost {', '.join(lost)}; restore it from a backup")

    @property
    def families(self) -> Mapping[str, FamilyType]:
        """The declarations of the recorded families and columns, by name; a world can be made from them."""
        return self.manifest.families

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return self.manifest.seed

    def label(self, entity: int) -> str:
        """How an entity is called in messages, tables, reports and pages: by its name, or by its number."""
        return entity_label(entity, {known: name for name, known in self.manifest.names.items()})

    def entity(self, label: str) -> int:
        """The id of the entity with this label: what its rows have in their column `id`."""
        return entity_of(label, {known: name for name, known in self.manifest.names.items()})

    @property
    def is_complete(self) -> bool:
        """Whether the run went on to its end, and the reel was closed there."""
        return self.manifest.state == "closed"

    @property
    def is_cut(self) -> bool:
        """Whether the run was killed, so that the reel ends at `recovered_until`."""
        return self.manifest.state == "recovered" or (self._is_open and not self.is_live)

    @property
    def is_live(self) -> bool:
        """Whether the run still goes on and records; where there are no file locks, nobody can tell."""
        return self._is_open and is_recording(self.path)

    @property
    def so_far(self) -> Manifest:
        """The manifest with what can be read by now, which differs from its own while nobody has closed the reel."""
        return salvaged(self.path, self.manifest) if self._is_open else self.manifest

    @property
    def damage(self) -> list[str]:
        """What is wrong with the tables as far as it is quick to see; none if nothing is.

        Of small files every byte is looked at. In large ones, bytes that were damaged further inside are noticed when
        they are read, and by `refuse_damaged`.
        """
        if self._is_open:
            return []
        digests, tables = self.manifest.digests, self.manifest.tables()
        damage = (_damage(parquet_path(self.path, name), *tables[name], digests.get(name)) for name in tables)
        return [wrong for wrong in damage if wrong]

    @property
    def recovered_until(self) -> float | None:
        """The last complete frame, in seconds, of a reel that nobody has closed; None if there is none."""
        if not self._is_open and not self.is_cut:
            return None
        times = self.times
        return float(times[-1]) if len(times) else None

    @property
    def times(self) -> NDArray[np.float64]:
        """The dates of all frames, in seconds."""
        times: NDArray[np.float64] = self.counts().column("time").to_numpy()
        return times

    def counts(self) -> pa.Table:
        """The frames: when each was taken, and how many rows every family had in it."""
        if self._is_open:
            return salvaged_frames(self.path, self.manifest)
        frames = self._packed(FRAMES, None, None)
        refuse_unlikely_frames(parquet_path(self.path, FRAMES), frames)
        return frames

    def roads(self) -> RoadNetwork | None:
        """The road network on which it all happened; None if none was recorded."""
        from seahaven.roads.formats.opendrive import read_opendrive  # only who asks for roads waits for it

        if self.manifest.roads is None:
            return None
        path = self.path / ROADS
        if not path.is_file():
            raise ReelError(f"{self.path} has lost {ROADS}; restore it from a backup")
        if file_digest(path) != self.manifest.roads:
            raise ReelError(f"{path} is not the network that was recorded; restore it from a backup")
        return read_opendrive(path)

    def refuse_unclosed(self) -> None:
        """Refuse a reel that is still being recorded, or that was cut off and not made whole since."""
        if self._is_open:
            refuse_recording(self.path)
            raise ReelError(f"{self.path} was never closed; make it whole with: seahaven recover {self.path}")

    def refuse_damaged(self) -> None:
        """Refuse a reel that is not closed, or of which a single byte is not as it was recorded; reads all of it."""
        self.refuse_unclosed()
        for name, (schema, rows) in self.manifest.tables().items():
            path = parquet_path(self.path, name)
            refuse_changed(path, self.manifest.digests.get(name))
            open_packed(path, schema, rows).close()

    @contextmanager
    def interpreting(self) -> Iterator[None]:
        """Turn what comes of recorded values that mean nothing into one line.

        Of a reel that has digests, and so is as it was recorded, it would be a fault of ours, and stays what it is.
        """
        try:
            yield
        except ReelError as error:
            if str(self.path) in str(error):
                raise
            raise ReelError(f"{self.path}: {error}") from None
        except SeahavenError:
            raise
        except _NONSENSE as error:
            if self.manifest.digests:
                raise
            reason = f"{type(error).__name__}: {error}"
            raise ReelError(
                f"{self.path} holds values that mean nothing ({reason:.200}); record the run again"
            ) from None

    def events(self) -> pa.Table:
        """All events in order of time and sender: time, sender, index, kind (type) and value (JSON text)."""
        told = self._streamed(EVENTS, None) if self._is_open else self._packed(EVENTS, None, None)
        return told.sort_by([("time", "ascending"), ("sender", "ascending"), ("index", "ascending")])

    def happenings(self, *kinds: str) -> list[Happened]:
        """The events of some kinds in order of time and sender, with their values unpacked."""
        events = self.events()
        events = events.filter(
            pc.is_in(events.column("kind").cast(pa.string()), value_set=pa.array(kinds, pa.string()))
        )
        rows = zip(*(events.column(name).to_pylist() for name in ("time", "kind", "value")), strict=True)
        return [Happened(float(time), kind, json.loads(value)) for time, kind, value in rows]

    def table(self, family: str, columns: Sequence[str] | None = None, *, time: Interval | None = None) -> pa.Table:
        """The rows of a family as a PyArrow table: a row for each frame and entity, in this order.

        `columns` are those wanted (None: time, id and all of the family's); `time` is from when to when, in seconds,
        both included, None for an open end. The tables `events` and `frames` can be had in the same way.
        """
        chosen = self._chosen(family, columns)
        wanted = _during(time) if time else None
        if family not in self.families:
            whole = self.events() if family == EVENTS else self.counts()
            return (whole if wanted is None else whole.filter(wanted)).select(chosen)
        if self._is_open:
            rows = salvaged_rows(self.path, self.manifest)[family]
            whole = self._streamed(family, rows)
            found = (whole if wanted is None else whole.filter(wanted)).select(chosen)
        else:
            found = self._packed(family, chosen, wanted)
        return self.as_declared(family, found)

    def frame(self, family: str, columns: Sequence[str] | None = None, *, time: Interval | None = None) -> DataFrame:
        """The same as a pandas frame; categories stay categories, and integers with nulls integers."""
        from seahaven.reels.answers import as_frame  # loads pandas, which only who uses it should wait for

        return as_frame(self.table(family, columns, time=time))

    def query(self, sql: str) -> DuckDBPyRelation:
        """What DuckDB answers; every family is a view, and so are `events` and `frames`.

        The query sees this reel and nothing else: no other files, no variables of the caller. Take the answer as
        `.df()`, `.to_arrow_table()` or `.fetchall()`; only then is it computed, and only then does DuckDB say if it
        comes upon a damaged page.
        """
        from seahaven.reels.answers import duckdb_answer  # loads DuckDB, which only who uses it should wait for

        try:
            return duckdb_answer(sql, {name: self._view(name) for name in self.manifest.tables()})
        except ValueError as error:
            raise ReelError(f"{self.path}: the query cannot be answered: {error}") from None

    def _view(self, name: str) -> Any:
        """What DuckDB reads: the Parquet file, of which it takes only what it needs, or what there is of a stream."""
        if not self._is_open:
            path = parquet_path(self.path, name)
            open_packed(path, *self.manifest.tables()[name]).close()
            with reading(path):
                return _dataset(path)
        if name in (EVENTS, FRAMES):
            return self.events() if name == EVENTS else self.counts()
        return self.table(name)

    @property
    def _is_open(self) -> bool:
        """Whether the tables still are streams."""
        return self.manifest.state == "running"

    def _streamed(self, name: str, rows: int | None) -> pa.Table:
        return stream_table(self.path, name, self.manifest.tables()[name][0], rows=rows)

    def _packed(self, name: str, columns: list[str] | None, wanted: pc.Expression | None) -> pa.Table:
        path = parquet_path(self.path, name)
        schema, rows = self.manifest.tables()[name]
        with open_packed(path, schema, rows) as file:
            refuse_too_large(path, file, columns if wanted is None else ["time"])
        with reading(path):
            found = pq.read_table(
                str(path), columns=columns, filters=wanted, partitioning=None, page_checksum_verification=True
            )
            found.validate(full=True)
        refuse_nulls(path, found, schema)
        return found

    def _chosen(self, family: str, columns: Sequence[str] | None) -> list[str]:
        tables = self.manifest.tables()
        if family not in tables:
            raise ReelError(f"{self.path} has no table '{family}'{nearest(family, tables)}")
        known = tables[family][0].names
        for name in columns or ():
            if name not in known:
                raise ReelError(f"{self.path} has no column '{name}' in '{family}'{nearest(name, known)}")
        return known if columns is None else list(columns)

    def as_declared(self, name: str, found: pa.Table) -> pa.Table:
        """Rows of the table `name` with exactly the types, codes and notes that were recorded."""
        schema = self.manifest.tables()[name][0]
        columns = self.families[name].columns if name in self.families else {}
        cells = [
            with_kinds(found.column(one), columns[one]) if one in columns and columns[one].kinds else found.column(one)
            for one in found.column_names
        ]
        table = pa.table(cells, schema=pa.schema([schema.field(one) for one in found.column_names]))
        path = (stream_path if self._is_open else parquet_path)(self.path, name)
        refuse_nulls(path, table, schema)
        refuse_unlikely_values(path, table)
        return table


def _dataset(path: Path) -> Any:
    """A file that is read as far as a query needs it, with its checksums verified."""
    from pyarrow import dataset  # loads pandas, which only who asks should wait for

    options = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
    return dataset.dataset(str(path), format=dataset.ParquetFileFormat(default_fragment_scan_options=options))


def _damage(path: Path, schema: pa.Schema, rows: int, digest: str | None) -> str | None:
    try:
        open_packed(path, schema, rows).close()
        if path.stat().st_size <= QUICK:
            refuse_changed(path, digest)
    except ReelError as error:
        return str(error)
    return None


def _during(time: Interval) -> pc.Expression:
    first, last = time
    wanted = pc.field("time").is_valid()
    if first is not None:
        wanted &= pc.field("time") >= first
    if last is not None:
        wanted &= pc.field("time") <= last
    return wanted
