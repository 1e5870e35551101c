"""The events of a reel as a page lists them: when, what, and which entities took part."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, Final

from seahaven.reels.reel import Reel

__all__ = ["happenings"]

FAULT: Final = ".fault"
GRAVE: Final = ("collision", "collided", "crash", "accident", "fault", "staged")
"""Words in the name of a kind of event or its sender that make a page show it in red."""
MOST_LETTERS: Final = 240
_PLAIN: Final = frozenset({"str", "int", "float", "bool", "tuple", "list", "dict", "NoneType", "ndarray"})
"""Types of values that do not say what happened; then the name of the port that emitted it does."""
_NUMBERED: Final = ("lane", "index", "count", "route", "entry", "number", "line", "seed", "rank")
"""Keys under which whole numbers are no ids, though they may look like some."""


def happenings(reel: Reel, ids: Collection[int], *, start: float, end: float) -> list[dict[str, Any]]:
    """The events from one date to another (s), in order of time; `ids` tell entities from other whole numbers."""
    events = reel.events().to_pylist()
    return [_happening(event, ids) for event in events if start <= event["time"] <= end]


def _happening(event: dict[str, Any], ids: Collection[int]) -> dict[str, Any]:
    sender, is_fault = event["sender"], event["sender"].endswith(FAULT)
    kind = "fault" if is_fault else event["kind"] if event["kind"] not in _PLAIN else sender.rpartition(".")[2]
    value = json.loads(event["value"])
    who = sorted(set(_entities(value, "")) & set(ids))
    text = "; ".join(_words(value))[:MOST_LETTERS]
    grave = any(word in f"{kind} {sender}".lower() for word in GRAVE)
    happening = {"time": event["time"], "kind": kind, "sender": sender, "text": text, "who": who}
    place = {"place": [value["x"], value["y"]]} if isinstance(value, dict) and _has_place(value) else {}
    return {**happening, **place, **({"grave": True} if grave else {})}


def _has_place(value: dict[str, Any]) -> bool:
    return all(isinstance(value.get(axis), float) for axis in ("x", "y"))


def _entities(value: Any, key: str) -> Iterator[int]:
    """Whole numbers that may be ids."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _entities(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from _entities(item, key)
    elif isinstance(value, int) and not isinstance(value, bool) and key not in _NUMBERED:
        yield value


def _words(value: Any) -> Iterator[str]:
    """A value as a reader would put it: `speed 3.25; first 7`."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield f"{name.replace('_', ' ')} {', '.join(_words(item))}"
    elif isinstance(value, list):
        yield ", ".join(text for item in value for text in _words(item))
    elif value is not None:
        yield f"{value:.6g}" if isinstance(value, float) else str(value)
