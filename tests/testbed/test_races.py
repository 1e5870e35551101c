"""Several drivers on one mission in one world: each is judged, and they are compared over all heats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.reels import Reel
from seahaven.reels.page import page_text
from seahaven.testbed import (
    DriveJob,
    Heat,
    Race,
    Variant,
    heat_of,
    plan_race,
    play_and_judge,
    racers_of,
    read_outcome,
    standings,
    write_race,
)
from tests.testbed.streets import ALLOW, write_drive

RACERS = {"slow": "tests.testbed.streets:Steady", "failing": "tests.testbed.streets:Fails"}


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> list[Heat]:
    folder = tmp_path_factory.mktemp("race")
    race = Race(str(write_drive(folder)), RACERS, allow=ALLOW)
    return [_heat(k, job) for k, job in enumerate(plan_race(race, folder / "out"), start=1)]


def _heat(number: int, job: DriveJob) -> Heat:
    return heat_of(number, play_and_judge(job), job.folder, {})


def test_each_racer_begins_once_at_each_place(raced: list[Heat]) -> None:
    assert [[name for name, _ in heat.outcome.variant.grid] for heat in raced] == [
        ["slow", "failing"], ["failing", "slow"],
    ]  # fmt: skip
    reel = Reel.open(raced[0].reel or Path())
    rows = {row["id"]: row["x"] for row in reel.table("vehicle", ["id", "x"], time=(0.0, 0.0)).to_pylist()}
    places = {name: rows[entity] for name, entity in reel.manifest.names.items()}
    assert places["slow"] - places["failing"] == pytest.approx(12.0)


def test_a_racer_whose_software_fails_brakes_and_the_others_go_on(raced: list[Heat]) -> None:
    heat = raced[0]
    assert [run.name for run in heat.runs] == ["slow", "failing"]
    first, last = heat.runs
    assert (first.finish is not None, first.ended, first.has_passed) == (True, "", True)
    assert (last.finish, last.ended, last.has_passed) == (None, "fault", False)
    assert {finding.subject for finding in heat.outcome.verdict.findings} == {"slow", "failing"}  # type: ignore[union-attr]


def test_a_racer_that_is_done_leaves_the_road(raced: list[Heat]) -> None:
    heat = raced[0]
    reel = Reel.open(heat.reel or Path())
    finish = heat.runs[0].finish or 0.0
    rows = reel.table("vehicle", ["time", "id"]).to_pylist()
    there = [row["time"] for row in rows if row["id"] == reel.manifest.names["slow"]]
    assert finish <= there[-1] + 0.11 < finish + 0.6
    assert reel.times[-1] > there[-1]


def test_what_is_required_counts_before_the_time(raced: list[Heat]) -> None:
    found = standings(raced)
    assert [one.name for one in found] == ["slow", "failing"]
    assert (found[0].passed, found[0].finished, found[0].won, found[0].heats) == (1, 1, 1, 2)
    assert dict(found[0].ended) == {"collision": 1}  # it ran into the one that braked ahead of it
    assert found[1].finished == 0
    assert dict(found[1].failures)["no fault"] == 2


def test_the_page_compares_and_one_replay_shows_all_racers(raced: list[Heat], tmp_path: Path) -> None:
    page = write_race("<Race>", raced, standings(raced), tmp_path).read_text()
    assert "&lt;Race&gt;" in page
    assert "heat-1.html" in page
    assert (tmp_path / "heat-1.html").stat().st_size > 50_000
    assert "its software failed" in page


def test_a_replay_tells_the_missions(raced: list[Heat]) -> None:
    from seahaven.reels.page.mission import missions_of

    reel = Reel.open(raced[0].reel or Path())
    missions = {mission["who"]: mission for mission in missions_of(reel)}
    slow = missions[reel.manifest.names["slow"]]
    assert [point["name"] for point in slow["points"]] == ["1", "goal"]
    assert len(slow["reached"]) == 2
    assert page_text(reel).count("fillMissions") > 1


def test_the_same_race_gives_the_same_bytes(raced: list[Heat], tmp_path: Path) -> None:
    heat = raced[0]
    job = DriveJob(heat.outcome.source, tmp_path, None, heat.outcome.variant, ALLOW)
    assert play_and_judge(job) == heat.outcome == read_outcome(heat.folder)
    assert (tmp_path / "verdict.json").read_bytes() == (heat.folder / "verdict.json").read_bytes()


SUBJECTS = "subjects: {a: {on: street, at: 40 m, lane: -1}, b: {on: street, at: 20 m, lane: -1}}"


def several(folder: Path) -> Path:
    """The drive with two subjects of its own."""
    text = write_drive(folder).read_text()
    head, _, rest = text.partition("subject:")
    path = folder / "several.study.yaml"
    path.write_text(head + SUBJECTS + "\nmission:" + rest.partition("mission:")[2])
    return path


def test_subjects_of_the_file_change_places(tmp_path: Path) -> None:
    source = several(tmp_path)
    racers = racers_of(source, {})
    assert racers == {"a": "", "b": ""}
    first, second = plan_race(Race(str(source), racers, allow=ALLOW), tmp_path / "out")
    places = [_places(job) for job in (first, second)]
    assert places == [{"a": "40 m", "b": "20 m"}, {"a": "20 m", "b": "40 m"}]


def _places(job: DriveJob) -> dict[str, Any]:
    from seahaven.files import load_yaml

    subjects: dict[str, Any] = job.variant.change(load_yaml(Path(job.source))).data["subjects"]  # type: ignore[index, call-overload]
    return {name: entry["at"] for name, entry in subjects.items()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"racers": {"a": "tests.testbed.streets:Steady"}}, "from 2 to 12 racers"),
        ({"racers": RACERS, "order": ["slow"]}, "name each of slow, failing once"),
        ({"racers": RACERS, "order": ["slow", "fast"]}, "there is no racer 'fast'"),
        ({"racers": RACERS, "gap": 100.0}, "its way is 60 m long, and it is to begin 100 m along it"),
        ({"racers": RACERS, "gap": 50.0}, "no route|past the first place that it has to come by"),
    ],
)
def test_what_cannot_be_raced_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    source = write_drive(tmp_path)
    with pytest.raises(InputError, match=message):
        _race(source, tmp_path / "out", **change)


def _race(source: Path, out: Path, *, racers: dict[str, str], **options: Any) -> None:
    """Play the first heat of a race; what cannot be played is refused."""
    jobs = plan_race(Race(str(source), racers_of(source, racers), allow=ALLOW, **options), out)
    outcome = play_and_judge(jobs[0])
    assert outcome.error
    raise InputError(outcome.error)


def test_a_drive_without_a_mission_is_no_race(tmp_path: Path) -> None:
    source = write_drive(tmp_path)
    head, _, rest = source.read_text().partition("mission:")
    source.write_text(head + "must:" + rest.partition("must:")[2])
    with pytest.raises(InputError, match="has no mission to be raced on"):
        plan_race(Race(str(source), RACERS, allow=ALLOW), tmp_path / "out")


def test_a_gap_and_an_order_are_part_of_the_command() -> None:
    from seahaven.testbed.command import command_of

    job = DriveJob("town.study.yaml", Path("out"), 3, Variant(grid=(("b", "m:B"), ("a", "m:A")), gap=20.0), ("m",))
    assert command_of(job) == (
        "seahaven race town.study.yaml --seed 3 --racer b=m:B --racer a=m:A --order b,a --gap '20 m' --allow m"
    )
