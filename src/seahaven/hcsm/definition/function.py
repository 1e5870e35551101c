"""From an author's functions to blocks and expressions of the program."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from seahaven.hcsm.definition.formula import ExpressionReader
from seahaven.hcsm.definition.scope import Moment, Scope
from seahaven.hcsm.definition.source import Written, written
from seahaven.hcsm.definition.statement import StatementReader, is_docstring
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import (
    Assign,
    Block,
    ChildInput,
    ChildOutput,
    Expression,
    Place,
    Port,
    Statement,
    Where,
)

__all__ = ["Reading", "read_condition", "read_function", "read_own"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A function as statements; of the children's inputs that it assigns, `always` has those assigned on every path."""

    block: Block = ()
    wired: frozenset[ChildInput] = frozenset()
    always: frozenset[ChildInput] = frozenset()


def read_function(function: object, scope: Scope, moment: Moment, where: Where) -> Reading:
    """The statements of a pre-activity, activity, entry, exit or transition function."""
    source = written(function, where)
    reader = StatementReader(source, scope, moment, {})
    if isinstance(source.node, ast.Lambda):
        raise reader.refusal(source.node, f"{moment.title} is a lambda", "statements need a `def`")
    block = reader.block(source.node.body)
    always = frozenset(key for key in reader.assigned if isinstance(key, ChildInput))
    return Reading(block, frozenset(reader.wired), always)


def read_condition(function: object, scope: Scope, where: Where) -> Expression:
    """The expression of a transition's condition."""
    source = written(function, where)
    reader = ExpressionReader(source, scope, Moment.CONDITION, {})
    return reader.truth(_returned(reader, source))


def read_own(function: object, scope: Scope, output: Port, children: tuple[str, ...], where: Where) -> Statement:
    """The assignment that an author's own resolution method stands for."""
    source = written(function, where)
    parameters = source.parameters
    if len(parameters) != len(children):
        raise MachineError(
            f"{source.name} takes {len(parameters)} arguments for {len(children)} children", source.where(source.node),
            "one argument for each child, in the same order",
        )  # fmt: skip
    given = {
        parameter: ChildOutput(child, output.name, _output_of(scope, child, output.name).type)
        for parameter, child in zip(parameters, children, strict=True)
    }
    reader = StatementReader(source, scope, Moment.ACTIVITY, dict(given))
    body = _returned(reader, source)
    value = reader.fitted(body, reader.value(body, output.type), output, f"output '{output.name}'")
    return Assign(Place("output", output.name), value, source.where(body))


def _output_of(scope: Scope, child: str, name: str) -> Port:
    return next(port for port in scope.children[child].outputs if port.name == name)


def _returned(reader: ExpressionReader, source: Written) -> ast.expr:
    """The one expression that a lambda, or a function with a single return, computes."""
    if isinstance(source.node, ast.Lambda):
        return source.node.body
    body = [statement for statement in source.node.body if not is_docstring(statement)]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        at = next((statement for statement in body if not isinstance(statement, ast.Return)), source.node)
        raise reader.refusal(
            at, f"{source.name} is more than one return", "a condition has no side effects: `return` one expression"
        )
    return body[0].value
