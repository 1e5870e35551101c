"""Drives are played and judged as their files say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.files import parse_yaml
from seahaven.reels import Reel
from seahaven.takes import load_take, seated, told_otherwise
from seahaven.testbed import (
    DriveJob,
    DriveOutcome,
    Variant,
    Wanted,
    judge_reel,
    load_drive,
    plan_drives,
    play_and_judge,
    read_outcome,
    requirements_in,
)
from tests.testbed.streets import ALLOW, write_drive

EXAMPLES = Path(__file__).parents[2] / "examples" / "roads"
USUAL = Variant("usual")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> DriveOutcome:
    folder = tmp_path_factory.mktemp("played")
    return play_and_judge(DriveJob(str(write_drive(folder)), folder / "usual", None, USUAL, ALLOW))


def outcome(folder: Path, variant: Variant = USUAL, **replaced: str) -> DriveOutcome:
    return play_and_judge(DriveJob(str(write_drive(folder, **replaced)), folder / "out", None, variant, ALLOW))


def test_a_drive_passes_and_ends_with_its_mission(played: DriveOutcome) -> None:
    assert played.state == "passed", played
    assert 4.0 <= played.duration <= 8.0
    margins = [finding.margin for finding in played.verdict.findings]  # type: ignore[union-attr]
    assert margins[1] == 0.0
    assert margins[2] == pytest.approx(10.0 - 5.3, abs=0.3)


def test_the_outcome_is_read_back_and_is_the_same_in_every_run(played: DriveOutcome, tmp_path: Path) -> None:
    first = Path(played.source).parent / "usual"
    assert read_outcome(first) == played
    again = play_and_judge(DriveJob(played.source, tmp_path, None, USUAL, ALLOW))
    assert again == played
    assert (tmp_path / "verdict.json").read_bytes() == (first / "verdict.json").read_bytes()


def test_states_that_the_software_reports_are_recorded_when_they_change(tmp_path: Path) -> None:
    tells = Variant("usual", driver="tests.testbed.streets:Tells")
    needs = "  - reports_in_order: [start, cruise]\n  - never_reports: cruise"
    found = outcome(tmp_path, tells, must_no_collision=needs, duration="duration: 2 s")
    kept, forbidden = found.verdict.findings[:2]  # type: ignore[union-attr]
    assert kept.passed
    assert (forbidden.passed, forbidden.time, forbidden.states) == (False, 1.1, ("awake", "cruise"))
    reel = Reel.open(tmp_path / "out" / found.reel)
    told = reel.query("select time, value->>'states' from events where kind = 'OccupantStates'").fetchall()
    assert told == [(0.1, '["awake","start"]'), (1.1, '["awake","cruise"]')]
    assert read_outcome(tmp_path / "out") == found


def test_a_reel_is_judged_later_by_what_it_recorded(played: DriveOutcome) -> None:
    source = Path(played.source)
    reel = Reel.open(source.parent / "usual" / played.reel)
    (source.parent / "usual" / "answers.json").rename(source.parent / "answers.json")
    assert judge_reel(reel, load_drive(source, USUAL, allow=ALLOW).requirements) == played.verdict


def test_the_times_of_answers_lie_beside_the_reel(tmp_path: Path) -> None:
    found = outcome(
        tmp_path, must="must: [{answer_time: {at_most: 5 s}}, no_collision]\nspare_must:", duration="duration: 2 s"
    )
    assert found.error.startswith(str(tmp_path))  # 'spare_must' is no key: the place of a mistake is told
    found = outcome(tmp_path, must_no_collision="  - answer_time: 5 s", duration="duration: 2 s")
    assert found.verdict.findings[0].passed  # type: ignore[union-attr]
    assert (tmp_path / "out" / "answers.json").is_file()


def test_what_does_not_hold_fails_with_its_margin(tmp_path: Path) -> None:
    found = outcome(tmp_path, Variant("fast"))
    assert found.name == "street[fast]"
    (failure,) = found.verdict.failures  # type: ignore[union-attr]
    assert failure.requirement == "speed (at most 11 m/s)"
    assert failure.margin == pytest.approx(-3.0, abs=0.3)


def test_software_that_fails_has_failed_its_drive(tmp_path: Path) -> None:
    found = outcome(tmp_path, Variant("usual", driver="tests.testbed.streets:Fails"))
    assert found.state == "failed"
    assert found.duration == pytest.approx(2.0, abs=0.1)
    reasons = [finding.reason for finding in found.verdict.failures]  # type: ignore[union-attr]
    assert "checkpoint 1 was not reached" in reasons
    assert any("out of ideas" in reason for reason in reasons)
    assert "--driver tests.testbed.streets:Fails --allow tests" in found.command


@pytest.mark.parametrize(
    ("driver", "message"),
    [("tests.testbed.streets:Refuses", "no model"), ("nobody:Here", "not allowed to run"), ("./nowhere", "nowhere")],
)
def test_a_driver_that_is_not_there_is_no_verdict(tmp_path: Path, driver: str, message: str) -> None:
    found = outcome(tmp_path, Variant("usual", driver))
    assert found.state == "error"
    assert message in found.error


def test_values_are_replaced(tmp_path: Path) -> None:
    found = outcome(tmp_path, Variant("usual", settings={"subject.driver.parameters.speed": 14, "duration": "5 s"}))
    assert [finding.requirement for finding in found.verdict.failures] == ["speed (at most 11 m/s)"]  # type: ignore[union-attr]


def test_each_condition_is_a_drive_with_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    path = write_drive(tmp_path / "a")
    (tmp_path / "a" / "plain.study.yaml").write_text("study: plain\nduration: 1 s\n")
    jobs = plan_drives([tmp_path], tmp_path / "out", Wanted(allow=ALLOW))
    assert [job.name for job in jobs] == ["street[usual]", "street[fast]"]
    assert [job.folder.name for job in jobs] == ["street-usual", "street-fast"]
    (job,) = plan_drives([path], tmp_path / "out", Wanted(condition="fast", allow=ALLOW))
    assert job.variant.condition == "fast"
    with pytest.raises(InputError, match="no condition 'fst'; did you mean 'fast'"):
        plan_drives([path], tmp_path / "out", Wanted(condition="fst", allow=ALLOW))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="there is no drive in"):
        plan_drives([tmp_path / "empty"], tmp_path / "out")


@pytest.mark.parametrize(
    ("replaced", "message"),
    [
        ({"checkpoints": "  checkpoints: [{on: lane, at: 60 m}]"}, "no road or lane 'lane'"),
        ({"checkpoints": "  checkpoints: [{on: street, at: 1 km}]"}, "street.study.yaml:12:16: road 'street' has no s"),
        ({"checkpoints": "  checkpoints: [5]"}, "no checkpoint '5'; the roads have none"),
        ({"checkpoints": "  file: gone.mdf"}, "there is no mission 'gone.mdf' beside the study"),
        ({"within": "  file: ground.mdf"}, "say where to come by"),
        ({"at": "  at: 20 m\n  to: street"}, "the mission says where the subject drives; leave 'to' out"),
        ({"must_no_collision": "  - no_colision"}, "no requirement 'no_colision'; did you mean 'no_collision'"),
        ({"must_no_collision": "  - time_gap: 3 m"}, "15:15: at_least: '3 m' is a length"),
    ],
)
def test_a_drive_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, replaced: dict[str, str], message: str
) -> None:
    path = write_drive(tmp_path, **replaced)
    with pytest.raises(InputError, match=message):
        _load(path)


def _load(path: Path) -> None:
    load_take(path, allow=ALLOW)
    requirements_in(path, allow=ALLOW)


def test_a_mission_of_a_file_has_its_checkpoints(tmp_path: Path) -> None:
    for name in ("practice_ground.rndf", "practice_ground.mdf"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    path = tmp_path / "ground.study.yaml"
    path.write_text(
        "study: ground\nduration: 5 min\nroads: practice_ground.rndf\nsubject: {on: 1.1.1}\n"
        "mission: {file: practice_ground.mdf}\n"
    )
    (mission,) = [module for module in load_take(path).root.walk() if module.name == "mission"]
    assert [point.name for point in mission.points] == ["1", "5", "2", "4"]  # type: ignore[attr-defined]
    assert load_take(path).inputs.keys() == {"ground.study.yaml", "practice_ground.rndf", "practice_ground.mdf"}


def test_a_study_is_told_otherwise() -> None:
    document = parse_yaml("subject: {driver: {python: 'a:B', controls: pedals}}\nmust: [{speed: 1}]")
    data: Any = told_otherwise(document, {"must.0.speed": 2, "traffic.ambient.density": "5/km"}).data
    assert data["must"] == [{"speed": 2}]
    assert data["traffic"] == {"ambient": {"density": "5/km"}}
    data = seated(document, {"program": ["x"]}).data
    assert data["subject"]["driver"] == {"program": ["x"], "controls": "pedals"}
    for name, message in (("must.3.speed", "place '3' of a list of 1"), ("must.0.speed.x", "has no parts")):
        with pytest.raises(InputError, match=message):
            told_otherwise(document, {name: 1})


def test_a_mission_without_enough_time_is_remarked_or_refused(tmp_path: Path) -> None:
    short = write_drive(tmp_path, within="  within: 3 s")
    (remark,) = load_take(short, allow=ALLOW).remarks
    assert remark.rule == "mission:time"
    assert "the mission has 3 s, and its way of 60 m takes 4 s at the speed limits" in remark.message
    with pytest.raises(InputError, match="no drive can pass: its way of 60 m takes 1 s at 252 km/h"):
        load_take(write_drive(tmp_path, within="  within: 0.5 s"), allow=ALLOW)
