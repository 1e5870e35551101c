"""Compiled code bound to the memory that it works on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_
from typing import Any, TypeVar

from seahaven.kernel import DONE, Part, Tick
from seahaven.world.table import Reader

__all__ = ["Binding", "call_part", "make_step", "part_of", "watch_column", "watcher_of"]

Bound = TypeVar("Bound", bound=Part | None)


class Binding:
    """The part of a module, kept for as long as everything lies where it did.

        homes = self.seen.memory, self.body.all_cells()
        return live.binding.part(homes, lambda: part_of(kernels.move, (self.seen.tally, ...)))

    `homes` are objects that are others as soon as memory has moved: `memory` of a table, `all_cells()` of a writer,
    arrays of the module's own. Compiled code takes columns with their spare rows (`spacious`) and the number of rows
    (`tally`), so that rows come and go without a new binding.
    """

    __slots__ = ("_homes", "_part")

    def __init__(self) -> None:
        self._homes: tuple[object, ...] = ()
        self._part: Any = None

    def part(self, homes: tuple[object, ...], bind: Callable[[], Bound]) -> Bound:
        """The part that was bound to these homes, or else a new one."""
        if len(homes) != len(self._homes) or not all(map(is_, homes, self._homes)):
            self._part, self._homes = bind(), homes
        part: Bound = self._part
        return part


def part_of(function: Any, values: tuple[Any, ...]) -> Part:
    """The part whose steps a compiled entry makes with these values, which it keeps alive."""
    from seahaven.geometry.entry_kernels import enter

    entry = enter(function, values)
    return Part(entry.code, entry.hand, held=entry)


def watcher_of(function: Any, values: tuple[Any, ...]) -> Part:
    """The part of a module that sleeps until a compiled entry wakes it, whatever rows come and go meanwhile."""
    return replace(part_of(function, values), is_asleep=True, is_steady=True)


def make_step(part: Part, tick: Tick) -> int:
    """Make the step of a visit by the part; gives what its entry gave."""
    return call_part(part, tick.index, tick.now, tick.next) if part.code else DONE


def call_part(part: Part, index: int, now: int, due: int) -> int:
    """Call the entry of a part."""
    from seahaven.geometry.entry_kernels import run_entry

    return run_entry(part.code, part.hand, index, now, due)


def watch_column(table: Reader, column: str) -> Part:
    """The part of a module that sleeps as long as a column of whole numbers holds nothing but zeros."""
    import seahaven.world.watch_kernels as kernels

    values = table.tally, table.spacious(column)
    return watcher_of(kernels.watch_column, values)
