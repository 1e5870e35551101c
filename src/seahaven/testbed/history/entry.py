"""One file of a history: a drive of a campaign, what varied in it, and what came of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.testbed.outcome import DriveOutcome
from seahaven.testbed.verdict import Finding

__all__ = ["Entry", "Note", "entry_of", "read_entry"]

FORMAT: Final = 2
"""The version of these files. Files of version 1 are brought up to date by `migrated` as they are read."""
ORDER: Final = {"error": 0, "failed": 1, "passed": 2}
"""States of drives, the worst first."""


@dataclass(frozen=True, slots=True)
class Note:
    """What came of one requirement; see `Finding`."""

    requirement: str
    passed: bool
    margin: float | None
    unit: str
    time: float = 0.0
    x: float = 0.0
    y: float = 0.0
    other: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A drive in a history.

    `number` is its place in the campaign, `settings` what varied, `software` the version under test, `margin` that of
    the requirement `worst` in its own unit, and `folder` where its recording lay when it was played.
    """

    campaign: str
    number: int
    drive: str
    seed: int
    state: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    driver: str = ""
    software: str = ""
    margin: float | None = None
    worst: str = ""
    notes: tuple[Note, ...] = ()
    error: str = ""
    duration: float = 0.0
    folder: str = ""
    reel: str = ""
    command: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What tells a drive from others of its campaign, and finds it again in others."""
        return json.dumps([self.drive, self.seed, self.settings], sort_keys=True, ensure_ascii=False)

    @property
    def name(self) -> str:
        """The name of its file: the same drive of the same campaign and software has the same name."""
        text = json.dumps([self.campaign, self.software, self.number, self.key], ensure_ascii=False)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest() + ".json"

    @property
    def rank(self) -> tuple[int, float]:
        """The lower, the worse: what could not be played, then what failed, each by its margin."""
        least = float("inf") if self.state == "passed" else float("-inf")
        return ORDER.get(self.state, 0), least if self.margin is None else self.margin

    def text(self) -> str:
        """It as the file has it."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def entry_of(
    outcome: DriveOutcome, *, campaign: str, number: int, settings: Mapping[str, Any], software: str, folder: Path
) -> Entry:
    """The entry for what came of a drive."""
    found = () if outcome.verdict is None else outcome.verdict.findings
    notes = tuple(
        Note(
            _requirement(each), each.passed, each.margin, each.unit, each.time, each.x, each.y, each.other, each.reason
        )
        for each in found
    )
    worst = _worst(notes)
    return Entry(
        campaign=campaign, number=number, drive=outcome.name, seed=outcome.seed, state=outcome.state,
        settings=dict(settings), driver=outcome.driver, software=software or outcome.driver,
        margin=worst.margin if worst else None, worst=worst.requirement if worst else "", notes=notes,
        error=outcome.error, duration=outcome.duration, folder=str(folder), reel=outcome.reel, command=outcome.command,
        inputs=dict(outcome.inputs),
    )  # fmt: skip


def _requirement(finding: Finding) -> str:
    """A requirement, of one of several subjects with its name."""
    return f"{finding.subject}: {finding.requirement}" if finding.subject else finding.requirement


def _worst(notes: Sequence[Note]) -> Note | None:
    """The requirement that failed by most, or held by least."""
    return min(notes, key=lambda note: (note.passed, _order(note)), default=None)


def _order(note: Note) -> float:
    if note.margin is None:
        return float("inf") if note.passed else float("-inf")
    return note.margin


def read_entry(path: Path) -> Entry:
    """The entry in a file; one of an older version is brought up to date, and the file stays as it is."""
    try:
        told = migrated(json.loads(path.read_text("utf-8")))
        notes = tuple(Note(**{name: one[name] for name in Note.__slots__ if name in one}) for one in told.pop("notes"))
        return Entry(notes=notes, **{name: value for name, value in told.items() if name in Entry.__slots__})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{path} is no entry of a history ({error}); take it away, or restore it") from None


def migrated(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a file of any version holds, as this version would have it."""
    found = dict(told)
    version = found.pop("format")
    if version == 1:  # it knew the software by its driver alone, and called the notes findings
        found.setdefault("software", found.get("driver", ""))
        found["notes"] = found.pop("findings")
    elif version != FORMAT:
        raise ValueError(f"it has format {version}, and this version of Seahaven reads 1 to {FORMAT}")
    return found
