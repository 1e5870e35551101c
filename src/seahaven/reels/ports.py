"""Ports that are known only when a module is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from seahaven.kernel import Module

__all__ = ["with_ports"]

M = TypeVar("M", bound=Module)


def with_ports(kind: type[M], ports: Mapping[str, Any]) -> type[M]:
    """A class like `kind` that declares `ports` too.

    The kernel binds what a module's class declares, but which families a recorder reads is up to the study. The class
    keeps its name, so that a snapshot's module is known again.
    """
    same = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return cast(type[M], type(kind.__name__, (kind,), {**same, **ports}))
