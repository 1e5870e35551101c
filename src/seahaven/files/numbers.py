"""All numbers that files of a schema may hold, and their bounds: for tables in docs, and for tests that miss none."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from seahaven.files.bounds import Within
from seahaven.files.schema import Schema

__all__ = ["NumericField", "numeric_fields"]

NUMBERS: Final = (int, float, Fraction)


class NumericField(NamedTuple):
    """Where a number may stand, with `[]` for any item and `NAME` for any key, and its bounds if it has any."""

    path: str
    within: Within | None


def numeric_fields(schema: type[Schema]) -> list[NumericField]:
    """All numbers of a schema and of those that it holds, in the order of its fields; each once."""
    return list(dict.fromkeys(_of_schema(schema, "", ())))


def _of_schema(schema: type[Schema], path: str, above: tuple[type[Schema], ...]) -> Iterator[NumericField]:
    if schema in above:  # a part that holds parts of its own kind
        return
    hints = get_type_hints(schema, include_extras=True)
    for name, field in schema.model_fields.items():
        key = field.alias or name
        yield from _of_type(hints[name], f"{path}.{key}" if path else key, (*above, schema), None)


def _of_type(
    kind: Any, path: str, above: tuple[type[Schema], ...], within: Within | None
) -> Iterator[NumericField]:  # fmt: skip
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        own = next((one for one in reversed(parts[1:]) if isinstance(one, Within)), within)
        yield from _of_type(parts[0], path, above, own)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _of_type(part, path, above, within)
    elif origin in (list, tuple):
        yield from _of_type(parts[0], f"{path}[]", above, None)
    elif origin is dict:
        yield from _of_type(parts[1], f"{path}.NAME", above, None)
    elif isinstance(kind, type) and issubclass(kind, Schema):
        yield from _of_schema(kind, path, above)
    elif kind in NUMBERS:
        yield NumericField(path, within)
