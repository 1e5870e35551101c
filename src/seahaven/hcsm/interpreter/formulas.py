"""Expressions of the author's as Python expressions over an instance's list of values `v`.

Null is `None`. What cannot be null is plain arithmetic; what can is guarded where its operands are. Every operation is
total: the ones that Python would refuse are functions of `arithmetic.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from seahaven.hcsm import arithmetic
from seahaven.hcsm.interpreter.slots import Slots
from seahaven.hcsm.panel import total, total_of_ints
from seahaven.hcsm.program import (
    And,
    BagRead,
    Binary,
    Call,
    ChildOutput,
    Compare,
    Const,
    Expression,
    IsNull,
    Not,
    Null,
    Or,
    Read,
    Select,
    Type,
    Unary,
)

__all__ = ["VOCABULARY", "Formulas"]

VOCABULARY: dict[str, Any] = {name: getattr(arithmetic, name) for name in arithmetic.__all__}
"""The names that the written expressions use."""
VOCABULARY |= {"inf": float("inf"), "nan": float("nan"), "total": total, "total_of_ints": total_of_ints}

_INT_ARITHMETIC = {
    "+": "add_ints",
    "-": "subtract_ints",
    "*": "multiply_ints",
    "//": "floordiv_ints",
    "%": "modulo_ints",
}
_FLOAT_ARITHMETIC = {"/": "divide", "//": "floordiv", "%": "modulo"}
_FOLDED = {"max": "maximum", "min": "minimum"}
_KEEPS_INTS = ("abs", "clip", "max", "min")


class Formulas:
    """Writes the expressions of one machine."""

    def __init__(self, path: str, slots: Slots) -> None:
        self.path, self.slots = path, slots
        self._helpers = 0

    def typed(self, expression: Expression, type: Type) -> str:
        """The expression's code; an int as a float where that is wanted."""
        if type != "float" or expression.type != "int":
            return self.code(expression)
        if isinstance(expression, Const):
            return _literal(expression.value, type)
        return self.strict([(self.code(expression), expression.nullable)], lambda x: f"float({x[0]})")

    def code(self, e: Expression) -> str:
        """The expression in Python, in its own type."""
        match e:
            case Const():
                return _literal(e.value, e.type)
            case Null():
                return "None"
            case Read():
                return self._read(e)
            case ChildOutput():
                return f"v[{self.slots.outputs[f'{self.path}/{e.child}', e.output].number}]"
            case BagRead():
                return self._bag(e)
            case Unary():
                return self._unary(e)
            case Binary():
                return self._binary(e)
            case Compare():
                return self._compare(e)
            case And() | Or():
                return f"({(' and ' if isinstance(e, And) else ' or ').join(map(self._truth, e.operands))})"
            case Not():
                return f"(not {self.code(e.operand)})"
            case IsNull():
                return f"({self.code(e.operand)} is None)" if e.operand.nullable else "False"
            case Select():
                then, otherwise = self.typed(e.then, e.type), self.typed(e.otherwise, e.type)
                return f"({then} if {self.code(e.test)} else {otherwise})"
            case Call():
                return self._call(e)

    def _truth(self, e: Expression) -> str:
        return f"({self.code(e)} is True)" if e.nullable else self.code(e)

    def _read(self, e: Read) -> str:
        if e.place == "temporary":
            return f"t_{e.name}"
        tables = {"input": self.slots.inputs, "local": self.slots.locals, "dial": self.slots.dials}
        slot = tables[e.place][self.path, e.name]
        code = f"v[{slot.number}]"
        if e.type == "float" and slot.type == "int":
            return self.strict([(code, e.nullable)], lambda x: f"float({x[0]})")
        return code

    def _bag(self, e: BagRead) -> str:
        slot = self.slots.bags[self.path, e.item]
        bag = f"v[{slot.number}]"
        if e.what in ("count", "any"):
            return f"len({bag})" if e.what == "count" else f"({bag} != ())"
        if e.what == "total":
            return f"{'total' if slot.type == 'float' else 'total_of_ints'}({bag})"
        return f"({bag}[{0 if e.what in ('first', 'least') else -1}] if {bag} else None)"

    def _unary(self, e: Unary) -> str:
        form = "(-{})" if e.type == "float" else "wrapped(-{})"
        return self.strict([(self.typed(e.operand, e.type), e.operand.nullable)], lambda x: form.format(*x))

    def _binary(self, e: Binary) -> str:
        operands = [(self.typed(side, e.type), side.nullable) for side in (e.left, e.right)]
        if e.type == "int":
            return self.strict(operands, lambda x: f"{_INT_ARITHMETIC[e.operator]}({x[0]}, {x[1]})")
        if e.operator in "+-*" or (e.operator == "/" and isinstance(e.right, Const) and e.right.value != 0):
            return self.strict(operands, lambda x: f"({x[0]} {e.operator} {x[1]})")
        return self.strict(operands, lambda x: f"{_FLOAT_ARITHMETIC[e.operator]}({x[0]}, {x[1]})")

    def _compare(self, e: Compare) -> str:
        type = _common(e.left, e.right)
        operands = [(self.typed(side, type), side.nullable) for side in (e.left, e.right)]
        return self.strict(operands, lambda x: f"({x[0]} {e.operator} {x[1]})", null="False")

    def _call(self, e: Call) -> str:
        if e.function == "either":
            return self._either(e)
        if e.function in ("float", "int"):
            convert = "to_int" if e.function == "int" and e.arguments[0].type == "float" else e.function
            return self.strict([(self.code(a), a.nullable) for a in e.arguments], lambda x: f"{convert}({x[0]})")
        plain_ints = e.type == "int" and e.function in _KEEPS_INTS
        operands = [(self.typed(a, "float") if not plain_ints else self.code(a), a.nullable) for a in e.arguments]
        return self.strict(operands, lambda x: _applied(e, x))

    def _either(self, e: Call) -> str:
        *ahead, last = e.arguments
        code = self.typed(last, e.type)
        for argument in reversed(ahead):
            if not argument.nullable:
                code = self.typed(argument, e.type)
                continue
            name = self._helper()
            code = f"({code} if ({name} := {self.typed(argument, e.type)}) is None else {name})"
        return code

    def strict(self, operands: Iterable[tuple[str, bool]], make: Callable[[list[str]], str], null: str = "None") -> str:
        """An operation that is null if an operand is; those that may be are looked at first."""
        names, tests = [], []
        for code, nullable in operands:
            if not nullable:
                names.append(code)
            elif _is_name(code):
                names.append(code)
                tests.append(f"{code} is None")
            else:
                names.append(self._helper())
                tests.append(f"({names[-1]} := {code}) is None")
        return f"({null} if {' or '.join(tests)} else {make(names)})" if tests else make(names)

    def _helper(self) -> str:
        self._helpers += 1
        return f"h{self._helpers}"


def _literal(value: float | int | bool, type: Type) -> str:
    text = repr(float(value)) if type == "float" else repr(value)
    return f"({text})" if text.startswith("-") else text


def _common(left: Expression, right: Expression) -> Type:
    """The type in which two values are compared: ints are floats beside a float, as native code has it."""
    return "float" if "float" in (left.type, right.type) else left.type


def _applied(e: Call, x: list[str]) -> str:
    if e.function in _FOLDED:
        code = x[0]
        for other in x[1:]:
            code = f"{_FOLDED[e.function]}({code}, {other})"
        return code
    if e.function == "abs":
        return f"abs({x[0]})" if e.type == "float" else f"wrapped(abs({x[0]}))"
    code = f"{'power' if e.function == 'pow' else e.function}({', '.join(x)})"
    return f"to_int({code})" if e.type == "int" and e.function not in _KEEPS_INTS else code


def _is_name(code: str) -> bool:
    """Whether looking twice costs nothing: a variable or a slot."""
    return code.isidentifier() or (code.startswith("v[") and code[2:-1].isdigit())
