"""Values as plain data for files and pipes, without pickle.

Numbers, text, None, lists and string-keyed dicts stand for themselves. Everything else becomes a dict with one `$` key.
Arrays go beside the text, by index. Reading back makes only dataclasses and enums that the reader names itself, so
data can never choose what code runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, get_args, get_type_hints

import numpy as np

from seahaven.errors import SnapshotError, nearest

__all__ = ["decode", "encode", "kinds_in"]


def encode(value: Any, arrays: list[np.ndarray]) -> Any:
    """`value` as JSON can hold it; its arrays are appended to `arrays`."""
    if isinstance(value, Enum):
        return {"$enum": [_label(type(value)), value.name]}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value.item() if isinstance(value, np.generic) else value
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {"$array": len(arrays) - 1}
    if isinstance(value, (list, tuple)):
        items = [encode(item, arrays) for item in value]
        return items if isinstance(value, list) else {"$tuple": items}
    if isinstance(value, Fraction):
        return {"$fraction": str(value)}
    if isinstance(value, Mapping):
        return {"$dict": [[encode(k, arrays), encode(v, arrays)] for k, v in value.items()]}
    if is_dataclass(value) and not isinstance(value, type):
        content = {f.name: encode(getattr(value, f.name), arrays) for f in fields(value) if f.init}
        return {"$data": [_label(type(value)), content]}
    raise SnapshotError(f"a {type(value).__name__} cannot be written to a file: {value!r:.60}")


def decode(data: Any, arrays: Sequence[np.ndarray], kinds: Mapping[str, type]) -> Any:
    """Back from `encode`; `kinds` are the dataclasses and enums that may be made, by their labels."""
    if isinstance(data, list):
        return [decode(item, arrays, kinds) for item in data]
    if not isinstance(data, dict):
        return data
    ((tag, content),) = data.items()
    if tag == "$array":
        return arrays[content]
    if tag == "$tuple":
        return tuple(decode(item, arrays, kinds) for item in content)
    if tag == "$fraction":
        return Fraction(content)
    if tag == "$dict":
        return {decode(k, arrays, kinds): decode(v, arrays, kinds) for k, v in content}
    label, inner = content
    if label not in kinds:
        raise SnapshotError(f"the data holds a '{label}', which nothing here declares{nearest(label, kinds)}")
    if tag == "$enum":
        return kinds[label][inner]  # type: ignore[index] # an Enum class can be indexed by name
    return kinds[label](**{name: decode(item, arrays, kinds) for name, item in inner.items()})


def kinds_in(hint: Any, found: dict[str, type] | None = None) -> dict[str, type]:
    """The dataclasses and enums that a type hint mentions, also within others, by their labels."""
    found = {} if found is None else found
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Enum)) and _label(hint) not in found:
        found[_label(hint)] = hint
        for inner in get_type_hints(hint).values() if is_dataclass(hint) else ():
            kinds_in(inner, found)
    for part in get_args(hint):
        kinds_in(part, found)
    return found


def _label(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"
