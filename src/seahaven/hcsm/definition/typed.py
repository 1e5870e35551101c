"""The types of expressions: three of them, each null or not, and what is known of null where.

An int goes into a float, and only explicitly: whatever mixes the two is given a `float(...)` here, so that no engine
has a conversion of its own to get right. Truth values never mix with numbers.
"""

from __future__ import annotations

from typing import Literal

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

__all__ = [
    "Knowledge", "asks_for", "certain", "common_type", "either", "null_sources", "promoted", "selected", "shown",
    "zero",
]  # fmt: skip

Knowledge = frozenset[Expression]
_NOTHING: Knowledge = frozenset()
_NULL_IF_EMPTY: tuple[Literal["first", "last", "least", "largest"], ...] = ("first", "last", "least", "largest")
"""What is null of a bag in which there is nothing."""
_FLIPPED: dict[str, Literal["<", "<=", ">", ">="]] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Operators with their operands exchanged."""


def shown(value: Expression) -> str:
    """An expression's type as the author would write it."""
    return f"{value.type} | None" if value.nullable else value.type


def zero(kind: Type) -> Const:
    """Some value of a type."""
    return Const({"float": 0.0, "int": 0, "bool": False}[kind], kind)


def common_type(*values: Expression) -> Type | None:
    """The one type that all go into; None if truth values and numbers are mixed."""
    types = {value.type for value in values}
    if types == {"int", "float"}:
        return "float"
    return types.pop() if len(types) == 1 else None


def promoted(value: Expression, wanted: Type) -> Expression:
    """An int as the float that is wanted; anything else as it is."""
    if value.type != "int" or wanted != "float":
        return value
    if isinstance(value, Const):
        return Const(float(value.value), "float")
    if isinstance(value, Null):
        return Null("float")
    return Call("float", (value,), "float", value.nullable)


def either(first: Expression, second: Expression) -> Expression:
    """The first unless it is null, and then the second; both of one type."""
    if not first.nullable:
        return first
    return Call("either", (first, second), first.type, second.nullable)


def certain(test: Expression, truth: bool) -> Knowledge:
    """What cannot be null where a test came out true (or not true): a comparison with null, for one, is never true."""
    if isinstance(test, Not):
        return certain(test.operand, not truth)
    if isinstance(test, And | Or):
        each = [certain(operand, truth) for operand in test.operands]
        return _NOTHING.union(*each) if isinstance(test, And) is truth else each[0].intersection(*each[1:])
    if isinstance(test, BagRead) and test.what == "any":
        return _one_of(test.item) if truth else _NOTHING
    if isinstance(test, Compare):
        return _counted(test, truth) | (_spreading(test.left) | _spreading(test.right) if truth else _NOTHING)
    if isinstance(test, IsNull):
        return _NOTHING if truth else _spreading(test.operand)
    return _spreading(test) if truth else _NOTHING


def _one_of(item: str) -> Knowledge:
    """What is never null of a bag in which there is something, whatever it carries."""
    types: tuple[Type, ...] = ("float", "int", "bool")
    return frozenset(BagRead(item, what, kind, True) for what in _NULL_IF_EMPTY for kind in types)


def _counted(test: Compare, truth: bool) -> Knowledge:
    """What cannot be null where a comparison says that something is in a bag, as in `m.brake.count > 0`."""
    left, operator, right = test.left, test.operator, test.right
    if isinstance(left, Const):
        left, operator, right = right, _FLIPPED.get(operator, operator), left
    if not (isinstance(left, BagRead) and left.what == "count" and isinstance(right, Const)):
        return _NOTHING
    return _NOTHING if _holds(0, operator, right.value) is truth else _one_of(left.item)


def _holds(a: float, operator: str, b: float) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[operator]


def null_sources(value: Expression) -> Knowledge:
    """The parts of an expression of which at least one is null wherever the whole is."""
    if not value.nullable:
        return _NOTHING
    if isinstance(value, Unary):
        return null_sources(value.operand)
    if isinstance(value, Binary):
        return null_sources(value.left) | null_sources(value.right)
    if isinstance(value, Select):
        return null_sources(value.then) | null_sources(value.otherwise)
    if isinstance(value, Call):
        parts = value.arguments[-1:] if value.function == "either" else value.arguments
        return _NOTHING.union(*(null_sources(part) for part in parts))
    return frozenset((value,))


def asks_for(test: Expression, value: Expression, truth: bool) -> bool:
    """Whether a test asks for just this value not to be null, as in `x if x is not None else y`."""
    asked = test.operand if isinstance(test, Not) and truth else test if not truth else None
    return isinstance(asked, IsNull) and asked.operand == value


def selected(test: Expression, then: Expression, otherwise: Expression) -> Expression:
    """`then if test else otherwise`, both of one type; `x if x is not None else y` is `either(x, y)`."""
    if asks_for(test, then, True):
        return either(then, otherwise)
    if asks_for(test, otherwise, False):
        return either(otherwise, then)
    return Select(test, then, otherwise, then.type, then.nullable or otherwise.nullable)


def _spreading(value: Expression) -> Knowledge:
    """The parts of an expression whose null would have made the whole null."""
    if isinstance(value, BagRead):
        return _one_of(value.item) if value.nullable else _NOTHING
    if isinstance(value, Read | ChildOutput):
        return frozenset((value,)) if value.nullable else _NOTHING
    if isinstance(value, Unary):
        return _spreading(value.operand)
    if isinstance(value, Binary):
        return _spreading(value.left) | _spreading(value.right)
    if isinstance(value, Call) and value.function != "either":
        return _NOTHING.union(*(_spreading(argument) for argument in value.arguments))
    return _NOTHING
