"""Columns: what a table holds in each, told beside the field of its rows."""

from __future__ import annotations

from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

__all__ = ["Column", "Is", "columns_of"]


class Is(NamedTuple):
    """What a column holds, and in which unit; empty for what has none, the name of a column that says it for others.

    speed: Annotated[float, Is("of the subject", "m/s")]
    """

    what: str
    unit: str = ""


class Column(NamedTuple):
    """A column: its name, the type of what it holds, its unit, and what that is."""

    name: str
    type: type
    unit: str
    what: str


def columns_of(row: type) -> tuple[Column, ...]:
    """The columns of a table, from the class of its rows."""
    return tuple(_column(name, hint) for name, hint in get_type_hints(row, include_extras=True).items())


def _column(name: str, hint: Any) -> Column:
    kind, told = get_args(hint)
    (plain,) = [one for one in get_args(kind) or (kind,) if one is not NoneType]
    return Column(name, plain, told.unit, told.what)
