"""The two streams: what was asked for goes to the standard output, everything else to the standard error."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from seahaven.errors import visible

__all__ = ["ERR", "OUT", "counted", "fact_table", "plain_table", "print_json", "tell"]


_UNESCAPED: Final = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer a terminal, or cannot be written, and that JSON leaves as they are."""


class _Stream(Console):
    """A stream on which nothing that comes out of a file can steer the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Give the pieces to print, with control characters written out in all but the console's own."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


class _Output(_Stream):
    """The standard output; a reader that closes it has seen enough, which is no failure."""

    def on_broken_pipe(self) -> None:
        """End quietly."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(0) from None


OUT = _Output(highlight=False)
ERR = _Stream(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    """Print a value for other programs: plain JSON, never wrapped or coloured."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    print(_UNESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text))


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
