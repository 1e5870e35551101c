"""What has been measured already: one record a line, so that a bench that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seahaven.bench.code_version import code_version
from seahaven.files import file_digest

__all__ = ["Ledger", "Record", "trial_code"]

Record = dict[str, Any]
"""What came of one trial: plain values."""
ROOMS = ("behaviour", "direction", "geometry", "hcsm", "kernel", "motion", "roads", "takes", "traffic", "world")
"""Rooms whose code trials depend on;"""
HERE = ("campaign", "crude", "outcome", "possible", "script", "trial", "watch", "windows")
"""and files of this one."""


def trial_code() -> str:
    """A digest of the code that trials run."""
    here = Path(__file__).parent
    return code_version(ROOMS, [here / f"{name}.py" for name in HERE])


class Ledger:
    """The records of one study under one seed and one version of the code, in a file of their own."""

    def __init__(self, folder: Path, study: Path, seed: int, version: str) -> None:
        about = f"{file_digest(study)} {version} {seed}"
        self.file = folder / f"{study.name.partition('.')[0]}-{hashlib.sha256(about.encode()).hexdigest()[:12]}.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        self._records: dict[tuple[str, int, int], Record] = {}
        for record in self._read():
            self._records[_key(record)] = record

    def _read(self) -> Iterator[Record]:
        """All whole lines; one that was cut off when the program was stopped does not count."""
        if not self.file.exists():
            return
        for line in self.file.read_text(encoding="utf-8").split("\n")[:-1]:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue

    def __contains__(self, key: tuple[str, int, int]) -> bool:
        return key in self._records

    def add(self, record: Record) -> None:
        """Keep a record; a line goes out whole, after an end of line if one was cut off before it."""
        self._records[_key(record)] = record
        is_torn = self.file.exists() and self.file.read_bytes()[-1:] not in (b"", b"\n")
        line = json.dumps(record, separators=(",", ":"), allow_nan=False)
        with self.file.open("a", encoding="utf-8") as out:
            out.write(("\n" if is_torn else "") + line + "\n")

    def of(self, variant: str, people: int | None = None) -> list[Record]:
        """The records of a variant, in order; of the first people alone if a number is given."""
        chosen = [record for key, record in sorted(self._records.items()) if key[0] == variant]
        return [record for record in chosen if people is None or record["person"] < people]


def _key(record: Record) -> tuple[str, int, int]:
    return record["variant"], record["number"], record["person"]
