"""The author's functions as they stand in the source.

A function is found by its first line and name. Several lambdas may begin on one line; they are told apart by the
columns that their code remembers for its instructions.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType

from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Where

__all__ = ["MISSING", "Written", "class_lines", "written"]

_WAITING = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
_SOUGHT = (ast.ClassDef, ast.FunctionDef, ast.Lambda)
MISSING: object = object()
"""Stands for a name that has no value."""


@dataclass(frozen=True, slots=True)
class Written:
    """An author's function with its syntax tree."""

    function: FunctionType
    node: ast.Lambda | ast.FunctionDef
    file: str

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return "the lambda" if isinstance(self.node, ast.Lambda) else f"'{self.node.name}'"

    @property
    def parameters(self) -> tuple[str, ...]:
        """Its arguments' names; anything but plain arguments is refused."""
        arguments = self.node.args
        plain = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise MachineError(
                f"{self.name} has star, keyword-only or default arguments", self.where(self.node), "use plain arguments"
            )
        return tuple(plain)

    def where(self, node: ast.AST) -> Where:
        """The place of a part of it."""
        return Where(self.file, getattr(node, "lineno", self.function.__code__.co_firstlineno))

    def is_closed_over(self, name: str) -> bool:
        """Whether a name belongs to a function around it."""
        return name in self.function.__code__.co_freevars

    def value_of(self, name: str) -> object:
        """What a name that is not the function's own stands for when the class is made; `MISSING` if nothing."""
        if self.is_closed_over(name):
            cells = self.function.__closure__ or ()
            cell = cells[self.function.__code__.co_freevars.index(name)]
            try:
                contents: object = cell.cell_contents
            except ValueError:
                return MISSING
            return contents
        return self.function.__globals__.get(name, getattr(builtins, name, MISSING))


def written(function: object, where: Where) -> Written:
    """A function with its source; `where` is cited if it is not one that can be read."""
    if not isinstance(function, FunctionType):
        raise MachineError(f"{function!r} is not a plain Python function", where, "give a `def` or a `lambda`")
    code = function.__code__
    if code.co_flags & _WAITING:
        raise MachineError(
            f"'{function.__name__}' waits or yields", Where(code.co_filename, code.co_firstlineno),
            "a machine never waits inside a step: use a child and a transition",
        )  # fmt: skip
    nodes = [node for node in _candidates(code) if _fits(node, code)]
    if not nodes:
        raise MachineError(
            f"the source of '{function.__qualname__}' cannot be found",
            Where(code.co_filename, code.co_firstlineno),
            "a machine is read from its source: put it in a file",
        )
    node = min(nodes, key=_extent)
    _refuse_decorators(node, code)
    return Written(function, node, code.co_filename)


def class_lines(file: str, line: int) -> dict[str, int]:
    """The lines on which the names of the class that begins on `line` are written; empty without a source."""
    for node in _nodes(file):
        if isinstance(node, ast.ClassDef) and line in (node.lineno, *(d.lineno for d in node.decorator_list)):
            return {name: statement.lineno for statement in node.body for name in _names(statement)}
    return {}


def _names(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.ClassDef | ast.FunctionDef):
        yield statement.name
    elif isinstance(statement, ast.AnnAssign | ast.Assign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def _candidates(code: CodeType) -> Iterator[ast.Lambda | ast.FunctionDef]:
    for node in _nodes(code.co_filename):
        if isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
            yield node
        elif isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min((node.lineno, *(decorator.lineno for decorator in node.decorator_list)))
            if first == code.co_firstlineno:
                yield node


def _fits(node: ast.Lambda | ast.FunctionDef, code: CodeType) -> bool:
    """Whether a node has the code's arguments and, for a lambda, encloses the columns of its instructions."""
    arguments = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    if tuple(arguments) != code.co_varnames[: code.co_argcount]:
        return False
    if isinstance(node, ast.FunctionDef):
        return True
    body = node.body
    start, end = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    spans = list(_spans(code))
    return all(start <= first and last <= end for first, last in spans)


def _spans(code: CodeType) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for line, end_line, column, end_column in code.co_positions():
        if line is not None and end_line is not None and column is not None and end_column:
            yield (line, column), (end_line, end_column)


def _extent(node: ast.AST) -> tuple[int, int]:
    """How much text a node covers: the smallest of those that fit is the innermost."""
    line, end_line = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    return end_line - line, getattr(node, "end_col_offset", 0) - getattr(node, "col_offset", 0)


def _refuse_decorators(node: ast.Lambda | ast.FunctionDef, code: CodeType) -> None:
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        where = Where(code.co_filename, node.decorator_list[0].lineno)
        raise MachineError(f"'{node.name}' is decorated", where, "leave the decorator out")


_trees: dict[str, tuple[str, list[ast.AST]]] = {}


def _nodes(file: str) -> list[ast.AST]:
    """The classes and functions of a file; where it is not Python as a whole (a document), of its fenced blocks."""
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    text = "".join(lines)
    if file not in _trees or _trees[file][0] != text:
        _trees[file] = (text, _parsed(text) or [node for block in _blocks(lines) for node in block])
    return _trees[file][1]


def _parsed(text: str) -> list[ast.AST]:
    try:
        return [node for node in ast.walk(ast.parse(text)) if isinstance(node, _SOUGHT)]
    except SyntaxError:
        return []


def _blocks(lines: list[str]) -> Iterator[list[ast.AST]]:
    """The fenced blocks of a document that are Python, each at its own lines."""
    start: int | None = None
    for number, line in enumerate(lines):
        if not line.lstrip().startswith("```"):
            continue
        if start is None:
            start = number + 1
        else:
            yield _parsed("\n" * start + "".join(lines[start:number]))
            start = None
