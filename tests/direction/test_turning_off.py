"""A subject of ours that turns off the course of the rear-end study: what becomes of its situations, and of a fork."""

from __future__ import annotations

from pathlib import Path

from seahaven.direction.log import Closed, DriveLaid, Opened, Postponed, Resited
from seahaven.kernel import SECOND, fork
from seahaven.takes import load_take
from tests.direction.course import MILE, log_of, play, with_ear, write

TURN = "triggers: {{told: {{who: nobody, when: {{at: 1 s}}, orders: [{{of: subject, press: {{turn_next: {}}}}}]}}}}\n"
"""What makes the subject turn at the next junction: -1 to the right, 1 to the left, 0 straight on."""


def turning_off(folder: Path, situations: str, start: float, turn: int) -> Path:
    """A study whose subject takes another way at the next junction."""
    path = write(folder, situations, start)
    path.write_text(path.read_text() + TURN.format(turn))
    return path


def test_a_situation_is_postponed_where_no_way_leads_on(tmp_path: Path) -> None:
    path = turning_off(tmp_path, "  - {use: sudden braking, at: 2900 m}", 7.5 * MILE - 600.0, -1)
    played = play(path, longest=60.0)
    assert [type(event) for _, event in played.events(Opened)] == [Opened]
    ((time, laid),) = played.events(DriveLaid)
    assert (laid.why, laid.is_to_goal) == ("turned elsewhere", False)
    assert laid.road == laid.to == "Mill_Road.1"
    assert played.at("subject", time)["lane"] >= 0
    left, too_short = (event for _, event in played.events(Postponed))
    assert left.why == "the subject has left the drive"
    assert too_short.why == f"the drive is too short for it: {laid.length:.0f} m are left, and it needs 2300 m"
    assert not played.events(Closed)  # it may come back


def test_a_virtual_subject_that_turns_off_gets_a_new_drive_too(tmp_path: Path) -> None:
    path = turning_off(tmp_path, "  - {use: sudden braking, at: 2900 m}", 7.5 * MILE - 600.0, -1)
    ours = "driver: {speed_factor: 1.0, headway: 1.4}"
    assert ours in path.read_text()
    path.write_text(path.read_text().replace(ours, "driver: {virtual: {kind: steady, number: 2}}"))
    played = play(path, longest=60.0)
    ((_, laid),) = played.events(DriveLaid)
    assert (laid.why, laid.road) == ("turned elsewhere", "Mill_Road.1")


def test_a_subject_who_misses_the_ramp_has_its_situations_postponed_with_their_reasons(tmp_path: Path) -> None:
    bound = (
        "  - {use: indecisive driver, at: 1000 m}\n  - {use: gang, at: 5000 m}\n  - {use: sudden braking, at: 8000 m}"
    )
    path = turning_off(tmp_path, bound, 18.0 * MILE - 700.0, 0)
    played = play(path, longest=70.0)
    ((_, laid),) = played.events(DriveLaid)
    assert (laid.road, laid.is_to_goal) == ("highway.7", False)
    whys = {event.situation: event.why for _, event in played.events(Postponed)}
    assert whys["indecisive driver"].startswith("its stream of traffic is bound to a place")
    assert whys["gang"] == f"the drive is too short for it: {laid.length:.0f} m are left, and it needs 3300 m"
    ((_, resited),) = played.events(Resited)
    assert (resited.situation, resited.attempt) == ("sudden braking", 1)
    assert 800.0 <= resited.at <= laid.length - 1500.0


def test_a_fork_after_the_drive_was_laid_anew_goes_on_as_the_drive_does(tmp_path: Path) -> None:
    path = turning_off(tmp_path, "  - {use: sudden braking, at: 2900 m}", 7.5 * MILE - 600.0, -1)
    with with_ear(load_take(path)).controller() as run:
        run.run(40 * SECOND)
        assert any(isinstance(event, DriveLaid) for _, event in log_of(run))
        with fork(run) as twin:
            for one in (run, twin):
                one.run(50 * SECOND)
            assert log_of(twin) == log_of(run)
            direction, other = run["direction"], twin["direction"]
            direction.freeze()
            other.freeze()
            assert direction.saved == other.saved
        assert twin.store.digest() == run.store.digest()
