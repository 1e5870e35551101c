"""From a whole program to one source file.

    quick      rows without branches, several at a time; tells which rows it left to `rows` (`selects.py`)
    untouched  the same for rows whose dials are as they were at first, and all else that messages alone change: most
               entities are never told anything, and much of what could be falls away
    rows       rows one by one, with branches (`branches.py`)
    blocks     these, block by block

All arrays come as one table of their addresses: handing over a hundred arrays one by one would take as long as a
hundred rows, and as long again to compile.

A machine that is better off without `quick` does without it, and one that has no use for `rows` without that; see
`weight.py`. The per-row source only reads and writes scalars and elements by row, so that it can be compiled for other
hardware too. What it calls (`divide`, `to_int`, `uniform`, ...) comes from the module named in its import: `native` to
be compiled, `plain` to run as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from seahaven.hcsm.compiler.branches import Branches
from seahaven.hcsm.compiler.execution import Execution
from seahaven.hcsm.compiler.layout import BANKS, Column, Layout, Names
from seahaven.hcsm.compiler.phrases import constant
from seahaven.hcsm.compiler.selects import Selects
from seahaven.hcsm.compiler.sheet import Sheet
from seahaven.hcsm.compiler.straight import straightened
from seahaven.hcsm.compiler.weight import pays_without_branches
from seahaven.hcsm.compiler.words import RESERVED, VOCABULARY
from seahaven.hcsm.program import Program

__all__ = ["LEAST_STEADY", "Emission"]


_OWN = ("first", "last", "size", "count", "room", "patience")
"""The numbers that `blocks` takes for itself, before those that it hands on."""
_OWN_OF_BLOCK = tuple(name for name in _OWN if name != "last")
_HANDED = ("step", *(f"{bank}_stride" for bank in BANKS))
_ARRAYS: dict[str, str] = {
    "starts": "ints", "sent_by": "ints", "hard": "marks", "resting": "ints", "ids": "ints", "keys": "keys",
    "floats": "floats", "ints": "ints", "marks": "marks",
    "mail_row": "ints", "mail_item": "ints", "mail_value": "floats",
    "post_row": "ints", "post_to": "ints", "post_value": "floats", "post_address": "ints",
}  # fmt: skip
"""The arrays of the table, each with what it holds; those of the inputs come after them."""
_KINDS = {"float": "floats", "int": "ints", "bool": "truths"}
LEAST_STEADY = 4
"""Fewer columns that change by messages alone are not worth a form of their own, which takes its time to compile."""


class Emission:
    """The generated source of a program, with what is needed to run it.

    `numbers` is what `blocks` takes before the table, and `arrays` what stands in that, each with what it holds;
    `random` the paths of machines that may have to choose at random, in the order of their keys; `room` the most
    messages that a row can send; `bags` the buttons and dials whose messages are read; `born` the column that marks
    rows which have executed.
    """

    def __init__(self, program: Program, *, run_on: bool = False, settle: bool = False, parallel: bool = False) -> None:
        self._program, self._parallel = program, parallel
        self.layout = Layout(program, Names(RESERVED))
        self._execution = Execution(self.layout, Branches(), run_on=run_on, settle=settle)
        self.addresses, self.random = self._execution.addresses, self._execution.random
        self.room, self.born = self._execution.room, self._execution.born
        self.bags = frozenset(self._execution.places.bags)
        self.numbers = (*_OWN, *_HANDED)
        self.arrays = dict(self._arrays())
        self._selects: Selects | None = None
        self._quick: list[str] = []
        self._steady: list[Column] = []
        if pays_without_branches(program) and not run_on:
            self._write_quick(settle)

    @property
    def may_leave(self) -> bool:
        """Whether some rows need branches."""
        return self._selects is None or self._selects.can_fail or bool(self.bags)

    def source(self, vocabulary: str) -> str:
        """The file's text, taking its words from that module."""
        parts = [self._quick_function()] if self._selects is not None else []
        parts += [self._untouched_function(), self._touched_function()] if self._steady else []
        parts += [self._rows_function()] if self.may_leave else []
        text = "\n\n".join([*parts, self._block_function(), self._blocks_function()])
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
        execution = Execution(layout, page, run_on=False, settle=settle, random=self.random)
        if not page.is_hopeless:
            self._selects, self._quick = page, execution.lines
            steady = [column for column in page.steady if column.name != execution.born.name]
            self._steady = steady if len(steady) >= LEAST_STEADY else []

    def _arrays(self) -> Iterator[tuple[str, str]]:
        yield from _ARRAYS.items()
        for port in self.layout.top.machine.inputs:
            value = self._execution.places.inputs[port.name]
            yield self._execution.places.arrays[value.code], _KINDS[port.type]
            if value.null is not None:
                yield self._execution.places.arrays[value.null], "truths"

    def _function(self, name: str, own: Sequence[str], claim: str, write: Callable[[Sheet], None]) -> str:
        """A function of some numbers and the table, which begins by taking from it what the rest speaks of."""
        sheet = Sheet()
        sheet.line("@compiled_part")
        with sheet.block(f"def {name}({', '.join((*own, *_HANDED))}, table):"):
            sheet.line(f'"""{claim}"""')
            with sheet.section() as body:
                write(sheet)
            found = set(re.findall(r"\w+", "\n".join(body)))
            for place, (array, kind) in enumerate(self.arrays.items()):
                if array in found:
                    sheet.line(f"{array} = {kind}_of(table, {place})")
            sheet.paste(body)
        return sheet.text()

    def _quick_function(self) -> str:
        claim = "Execute rows begin to end, but for those marked as hard, then or now; give how many are."
        return self._function("quick", ["begin", "end"], claim, self._quick_body)

    def _untouched_function(self) -> str:
        claim = "The same for rows that no message has changed."
        return self._function("untouched", ["begin", "end"], claim, partial(self._quick_body, steady=self._steady))

    def _touched_function(self) -> str:
        claim = "Count the rows that messages have changed."
        return self._function("touched", ["begin", "end"], claim, self._touched_body)

    def _touched_body(self, sheet: Sheet) -> None:
        _begin_columns(sheet, self._steady)
        sheet.line("left = 0")
        with sheet.block("for row in range(begin, end):"):
            same = [f"({_is_as_at_first(column)})" for column in self._steady]
            sheet.line(f"left += choose({' & '.join(same)}, 0, 1)")
        sheet.line("return left")

    def _quick_body(self, sheet: Sheet, steady: Sequence[Column] = ()) -> None:
        """Each column and input has a number of its own, which says that no two of them share memory."""
        assert self._selects is not None
        page, may_have_mail, numbers = self._selects, bool(self.bags), self._apart()
        _begin_columns(sheet, [column for column in page.columns if column not in steady])
        for place, name in page.keys.items():
            sheet.line(f"{name} = keys[{place}]")
        sheet.line("left = 0")
        with sheet.block("for row in range(begin, end):"):
            with sheet.section() as lines:
                self._read_inputs(sheet, numbers)
                for line in page.opening(numbers, may_have_mail=may_have_mail, steady=steady):
                    sheet.line(line)
                sheet.paste(self._quick)
                if self.may_leave:  # a byte goes first: a number that is kept or not would become a slow masked store
                    sheet.line(f"poke(hard, row, {numbers['hard']}, is_hard)")
                    sheet.line("left += choose(is_hard, 1, 0)")
                for line in page.ending(numbers, may_be_hard=self.may_leave):
                    sheet.line(line)
            sheet.paste(straightened(lines, page.names))
        sheet.line("return left")

    def _apart(self) -> dict[str, int]:
        columns = self._selects.columns if self._selects is not None else []
        arrays = ["hard", "ids", *self._execution.places.arrays.values(), *(column.name for column in columns)]
        return {name: number for number, name in enumerate(arrays)}

    def _read_inputs(self, sheet: Sheet, numbers: dict[str, int]) -> None:
        for variable, name in self._execution.places.arrays.items():
            sheet.line(f"{variable} = peek({name}, row, {numbers[name]})")

    def _rows_function(self) -> str:
        claim = "Execute the hard rows; their mail begins at `mail`, what they send goes to `sent` on."
        return self._function("rows", ["begin", "end", "mail", "sent"], claim, self._rows_body)

    def _rows_body(self, sheet: Sheet) -> None:
        _begin_columns(sheet, self.layout.columns)
        with sheet.block("for row in range(begin, end):"):
            if self._selects is not None:
                with sheet.block("if hard[row] == 0:"):
                    sheet.line("continue")
            self._read_inputs(sheet, self._apart())
            sheet.paste(self._execution.lines)
        sheet.line("return sent")

    def _block_function(self) -> str:
        claim = "Execute one block of `size` rows, with its own region of `room` messages per row."
        return self._function("block_of_rows", ["block", *_OWN_OF_BLOCK], claim, self._block_body)

    def _block_body(self, sheet: Sheet) -> None:
        sheet.line("begin, end = block * size, min((block + 1) * size, count)")
        sheet.line("sent = (block - first) * size * room")
        sheet.line("sent_by[block - first] = 0")
        handed = ", ".join((*_HANDED, "table"))
        call = f"uintp(begin), uintp(end), starts[block], sent, {handed}"
        if self._selects is None:
            sheet.line(f"sent_by[block - first] = rows({call}) - sent")
        elif not self.may_leave:
            self._without_branches(sheet, handed)
        else:
            self._both(sheet, handed, call)

    def _both(self, sheet: Sheet, handed: str, call: str) -> None:
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
            self._without_branches(sheet, handed)
            sheet.line("resting[block] = choose(4 * left > 3 * (end - begin), patience, 0)")
        with sheet.block("if left > 0:"):
            sheet.line(f"sent_by[block - first] = rows({call}) - sent")

    def _without_branches(self, sheet: Sheet, handed: str) -> None:
        call = f"(uintp(begin), uintp(end), {handed})"
        if not self._steady:
            sheet.line(f"left = quick{call}")
            return
        with sheet.block(f"if touched{call} == 0:"):
            sheet.line(f"left = untouched{call}")
        with sheet.block("else:"):
            sheet.line(f"left = quick{call}")

    def _blocks_function(self) -> str:
        handed = ", ".join((*_OWN_OF_BLOCK, *_HANDED, "table"))
        sheet = Sheet()
        with sheet.block(f"def blocks({', '.join((*self.numbers, 'table'))}):"):
            sheet.line('"""Execute blocks first to last."""')
            with sheet.block(f"for block in {'prange' if self._parallel else 'range'}(first, last):"):
                sheet.line(f"block_of_rows(block, {handed})")
        return sheet.text()


def _is_as_at_first(column: Column) -> str:
    """Source text of whether a row's place in a column holds what it held at first, to the bit."""
    value = f"{column.bank}[{column.name} + row]"
    if column.bank == "floats":
        return f"is_same({value}, {constant(column.initial, 'float')})"
    return f"{value} == {constant(column.initial, 'int')}"


def _begin_columns(sheet: Sheet, columns: list[Column]) -> None:
    for column in columns:
        sheet.line(f"{column.name} = uintp({column.index}) * uintp({column.bank}_stride)")
