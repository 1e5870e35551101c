"""Faults and events in the words and fields that pages show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from seahaven.direction import Fired, Ordered, Planned
from seahaven.errors import InputError
from seahaven.kernel import Event, in_seconds
from seahaven.reels import event_text
from seahaven.trials import ENTRIES, entry_text
from seahaven.world import entity_label

__all__ = ["fault_of", "told_event"]

USUAL: Final = frozenset(
    (
        "Press",
        "Call",
        "Turned",
        "Entered",
        "Left",
        "Passed",
        "Arrived",
        "OccupantIs",
        "Rerouted",
        "Push",
        "OrderAdvice",
        "Planned",
    )
)
"""Kinds of events that accompany others, and would hide them in a log."""
SPOKEN: Final = frozenset(ENTRIES) - {Ordered, Planned}
"""Entries of the log of direction that are told in words."""
MOST_LETTERS: Final = 240


def fault_of(error: Exception) -> dict[str, Any]:
    """What is wrong, and where in which file, if that is known."""
    at = error.at if isinstance(error, InputError) else None
    told: dict[str, Any] = {"text": str(error)}
    if at is not None and isinstance(error, InputError):
        told |= {"text": error.message, "file": at.file, "line": at.line, "column": at.column}
    return told


def told_event(event: Event[Any], names: Mapping[int, str]) -> dict[str, Any] | None:
    """An event as a line of the log, that of directors in words; None for kinds that only accompany others.

    `names` are those of entities.
    """
    kind = type(event.value).__name__
    if kind in USUAL:
        return None
    told = {"time": in_seconds(event.date), "kind": kind, "sender": event.sender}
    if type(event.value) in SPOKEN:
        return told | {"kind": "", "text": entry_text(event.value, names), "is_direction": True}
    if isinstance(event.value, Fired):
        by = "" if event.value.entity < 0 else f", by {entity_label(event.value.entity, names)}"
        return told | {"kind": "", "text": f"trigger {event.value.trigger} fires{by}", "is_direction": True}
    return told | {"text": event_text(event)[:MOST_LETTERS]}
