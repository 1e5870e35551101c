"""A message while code is compiled, which happens once; after that it is kept beside its source."""

from __future__ import annotations

from functools import cache
from typing import Final

from seahaven.cli.console import ERR, tell

__all__ = ["announce_compiling"]

NOTICE: Final = "compiling, once; the next time this is quick …"


@cache
def announce_compiling() -> None:
    """From now on, tell on the standard error if this process has to compile."""
    from seahaven.geometry.compiled import when_compiling

    when_compiling(lambda: _tell())


def _tell() -> None:
    tell(ERR, NOTICE, "dim")
