"""Word of code being compiled, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event

FEW = 3
"""So many functions are compiled in a moment; of more one is told."""


class _Listener(event.Listener):
    """Counts what is compiled."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._count = 0

    def on_start(self, _: Any) -> None:
        """A function begins to be compiled."""
        self._count += 1
        if self._count == FEW:
            self._tell()

    def on_end(self, _: Any) -> None:
        """A function is compiled."""


def when_compiling(tell: Callable[[], None]) -> None:
    """Call `tell`, once, if this process has to compile more than a little from now on.

    The compiler itself says when it begins with a function that it has not kept from an earlier run, so that nobody is
    told of compiling who only waits for a large file.
    """
    event.register("numba:compile", _Listener(tell))  # type: ignore[no-untyped-call]  # the library has no types
