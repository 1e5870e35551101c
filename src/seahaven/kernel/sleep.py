"""Holds modules to their sleep: a module whose part sleeps proposes nothing, emits nothing and stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from seahaven.errors import StepError
from seahaven.kernel.activation import Activation
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.part import Part
from seahaven.kernel.port import Event, Role
from seahaven.kernel.store import Store

__all__ = ["run_checked"]

_KEPT = (Role.OUT, Role.STATE)


def run_checked(activation: Activation, now: int, due: int, store: Store) -> list[Event[Any]]:
    """Visit a module, and refuse one that does anything although its part says that it sleeps at this date."""
    part = activation.ask(now, due, store, store.version, store.layout)
    if part is None or not _sleeps(part, store, activation.tick.index, now, due):
        return activation.run(now, due)
    before, proposed = _kept(activation), store.proposals
    events = activation.run(now, due)
    if events:
        raise _restless(activation, now, f"emitted {events[0].value!r}")
    if store.proposals != proposed:
        raise _restless(activation, now, "proposed values for the store")
    for name, value in _kept(activation).items():
        if value != before[name]:
            raise _restless(activation, now, f"changed '{name}' from {before[name]} to {value}")
    return events


def _sleeps(part: Part, store: Store, index: int, now: int, due: int) -> bool:
    """Whether a module sleeps at a date, by its own word."""
    if not part.is_asleep or (part.until is not None and now >= part.until):
        return False
    return part.code == 0 or not store.wakes(part, index, now, due)


def _kept(activation: Activation) -> dict[str, str]:
    """What a module keeps from step to step, as text."""
    names = [field.name for field in activation.module.fields.values() if field.role in _KEPT]
    return {name: _text(activation.fields[name]) for name in names}


def _text(value: Any) -> str:
    """All of a value as text; arrays are not abridged."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.tolist()!r}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key!r}: {_text(item)}" for key, item in value.items())
    return repr(value)


def _restless(activation: Activation, now: int, what: str) -> StepError:
    message = f"module '{activation.path}' {what} at {in_seconds(now):.9g} s, although its part says that it sleeps"
    return StepError(message, path=activation.path, now=now)
