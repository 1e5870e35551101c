"""Values of the model as JSON, and back, by the types that the model declares."""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NoReturn, get_args, get_origin, get_type_hints

from seahaven.errors import InputError

__all__ = ["field_types", "from_text", "to_text"]


def to_text(value: object) -> str:
    """A value as JSON: records as objects without what is as usual, tuples as lists, numbers to the last digit.

    >>> to_text((1.5, 2.0, None, "a"))
    '[1.5,2,null,"a"]'
    """
    return json.dumps(_plain(value), separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((field, getattr(value, field.name)) for field in _stated(type(value)))
        return {field.name: _plain(item) for field, item in pairs if not _is_usual(field, item)}
    return _number(value) if isinstance(value, float) else value


def _number(value: float) -> float:
    """A number that is the same text whether it was given as 7 or 7.0, and is no longer NumPy's."""
    digits = repr(float(value))
    return int(value) if digits.endswith(".0") and digits != "-0.0" else float(value)


def _is_usual(field: Field[Any], value: object) -> bool:
    # By their texts: -0.0 equals 0.0 and is written differently.
    return field.default is not MISSING and str(_plain(value)) == str(_plain(field.default))


def _stated(kind: type) -> list[Field[Any]]:
    """The fields that make up a value: those that count when two are compared."""
    return [field for field in fields(kind) if field.init and field.compare]


@cache
def field_types(kind: type) -> dict[str, Any]:
    """The declared type of each field that makes up a value."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in _stated(kind)}


def from_text(text: str, kind: Any) -> Any:
    """The value of a declared type that JSON stands for; anything else is refused."""
    try:
        plain = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON: {error}") from None
    return _value(plain, kind)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a finite number")


def _value(plain: Any, kind: Any) -> Any:
    if isinstance(kind, UnionType):
        return _one_of(plain, get_args(kind))
    if get_origin(kind) is tuple:
        return _row(plain, get_args(kind))
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(plain, kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain) if any(plain == member.value for member in kind) else _misfit(plain, kind)
    if kind is float and type(plain) is int:
        return float(plain)
    return plain if type(plain) is kind else _misfit(plain, kind)


def _one_of(plain: Any, kinds: tuple[Any, ...]) -> Any:
    if plain is None and NoneType in kinds:
        return None
    *others, last = [kind for kind in kinds if kind is not NoneType]
    for kind in others:
        try:
            return _value(plain, kind)
        except InputError:
            continue
    return _value(plain, last)


def _row(plain: Any, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        _misfit(plain, "a list")
    if len(kinds) == 2 and kinds[1] is ...:
        return tuple([_value(item, kinds[0]) for item in plain])
    if len(plain) != len(kinds):
        raise InputError(f"got a list of {len(plain)}; expected {len(kinds)}")
    return tuple([_value(item, kind) for item, kind in zip(plain, kinds, strict=True)])


def _record(plain: Any, kind: type) -> Any:
    types = field_types(kind)
    needed = {field.name for field in _stated(kind) if field.default is MISSING}
    if not isinstance(plain, dict) or not needed <= plain.keys() <= types.keys():
        _misfit(plain, f"an object with {', '.join(sorted(needed))}")
    return kind(**{name: _value(item, types[name]) for name, item in plain.items()})


def _misfit(plain: object, kind: Any) -> NoReturn:
    raise InputError(f"got {json.dumps(plain)[:60]}; expected {_name(kind)}")


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)
