"""What the rows of a crowd send to buttons and dials in one step, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.statements import Address
from seahaven.hcsm.panel import Message, in_order

__all__ = ["Mail"]

_NO_NUMBERS, _NO_VALUES = np.empty(0, dtype=np.int64), np.empty(0)


@dataclass(frozen=True, slots=True, eq=False)
class Mail:
    """Messages in no particular order: whoever delivers them puts them in one that depends on nothing else.

    `addresses[address]` is the item and the sending machine. `ids` and `rows` say which entity sent each: ids[rows].
    """

    receivers: NDArray[np.int64]
    address: NDArray[np.int64]
    values: NDArray[np.float64]
    rows: NDArray[np.int64]
    ids: NDArray[np.int64]
    addresses: tuple[Address, ...] = ()

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Mail:
        """Messages from elsewhere (a director, a test) as mail."""
        given, numbers = list(messages), dict[tuple[str, str], int]()
        address = [numbers.setdefault((m.item, m.sender_path), len(numbers)) for m in given]
        addresses = tuple(Address(*where) for where in numbers)
        return cls(
            np.array([m.receiver for m in given], dtype=np.int64),
            np.array(address, dtype=np.int64),
            np.array([m.value for m in given], dtype=np.float64),
            np.arange(len(given)),
            np.array([m.sender for m in given], dtype=np.int64),
            addresses,
        )

    @classmethod
    def joined(cls, parts: Sequence[Mail], ids: NDArray[np.int64], addresses: tuple[Address, ...]) -> Mail:
        """The mail of several blocks of the same rows."""
        if not parts:
            return cls(_NO_NUMBERS, _NO_NUMBERS, _NO_VALUES, _NO_NUMBERS, ids, addresses)
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.receivers for part in parts]),
            np.concatenate([part.address for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.rows for part in parts]),
            ids,
            addresses,
        )

    def __len__(self) -> int:
        return len(self.receivers)

    @property
    def senders(self) -> NDArray[np.int64]:
        """Who sent each message."""
        return self.ids[self.rows]

    def without(self, senders: NDArray[np.int64]) -> Mail:
        """The mail of all others."""
        keep = ~np.isin(self.senders, senders)
        if keep.all():
            return self
        return Mail(
            self.receivers[keep], self.address[keep], self.values[keep], self.rows[keep], self.ids, self.addresses
        )

    def messages(self) -> list[Message]:
        """The messages one by one, by receiver, item, value, sender and its path."""
        rows = zip(
            self.receivers.tolist(), self.address.tolist(), self.values.tolist(), self.senders.tolist(), strict=True
        )
        found = [(to, self.addresses[number], value, sender) for to, number, value, sender in rows]
        return in_order(Message(to, where.item, value, sender, where.sender_path) for to, where, value, sender in found)
