"""Parts of a bench: groups of rows that can be measured on their own, since some take hours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row
from seahaven.errors import InputError, nearest

__all__ = ["Part", "chosen"]

Part: TypeAlias = Callable[[Progress], Iterator[Row]]
"""Measures its rows, and tells what is measured next."""


def chosen(bench: str, parts: Sequence[str], *, among: Sequence[str]) -> tuple[str, ...]:
    """Give the parts that are wanted, in the order of those there are; an unknown one is refused with the nearest."""
    for part in parts:
        if part not in among:
            raise InputError(f"bench '{bench}' has no part '{part}'{nearest(part, among)}")
    return tuple(part for part in among if part in parts)
