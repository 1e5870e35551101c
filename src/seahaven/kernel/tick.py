"""What a module is told when it runs: the date, how long until its next one, its random numbers; what it may ask."""

from __future__ import annotations

from typing import Any, Unpack

from seahaven.kernel.change import Change, Connect, Disconnect, Link, LinkOptions, Set
from seahaven.kernel.dates import SECOND
from seahaven.kernel.random import Draws, Stream

__all__ = ["Tick"]


class Tick:
    """One activation of one module.

    `path` is the module's and `seed` the run's. `now` and `next` are the dates (ns) of this activation and the one
    after; what is written now is dated `next`. Changes asked for here are made before the next date, in the order of
    module paths.
    """

    __slots__ = ("_draws", "_requests", "index", "next", "now", "path", "seed")

    def __init__(self, path: str, seed: int, requests: list[tuple[str, Change]]) -> None:
        self.path = path
        self.seed = seed
        self.now = 0
        self.next = 0
        self.index = 0
        self._draws = Draws(Stream.named(seed, path))
        self._requests = requests

    def reseed(self, seed: int) -> None:
        """Draw under another seed from now on."""
        self.seed = seed
        self._draws = Draws(Stream.named(seed, self.path), self.index)

    @property
    def seconds(self) -> float:
        """The date in seconds."""
        return self.now / SECOND

    @property
    def dt(self) -> float:
        """Seconds until the module's next date."""
        return (self.next - self.now) / SECOND

    @property
    def random(self) -> Draws:
        """Random numbers of this module at this step; the n-th draw is the same in every run with the same seed."""
        if self._draws.step != self.index:
            self._draws.at(self.index)
        return self._draws

    def resume(self, index: int) -> None:
        """Go on as if step `index` came next; what was drawn at another visit to that step is forgotten."""
        self.index = index
        self._draws.at(index)

    def connect(self, source: str, target: str, *, replace: bool = False, **options: Unpack[LinkOptions]) -> None:
        """Ask for a link between two ports, by their addresses from the root."""
        self._ask(Connect(Link.of(source, target, options), replace))

    def disconnect(self, target: str, source: str | None = None) -> None:
        """Ask for an input to be parted from one source, or from all."""
        self._ask(Disconnect(target, source))

    def set(self, address: str, value: Any) -> None:
        """Ask for a control parameter to be changed."""
        self._ask(Set(address, value))

    @property
    def has_asked(self) -> bool:
        """Whether any module has asked for a change that is still to be made."""
        return bool(self._requests)

    def _ask(self, change: Change) -> None:
        self._requests.append((self.path, change))
