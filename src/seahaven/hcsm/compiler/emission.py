"""From a whole program to one source file: a loop over rows, the tree written out flat in the order of execution.

The source only reads and writes scalars and elements by row, so that it can be compiled for other hardware too. What it
calls (`divide`, `to_int`, `uniform`, ...) comes from the module named in its import: `native` to be compiled, `plain`
to run as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seahaven.hcsm.compiler.firing import Firing
from seahaven.hcsm.compiler.layout import BANKS, Layout, Names, Node
from seahaven.hcsm.compiler.phrases import Phrases, constant
from seahaven.hcsm.compiler.places import Bag, Places, Value, convert, descend, zero
from seahaven.hcsm.compiler.sheet import Sheet
from seahaven.hcsm.compiler.statements import Address, Statements, store
from seahaven.hcsm.program import Assign, ChildInput, Program, Resolution

__all__ = ["VOCABULARY", "Argument", "Emission"]

VOCABULARY = (
    "absolute", "acos", "add_ints", "asin", "atan", "atan2", "canonical", "ceil", "compiled", "cos", "divide",
    "exp", "floor", "floordiv", "floordiv_ints", "hypot", "inf", "log", "maximum", "minimum", "modulo", "modulo_ints",
    "multiply_ints", "nan", "power", "sign", "sin", "sqrt", "subtract_ints", "tan", "to_int", "uintp", "uniform",
)  # fmt: skip
"""What generated source may import from `native` or `plain`."""

_RESERVED = (
    *VOCABULARY, "begin", "block", "blocks", "count", "draw", "end", "first", "float", "ids", "int", "keys", "last",
    "mail", "mail_item", "mail_row", "mail_value", "min", "post_address", "post_row", "post_to", "post_value", "prange",
    "range", "room", "row", "rows", "sent", "sent_by", "size", "starts", "step", *BANKS,
    *(f"{bank}_stride" for bank in BANKS),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of the generated functions and the type of its elements, `scalar` if it is one int itself."""

    name: str
    kind: str


class Emission:
    """The generated source of a program, with what is needed to run it.

    `arguments` is what `blocks` takes after its own first ones; `inputs` names the arrays of each input among them;
    `random` the paths of machines that may have to choose at random, in the order of their keys.
    """

    def __init__(self, program: Program, *, run_on: bool = False, settle: bool = False, parallel: bool = False) -> None:
        self.layout = Layout(program, Names(_RESERVED))
        self.places = Places(self.layout)
        self._sheet = Sheet()
        phrases = Phrases(self._sheet, self.places, self.layout.names)
        self._statements = Statements(self._sheet, self.places, phrases)
        self._firing = Firing(
            self._sheet, self.places, phrases, self._statements, self.layout, run_on=run_on, settle=settle
        )
        self._parallel = parallel
        body = self._body()
        self.random = tuple(self._firing.random)
        self.born = self._firing.born
        self.room = self._firing.most_messages(self.layout.top)
        self.arguments = tuple(self._arguments())
        self._rows, self._program = self._rows_function(body), program

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses of messages, by number."""
        return tuple(self._statements.addresses)

    def source(self, vocabulary: str) -> str:
        """The file's text, taking its words from that module."""
        text = self._rows + "\n\n" + self._blocks_function()
        words = ", ".join(w for w in VOCABULARY if re.search(rf"\b{w}\b", text))
        imports = f"from {vocabulary} import {words}"
        if self._parallel:
            imports = f"from numba import prange\n\n{imports}"
        title = f'"""The machine {self._program.name} over rows, made by Seahaven from its definition."""'
        return f"{title}\n\n# fmt: off\n{imports}\n\n\n{text}"

    def _arguments(self) -> Iterator[Argument]:
        yield from (Argument("ids", "int64"), Argument("step", "scalar"), Argument("keys", "uint64"))
        for bank, kind in zip(BANKS, ("float64", "int64", "int8"), strict=True):
            yield from (Argument(bank, kind), Argument(f"{bank}_stride", "index"))
        for name, kind in (("mail_row", "int64"), ("mail_item", "int64"), ("mail_value", "float64")):
            yield Argument(name, kind)
        for name, kind in (("row", "int64"), ("to", "int64"), ("value", "float64"), ("address", "int64")):
            yield Argument(f"post_{name}", kind)
        for port in self.layout.top.machine.inputs:
            value = self.places.inputs[port.name]
            kind = {"float": "float64", "int": "int64", "bool": "boolean"}[port.type]
            yield Argument(f"in_{value.code}", f"read {kind}")
            if value.null is not None:
                yield Argument(f"in_{value.null}", "read boolean")

    def _rows_function(self, body: list[str]) -> str:
        sheet = Sheet()
        names = ", ".join(argument.name for argument in self.arguments)
        sheet.line("@compiled")
        with sheet.block(f"def rows(begin, end, mail, sent, {names}):"):
            sheet.line(
                '"""Execute rows begin to end; their mail begins at `mail`, what they send goes to `sent` on."""'
            )
            for column in self.layout.columns:
                sheet.line(f"{column.name} = uintp({column.index}) * {column.bank}_stride")
            with sheet.block("for row in range(begin, end):"):
                sheet.paste(body)
            sheet.line("return sent")
        return sheet.text()

    def _blocks_function(self) -> str:
        sheet = Sheet()
        names = ", ".join(argument.name for argument in self.arguments)
        with sheet.block(f"def blocks(first, last, size, count, room, starts, sent_by, {names}):"):
            sheet.line('"""Execute blocks of `size` rows, each with its own region of `room` messages per row."""')
            with sheet.block(f"for block in {'prange' if self._parallel else 'range'}(first, last):"):
                sheet.line("begin, end = block * size, min((block + 1) * size, count)")
                sheet.line("sent = (block - first) * size * room")
                sheet.line(
                    f"sent_by[block - first] = rows(uintp(begin), uintp(end), starts[block], sent, {names}) - sent"
                )
        return sheet.text()

    def _body(self) -> list[str]:
        """What happens to one row, at the depth of a loop in a function."""
        with self._sheet.section() as lines, self._sheet.block(""), self._sheet.block(""):
            top = self.layout.top
            self._load_inputs()
            self._open_bags()
            self._firing.begin(top)
            self._null_outputs(top)
            self._execute(top)
            for name, slot in self.layout.outputs.items():
                store(self._sheet, slot, self.places.output(top, name))
        return lines[2:]

    def _load_inputs(self) -> None:
        for value in self.places.inputs.values():
            self._sheet.line(f"{value.code} = in_{value.code}[row]")
            if value.null is not None:
                self._sheet.line(f"{value.null} = in_{value.null}[row]")

    def _open_bags(self) -> None:
        """Sum up the row's mail; bags that nobody reads are passed over."""
        bags = list(self.places.bags.values())
        if not bags:
            return
        for bag in bags:
            self._sheet.line(f"{bag.count} = 0")
            whole = "float" if bag.item.type == "float" else "int"
            for name, type_ in ((bag.first, bag.item.type), (bag.last, bag.item.type), (bag.total, whole)):
                self._sheet.line(f"{name} = {zero(type_)}")  # type: ignore[arg-type]  # whole is a Type
        with self._sheet.block("while mail_row[mail] == row:"):
            for bag in bags:
                with self._sheet.block(f"if mail_item[mail] == {self.layout.item_index[bag.item.path]}:"):
                    self._gather(bag)
            self._sheet.line("mail += 1")

    def _gather(self, bag: Bag) -> None:
        line = self._sheet.line
        line(f"{bag.last} = {convert('mail_value[mail]', 'float', bag.item.type)}")
        with self._sheet.block(f"if {bag.count} == 0:"):
            line(f"{bag.first} = {bag.last}")
        if bag.item.type == "float":
            line(f"{bag.total} = {bag.total} + {bag.last}")
        else:
            line(f"{bag.total} = add_ints({bag.total}, {convert(bag.last, bag.item.type, 'int')})")
        line(f"{bag.count} += 1")

    def _null_outputs(self, node: Node) -> None:
        for port in node.machine.outputs:
            if self.places.is_own(node, port.name):
                output = self.places.output(node, port.name)
                self._sheet.line(f"{output.code} = {zero(port.type)}")
                self._sheet.line(f"{output.null} = True")

    def _execute(self, node: Node) -> None:
        """Rule 1: pre-activity, transition, activation, active children, resolutions, activity."""
        self._sheet.line(f"# {node.path}")
        self._pre_activity(node)
        self._firing.advance(node)
        self._children(node)
        for output, resolution in sorted(node.machine.resolutions.items()):
            self._resolve(node, output, resolution)
        self._statements.block(node.machine.activity, node)
        self.places.executing.discard(node.path)

    def _pre_activity(self, node: Node) -> None:
        for child in node.children:
            for port in child.machine.inputs:
                wire = self.places.wires.get((child.path, port.name))
                if wire is not None:
                    self._sheet.line(f"{wire.code} = {zero(wire.type)}")
                    self._sheet.line(f"{wire.null} = True")
        self._statements.block(node.machine.pre_activity, node)
        self.places.executing.add(node.path)
        self.places.certain |= set(_certain(node))

    def _children(self, node: Node) -> None:
        for child in node.children:
            self._null_outputs(child)
        if node.state is None:
            for child in node.children:
                self._execute(child)
            return
        state = self._firing.state(node)
        for index, child in enumerate(node.children):
            with self._sheet.block(f"{'elif' if index else 'if'} {state} == {index}:"):
                self._execute(child)

    def _resolve(self, node: Node, output: str, how: Resolution) -> None:
        names = how.outputs or (output,) * len(how.children)
        weights = how.weights or (1.0,) * len(how.children)
        entries = list(zip(how.children, names, weights, strict=True))
        if how.method != "first":
            entries.sort(key=lambda entry: entry[:2])
        result = self.places.output(node, output)
        said = [(self.places.output(node.child(child), name), weight) for child, name, weight in entries]
        if how.method == "blend":
            self._blend(result, said)
            return
        for value, _ in said:
            if value != result:
                self._take(result, value, least=how.method == "least")

    def _take(self, result: Value, value: Value, *, least: bool) -> None:
        code = convert(value.code, value.type, result.type)
        better = f"({result.null} | ({code} < {result.code}))" if least else f"{result.null}"
        with self._sheet.block(f"if (not {value.null}) & {better}:"):
            self._sheet.line(f"{result.code} = {code}")
            self._sheet.line(f"{result.null} = False")

    def _blend(self, result: Value, said: list[tuple[Value, float]]) -> None:
        total, share = (self.layout.names.unique(word) for word in ("total", "share"))
        self._sheet.line(f"{total} = 0.0")
        self._sheet.line(f"{share} = 0.0")
        for value, weight in said:
            with self._sheet.block(f"if not {value.null}:"):
                factor = constant(weight, "float")
                self._sheet.line(f"{total} = {total} + {factor} * {convert(value.code, value.type, 'float')}")
                self._sheet.line(f"{share} = {share} + {factor}")
                self._sheet.line(f"{result.null} = False")
        with self._sheet.block(f"if not {result.null}:"):
            self._sheet.line(f"{result.code} = {convert(f'divide({total}, {share})', 'float', result.type)}")


def _certain(node: Node) -> Iterator[tuple[str, str]]:
    """The children's inputs that the pre-activity assigns whatever happens, and never with null."""
    block = node.machine.pre_activity
    doubtful = {
        part.target for part in descend(block)
        if isinstance(part, Assign) and isinstance(part.target, ChildInput) and part.value.nullable
    }  # fmt: skip
    for statement in block:
        if isinstance(statement, Assign) and isinstance(statement.target, ChildInput):
            target = statement.target
            if target not in doubtful:
                yield node.child(target.child).path, target.input
