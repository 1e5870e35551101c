"""A machine written without branches, for as many rows at once as the processor has lanes.

Every row goes through all of it: what a branch would have done is computed anyway, and taken where its test holds, by
`choose(test, this, that)`. State is read once at the beginning of a row and written once at its end. Then a row is a
straight line of arithmetic, which the compiler does for four rows in one instruction (eight where registers are wider),
and nothing is ever guessed wrong: a wrong guess at a branch costs as much as forty additions.

Some things cannot be done so: to send, to read mail, and what is too long for all to do for the sake of a few: what a
library computes, or to draw a random number, unless that is the rule (see `firing.py`). A row that comes to one of them
is *hard*: its state is left as it was, and `Branches` does it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seahaven.hcsm.compiler.layout import Column, Names
from seahaven.hcsm.compiler.page import Case, Page
from seahaven.hcsm.compiler.phrases import constant
from seahaven.hcsm.compiler.weight import MOST, weight
from seahaven.hcsm.program import Expression, Statement

__all__ = ["Selects"]


class Selects(Page):
    """Straight lines, in which tests are truth values.

    `can_fail`: whether some rows may be left to the other page. `is_hopeless`: whether all are. `keys`: the variables
    that hold the keys of random numbers, by their places, which have to be read before the first row.
    """

    reads_mail = False

    def __init__(self, names: Names) -> None:
        super().__init__()
        self.names = names
        self._test: str | None = None
        self._known: set[str] = set()
        self._variables: dict[str, str] = {}
        self._earlier: dict[str, str] = {}
        self._read: dict[str, Column] = {}
        self._written: dict[str, Column] = {}
        self.can_fail = self.is_hopeless = False
        self.keys: dict[int, str] = {}
        self._entity = ""

    @property
    def columns(self) -> list[Column]:
        """Those that the rows read or write."""
        return list((self._read | self._written).values())

    @property
    def steady(self) -> list[Column]:
        """Those that rows without mail read and never write: dials, and what changes by mail alone."""
        return [column for name, column in self._read.items() if name not in self._written]

    def read(self, column: Column) -> str:
        """The variable that holds the column's value from the beginning of the row to its end."""
        if column.name not in self._variables:
            self._known.add(self._name(column))
            self._read[column.name] = column
        return self._variables[column.name]

    def state(self, column: Column, name: str) -> str:
        """The same variable."""
        return self.read(column)

    def set(self, name: str, code: str) -> None:
        """The new value where the test holds; the first one everywhere, since none reads it where it does not."""
        chosen = self._test is not None and name in self._known
        self.line(f"{name} = choose({self._test}, {code}, {name})" if chosen else f"{name} = {code}")
        self._known.add(name)

    def write(self, column: Column, code: str, *, state: str | None = None) -> None:
        """Change the column's variable. One that all rows write before any reads it need not be read from memory."""
        if self._test is None and column.name not in self._variables:
            self._name(column)
        self._written[column.name] = column
        self.set(self.read(column), code)

    def choice(self, *cases: Case) -> None:
        """All cases one after the other, each where its test holds; the tests are made before any of them."""
        outer, bodies, before = self._test, [], ""
        for case in cases:
            test, before = case.test if case.test is not None else f"(not {before})", case.test or ""
            if test == "False":
                continue
            self._test = self.names.unique(case.name)
            with self.section() as lines:
                case.write()
            if any(not line.lstrip().startswith("#") for line in lines):
                bodies.append(
                    (f"{self._test} = {test if outer is None else f'{outer} & ({test})'}", case.remark, lines)
                )
        self._test = outer
        for head, remark, _ in bodies:
            self.line(f"{head}  # {remark}" if remark else head)
        for _, _, lines in bodies:
            self.paste(lines)

    def rarely(self, test: str, write: Callable[[], None]) -> bool:
        """Such rows are hard."""
        if test == "True" and self._test is None:
            self.is_hopeless = True
        self.can_fail = True
        both = [part for part in (self._test, test) if part not in (None, "True")]
        self.line(f"is_hard = is_hard | ({' & '.join(f'({part})' for part in both) or True})")
        return False

    def lot(self, key: int, draw: str) -> str:
        """Drawn for all rows: it takes several at a time less than a branch takes one."""
        self._entity = self._entity or self.names.unique("entity")
        for place in (2 * key, 2 * key + 1):
            if place not in self.keys:
                self.keys[place] = self.names.unique("key")
        return f"uniform({self.keys[2 * key]}, {self.keys[2 * key + 1]}, {self._entity}, step, {draw})"

    def refuses(self, part: Expression | Statement) -> bool:
        """Whether it is too long; then the rows that come to it are hard."""
        too_long = weight(part) > MOST
        if too_long:
            self.rarely("True", lambda: None)
        return too_long

    def opening(self, numbers: dict[str, int], *, may_have_mail: bool, steady: Sequence[Column] = ()) -> list[str]:
        """The beginning of a row: its state, and whether it is hard because of its mail.

        The columns that are `steady` are known to hold what they held at first.
        """
        first = f"is_hard = peek(hard, row, {numbers['hard']}) != 0" if may_have_mail else "is_hard = False"
        lines = [first] if self.can_fail or may_have_mail else []
        lines += [f"{self._entity} = peek(ids, row, {numbers['ids']})"] if self._entity else []
        for column in self._read.values():
            now, was = self._variables[column.name], self._earlier[column.name]
            read = f"peek({column.bank}, {column.name} + row, {numbers[column.name]})"
            if column in steady:
                read = constant(column.initial, "float" if column.bank == "floats" else "int")
            lines += [f"{was} = {read}", f"{now} = {was}"] if column.name in self._written else [f"{now} = {read}"]
        return lines

    def ending(self, numbers: dict[str, int], *, may_be_hard: bool) -> list[str]:
        """The end of a row: its state again, as it was if it is hard."""
        lines = []
        for column in self._written.values():
            now = self._variables[column.name]
            if may_be_hard and column.name in self._read:
                now = f"choose(is_hard, {self._earlier[column.name]}, {now})"
            lines.append(f"poke({column.bank}, {column.name} + row, {numbers[column.name]}, {now})")
        return lines

    def _name(self, column: Column) -> str:
        words = column.name.removeprefix("at_")
        self._variables[column.name] = self.names.unique("now", words)
        self._earlier[column.name] = self.names.unique("was", words)
        return self._variables[column.name]
