"""A machine written with branches: what any row can do, one row after the other."""

from __future__ import annotations

from collections.abc import Callable

from seahaven.hcsm.compiler.layout import Column
from seahaven.hcsm.compiler.page import Case, Page
from seahaven.hcsm.program import Expression, Statement

__all__ = ["Branches"]


class Branches(Page):
    """Plain Python: a row does only what it has to."""

    reads_mail = True

    def read(self, column: Column) -> str:
        """The element itself."""
        return f"{column.bank}[{column.name} + row]"

    def state(self, column: Column, name: str) -> str:
        """A variable beside the column."""
        self.line(f"{name} = {self.read(column)}")
        return name

    def set(self, name: str, code: str) -> None:
        """An assignment."""
        self.line(f"{name} = {code}")

    def write(self, column: Column, code: str, *, state: str | None = None) -> None:
        """An assignment to the element."""
        if state is not None:
            self.line(f"{state} = {code}")
        self.line(f"{self.read(column)} = {code}")

    def choice(self, *cases: Case) -> None:
        """`if`, `elif` and `else`."""
        word = "if"
        for case in cases:
            head = f"{word} {case.test}:" if case.test is not None else "else:"
            with self.block(f"{head}  # {case.remark}" if case.remark else head):
                case.write()
            word = "elif"

    def rarely(self, test: str, write: Callable[[], None]) -> bool:
        """A branch like any other."""
        if test == "True":
            write()
        else:
            self.choice(Case(test, write))
        return True

    def lot(self, key: int, draw: str) -> str:
        """Drawn where it is needed."""
        return f"uniform(keys[{2 * key}], keys[{2 * key + 1}], ids[row], step, {draw})"

    def refuses(self, part: Expression | Statement) -> bool:
        """Never."""
        return False
