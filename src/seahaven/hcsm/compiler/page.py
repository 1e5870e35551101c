"""How the tree of a machine is put into words: what both ways of writing it have in common.

The same algorithm is written in two ways. `Branches` is the whole of it: `if` and `else`, columns read and written
where that happens. `Selects` has no branch at all, so that the processor can do several rows at once; what cannot be
written so is left to the first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from seahaven.hcsm.compiler.layout import Column
from seahaven.hcsm.compiler.sheet import Sheet
from seahaven.hcsm.program import Expression, Statement

__all__ = ["Case", "Page"]


@dataclass(frozen=True, slots=True)
class Case:
    """Something to write for when a test holds; None: when that of the case before does not.

    `name` is what the test may be called, if it needs a name.
    """

    test: str | None
    write: Callable[[], None]
    name: str = "is"
    remark: str = ""


class Page(Sheet, ABC):
    """A sheet on which state is changed."""

    reads_mail: bool
    """Whether the rows written for may have mail."""

    @abstractmethod
    def read(self, column: Column) -> str:
        """Source text of what stands in the row's place of a column."""

    @abstractmethod
    def state(self, column: Column, name: str) -> str:
        """A variable, of that name where it needs one, with a column's value."""

    @abstractmethod
    def set(self, name: str, code: str) -> None:
        """Give a variable a value."""

    @abstractmethod
    def write(self, column: Column, code: str, *, state: str | None = None) -> None:
        """Give the row's place of a column a value, and so its variable, if it has one."""

    @abstractmethod
    def choice(self, *cases: Case) -> None:
        """One of several cases, of which no two can hold at once, or none."""

    @abstractmethod
    def rarely(self, test: str, write: Callable[[], None]) -> bool:
        """What few rows do, if any; False if those are left to another page, and so out of account from here on."""

    @abstractmethod
    def lot(self, key: int, draw: str) -> str:
        """Source text of a random number in [0, 1) from a machine's stream.

        `key` is the machine's place among those that draw; `draw` counts what it draws in a step, from 0.
        """

    @abstractmethod
    def refuses(self, part: Expression | Statement) -> bool:
        """Whether the rows that come to this part are left to another page."""
