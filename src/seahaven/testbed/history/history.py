"""The folder of a history: campaigns in it, entries of these, and tables of all by DuckDB."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError, nearest
from seahaven.files import write_text_atomic
from seahaven.testbed.history.entry import Entry, read_entry

__all__ = ["CampaignLine", "History", "is_history", "line_of"]

LATEST: Final = re.compile(r"latest(?:~(\d+))?")
_NAME: Final = re.compile(r"[^A-Za-z0-9._-]+")
_ENTRY: Final = re.compile(r"[0-9a-f]{24}\.json")
TABLES: Final = {
    "drives": "campaign text, number int, drive text, seed bigint, state text, driver text, software text,"
    " margin double, worst text, error text, duration double, folder text, settings text",
    "notes": "campaign text, number int, drive text, software text, requirement text, passed bool, margin double,"
    " unit text, time double, x double, y double, other text, reason text",
}
"""What can be asked for: a row for each drive, and one for each requirement of each drive."""


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """A campaign in a list: how many drives it has, what came of them, and the margin of the worst."""

    name: str
    software: str
    drives: int
    passed: int
    failed: int
    errors: int
    margin: float | None


def is_history(folder: Path) -> bool:
    """Whether a folder holds entries of campaigns, by their names."""
    return any(_ENTRY.fullmatch(path.name) for path in folder.glob("*/*.json"))


class History:
    """A folder of entries.

        history = History(Path("history"))
        name = history.begin("2026-11-19 cut in")
        history.add(entry)

    Campaigns sort by their names, which therefore begin with a date. No file is changed once it is written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, name: str, *, joins: bool = False) -> str:
        """A new campaign of that name; if there is one already, the new one has a number behind it, or joins it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem, number = _NAME.sub("-", name).strip("-") or "campaign", 1
        while True:
            tried = stem if number == 1 else f"{stem}-{number}"
            try:
                (self.folder / tried).mkdir(exist_ok=joins)
            except FileExistsError:
                number += 1
            else:
                return tried

    def add(self, entry: Entry) -> None:
        """Keep an entry, whole or not at all."""
        folder = self.folder / entry.campaign
        folder.mkdir(parents=True, exist_ok=True)
        write_text_atomic(folder / entry.name, entry.text())

    @property
    def campaigns(self) -> list[str]:
        """The names of all campaigns that have entries, the oldest first."""
        if not self.folder.is_dir():
            return []
        return sorted(path.name for path in self.folder.iterdir() if path.is_dir() and any(path.glob("*.json")))

    def named(self, name: str) -> str:
        """A campaign by its name, the beginning of it, or `latest`, `latest~1` for the one before, and so on."""
        known = self.campaigns
        if not known:
            raise InputError(f"{self.folder} holds no campaign; 'seahaven campaign' plays one")
        match = LATEST.fullmatch(name)
        if match:
            back = int(match[1] or 0)
            if back >= len(known):
                raise InputError(f"there is no '{name}' in {self.folder}, which has {len(known)} campaigns")
            return known[-1 - back]
        found = [each for each in known if each == name] or [each for each in known if each.startswith(name)]
        if not found:
            raise InputError(f"there is no campaign '{name}' in {self.folder}{nearest(name, known)}")
        if len(found) > 1:
            raise InputError(f"'{name}' could be {' or '.join(found[:3])}; write it out")
        return found[0]

    def entries(self, campaign: str) -> list[Entry]:
        """The drives of a campaign, in their order."""
        found = (read_entry(path) for path in sorted((self.folder / campaign).glob("*.json")))
        return sorted(found, key=lambda entry: (entry.number, entry.software))

    def reel(self, entry: Entry) -> Path | None:
        """The recording of a drive, if it is still where it was played."""
        path = self._place(entry) / entry.reel
        return path if entry.reel and path.exists() else None

    def strip(self, entry: Entry) -> Path | None:
        """The first strip of pictures of a drive that failed, if it is still where it was played."""
        return next(iter(sorted(self._place(entry).glob("failure-*.png"))), None) if entry.folder else None

    def _place(self, entry: Entry) -> Path:
        """Where a drive was played; a relative path counts from here, or from beside the history."""
        path = Path(entry.folder)
        return path if path.exists() else self.folder.parent / path

    def lines(self) -> list[CampaignLine]:
        """All campaigns, the oldest first."""
        return [line_of(name, self.entries(name)) for name in self.campaigns]

    def query(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and rows that DuckDB answers a question about the tables `drives` and `notes` with."""
        import duckdb

        with duckdb.connect(config={"enable_external_access": "false"}) as base:
            for table, columns in TABLES.items():
                base.execute(f"create table {table} ({columns})")
            for table, rows in self._rows().items():
                if rows:
                    base.executemany(f"insert into {table} values ({', '.join('?' * len(rows[0]))})", rows)
            try:
                answer = base.execute(sql)
                return [column[0] for column in answer.description or ()], list(answer.fetchall())
            except duckdb.Error as error:
                raise InputError(f"{error}; the tables are {', '.join(TABLES)}") from None

    def _rows(self) -> dict[str, list[tuple[Any, ...]]]:
        drives, notes = [], []
        for one in (entry for name in self.campaigns for entry in self.entries(name)):
            same = one.campaign, one.number, one.drive
            drives.append((*same, one.seed, one.state, one.driver, one.software, one.margin, one.worst, one.error,
                           one.duration, one.folder, json.dumps(one.settings, ensure_ascii=False)))  # fmt: skip
            notes += [(*same, one.software, *(getattr(note, name) for name in note.__slots__)) for note in one.notes]
        return {"drives": drives, "notes": notes}

    def merge(self, others: Sequence[Path]) -> int:
        """Copy the entries of other histories, such as shards, into this one; how many were new.

        Campaigns of the same name come together. An entry that is there already stays, and one that says something else
        of the same drive is refused before anything is copied.
        """
        wanted = [(path, self.folder / path.parent.name / path.name) for other in others for path in _files(other)]
        new: dict[Path, Path] = {}
        for path, target in wanted:
            known = new.get(target, target if target.exists() else None)
            if known is None:
                new[target] = path
            if _said(path) != _said(known or path):
                raise InputError(f"{path} and {known} are the same drive, but say different things; keep one of them")
        for target, path in new.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_text_atomic(target, path.read_text("utf-8"))
        return len(new)


def line_of(name: str, entries: Iterable[Entry]) -> CampaignLine:
    """A campaign with some entries as a list shows it."""
    found = list(entries)
    states = [each.state for each in found]
    software = ", ".join(sorted({each.software for each in found}))
    worst = min(found, key=lambda each: each.rank, default=None)
    counts = states.count("passed"), states.count("failed"), states.count("error")
    return CampaignLine(name, software, len(found), *counts, worst.margin if worst else None)


def _files(folder: Path) -> Iterator[Path]:
    found = sorted(folder.glob("*/*.json")) if folder.is_dir() else []
    if not found:
        raise InputError(f"{folder} holds no entries of a history")
    yield from found


def _said(path: Path) -> Any:
    """What an entry says of its drive, wherever it was played."""
    entry = read_entry(path)
    return entry.state, entry.notes, entry.error
