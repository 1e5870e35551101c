"""Tells of situations while they happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seahaven.direction import (
    CastMember,
    Closed,
    Contradicted,
    Critical,
    DriveLaid,
    Forecast,
    Intervention,
    Marker,
    Opened,
    Ordered,
    Planned,
    Postponed,
    Resited,
    Told,
)
from seahaven.kernel import Event, Module, Param, in_seconds, port

__all__ = ["ENTRIES", "Herald", "OnEntry"]

OnEntry = Callable[[float, Any], None]
"""Is told an entry of the log of a direction, and when (s) it was made."""
ENTRIES = (
    CastMember, Closed, Contradicted, Critical, DriveLaid, Forecast, Intervention, Marker, Opened, Ordered, Planned,
    Postponed, Resited, Told,
)  # fmt: skip


class Herald(Module, edge=True):
    """Passes on what a direction tells of itself, at the moment it does; it changes nothing."""

    tell: Param[Any] = port(doc="an `OnEntry`")

    def observe(self, events: list[Event[Any]]) -> None:
        """Pass on entries of the log, and nothing else."""
        for event in events:
            if isinstance(event.value, ENTRIES):
                self.tell(in_seconds(event.date), event.value)
