"""Damage of every kind, drawn by Hypothesis: to the bytes of a file, to the values in a JSON text, and to tables."""

from __future__ import annotations

import copy
from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

__all__ = ["damaged_bytes", "damaged_json", "damaged_tables"]

NUMBERS = (b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\x00\x00\x00\x00", b"\xff" * 8, b"\x7f" * 8)
DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        7,
        2**31,
        2**63,
        -(2**63),
        10**30,
        0.5,
        -0.0,
        1e-320,
        1e308,
        float("nan"),
        float("inf"),
    ),
    *(
        "",
        "x",
        "1e999999999",
        "1/0",
        "../../etc/passwd",
        "\x1b[2J",
        "\ud800",
        "ä" * 300,
        "running",
        "closed",
        "category",
    ),
    *([], {}, [[]], [None], [1, 2, 3], {"a": 1}, {"": {}}, DEEP),
)


@st.composite
def damaged_bytes(draw: st.DrawFn, content: bytes) -> bytes:
    """The content of a file after a full disk, a bad sector, a broken copy, or somebody who knows where sizes stand."""
    size = len(content)
    place, length = draw(st.integers(0, size)), draw(st.integers(1, max(1, size // 4)))
    return draw(
        st.sampled_from(
            [
                content[:place],
                content[place:],
                content[:place] + content[place + length :],
                content[:place] + bytes(length) + content[place + length :],
                content[:place] + bytes([draw(st.integers(0, 255))]) + content[place + 1 :],
                content[:place] + content[:length] + content[place:],
                content[:place] + draw(st.sampled_from(NUMBERS)) + content[place + 4 :],
                content[size // 2 :] + content[: size // 2],
                content + content,
                b"",
            ]
        )
    )


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every item of every list and object in a value, by the one that it is in and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *_places(value[key]))]


@st.composite
def damaged_json(draw: st.DrawFn, value: Any) -> Any:
    """A value of another shape: things missing, of another type, too many, too large, elsewhere."""
    changed = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 2))):
        places = _places(changed)
        if not places:
            break
        container, key = draw(st.sampled_from(places))
        what = draw(st.sampled_from(["put", "put", "put", "take", "wrap", "move"]))
        if what == "put":
            container[key] = copy.deepcopy(draw(st.sampled_from(VALUES)))
        elif what == "take":
            del container[key]
        elif what == "wrap":
            container[key] = [container[key]]
        else:
            other, its_key = draw(st.sampled_from(places))
            container[key] = copy.deepcopy(other[its_key]) if its_key in other or isinstance(other, list) else None
    return changed


Change = Callable[[pa.Table, str], pa.Table]


def _put(table: pa.Table, name: str, cells: Any) -> pa.Table:
    return table.set_column(table.column_names.index(name), name, cells)


def _same(table: pa.Table, name: str, value: Any) -> pa.Table:
    is_category = pa.types.is_dictionary(table.schema.field(name).type)
    kind = table.schema.field(name).type.value_type if is_category else table.schema.field(name).type
    try:
        cells = pa.array([value] * len(table), kind)
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        cells = pa.nulls(len(table), kind)
    return _put(
        table, name, cells.dictionary_encode() if pa.types.is_dictionary(table.schema.field(name).type) else cells
    )


CHANGES: dict[str, Change] = {
    "drop a column": lambda table, name: table.drop_columns([name]),
    "rename a column": lambda table, name: table.rename_columns(
        [f"{n}_" if n == name else n for n in table.column_names]
    ),
    "null": lambda table, name: _put(table, name, pa.nulls(len(table), table.schema.field(name).type)),
    "nan": lambda table, name: _same(table, name, nan),
    "infinity": lambda table, name: _same(table, name, inf),
    "minus one": lambda table, name: _same(table, name, -1),
    "zero": lambda table, name: _same(table, name, 0),
    "large": lambda table, name: _same(table, name, 2**62),
    "text": lambda table, name: _same(table, name, "[" * 5000),
    "as text": lambda table, name: _put(table, name, pa.array([str(v) for v in table.column(name).to_pylist()])),
    "as double": lambda table, name: _put(table, name, pa.array(np.arange(len(table), dtype=np.float64))),
    "backwards": lambda table, _: table.take(pa.array(range(len(table))[::-1], pa.int64())),
    "twice": lambda table, _: pa.concat_tables([table, table]),
    "half": lambda table, _: table.slice(0, len(table) // 2),
    "nothing": lambda table, _: table.slice(0, 0),
}


@st.composite
def damaged_tables(draw: st.DrawFn, table: pa.Table) -> pa.Table:
    """A table of other columns, values or rows."""
    change = CHANGES[draw(st.sampled_from(sorted(CHANGES)))]
    return change(table, draw(st.sampled_from(table.column_names)))
