"""How long the software took for its answers: times of the wall clock, which lie beside a reel and not in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from seahaven.files import write_text_atomic
from seahaven.geometry import Floats

__all__ = ["AnswerTimes", "answers_beside", "write_answers"]

NAME = "answers.json"


@dataclass(frozen=True, eq=False)
class AnswerTimes:
    """The dates of the views that were shown (s), and how long the answer to each took by the wall clock (s)."""

    dates: Floats
    seconds: Floats


def write_answers(folder: Path, rows: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    """Keep dates (ns) and durations (s) of each subject's software beside a reel; of a single one, without its name."""
    told = {name: _told(each) for name, each in rows.items()}
    write_text_atomic(folder / NAME, json.dumps(told if len(told) > 1 else next(iter(told.values()), {})))


def _told(rows: Sequence[tuple[int, float]]) -> dict[str, list[float]]:
    return {"dates": [date for date, _ in rows], "seconds": [round(took, 6) for _, took in rows]}


def answers_beside(folder: Path, subject: str = "") -> AnswerTimes | None:
    """The times that were kept in a folder, of one subject where there were several, if any were."""
    path = folder / NAME
    if not path.is_file():
        return None
    kept = json.loads(path.read_text(encoding="utf-8"))
    told = kept if "dates" in kept else kept.get(subject)
    if not told:
        return None
    return AnswerTimes(np.array(told["dates"], dtype=np.float64) / 1e9, np.array(told["seconds"], dtype=np.float64))
