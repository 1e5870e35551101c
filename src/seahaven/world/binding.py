"""Compiled code bound to the memory that it works on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_
from typing import Any, Generic, TypeVar

from seahaven.kernel import DONE, Part, Tick
from seahaven.world.table import Reader, Table
from seahaven.world.writer import Writer

__all__ = ["Binding", "call_part", "make_step", "part_of", "watch_column", "watcher_of"]

Bound = TypeVar("Bound")


class Binding(Generic[Bound]):
    """What compiled code of a module is bound to, kept for as long as all that it works on lies where it did.

        return live.binding.bound((self.seen, self.body, live.lists), lambda: part_of(kernels.move, (...)))

    What it works on is named by the ports of the module, of which the tables count, and the cells to fill in, and by
    other objects that are others as soon as memory has moved. Compiled code takes columns with their spare rows
    (`spacious`) and the number of rows (`tally`), so that rows come and go without a new binding.
    """

    __slots__ = ("_bound", "_homes")

    def __init__(self) -> None:
        self._homes: list[object] = []
        self._bound: Any = None

    def bound(self, works_on: tuple[object, ...], bind: Callable[[], Bound]) -> Bound:
        """What was bound to all this, or else what `bind` gives now."""
        homes = [_home(one) for one in works_on]
        if len(homes) != len(self._homes) or not all(map(is_, homes, self._homes)):
            self._bound, self._homes = bind(), homes
        known: Bound = self._bound
        return known


def _home(one: object) -> object:
    """What is another object as soon as memory has moved."""
    if isinstance(one, Table):
        return one.memory
    return one.all_cells() if isinstance(one, Writer) else one


def part_of(function: Any, values: tuple[Any, ...], *, is_steady: bool = False) -> Part:
    """The part whose steps a compiled entry makes with these values, which it keeps alive.

    It may be steady if all arrays with a row for each entity follow the rows of their table (`Table.lead`).
    """
    from seahaven.geometry.entry_kernels import enter

    entry = enter(function, values)
    return Part(entry.code, entry.hand, is_steady=is_steady, held=entry)


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
