"""The messages of an Arrow stream file, looked at from outside before any of them is unpacked.

The head of a message is a FlatBuffers table (Apache Arrow, `format/Message.fbs`). Recording fills in heads, see
`BatchHead`; reading looks at them first.

Our streams are never compressed. A compressed batch could claim any size, and would be unpacked before it can be
checked; so a stream ends for us where one comes. Whether a batch is compressed stands in its head, which pyarrow does
not show.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.arrow import pa
from seahaven.reels.folder import damage

__all__ = ["BatchHead", "plain_part"]

_HEADER_TYPE, _HEADER, _BODY_LENGTH = 1, 2, 3
_DICTIONARY, _RECORDS = 2, 3
_LENGTH, _NODES, _BUFFERS = 0, 1, 2
"""Fields of a batch's head: how many rows it has, of each column the rows and nulls, and where its buffers lie."""
_PREFIX: Final = 8
"""Bytes in front of a head: a mark, and how long the head is."""
_DATA: Final = 1
"""The field of a dictionary's head that holds the batch of its values."""
_COMPRESSION: Final = 3
"""The field of a batch's head that is there only if the batch is compressed."""


@dataclass(frozen=True, slots=True, eq=False)
class BatchHead:
    """The beginning of the message of a record batch, up to its body, to be filled in for other rows of its columns."""

    content: bytes
    places: NDArray[np.int64]
    """Where the number of rows, the first node, the first buffer and the length of the body stand."""

    @classmethod
    def of(cls, batch: pa.RecordBatch) -> Self:
        """The head of a batch that has rows: what is 0 is left out of a table."""
        content = batch.serialize().to_pybytes()
        head = content[_PREFIX : _PREFIX + struct.unpack_from("<I", content, 4)[0]]
        root = struct.unpack_from("<I", head)[0]
        body = _field(head, root, _BODY_LENGTH)
        records = _followed(head, _field(head, root, _HEADER))
        lists = [_followed(head, _field(head, records, number)) + 4 for number in (_NODES, _BUFFERS)]
        places = [_field(head, records, _LENGTH), *lists, body]
        return cls(content[: _PREFIX + len(head)], np.array(places, np.int64) + _PREFIX)

    @property
    def body(self) -> int:
        """Where the body begins."""
        return len(self.content)

    def message(self, most: int) -> NDArray[np.uint8]:
        """Room for a message with a body of `most` bytes, which begins with this head."""
        message = np.empty(self.body + most, np.uint8)
        message[: self.body] = np.frombuffer(self.content, np.uint8)
        return message


def plain_part(content: pa.Buffer) -> pa.Buffer:
    """The messages at the beginning of a stream that are whole and not compressed; nothing is copied."""
    source, end = pa.BufferReader(content), 0
    try:
        for message in pa.ipc.MessageReader.open_stream(source):
            if _is_compressed(message.metadata.to_pybytes()):
                break
            end = source.tell()
    except damage(struct.error):
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
    """The table or list that a field points to."""
    return int(place + struct.unpack_from("<I", head, place)[0])
