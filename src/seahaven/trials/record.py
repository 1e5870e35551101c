"""What is kept of a drive beside its reel: who drove, how it ended, its rows, its log and its way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from seahaven.errors import ReelError
from seahaven.files import write_text_atomic
from seahaven.measures import Lanes, crashes, lanes_of
from seahaven.reels import Reel
from seahaven.seats import SubjectIs
from seahaven.takes import summarise
from seahaven.trials.episode import read_log
from seahaven.trials.handling import Handling, handling
from seahaven.trials.measure import measure
from seahaven.trials.plan import Drive
from seahaven.trials.row import Row, row_from
from seahaven.trials.wording import laid_text, log_lines

__all__ = ["RECORD", "Line", "Record", "holds_drives", "read_record", "recorded", "write_record"]

RECORD: Final = "drive.json"
FORMAT: Final = 1
MOST_POINTS: Final = 400
"""Of the way that is kept for maps."""

Line = tuple[float, int, str]
"""A line of the log: when (s), the number of its situation, from 1 (0 for none), and what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One drive, played to its end, or with the `error` that broke it off; files are named from its folder on.

    `distance` (m), `handling` and `collisions` are the subject's own; `trail` are places on its way.
    `resumed` are the times (s) at which it broke off and went on, `laid` those at which the subject's way was laid
    anew, and why.
    """

    drive: Drive
    study: str
    inputs: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    reel: str = ""
    page: str = ""
    duration: float = 0.0
    distance: float = 0.0
    handling: Handling = field(default_factory=Handling)
    collisions: int = 0
    resumed: tuple[float, ...] = ()
    laid: tuple[tuple[float, str], ...] = ()
    rows: tuple[Row, ...] = ()
    log: tuple[Line, ...] = ()
    trail: tuple[tuple[float, float], ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether the drive came to its end."""
        return not self.error


def recorded(
    reel: Reel, drive: Drive, *, study: str, page: str, known: dict[str | None, Lanes] | None = None
) -> Record:  # fmt: skip
    """What is kept of a drive, from its reel."""
    told, subjects = reel.manifest, reel.manifest.subjects
    journeys = [one for one in summarise(reel).journeys if one.id in subjects[:1]]
    known = {} if known is None else known
    drive = drive if drive.subject else replace(drive, subject=_virtual(reel))
    rows, log = measure(reel, drive.who, known=known), read_log(reel)
    return Record(
        drive=drive,
        study=study,
        inputs=dict(told.inputs),
        reel=reel.path.name,
        page=page,
        duration=told.duration,
        distance=round(journeys[0].distance, 3) if journeys else 0.0,
        handling=handling(reel, subjects[0], lanes_of(reel, known)) if subjects else Handling(),
        collisions=len(crashes(reel, subjects[0])) if subjects else 0,
        resumed=told.resumed,
        laid=tuple((round(time, 3), laid_text(laid)) for time, laid in log.laid),
        rows=tuple(rows),
        log=tuple(log_lines(log, names=told.names, watched=next(iter(subjects), None), resumed=told.resumed)),
        trail=tuple(_trail(reel, subjects[:1])),
    )


def holds_drives(folder: Path) -> bool:
    """Whether drives of trials lie in a folder, each in a folder of its own."""
    return any(folder.glob(f"*/{RECORD}"))


def write_record(record: Record, folder: Path) -> None:
    """Write `drive.json` into the folder of a drive, whole or not at all."""
    text = json.dumps({"format": FORMAT, **asdict(record)}, indent=1, ensure_ascii=False, sort_keys=True)
    write_text_atomic(folder / RECORD, text + "\n")


def read_record(folder: Path) -> Record | None:
    """What was kept of a drive; None if it never came to that."""
    path = folder / RECORD
    if not path.is_file():
        return None
    try:
        told = json.loads(path.read_text("utf-8"))
        if told.pop("format") != FORMAT:
            raise ValueError("another format")
        drive = {**told.pop("drive")}
        return Record(
            drive=Drive(**{**drive, "order": tuple(drive["order"])}),
            rows=tuple(row_from(row) for row in told.pop("rows")),
            log=tuple((float(time), int(number), str(text)) for time, number, text in told.pop("log")),
            trail=tuple((float(x), float(y)) for x, y in told.pop("trail")),
            resumed=tuple(float(time) for time in told.pop("resumed", ())),
            laid=tuple((float(time), str(text)) for time, text in told.pop("laid", ())),
            handling=Handling(**told.pop("handling", {})),
            **{name: value for name, value in told.items() if name in Record.__slots__},
        )
    except (ValueError, TypeError, KeyError) as error:
        raise ReelError(f"{path} is no record of a drive ({error}); take the folder away, and play it again") from None


def _virtual(reel: Reel) -> str:
    """The kind of the virtual subject that drove; empty for a person, or for a driver of ours."""
    told = reel.query(f"select value from events where kind = '{SubjectIs.__name__}' order by time").fetchall()
    subjects = reel.manifest.subjects[:1]
    return next((one["kind"] for (value,) in told if (one := json.loads(value))["entity"] in subjects), "")


def _trail(reel: Reel, subjects: tuple[int, ...]) -> list[tuple[float, float]]:
    chosen = subjects[0] if subjects else -1
    found: Any = reel.query(f"select x, y from vehicle where id = {chosen} order by time").fetchnumpy()
    last = len(found["x"]) - 1
    rows = np.unique(np.linspace(0, last, MOST_POINTS).astype(np.intp)) if last >= 0 else np.empty(0, np.intp)
    return [(round(float(found["x"][row]), 2), round(float(found["y"][row]), 2)) for row in rows]
