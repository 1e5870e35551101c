"""Runs by the clock: paced, paused and resumed, from one thread and from another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from seahaven.errors import SeahavenError
from seahaven.kernel import Pacer
from seahaven.takes import Run, load_take, open_run
from seahaven.takes.tempo import Tempo
from tests.takes.test_study import STUDY, written


class Clock:
    """A clock that sleeping moves on."""

    def __init__(self) -> None:
        self.now = 0

    def read(self) -> int:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += round(seconds * 1e9)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with open_run(written(tmp_path, STUDY)) as run:
        yield run


def test_a_paced_run_takes_its_time(tmp_path: Path) -> None:
    clock = Clock()
    with Run(load_take(written(tmp_path, STUDY)), pacer=Pacer(2.0, clock.read, clock.sleep)) as run:
        run.advance(3.0)
    assert clock.now == 1_500_000_000
    assert str(run.pacing) == "301 dates, all in time"


def test_after_a_pause_time_counts_from_where_the_run_was() -> None:
    clock = Clock()
    tempo = Tempo(Pacer(1.0, clock.read, clock.sleep))
    for date in (0, 10):
        assert tempo.pacer is not None
        tempo.pacer.wait(date * 1_000_000_000)
        tempo.pause()
        clock.now += 60_000_000_000
        tempo.resume()
    assert clock.now == 120_000_000_000


def test_a_paused_run_stops_after_its_step_and_steps_only_one_by_one(run: Run) -> None:
    run.watch(lambda frame: run.pause() if frame.time == 0.5 else None)
    assert not run.advance(2.0)
    assert (run.time, run.is_paused) == (0.5, True)
    assert not run.advance(2.0)
    assert run.time == 0.5
    run.step()
    assert run.time == 0.51
    run.resume()
    assert run.advance(until=2.0)


def test_a_pause_from_another_thread_wakes_a_slow_run_and_frames_wait_for_it_to_resume(run: Run) -> None:
    seen, halted = list[float](), Event()
    run.pace = 1.0

    def drive() -> None:
        for frame in run.frames(every=0.01, until=0.05):
            seen.append(frame.time)
            if frame.time == 0.02:
                run.pause()
                halted.set()

    thread = Thread(target=drive)
    thread.start()
    assert halted.wait(60.0)
    assert run.is_paused
    run.resume()
    thread.join(60.0)
    assert seen == [0.0, 0.01, 0.02, 0.03, 0.04, 0.05]


def test_a_run_in_the_hands_of_another_thread_is_refused(run: Run) -> None:
    is_inside, may_leave = Event(), Event()

    def condition(run: Run) -> bool:
        is_inside.set()
        return may_leave.wait(60.0)

    thread = Thread(target=lambda: run.advance(until=condition), name="driver")
    thread.start()
    assert is_inside.wait(60.0)
    for act in (run.step, run.frame, run.snapshot, run.close):
        with pytest.raises(SeahavenError, match=r"in the hands of thread 'driver', which advances it; call pause\(\)"):
            act()
    may_leave.set()
    thread.join(60.0)
    run.step()
