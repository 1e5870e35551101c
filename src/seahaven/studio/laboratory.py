"""The laboratory: drives of the participants of a study's experiment, practice, and questionnaires between drives.

What is kept of a drive lies where `seahaven play` would put it, and is the same: `out/lab/STUDY` has a folder for each
drive, tables of all drives so far, and the answers. Here it is said what comes next for whom; nothing runs here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.files import Document, write_text_atomic
from seahaven.kernel import Pacing
from seahaven.takes import ExperimentEntry, QuestionnaireEntry, load_study, practising, study_stem
from seahaven.trials import Drive, keep_answers, plan_trials, read_answers, tabulate

__all__ = ["Session", "answer", "plan_of", "questions_of", "session_of", "write_quality"]

FOLDER: Final = Path("out") / "lab"
PRACTICE: Final = "practice"
QUALITY: Final = "lab.json"


@dataclass(frozen=True, slots=True)
class Session:
    """One drive of a participant: in which study, which drive of the plan, and whether it is only for practice."""

    source: Path
    out: Path
    drive: Drive
    is_practice: bool

    @property
    def folder(self) -> Path:
        """Where its reel goes."""
        return self.out / PRACTICE / self.drive.folder if self.is_practice else self.out / self.drive.folder

    @property
    def title(self) -> str:
        """What it is called on pages and in streams."""
        drive = self.drive
        what = "practice" if self.is_practice else f"drive {drive.position} {drive.condition}".strip()
        return f"{drive.participant}: {what}"

    def change(self, document: Document) -> Document:
        """The study as it is for this drive."""
        return practising(document) if self.is_practice else self.drive.change(document)


def session_of(root: Path, source: str, participant: str, position: int) -> Session:
    """A drive of a participant by its position, from 1 on; 0 is the practice drive, if the study has one."""
    path = root / source
    experiment = _experiment(path)
    drives = plan_trials(path, participant=participant)
    if position == 0 and experiment.practice is None:
        raise InputError(f"{path.name} has no practice drive; add 'practice: {{}}' to its experiment")
    drive = next((one for one in drives if one.position == max(position, 1)), None)
    if drive is None:
        raise InputError(f"'{participant}' has {len(drives)} drives; there is no drive {position}")
    return Session(path, root / FOLDER / study_stem(path), drive, position == 0)


def plan_of(root: Path, source: str) -> dict[str, Any]:
    """The participants of a study, each with questionnaires, practice and drives in order, and which are done."""
    path = root / source
    study, _ = load_study(path)
    experiment, out = _experiment(path), root / FOLDER / study_stem(path)
    drives = plan_trials(path)
    people = []
    for name in dict.fromkeys(drive.participant for drive in drives):
        own = [drive for drive in drives if drive.participant == name]
        people.append({"name": name, "steps": list(_steps(experiment, own, out))})
    folder = (FOLDER / study_stem(path)).as_posix()
    return {"source": source, "title": study.study, "participants": people, "folder": folder}


def _steps(experiment: ExperimentEntry, drives: list[Drive], out: Path) -> Iterator[dict[str, Any]]:
    first, last = drives[0], drives[-1]
    yield from _asked(experiment, "begin", first, out)
    if experiment.practice is not None:
        is_done = any((out / PRACTICE / first.folder).glob("*.reel"))
        yield {"kind": "practice", "position": 0, "title": "Practice drive", "done": is_done}
        yield from _asked(experiment, "practice", first, out)
    for drive in drives:
        title = f"Drive {drive.position}{f', {drive.condition}' if drive.condition else ''}"
        is_done = (out / drive.folder / "drive.json").exists()
        yield {"kind": "drive", "position": drive.position, "title": title, "done": is_done}
        yield from _asked(experiment, "drive", drive, out)
    yield from _asked(experiment, "end", last, out)


def _asked(experiment: ExperimentEntry, when: str, drive: Drive, out: Path) -> Iterator[dict[str, Any]]:
    answered = {row.questionnaire for row in read_answers(out / drive.folder)}
    for name, entry in experiment.questionnaires.items():
        if entry.when == when:
            yield {
                "kind": "ask", "position": drive.position, "questionnaire": name, "title": entry.title or name,
                "done": name in answered,
            }  # fmt: skip


def questions_of(session: Session, questionnaire: str) -> dict[str, Any]:
    """A questionnaire as a page shows it."""
    entry = _questionnaire(session, questionnaire)
    questions = [{"name": name, **_told(question)} for name, question in entry.questions.items()]
    return {"questionnaire": questionnaire, "title": entry.title, "questions": questions}


def _told(question: Any) -> dict[str, Any]:
    """The fields of a question that say something."""
    told = {name: getattr(question, name) for name in type(question).model_fields}
    return {name: value for name, value in told.items() if value not in (None, "", False)}


def answer(session: Session, questionnaire: str, answers: Mapping[str, Any]) -> None:
    """Keep the answers of a participant, and write the tables anew."""
    entry = _questionnaire(session, questionnaire)
    keep_answers(session.out / session.drive.folder, session.drive, questionnaire, entry, answers)
    tabulate(session.source, session.out)


def write_quality(session: Session, paced: Sequence[Pacing], *, lost: int) -> dict[str, Any]:
    """Write beside a drive how well it kept time with the wall clock, and how many frames its pages missed.

    `paced` tells of each stretch between pauses.
    """
    told: dict[str, Any] = {"lost_frames": lost}
    if paced:
        told["dates"] = sum(one.dates for one in paced)
        told["overruns"] = sum(one.overruns for one in paced)
        told["worst"] = max(one.worst for one in paced)
    session.folder.mkdir(parents=True, exist_ok=True)
    write_text_atomic(session.folder / QUALITY, json.dumps(told, indent=1) + "\n")
    return told


def _experiment(path: Path) -> ExperimentEntry:
    study, document = load_study(path)
    if study.experiment is None:
        raise InputError("the study has no experiment, so nobody takes part; add 'experiment'", document.at())
    return study.experiment


def _questionnaire(session: Session, name: str) -> QuestionnaireEntry:
    known = _experiment(session.source).questionnaires
    if name not in known:
        raise InputError(f"there is no questionnaire '{name}'; the study has {', '.join(known) or 'none'}")
    return known[name]
