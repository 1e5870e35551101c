"""Changes to a running tree, as data: a module may ask for them, and they wait in snapshots like any other value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seahaven.kernel.interpolation import Order

__all__ = ["Change", "Connect", "Disconnect", "Link", "Set"]


@dataclass(frozen=True, slots=True)
class Link:
    """A wish to join an output to an input; None means: as the input declares."""

    source: str
    target: str
    interpolate: Order | None = None
    lag: int | None = None
    immediate: bool | None = None

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@dataclass(frozen=True, slots=True)
class Connect:
    """Join an output to an input; `replace` lets it take the place of the present producer."""

    link: Link
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Part an input from one source, or from all."""

    target: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Set:
    """Give a control parameter a new value."""

    address: str
    value: Any


Change = Connect | Disconnect | Set
