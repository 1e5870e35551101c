"""Transitions as an author writes them: `(Clear >> Tracking).when(condition).do(function).named("label")`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from seahaven.hcsm.program import Where

__all__ = ["Arrow"]


@dataclass(frozen=True, slots=True, eq=False)
class Arrow:
    """From one child to another; without a condition it can always fire (H2)."""

    source: Any
    target: Any
    where: Where
    condition: Callable[[Any], Any] | None = None
    action: Callable[[Any], Any] | None = None
    label: str = ""

    def when(self, condition: Callable[[Any], Any]) -> Arrow:
        """The same, enabled when the condition holds: a lambda, or a function with one return."""
        return replace(self, condition=condition)

    def do(self, action: Callable[[Any], Any]) -> Arrow:
        """The same, with a transition function (H9)."""
        return replace(self, action=action)

    def named(self, label: str) -> Arrow:
        """The same with a label, which tells apart two transitions between the same children."""
        return replace(self, label=label)
