"""Answers of participants: checked, kept, and put into a table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import DocumentError
from seahaven.takes import QuestionEntry, QuestionnaireEntry, load_study, practising
from seahaven.trials import checked_answers, keep_answers, plan_trials, read_answers, tabulate

STUDY = """
study: Asked
duration: 30 s
roads: seahaven.roads.builder:lesson_town
subject: {name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, speed: 40 km/h}
experiment:
  participants: [eva, tom]
  conditions: {dry: {}, wet: {weather: rain}}
  order: balanced
  practice: {duration: 10 s}
  questionnaires:
    you:
      when: begin
      questions: {age: {ask: How old are you?, number: [18, 99]}}
    effort:
      title: How was it?
      questions:
        effort: {ask: How much effort was it?, scale: 7, low: none, high: very much}
        seen: {ask: Did you see the truck?, choices: [in time, late, which truck]}
        remarks: {ask: What else?, words: true, optional: true}
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "asked.study.yaml"
    path.write_text(STUDY)
    return path


def effort(path: Path) -> QuestionnaireEntry:
    entry = load_study(path)[0].experiment
    assert entry is not None
    return entry.questionnaires["effort"]


def test_answers_are_kept_beside_their_drive_and_stand_in_a_table(study: Path, tmp_path: Path) -> None:
    out, entry = tmp_path / "out", effort(study)
    first, second = plan_trials(study, participant="tom")
    keep_answers(out / first.folder, first, "effort", entry, {"effort": 3, "seen": "late"})
    keep_answers(out / second.folder, second, "effort", entry, {"effort": 6, "seen": "in time", "remarks": "fog, too"})
    keep_answers(out / second.folder, second, "effort", entry, {"effort": 7, "seen": "in time", "remarks": "fog, too"})
    tabulate(study, out)
    with (out / "answers.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["participant"] for row in rows] == ["tom"] * 6
    assert [(row["question"], row["answer"], row["number"]) for row in rows[3:]] == [
        ("effort", "7", "7.0"), ("seen", "in time", ""), ("remarks", "fog, too", ""),
    ]  # fmt: skip
    assert (rows[0]["position"], rows[2]["answer"], rows[3]["folder"]) == ("1", "", second.folder)
    assert "answers,answer" in (out / "columns.csv").read_text()
    assert len(read_answers(out / first.folder)) == 3


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"seen": "late"}, "'effort' has no answer; answer it: How much effort"),
        ({"effort": 8, "seen": "late"}, "expected a point of the scale from 1 to 7"),
        ({"effort": 2.5, "seen": "late"}, "expected a point of the scale"),
        ({"effort": True, "seen": "late"}, "expected a point of the scale"),
        ({"effort": 2, "seen": "never"}, "choose one of in time, late, which truck"),
        ({"effort": 2, "seen": "late", "remark": "x"}, "no question 'remark'; did you mean 'remarks'"),
    ],
)
def test_answers_that_do_not_fit_are_refused(study: Path, answers: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        checked_answers(effort(study), answers)


def test_a_question_is_of_one_kind(study: Path) -> None:
    with pytest.raises(ValueError, match="one of 'scale', 'choices', 'number' and 'words: true'"):
        QuestionEntry(ask="What?", scale=5, words=True)
    study.write_text(STUDY.replace("number: [18, 99]", "number: [99, 18]"))
    with pytest.raises(DocumentError, match="the numbers of a question rise"):
        load_study(study)


def test_a_practice_drive_is_the_study_told_otherwise(study: Path) -> None:
    _, document = load_study(study)
    data = practising(document).data
    assert isinstance(data, dict)
    assert (data["duration"], data["study"]) == ("10 s", "Asked")
    study.write_text(STUDY.replace("{duration: 10 s}", "{study: Other}"))
    with pytest.raises(InputError, match="a practice drive cannot change 'study'"):
        practising(load_study(study)[1])
