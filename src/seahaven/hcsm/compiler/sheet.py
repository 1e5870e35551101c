"""A page of generated source that keeps its own indentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Sheet"]


class Sheet:
    """Lines of Python, written from top to bottom."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._indent = 0

    def line(self, text: str) -> None:
        """Write one line at the present depth."""
        self._lines.append("    " * self._indent + text if text else "")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a head and what follows below it; a body that turns out empty becomes `pass`."""
        self.line(head)
        self._indent += 1
        before = len(self._lines)
        yield
        if not any(not line.lstrip().startswith("#") for line in self._lines[before:]):
            self.line("pass")
        self._indent -= 1

    @contextmanager
    def section(self) -> Iterator[list[str]]:
        """Collect what is written meanwhile instead of keeping it."""
        kept, self._lines = self._lines, []
        try:
            yield self._lines
        finally:
            self._lines = kept

    def paste(self, lines: list[str]) -> None:
        """Write lines that were collected at the same depth."""
        self._lines.extend(lines)

    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines) + "\n"
