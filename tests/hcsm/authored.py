"""Machines from text, for tests that make many of them."""

from __future__ import annotations

import linecache
from typing import Any


def authored(text: str) -> dict[str, Any]:
    """The names that a text defines; its source is there to be read while it runs."""
    file = f"<authored {text}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    try:
        names: dict[str, Any] = {"__name__": "authored"}
        exec(compile(text, file, "exec"), names)
        return names
    finally:
        del linecache.cache[file]
