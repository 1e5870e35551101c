"""Many instances of one compiled machine, a row each, stepped all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import nearest
from seahaven.hcsm.compiler.arena import Arena
from seahaven.hcsm.compiler.code import Code
from seahaven.hcsm.compiler.delivery import Delivery
from seahaven.hcsm.compiler.layout import Node, Slot
from seahaven.hcsm.compiler.mail import Mail
from seahaven.hcsm.compiler.posts import Posts
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Port, Type

if TYPE_CHECKING:
    from seahaven.hcsm.compiler.crowd_kernels import Stepping

__all__ = ["Crowd", "Wires"]

_TYPES: dict[Type, Any] = {"float": np.float64, "int": np.int64, "bool": np.bool_}
_NONE: Mapping[str, ArrayLike] = {}
NOBODY: NDArray[np.int64] = np.empty(0, np.int64)
"""No entities."""


class Crowd:
    """The state of many entities that run the same machine.

    `step` executes all of them once and returns what they sent; it reaches no one until it is given to `post`, of this
    crowd and of others. The outputs of a step are there until the next one.
    """

    def __init__(self, code: Code, ids: ArrayLike) -> None:
        self.code = code
        self._delivery = Delivery(code)
        self._settle(_unique(np.array(ids, dtype=np.int64)), Arena(code.layout, np.size(ids)))
        self._known: tuple[Any, ...] = (None,) * 4
        self._handed: tuple[NDArray[Any], ...] = ()
        self._ports = {port.name: port for port in code.layout.top.machine.inputs}

    def _settle(self, ids: NDArray[np.int64], arena: Arena) -> None:
        """Have these rows, which lie there."""
        self.ids, self.arena, self._is_sorted = ids, arena, _ascends(ids)
        self._news = np.ones(1, np.int8)
        """Whether any row is to execute its first step."""
        self._posts, self._seats = Posts(self.code, arena.capacity), np.zeros(arena.capacity, np.int64)
        """The ids, with spare rows."""
        self._seats[: len(ids)] = ids

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def inputs(self) -> tuple[Port, ...]:
        """The inputs of the machine."""
        return self.code.layout.top.machine.inputs

    @property
    def dropped(self) -> int:
        """How many messages so far were for a button or dial that this machine does not have."""
        return self._delivery.dropped

    def step(
        self, inputs: Mapping[str, ArrayLike] | Wires, nulls: Mapping[str, ArrayLike] = _NONE, *, step: int
    ) -> Mail:
        """Execute every row once, with an array per input, and a mask of those that are null where they may be.

        Whoever gives the same arrays again and again has them looked over once, by `wire`. `step` is the number of the
        step, from which random choices are drawn.
        """
        if isinstance(inputs, Wires):
            inputs.refresh()
        wires = inputs if isinstance(inputs, Wires) else self.wire(inputs, nulls)
        self.take_mail(wires)
        sent = self._posts.run((step, *self.arena.strides.values()), self._arrays(wires), self.ids)
        self._delivery.clear()
        self._posts.starts.fill(0)
        if self._news[0]:
            self.arena.column(self.code.born)[:] = 1
            self._news[0] = 0
        return sent

    def take_mail(self, wires: Wires) -> None:
        """Hand out the mail that awaits the next step, which is about to be made with these inputs; once is enough."""
        if self._delivery.pending:
            self._posts.take_mail(self._delivery.deliver(self.ids, self.arena))
            self._posts.table(self._arrays(wires))

    def sent(self) -> Mail:
        """What was sent in a step that compiled code has made."""
        return self._posts.sent(self.ids)

    def stepping(self, wires: Wires) -> Stepping | None:
        """What compiled code needs to step the crowd with these inputs; None where it cannot.

        Good for as long as `arena` and the wires are the same.
        """
        from seahaven.hcsm.compiler.crowd_kernels import SORTS, Stepping

        code, posts = self.code, self._posts
        sorts = [SORTS.get(str(original.dtype)) for _, original in wires.copies]
        if not code.is_native or not posts.takes_all or None in sorts:
            return None
        lines = [(copy.ctypes.data, o.ctypes.data, sort) for (copy, o), sort in zip(wires.copies, sorts, strict=True)]
        numbers = (code.address, posts.size, code.room, code.patience, *self.arena.strides.values())
        return Stepping(
            np.array(numbers, np.int64), posts.table(self._arrays(wires)), np.array(lines, np.uintp).reshape(-1, 3),
            posts.starts, posts.sent_by, self.arena.whole_column(code.born), self._news,
        )  # fmt: skip

    def post(self, *mails: Mail) -> None:
        """Put mail of this or other crowds on its way: what is addressed to entities here is there in the next step."""
        self._delivery.pending += [mail for mail in mails if len(mail)]

    def output(self, name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """An output of the top machine, and where it is null; in the same place as long as `arena` is the same."""
        return self._slot(_known(self.code.layout.outputs, name, "output"))

    def value(self, path: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """A local or dial by its path, `Driver/follow.headway`, and where it is null."""
        machine, _, name = path.rpartition(".")
        node = self._node(machine)
        return self._slot(_known(node.locals | node.dials, name, "local or dial"))

    def active(self, path: str) -> NDArray[np.int8]:
        """The active child of a sequential machine in each row, by its place in the order of names."""
        node = self._node(path)
        if node.state is None:
            raise MachineError(f"{path} is not sequential; it has no one active child")
        values: NDArray[np.int8] = self.arena.column(node.state)
        return values

    def set_dial(self, path: str, value: float, rows: ArrayLike | None = None) -> None:
        """Turn a dial by hand between steps, of some rows or all of them; no bag tells of it."""
        machine, _, name = path.rpartition(".")
        slot = _known(self._node(machine).dials, name, "dial")
        chosen = slice(None) if rows is None else np.asarray(rows)
        self.arena.column(slot.value)[chosen] = value
        if slot.null is not None:
            self.arena.column(slot.null)[chosen] = 0

    def take(self, rows: ArrayLike) -> None:
        """Keep these rows, in this order; others go. Mail on its way finds them by their ids."""
        self._rearrange(np.asarray(rows, dtype=np.int64), self.ids[np.asarray(rows, dtype=np.int64)])

    def add(self, ids: ArrayLike) -> None:
        """Append new rows, to be activated in the next step."""
        more = np.asarray(ids, dtype=np.int64)
        rows = np.concatenate([np.arange(len(self.ids)), np.full(len(more), -1)])
        self._rearrange(rows, np.concatenate([self.ids, more]))

    def reseat(self, ids: ArrayLike) -> None:
        """Have exactly these rows, in this order; newcomers are activated in the next step, others go.

        If the ids ascend, now and before, the state stays where it is in memory as long as there is room.
        """
        wanted = np.array(ids, dtype=np.int64)
        if self._is_sorted and len(wanted) <= self.arena.capacity and _ascends(wanted):
            self.arena.follow(self.ids, wanted)
            self._sit(wanted, is_sorted=True)
            return
        order = np.argsort(self.ids)
        places = np.minimum(np.searchsorted(self.ids, wanted, sorter=order), max(len(order) - 1, 0))
        rows = order[places] if len(order) else np.full(len(wanted), -1)
        known = self.ids[rows] == wanted if len(order) else np.zeros(len(wanted), np.bool_)
        self._rearrange(np.where(known, rows, -1), wanted)

    def move(self, ids: NDArray[np.int64], runs: NDArray[np.int64], places: NDArray[np.int64]) -> None:
        """`reseat`, where it is known how rows move and which are new; nothing may change `ids`, and there is room."""
        self.arena.apply(runs, places)
        self.moved(ids)

    def moved(self, ids: NDArray[np.int64]) -> None:
        """Have these rows, which ascend: the memory of the arena holds them already, with newcomers that begin."""
        self.arena.count = len(ids)
        self._sit(ids, is_sorted=True)

    def state(self, *, without: NDArray[np.int64] = NOBODY) -> dict[str, NDArray[Any]]:
        """All that makes the crowd what it is, as arrays by name, but for some entities."""
        keep = ~np.isin(self.ids, without) if len(without) else slice(None)
        columns = {column.name: self.arena.column(column)[keep].copy() for column in self.code.layout.columns}
        return {"ids": self.ids[keep].copy(), **columns, **self._delivery.state(self.ids)}

    def plain_state(self, row: int) -> tuple[dict[str, Any], list[Message]]:
        """The state of one row as plain data, as `Instance.load` takes it, and the messages on their way to it."""
        nodes, entity = self.code.layout.nodes, int(self.ids[row])
        born = bool(self.arena.column(self.code.born)[row])
        active = {
            path: node.children[int(self.arena.column(node.state)[row])].machine.name
            for path, node in nodes.items()
            if node.state is not None
        }
        locals_ = self._cells({path: node.locals for path, node in nodes.items()}, row)
        dials = self._cells({path: node.dials for path, node in nodes.items()}, row)
        mail = [message for mail in self._delivery.pending for message in mail.messages() if message.receiver == entity]
        state = {"entity": entity, "alive": born, "dropped": 0, "active": active, "locals": locals_, "dials": dials}
        return {**state, "inbox": []}, mail

    def _cells(self, slots: Mapping[str, Mapping[str, Slot]], row: int) -> dict[str, Any]:
        """The values of some slots in one row, None for null, by path and name."""
        found: dict[str, Any] = {}
        for path, named in slots.items():
            for name, slot in named.items():
                values, nulls = self._slot(slot)
                found[f"{path}.{name}"] = None if nulls[row] else values[row].item()
        return found

    def load(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Return to a state; running on from there gives the same bytes."""
        ids = _unique(np.array(state["ids"], dtype=np.int64))
        self._settle(ids, Arena(self.code.layout, len(ids)))
        for column in self.code.layout.columns:
            self.arena.column(column)[:] = state[column.name]
        self._delivery.load(state)

    def begin_anew(self, state: Mapping[str, NDArray[Any]], like: Code) -> bool:
        """Be as a crowd of the same machine that was just made, or that has loaded a state, in the memory that it has.

        `like` is the code with the keys of the seed. False, and nothing has changed, where there is no room.
        """
        ids = _unique(np.array(state["ids"], np.int64)) if state else NOBODY
        if len(ids) > self.arena.capacity:
            return False
        self.code.keys[:] = like.keys
        self.arena.count = len(ids)
        for column in self.code.layout.columns if state else ():
            self.arena.column(column)[:] = state[column.name]
        self._sit(ids, is_sorted=_ascends(ids))
        self._posts.begin_anew()
        self._delivery.begin_anew()
        if state:
            self._delivery.load(state)
        return True

    def _arrays(self, wires: Wires) -> tuple[NDArray[Any], ...]:
        """All that the generated code takes of arrays; the very same tuple again, as long as none has changed."""
        mail = self._delivery.mail
        now = (self.arena, self._posts, mail, wires)
        if not all(map(is_, now, self._known)):
            state = self.arena.banks.values()
            own = (*self._posts.arrays, self._seats, self.code.keys, *state, *mail, *self._posts.places)
            self._known, self._handed = now, (*own, *wires.arrays)
        return self._handed

    def _rearrange(self, rows: NDArray[np.int64], ids: NDArray[np.int64]) -> None:
        ids = _unique(ids)
        if len(ids) <= self.arena.capacity and _ascends(rows[rows >= 0]):
            self.arena.rearrange(rows)
            self._sit(ids, is_sorted=_ascends(ids))
            return
        arena = Arena(self.code.layout, len(ids), 1 << max(len(ids) - 1, 0).bit_length())
        arena.fill(self.arena, rows)
        self._settle(ids, arena)

    def _sit(self, ids: NDArray[np.int64], *, is_sorted: bool) -> None:
        """Have these ids, whose rows are in place."""
        self.ids, self._is_sorted, self._news[0] = ids, is_sorted, 1
        self._seats[: len(ids)] = ids

    def _slot(self, slot: Slot) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        values = self.arena.column(slot.value)
        never = np.zeros(self.arena.capacity, np.int8)[: len(self.ids)]
        nulls = never if slot.null is None else self.arena.column(slot.null)
        return values.view(np.bool_) if slot.type == "bool" else values, nulls.view(np.bool_)

    def _node(self, path: str) -> Node:
        node: Node = _known(self.code.layout.nodes, path, "machine")
        return node

    def wire(
        self, inputs: Mapping[str, ArrayLike], nulls: Mapping[str, ArrayLike] = _NONE, *, with_spare: bool = False
    ) -> Wires:
        """The arrays of the inputs, looked over once for many steps, each of which reads what they hold then.

        Good as long as the rows of the crowd stay as they are. Arrays `with_spare` rows at their end are good for as
        long as these suffice.
        """
        for name in (*(inputs.keys() - self._ports.keys()), *(nulls.keys() - self._ports.keys())):
            _known(self._ports, name, "input")
        wires = Wires([], [], with_spare)
        for name, port in self._ports.items():
            if name not in inputs:
                raise MachineError(f"input {name} of {self.code.layout.top.path} is missing")
            self._lay(wires, inputs[name], _TYPES[port.type], port)
            if port.nullable:
                mask = nulls[name] if name in nulls else np.zeros(np.size(inputs[name]), dtype=np.bool_)
                self._lay(wires, mask, _TYPES["bool"], port)
            elif name in nulls:
                raise MachineError(f"input {name} of {self.code.layout.top.path} cannot be null")
        return wires

    def _lay(self, wires: Wires, given: ArrayLike, type_: Any, port: Port) -> None:
        """Add an array as the generated code reads it, which is told that no input shares memory with the state."""
        array = np.asarray(given)
        if array.shape != self.ids.shape and not (wires.has_spare and array.ndim == 1 and len(array) > len(self.ids)):
            raise MachineError(f"input {port.name} has shape {array.shape}; there are {len(self.ids)} rows")
        if array.size and not np.can_cast(array.dtype, type_, "same_kind"):
            raise MachineError(f"input {port.name} is an array of {array.dtype}; it takes values of type {port.type}")
        is_laid_out = array.flags.c_contiguous and array.flags.aligned
        if array.dtype != type_ or not is_laid_out or np.may_share_memory(array, self.arena.buffer):
            fitting = array.astype(type_)
            wires.copies.append((fitting, array))
            array = fitting
        wires.arrays.append(array)


@dataclass(frozen=True, slots=True)
class Wires:
    """The inputs of a crowd, as arrays in the order and of the types that its generated code takes.

    `copies` are those that had to be converted, each with what it is a copy of. All may have spare rows at their end.
    """

    arrays: list[NDArray[Any]]
    copies: list[tuple[NDArray[Any], NDArray[Any]]]
    has_spare: bool = False

    def refresh(self) -> None:
        """Copy what has to be copied anew."""
        for copy, source in self.copies:
            copy[...] = source


def _ascends(numbers: NDArray[np.int64]) -> bool:
    return bool((numbers[1:] > numbers[:-1]).all())


def _unique(ids: NDArray[np.int64]) -> NDArray[np.int64]:
    if ids.ndim == 1 and _ascends(ids):
        return ids
    if ids.ndim != 1 or len(np.unique(ids)) != len(ids):
        raise MachineError("the ids of a crowd are a list in which none comes twice")
    return ids


def _known(table: Mapping[str, Any], name: str, what: str) -> Any:
    if name not in table:
        raise MachineError(f"there is no {what} {name!r}{nearest(name, table)}")
    return table[name]
