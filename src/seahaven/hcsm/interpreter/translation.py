"""The functions of a program as Python functions over an instance's list of values.

Each is written out as source once and compiled by Python, so that running a machine walks no trees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from seahaven.hcsm.interpreter.formulas import VOCABULARY, Formulas
from seahaven.hcsm.interpreter.slots import ENTITY, SENT, Slot, Slots
from seahaven.hcsm.program import (
    Assign,
    Block,
    ChildInput,
    ChildOutput,
    ChildPanel,
    Expression,
    If,
    Press,
    Program,
    Resolution,
    SiblingPanel,
    Statement,
    Target,
    Temporary,
    Type,
)

__all__ = ["Function", "Translator", "sources"]

Function = Callable[[list[Any]], Any]
"""A function of the author's: it reads and writes the instance's values; a condition returns whether it holds."""


@lru_cache(1024)
def _function(source: str, name: str, file: str) -> Function:
    """The function that some source defines: it keeps nothing, so that all interpreters of a machine share it."""
    scope = dict(VOCABULARY)
    exec(compile(source, file, "exec"), scope)
    function: Function = scope[name]
    return function


class Translator:
    """Turns the conditions, statements and resolutions of one machine into functions."""

    def __init__(self, path: str, program: Program, slots: Slots) -> None:
        self.path, self.program, self.slots = path, program, slots
        self.formulas = Formulas(path, slots)

    def condition(self, expression: Expression) -> Function:
        """A function that gives the value of an expression; null is None."""
        return self._compiled("condition", [f"return {self.formulas.code(expression)}"])

    def block(self, name: str, block: Block, resolutions: dict[str, Resolution] | None = None) -> Function | None:
        """A function that first resolves outputs and then runs statements; None if there is nothing to do."""
        lines = [line for output, how in sorted((resolutions or {}).items()) for line in self._resolution(output, how)]
        lines += self._statements(block)
        return self._compiled(name, lines) if lines else None

    def _compiled(self, name: str, lines: Sequence[str]) -> Function:
        source = "\n    ".join([f"def {name}(v):", *lines])
        return _function(source, name, f"<{self.path} {name}>")

    def _statements(self, block: Block) -> list[str]:
        return [line for statement in block for line in self._statement(statement)]

    def _statement(self, statement: Statement) -> list[str]:
        if isinstance(statement, Assign):
            return self._assign(statement.target, statement.value)
        if isinstance(statement, Press):
            return self._press(statement)
        return self._if(statement)

    def _if(self, statement: If) -> list[str]:
        lines = [f"if {self.formulas.code(statement.test)}:", *_indented(self._statements(statement.then) or ["pass"])]
        if statement.otherwise:
            lines += ["else:", *_indented(self._statements(statement.otherwise))]
        return lines

    def _assign(self, target: Target, value: Expression) -> list[str]:
        if isinstance(target, Temporary):
            return [f"t_{target.name} = {self.formulas.typed(value, target.type)}"]
        if isinstance(target, ChildInput):
            slot = self.slots.inputs[f"{self.path}/{target.child}", target.input]
        else:
            table = self.slots.locals if target.place == "local" else self.slots.outputs
            slot = table[self.path, target.name]
        return self._store(slot.number, self.formulas.typed(value, slot.type), slot.type)

    def _store(self, number: int, code: str, type: Type) -> list[str]:
        """Every NaN that is kept is the same NaN; null equals itself and passes."""
        if type != "float":
            return [f"v[{number}] = {code}"]
        return [f"x = {code}", f"v[{number}] = x if x == x else nan"]

    def _press(self, press: Press) -> list[str]:
        lines, tests = [f"x = {self._as_message(press.value)}"], ["x is not None"] * press.value.nullable
        if isinstance(press.to, ChildPanel):
            receiver, item = f"v[{ENTITY}]", f"{self.path}/{press.to.child}.{press.to.item}"
        elif isinstance(press.to, SiblingPanel):
            parent = self.path.rpartition("/")[0]
            receiver, item = f"v[{ENTITY}]", f"{parent}/{press.to.sibling}.{press.to.item}"
        else:
            receiver, item = "to", f".{press.to.item}"
            lines.append(f"to = {self.formulas.code(press.to.handle)}")
            tests += ["to is not None"] * press.to.handle.nullable
        send = f"v[{SENT}].append(({receiver}, {item!r}, x if x == x else nan, v[{ENTITY}], {self.path!r}))"
        return [*lines, f"if {' and '.join(tests)}:", f"    {send}"] if tests else [*lines, send]

    def _as_message(self, value: Expression) -> str:
        if value.type == "float":
            return self.formulas.code(value)
        return self.formulas.strict([(self.formulas.code(value), value.nullable)], lambda x: f"float({x[0]})")

    def _resolution(self, output: str, how: Resolution) -> list[str]:
        """The output from what the children said (`x`); `r` is the result so far."""
        slot = self.slots.outputs[self.path, output]
        if how.method == "blend":
            return self._blend(output, how, slot)
        lines = ["r = None"]
        better = " or x < r or r != r" if how.method == "least" else ""
        for child, name in sources(output, how):
            lines += [
                f"x = {self._said(child, name, slot.type)}",
                f"if x is not None and (r is None{better}):",
                "    r = x",
            ]
        return [*lines, f"v[{slot.number}] = r"]

    def _blend(self, output: str, how: Resolution, slot: Slot) -> list[str]:
        """The weighted mean; both sums begin at 0.0 and run in the order of names."""
        weights = dict(zip(how.children, how.weights, strict=True))
        lines = ["r = w = 0.0", "said = False"]
        for child, name in sources(output, how):
            weight = repr(float(weights[child]))
            lines += [f"x = {self._said(child, name, 'float')}", "if x is not None:"]
            lines += [f"    r += {weight} * x", f"    w += {weight}", "    said = True"]
        mean = "divide(r, w)" if slot.type == "float" else "to_int(divide(r, w))"
        return [*lines, *self._store(slot.number, f"{mean} if said else None", slot.type)]

    def _said(self, child: str, output: str, type: Type) -> str:
        port = next(port for port in self.program.child(child).outputs if port.name == output)
        return self.formulas.typed(ChildOutput(child, output, port.type), type)


def sources(output: str, how: Resolution) -> list[tuple[str, str]]:
    """The children's outputs that a resolution looks at, as (child, output), in the order in which it looks."""
    pairs = list(zip(how.children, how.outputs or (output,) * len(how.children), strict=True))
    return pairs if how.method == "first" else sorted(pairs)


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]
