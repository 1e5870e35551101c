"""The state of a federation on the disk: a file for each process, all of the same date.

A process keeps the last two, since another one may die before it has kept the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from seahaven.errors import SnapshotError
from seahaven.kernel import Controller, read_checkpoint, save_checkpoint
from seahaven.reels import Mark, Recorder

__all__ = ["Keeping", "forget_checkpoints", "last_common_date", "mark_in", "part_file"]

KEPT: Final = 2
_FILE: Final = re.compile(r"(\w+)\.(\d+)\.npz")


def part_file(folder: Path, process: str, date: int) -> Path:
    """Where the state of a process at a date is kept."""
    return folder / f"{process}.{date}.npz"


def _dates(folder: Path, process: str) -> list[int]:
    found = (_FILE.fullmatch(path.name) for path in folder.glob(f"{process}.*.npz"))
    return sorted(int(match[2]) for match in found if match and match[1] == process)


def last_common_date(folder: Path, processes: Iterable[str]) -> int | None:
    """The newest date (ns) of which every process has kept its state; None if there is none."""
    dates = [set(_dates(folder, process)) for process in processes]
    return max(set.intersection(*dates), default=None) if dates else None


def forget_checkpoints(folder: Path, processes: Iterable[str]) -> None:
    """Take all files of an earlier run away."""
    for process in processes:
        for date in _dates(folder, process):
            part_file(folder, process, date).unlink(missing_ok=True)


def mark_in(file: Path) -> Mark | None:
    """How much of the reel belongs to a kept state, if its process records."""
    told = read_checkpoint(file).notes.get("mark")
    return Mark(told["frames"], told["events"]) if isinstance(told, dict) else None


@dataclass(slots=True)
class Keeping:
    """Keeps the state of one process every so often (ns); a recorder's files are safe before the state that goes with
    them."""

    folder: Path
    process: str
    every: int
    notes: Mapping[str, Any]
    recorder: Recorder | None
    due: int = 0
    kept: int | None = None
    """The date that was kept last."""

    def begin(self, now: int) -> None:
        """Count from this date on."""
        self.due = (now // self.every + 1) * self.every

    def look(self, controller: Controller) -> None:
        """Keep the state, if it is time to; a part that cannot be kept goes on without."""
        if controller.now < self.due:
            return
        self.begin(controller.now)
        notes = dict(self.notes)
        if self.recorder is not None:
            notes["mark"] = asdict(self.recorder.mark())
        with suppress(SnapshotError):
            save_checkpoint(controller, part_file(self.folder, self.process, controller.now), notes=notes)
            self.kept = controller.now
            for date in _dates(self.folder, self.process)[:-KEPT]:
                part_file(self.folder, self.process, date).unlink(missing_ok=True)
