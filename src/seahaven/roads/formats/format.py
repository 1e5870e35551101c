"""A kind of road file: how it is told from others, and what reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from seahaven.roads.model import RoadNetwork

__all__ = ["Format", "Read"]

Read: TypeAlias = Callable[[Path, Sequence[Path]], RoadNetwork]
"""The network of a file with its additional files."""


def _itself(path: Path) -> tuple[Path, ...]:
    return (path,)


def _nobody(_: Path) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table of formats.

    `suffixes` are what the names of such files end in, apart from `.gz`. `opening` is how a file begins whose name says
    nothing: its outermost element, or its first word. `additional` says what other files a network may come with, or
    is empty. `thorough` reads a file more strictly, where there are rules that do not keep it from being used. `files`
    are all files that a network comes from, given the one that is named. `label` is the format of a file with its
    version; `has_title` says whether the name of its network was chosen for readers.
    """

    title: str
    suffixes: tuple[str, ...]
    opening: str
    read: Read
    label: Callable[[Path], str]
    thorough: Read | None = None
    additional: str = ""
    files: Callable[[Path], tuple[Path, ...]] = _itself
    has_title: Callable[[Path], bool] = _nobody
    is_xml: bool = True

    @property
    def sign(self) -> str:
        """How a file of it begins, as messages name it."""
        return f"<{self.opening}>" if self.is_xml else self.opening
