"""Answers to the questionnaires of an experiment: checked, and kept beside the drive that they are about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from seahaven.errors import InputError, nearest
from seahaven.files import write_text_atomic
from seahaven.takes import QuestionEntry, QuestionnaireEntry
from seahaven.trials.column import Is
from seahaven.trials.plan import Drive
from seahaven.trials.row import Condition, Participant, Position

__all__ = ["ANSWERS", "AnswerRow", "checked_answers", "keep_answers", "read_answers"]

ANSWERS: Final = "questionnaires.json"
MOST_LETTERS: Final = 10_000
Answer = str | float | None


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One answer."""

    participant: Participant
    condition: Condition
    position: Position
    folder: Annotated[str, Is("folder of the drive that it is about")]
    questionnaire: Annotated[str, Is("name of the questionnaire")]
    question: Annotated[str, Is("name of the question")]
    ask: Annotated[str, Is("what was asked")]
    answer: Annotated[str, Is("what was answered; empty where nothing was")]
    number: Annotated[float | None, Is("the answer as a number, on a scale from 1 on; empty for choices and words")]


def checked_answers(entry: QuestionnaireEntry, answers: Mapping[str, Any]) -> dict[str, Answer]:
    """Answers to all questions of a questionnaire, in its order; what does not fit is refused."""
    for name in answers:
        if name not in entry.questions:
            raise InputError(f"there is no question '{name}'{nearest(name, entry.questions)}")
    return {name: _checked(name, question, answers.get(name)) for name, question in entry.questions.items()}


def _checked(name: str, question: QuestionEntry, answer: Any) -> Answer:
    if answer is None or answer == "":
        if question.optional:
            return None
        raise InputError(f"'{name}' has no answer; answer it: {question.ask}")
    if question.choices is not None:
        if answer not in question.choices:
            raise InputError(f"'{name}' got {answer!r:.60}; choose one of {', '.join(question.choices)}")
        return str(answer)
    if question.words:
        if not isinstance(answer, str) or len(answer) > MOST_LETTERS:
            raise InputError(f"'{name}' takes a text of up to {MOST_LETTERS:,} letters")
        return answer
    least, most = (1.0, float(question.scale)) if question.scale is not None else (question.number or [0.0, 0.0])
    is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
    if not is_number or not least <= answer <= most or (question.scale is not None and answer != int(answer)):
        kind = "a point of the scale" if question.scale is not None else "a number"
        raise InputError(f"'{name}' got {answer!r:.60}; expected {kind} from {least:g} to {most:g}")
    return float(answer)


def keep_answers(
    folder: Path, drive: Drive, name: str, entry: QuestionnaireEntry, answers: Mapping[str, Any]
) -> list[AnswerRow]:
    """Check the answers to a questionnaire and keep them in the folder of a drive, in the place of earlier ones."""
    checked = checked_answers(entry, answers)
    rows = [_row(drive, name, question, entry.questions[question].ask, said) for question, said in checked.items()]
    others = [row for row in read_answers(folder) if row.questionnaire != name]
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps([asdict(row) for row in (*others, *rows)], ensure_ascii=False, indent=1)
    write_text_atomic(folder / ANSWERS, f"{text}\n")
    return rows


def _row(drive: Drive, questionnaire: str, question: str, ask: str, said: Answer) -> AnswerRow:
    text = "" if said is None else f"{said:g}" if isinstance(said, float) else said
    number = said if isinstance(said, float) else None
    about = drive.participant, drive.condition, drive.position, drive.folder
    return AnswerRow(*about, questionnaire, question, ask, text, number)


def read_answers(folder: Path) -> list[AnswerRow]:
    """The answers that are kept in the folder of a drive."""
    path = folder / ANSWERS
    if not path.exists():
        return []
    return [AnswerRow(**row) for row in json.loads(path.read_text("utf-8"))]
