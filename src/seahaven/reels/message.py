"""The messages of an Arrow stream file, looked at from outside before any of them is unpacked.

Our streams are never compressed. A compressed batch could claim any size, and would be unpacked before it can be
checked; so a stream ends for us where one comes. Whether a batch is compressed stands in its head, a FlatBuffers table
(Apache Arrow, `format/Message.fbs`), of which pyarrow does not tell it.
"""

from __future__ import annotations

import struct
from typing import Final

import pyarrow as pa

from seahaven.reels.folder import DAMAGE

__all__ = ["plain_part"]

_HEADER_TYPE, _HEADER = 1, 2
_DICTIONARY, _RECORDS = 2, 3
_DATA: Final = 1
"""The field of a dictionary's head that holds the batch of its values."""
_COMPRESSION: Final = 3
"""The field of a batch's head that is there only if the batch is compressed."""


def plain_part(content: pa.Buffer) -> pa.Buffer:
    """The messages at the beginning of a stream that are whole and not compressed; nothing is copied."""
    source, end = pa.BufferReader(content), 0
    try:
        for message in pa.ipc.MessageReader.open_stream(source):
            if _is_compressed(message.metadata.to_pybytes()):
                break
            end = source.tell()
    except (struct.error, *DAMAGE):
        pass
    return content.slice(0, end)


def _is_compressed(head: bytes) -> bool:
    root = struct.unpack_from("<I", head)[0]
    kind_at, header_at = _field(head, root, _HEADER_TYPE), _field(head, root, _HEADER)
    if not (kind_at and header_at) or head[kind_at] not in (_DICTIONARY, _RECORDS):
        return False
    batch = _followed(head, header_at)
    if head[kind_at] == _DICTIONARY:
        data_at = _field(head, batch, _DATA)
        if not data_at:
            return False
        batch = _followed(head, data_at)
    return _field(head, batch, _COMPRESSION) != 0


def _field(head: bytes, table: int, number: int) -> int:
    """Where a field of a table lies; 0 if it was left out."""
    fields = table - struct.unpack_from("<i", head, table)[0]
    size = struct.unpack_from("<H", head, fields)[0]
    place = 4 + 2 * number
    offset = struct.unpack_from("<H", head, fields + place)[0] if place < size else 0
    return table + offset if offset else 0


def _followed(head: bytes, place: int) -> int:
    """The table that a field points to."""
    return int(place + struct.unpack_from("<I", head, place)[0])
