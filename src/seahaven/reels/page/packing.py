"""Whole numbers packed so that they become small when compressed, and are quick to unpack in a browser.

A column runs along its entities, one after the other. Numbers that change smoothly are told by their differences, taken
as often as makes them smallest; what is left is written byte by byte: first the lowest byte of all, then the next.

    10 12 14 17   differences   10 2 2 3   again   10 -8 0 1   folded   20 15 0 2
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ReelError

__all__ = ["Integers", "Pack", "unpacked"]

Integers = NDArray[np.int64]

ORDERS: Final = (0, 1, 2)
"""How often differences may be taken."""


class Pack:
    """Collects columns of whole numbers into one piece of bytes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    @property
    def content(self) -> bytes:
        """All columns, one behind the other."""
        return b"".join(self._parts)

    def add(self, values: NDArray[Any], starts: Integers | None = None) -> dict[str, int]:
        """Put a column, in which entities begin at the rows `starts`; gives what is needed to find and unpack it."""
        begins = np.zeros(1, np.int64) if starts is None else starts
        whole = values.astype(np.int64)
        ways = [(order, _folded(_differences(whole, begins, order))) for order in ORDERS]
        order, folded = min(ways, key=lambda way: _weight(way[1]))
        planes = max(1, (int(folded.max(initial=0)).bit_length() + 7) // 8)
        if planes > 4:
            raise ReelError(f"a page cannot tell a number of {int(np.abs(whole).max())} steps; leave its column out")
        told = {"at": self._size, "count": len(whole), "order": order, "planes": planes}
        for plane in range(planes):
            self._parts.append(((folded >> np.uint64(8 * plane)) & np.uint64(0xFF)).astype(np.uint8).tobytes())
        self._size += planes * len(whole)
        return told


def unpacked(content: bytes, told: dict[str, int], starts: Integers | None = None) -> Integers:
    """The column again; the page does the same in `codec.js`."""
    count, planes = told["count"], told["planes"]
    raw = np.frombuffer(content, np.uint8, count * planes, told["at"]).reshape(planes, count).astype(np.int64)
    folded = sum((raw[plane] << (8 * plane) for plane in range(planes)), np.zeros(count, np.int64))
    values: Integers = (folded >> 1) ^ -(folded & 1)
    begins = np.zeros(1, np.int64) if starts is None else starts
    for _ in range(told["order"]):
        values = _sums(values, begins)
    return values


def _differences(values: Integers, starts: Integers, order: int) -> Integers:
    """Each number less the one before it, so many times over; the first of each entity stays as it is."""
    left = values
    for _ in range(order):
        steps = np.diff(left, prepend=0)
        steps[starts[starts < len(left)]] = left[starts[starts < len(left)]]
        left = steps
    return left


def _sums(values: Integers, starts: Integers) -> Integers:
    """The inverse of one round of differences."""
    if not len(values):
        return values
    total = np.cumsum(values)
    before = np.concatenate((np.zeros(1, np.int64), total))[starts]
    return total - np.repeat(before, np.diff(np.append(starts, len(values))))


def _folded(values: Integers) -> NDArray[np.uint64]:
    """Numbers of both signs as numbers from 0 up, small ones first: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4."""
    return ((values << 1) ^ (values >> 63)).astype(np.uint64)


def _weight(folded: NDArray[np.uint64]) -> float:
    """Roughly how many bits the numbers take when each is as long as it needs to be."""
    return float(np.log2(folded.astype(np.float64) + 1.0).sum())
