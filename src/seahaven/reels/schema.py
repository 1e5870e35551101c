"""How a family looks in Arrow: a row per frame and entity, with types, units and meanings; there and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from seahaven.errors import WiringError
from seahaven.reels.arrow import pa, pc
from seahaven.reels.plain_value import PlainValue
from seahaven.world import Column, FamilyType

__all__ = [
    "EVENTS",
    "FRAMES",
    "column_of",
    "described",
    "event_schema",
    "family_schema",
    "frame_schema",
    "recordable",
    "with_kinds",
]

EVENTS: Final = "events"
FRAMES: Final = "frames"


def recordable(family: FamilyType, columns: tuple[str, ...] | None = None) -> FamilyType:
    """The family with the columns that are to be recorded (None: all but those of passing interest only).

    Refuses names that a reel needs itself.
    """
    if columns is None:
        columns = tuple(name for name, column in family.columns.items() if not column.is_passing)
    chosen = FamilyType(family.name, {name: family.column(name) for name in columns}, family.doc)
    if family.name in (EVENTS, FRAMES):
        raise WiringError(f"a family called '{family.name}' cannot be recorded: a reel has a table of that name itself")
    if "time" in chosen.columns:
        raise WiringError(
            f"family '{family.name}' has a column 'time', but in a reel that is the date of the frame; "
            "rename it, or name the columns to record"
        )
    return chosen


def family_schema(family: FamilyType) -> pa.Schema:
    """The columns of a family's table in a reel: time, id, then the family's own."""
    return pa.schema([_time(), _id(), *(_field(name, column) for name, column in family.columns.items())])


def frame_schema(families: Mapping[str, FamilyType]) -> pa.Schema:
    """The columns of the table of frames: the date, and how many rows each family had."""
    counts = [pa.field(name, pa.int32(), nullable=False, metadata={"doc": "rows"}) for name in families]
    return pa.schema([_time(), *counts])


def event_schema() -> pa.Schema:
    """The columns of the table of events."""
    text = {"sender": "the port that told it", "kind": "type of the value", "value": "as JSON"}
    sender, kind, value = (pa.field(n, pa.utf8(), nullable=False, metadata={"doc": doc}) for n, doc in text.items())
    index = pa.field("index", pa.int32(), nullable=False, metadata={"doc": "count within one date of one port"})
    return pa.schema([_time(), sender, index, kind, value])


def _field(name: str, column: Column) -> pa.Field:
    told = {"unit": column.unit, "doc": column.doc}
    metadata = {key: text for key, text in told.items() if text}
    return pa.field(name, _arrow_type(column), nullable=column.nullable, metadata=metadata or None)


def _arrow_type(column: Column) -> pa.DataType:
    if column.kinds:
        return pa.dictionary(pa.int16(), pa.utf8())
    return pa.from_numpy_dtype(np.dtype(column.dtype))


def with_kinds(cells: pa.ChunkedArray, column: Column) -> pa.ChunkedArray:
    """Cells of a category column with the codes of its declaration; a file may number the names as it likes."""
    kinds = pa.array(column.kinds, pa.utf8())
    chunks = [
        pa.DictionaryArray.from_arrays(pc.index_in(chunk.dictionary, kinds).take(chunk.indices).cast(pa.int16()), kinds)
        for chunk in cells.chunks
    ]
    return pa.chunked_array(chunks, _arrow_type(column))


def described(column: Column) -> dict[str, Any]:
    """A column as the manifest tells it."""
    kind = "category" if column.kinds else "entity" if column.is_entity else column.dtype
    told = {"type": kind, "unit": column.unit, "doc": column.doc, "nullable": column.nullable}
    return {**told, "kinds": list(column.kinds)} if column.kinds else told


def column_of(told: PlainValue) -> Column:
    """Back from `described`; defaults are not recorded."""
    kind, doc = told["type"].text(), told["doc"].text()
    if kind == "entity":
        return Column.entity(doc=doc)
    kinds = tuple(value.text() for value in told["kinds"].items()) if kind == "category" else ()
    dtype = "" if kind == "category" else kind
    if not (dtype or kinds):
        told["kinds"].refuse("expected the names of a category")
    return Column(dtype, unit=told["unit"].text(), doc=doc, nullable=told["nullable"].flag(), kinds=kinds)


def _time() -> pa.Field:
    return pa.field("time", pa.float64(), nullable=False, metadata={"unit": "s", "doc": "date of the frame"})


def _id() -> pa.Field:
    return pa.field("id", pa.int64(), nullable=False, metadata={"doc": "the entity"})
