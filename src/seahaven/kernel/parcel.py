"""What one process of a split tree tells another, as a value and as bytes.

    b"SHV1" | length of the header | header: JSON | arrays, each beginning at a multiple of 16 bytes

The header holds everything but the arrays, and of each array its type, shape and memory order. Nothing in a parcel can
run. A parcel that is not whole, or claims more than it brings, is refused.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np
from numpy.lib.format import descr_to_dtype, dtype_to_descr

from seahaven.errors import ParcelError, SeahavenError
from seahaven.kernel.codec import decode, encode, kinds_in
from seahaven.kernel.module import Module
from seahaven.kernel.port import Event

__all__ = ["Parcel", "kinds_of", "pack", "unpack"]

MAGIC: Final = b"SHV1"
"""Who we are, and the version of the layout."""
HEAD: Final = struct.Struct("<4sI")
ALIGNMENT: Final = 16
_DAMAGE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Parcel:
    """What one process tells another of its date `date`: samples, events, and what was written to the store.

    `complete_before` promises that nothing of an earlier date will follow. `runs` are modules that have run, in order,
    each with what it has written to the store, as far as the receiver wants it.
    """

    complete_before: int
    samples: list[tuple[str, int, Any]] = field(default_factory=list)
    events: list[Event[Any]] = field(default_factory=list)
    date: int = 0
    runs: list[tuple[str, Any]] = field(default_factory=list)


def kinds_of(root: Module) -> dict[str, type]:
    """The dataclasses and enums that the ports of a tree may send."""
    found: dict[str, type] = {}
    for module in root.walk():
        for declared in module.fields.values():
            kinds_in(declared.type, found)
    return found


def pack(parcel: Parcel, kinds: Mapping[str, type]) -> bytes:
    """A parcel as bytes; `kinds` are the dataclasses and enums that may travel, by their labels."""
    events = [(e.date, e.sender, e.index, e.value) for e in parcel.events]
    arrays: list[np.ndarray] = []
    content = (parcel.complete_before, parcel.date, parcel.samples, events, parcel.runs)
    body = [encode(part, arrays, kinds) for part in content]
    blocks, shapes = [], []
    for array in arrays:
        order: Literal["C", "F"] = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
        block = array.tobytes(order)
        shapes.append([dtype_to_descr(array.dtype), list(array.shape), order])
        blocks += [block, bytes(-len(block) % ALIGNMENT)]
    header = json.dumps([body, shapes], separators=(",", ":")).encode()
    header += b" " * (-(HEAD.size + len(header)) % ALIGNMENT)
    return b"".join((HEAD.pack(MAGIC, len(header)), header, *blocks))


def unpack(message: bytes, kinds: Mapping[str, type]) -> Parcel:
    """Back from `pack`; raises `ParcelError` for bytes that are no parcel of this version."""
    try:
        magic, length = HEAD.unpack_from(message)
        if magic != MAGIC:
            raise ParcelError(f"{len(message)} bytes that begin with {message[:8]!r} are no parcel of this version")
        body, shapes = json.loads(message[HEAD.size : HEAD.size + length])
        arrays = _arrays(message, HEAD.size + length, shapes)
        complete, date, samples, events, runs = (decode(part, arrays, kinds) for part in body)
        for number in (complete, date):
            if type(number) is not int:
                raise ParcelError(f"a parcel is dated {number!r:.40}; dates are whole nanoseconds")
        _refuse_misshapen(samples, 3)
        _refuse_misshapen(events, 4)
        _refuse_misshapen(runs, 2)
        return Parcel(complete, samples, [Event(*parts) for parts in events], date, runs)
    except ParcelError:
        raise
    except (*_DAMAGE, struct.error, SeahavenError) as error:
        reason = " ".join(str(error).split())[:120]
        raise ParcelError(f"a parcel of {len(message)} bytes is damaged ({reason or type(error).__name__})") from None


def _refuse_misshapen(items: Any, width: int) -> None:
    if not isinstance(items, list) or any(not isinstance(item, tuple) or len(item) != width for item in items):
        raise ParcelError(f"a parcel holds {items!r:.60} where a list of {width} things each was expected")


def _arrays(message: bytes, start: int, shapes: Sequence[Any]) -> list[np.ndarray]:
    """The arrays behind a header, read-only, without a copy."""
    arrays = []
    for descr, shape, order in shapes:
        kind = descr_to_dtype(_as_descr(descr))
        sizes = tuple(shape)
        if kind.hasobject or any(type(size) is not int or size < 0 for size in sizes) or order not in ("C", "F"):
            raise ParcelError(f"a parcel brings an array of type {kind} and shape {sizes}; objects cannot travel")
        count = math.prod(sizes)
        array = np.frombuffer(message, kind, count, start) if count * kind.itemsize else np.empty(count, kind)
        array.flags.writeable = False
        arrays.append(array.reshape(sizes, order=order))
        start += count * kind.itemsize
        start += -start % ALIGNMENT
    if start != len(message):
        raise ParcelError(f"a parcel of {len(message)} bytes claims to hold {start}")
    return arrays


def _as_descr(descr: Any) -> Any:
    """What NumPy says of a type, with the tuples that JSON has made into lists."""
    if isinstance(descr, str):
        return descr
    return [tuple(_as_descr(part) if k == 1 else _as_part(part) for k, part in enumerate(line)) for line in descr]


def _as_part(part: Any) -> Any:
    return tuple(part) if isinstance(part, list) else part
