"""Changes to a running tree, as data: a module may ask for them, and they wait in snapshots like any other value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self, TypedDict

from seahaven.kernel.dates import nanoseconds
from seahaven.kernel.interpolation import Order

__all__ = ["Change", "Connect", "Disconnect", "Link", "LinkOptions", "Set"]


class LinkOptions(TypedDict, total=False):
    """What may be said of a link; whatever is not is as the input declares it. The lag is in seconds."""

    interpolate: Order | None
    lag: float | Fraction | None
    immediate: bool | None


@dataclass(frozen=True, slots=True)
class Link:
    """A wish to join an output to an input; None means: as the input declares. The lag is in nanoseconds."""

    source: str
    target: str
    interpolate: Order | None = None
    lag: int | None = None
    immediate: bool | None = None

    @classmethod
    def of(cls, source: str, target: str, options: LinkOptions) -> Self:
        """A link as authors write it, with its lag in seconds."""
        lag = options.get("lag")
        lag_ns = None if lag is None else nanoseconds(lag)
        return cls(source, target, options.get("interpolate"), lag_ns, options.get("immediate"))

    def touches(self, path: str) -> bool:
        """Whether the link begins or ends at the module at `path`, or at a part of it."""
        ends = (address.rpartition(".")[0] for address in (self.source, self.target))
        return any(end == path or end.startswith(f"{path}/") for end in ends)

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@dataclass(frozen=True, slots=True)
class Connect:
    """Join an output to an input; `replace` lets it take the place of the present producer."""

    link: Link
    replace: bool = False

    @property
    def addresses(self) -> tuple[str, ...]:
        """The ports that are touched."""
        return self.link.source, self.link.target


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Part an input from one source, or from all."""

    target: str
    source: str | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """The ports that are touched."""
        return (self.target,)


@dataclass(frozen=True, slots=True)
class Set:
    """Give a control parameter a new value."""

    address: str
    value: Any

    @property
    def addresses(self) -> tuple[str, ...]:
        """The ports that are touched."""
        return (self.address,)


Change = Connect | Disconnect | Set
