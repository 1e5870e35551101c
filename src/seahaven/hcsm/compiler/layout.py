"""Where each part of a machine's state lies when many of them run in step: columns, one row per entity.

All columns of a type stand in one bank, one behind the other, so that a single buffer holds everything. A sequential
machine's active child is one byte; null is a byte beside the value; wires and most outputs need no column at all.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from seahaven.hcsm.program import Port, Program, Type

__all__ = ["Bank", "Column", "Item", "Layout", "Names", "Node", "Slot"]

Bank = Literal["floats", "ints", "marks"]
BANKS: tuple[Bank, ...] = ("floats", "ints", "marks")
_BANK_OF: dict[Type, Bank] = {"float": "floats", "int": "ints", "bool": "marks"}


@dataclass(frozen=True, slots=True)
class Column:
    """The index-th column of a bank; `name` is what the generated source calls its beginning."""

    name: str
    bank: Bank
    index: int
    initial: float | int


@dataclass(frozen=True, slots=True)
class Slot:
    """Where one value of a machine is kept, with its null flag if it may be null."""

    type: Type
    value: Column
    null: Column | None


@dataclass(eq=False, slots=True)
class Node:
    """One machine of the tree and where its state is.

    `state`: which child is active, by its place among `children`, which are in the order of their names. `visited`:
    whether a machine with history has been active before.
    """

    path: str
    machine: Program
    parent: Node | None
    children: tuple[Node, ...] = ()
    state: Column | None = None
    visited: Column | None = None
    locals: dict[str, Slot] = field(default_factory=dict)
    dials: dict[str, Slot] = field(default_factory=dict)

    def child(self, name: str) -> Node:
        """The child of that name."""
        return self.children[self.index(name)]

    def index(self, name: str) -> int:
        """The place of a child in the order of names."""
        return [child.machine.name for child in self.children].index(name)

    def walk(self) -> Iterator[Node]:
        """This machine and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Item:
    """A button or dial of some machine of the tree, and what must be so for that machine to be active."""

    path: str
    name: str
    node: Node
    type: Type
    dial: Slot | None
    guards: tuple[tuple[Column, int], ...]


class Names:
    """Identifiers for the generated source: readable, and never the same one twice."""

    def __init__(self, reserved: tuple[str, ...] = ()) -> None:
        self._taken = {*reserved, *keyword.kwlist}

    def unique(self, *parts: str) -> str:
        """An identifier from words or paths."""
        words = "_".join(part for part in parts if part)
        name = stem = re.sub(r"\W+", "_", words).strip("_") or "top"
        count = 1
        while name in self._taken:
            count += 1
            name = f"{stem}_{count}"
        self._taken.add(name)
        return name


class Layout:
    """The columns of a whole tree.

    `outputs` are those of the top machine; `items` all buttons and dials, in the order of their paths.
    """

    def __init__(self, program: Program, names: Names) -> None:
        self.names = names
        self.columns: list[Column] = []
        self._widths = dict.fromkeys(BANKS, 0)
        self.top = self._node(program, None)
        self.nodes = {node.path: node for node in self.top.walk()}
        self.outputs = {port.name: self._output(port) for port in program.outputs}
        found = [item for node in self.top.walk() for item in self._items(node)]
        self.items = tuple(sorted(found, key=lambda item: item.path))
        self.item_index = {item.path: index for index, item in enumerate(self.items)}

    def mark(self, name: str) -> Column:
        """One more byte per row, zero at first."""
        return self.add_mark(self.names.unique("at", name))

    def add_mark(self, name: str) -> Column:
        """The same under exactly this name."""
        return self._add("marks", 0, name)

    def width(self, bank: Bank) -> int:
        """How many columns a bank has."""
        return self._widths[bank]

    def _node(self, machine: Program, parent: Node | None) -> Node:
        path = f"{parent.path}/{machine.name}" if parent else machine.name
        node = Node(path, machine, parent)
        below = path.partition("/")[2]
        node.children = tuple(self._node(c, node) for c in sorted(machine.children, key=lambda c: c.name))
        if machine.kind == "sequential":
            node.state = self._column("marks", node.index(machine.start), below, "state")
        if machine.history:
            node.visited = self._column("marks", 0, below, "visited")
        node.locals = {port.name: self._slot(port, below) for port in machine.locals}
        node.dials = {port.name: self._slot(port, below) for port in machine.dials}
        return node

    def _output(self, port: Port) -> Slot:
        value = self._column(_BANK_OF[port.type], 0, "out", port.name)
        return Slot(port.type, value, self._column("marks", 1, "out", port.name, "null"))

    def _slot(self, port: Port, below: str) -> Slot:
        initial = port.default if port.default is not None else 0
        value = self._column(_BANK_OF[port.type], initial, below, port.name)
        if not port.nullable:
            return Slot(port.type, value, None)
        return Slot(port.type, value, self._column("marks", port.default is None, below, port.name, "null"))

    def _column(self, bank: Bank, initial: float, *words: str) -> Column:
        return self._add(bank, initial, self.names.unique("at", *words))

    def _add(self, bank: Bank, initial: float, name: str) -> Column:
        column = Column(name, bank, self._widths[bank], initial)
        self._widths[bank] += 1
        self.columns.append(column)
        return column

    def _items(self, node: Node) -> Iterator[Item]:
        guards = tuple(_guards(node))
        for port in (*node.machine.buttons, *node.machine.dials):
            yield Item(f"{node.path}.{port.name}", port.name, node, port.type, node.dials.get(port.name), guards)


def _guards(node: Node) -> Iterator[tuple[Column, int]]:
    parent = node.parent
    if parent is not None:
        yield from _guards(parent)
        if parent.state is not None:
            yield parent.state, parent.index(node.machine.name)
