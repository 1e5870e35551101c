"""From the statements of a program to source text: assignments, choices and messages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from seahaven.hcsm.compiler.layout import Node, Slot
from seahaven.hcsm.compiler.page import Case, Page
from seahaven.hcsm.compiler.phrases import Phrases
from seahaven.hcsm.compiler.places import Places, Value, zero
from seahaven.hcsm.program import (
    Assign,
    Block,
    ChildInput,
    ChildPanel,
    If,
    Place,
    Press,
    SiblingPanel,
    Statement,
    Temporary,
)

__all__ = ["Address", "Statements", "most_presses", "store"]

_NUMBER = re.compile(r"\(?-?[0-9.]+(e[+-]?[0-9]+)?\)?")


@dataclass(frozen=True, slots=True)
class Address:
    """What a message carries that is known beforehand: the item, and the machine that sends it.

    The item is `Driver/keep.limit` of the sender's own entity, or `.limit` of the top machine of another one.
    """

    item: str
    sender_path: str

    @property
    def is_own(self) -> bool:
        """Whether the message stays with the entity that sends it."""
        return not self.item.startswith(".")


def most_presses(block: Block) -> int:
    """How many messages a block can send at most."""
    count = 0
    for statement in block:
        if isinstance(statement, Press):
            count += 1
        elif isinstance(statement, If):
            count += max(most_presses(statement.then), most_presses(statement.otherwise))
    return count


def store(page: Page, slot: Slot, value: Value) -> None:
    """Write a value into its column: no NaN but the one, and zero beside null."""
    code = f"canonical({value.code})" if slot.type == "float" and not _is_number(value.code) else value.code
    if slot.null is None:
        page.write(slot.value, code)
        return
    if value.null is not None:
        code = zero(slot.type) if value.null == "True" else f"choose({value.null}, {zero(slot.type)}, {code})"
    page.write(slot.value, code)
    page.write(slot.null, str(value.null or False))


def _is_number(code: str) -> bool:
    return _NUMBER.fullmatch(code) is not None


class Statements:
    """Writes the statements of a machine's functions; `addresses` are those of all messages met so far."""

    def __init__(self, page: Page, places: Places, phrases: Phrases) -> None:
        self._page = page
        self._places = places
        self._phrases = phrases
        self.addresses: list[Address] = []

    def block(self, block: Block, node: Node) -> None:
        """Write statements one after the other."""
        for statement in block:
            self._statement(statement, node)

    def _statement(self, statement: Statement, node: Node) -> None:
        if isinstance(statement, Assign):
            self._assign(statement, node)
        elif isinstance(statement, Press):
            self._press(statement, node)
        else:
            self._if(statement, node)

    def _if(self, statement: If, node: Node) -> None:
        test = "False" if self._page.refuses(statement.test) else self._phrases.truth(statement.test, node)
        cases = [Case(test, partial(self.block, statement.then, node))]
        if statement.otherwise:
            cases.append(Case(None, partial(self.block, statement.otherwise, node)))
        self._page.choice(*cases)

    def _assign(self, statement: Assign, node: Node) -> None:
        target = statement.target
        if self._page.refuses(statement):
            if isinstance(target, Temporary):
                variable = self._phrases.temporary(node, target.name, target.type, target.nullable)
                self.set_variable(variable, Value(zero(target.type), target.type))
            return
        if isinstance(target, Place) and target.place == "local":
            slot = node.locals[target.name]
            value = self._phrases.converted(statement.value, node, slot.type)
            store(self._page, slot, self._steady(value))
            return
        if isinstance(target, Temporary):
            variable = self._phrases.temporary(node, target.name, target.type, target.nullable)
        elif isinstance(target, ChildInput):
            variable = self._places.wires[node.child(target.child).path, target.input]
        else:
            variable = self._places.output(node, target.name)
        self.set_variable(variable, self._phrases.converted(statement.value, node, variable.type))

    def set_variable(self, variable: Value, value: Value) -> None:
        """Assign a value and its null flag, which by construction reads nothing that the value's variable held."""
        self._page.set(variable.code, value.code)
        if variable.null is not None:
            self._page.set(variable.null, str(value.null or False))

    def _steady(self, value: Value) -> Value:
        """A value whose null flag may be read after its column was written."""
        if value.null in (None, "True"):
            return value
        assert value.null is not None
        return Value(value.code, value.type, self._phrases.kept(value.null))

    def _press(self, press: Press, node: Node) -> None:
        """Send if there is a value, and someone to send it to."""
        if self._page.refuses(press):
            return
        value = self._phrases.converted(press.value, node, "float")
        nulls = [value.null]
        if isinstance(press.to, ChildPanel):
            receiver = "ids[row]"
            item = f"{node.path}/{press.to.child}.{press.to.item}"
        elif isinstance(press.to, SiblingPanel):
            assert node.parent is not None
            receiver = "ids[row]"
            item = f"{node.parent.path}/{press.to.sibling}.{press.to.item}"
        else:
            handle = self._phrases.value(press.to.handle, node)
            receiver, item = handle.code, f".{press.to.item}"
            nulls.append(handle.null)
        known = [f"(not {null})" for null in nulls if null is not None]
        post = partial(self._post, receiver, self._number(Address(item, node.path)), value.code)
        self._page.rarely(" & ".join(known) or "True", post)

    def _number(self, address: Address) -> int:
        if address not in self.addresses:
            self.addresses.append(address)
        return self.addresses.index(address)

    def _post(self, receiver: str, address: int, value: str) -> None:
        self._page.line(f"post_to[sent] = {receiver}")
        self._page.line(f"post_value[sent] = canonical({value})")
        self._page.line(f"post_address[sent] = {address}")
        self._page.line("post_row[sent] = row")
        self._page.line("sent += 1")
