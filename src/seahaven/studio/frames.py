"""The binary frames that a running world sends to its viewers: one date of one run, complete in itself.

A frame is a header and then a block for each family, column after column, all little-endian. Blocks are as long as a
multiple of four bytes, and wide columns come first, so that a browser can lay typed arrays over them. Nothing in a
frame refers to another frame, so any of them may be left out. `BLOCKS` and `HEADER` declare everything once: `pack`
writes by them, `unpacked` reads by them, and a page gets them as text (`layout`) and reads by that.

    header | vehicle: id id … x x … y y … | person | cockpit | signal
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.world import Table, World

__all__ = ["BLOCKS", "VERSION", "WireColumn", "layout", "pack", "run_of", "unpacked"]

VERSION: Final = 1
"""Raised whenever a field is added, dropped or changed; a page of another version says that it has to be reloaded."""
NOTHING: Final = -1
"""What a wide column holds where the table is null."""

Cells = NDArray[Any]


@dataclass(frozen=True, slots=True)
class WireColumn:
    """A column of a block: its name, its type, how large one step is (in `unit`), and where it comes from.

    `source` is the column of the table, or several flags of which each gives a bit, from the lowest up.
    """

    name: str
    type: str
    step: float
    unit: str
    doc: str
    source: str | tuple[str, ...] = ""

    @property
    def table_column(self) -> str | tuple[str, ...]:
        """Where it comes from."""
        return self.source or self.name


LAMPS: Final = ("brake_light", "turn_light:left", "turn_light:right", "headlamps", "horn", "contact", "motion:dynamic")
"""Bits of `lamps`, from the lowest up: a flag, whether a category has a value, or whether a reference is not null."""

_PLACE: Final = (
    WireColumn("id", "u4", 1.0, "", "the id of the entity"),
    WireColumn("x", "i4", 0.001, "m", "of its centre"),
    WireColumn("y", "i4", 0.001, "m", "of its centre"),
    WireColumn("z", "i4", 0.001, "m", "of the ground below it"),
)
_SIZE: Final = (
    WireColumn("length", "u2", 0.01, "m", "of its box"),
    WireColumn("width", "u2", 0.01, "m", "of its box"),
    WireColumn("height", "u2", 0.01, "m", "of its box"),
)
BLOCKS: Final[Mapping[str, tuple[WireColumn, ...]]] = {
    "vehicle": (
        *_PLACE,
        WireColumn("leader", "i4", 1.0, "", "the id of the vehicle ahead, -1 without"),
        WireColumn("gap", "i4", 0.01, "m", "to the vehicle ahead, -1 without"),
        WireColumn("heading", "i2", 0.0001, "rad", "from east, counterclockwise"),
        WireColumn("speed", "i2", 0.005, "m/s", "along the heading"),
        WireColumn("acceleration", "i2", 0.005, "m/s²", "along the heading"),
        WireColumn("yaw_rate", "i2", 0.001, "rad/s", "by which the heading changes"),
        WireColumn("steering", "i2", 0.0005, "rad", "of the front wheels"),
        WireColumn("gaze", "i2", 0.0005, "rad", "where its driver looks, from straight ahead"),
        *_SIZE,
        WireColumn("kind", "u1", 1.0, "", "an index into `kinds`"),
        WireColumn("lamps", "u1", 1.0, "", f"bits: {', '.join(LAMPS)}", LAMPS),
    ),
    "person": (
        *_PLACE,
        WireColumn("heading", "i2", 0.0001, "rad", "from east, counterclockwise"),
        WireColumn("speed", "i2", 0.005, "m/s", "along the heading"),
        *_SIZE,
        WireColumn("lamps", "u1", 1.0, "", "bits: contact", ("contact",)),
    ),
    "cockpit": (
        WireColumn("vehicle", "u4", 1.0, "", "the id of the vehicle that is driven freely"),
        WireColumn("wheel", "i2", 0.0005, "rad", "angle of the steering wheel"),
        WireColumn("engine", "u2", 0.02, "rad/s", "speed of the engine"),
        WireColumn("throttle", "u1", 1 / 255, "", "accelerator pedal"),
        WireColumn("brake", "u1", 1 / 255, "", "brake pedal"),
        WireColumn("gear", "u1", 1.0, "", "gear lever: an index into `gears`"),
        WireColumn("ratio", "i1", 1.0, "", "gear that is in"),
        WireColumn("flags", "u1", 1.0, "", "bits: hand_brake, wrecked", ("hand_brake", "wrecked")),
    ),
    "signal": (WireColumn("state", "u1", 1.0, "", "what the light shows, as in the column `state`"),),
}
"""The blocks of a frame, in their order."""

WEATHER: Final = (("visibility", 20_000.0), ("rain", 0.0), ("daylight", 1.0), ("grip", 1.0))
"""What the header says of the weather, and what holds where a study has none."""
HEADER: Final = np.dtype(
    [
        ("version", "<u2"),
        ("run", "u1"),
        ("is_paused", "u1"),
        ("serial", "<u4"),
        ("time", "<f8"),
        ("traffic_time", "<f8"),
        ("pace", "<f4"),
        *((name, "<f4") for name, _ in WEATHER),
        *((f"{name}s", "<u4") for name in BLOCKS),
    ]
)
"""`time` is the date of the frame (s); vehicles that keep to lanes are where they are at `traffic_time`."""


def run_of(frame: bytes) -> int:
    """The number of the run that a frame shows."""
    return int(np.frombuffer(frame, HEADER, 1)["run"][0])


def layout() -> dict[str, Any]:
    """The declaration of frames as a page reads it."""
    offsets: Mapping[str, Any] = HEADER.fields or {}
    fields = [[name, HEADER[name].str.lstrip("<|"), offsets[name][1]] for name in HEADER.names or ()]
    return {
        "version": VERSION,
        "header": fields,
        "size": HEADER.itemsize,
        "blocks": {name: [[each.name, each.type, each.step] for each in columns] for name, columns in BLOCKS.items()},
    }


def pack(
    world: World, *, origin: tuple[float, float], time: float, traffic_time: float, **header: Any
) -> bytes:  # fmt: skip
    """The frame of what there is; `origin` (m) is what coordinates count from, `header` has the other fields."""
    known = {family.name for family in world.families}
    head = np.zeros(1, HEADER)
    head["version"], head["time"], head["traffic_time"] = VERSION, time, traffic_time
    for name, value in {**_weather(world, known), **header}.items():
        head[name] = value
    parts = [b""]
    for family, columns in BLOCKS.items():
        if family in known:
            table = world.family(family)
            head[f"{family}s"] = len(table)
            parts.append(_block(table, columns, origin))
    return b"".join([head.tobytes(), *parts])


def unpacked(frame: bytes) -> dict[str, dict[str, Cells]]:
    """The frame as arrays in their units, by block and column; its header is the block `header`."""
    head = np.frombuffer(frame, HEADER, 1)
    if int(head["version"][0]) != VERSION:
        raise InputError(f"a frame has version {int(head['version'][0])}; expected {VERSION}: take the same Seahaven")
    at = HEADER.itemsize
    told: dict[str, dict[str, Cells]] = {"header": {name: head[name] for name in HEADER.names or ()}}
    for family, columns in BLOCKS.items():
        count, begin, block = int(head[f"{family}s"][0]), at, dict[str, Cells]()
        for column in columns:
            cells = np.frombuffer(frame, f"<{column.type}", count, at)
            block[column.name] = cells * column.step if column.step != 1.0 else cells
            at += cells.nbytes
        at += -(at - begin) % 4
        told[family] = block
    return told


def _weather(world: World, known: set[str]) -> dict[str, float]:
    table = world.family("weather") if "weather" in known else ()
    return {name: float(getattr(table, name)[0]) if len(table) else usual for name, usual in WEATHER}


def _block(table: Table, columns: tuple[WireColumn, ...], origin: tuple[float, float]) -> bytes:
    parts = [_cells(table, column, origin).tobytes() for column in columns]
    size = sum(map(len, parts))
    return b"".join([*parts, bytes(-size % 4)])


def _cells(table: Table, column: WireColumn, origin: tuple[float, float]) -> Cells:
    source = column.table_column
    if isinstance(source, tuple):
        return _bits(table, source).astype(f"<{column.type}")
    if source not in table.type.columns:
        return np.zeros(len(table), f"<{column.type}") if source != "id" else _whole(table.ids, column)
    values = getattr(table, source)
    if source in ("x", "y"):
        values = values - origin[source == "y"]
    if column.step != 1.0:
        values = np.rint(values / column.step)
    if table.type.columns[source].nullable:
        values = np.where(table.null(source), NOTHING if column.type == "i4" else 0, values)
    return _whole(values, column)


def _whole(values: Cells, column: WireColumn) -> Cells:
    """As the type of the column; what is beyond it is held at its ends."""
    ends = np.iinfo(column.type)
    whole: Cells = np.clip(values, ends.min, ends.max).astype(f"<{column.type}")
    return whole


def _bits(table: Table, flags: tuple[str, ...]) -> Cells:
    bits = np.zeros(len(table), np.int64)
    for place, flag in enumerate(flags):
        name, _, word = flag.partition(":")
        if name in table.type.columns:
            bits |= _is_set(table, name, word).astype(np.int64) << place
    return bits


def _is_set(table: Table, name: str, word: str) -> NDArray[np.bool_]:
    column, values = table.type.columns[name], getattr(table, name)
    if column.nullable:
        is_there: NDArray[np.bool_] = ~table.null(name)
        return is_there
    if not word:
        return np.asarray(values != 0)
    wanted = [column.kinds.index(word)]
    if name == "turn_light":
        wanted.append(column.kinds.index("hazard"))
    return np.isin(values, wanted)
