"""How messages reach the rows of a crowd: sorted, the dials turned, and the rest kept for one step (rules 11 to 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.arena import Arena
from seahaven.hcsm.compiler.code import Code
from seahaven.hcsm.compiler.layout import Item
from seahaven.hcsm.compiler.mail import Mail
from seahaven.hcsm.compiler.statements import Address
from seahaven.hcsm.compiler.whereabouts import Whereabouts

__all__ = ["Delivery"]

_END = np.int64(1 << 62)
"""A row past all rows: it ends the mail of the last one."""
_LEAST_ROOM = 64
_BANKS = {"float": 0, "int": 1, "bool": 2}


class Delivery:
    """The mail that awaits a crowd's next step: as it came until then, and by row, item and value in it."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._items, self._guards = _tables(code.layout.items, code.bags)
        self.pending: list[Mail] = []
        self.dropped = 0
        self._known = Whereabouts(np.empty(0, np.int64))
        self._read_last: tuple[tuple[Address, ...], NDArray[np.int64]] | None = None
        self._make_room(_LEAST_ROOM)

    def _make_room(self, count: int) -> None:
        self.mail: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
        """Row, item and value of what machines read in this step, in order, up to a row past all others."""
        self.mail = np.full(count + 1, _END), np.zeros(count + 1, np.int64), np.zeros(count + 1)

    def deliver(self, ids: NDArray[np.int64], arena: Arena) -> NDArray[np.int64]:
        """Turn dials, and put what an active machine can read into `mail`; give the rows that have some, in order."""
        import seahaven.hcsm.compiler.delivery_kernels as kernels

        rows, item, values = self._found(ids)
        floats, ints, marks = arena.banks.values()
        if len(rows) > 1:
            kernels.put_in_order(rows, item, values)
        count, strange = kernels.hand_out(
            len(rows), rows, item, values, self._items, self._guards, floats, ints, marks, arena.pitches
        )
        self.dropped += strange
        self.mail[0][count] = _END
        self.pending = []
        return self.mail[0][:count]

    def begin_anew(self) -> None:
        """Have no mail."""
        self.pending, self.dropped = [], 0
        self.clear()

    def clear(self) -> None:
        """Forget what machines could read in the step that was made."""
        self.mail[0][0] = _END

    def _found(self, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Row, item and value of what is for this crowd, kept in `mail`; what this machine does not have is item -1."""
        import seahaven.hcsm.compiler.delivery_kernels as kernels

        most, count = sum(map(len, self.pending)), 0
        if most >= len(self.mail[0]):
            self._make_room(1 << most.bit_length())
        places = self._whereabouts(ids)
        for mail in self.pending:
            understood = self._understood(mail.addresses)
            count = kernels.find_receivers(
                mail.receivers, mail.address, mail.values, understood, places.ids, places.rows, *self.mail, count
            )
        rows, item, values = self.mail
        return rows[:count], item[:count], values[:count]

    def state(self, ids: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """The mail on its way; who sent it makes no difference any more."""
        rows, item, values = (part.copy() for part in self._found(ids))
        return {"mail_to": ids[rows], "mail_item": item, "mail_value": values, "dropped": np.array(self.dropped)}

    def load(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Return to a state."""
        addresses = tuple(Address(item.path, "") for item in self._code.layout.items)
        to, item, values = (np.array(state[name]) for name in ("mail_to", "mail_item", "mail_value"))
        self.pending = [Mail(to, item, values, np.zeros_like(to), np.zeros(1, dtype=np.int64), addresses)]
        self.dropped = int(state["dropped"])

    def _understood(self, addresses: tuple[Address, ...]) -> NDArray[np.int64]:
        """Of each address the item, -1 if this machine has none such."""
        if self._read_last is None or self._read_last[0] is not addresses:
            self._read_last = addresses, np.array([self._number(one.item) for one in addresses], dtype=np.int64)
        return self._read_last[1]

    def _whereabouts(self, ids: NDArray[np.int64]) -> Whereabouts:
        if self._known.given is not ids:
            self._known = Whereabouts(ids)
        return self._known

    def _number(self, item: str) -> int:
        path = f"{self._code.layout.top.path}{item}" if item.startswith(".") else item
        return self._code.layout.item_index.get(path, -1)


def _tables(items: tuple[Item, ...], bags: frozenset[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What compiled code knows of items, with a row behind the last, and of what must be so for them to be active."""
    lines, guards = list[tuple[int, ...]](), list[tuple[int, int]]()
    for item in items:
        dial, is_read = item.dial, int(item.path in bags)
        bank, value = (_BANKS[item.type], dial.value.index) if dial else (-1, -1)
        lines.append((bank, value, dial.null.index if dial and dial.null else -1, is_read, len(guards)))
        guards += [(column.index, state) for column, state in item.guards]
    lines.append((-1, -1, -1, 0, len(guards)))
    return np.array(lines, np.int64), np.array(guards, np.int64).reshape(-1, 2)
