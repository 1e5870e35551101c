"""What a machine's body may hold besides the machine."""

from __future__ import annotations

__all__ = ["Note"]


class Note:
    """The base of values in a machine's body that mean something to others: the engines leave them alone.

    A situation says in its body who takes part, say, and what road it needs.
    """

    __slots__ = ()
