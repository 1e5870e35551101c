"""From a whole program to one source file.

    quick   rows without branches, several at a time; tells which rows it left to the next (`selects.py`)
    rows    rows one by one, with branches (`branches.py`)
    blocks  the two of them, block by block

A machine that is better off without `quick` does without it, and one that has no use for `rows` without that; see
`weight.py`. The per-row source only reads and writes scalars and elements by row, so that it can be compiled for other
hardware too. What it calls (`divide`, `to_int`, `uniform`, ...) comes from the module named in its import: `native` to
be compiled, `plain` to run as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seahaven.hcsm.compiler.branches import Branches
from seahaven.hcsm.compiler.execution import Execution
from seahaven.hcsm.compiler.layout import BANKS, Column, Layout, Names
from seahaven.hcsm.compiler.selects import Selects
from seahaven.hcsm.compiler.sheet import Sheet
from seahaven.hcsm.compiler.weight import pays_without_branches
from seahaven.hcsm.compiler.words import RESERVED, VOCABULARY
from seahaven.hcsm.program import Program

__all__ = ["OWN", "Argument", "Emission"]


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of the generated functions and the type of its elements, `scalar` if it is one int itself."""

    name: str
    kind: str


OWN = (
    *(Argument(name, "scalar") for name in ("first", "last", "size", "count", "room", "patience")),
    Argument("starts", "int64"),
    Argument("sent_by", "int64"),
    Argument("hard", "int8"),
    Argument("resting", "int64"),
)
"""What `blocks` takes for itself, before what it hands on."""


class Emission:
    """The generated source of a program, with what is needed to run it.

    `arguments` is what `blocks` takes after its `OWN`; `random` the paths of machines that may have to choose at
    random, in the order of their keys; `room` the most messages that a row can send; `bags` the buttons and dials whose
    messages are read; `born` the column that marks rows which have executed.
    """

    def __init__(self, program: Program, *, run_on: bool = False, settle: bool = False, parallel: bool = False) -> None:
        self._program, self._parallel = program, parallel
        self.layout = Layout(program, Names(RESERVED))
        self._execution = Execution(self.layout, Branches(), run_on=run_on, settle=settle)
        self.addresses, self.random = self._execution.addresses, self._execution.random
        self.room, self.born = self._execution.room, self._execution.born
        self.bags = frozenset(self._execution.places.bags)
        self.arguments = tuple(self._arguments())
        self._names = ", ".join(argument.name for argument in self.arguments)
        self._selects: Selects | None = None
        self._quick: list[str] = []
        if pays_without_branches(program) and not run_on:
            self._write_quick(settle)

    @property
    def may_leave(self) -> bool:
        """Whether some rows need branches."""
        return self._selects is None or self._selects.can_fail or bool(self.bags)

    def source(self, vocabulary: str) -> str:
        """The file's text, taking its words from that module."""
        parts = [self._quick_function()] if self._selects is not None else []
        parts += [self._rows_function()] if self.may_leave else []
        text = "\n\n".join([*parts, self._blocks_function()])
        found = set(re.findall(r"\w+", text))
        imports = f"from {vocabulary} import {', '.join(word for word in VOCABULARY if word in found)}"
        if self._parallel:
            imports = f"from numba import prange\n\n{imports}"
        title = f'"""The machine {self._program.name} over rows, made by Seahaven from its definition."""'
        return f"{title}\n\n# fmt: off\n{imports}\n\n\n{text}"

    def _write_quick(self, settle: bool) -> None:
        """The same once more, without branches, unless every row would be left over."""
        layout = Layout(self._program, Names(RESERVED))
        page = Selects(layout.names)
        execution = Execution(layout, page, run_on=False, settle=settle)
        if not page.is_hopeless:
            self._selects, self._quick = page, execution.lines

    def _arguments(self) -> Iterator[Argument]:
        yield from (Argument("ids", "int64"), Argument("step", "scalar"), Argument("keys", "uint64"))
        for bank, kind in zip(BANKS, ("float64", "int64", "int8"), strict=True):
            yield from (Argument(bank, kind), Argument(f"{bank}_stride", "index"))
        for name, kind in (("mail_row", "int64"), ("mail_item", "int64"), ("mail_value", "float64")):
            yield Argument(name, kind)
        for name, kind in (("row", "int64"), ("to", "int64"), ("value", "float64"), ("address", "int64")):
            yield Argument(f"post_{name}", kind)
        for port in self.layout.top.machine.inputs:
            value = self._execution.places.inputs[port.name]
            kind = {"float": "float64", "int": "int64", "bool": "boolean"}[port.type]
            yield Argument(self._execution.places.arrays[value.code], f"read {kind}")
            if value.null is not None:
                yield Argument(self._execution.places.arrays[value.null], "read boolean")

    def _quick_function(self) -> str:
        """Each column and input has a number of its own, which says that no two of them share memory."""
        assert self._selects is not None
        sheet, page, may_have_mail = Sheet(), self._selects, bool(self.bags)
        inputs = self._execution.places.arrays
        arrays = ["hard", *inputs.values(), *(column.name for column in page.columns)]
        numbers = {name: number for number, name in enumerate(arrays)}
        sheet.line("@compiled")
        with sheet.block(f"def quick(begin, end, hard, {self._names}):"):
            sheet.line('"""Execute rows begin to end, but for those marked as hard, then or now; give how many are."""')
            _begin_columns(sheet, page.columns)
            sheet.line("left = 0")
            with sheet.block("for row in range(begin, end):"):
                for variable, name in inputs.items():
                    sheet.line(f"{variable} = peek({name}, row, {numbers[name]})")
                for line in page.opening(numbers, may_have_mail=may_have_mail):
                    sheet.line(line)
                sheet.paste(self._quick)
                if self.may_leave:  # a byte goes first: a number that is kept or not would become a slow masked store
                    sheet.line(f"poke(hard, row, {numbers['hard']}, is_hard)")
                    sheet.line("left += choose(is_hard, 1, 0)")
                for line in page.ending(numbers, may_be_hard=self.may_leave):
                    sheet.line(line)
            sheet.line("return left")
        return sheet.text()

    def _rows_function(self) -> str:
        sheet = Sheet()
        sheet.line("@compiled")
        with sheet.block(f"def rows(begin, end, mail, sent, hard, {self._names}):"):
            sheet.line('"""Execute the hard rows; their mail begins at `mail`, what they send goes to `sent` on."""')
            _begin_columns(sheet, self.layout.columns)
            with sheet.block("for row in range(begin, end):"):
                if self._selects is not None:
                    with sheet.block("if hard[row] == 0:"):
                        sheet.line("continue")
                for variable, name in self._execution.places.arrays.items():
                    sheet.line(f"{variable} = {name}[row]")
                sheet.paste(self._execution.lines)
            sheet.line("return sent")
        return sheet.text()

    def _blocks_function(self) -> str:
        sheet = Sheet()
        own = ", ".join(argument.name for argument in OWN)
        with sheet.block(f"def blocks({own}, {self._names}):"):
            sheet.line('"""Execute blocks of `size` rows, each with its own region of `room` messages per row."""')
            with sheet.block(f"for block in {'prange' if self._parallel else 'range'}(first, last):"):
                sheet.line("begin, end = block * size, min((block + 1) * size, count)")
                sheet.line("sent = (block - first) * size * room")
                sheet.line("sent_by[block - first] = 0")
                call = f"uintp(begin), uintp(end), starts[block], sent, hard, {self._names}"
                if self._selects is None:
                    sheet.line(f"sent_by[block - first] = rows({call}) - sent")
                elif not self.may_leave:
                    sheet.line(f"quick(uintp(begin), uintp(end), hard, {self._names})")
                else:
                    self._both(sheet, call)
        return sheet.text()

    def _both(self, sheet: Sheet, call: str) -> None:
        """A block of which more than three quarters were hard is not tried without branches again for a while."""
        with sheet.block("if resting[block] > 0:"):
            sheet.line("resting[block] -= 1")
            sheet.line("left = 1")
            with sheet.block("for row in range(uintp(begin), uintp(end)):"):
                sheet.line("hard[row] = 1")
        with sheet.block("else:"):
            if self.bags:
                with sheet.block("for row in range(uintp(begin), uintp(end)):"):
                    sheet.line("hard[row] = 0")
                sheet.line("mail = starts[block]")
                with sheet.block("while mail_row[mail] < end:"):
                    sheet.line("hard[mail_row[mail]] = 1")
                    sheet.line("mail += 1")
            sheet.line(f"left = quick(uintp(begin), uintp(end), hard, {self._names})")
            sheet.line("resting[block] = choose(4 * left > 3 * (end - begin), patience, 0)")
        with sheet.block("if left > 0:"):
            sheet.line(f"sent_by[block - first] = rows({call}) - sent")


def _begin_columns(sheet: Sheet, columns: list[Column]) -> None:
    for column in columns:
        sheet.line(f"{column.name} = uintp({column.index}) * {column.bank}_stride")
