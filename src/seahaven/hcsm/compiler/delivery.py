"""How messages reach the rows of a crowd: sorted, the dials turned, and the rest kept for one step (rules 11 to 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.arena import Arena
from seahaven.hcsm.compiler.code import Code
from seahaven.hcsm.compiler.layout import Item
from seahaven.hcsm.compiler.mail import Mail, ranked
from seahaven.hcsm.compiler.statements import Address
from seahaven.hcsm.compiler.whereabouts import Whereabouts

__all__ = ["Delivery"]

_END = np.int64(1 << 62)
"""A row past all rows: it ends the mail of the last one."""
_NO_MAIL = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))
_NOTHING = (np.array([_END]), *_NO_MAIL[1:])
_LIMIT = 9.2233720368547748e18


class Delivery:
    """The mail that awaits a crowd's next step: as it came until then, and by row, item and value in it."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._items = code.layout.items
        self._read = np.array([item.path in code.bags for item in self._items], dtype=np.bool_)
        self.pending: list[Mail] = []
        self.dropped = 0
        self._known = _NO_MAIL[0], Whereabouts(_NO_MAIL[0])
        self._read_last: tuple[tuple[Address, ...], NDArray[np.int64], NDArray[np.bool_]] | None = None

    def deliver(self, ids: NDArray[np.int64], arena: Arena) -> tuple[NDArray[Any], ...]:
        """Turn dials, and give what an active machine can read: the row, item and value of each message, in order."""
        if not self.pending:
            return _NOTHING
        found = [self._addressed(mail, ids) for mail in self.pending]
        self.pending = []
        rows, item, values = found[0] if len(found) == 1 else (np.concatenate(p) for p in zip(*found, strict=True))
        known = item >= 0
        if not known.all():
            self.dropped += len(item) - int(np.count_nonzero(known))
            rows, item, values = rows[known], item[known], values[known]
        if len(rows) > 1:
            order = np.lexsort((ranked(values), item, rows))
            rows, item, values = rows[order], item[order], values[order]
        active = np.zeros(len(rows), dtype=np.bool_)
        for number in sorted(set(item.tolist())):
            mine = np.flatnonzero(item == number)
            if self._items[number].dial is not None:
                last = np.append(rows[mine[1:]] != rows[mine[:-1]], True)
                self._turn(self._items[number], mine[last], rows, values, arena)
            if self._read[number]:
                active[mine] = self._is_active(self._items[number], rows[mine], arena)
        return np.append(rows[active], _END), item[active], values[active]

    def state(self, ids: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """The mail on its way; who sent it makes no difference any more."""
        found = [self._addressed(mail, ids) for mail in self.pending]
        rows, item, values = (np.concatenate(part) for part in zip(_NO_MAIL, *found, strict=True))
        return {"mail_to": ids[rows], "mail_item": item, "mail_value": values, "dropped": np.array(self.dropped)}

    def load(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Return to a state."""
        addresses = tuple(Address(item.path, "") for item in self._items)
        to, item, values = (np.array(state[name]) for name in ("mail_to", "mail_item", "mail_value"))
        self.pending = [Mail(to, item, values, np.zeros_like(to), np.zeros(1, dtype=np.int64), addresses)]
        self.dropped = int(state["dropped"])

    def _addressed(
        self, mail: Mail, ids: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Row, item and value of what is for this crowd; a thing that this machine does not have is item -1."""
        numbers, own = self._understood(mail.addresses)
        rows = np.where(own[mail.address], mail.rows, -1) if mail.ids is ids else np.full(len(mail), -1)
        abroad = np.flatnonzero(rows < 0)
        if len(abroad):
            rows[abroad] = self._whereabouts(ids).rows(mail.receivers[abroad])
        here = np.flatnonzero(rows >= 0)
        return rows[here], numbers[mail.address[here]], mail.values[here]

    def _understood(self, addresses: tuple[Address, ...]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Of each address the item, -1 if this machine has none such, and whether it is the sender's own."""
        if self._read_last is None or self._read_last[0] is not addresses:
            numbers = np.array([self._number(address.item) for address in addresses], dtype=np.int64)
            self._read_last = addresses, numbers, np.array([address.is_own for address in addresses], dtype=np.bool_)
        return self._read_last[1:]

    def _whereabouts(self, ids: NDArray[np.int64]) -> Whereabouts:
        if self._known[0] is not ids:
            self._known = ids, Whereabouts(ids)
        return self._known[1]

    def _number(self, item: str) -> int:
        path = f"{self._code.layout.top.path}{item}" if item.startswith(".") else item
        return self._code.layout.item_index.get(path, -1)

    def _turn(
        self, item: Item, last: NDArray[np.int64], rows: NDArray[np.int64], values: NDArray[np.float64], arena: Arena
    ) -> None:
        if item.dial is None:
            return
        arena.column(item.dial.value)[rows[last]] = _converted(values[last], item.type)
        if item.dial.null is not None:
            arena.column(item.dial.null)[rows[last]] = 0

    def _is_active(self, item: Item, rows: NDArray[np.int64], arena: Arena) -> NDArray[np.bool_]:
        active: NDArray[np.bool_] = arena.column(self._code.born)[rows] != 0
        for column, index in item.guards:
            active &= arena.column(column)[rows] == index
        return active


def _converted(values: NDArray[np.float64], type_: str) -> Any:
    """Values as a dial of that type takes them, as `to_int` and comparison with zero have it."""
    if type_ == "float":
        return values
    if type_ == "bool":
        return values != 0.0
    inside = np.where(np.isnan(values), 0.0, np.clip(values, -_LIMIT, _LIMIT)).astype(np.int64)
    bounded = np.where(values > _LIMIT, np.int64(2**63 - 1), inside)
    return np.where(values < -_LIMIT, np.int64(-(2**63)), bounded)
