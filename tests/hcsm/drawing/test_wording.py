"""Expressions, statements and ports as text."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.hcsm.drawing.wording import (
    block_text,
    condition_text,
    expression_text,
    input_texts,
    port_text,
    resolution_words,
    transition_text,
)
from seahaven.hcsm.program import (
    And,
    Assign,
    BagRead,
    Binary,
    Call,
    ChildInput,
    ChildOutput,
    ChildPanel,
    Compare,
    Const,
    Expression,
    If,
    IsNull,
    Not,
    Null,
    Or,
    Peer,
    Place,
    Port,
    Press,
    Program,
    Read,
    Resolution,
    Select,
    SiblingPanel,
    Temporary,
    Transition,
    Unary,
    Wire,
)
from tests.hcsm.drawing.machines import driver, less, number, read, times

A, B, C = (Read("input", name, "float", nullable=True) for name in "abc")


def plus(left: Expression, right: Expression, operator: Any = "+") -> Binary:
    return Binary(operator, left, right, "float", nullable=True)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (number(4.0), "4.0"),
        (Const(True, "bool"), "True"),
        (Null("float"), "None"),
        (ChildOutput("keep", "acceleration", "float"), "keep.acceleration"),
        (BagRead("turn", "count", "int", nullable=False), "turn.count"),
        (plus(plus(A, B), C), "a + b + c"),
        (plus(A, plus(B, C)), "a + (b + c)"),
        (plus(plus(A, B), C, "*"), "(a + b) * c"),
        (plus(A, number(-2.0), "-"), "a - -2.0"),
        (Unary("-", plus(A, B, "*"), "float", nullable=True), "-(a * b)"),
        (Call("pow", (number(-2.0), number(-1.0)), "float", nullable=False), "(-2.0) ** -1.0"),
        (Unary("-", Call("pow", (A, B), "float", nullable=True), "float", nullable=True), "-a ** b"),
        (Call("clip", (A, B, plus(A, C)), "float", nullable=True), "clip(a, b, a + c)"),
        (Not(IsNull(A)), "a is not None"),
        (Not(Compare("<", A, B)), "not a < b"),
        (And((Compare("<", A, B), And((Compare("<", B, C), IsNull(A))))), "a < b and b < c and a is None"),
        (And((Or((IsNull(A), IsNull(B))), Not(IsNull(C)))), "(a is None or b is None) and c is not None"),
        (Compare("==", Compare("<", A, B), Const(False, "bool")), "(a < b) == False"),
        (Select(IsNull(A), B, Select(IsNull(B), A, C, "float", True), "float", True),
         "b if a is None else a if b is None else c"),
        (plus(Select(IsNull(A), B, C, "float", True), C), "(b if a is None else c) + c"),
    ],
)  # fmt: skip
def test_expressions_read_like_python(expression: Expression, text: str) -> None:
    assert expression_text(expression) == text


def numbers(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    truths = st.one_of(
        st.builds(Compare, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), children, children),
        st.builds(lambda *parts: And(parts), children, children),
        st.builds(lambda *parts: Or(parts), children, children, children),
        st.builds(Not, children),
        st.builds(IsNull, children),
    )
    values = st.one_of(
        st.builds(plus, children, children, st.sampled_from(["+", "-", "*", "/", "//", "%"])),
        st.builds(lambda a: Unary("-", a, "float", True), children),
        st.builds(lambda a, b: Call("pow", (a, b), "float", True), children, children),
        st.builds(lambda a, b: Call("min", (a, b), "float", True), children, children),
        st.builds(lambda a, b, c: Select(a, b, c, "float", True), children, children, children),
    )
    return truths | values


EXPRESSIONS = st.recursive(st.sampled_from([A, B, C, number(-1.5), number(2.0), Null("float")]), numbers, max_leaves=12)


def spelled(expression: Expression) -> str:
    """The same with every parenthesis there could be."""
    match expression:
        case Unary(_, a):
            return f"(-{spelled(a)})"
        case Not(IsNull(a)):
            return f"({spelled(a)} is not None)"
        case Not(a):
            return f"(not {spelled(a)})"
        case IsNull(a):
            return f"({spelled(a)} is None)"
        case Binary(operator, a, b) | Compare(operator, a, b):
            return f"({spelled(a)} {operator} {spelled(b)})"
        case Call("pow", (a, b)):
            return f"({spelled(a)} ** {spelled(b)})"
        case Call(function, arguments):
            return f"{function}({', '.join(map(spelled, arguments))})"
        case And(operands):
            return f"({' and '.join(map(spelled, operands))})"
        case Or(operands):
            return f"({' or '.join(map(spelled, operands))})"
        case Select(test, a, b):
            return f"({spelled(a)} if {spelled(test)} else {spelled(b)})"
        case _:
            return f"({expression_text(expression)})"


class Flat(ast.NodeTransformer):
    """`a and (b and c)` is `a and b and c`."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        self.generic_visit(node)
        same = [isinstance(value, ast.BoolOp) and type(value.op) is type(node.op) for value in node.values]
        parts = [value.values if flat else [value] for value, flat in zip(node.values, same, strict=True)]  # type: ignore[attr-defined]
        return ast.BoolOp(node.op, [part for group in parts for part in group])


def parsed(text: str) -> str:
    return ast.dump(Flat().visit(ast.parse(text, mode="eval")))


@given(EXPRESSIONS)
def test_leaving_out_parentheses_never_changes_the_meaning(expression: Expression) -> None:
    assert parsed(expression_text(expression)) == parsed(spelled(expression))


def test_statements_stand_on_one_line() -> None:
    block = (
        Assign(Temporary("x", "float", nullable=False), times(2.0, "speed")),
        If(less("gap", 3.0), (Assign(Place("local", "tries"), number(1.0)),), (Press(ChildPanel("keep", "stop"), A),)),
        Assign(ChildInput("keep", "limit"), A),
        Press(SiblingPanel("driving", "change"), number(2.0)),
        Press(Peer(read("leader"), "brake"), number(1.0)),
    )
    assert block_text(block) == (
        "x = 2.0 * speed; if gap < 3.0 {tries = 1.0} else {press(keep.stop, a)}; keep.limit = a; "
        "send('driving', change, 2.0); send(leader, brake, 1.0)"
    )


def test_a_transition_tells_when_and_what() -> None:
    action = (Assign(Place("local", "tries"), number(1.0)),)
    transition = Transition("Far", "Near", less("gap", 3.0), action, label="close")
    assert transition_text(transition) == "Far → Near when gap < 3.0 / tries = 1.0 (close)"
    assert condition_text(Transition("Far", "Near", Const(True, "bool"))) == "always"


def test_ports_show_type_null_default_and_unit() -> None:
    assert port_text(Port("leader", "int", nullable=True)) == "leader: int?"
    assert port_text(Port("is_red", "bool", default=False)) == "is_red: bool = False"


def test_only_inputs_that_are_not_the_parents_are_spelled_out() -> None:
    parent = driver()
    assert list(input_texts(parent.child("keep"), parent)) == [("speed", False), ("limit: float [m/s]", True)]
    other = Program("P", "concurrent", wires={"keep": {"speed": Wire("input", "pace"), "limit": Wire("dial", "limit")}})
    assert list(input_texts(parent.child("keep"), other)) == [("speed ← pace", True), ("limit", False)]


def words(resolution: Resolution | None, **others: Any) -> str:
    resolutions = {"out": resolution} if resolution else {}
    program = Program("P", "concurrent", children=(Program("a", "leaf"),), resolutions=resolutions, **others)
    return "".join(word for word, _ in resolution_words(program, "out"))


def test_resolutions_are_told_in_words() -> None:
    assert words(Resolution("least", ("a", "b"))) == "least of a, b"
    assert words(Resolution("first", ("b", "a"), outputs=("out", "brake"))) == "first of b, a.brake"
    assert words(Resolution("blend", ("a", "b"), weights=(0.25, 0.75))) == "blend of a × 0.25, b × 0.75"
    assert words(Resolution("active", ("a", "b"))) == "of the active child"
    assert words(Resolution("first", ("a",))) == "of a"
    assert words(None) == ""


def test_an_activity_that_assigns_is_mentioned_wherever_it_does() -> None:
    assigns = (If(less("gap", 3.0), (), (Assign(Place("output", "out"), A),)),)
    assert words(None, activity=assigns) == "by the activity"
    assert words(Resolution("least", ("a", "b")), activity=assigns) == "least of a, b, then the activity"
