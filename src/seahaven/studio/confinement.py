"""Keeps studies to the project folder: one that leads to a file elsewhere is refused before any file is opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from seahaven.errors import InputError
from seahaven.files import Document, KeyPath, Plain, show

__all__ = ["confined"]


def confined(document: Document, root: Path) -> Document:
    """The study as it stands; refused where any word in it is the path of a file outside the folder `root`.

    What a word is for does not matter: whatever may be read is read from beside the study.
    """
    inside, folder = root.resolve(), Path(document.file).resolve().parent
    for path, word in _words(document.data):
        if _may_lead_away(word, folder) and not _target(folder, word).is_relative_to(inside):
            raise InputError(
                f"{show(word)} is outside the project folder; copy the file into it and name it from there",
                document.at(*path),
            )
    return document


def _words(data: Plain, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _words(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _words(value, (*path, number))


def _may_lead_away(word: str, folder: Path) -> bool:
    """Whether a word has the form of a path to elsewhere, or names a link."""
    if "\0" in word or "\n" in word:
        return False
    way = PurePosixPath(word)
    if way.is_absolute() or PureWindowsPath(word).drive or ".." in way.parts:
        return True
    try:
        return bool(word) and (folder / word).exists()
    except OSError:  # too long for a name
        return False


def _target(folder: Path, word: str) -> Path:
    try:
        return (folder / word).resolve()
    except (OSError, RuntimeError):  # a loop of links
        return Path("/")
