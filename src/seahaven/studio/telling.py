"""Faults and events in the words and fields that pages show."""

from __future__ import annotations

from typing import Any, Final

from seahaven.errors import InputError
from seahaven.kernel import Event, in_seconds
from seahaven.reels import event_text

__all__ = ["fault_of", "told_event"]

USUAL: Final = frozenset(
    ("Press", "Call", "Turned", "Entered", "Left", "Passed", "Arrived", "OccupantIs", "Rerouted", "Push", "OrderAdvice")
)
"""Kinds of events that accompany others, and would hide them in a log."""
MOST_LETTERS: Final = 240


def fault_of(error: Exception) -> dict[str, Any]:
    """What is wrong, and where in which file, if that is known."""
    at = error.at if isinstance(error, InputError) else None
    told: dict[str, Any] = {"text": str(error)}
    if at is not None and isinstance(error, InputError):
        told |= {"text": error.message, "file": at.file, "line": at.line, "column": at.column}
    return told


def told_event(event: Event[Any]) -> dict[str, Any] | None:
    """An event as a line of the log; None for kinds that only accompany others."""
    kind = type(event.value).__name__
    if kind in USUAL:
        return None
    return {
        "time": in_seconds(event.date),
        "kind": kind,
        "sender": event.sender,
        "text": event_text(event)[:MOST_LETTERS],
    }
