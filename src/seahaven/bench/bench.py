"""What a bench is, and what it reports."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

from seahaven.bench.row import Row
from seahaven.errors import InputError

__all__ = ["Bench", "Progress", "Report", "require_peer", "run_bench"]

Progress = Callable[[str], None]
"""Told what is measured next, in a few words."""


class Bench(Protocol):
    """A set of figures that are measured together, each against a peer or a fixed goal."""

    @property
    def name(self) -> str:
        """What `seahaven bench` calls it."""

    @property
    def about(self) -> str:
        """What it measures, in one line."""

    @property
    def libraries(self) -> tuple[str, ...]:
        """The packages whose versions the figures depend on."""

    def quick(self) -> Bench:
        """The same bench at a size that takes less than five minutes: a first look, and no proof."""

    def rows(self, progress: Progress) -> Iterable[Row]:
        """Measure; refuse with an `InputError` if a peer is not installed."""


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one bench, with the versions that they are true of."""

    bench: str
    rows: tuple[Row, ...]
    versions: Mapping[str, str]

    @property
    def missed(self) -> tuple[Row, ...]:
        """The figures that missed their goals."""
        return tuple(row for row in self.rows if row.holds is False)

    @property
    def undone(self) -> tuple[Row, ...]:
        """The figures that missed what is to be done."""
        return tuple(row for row in self.rows if row.is_undone)

    @property
    def holds(self) -> bool:
        """Whether everything that is to be done was reached; goals beyond that are not counted."""
        return not self.undone

    def as_dict(self) -> dict[str, Any]:
        """Give the report as JSON takes it."""
        return {"bench": self.bench, "rows": [row.as_dict() for row in self.rows], "versions": dict(self.versions)}


def run_bench(bench: Bench, *, progress: Progress) -> Report:
    """Measure everything that a bench has."""
    rows = tuple(bench.rows(progress))
    return Report(bench.name, rows, {"python": platform.python_version(), **_versions(bench)})


def _versions(bench: Bench) -> dict[str, str]:
    return {library: version(library) for library in ("seahaven", *sorted(bench.libraries))}


def require_peer(bench: str, library: str) -> None:
    """Refuse to go on without a library that the figures are held against."""
    try:
        version(library)
    except PackageNotFoundError:
        raise InputError(
            f"bench '{bench}' compares with '{library}', which is not installed; "
            "install it with: pip install 'seahaven[bench]'"
        ) from None
