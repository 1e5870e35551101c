"""The two streams: what was asked for goes to the standard output, everything else to the standard error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["ERR", "OUT", "counted", "fact_table", "plain_table", "print_json", "tell"]


class _Output(Console):
    """The standard output; whoever reads it may have seen enough, which is no failure."""

    def on_broken_pipe(self) -> None:
        """End quietly."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(0) from None


OUT = _Output(highlight=False)
ERR = Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    """Print a value for other programs: plain JSON, never wrapped or coloured."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def tell(console: Console, text: str | Text, style: str = "", *, lead: str = "", lead_style: str = "") -> None:
    """Print a line as it stands, without markup; the terminal wraps it, so that pipes and searches get it whole."""
    console.print(
        Text.assemble((lead, lead_style), Text(text, style) if isinstance(text, str) else text), soft_wrap=True
    )


def counted(count: int, thing: str) -> str:
    """So many things, in words: "1 road", "12 roads"."""
    return f"{count:,} {thing}{'s' * (count != 1)}"


def plain_table(*titles: str, numbers: tuple[str, ...] = ()) -> Table:
    """Give a table without lines; the columns called in `numbers` are set to the right."""
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for title in titles:
        table.add_column(title, justify="right" if title in numbers else "left")
    return table


def fact_table(facts: Mapping[str, str | Text]) -> Table:
    """Give names beside their values, leaving out what is empty."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    for name, value in facts.items():
        if value:
            table.add_row(name, Text(value) if isinstance(value, str) else value)
    return table
