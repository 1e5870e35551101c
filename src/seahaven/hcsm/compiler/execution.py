"""What happens to one row in a step, written onto a page: the tree of machines, flat, in the order of execution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from seahaven.hcsm.compiler.firing import Firing
from seahaven.hcsm.compiler.layout import Layout, Node
from seahaven.hcsm.compiler.page import Case, Page
from seahaven.hcsm.compiler.phrases import Phrases, constant
from seahaven.hcsm.compiler.places import Bag, Places, Value, convert, descend, zero
from seahaven.hcsm.compiler.statements import Address, Statements, store
from seahaven.hcsm.program import Assign, ChildInput, Resolution, Type

__all__ = ["Execution"]


class Execution:
    """The source of what one row does.

    `lines` stand at the depth of a loop in a function. `random` names the machines that may have to choose at random,
    in the order of their keys, beginning with those given; `room` is the most messages that a row can send.
    """

    def __init__(self, layout: Layout, page: Page, *, run_on: bool, settle: bool, random: Sequence[str] = ()) -> None:
        self.layout, self._page = layout, page
        self.places = Places(layout, page.read)
        phrases = Phrases(page, self.places, layout.names)
        self._statements = Statements(page, self.places, phrases)
        self._firing = Firing(
            page, self.places, phrases, self._statements, layout, run_on=run_on, settle=settle, random=random
        )
        self.born = self._firing.born
        self.lines = self._row()
        self.random = tuple(self._firing.random)
        self.room = self._firing.most_messages(layout.top)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses of messages, by number."""
        return tuple(self._statements.addresses)

    def _row(self) -> list[str]:
        with self._page.section() as lines, self._page.block(""), self._page.block(""):
            top = self.layout.top
            self._open_bags()
            self._firing.begin(top)
            self._null_outputs(top)
            self._execute(top)
            for name, slot in self.layout.outputs.items():
                store(self._page, slot, self.places.output(top, name))
        return lines[2:]

    def _open_bags(self) -> None:
        """Sum up the row's mail; bags that nobody reads are passed over."""
        bags = list(self.places.bags.values())
        if not bags or not self._page.reads_mail:
            return
        for bag in bags:
            self._page.line(f"{bag.count} = 0")
            whole = "float" if bag.item.type == "float" else "int"
            for name, type_ in ((bag.first, bag.item.type), (bag.last, bag.item.type), (bag.total, whole)):
                self._page.line(f"{name} = {zero(type_)}")  # type: ignore[arg-type]  # whole is a Type
        with self._page.block("while mail_row[mail] == row:"):
            for bag in bags:
                with self._page.block(f"if mail_item[mail] == {self.layout.item_index[bag.item.path]}:"):
                    self._gather(bag)
            self._page.line("mail += 1")

    def _gather(self, bag: Bag) -> None:
        line = self._page.line
        line(f"{bag.last} = {convert('mail_value[mail]', 'float', bag.item.type)}")
        with self._page.block(f"if {bag.count} == 0:"):
            line(f"{bag.first} = {bag.last}")
        if bag.item.type == "float":
            line(f"{bag.total} = {bag.total} + {bag.last}")
        else:
            line(f"{bag.total} = add_ints({bag.total}, {convert(bag.last, bag.item.type, 'int')})")
        line(f"{bag.count} += 1")

    def _null_outputs(self, node: Node) -> None:
        for port in node.machine.outputs:
            if self.places.is_own(node, port.name):
                self._statements.set_variable(self.places.output(node, port.name), _nothing(port.type))

    def _execute(self, node: Node) -> None:
        """Rule 1: pre-activity, transition, activation, active children, resolutions, activity."""
        self._page.line(f"# {node.path}")
        self._pre_activity(node)
        self._firing.advance(node)
        self._children(node)
        for output, resolution in sorted(node.machine.resolutions.items()):
            self._resolve(node, output, resolution)
        self._statements.block(node.machine.activity, node)
        self.places.executing.discard(node.path)

    def _pre_activity(self, node: Node) -> None:
        """Rule 2: explicit inputs are null unless set; those that are set whatever happens need not be so before."""
        self.places.make_certain(_certain(node))
        for child in node.children:
            for port in child.machine.inputs:
                wire = self.places.wires.get((child.path, port.name))
                if wire is not None and wire.null is not None:
                    self._statements.set_variable(wire, _nothing(wire.type))
        self._statements.block(node.machine.pre_activity, node)
        self.places.executing.add(node.path)

    def _children(self, node: Node) -> None:
        for child in node.children:
            self._null_outputs(child)
        if node.state is None:
            for child in node.children:
                self._execute(child)
            return
        state = self._firing.state(node)
        self._page.choice(
            *(
                Case(f"{state} == {index}", partial(self._execute, child), f"on {child.machine.name}")
                for index, child in enumerate(node.children)
            )
        )

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
        better = f"({result.null} | {self._is_less(code, result)})" if least else f"{result.null}"
        take = partial(self._statements.set_variable, result, Value(code, result.type))
        self._page.choice(Case(f"(not {value.null}) & {better}", take))

    def _is_less(self, code: str, result: Value) -> str:
        """Whether a value is less than the result so far; any is less than NaN."""
        less = f"({code} < {result.code})"
        return f"{less} | ({result.code} != {result.code})" if result.type == "float" else less

    def _blend(self, result: Value, said: list[tuple[Value, float]]) -> None:
        total, share = (self.layout.names.unique(word) for word in ("total", "share"))
        self._page.set(total, "0.0")
        self._page.set(share, "0.0")
        for value, weight in said:
            self._page.choice(Case(f"not {value.null}", partial(self._add, result, value, weight, total, share)))
        mean = convert(f"divide({total}, {share})", "float", result.type)
        self._page.choice(Case(f"not {result.null}", partial(self._page.set, result.code, mean)))

    def _add(self, result: Value, value: Value, weight: float, total: str, share: str) -> None:
        assert result.null is not None
        factor = constant(weight, "float")
        self._page.set(total, f"{total} + {factor} * {convert(value.code, value.type, 'float')}")
        self._page.set(share, f"{share} + {factor}")
        self._page.set(result.null, "False")


def _nothing(type_: Type) -> Value:
    """Null, and what stands beside it."""
    return Value(zero(type_), type_, "True")


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
