"""What the home page lists: the studies and reels of a project folder, each with what is known of it at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError, SeahavenError
from seahaven.files import write_text_atomic
from seahaven.reels import Reel
from seahaven.roads import RoadNetwork
from seahaven.seats import KINDS
from seahaven.studio.confinement import confined
from seahaven.studio.subjects import subjects_in
from seahaven.studio.telling import fault_of
from seahaven.takes import load_study, roads_of

__all__ = ["Library"]

DEPTH: Final = 4
"""How many folders deep studies and reels are looked for."""
MOST: Final = 200
"""How many of each are listed."""
STUDY: Final = ".study.yaml"
REEL: Final = ".reel"
UPLOADS: Final = "uploads"
"""The folder for files that pages bring."""
ADDED: Final = (STUDY, ".xodr", ".net.xml", ".rou.xml", ".add.xml", ".rndf", ".mdf", ".txt")
"""What may be brought: studies, road networks and demand, all of them text that is only read."""
NAMED: Final = re.compile(r"[A-Za-z0-9][\w .-]{0,100}", re.ASCII)
EXCERPT: Final = 3
"""Lines of a file shown before and after one that is wrong."""


@dataclass(frozen=True, slots=True)
class Library:
    """The studies and reels inside one folder; nothing outside of it is ever read."""

    root: Path

    def listing(self) -> dict[str, Any]:
        """All studies and reels, those of the examples last, each with a fault if it has one."""
        studies = [self._study(path) for path in self._found(STUDY)]
        reels = [self._reel(path) for path in self._found(REEL)]
        return {"folder": self.root.resolve().name, "studies": studies, "reels": reels, "kinds": list(KINDS)}

    def study(self, name: str) -> Path:
        """The path of a study by its name in the listing; anything else is refused."""
        return self._inside(name, STUDY, "study")

    def roads(self, name: str) -> RoadNetwork | None:
        """The roads of a study by its name in the listing; None where it names none."""
        path = self.study(name)
        confined(load_study(path)[1], self.root)
        return roads_of(path)

    def reel(self, name: str) -> Path:
        """The path of a reel by its name in the listing; anything else is refused."""
        return self._inside(name, REEL, "reel")

    def add(self, name: str, content: bytes) -> str:
        """Keep a file that a page brought, as text and nothing else; gives its path in the folder.

        A study, right or wrong, may take the place of one that was brought before, so that it can be mended.
        """
        if not NAMED.fullmatch(name) or not name.endswith(ADDED):
            rule = f"its name has letters, digits, '-', '_', '.' and spaces, and ends in {', '.join(ADDED)}"
            raise InputError(f"'{name:.80}' cannot be added; {rule}")
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"'{name}' is no text: byte {error.start} is no UTF-8") from None
        if "\0" in text:
            raise InputError(f"'{name}' is no text: it holds a byte of value 0")
        folder = self.root / UPLOADS
        if folder.is_symlink() or (folder / name).is_symlink():
            raise InputError(f"'{UPLOADS}/{name}' is a link to elsewhere; remove it first")
        if (folder / name).exists() and not name.endswith(STUDY):
            raise InputError(f"'{UPLOADS}/{name}' is there already; remove it first, or choose another name")
        folder.mkdir(exist_ok=True)
        write_text_atomic(folder / name, text)
        return f"{UPLOADS}/{name}"

    def fault(self, error: Exception) -> dict[str, Any]:
        """What is wrong, with the lines of the file around it if that is a study of this folder."""
        fault = fault_of(error)
        return fault | {"excerpt": self._excerpt(fault.get("file"), fault.get("line"))}

    def _excerpt(self, file: str | None, line: int | None) -> list[dict[str, Any]]:
        """The lines around one of a study inside the folder; none of any other file."""
        if file is None or line is None:
            return []
        path = Path(file)
        if not path.resolve().is_relative_to(self.root.resolve()) or not path.name.endswith(STUDY):
            return []
        try:
            lines = path.read_text("utf-8", "replace").splitlines()
        except OSError:
            return []
        first = max(line - EXCERPT, 1)
        return [{"line": k, "text": text[:200]} for k, text in enumerate(lines[first - 1 : line + EXCERPT], first)]

    def _inside(self, name: str, ending: str, what: str) -> Path:
        path = self.root / name
        is_inside = path.resolve().is_relative_to(self.root.resolve())
        if not name.endswith(ending) or not is_inside or not path.exists() or ".." in Path(name).parts:
            raise InputError(f"'{name:.100}' is no {what} in this folder; choose one that is listed")
        return path

    def _found(self, ending: str) -> list[Path]:
        found = sorted(self._below(self.root, ending, DEPTH), key=lambda path: (path.parts[:1] == ("examples",), path))
        return found[:MOST]

    def _below(self, folder: Path, ending: str, depth: int) -> Iterator[Path]:
        for path in sorted(folder.iterdir()):
            if path.name.startswith((".", "_")) or path.is_symlink():
                continue
            if path.name.endswith(ending):
                yield path
            elif path.is_dir() and depth > 1 and not path.name.endswith(REEL):
                yield from self._below(path, ending, depth - 1)

    def _study(self, path: Path) -> dict[str, Any]:
        name = path.relative_to(self.root).as_posix()
        try:
            study, document = load_study(path)
        except SeahavenError as error:
            return {"path": name, "title": path.name.removesuffix(STUDY), "fault": self.fault(error)}
        return {
            "path": name, "title": study.study, "seed": study.seed, "duration": study.duration / 1e9,
            "subjects": list(subjects_in(document.data)), "has_roads": study.roads is not None,
            "situations": len(study.situations or ()), "experiment": study.experiment is not None,
            "stem": path.name.removesuffix(STUDY),
        }  # fmt: skip

    def _reel(self, path: Path) -> dict[str, Any]:
        name = path.relative_to(self.root).as_posix()
        try:
            manifest = Reel.open(path).manifest
        except SeahavenError as error:
            return {"path": name, "title": path.stem, "fault": fault_of(error)}
        return {
            "path": name, "title": manifest.name or path.stem, "seed": manifest.seed,
            "duration": manifest.duration, "state": manifest.state,
        }  # fmt: skip
