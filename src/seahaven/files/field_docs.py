"""The docstrings below the fields of a schema, from its source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent

from pydantic import BaseModel

__all__ = ["field_docs"]


def field_docs(model: type[BaseModel]) -> dict[str, str]:
    """The docstrings of a schema's fields, by name, with those of the schemas that it is made from.

    A field that is annotated again has the docstring below the last annotation, or none.
    """
    docs: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, BaseModel) and base is not BaseModel:
            own = dict(_own_docs(base))
            docs = {name: text for name, text in docs.items() if name not in base.__annotations__} | own
    return {name: text for name, text in docs.items() if name in model.model_fields}


def _own_docs(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """What stands below the annotations in the body of one class; nothing where there is no source."""
    try:
        (body,) = ast.parse(dedent(inspect.getsource(model))).body
    except (OSError, TypeError):
        return
    assert isinstance(body, ast.ClassDef)
    for statement, below in pairwise(body.body):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.target.id, inspect.cleandoc(text)
