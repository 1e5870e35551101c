"""What a reel gives in numbers, situation by situation."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import numpy as np
import pytest

from seahaven.measures import lanes_of
from seahaven.reels import Reel
from seahaven.takes import load_take
from seahaven.trials import Who, measure
from seahaven.trials.episode import read_log
from seahaven.trials.handling import handling
from seahaven.trials.wording import log_lines
from tests.trials.script import ASLEEP, ATTENTIVE, STUDY, Attentive


def test_a_situation_has_its_critical_moment_and_the_answer_to_it_in_one_row(reel: Reel) -> None:
    first, second = measure(reel, Who("p1", "steady", "dry", "1-2"))
    assert (first.participant, first.subject, first.condition, first.order) == ("p1", "steady", "dry", "1-2")
    assert (first.number, first.situation, first.outcome, first.time) == (1, "sudden stop", "played", 8.1)
    assert (first.is_met, first.role_vehicle, first.leader) == (True, "lead", "lead")
    assert first.error == pytest.approx((first.reached or 0.0) - 1.5)
    assert (first.nearest, first.lacked) == (None, "")
    assert (first.task, first.task_since) == ("following", pytest.approx(3.0, abs=0.2))
    assert first.reaction == "brake"
    assert 0.2 <= (first.reaction_time or 0.0) <= 2.0
    assert first.least_leader_gap == pytest.approx(first.least_role_gap, abs=0.01)
    assert (first.least_leader_gap or 0.0) < (first.leader_gap or 0.0)
    assert (first.hardest_braking or 0.0) > 2.0
    assert second.number == 2


def test_the_traffic_around_is_told_by_lanes_and_gaps(reel: Reel) -> None:
    row = measure(reel)[0]
    assert (row.road, row.lane) == ("M1", "M1:0:-3")
    assert row.leader_gap == pytest.approx(35.4, abs=0.5)
    assert row.left_ahead_gap == pytest.approx(-2.6, abs=0.2)  # it drives beside, two metres further on
    assert (row.right_ahead_gap, row.follower_gap, row.vehicles_near) == (None, None, 2)
    assert row.distance == pytest.approx(8.1 * 23.33, rel=0.01)


def test_what_is_seen_is_what_was_there_when_the_moment_was_chosen(tmp_path: Path) -> None:
    """Recorded twice a second, of a moment at 8.1 s the frame at 8 s is told, before the car ahead has braked."""
    (tmp_path / "coarse.study.yaml").write_text(STUDY.replace("record: 10 Hz", "record: 2 Hz").replace("40 s", "20 s"))
    (row,) = measure(load_take(tmp_path / "coarse.study.yaml", allow=("tests",)).play(tmp_path / "out"))
    assert row.leader_speed == pytest.approx(23.3, abs=0.2)
    assert row.time == 8.1
    assert (row.reaction_time or 0.0) % 0.5 == pytest.approx(0.4)


def test_a_situation_that_failed_has_a_row_without_a_moment(tmp_path: Path) -> None:
    (tmp_path / "fails.study.yaml").write_text(STUDY.replace("hard: 5.0", "fails: true").replace("40 s", "20 s"))
    (row,) = measure(load_take(tmp_path / "fails.study.yaml", allow=("tests",)).play(tmp_path / "out"))
    assert (row.outcome, row.why, row.time, row.reaction) == ("failed", "nobody came by to play the lead", None, "")
    assert (row.criterion, row.unit, row.wanted, row.tolerance, row.role) == ("time gap", "s", 1.5, 0.2, "lead")
    assert (row.reached, row.error, row.is_met) == (None, None, None)
    assert (row.nearest, row.lacked) == (2.25, "lead 20 m too far ahead")
    assert row.place == 700.0


def test_a_situation_that_the_drive_cut_off_is_told_as_unended(tmp_path: Path) -> None:
    (tmp_path / "short.study.yaml").write_text(STUDY.replace("40 s", "12 s"))
    (row,) = measure(load_take(tmp_path / "short.study.yaml", allow=("tests",)).play(tmp_path / "out"))
    assert (row.outcome, row.why, row.time) == ("unended", "the drive ended before", 8.1)


def test_a_situation_that_the_subject_never_came_near_has_a_row_too(tmp_path: Path) -> None:
    (tmp_path / "short.study.yaml").write_text(STUDY.replace("40 s", "20 s").replace("hard: 2.0", "plans: true"))
    reel = load_take(tmp_path / "short.study.yaml", allow=("tests",)).play(tmp_path / "out")
    first, second = measure(reel)
    assert (first.outcome, second.outcome) == ("played", "unopened")
    assert (second.situation, second.why) == ("gentle slowdown", "the drive ended before the subject came near")
    assert (second.opened, second.place, second.wanted, second.nearest) == (None, 1400.0, 1.5, None)
    assert {number for _, number, _ in log_lines(read_log(reel), names={}) if number} == {1}


def test_the_log_tells_infinite_forecasts_and_instructions(reel: Reel) -> None:
    log = read_log(reel)
    forecasts = [entry.what for entry in log.episodes[0].entries if type(entry.what).__name__ == "Forecast"]
    assert forecasts[0].latest == float("inf")
    assert [entry.what.text for entry in log.remarks][:2] == ["Mind the car ahead", "over"]


def test_measuring_ends_at_a_collision(tmp_path: Path) -> None:
    """After it the simulator stops both cars; that is no answer of the subject, which slept."""
    (tmp_path / "asleep.study.yaml").write_text(ASLEEP.replace("40 s", "20 s"))
    reel = load_take(tmp_path / "asleep.study.yaml", allow=("tests",)).play(tmp_path / "out")
    (row,) = measure(reel)
    assert (row.collision, row.measured_until, row.conflict_vehicle) == ("lead", "collision", "lead")
    assert (row.reaction, row.reaction_time, row.brake_time, row.hardest_braking) == ("", None, None, 0.0)
    assert (row.least_time_to_collision, row.least_role_gap, row.post_encroachment_time) == (0.0, 0.0, 0.0)
    drive = handling(reel, 1, lanes_of(reel, {}))
    assert (drive.crashed, drive.sd_speed) == (11.4, 0.0)
    ((hardest,),) = reel.query("select min(acceleration) from vehicle where id = 1").fetchall()
    assert hardest < -3.0


def test_response_times_count_from_the_onset_of_the_stimulus(tmp_path: Path) -> None:
    """The lead car hears the order at 8.1 s, and its brake lights go on with its next step."""
    (tmp_path / "lit.study.yaml").write_text(STUDY.replace("hard: 5.0", "hard: 5.0, shows: brake light"))
    by_moment, _ = measure(load_take(_written(tmp_path, STUDY), allow=("tests",)).play(tmp_path / "moment"))
    by_light, _ = measure(load_take(tmp_path / "lit.study.yaml", allow=("tests",)).play(tmp_path / "light"))
    assert (by_moment.stimulus, by_moment.onset) == ("critical moment", 8.1)
    assert (by_light.stimulus, by_light.onset) == ("brake light", pytest.approx(8.2))
    assert by_light.reaction_time == pytest.approx((by_moment.reaction_time or 0.0) - 0.1)
    assert by_light.resolution == pytest.approx(0.1)


def test_a_finer_recording_does_not_refine_response_times(tmp_path: Path) -> None:
    fine = STUDY.replace("record: 10 Hz", "record: 20 Hz").replace("40 s", "15 s")
    row, *_ = measure(load_take(_written(tmp_path, fine), allow=("tests",)).play(tmp_path / "out"))
    assert row.resolution == pytest.approx(0.1)


def test_response_times_of_a_driver_with_pedals_come_from_wheel_and_pedals(tmp_path: Path) -> None:
    """Recorded 5 times a second: the movement of the vehicle would tell them to 0.2 s."""
    text = ATTENTIVE.replace("record: 10 Hz", "record: 5 Hz").replace("40 s", "14 s")
    reel = load_take(_written(tmp_path, text), allow=("tests",)).play(tmp_path / "out")
    (row,) = measure(reel)
    assert (row.stimulus, row.onset) == ("brake light", pytest.approx(8.2))
    assert row.response_source == "pedals and wheel"
    assert (row.resolution, row.onset_resolution) == (0.01, pytest.approx(0.2))
    assert (row.reaction, row.reaction_time) == ("release", pytest.approx(Attentive.RELEASES, abs=0.011))
    assert row.release_time == row.reaction_time
    assert row.brake_time == pytest.approx(Attentive.BRAKES, abs=0.011)
    assert row.steer_time == pytest.approx(Attentive.STEERS, abs=0.03)


def test_without_the_recording_of_cockpits_times_come_from_the_movement(tmp_path: Path) -> None:
    reel = load_take(_written(tmp_path, ATTENTIVE.replace("40 s", "14 s")), allow=("tests",)).play(tmp_path / "out")
    (with_pedals,) = measure(reel)
    rmtree(tmp_path / "out" / "cockpit")
    (row,) = measure(reel)
    assert (row.response_source, row.resolution) == ("movement", pytest.approx(0.1))
    assert (row.brake_time or 0.0) >= (with_pedals.brake_time or 0.0)
    assert handling(reel, 1, lanes_of(reel, {})).control_source == "front wheels"


def test_a_recording_of_cockpits_of_another_run_is_left_alone(tmp_path: Path) -> None:
    text = ATTENTIVE.replace("40 s", "14 s")
    load_take(_written(tmp_path, text), allow=("tests",)).play(tmp_path / "out")
    other = STUDY.replace("40 s", "14 s")
    reel = load_take(_written(tmp_path, other), allow=("tests",)).play(tmp_path / "out", overwrite=True)
    (row,) = measure(reel)
    assert row.response_source == "movement"


def test_reversals_are_counted_in_the_wheel_and_the_accelerator_where_these_were_recorded(tmp_path: Path) -> None:
    reel = load_take(_written(tmp_path, ATTENTIVE.replace("40 s", "14 s")), allow=("tests",)).play(tmp_path / "out")
    drive = handling(reel, 1, lanes_of(reel, {}))
    assert drive.control_source == "steering wheel"
    assert (drive.steering_reversals or 0.0) > 2.0  # to the left and back, in a quarter of a minute
    assert drive.accelerator_reversals is not None


@pytest.mark.parametrize(("below", "counts"), [(0.2, False), (0.4, True)])
def test_speeds_above_the_limit_count_from_a_kilometre_per_hour_on(
    reel: Reel, below: float, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = reel.manifest.names["ada"]
    top = float(reel.query(f"select max(speed) from vehicle where id = {ada}").fetchall()[0][0])
    lanes = lanes_of(reel, {})
    assert lanes is not None
    monkeypatch.setattr(type(lanes.lane_map), "limit", lambda _, lane, s: np.full(np.shape(lane), top - below))
    assert bool(handling(reel, ada, lanes).above_limit) is counts


def _written(folder: Path, text: str) -> Path:
    path = folder / "study.study.yaml"
    path.write_text(text)
    return path
