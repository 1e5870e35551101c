"""Straight lines of generated source in which no variable is set twice.

The compiler has to find out for itself which of a variable's values is meant where, and takes a quarter of its time to
do so. In source without branches the last one is meant, so it is easily said beforehand. Numbers and plain copies are
put where they are read, and many a line goes away.
"""

from __future__ import annotations

import re

from seahaven.hcsm.compiler.layout import Names

__all__ = ["straightened"]

_SETS = re.compile(r"(\s*)(\w+) = (.*?)(  # .*)?")
_NAME = re.compile(r"\b[A-Za-z_]\w*")
_PLAIN = re.compile(r"[\w.]+")
"""A name or a number without a sign."""


def straightened(lines: list[str], names: Names) -> list[str]:
    """The same lines, in which each value of a variable has a name of its own."""
    meant: dict[str, str] = {}
    taken: set[str] = set()
    straight: list[str] = []
    for line in lines:
        sets = _SETS.fullmatch(line)
        if sets is None:
            straight.append(line if line.lstrip().startswith("#") else _NAME.sub(lambda m: meant.get(m[0], m[0]), line))
            continue
        space, name, code, remark = sets.groups()
        code = _NAME.sub(lambda m: meant.get(m[0], m[0]), code)
        if _PLAIN.fullmatch(code):
            meant[name] = code
            continue
        meant[name] = name
        while meant[name] in taken:
            meant[name] = names.unique(name)
        taken.add(meant[name])
        straight.append(f"{space}{meant[name]} = {code}{remark or ''}")
    return straight
