"""What a rule is, and how a file is held against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from seahaven.files import Element
from seahaven.roads.formats.opendrive.rules.survey import Survey

__all__ = ["Check", "Finding", "Rule"]

Finding: TypeAlias = tuple[Element, str]
"""An element that breaks a rule, and how."""

Check: TypeAlias = Callable[[Survey], Iterator[Finding]]

_SINCE = re.compile(r":(\d+)\.(\d+)\.\d+:")
_NEWEST = (1, 8)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its name, what it demands, and the check that finds what breaks it.

    `until` is the version from which on it no longer holds.
    """

    name: str
    demand: str
    check: Check
    until: tuple[int, int] | None = None

    def applies(self, version: tuple[int, int]) -> bool:
        """Whether the rule holds for files of a version; rules younger than all files read here hold for all."""
        found = _SINCE.search(self.name)
        since = (int(found[1]), int(found[2])) if found else (0, 0)
        return (version >= since or since > _NEWEST) and (self.until is None or version < self.until)
