"""What an event carried, as JSON that is the same in every run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

from seahaven.errors import ReelError
from seahaven.kernel import Event, in_seconds

__all__ = ["Note", "event_text", "noted"]

Note = tuple[float, str, int, str, str]
"""An event as a row of the table of events: time (s), sender, index, type of the value, and the value as JSON."""


def noted(event: Event[Any]) -> Note:
    """The row that an event makes."""
    kind = type(event.value).__name__
    return in_seconds(event.date), event.sender, event.index, kind, event_text(event)


def event_text(event: Event[Any]) -> str:
    """The value of an event as JSON text: dataclasses as objects, tuples as lists, keys sorted.

    Fields of a dataclass that follow from the others are left out.
    What JSON has no number for (NaN, infinity) becomes text. A value that would read differently in every run (an
    object with an address) is refused.
    """
    try:
        text = json.dumps(_plain(event.value), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except TypeError as error:
        raise ReelError(
            f"the event of {event.sender} holds {error}, which cannot be recorded; "
            "emit numbers, text, enums, arrays, lists, dicts or dataclasses of them"
        ) from None
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.init}
    raise TypeError(f"a {type(value).__name__}")
