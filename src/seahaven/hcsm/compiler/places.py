"""What each name of a program is called in the generated source: wires, outputs and bags as variables.

An input that is wired implicitly is nothing but its source, found by following the wires up the tree. An output that a
parent merely passes on is written straight into the parent's variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from seahaven.hcsm.compiler.layout import Column, Item, Layout, Node, Slot
from seahaven.hcsm.program import BagRead, ChildOutput, Program, Type

__all__ = ["Bag", "Places", "Value", "convert", "descend", "zero"]


@dataclass(frozen=True, slots=True)
class Value:
    """Source text of a value, and of whether it is null (None: it never is). Both may be read any number of times."""

    code: str
    type: Type
    null: str | None = None


@dataclass(frozen=True, slots=True)
class Bag:
    """The variables that sum up what arrived for one button or dial."""

    item: Item
    count: str
    first: str
    last: str
    total: str


def zero(type_: Type) -> str:
    """What a variable holds while it is null."""
    return {"float": "0.0", "int": "0", "bool": "False"}[type_]


def convert(code: str, given: Type, wanted: Type) -> str:
    """Source text of a value as another type."""
    if given == wanted:
        return code
    if given == "bool":
        return f"choose({code}, 1.0, 0.0)" if wanted == "float" else f"choose({code}, 1, 0)"
    if wanted == "bool":
        return f"({code} != 0)"
    return f"float({code})" if wanted == "float" else f"to_int({code})"


def descend(thing: Any) -> Iterator[Any]:
    """All the statements and expressions in one, itself included."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from descend(part)
    elif is_dataclass(thing) and not isinstance(thing, Program):
        yield thing
        for part in fields(thing):
            yield from descend(getattr(thing, part.name))


def functions(machine: Program) -> tuple[Any, ...]:
    """All the code of one machine."""
    return (machine.pre_activity, machine.activity, machine.entry, machine.exit, machine.transitions)


class Places:
    """The variables of one program.

    `read` gives the source text of a column's value. `arrays` names the array that each input's variable is read from.
    `executing` holds the machines whose pre-activity has begun at the point of the source now being written; the
    explicit inputs of other machines' children are null there.
    """

    def __init__(self, layout: Layout, read: Callable[[Column], str]) -> None:
        self.layout, self._read = layout, read
        self.executing: set[str] = set()
        unique = layout.names.unique
        top = layout.top
        self.inputs = {
            p.name: Value(unique(p.name), p.type, unique(p.name, "null") if p.nullable else None)
            for p in top.machine.inputs
        }
        variables = [name for value in self.inputs.values() for name in (value.code, value.null) if name is not None]
        self.arrays = {name: unique("in", name) for name in variables}
        self.wires: dict[tuple[str, str], Value] = {}
        self.outputs: dict[tuple[str, str], Value] = {}
        self.bags: dict[str, Bag] = {}
        for node in top.walk():
            self._name_wires(node)
            self._name_outputs(node)
            self._name_bags(node)

    def input(self, node: Node, name: str) -> Value:
        """The value of an input, followed to its source."""
        if node.parent is None:
            return self.inputs[name]
        port = next(port for port in node.machine.inputs if port.name == name)
        wire = node.parent.machine.wires.get(node.machine.name, {}).get(name)
        if wire is None:
            return Value(zero(port.type), port.type, "True")
        if wire.source == "set":
            return self._explicit(node, name)
        source = self.input if wire.source == "input" else self.dial
        found = source(node.parent, wire.name or name)
        return Value(convert(found.code, found.type, port.type), port.type, found.null)

    def dial(self, node: Node, name: str) -> Value:
        """The setting of a dial."""
        return self.slot(node.dials[name])

    def local(self, node: Node, name: str) -> Value:
        """The value of a local."""
        return self.slot(node.locals[name])

    def slot(self, slot: Slot) -> Value:
        """What is kept in a place of the row's state."""
        code = self._read(slot.value)
        null = f"({self._read(slot.null)} != 0)" if slot.null else None
        return Value(f"({code} != 0)" if slot.type == "bool" else code, slot.type, null)

    def output(self, node: Node, name: str) -> Value:
        """The variable of an output."""
        return self.outputs[node.path, name]

    def is_own(self, node: Node, name: str) -> bool:
        """Whether an output has a variable of its own, rather than the parent's."""
        return node.parent is None or not self._passes_on(node, name)

    def make_certain(self, inputs: Iterable[tuple[str, str]]) -> None:
        """Take it that these explicit inputs are never null."""
        for key in inputs:
            self.wires[key] = Value(self.wires[key].code, self.wires[key].type)

    def _explicit(self, node: Node, name: str) -> Value:
        value = self.wires[node.path, name]
        assert node.parent is not None
        if node.parent.path not in self.executing:
            return Value(zero(value.type), value.type, "True")
        return value

    def _name_wires(self, node: Node) -> None:
        unique = self.layout.names.unique
        for child in node.children:
            wires = node.machine.wires.get(child.machine.name, {})
            below = child.path.partition("/")[2]
            for port in child.machine.inputs:
                if port.name in wires and wires[port.name].source == "set":
                    names = unique(below, port.name), unique(below, port.name, "null")
                    self.wires[child.path, port.name] = Value(names[0], port.type, names[1])

    def _name_outputs(self, node: Node) -> None:
        unique = self.layout.names.unique
        below = node.path.partition("/")[2]
        for port in node.machine.outputs:
            if node.parent is not None and self._passes_on(node, port.name):
                self.outputs[node.path, port.name] = self.outputs[node.parent.path, self._taken_by(node, port.name)[0]]
            else:
                names = unique(below, port.name, "out"), unique(below, port.name, "out_null")
                self.outputs[node.path, port.name] = Value(names[0], port.type, names[1])

    def _taken_by(self, node: Node, name: str) -> list[str]:
        """The parent's outputs whose resolution takes this output."""
        assert node.parent is not None
        found = []
        for output, resolution in node.parent.machine.resolutions.items():
            names = resolution.outputs or (output,) * len(resolution.children)
            if (node.machine.name, name) in zip(resolution.children, names, strict=True):
                found.append(output)
        return found

    def _passes_on(self, node: Node, name: str) -> bool:
        """Whether the parent's only use of an output is to pass it on as its own, of the same type."""
        parent = node.parent
        assert parent is not None
        takers = self._taken_by(node, name)
        if len(takers) != 1 or any(
            isinstance(part, ChildOutput) and (part.child, part.output) == (node.machine.name, name)
            for part in descend(parent.machine.activity)
        ):
            return False
        resolution = parent.machine.resolutions[takers[0]]
        names = resolution.outputs or (takers[0],) * len(resolution.children)
        own = {port.name: port.type for port in node.machine.outputs}[name]
        same = own == {port.name: port.type for port in parent.machine.outputs}[takers[0]]
        once = sum(pair == (node.machine.name, name) for pair in zip(resolution.children, names, strict=True)) == 1
        alone = len(resolution.children) == 1 or resolution.method == "active"
        return same and once and alone and resolution.method in ("active", "first") and self._one_each(node, takers[0])

    def _one_each(self, node: Node, output: str) -> bool:
        """Whether no child gives the parent's output twice over."""
        assert node.parent is not None
        children = node.parent.machine.resolutions[output].children
        return len(set(children)) == len(children)

    def _name_bags(self, node: Node) -> None:
        unique = self.layout.names.unique
        below = node.path.partition("/")[2]
        read = {part.item for part in descend(functions(node.machine)) if isinstance(part, BagRead)}
        for name in sorted(read):
            item = self.layout.items[self.layout.item_index[f"{node.path}.{name}"]]
            names = [unique(below, name, what) for what in ("count", "first", "last", "total")]
            self.bags[item.path] = Bag(item, *names)
