"""A disk that loses what was not synced, to see what a power cut would leave.

While it watches a folder, it notes at every sync, rename and removal what the worst file system would still have after
a power cut at that moment: of each file the bytes at its last sync, under the names at the last sync of its folder. A
removal may be remembered at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

Left = dict[str, bytes]
"""Files by their paths within the folder, and what they hold."""


class Disk:
    """What has surely reached the disk, of all files below a folder; `after` is told it at every step."""

    def __init__(self, folder: Path, after: Callable[[str, Left], None]) -> None:
        self._folder, self._after = folder, after
        self._bytes: dict[int, bytes] = {}
        self._names: dict[str, int] = {}

    def synced(self, path: Path) -> None:
        """Note that a file or folder was synced."""
        if not path.is_relative_to(self._folder):
            return
        if path.is_dir():
            gone = [name for name in self._names if (self._folder / name).parent == path]
            for name in gone:
                del self._names[name]
            here = (one for one in path.iterdir() if one.is_file())
            self._names |= {str(one.relative_to(self._folder)): one.stat().st_ino for one in here}
        else:
            self._bytes[path.stat().st_ino] = path.read_bytes()
        self._tell(f"sync {path.name}", self._names)

    def renamed(self, source: Path, target: Path) -> None:
        """Note a renaming, which may reach the disk now or later."""
        if target.is_relative_to(self._folder):
            name = str(target.relative_to(self._folder))
            self._tell(f"rename to {target.name}, later", self._names)
            self._tell(f"rename to {target.name}, at once", {**self._names, name: target.stat().st_ino})

    def removed(self, path: Path) -> None:
        """Note a removal, which may reach the disk at once."""
        if self._names.pop(str(path.relative_to(self._folder)) if path.is_relative_to(self._folder) else "", None):
            self._tell(f"remove {path.name}", self._names)

    def _tell(self, step: str, names: dict[str, int]) -> None:
        self._after(step, {name: self._bytes.get(number, b"") for name, number in names.items()})


@contextmanager
def watched_disk(folder: Path, monkeypatch: pytest.MonkeyPatch, after: Callable[[str, Left], None]) -> Iterator[None]:
    """Meanwhile, `after` is told what a power cut would leave of a folder after each step that matters."""
    disk, fsync, replace, unlink = Disk(folder, after), os.fsync, os.replace, os.unlink

    def watched_fsync(number: int) -> None:
        fsync(number)
        disk.synced(Path(os.readlink(f"/proc/self/fd/{number}")))

    def watched_replace(source: Any, target: Any) -> None:
        replace(source, target)
        disk.renamed(Path(source), Path(target))

    def watched_unlink(path: Any, **more: Any) -> None:
        unlink(path, **more)
        disk.removed(Path(path))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", watched_fsync)
        patched.setattr(os, "replace", watched_replace)
        patched.setattr(os, "unlink", watched_unlink)
        yield
