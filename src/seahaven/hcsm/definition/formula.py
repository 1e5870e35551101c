"""From an author's Python expression to a typed expression of the program.

Whatever has no scalar meaning is refused with its line and what to write instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Literal, NoReturn, cast

from seahaven.hcsm.definition.reference import ReferenceReader
from seahaven.hcsm.definition.typed import (
    asks_for,
    certain,
    common_type,
    either,
    null_sources,
    promoted,
    selected,
    shown,
    zero,
)
from seahaven.hcsm.definition.vocabulary import BAG, FUNCTION_NAMES, MESSAGES, name_in, settings
from seahaven.hcsm.program import (
    And,
    Binary,
    Call,
    Compare,
    Const,
    Expression,
    IsNull,
    Not,
    Or,
    Type,
    Unary,
)

__all__ = ["ExpressionReader"]

_ARITHMETIC: dict[type[ast.operator], Literal["+", "-", "*", "/", "//", "%"]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_COMPARISON: dict[type[ast.cmpop], Literal["<", "<=", ">", ">=", "==", "!="]] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_ARGUMENTS = {"atan2": 2, "clip": 3, "hypot": 2, "pow": 2}
_KEEPS_INTS = ("abs", "clip", "max", "min")
_OUTSIDE: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: ("a list", "use locals, one for each value"),
    ast.Tuple: ("a tuple", "use locals, one for each value"),
    ast.Dict: ("a dict", "use locals, one for each value"),
    ast.Set: ("a set", "use locals, one for each value"),
    ast.ListComp: ("a comprehension", "write the values out one by one"),
    ast.SetComp: ("a comprehension", "write the values out one by one"),
    ast.DictComp: ("a comprehension", "write the values out one by one"),
    ast.GeneratorExp: ("a comprehension", "write the values out one by one"),
    ast.Subscript: ("an index", "use locals, one for each value"),
    ast.NamedExpr: ("an assignment inside an expression", "assign on a line of its own"),
    ast.Lambda: ("a lambda inside a function", "write the expression out"),
    ast.JoinedStr: ("text", "machines compute numbers and truth values only"),
    ast.Starred: ("a starred argument", "write the arguments out"),
    ast.Await: ("an await", "machines never wait inside a step; use a child and a transition"),
    ast.Yield: ("a yield", "machines never wait inside a step; use a child and a transition"),
}


class ExpressionReader(ReferenceReader):
    """Reads the expressions of one function of one machine."""

    def value(self, node: ast.expr, wanted: Type | None = None) -> Expression:
        """What an expression computes; `wanted` gives a bare None its type."""
        readers: dict[type[ast.expr], Callable[..., Expression]] = {
            ast.Attribute: self.attribute,
            ast.BinOp: self._arithmetic,
            ast.BoolOp: self._logic,
            ast.Call: self._call,
            ast.Compare: self._comparison,
            ast.Name: self.name,
            ast.UnaryOp: self._unary,
        }
        if isinstance(node, ast.Constant):
            return self.constant(node, node.value, wanted)
        if isinstance(node, ast.IfExp):
            return self._select(node, wanted)
        if reader := readers.get(type(node)):
            return reader(node)
        what, hint = _OUTSIDE.get(
            type(node), (f"'{ast.unparse(node)}'", "use numbers, comparisons and calls of `math`")
        )
        raise self.refusal(node, f"{what} is outside what machines can compute", hint)

    def truth(self, node: ast.expr) -> Expression:
        """What a test computes: a truth value, never a number taken for one."""
        value = self.value(node)
        if value.type != "bool":
            hint = "ask `is not None`, or compare it" if value.nullable else "compare it with a number"
            raise self.refusal(node, f"'{ast.unparse(node)}' is a {shown(value)}, not a truth value", hint)
        return value

    def number(self, node: ast.expr) -> Expression:
        """What an operand computes: a number."""
        value = self.value(node)
        if value.type == "bool":
            text = ast.unparse(node)
            raise self.refusal(node, f"'{text}' is a truth value, not a number", f"write `1.0 if {text} else 0.0`")
        return value

    def certified(self, value: Expression) -> Expression:
        """A value that is known not to be null here as one that cannot be."""
        if value.nullable and null_sources(value) <= self.known:
            return either(value, zero(value.type))
        return value

    # Operators --------------------------------------------------------------------------------------------------------

    def _unary(self, node: ast.UnaryOp) -> Expression:
        if isinstance(node.op, ast.Not):
            return Not(self.truth(node.operand))
        if isinstance(node.op, ast.Invert):
            raise self.refusal(node, "'~' is outside what machines can compute", "write `not`, for truth values")
        value = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(value, Const):
            return self.constant(node, -value.value)
        return Unary("-", value, value.type, value.nullable)

    def _arithmetic(self, node: ast.BinOp) -> Expression:
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(node.op, ast.Pow):
            return self._power(left, right)
        operator = _ARITHMETIC.get(type(node.op))
        if operator is None:
            raise self.refusal(node, f"'{ast.unparse(node)}' works on bits", "use +, -, *, /, //, % and **")
        return self.binary(operator, left, right)

    def binary(
        self, operator: Literal["+", "-", "*", "/", "//", "%"], left: Expression, right: Expression
    ) -> Expression:
        """Arithmetic on two numbers."""
        kind: Type = "float" if operator == "/" or "float" in (left.type, right.type) else "int"
        return Binary(operator, promoted(left, kind), promoted(right, kind), kind, left.nullable or right.nullable)

    def _power(self, base: Expression, exponent: Expression) -> Expression:
        """A power; a square or cube is a product, which is faster than `pow` and at least as near."""
        if isinstance(exponent, Const) and exponent.value in (2, 3):
            base = promoted(base, exponent.type)
            square = self.binary("*", base, base)
            return square if exponent.value == 2 else self.binary("*", square, base)
        return self._applied("pow", [base, exponent])

    def _logic(self, node: ast.BoolOp) -> Expression:
        """`and`, `or`; each operand may rely on what the ones before it have settled about null."""
        before, operands = self.known, []
        for operand in node.values:
            operands.append(self._logic_operand(operand))
            self.known |= certain(operands[-1], isinstance(node.op, ast.And))
        self.known = before
        return And(tuple(operands)) if isinstance(node.op, ast.And) else Or(tuple(operands))

    def _logic_operand(self, node: ast.expr) -> Expression:
        value = self.value(node)
        if value.type != "bool":
            raise self.refusal(
                node, f"'{ast.unparse(node)}' is a {shown(value)}, not a truth value",
                "compare it; to replace None, write either(x, y)",
            )  # fmt: skip
        return value

    def _comparison(self, node: ast.Compare) -> Expression:
        sides = [node.left, *node.comparators]
        parts = [self._compared(node, op, a, b) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _compared(self, node: ast.Compare, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Expression:
        if isinstance(op, ast.Is | ast.IsNot):
            return self._is_null(node, op, left, right)
        operator = _COMPARISON.get(type(op))
        if operator is None:
            raise self.refusal(node, "'in' looks into a container", "write `x == a or x == b`")
        if any(isinstance(side, ast.Constant) and side.value is None for side in (left, right)):
            raise self.refusal(node, "a comparison with None is always false", "write `is None` or `is not None`")
        a, b = self.value(left), self.value(right)
        kind = common_type(a, b)
        if kind is None or (kind == "bool" and operator not in ("==", "!=")):
            raise self.refusal(
                node, f"'{ast.unparse(node)}' compares {shown(a)} with {shown(b)}", "compare numbers with numbers"
            )
        return Compare(operator, promoted(a, kind), promoted(b, kind))

    def _is_null(self, node: ast.Compare, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Expression:
        if not (isinstance(right, ast.Constant) and right.value is None):
            raise self.refusal(node, "'is' compares with None only", "write `==`")
        value = self.value(left)
        asked: Expression = IsNull(value) if value.nullable else Const(False, "bool")
        return Not(asked) if isinstance(op, ast.IsNot) else asked

    def _select(self, node: ast.IfExp, wanted: Type | None) -> Expression:
        test, before = self.truth(node.test), self.known
        order = [(node.body, True), (node.orelse, False)]
        if _is_none(node.body):
            order.reverse()
        values: dict[bool, Expression] = {}
        for branch, truth in order:
            self.known = before | certain(test, truth)
            value = self.value(branch, next(iter(values.values())).type if values else wanted)
            values[truth] = value if asks_for(test, value, truth) else self.certified(value)
        self.known = before
        kind = self._one_type(node, list(values.values()))
        return selected(test, promoted(values[True], kind), promoted(values[False], kind))

    def _one_type(self, node: ast.expr, values: list[Expression]) -> Type:
        kind = common_type(*values)
        if kind is None:
            raise self.refusal(node, f"'{ast.unparse(node)}' mixes {' and '.join(shown(value) for value in values)}")
        return kind

    # Calls ------------------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Expression:
        called = self.called(node)
        name = name_in(FUNCTION_NAMES, called)
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.refusal(node, f"'{ast.unparse(node)}' has keyword or starred arguments", "write plain arguments")
        if name is None:
            self._refuse_call(node, called)
        if name == "either":
            return self._either(node)
        values = [self.number(argument) for argument in node.args]
        least, most = (2, 99) if name in ("min", "max") else (_ARGUMENTS.get(name, 1),) * 2
        if not least <= len(values) <= most:
            raise self.refusal(
                node, f"{name} takes {least} argument(s){' or more' if most > least else ''}, not {len(values)}"
            )
        return self._applied(name, values)

    def _refuse_call(self, node: ast.Call, called: object) -> NoReturn:
        text = ast.unparse(node.func)
        if called is settings:
            raise self.refusal(
                node, f"'{ast.unparse(node)}' is a bag", f"ask for one of {', '.join(f'.{what}' for what in BAG)}"
            )
        if name_in(MESSAGES, called):
            raise self.refusal(
                node, f"{text} sends a message and has no value", "write it on a line of its own, not in a condition"
            )
        names = sorted(set(FUNCTION_NAMES.values()))
        raise self.refusal(
            node, f"'{text}' cannot be called in a machine", f"write it out; there are {', '.join(names)}"
        )

    def _applied(self, name: str, values: list[Expression]) -> Expression:
        if name in ("float", "int"):
            return self._converted(cast(Type, name), values[0])
        whole = name in _KEEPS_INTS and all(value.type == "int" for value in values)
        kind: Type = "int" if whole else "float"
        values = [promoted(value, kind) for value in values]
        if name in ("min", "max"):
            result = values[0]
            for value in values[1:]:
                result = Call(name, (result, value), kind, result.nullable or value.nullable)
            return result
        return Call(name, tuple(values), kind, any(value.nullable for value in values))

    def _converted(self, kind: Type, value: Expression) -> Expression:
        if value.type == kind:
            return value
        return promoted(value, "float") if kind == "float" else Call("int", (value,), "int", value.nullable)

    def _either(self, node: ast.Call) -> Expression:
        if len(node.args) < 2:
            raise self.refusal(
                node, "either takes two arguments or more", "write either(x, what to use where x is None)"
            )
        values = [self.value(argument) for argument in node.args]
        kind = self._one_type(node, values)
        result = promoted(values[-1], kind)
        for value in reversed(values[:-1]):
            result = either(promoted(value, kind), result)
        return result


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
