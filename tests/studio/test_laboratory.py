"""Drives of participants: begun, kept and asked about, as the experimenter's page does it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.kernel import Pacing
from seahaven.studio.commands import Ask, Begin, Finish, Reply, Seated, Step
from seahaven.studio.laboratory import plan_of, session_of, write_quality
from seahaven.studio.simulator import Simulator
from seahaven.studio.streams import CHANNELS, Streams, can_stream, sample_of
from seahaven.takes import Run
from tests.trials.test_questionnaire import STUDY

NAME = "asked.study.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(STUDY)
    return tmp_path


def done(root: Path, participant: int) -> list[tuple[str, bool]]:
    person = plan_of(root, NAME)["participants"][participant]
    return [(step["title"], step["done"]) for step in person["steps"]]


def test_the_plan_has_questionnaires_practice_and_drives_in_order(root: Path) -> None:
    assert done(root, 0) == [
        ("you", False), ("Practice drive", False), ("Drive 1, dry", False), ("How was it?", False),
        ("Drive 2, wet", False), ("How was it?", False),
    ]  # fmt: skip
    assert session_of(root, NAME, "tom", 0).is_practice
    assert session_of(root, NAME, "tom", 1).drive.condition == "wet"
    with pytest.raises(InputError, match="'eva' has 2 drives; there is no drive 3"):
        session_of(root, NAME, "eva", 3)
    with pytest.raises(InputError, match=r"no participant 'evo'.*did you mean 'eva'"):
        session_of(root, NAME, "evo", 1)


def test_a_drive_is_kept_with_its_tables_quality_and_answers(root: Path) -> None:
    told = list[dict[str, Any]]()
    simulator = Simulator(root, show=lambda run, frame: None, tell=told.append, put=lambda name, body: None)

    def heard(kind: str) -> dict[str, Any]:
        return next(message for message in reversed(told) if message["type"] == kind)

    simulator.obey(Begin(source=NAME, participant="eva", position=1))
    assert heard("lab")["title"] == "eva: drive 1 dry"
    (vehicle,) = heard("opened")["seats"]
    simulator.obey(Seated(vehicles=(int(vehicle),)))
    simulator.obey(Step(count=20))
    simulator.obey(Finish())
    assert heard("kept")["lost_frames"] == 0
    out = root / "out" / "lab" / "asked"
    with (out / "drives.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["participant"], row["condition"], row["state"]) == ("eva", "dry", "finished")
    assert json.loads((out / row["folder"] / "lab.json").read_text())["lost_frames"] == 0
    assert (out / row["folder"] / "replay.html").exists()
    assert list((out / row["folder"]).glob("*cockpit*.reel")) or list((out / row["folder"]).glob("*.reel"))

    simulator.obey(Ask(source=NAME, participant="eva", position=1, questionnaire="effort"))
    assert [question["name"] for question in heard("asked")["questions"]] == ["effort", "seen", "remarks"]
    with pytest.raises(InputError, match="expected a point of the scale"):
        simulator.obey(Reply(answers={"effort": 9, "seen": "late"}))
    simulator.obey(Reply(answers={"effort": 4, "seen": "late", "remarks": None}))
    assert heard("answered")["questionnaire"] == "effort"
    assert (out / "answers.csv").read_text().count("eva") == 3
    assert [title for title, is_done in done(root, 0) if is_done] == ["Drive 1, dry", "How was it?"]
    with pytest.raises(InputError, match="no questionnaire is shown"):
        simulator.obey(Reply(answers={}))
    with pytest.raises(InputError, match="no drive of the laboratory runs"):
        simulator.obey(Finish())


def test_lateness_is_told_over_all_stretches_between_pauses(root: Path) -> None:
    session = session_of(root, NAME, "eva", 0)
    told = write_quality(session, [Pacing(100, 3, 0.02), Pacing(50, 1, 0.5)], lost=7)
    assert told == {"lost_frames": 7, "dates": 150, "overruns": 4, "worst": 0.5}
    assert json.loads((session.folder / "lab.json").read_text()) == told
    assert session.folder.parent.name == "practice"


def test_the_subject_is_sampled_with_nothing_where_there_is_nothing(directed: Run) -> None:
    sample = dict(zip([name for name, _ in CHANNELS], sample_of(directed), strict=True))
    assert sample["speed"] == directed["ada"].speed
    assert sample["throttle"] != sample["throttle"]


def test_markers_and_samples_are_heard_over_the_lab_streaming_layer(directed: Run) -> None:
    pytest.importorskip("pylsl", reason="the Lab Streaming Layer is not installed: pip install 'seahaven[lab]'")
    assert can_stream()
    import pylsl

    streams = Streams(directed, study="Layers", who="eva")
    found = pylsl.resolve_byprop("source_id", "seahaven markers Layers eva", timeout=10.0)
    other = pylsl.resolve_byprop("source_id", "seahaven subject Layers eva", timeout=10.0)
    assert (len(found), len(other)) == (1, 1)
    marks, motion = pylsl.StreamInlet(found[0]), pylsl.StreamInlet(other[0])
    marks.open_stream(timeout=10.0)
    motion.open_stream(timeout=10.0)
    streams.mark("sudden braking opens")
    streams.show()
    assert marks.pull_sample(timeout=10.0)[0] == ["sudden braking opens"]
    assert motion.pull_sample(timeout=10.0)[0][4] == directed["ada"].speed
    for inlet in (marks, motion):
        inlet.close_stream()
    streams.close()
