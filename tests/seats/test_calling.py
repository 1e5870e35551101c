"""Python drivers in threads of their own: those that hang are given up, and a paced run waits for none."""

from __future__ import annotations

import gc
import os
import re
import threading
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest

from seahaven.errors import StepError
from seahaven.kernel import Deadline
from seahaven.seats import LaneControls, OccupantFault, OccupantLate, View
from seahaven.seats.calling import CallThread, Unanswered, _Line, _serve
from tests.seats.driving import Drive, driven
from tests.seats.test_seat import listening, told

WRONG_FROM = 3


@pytest.fixture
def freed() -> Iterator[Event]:
    """What drivers that hang wait for; set when the test is over."""
    event = Event()
    yield event
    event.set()


def spinning(view: View) -> LaneControls:
    """A driver that never comes back from Python."""
    while view.step >= WRONG_FROM:
        pass
    return LaneControls(0.5)


def deaf(view: View) -> LaneControls:
    """One that waits for itself, and does not listen when it is asked to end."""
    deadline = Deadline(1.0)
    while view.step >= WRONG_FROM and not deadline.has_passed:
        try:
            Event().wait(0.05)
        except BaseException:  # as careless code does
            continue
    return LaneControls(0.5)


def waiting(event: Event) -> Callable[[View], LaneControls]:
    """A driver that waits for something outside Python."""

    def drive(view: View) -> LaneControls:
        if view.step >= WRONG_FROM:
            event.wait(60.0)
        return LaneControls(0.5)

    return drive


def threads() -> list[str]:
    return sorted(thread.name for thread in threading.enumerate() if "driver 'mine'" in thread.name)


def settled() -> list[str]:
    """The threads of drivers that are left once those that end have ended."""
    deadline = Deadline(5.0)
    while threads() and not deadline.has_passed:
        gc.collect()
        os.sched_yield()
    return threads()


@pytest.mark.parametrize("how", ["spinning", "waiting", "deaf"])
def test_a_driver_that_hangs_ends_the_drive_by_name_step_place_and_last_answer(how: str, freed: Event) -> None:
    drive = driven({"spinning": spinning, "waiting": waiting(freed), "deaf": deaf}[how], controls="lane", limit=0.2)
    with pytest.raises(StepError) as error:
        drive.go(3.0)
    for part in ("driver 'mine' at step 3 (0.3 s): it did not answer within 0.2 s (it is at ", ", line ",
                 "its last answer was LaneControls(acceleration=0.5"):  # fmt: skip
        assert part in str(error.value)
    freed.set()
    assert settled() == []


@pytest.mark.parametrize("policy", ["hold", "brake"])
def test_the_drive_goes_on_without_a_driver_that_hangs_as_configured(policy: str) -> None:
    drive = listening(driven(spinning, controls="lane", limit=0.2, on_fault=policy))
    drive.go(1.0)
    assert (drive.row.speed < 17.0) == (policy == "brake")
    (fault,) = told(drive, OccupantFault)
    assert (fault.step, fault.goes_on) == (3, False)
    assert settled() == []  # what spun in Python has ended
    drive.controller.end()


def test_a_driver_that_hangs_while_it_is_made_or_begins_is_refused(
    monkeypatch: pytest.MonkeyPatch, freed: Event
) -> None:
    class Slow:
        def begin(self, hello: Any) -> None:
            freed.wait(60.0)

        def drive(self, view: View) -> LaneControls:
            return LaneControls(0.0)

    monkeypatch.setattr("seahaven.seats.occupant.STARTING", 0.2)
    with pytest.raises(StepError, match=r"driver 'mine' cannot take the seat: it did not answer within 0\.2 s"):
        driven(Slow, controls="lane").go(0.1)


def test_a_value_that_is_refused_is_told_with_the_line_of_the_driver_that_gave_it() -> None:
    def careless(view: View) -> LaneControls:
        return LaneControls(float("nan"))

    line = careless.__code__.co_firstlineno + 1
    with pytest.raises(StepError, match=rf"got nan; .* \({re.escape(__file__)}, line {line}\)"):
        driven(careless, controls="lane").go(0.1)


def test_a_driver_that_exits_is_told_as_one_that_raises() -> None:
    def exiting(view: View) -> LaneControls:
        raise SystemExit(3)

    with pytest.raises(StepError, match=r"at step 0 \(0 s\): it raised SystemExit: 3"):
        driven(exiting, controls="lane").go(0.1)


def test_an_end_that_fails_does_not_hide_why_the_drive_ended() -> None:
    class Careless:
        def drive(self, view: View) -> LaneControls:
            raise ValueError("first")

        def end(self, reason: str) -> None:
            raise ValueError("second")

    with pytest.raises(StepError, match="it raised ValueError: first"):
        driven(Careless, controls="lane").go(0.1)


def test_a_driver_is_made_and_driven_in_one_thread_which_ends_with_the_run() -> None:
    seen = set()

    class Noting:
        def __init__(self) -> None:
            seen.add(threading.get_ident())

        begin = end = lambda self, _: seen.add(threading.get_ident())

        def drive(self, view: View) -> LaneControls:
            seen.add(threading.get_ident())
            return LaneControls(0.0)

    drive = driven(Noting, controls="lane")
    drive.go(0.5)
    assert threads() == ["driver 'mine'"]
    drive.controller.end()
    assert len(seen) == 1
    assert threading.get_ident() not in seen
    assert settled() == []


def answered(drive: Drive) -> None:
    """Wait until the driver has answered the view that it was shown."""
    deadline, thread = Deadline(5.0), drive.seat.live.occupant._thread
    while thread.is_busy and not thread.has_answered() and not deadline.has_passed:
        os.sched_yield()


def test_a_paced_driver_in_time_is_applied_at_the_next_view() -> None:
    drive = driven(lambda view: LaneControls(0.1 * view.step), controls="lane", mode="paced")
    drive.go(0.05)
    answered(drive)
    for step in range(1, 6):
        drive.go(0.1)
        answered(drive)
        assert (drive.seat.applied, drive.seat.held) == (step - 1, LaneControls(0.1 * (step - 1)))
    assert (drive.seat.lateness, drive.seat.skipped) == (0, 0)
    drive.controller.end()


def test_a_paced_run_does_not_wait_for_a_slow_driver_and_counts_what_is_late() -> None:
    gate = Event()

    def slow(view: View) -> LaneControls:
        if view.step == 3:
            gate.wait(20.0)
        return LaneControls(0.01 * view.step)

    drive = listening(driven(slow, controls="lane", mode="paced"))
    for _ in range(8):
        drive.go(0.1)
        if drive.seat.count <= 3:
            answered(drive)
    assert (drive.seat.applied, drive.seat.lateness) == (2, 0)
    assert drive.seat.skipped == 4  # those of the steps 4 to 7
    gate.set()
    answered(drive)
    drive.go(0.1)
    assert (drive.seat.applied, drive.seat.lateness) == (3, 1)
    assert [(event.step, event.by) for event in told(drive, OccupantLate)] == [(3, 4)]
    drive.controller.end()


def test_a_paced_driver_that_hangs_is_given_up_after_the_limit(freed: Event) -> None:
    drive = listening(driven(waiting(freed), controls="lane", mode="paced", limit=0.3, on_fault="brake"))
    for _ in range(4):
        drive.go(0.1)
        if drive.seat.count <= 3:
            answered(drive)
    deadline = drive.seat.live.occupant._shown[1]
    while not deadline.has_passed:
        os.sched_yield()
    drive.go(2.0)
    (fault,) = told(drive, OccupantFault)
    assert "it did not answer step 3 within 0.3 s (it is at " in fault.what
    assert drive.row.speed < 16.0
    drive.controller.end()


def test_calls_give_what_they_return_or_raise_one_after_another() -> None:
    thread = CallThread("calls")
    assert [thread.call(str, number, limit=5.0) for number in range(3)] == ["0", "1", "2"]
    with pytest.raises(ZeroDivisionError):
        thread.call(lambda number: 1 / number, 0, limit=5.0)
    assert thread.call(len, "abc", limit=5.0) == 3
    thread.close()
    thread.close()


def test_what_was_given_up_answers_nobody(freed: Event) -> None:
    thread = CallThread("given up")
    with pytest.raises(Unanswered, match=r"it is at .*test_calling\.py|it is at .*threading"):
        thread.call(lambda _: freed.wait(20.0), None, limit=0.05)
    freed.set()
    thread.close()


def test_a_line_that_is_closed_before_its_thread_wakes_up_drops_the_call() -> None:
    line, calls = _Line(), list[int]()
    line.job = calls.append, 1
    line.go.ring()
    line.close()
    _serve(line)
    assert calls == []


def test_a_thread_that_ends_leaves_no_pipe_open() -> None:
    thread = CallThread("calls")
    assert thread.call(abs, -3, limit=5.0) == 3
    bells = thread._line.go, thread._line.done
    pipes = [end for bell in bells for end in (bell._read, bell._write)]
    assert all(os.fstat(end) for end in pipes)
    thread.close()
    thread._thread.join(5.0)
    for end in pipes:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)
