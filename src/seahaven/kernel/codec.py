"""Values as plain data for files and pipes, without pickle.

Numbers, text, None and lists stand for themselves; everything else becomes a dict with one `$` key. Arrays go beside
the text, by index. Only dataclasses and enums that the reader names itself are made when reading back, so data can
never choose what code runs; writing refuses the others, so that nothing is written that could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from seahaven.errors import SnapshotError, nearest

__all__ = ["decode", "encode", "kinds_in"]


def encode(value: Any, arrays: list[np.ndarray], kinds: Mapping[str, type]) -> Any:
    """`value` as JSON can hold it; its arrays are appended to `arrays`, and `kinds` are as for `decode`."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if type(value) is list:
        return [encode(item, arrays, kinds) for item in value]
    if type(value) is tuple:
        return {"$tuple": [encode(item, arrays, kinds) for item in value]}
    if type(value) is dict:
        return {"$dict": [[encode(k, arrays, kinds), encode(v, arrays, kinds)] for k, v in value.items()]}
    if isinstance(value, (np.ndarray, np.generic)) and not value.dtype.hasobject:
        arrays.append(np.asarray(value))
        return {"$array" if isinstance(value, np.ndarray) else "$scalar": len(arrays) - 1}
    if isinstance(value, Fraction):
        return {"$fraction": str(value)}
    if isinstance(value, bytes):
        return {"$bytes": value.hex()}
    return _encode_made(value, arrays, kinds)


def _encode_made(value: Any, arrays: list[np.ndarray], kinds: Mapping[str, type]) -> Any:
    label = _label(type(value))
    if isinstance(value, Enum) and _known(label, kinds) and value.name in type(value).__members__:
        return {"$enum": [label, value.name]}
    if is_dataclass(value) and not isinstance(value, type) and _known(label, kinds):
        content = {f.name: encode(getattr(value, f.name), arrays, kinds) for f in fields(value) if f.init}
        return {"$data": [label, content]}
    raise SnapshotError(
        f"a {type(value).__name__} cannot be written to a file: {value!r:.60}; use numbers, text, plain lists, tuples "
        "and dicts, arrays, enums or dataclasses"
    )


def _known(label: str, kinds: Mapping[str, type]) -> bool:
    if label not in kinds:
        raise SnapshotError(f"the data holds a '{label}', which nothing here declares{nearest(label, kinds)}")
    return True


def decode(data: Any, arrays: Sequence[np.ndarray], kinds: Mapping[str, type]) -> Any:
    """Back from `encode`; `kinds` are the dataclasses and enums that may be made, by their labels."""
    if isinstance(data, list):
        return [decode(item, arrays, kinds) for item in data]
    if not isinstance(data, dict):
        return data
    try:
        ((tag, content),) = data.items()
        return _DECODERS[tag](content, arrays, kinds)
    except (KeyError, ValueError, IndexError, TypeError, AttributeError) as error:
        raise SnapshotError(f"the data is damaged: {data!s:.60} means nothing ({error!r})") from None


def _decode_enum(content: Any, _: Sequence[np.ndarray], kinds: Mapping[str, type]) -> Any:
    label, name = content
    kind = kinds[label] if _known(label, kinds) else None
    if not (isinstance(kind, type) and issubclass(kind, Enum)):
        raise ValueError(f"{label} is no enum")
    return kind[name]


def _decode_data(content: Any, arrays: Sequence[np.ndarray], kinds: Mapping[str, type]) -> Any:
    label, items = content
    kind = kinds[label] if _known(label, kinds) else None
    if not (isinstance(kind, type) and is_dataclass(kind)):
        raise ValueError(f"{label} is no dataclass")
    return kind(**{name: decode(item, arrays, kinds) for name, item in items.items()})


_DECODERS: dict[str, Callable[[Any, Sequence[np.ndarray], Mapping[str, type]], Any]] = {
    "$array": lambda content, arrays, _: arrays[content],
    "$scalar": lambda content, arrays, _: arrays[content][()],
    "$tuple": lambda content, arrays, kinds: tuple(decode(item, arrays, kinds) for item in content),
    "$dict": lambda content, arrays, kinds: {decode(k, arrays, kinds): decode(v, arrays, kinds) for k, v in content},
    "$fraction": lambda content, _, __: Fraction(content),
    "$bytes": lambda content, _, __: bytes.fromhex(content),
    "$enum": _decode_enum,
    "$data": _decode_data,
}


def kinds_in(hint: Any, found: dict[str, type] | None = None) -> dict[str, type]:
    """The dataclasses and enums that a type hint mentions, also within others, by their labels."""
    found = {} if found is None else found
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum)) and _label(kind) not in found:
        found[_label(kind)] = kind
        for inner in _inner_hints(kind):
            kinds_in(inner, found)
    for part in get_args(hint):
        kinds_in(part, found)
    return found


def _inner_hints(kind: type) -> Iterable[Any]:
    """The types of a dataclass's fields; none where they name what only a function knew."""
    try:
        return get_type_hints(kind).values() if is_dataclass(kind) else ()
    except NameError:
        return ()


def _label(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"
