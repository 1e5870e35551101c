"""Packets between the studio and the simulation's process: a length, a word, and a body of bytes.

u32 length of all that follows | u8 length of the word | word | body
"""

from __future__ import annotations

import struct
from typing import BinaryIO, Final

from seahaven.errors import SeahavenError

__all__ = ["MOST_BYTES", "packet", "read_packet"]

MOST_BYTES: Final = 512_000_000
"""More than any world takes; a length beyond it is no length."""


def packet(word: str, body: bytes) -> bytes:
    """A packet as it is sent."""
    name = word.encode("ascii")
    return struct.pack("<IB", 1 + len(name) + len(body), len(name)) + name + body


def read_packet(stream: BinaryIO) -> tuple[str, bytes] | None:
    """The next packet; None at the end of the stream."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    (size,) = struct.unpack("<I", head)
    if size > MOST_BYTES:
        raise SeahavenError(f"a packet of {size} bytes is longer than {MOST_BYTES}; what sent it is no simulation")
    content = stream.read(size)
    if len(content) < size:
        return None
    return content[1 : 1 + content[0]].decode("ascii"), content[1 + content[0] :]
