from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from seahaven.errors import InputError
from seahaven.kernel import MILLISECOND, SECOND, Controller, Deadline, Module, Pacer, Pacing, Tick
from tests.kernel.parts import Source


@dataclass
class FakeClock:
    """A wall clock that moves only when somebody sleeps or works."""

    now: int = 1_000
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> int:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += round(seconds * SECOND)

    def pacer(self, factor: float = 1.0) -> Pacer:
        return Pacer(factor, clock=self, sleep=self.sleep)


def work(clock: FakeClock, duration: int) -> Module:
    class Worker(Module):
        def step(self, tick: Tick) -> None:
            clock.now += duration

    return Worker("worker", rate=10)


@pytest.mark.parametrize(("factor", "wall"), [(1.0, 2 * SECOND), (2.0, SECOND), (0.1, 20 * SECOND)])
def test_a_run_takes_its_time_divided_by_the_factor(factor: float, wall: int) -> None:
    clock = FakeClock()
    Controller(Module("root", Source("source", rate=10))).run(2 * SECOND, pacer=clock.pacer(factor))
    assert clock.now - 1_000 == pytest.approx(wall, abs=100)


def test_without_a_pacer_nobody_waits() -> None:
    clock = FakeClock()
    Controller(Module("root", work(clock, 1))).run(SECOND)
    assert (clock.slept, clock.now) == ([], 1_010)


def test_the_time_that_work_took_is_not_slept() -> None:
    clock = FakeClock()
    pacer = clock.pacer()
    Controller(Module("root", work(clock, 30 * MILLISECOND))).run(SECOND, pacer=pacer)
    assert clock.slept == pytest.approx([0.07] * 10)
    assert str(pacer.report) == "11 dates, all in time"


def test_late_dates_are_counted_and_reported() -> None:
    clock = FakeClock()
    pacer = clock.pacer()
    Controller(Module("root", work(clock, 150 * MILLISECOND))).run(SECOND, pacer=pacer)
    assert pacer.report == Pacing(11, 10, 0.5)
    assert str(pacer.report) == "11 dates, 10 late, at worst by 500.0 ms"


def test_a_run_catches_up_after_one_slow_date() -> None:
    clock = FakeClock()
    pacer = clock.pacer()
    controller = Controller(Module("root", Source("source", rate=10)))
    controller.run(SECOND // 2, pacer=pacer)
    clock.now += 250 * MILLISECOND
    controller.run(SECOND, pacer=pacer)
    assert clock.now == 1_000 + SECOND
    assert pacer.report.overruns == 3


def test_less_than_a_millisecond_late_is_in_time() -> None:
    clock = FakeClock()
    pacer = clock.pacer()
    pacer.wait(0)
    clock.now += MILLISECOND
    pacer.wait(0)
    assert pacer.report.overruns == 0


def test_the_clock_reaches_no_result() -> None:
    slow, fast = Source("source", rate=10), Source("source", rate=10)
    Controller(Module("root", slow)).run(SECOND, pacer=FakeClock().pacer(0.01))
    Controller(Module("root", fast)).run(SECOND)
    assert slow.x == fast.x


def test_a_module_without_a_rate_is_paced_and_announced_like_any_other() -> None:
    class Free(Module):
        def step(self, tick: Tick) -> None:
            pass

    clock, visited = FakeClock(), []
    controller = Controller(Module("root", Free("free")))
    pacer = clock.pacer()
    for _ in range(3):
        controller.advance(SECOND, pacer=pacer, on_date=visited.append)
    assert clock.now == 1_000 + 3 * SECOND
    assert visited == [0, SECOND, 2 * SECOND]


@pytest.mark.parametrize("factor", [0.0, -1.0, float("inf"), float("nan")])
def test_a_pace_is_a_positive_factor(factor: float) -> None:
    with pytest.raises(InputError, match="a pace must be a positive factor of real time, not"):
        Pacer(factor)


def test_a_deadline_counts_down_and_stays_passed() -> None:
    clock = FakeClock()
    deadline = Deadline(0.5, clock=lambda: clock.now)
    assert deadline.left == 0.5
    clock.now += 400 * MILLISECOND
    assert deadline.left == pytest.approx(0.1)
    assert not deadline.has_passed
    clock.now += SECOND
    assert deadline.left == 0.0
    assert deadline.has_passed
