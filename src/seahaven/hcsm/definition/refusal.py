"""Refusals that a script shows at the author's own line, with nothing of ours before it.

Python prints every function that an error has gone through. What reads a machine goes through a dozen of ours, which
mean nothing to an author. So the error is not raised where it was found, but thrown into a generator that claims to
stand at the author's line: the class statement calls that directly, and its traceback has these two lines and no more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator
from functools import partial
from types import CodeType, FunctionType

from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Where

__all__ = ["refusing"]


def refusing(error: MachineError, where: Where, name: str) -> Callable[[], object]:
    """What raises an error as if from that place; `name` is what Python says it is in."""
    return partial(_standing_at(where, name).throw, error.with_traceback(None))


def _standing_at(where: Where, name: str) -> Generator[None]:
    """A generator whose only line is that place; without columns, nothing in it is underlined."""
    tree = ast.parse("def here():\n yield")
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno = node.end_lineno = max(where.line, 1)
            node.col_offset = node.end_col_offset = -1
    constants = compile(tree, where.file, "exec").co_consts
    code = next(constant for constant in constants if isinstance(constant, CodeType))
    made: Generator[None] = FunctionType(code.replace(co_name=name, co_qualname=name), {})()
    return made
