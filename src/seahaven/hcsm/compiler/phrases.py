"""From one expression of a program to source text: a value, and whether it is null.

Every operation is total, so both sides of a choice may be computed and truth values combine by `&` and `|`: fewer
branches, and no order of evaluation to get wrong. What is needed more than once goes into a variable first.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from seahaven.hcsm.compiler.layout import Names, Node
from seahaven.hcsm.compiler.page import Page
from seahaven.hcsm.compiler.places import Places, Value, convert, zero
from seahaven.hcsm.compiler.weight import MOST, weight
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

__all__ = ["Phrases", "constant", "either_null"]

_FLOATS = {"+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", "/": "divide({0}, {1})",
           "//": "floordiv({0}, {1})", "%": "modulo({0}, {1})"}  # fmt: skip
_INTS = {"+": "add_ints({0}, {1})", "-": "subtract_ints({0}, {1})", "*": "multiply_ints({0}, {1})",
         "//": "floordiv_ints({0}, {1})", "%": "modulo_ints({0}, {1})"}  # fmt: skip
_NAMES = {"abs": "absolute", "pow": "power"}
_KEEP_INTS = ("abs", "clip", "max", "min")
_SIMPLE = re.compile(r"[\w.]+|\([\w.]+ != 0\)")


def constant(value: float | int | bool, type_: Type) -> str:
    """A number as source text that gives back its bits."""
    if type_ == "bool":
        return str(bool(value))
    if type_ == "int":
        whole = int(value)
        return "(-9223372036854775807 - 1)" if whole == -(1 << 63) else f"({whole})" if whole < 0 else str(whole)
    number = float(value)
    if number != number:
        return "nan"
    text = "inf" if math.isinf(number) else repr(abs(number))
    return f"(-{text})" if math.copysign(1.0, number) < 0.0 else text


def either_null(*nulls: str | None) -> str | None:
    """Whether any of several is null."""
    known = list(dict.fromkeys(null for null in nulls if null is not None))
    if not known or "True" in known:
        return "True" if known else None
    return known[0] if len(known) == 1 else "(" + " | ".join(known) + ")"


def _chosen(test: str, this: Value, that: Value, weight: int) -> str:
    """One of two values; both are computed, unless that takes long."""
    if weight > MOST:
        return f"({this.code} if {test} else {that.code})"
    return f"choose({test}, {this.code}, {that.code})"


class Phrases:
    """Writes the expressions of one machine's functions, with the variables they need, onto a page."""

    def __init__(self, page: Page, places: Places, names: Names) -> None:
        self._page = page
        self._places = places
        self._names = names
        self._temporaries: dict[tuple[str, str, Type], tuple[str, str]] = {}
        self._writers: dict[type, Callable[[Any, Node], Value]] = {
            Const: lambda e, _: Value(constant(e.value, e.type), e.type),
            Null: lambda e, _: Value(zero(e.type), e.type, "True"),
            Read: self._read,
            ChildOutput: lambda e, node: self._places.output(node.child(e.child), e.output),
            BagRead: self._bag,
            Unary: self._unary,
            Binary: self._binary,
            Compare: self._compare,
            And: lambda e, node: Value(self._joined(" & ", e.operands, node), "bool"),
            Or: lambda e, node: Value(self._joined(" | ", e.operands, node), "bool"),
            Not: lambda e, node: Value(f"(not {self.truth(e.operand, node)})", "bool"),
            IsNull: lambda e, node: Value(self.value(e.operand, node).null or "False", "bool"),
            Select: self._select,
            Call: self._call,
        }

    def value(self, expression: Expression, node: Node) -> Value:
        """The expression, in a function of that machine."""
        return self._writers[type(expression)](expression, node)

    def converted(self, expression: Expression, node: Node, type_: Type) -> Value:
        """The expression as another type."""
        value = self.value(expression, node)
        return Value(convert(value.code, value.type, type_), type_, value.null)

    def truth(self, expression: Expression, node: Node) -> str:
        """Whether the expression is true; null counts as false."""
        value = self.value(expression, node)
        if value.null is None:
            return value.code
        return "False" if value.null == "True" else f"({value.code} & (not {value.null}))"

    def kept(self, code: str) -> str:
        """The same in a variable, unless it is as short as one."""
        if _SIMPLE.fullmatch(code):
            return code
        name = self._names.unique("t")
        self._page.line(f"{name} = {code}")
        return name

    def temporary(self, node: Node, name: str, type_: Type, nullable: bool) -> Value:
        """The variable of a function's own name; functions that give it another type have another variable."""
        key = (node.path, name, type_)
        if key not in self._temporaries:
            words = (node.path.partition("/")[2], name)
            self._temporaries[key] = self._names.unique(*words), self._names.unique(*words, "null")
        variable, null = self._temporaries[key]
        return Value(variable, type_, null if nullable else None)

    def _read(self, e: Read, node: Node) -> Value:
        if e.place == "input":
            return self._places.input(node, e.name)
        if e.place == "dial":
            return self._places.dial(node, e.name)
        if e.place == "local":
            return self._places.local(node, e.name)
        return self.temporary(node, e.name, e.type, e.nullable)

    def _bag(self, e: BagRead, node: Node) -> Value:
        if not self._page.reads_mail:
            return self._empty_bag(e)
        bag = self._places.bags[f"{node.path}.{e.item}"]
        if e.what in ("count", "any"):
            return Value(bag.count, "int") if e.what == "count" else Value(f"({bag.count} != 0)", "bool")
        if e.what == "total":
            return Value(convert(bag.total, "float" if bag.item.type == "float" else "int", e.type), e.type)
        name = bag.first if e.what in ("first", "least") else bag.last
        return Value(convert(name, bag.item.type, e.type), e.type, f"({bag.count} == 0)")

    def _empty_bag(self, e: BagRead) -> Value:
        """What is read of a bag where rows with mail are left to another page."""
        return Value(zero(e.type), e.type, None if e.what in ("count", "any", "total") else "True")

    def _unary(self, e: Unary, node: Node) -> Value:
        value = self.converted(e.operand, node, e.type)
        return Value(f"subtract_ints(0, {value.code})" if e.type == "int" else f"(-{value.code})", e.type, value.null)

    def _binary(self, e: Binary, node: Node) -> Value:
        left, right = self.converted(e.left, node, e.type), self.converted(e.right, node, e.type)
        forms = _INTS if e.type == "int" else _FLOATS
        return Value(forms[e.operator].format(left.code, right.code), e.type, either_null(left.null, right.null))

    def _compare(self, e: Compare, node: Node) -> Value:
        shared: Type = e.left.type if e.left.type == e.right.type else "float"
        left, right = self.converted(e.left, node, shared), self.converted(e.right, node, shared)
        null = either_null(left.null, right.null)
        code = f"({left.code} {e.operator} {right.code})"
        if null == "True":
            return Value("False", "bool")
        return Value(code if null is None else f"({code} & (not {null}))", "bool")

    def _joined(self, operator: str, operands: tuple[Expression, ...], node: Node) -> str:
        return "(" + operator.join(self.truth(operand, node) for operand in operands) + ")"

    def _select(self, e: Select, node: Node) -> Value:
        test = self.truth(e.test, node)
        then, otherwise = self.converted(e.then, node, e.type), self.converted(e.otherwise, node, e.type)
        if then.null is None and otherwise.null is None:
            return Value(_chosen(test, then, otherwise, weight(e)), e.type)
        test = self.kept(test)
        null = f"choose({test}, {then.null or False}, {otherwise.null or False})"
        return Value(_chosen(test, then, otherwise, weight(e)), e.type, self.kept(null))

    def _call(self, e: Call, node: Node) -> Value:
        if e.function == "either":
            return self._either(e, node)
        if e.function in ("float", "int"):
            return self.converted(e.arguments[0], node, e.type)
        whole = e.type == "int" and e.function in _KEEP_INTS
        values = [self.converted(argument, node, "int" if whole else "float") for argument in e.arguments]
        code = self._applied(e.function, [value.code for value in values], whole)
        null = either_null(*(value.null for value in values))
        return Value(code if whole else convert(code, "float", e.type), e.type, null)

    def _applied(self, function: str, codes: list[str], whole: bool) -> str:
        if function in ("min", "max"):
            folded = codes[0]
            for code in codes[1:]:
                folded = f"{function}imum({folded}, {code})"
            return folded
        if function == "clip":
            return f"minimum(maximum({codes[0]}, {codes[1]}), {codes[2]})"
        if function == "abs" and whole:
            code = self.kept(codes[0])
            return f"maximum({code}, subtract_ints(0, {code}))"
        return f"{_NAMES.get(function, function)}({', '.join(codes)})"

    def _either(self, e: Call, node: Node) -> Value:
        *ahead, last = (self.converted(argument, node, e.type) for argument in e.arguments)
        result = last
        for value in reversed(ahead):
            if value.null is None:
                result = value
                continue
            null = self.kept(value.null)
            both = None if result.null is None else f"({null} & {result.null})"
            result = Value(_chosen(null, result, value, weight(e)), e.type, both)
        return result
