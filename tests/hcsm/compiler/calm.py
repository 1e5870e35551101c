"""Random machines that can be written without branches: nothing sends, and nothing takes long."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from seahaven.hcsm.compiler.weight import MOST, weight
from seahaven.hcsm.program import Call, Press, Program

__all__ = ["calm"]


def calm(program: Program) -> Program:
    """The same machine without messages, and with a minimum in the place of whatever a library computes."""
    result: Program = _calm(program)
    return result


def _calm(thing: Any) -> Any:
    if isinstance(thing, tuple):
        return tuple(_calm(part) for part in thing if not isinstance(part, Press))
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    changed = replace(thing, **{field.name: _calm(getattr(thing, field.name)) for field in fields(thing) if field.init})
    if isinstance(changed, Call) and weight(replace(changed, arguments=())) > MOST:
        return replace(changed, function="min" if len(changed.arguments) > 1 else "abs")
    return changed
