"""What kind of file a network came from."""

from __future__ import annotations

from pathlib import Path

from seahaven.roads.formats import format_of

__all__ = ["file_format", "has_title"]


def file_format(path: str | Path) -> str:
    """The format of a road file with its version, such as "OpenDRIVE 1.6"."""
    return format_of(path).label(Path(path))


def has_title(path: str | Path) -> bool:
    """Whether the name of its network is one that somebody chose for readers."""
    return format_of(path).has_title(Path(path))
