"""The one way in which this room turns loops into machine code.

Importing this file loads the compiler, which takes a third of a second. Only the files of compiled kernels import
it, and they are imported on first use. Each such file calls compiled functions of its own only: the
cache on disk is keyed by one file's age and would miss a change in another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])

FEW = 3
"""So many functions are compiled in a moment; of more one is told."""


def compiled(function: Function) -> Function:
    """The function as machine code, made on its first call and kept on disk.

    No fast-math: results are the same as those of the Python source, bit for bit.
    """
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy")(function))


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
